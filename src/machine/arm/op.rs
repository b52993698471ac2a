//! An instruction in the form that the inner loop executes fastest: flat, its operands ready. What is rare, writes R15 or
//! reads it as an operand stays [`Code::Other`] and is interpreted from its [`Instruction`](super::isa::Instruction) each time.

use super::isa::Condition;

mod decode;

pub use decode::{decode, decode_image};

/// Words of the longest loop that may be skipped, without what it calls.
pub const LONGEST: usize = 24;

/// What a decoded operation does; the operands are in [`Op`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// Anything that has no form of its own.
    Other,
    /// A word that was not written as an instruction; executing it is noted first.
    Data,
    /// A word that has not run yet.
    First,
    /// `a := value`
    Mov,
    /// `a := c`
    MovRegister,
    /// `a := c << value`
    MovLeft,
    /// `a := c >> value`, without sign
    MovRight,
    /// `a := c >> value`, with sign
    MovSigned,
    /// `a := b + value`
    Add,
    /// `a := b + c`
    AddRegister,
    /// `a := b + (c << value)`
    AddLeft,
    /// `a := b - c`
    SubRegister,
    /// `a := b - (c << value)`
    SubLeft,
    /// `a := (c << value) - b`
    RsbLeft,
    /// `a := value - b`
    Rsb,
    /// `a := b & value`
    And,
    /// `a := b & c`
    AndRegister,
    /// `a := b | value`
    Orr,
    /// `a := b | c`
    OrrRegister,
    /// `a := b ^ value`
    Eor,
    /// `a := b ^ c`
    EorRegister,
    /// `a := b & !c`
    BicRegister,
    /// Flags of `b - value`
    Cmp,
    /// Flags of `b - c`
    CmpRegister,
    /// Flags of `b + value`
    Cmn,
    /// N and Z of `b & value`
    Tst,
    /// N and Z of `b & c`
    TstRegister,
    /// `a := b + value`, and flags
    Adds,
    /// `a := b + c`, and flags
    AddsRegister,
    /// `a := b - value`, and flags
    Subs,
    /// `a := b - c`, and flags
    SubsRegister,
    /// `a := b & value`, N and Z
    Ands,
    /// `a := c`, N and Z
    MovsRegister,
    /// `a := b * c + r[value]`
    MulAdd,
    /// `a := b * c`
    Mul,
    /// `a := M[b + value]`
    Load,
    /// `a := M[b + (c << value)]`
    LoadAt,
    /// `a := M[b]`, then `b += value`
    LoadThen,
    /// `a := M[b]`, then `b += c << value`
    LoadThenAt,
    /// `b += value`, then `a := M[b]`
    LoadFirst,
    /// To the address in `M[b]`, and `b += value`
    LoadThenJump,
    /// The byte at `b + value`
    LoadByte,
    /// The byte at `b + (c << value)`
    LoadByteAt,
    /// The byte at `b`, then `b += value`
    LoadByteThen,
    /// The byte at `b`, then `b += c << value`
    LoadByteThenAt,
    /// `b += value`, then the byte at `b`
    LoadByteFirst,
    /// The byte at `b + value`, with sign
    LoadSigned,
    /// The byte at `b + (c << value)`, with sign
    LoadSignedAt,
    /// The byte at `b`, with sign, then `b += value`
    LoadSignedThen,
    /// The halfword at `b + value`
    LoadHalf,
    /// `M[b + value] := a`
    Store,
    /// `M[b + (c << value)] := a`
    StoreAt,
    /// `M[b] := a`, then `b += value`
    StoreThen,
    /// `M[b] := a`, then `b += c << value`
    StoreThenAt,
    /// `b += value`, then `M[b] := a`
    StoreFirst,
    /// The byte at `b + value`
    StoreByte,
    /// The byte at `b + (c << value)`
    StoreByteAt,
    /// The byte at `b`, then `b += value`
    StoreByteThen,
    /// The byte at `b`, then `b += c << value`
    StoreByteThenAt,
    /// `b += value`, then the byte at `b`
    StoreByteFirst,
    /// The halfword at `b + value`
    StoreHalf,
    /// LDM of the registers in the lower half of `value`, `a` bytes from `b` to the first word, the upper half of `value` from
    /// there to the last, `c` bytes (signed) that `b` moves
    LoadMany,
    /// The same, and R15 last
    LoadManyJump,
    /// STM without R15 likewise
    StoreMany,
    /// To address `value`
    Branch,
    /// To address `value`, back, in a loop that may be one that only counts or prints a text
    LoopBranch,
    /// To address `value`, with R14
    BranchLink,
    /// To the address in `c`; its lowest bit must be clear
    BranchExchange,
    /// To the address in `c`
    Jump,
    /// A branch with a condition. This and what is below are only in a [`Ready`](super::ready::Ready).
    When,
    /// Any other operation with a condition.
    Conditional,
    /// `Cmp`, then a branch if one follows. This and what is below are operations that are often met one after the other: the
    /// second one, and perhaps a third and a fourth one, is executed at once where it follows.
    CmpBranch,
    /// `CmpRegister`, then a branch.
    CmpRegisterBranch,
    /// `Tst`, then a branch.
    TstBranch,
    /// `Subs`, then a branch.
    SubsBranch,
    /// `Cmp`, then an operation with a condition.
    CmpConditional,
    /// `CmpRegister`, then an operation with a condition.
    CmpRegisterConditional,
    /// `Add`, then `Cmp`.
    AddCmp,
    /// `Add`, then `CmpRegister`.
    AddCmpRegister,
    /// `AddRegister`, then `Mov`.
    AddRegisterMov,
    /// `AddRegister`, then `LoadByte`.
    AddRegisterLoadByte,
    /// `Mov` twice.
    MovTwice,
    /// `Mov`, then `MovRegister`.
    MovMovRegister,
    /// `Mov`, then `AddRegister`.
    MovAddRegister,
    /// `Mov`, then `LoadByte`.
    MovLoadByte,
    /// `Mov`, then `LoadByteThen`.
    MovLoadByteThen,
    /// `Mov`, then `StoreByteThen`.
    MovStoreByteThen,
    /// `Mov`, then `BranchLink`.
    MovBranchLink,
    /// `Mov`, then `Mul`.
    MovMul,
    /// `MovRegister`, then `Mov`.
    MovRegisterMov,
    /// `MovRegister` twice.
    MovRegisterTwice,
    /// `MovRegister`, then `BranchLink`.
    MovRegisterBranchLink,
    /// `Mul`, then `AddRegister`.
    MulAddRegister,
    /// `Load`, then `Cmp`.
    LoadCmp,
    /// `LoadThen`, then `CmpRegister`.
    LoadThenCmpRegister,
    /// `LoadThenAt`, then `CmpRegister`.
    LoadThenAtCmpRegister,
    /// `LoadByteThenAt`, then `CmpRegister`.
    LoadByteThenAtCmpRegister,
    /// `LoadByte`, then `Tst`.
    LoadByteTst,
    /// `LoadByte`, then `Cmp`.
    LoadByteCmp,
    /// `LoadByteAt`, then `Cmp`.
    LoadByteAtCmp,
    /// `LoadByteThen`, then `Cmp`.
    LoadByteThenCmp,
    /// `LoadByteThen`, then `CmpRegister`.
    LoadByteThenCmpRegister,
    /// `LoadByteThen`, then `StoreByteThen`.
    LoadByteThenStoreByteThen,
    /// `StoreByte`, then `LoadManyJump`.
    StoreByteLoadManyJump,
    /// `StoreByteThen`, then `Mov`.
    StoreByteThenMov,
    /// `StoreMany`, then `Mov`.
    StoreManyMov,
    /// `StoreMany`, then `MovRegister`.
    StoreManyMovRegister,
}

