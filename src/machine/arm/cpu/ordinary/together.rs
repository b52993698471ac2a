//! Operations that are executed one after the other without looking for the next one.

use super::{Burst, Then};
use crate::machine::arm::op::Code;
use crate::machine::arm::ready::Ready;

/// Executes one operation, and the next ones as long as they are those that are named. One in parentheses may be missing, and has a
/// condition.
macro_rules! run {
    (then $burst:ident) => { Then::Next };
    (then $burst:ident, Branch $($rest:tt)*) => {
        match $burst.next::<WATCH>() {
            Some(op) if op.is_branch() => {
                $burst.pc += 1;
                if $burst.flags.hold(op.condition) {
                    $burst.branch(op)
                } else {
                    run!(then $burst $($rest)*)
                }
            }
            _ => Then::Next,
        }
    };
    (then $burst:ident, ($maybe:ident) $($rest:tt)*) => {{
        let then = match $burst.next::<WATCH>() {
            Some(op) if op.own == Code::Conditional && op.code == Code::$maybe => {
                $burst.pc += 1;
                if $burst.flags.hold(op.condition) {
                    $burst.execute::<WATCH>(op, Code::$maybe)
                } else {
                    Then::Next
                }
            }
            _ => Then::Next,
        };
        match then {
            Then::Next => run!(then $burst $($rest)*),
            then => then,
        }
    }};
    (then $burst:ident, $other:ident $($rest:tt)*) => {
        match $burst.next::<WATCH>() {
            Some(op) if op.own == Code::$other => {
                $burst.pc += 1;
                run!($burst, op, $other $($rest)*)
            }
            _ => Then::Next,
        }
    };
    ($burst:ident, $op:ident, $one:ident $($rest:tt)*) => {
        match $burst.execute::<WATCH>($op, Code::$one) {
            Then::Next => run!(then $burst $($rest)*),
            then => then,
        }
    };
}

/// Executes an operation that may be more than one. All that are executed alone are named: then the host looks only once what it
/// is.
macro_rules! dispatch {
    (($burst:ident, $op:ident) together { $($some:ident: $($part:tt),*;)* } alone { $($one:ident)* }) => {
        match $op.step {
            Code::When if $burst.flags.hold($op.condition) => $burst.branch($op),
            Code::Conditional if $burst.flags.hold($op.condition) => $burst.execute::<WATCH>($op, $op.code),
            Code::When | Code::Conditional => Then::Next,
            $(Code::$some => run!($burst, $op, $($part),*),)*
            $(Code::$one => $burst.execute::<WATCH>($op, Code::$one),)*
            Code::Other | Code::Data | Code::First => Then::Rare,
        }
    };
}

#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
impl Burst<'_> {
    /// Executes an operation, which the program counter is past, and those that are executed together with it.
    #[inline(always)]
    pub(super) fn some<const WATCH: bool>(&mut self, op: &Ready) -> Then {
        dispatch! {
            (self, op)
            together {
                CmpBranch: Cmp, Branch;
                CmpRegisterBranch: CmpRegister, Branch;
                TstBranch: Tst, Branch;
                SubsBranch: Subs, Branch;
                CmpConditional: Cmp, (Mov), (Mov), (Add), Branch;
                CmpRegisterConditional: CmpRegister, (Mov), (MovRegister), (Add), Branch;
                AddCmp: Add, Cmp, Branch;
                AddCmpRegister: Add, CmpRegister, Branch;
                AddRegisterMov: AddRegister, Mov, MovRegister, BranchLink;
                AddRegisterLoadByte: AddRegister, LoadByte, Cmp, Branch;
                MovTwice: Mov, Mov;
                MovMovRegister: Mov, MovRegister, BranchLink, StoreMany;
                MovAddRegister: Mov, AddRegister, Mov;
                MovLoadByte: Mov, LoadByte, Tst, Branch;
                MovLoadByteThen: Mov, LoadByteThen, Cmp, Branch;
                MovStoreByteThen: Mov, StoreByteThen;
                MovBranchLink: Mov, BranchLink, StoreMany;
                MovMul: Mov, Mul, AddRegister;
                MovRegisterMov: MovRegister, Mov, MovRegister, BranchLink;
                MovRegisterTwice: MovRegister, MovRegister, BranchLink;
                MovRegisterBranchLink: MovRegister, BranchLink, StoreMany;
                MulAddRegister: Mul, AddRegister;
                LoadCmp: Load, Cmp, Branch;
                LoadThenCmpRegister: LoadThen, CmpRegister, Branch;
                LoadThenAtCmpRegister: LoadThenAt, CmpRegister, Branch;
                LoadByteThenAtCmpRegister: LoadByteThenAt, CmpRegister, Branch;
                LoadByteTst: LoadByte, Tst, Branch, StoreByte, LoadManyJump;
                LoadByteCmp: LoadByte, Cmp, (Mov), Branch;
                LoadByteAtCmp: LoadByteAt, Cmp, Branch;
                LoadByteThenCmp: LoadByteThen, Cmp, (StoreByteThen), Branch, BranchLink;
                LoadByteThenCmpRegister: LoadByteThen, CmpRegister, Branch;
                LoadByteThenStoreByteThen: LoadByteThen, StoreByteThen, Mov, StoreByteThen, Subs, Branch;
                StoreByteLoadManyJump: StoreByte, LoadManyJump;
                StoreByteThenMov: StoreByteThen, Mov, StoreByteThen, Add, Cmp, Branch;
                StoreManyMov: StoreMany, Mov, AddRegister, Mov;
                StoreManyMovRegister: StoreMany, MovRegister;
                BranchLink: BranchLink, StoreMany, Mov, LoadByte, Tst, Branch, StoreByte, LoadManyJump;
            }
            alone {
                Mov MovRegister MovLeft MovRight MovSigned Add AddRegister AddLeft SubRegister SubLeft RsbLeft Rsb
                And AndRegister Orr OrrRegister Eor EorRegister BicRegister Cmp CmpRegister Cmn Tst TstRegister Adds
                AddsRegister Subs SubsRegister Ands MovsRegister MulAdd Mul Load LoadAt LoadThen LoadThenAt
                LoadFirst LoadThenJump LoadByte LoadByteAt LoadByteThen LoadByteThenAt LoadByteFirst LoadSigned
                LoadSignedAt LoadSignedThen LoadHalf Store StoreAt StoreThen StoreThenAt StoreFirst StoreByte
                StoreByteAt StoreByteThen StoreByteThenAt StoreByteFirst StoreHalf LoadMany LoadManyJump StoreMany
                Branch LoopBranch BranchExchange Jump
            }
        }
    }
}
