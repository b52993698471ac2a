//! An operation in its place, as the inner loop executes it: perhaps together with those that follow.

use std::ops::Deref;

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
    /// The operation; the value of a branch is the place of the next one.
    pub op: Op,
}

impl Deref for Ready {
    type Target = Op;

    fn deref(&self) -> &Op {
        &self.op
    }
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
            op: Op { value, ..op },
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

    /// Of LDM and STM: how far the lowest word is from the base, in bytes.
    #[inline]
    pub fn first(&self) -> i32 {
        i32::from(self.a as i8)
    }

    /// Of LDM and STM: how far the base moves, in bytes.
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