/// A decoded operation.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    /// What it does.
    pub code: Code,
    /// When.
    pub condition: Condition,
    /// Destination, or the register to store.
    pub a: u8,
    /// First operand, or base.
    pub b: u8,
    /// Second operand.
    pub c: u8,
    /// A number that is ready to be used.
    pub value: u32,
}

impl Op {
    /// What is interpreted from its word, after it was noted.
    pub const DATA: Self = Self::bare(Code::Data);
    /// A word that has not run yet.
    pub const FIRST: Self = Self::bare(Code::First);
    /// What is interpreted from its word.
    const OTHER: Self = Self::bare(Code::Other);

    /// The place of `a` among registers. It is read where it is used: operands that are read before it is known what an
    /// operation does cost as much as the operation.
    #[inline]
    pub fn a(&self) -> usize {
        usize::from(self.a)
    }

    /// The place of `b`.
    #[inline]
    pub fn b(&self) -> usize {
        usize::from(self.b)
    }

    /// The place of `c`.
    #[inline]
    pub fn c(&self) -> usize {
        usize::from(self.c)
    }

    const fn bare(code: Code) -> Self {
        Self {
            code,
            condition: Condition::Al,
            a: 0,
            b: 0,
            c: 0,
            value: 0,
        }
    }
}

/// Whether the loop that a branch closes may be one that only counts, or one that prints a text.
pub fn may_be_skipped(ops: &[Op], at: usize) -> bool {
    let first = (ops[at].value >> 2) as usize;
    if first > at || at - first >= LONGEST {
        return false;
    }

    let body = &ops[first..=at];
    may_count(body) || may_print(body)
}

fn may_count(body: &[Op]) -> bool {
    let is_set = |register: u8| body.iter().any(|op| sets(op) == Some(register));
    body.iter().all(|op| match op.code {
        Code::Load | Code::LoadByte | Code::Store => !is_set(op.b),
        Code::Branch | Code::LoopBranch | Code::BranchLink => true,
        _ => is_plain(op.code),
    })
}

/// Whether a byte is read and one written, perhaps by a subroutine. What is stored where the base moves on is not printed.
fn may_print(body: &[Op]) -> bool {
    let reads = |op: &Op| matches!(op.code, Code::LoadByte | Code::LoadByteAt | Code::LoadByteThen);
    let writes = |op: &Op| {
        let stores = matches!(
            op.code,
            Code::Store | Code::StoreAt | Code::StoreByte | Code::StoreByteAt
        );
        stores || op.code == Code::BranchLink
    };
    let copies = |op: &Op| matches!(op.code, Code::StoreThen | Code::StoreByteThen) && op.condition == Condition::Al;
    body.iter().any(reads) && body.iter().any(writes) && !body.iter().any(copies)
}

fn is_plain(code: Code) -> bool {
    (Code::Mov as u8..=Code::Mul as u8).contains(&(code as u8))
}

fn sets(op: &Op) -> Option<u8> {
    match op.code {
        Code::BranchLink => Some(14),
        Code::Cmp
        | Code::CmpRegister
        | Code::Cmn
        | Code::Tst
        | Code::TstRegister
        | Code::Store
        | Code::Branch
        | Code::LoopBranch => None,
        _ => Some(op.a),
    }
}
