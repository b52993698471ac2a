//! An operation in its place, as the inner loop executes it: perhaps together with those that follow.

use super::isa::Condition;
use super::op::{Code, Op};

/// An operation that has run, or one that never has: [`Ready::FIRST`].
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub struct Ready {
    /// What is done, perhaps together with what follows.
    pub step: Code,
    /// What it does by itself: [`Code::When`] and [`Code::Conditional`] where that depends on a condition.
    pub own: Code,
    /// What it does when the condition is met.
    pub code: Code,
    /// When.
    pub condition: Condition,
    a: u8,
    b: u8,
    c: u8,
    /// A number that is ready to be used; for branches the place of the next operation.
    pub value: u32,
}

impl Ready {
    /// A word that has not run yet.
    pub const FIRST: Self = Self::new(Op::FIRST);

    /// An operation by itself.
    pub const fn new(op: Op) -> Self {
        let is_branch = matches!(op.code, Code::Branch | Code::LoopBranch);
        let own = match op.condition {
            Condition::Al => op.code,
            _ if is_branch => Code::When,
            _ => Code::Conditional,
        };
        let value = if is_branch || matches!(op.code, Code::BranchLink) {
            op.value >> 2
        } else {
            op.value
        };
        Self {
            step: own,
            own,
            code: op.code,
            condition: op.condition,
            a: op.a,
            b: op.b,
            c: op.c,
            value,
        }
    }

    /// The same before another operation: together with that one, if they are often met so. Whoever executes the second one looks
    /// whether it is there, as it need not be the same forever.
    pub fn before(self, next: &Self) -> Self {
        Self {
            step: together(self.own, next.own),
            ..self
        }
    }

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

    /// The distance in bytes that `a` stands for in LDM and STM.
    #[inline]
    pub fn first(&self) -> i32 {
        i32::from(self.a as i8)
    }

    /// How far the base moves in LDM and STM.
    #[inline]
    pub fn moves(&self) -> i32 {
        i32::from(self.c as i8)
    }

    /// Whether it is a branch to a place that is known.
    #[inline]
    pub fn is_branch(&self) -> bool {
        matches!(self.own, Code::Branch | Code::LoopBranch | Code::When)
    }
}

/// What is done at once where two operations follow each other, if they are often met so.
fn together(one: Code, next: Code) -> Code {
    let is_branch = matches!(next, Code::Branch | Code::LoopBranch | Code::When);
    match (one, next) {
        (Code::Cmp, _) if is_branch => Code::CmpBranch,
        (Code::CmpRegister, _) if is_branch => Code::CmpRegisterBranch,
        (Code::Tst, _) if is_branch => Code::TstBranch,
        (Code::Subs, _) if is_branch => Code::SubsBranch,
        (Code::Cmp, Code::Conditional) => Code::CmpConditional,
        (Code::CmpRegister, Code::Conditional) => Code::CmpRegisterConditional,
        (Code::Add, Code::Cmp) => Code::AddCmp,
        (Code::Add, Code::CmpRegister) => Code::AddCmpRegister,
        (Code::AddRegister, Code::Mov) => Code::AddRegisterMov,
        (Code::AddRegister, Code::LoadByte) => Code::AddRegisterLoadByte,
        (Code::Mov, Code::Mov) => Code::MovTwice,
        (Code::Mov, Code::MovRegister) => Code::MovMovRegister,
        (Code::Mov, Code::AddRegister) => Code::MovAddRegister,
        (Code::Mov, Code::LoadByte) => Code::MovLoadByte,
        (Code::Mov, Code::LoadByteThen) => Code::MovLoadByteThen,
        (Code::Mov, Code::StoreByteThen) => Code::MovStoreByteThen,
        (Code::Mov, Code::BranchLink) => Code::MovBranchLink,
        (Code::Mov, Code::Mul) => Code::MovMul,
        (Code::MovRegister, Code::Mov) => Code::MovRegisterMov,
        (Code::MovRegister, Code::MovRegister) => Code::MovRegisterTwice,
        (Code::MovRegister, Code::BranchLink) => Code::MovRegisterBranchLink,
        (Code::Mul, Code::AddRegister) => Code::MulAddRegister,
        (Code::Load, Code::Cmp) => Code::LoadCmp,
        (Code::LoadThen, Code::CmpRegister) => Code::LoadThenCmpRegister,
        (Code::LoadThenAt, Code::CmpRegister) => Code::LoadThenAtCmpRegister,
        (Code::LoadByteThenAt, Code::CmpRegister) => Code::LoadByteThenAtCmpRegister,
        (Code::LoadByte, Code::Tst) => Code::LoadByteTst,
        (Code::LoadByte, Code::Cmp) => Code::LoadByteCmp,
        (Code::LoadByteAt, Code::Cmp) => Code::LoadByteAtCmp,
        (Code::LoadByteThen, Code::Cmp) => Code::LoadByteThenCmp,
        (Code::LoadByteThen, Code::CmpRegister) => Code::LoadByteThenCmpRegister,
        (Code::LoadByteThen, Code::StoreByteThen) => Code::LoadByteThenStoreByteThen,
        (Code::StoreByte, Code::LoadManyJump) => Code::StoreByteLoadManyJump,
        (Code::StoreByteThen, Code::Mov) => Code::StoreByteThenMov,
        (Code::StoreMany, Code::Mov) => Code::StoreManyMov,
        (Code::StoreMany, Code::MovRegister) => Code::StoreManyMovRegister,
        _ => one,
    }
}
