//! What is at an address, as the inner loop executes it: of an operation everything that is known beforehand, such as the
//! addresses that it reaches and the condition that it asks for.

use super::op::{Code, Op};
use super::os::DEVICES;

/// What the inner loop does at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Step {
    /// Not decoded yet, or changed since.
    Undecoded,
    /// Nothing was ever loaded or stored here.
    Blank,
    /// The entry of a trap service; `a` is its number.
    Native,
    /// Nothing for the inner loop.
    Special,
    /// `a := b + c`
    Add,
    /// `a := b + value`
    AddValue,
    /// `a := b & c`
    And,
    /// `a := b & value`
    AndValue,
    /// `a := !b`
    Not,
    /// A branch without a condition: nothing happens.
    Never,
    /// Go to `value`.
    Always,
    /// Go to `value` when the condition is negative. So do the next ones with theirs.
    Negative,
    /// Zero.
    Zero,
    /// Positive.
    Positive,
    /// Not positive.
    NotPositive,
    /// Not zero.
    NotZero,
    /// Not negative.
    NotNegative,
    /// Go to `b`.
    Jmp,
    /// Call `value`.
    Jsr,
    /// Call `b`.
    Jsrr,
    /// `a := M[value]`, which is no device's.
    Ld,
    /// `a := M[M[value]]`; the pointer is no device's.
    Ldi,
    /// `a := M[b + value]`
    Ldr,
    /// `a := value`
    Lea,
    /// `M[value] := a`, which is no device's.
    St,
    /// `M[M[value]] := a`; the pointer is no device's.
    Sti,
    /// `M[b + value] := a`
    Str,
    /// Trap through vector `value`.
    Trap,
    /// `AddValue`, then a branch if one follows. This and what is below are pairs: the second one is executed where it is still
    /// there, and after some pairs a third one.
    AddValueBranch,
    /// `AddValue` twice.
    AddValueTwice,
    /// `Add`, then a branch.
    AddBranch,
    /// `AndValue`, then `AddValue`.
    AndValueAddValue,
    /// `Not`, then `AddValue`.
    NotAddValue,
    /// `Ld`, then a branch.
    LdBranch,
    /// `Ld`, then `Trap`.
    LdTrap,
    /// `Ld` twice.
    LdTwice,
    /// `Ld`, then `Add`.
    LdAdd,
    /// `Ld`, then `AddValue`.
    LdAddValue,
    /// `Ld`, then `Jmp`.
    LdJmp,
    /// `Ldr`, then a branch.
    LdrBranch,
    /// `Ldr`, then `Trap`.
    LdrTrap,
    /// `Ldr`, then `Add`.
    LdrAdd,
    /// `Lea`, then `Trap`.
    LeaTrap,
    /// `St` twice.
    StTwice,
    /// `Trap`, then `AddValue`.
    TrapAddValue,
    /// `Trap`, then `Always`.
    TrapAlways,
}

impl Step {
    /// Whether it is a branch of any kind.
    #[inline]
    pub fn is_branch(self) -> bool {
        (Self::Never as u8..=Self::NotNegative as u8).contains(&(self as u8))
    }

    /// What is done at once where this one and `next` follow each other, if it is a pair that is often met.
    fn with(self, next: Self) -> Self {
        match (self, next) {
            (Self::AddValue, next) if next.is_branch() => Self::AddValueBranch,
            (Self::AddValue, Self::AddValue) => Self::AddValueTwice,
            (Self::Add, next) if next.is_branch() => Self::AddBranch,
            (Self::AndValue, Self::AddValue) => Self::AndValueAddValue,
            (Self::Not, Self::AddValue) => Self::NotAddValue,
            (Self::Ld, next) if next.is_branch() => Self::LdBranch,
            (Self::Ld, Self::Trap) => Self::LdTrap,
            (Self::Ld, Self::Ld) => Self::LdTwice,
            (Self::Ld, Self::Add) => Self::LdAdd,
            (Self::Ld, Self::AddValue) => Self::LdAddValue,
            (Self::Ld, Self::Jmp) => Self::LdJmp,
            (Self::Ldr, next) if next.is_branch() => Self::LdrBranch,
            (Self::Ldr, Self::Trap) => Self::LdrTrap,
            (Self::Ldr, Self::Add) => Self::LdrAdd,
            (Self::Lea, Self::Trap) => Self::LeaTrap,
            (Self::St, Self::St) => Self::StTwice,
            (Self::Trap, Self::AddValue) => Self::TrapAddValue,
            (Self::Trap, Self::Always) => Self::TrapAlways,
            _ => self,
        }
    }
}

/// An operation in its place. It is found the quicker for its size.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(8))]
pub struct Ready {
    /// What is done, perhaps together with the next one.
    pub step: Step,
    /// What it does by itself.
    pub own: Step,
    /// Destination or source register, service.
    pub a: u8,
    /// First source register.
    pub b: u8,
    /// Second source register.
    pub c: u8,
    /// Immediate, offset, address or vector.
    pub value: u16,
}

impl Ready {
    /// One without operands.
    pub const fn bare(step: Step) -> Self {
        Self {
            step,
            own: step,
            a: 0,
            b: 0,
            c: 0,
            value: 0,
        }
    }

    /// An operation at an address.
    pub fn new(op: Op, at: u16) -> Self {
        let address = at.wrapping_add(1).wrapping_add(op.value);
        let ready = |step, value| Self {
            step,
            own: step,
            a: op.a,
            b: op.b,
            c: op.c,
            value,
        };
        let reaching = |step| {
            if address < DEVICES {
                ready(step, address)
            } else {
                Self::bare(Step::Special)
            }
        };
        match op.code {
            Code::Undecoded => Self::bare(Step::Undecoded),
            Code::Blank => Self::bare(Step::Blank),
            Code::Native => ready(Step::Native, 0),
            Code::Add => ready(Step::Add, 0),
            Code::AddValue => ready(Step::AddValue, op.value),
            Code::And => ready(Step::And, 0),
            Code::AndValue => ready(Step::AndValue, op.value),
            Code::Not => ready(Step::Not, 0),
            Code::Br => ready(branch(op.a), address),
            Code::Jmp => ready(Step::Jmp, 0),
            Code::Jsr => ready(Step::Jsr, address),
            Code::Jsrr => ready(Step::Jsrr, 0),
            Code::Ld => reaching(Step::Ld),
            Code::Ldi => reaching(Step::Ldi),
            Code::Ldr => ready(Step::Ldr, op.value),
            Code::Lea => ready(Step::Lea, address),
            Code::St => reaching(Step::St),
            Code::Sti => reaching(Step::Sti),
            Code::Str => ready(Step::Str, op.value),
            Code::Trap => ready(Step::Trap, op.value & 0xFF),
            Code::Data | Code::Undefined | Code::Inserted | Code::Rti | Code::Illegal => Self::bare(Step::Special),
        }
    }
}

impl Ready {
    /// The same before another operation: together with that one, if they are a pair that is often met. Code that a program
    /// changes makes the pair no longer true, so that whoever executes the second one looks whether it is there.
    pub fn before(self, next: Self) -> Self {
        Self {
            step: self.own.with(next.own),
            ..self
        }
    }

    /// There is no operation any more.
    #[inline]
    pub fn turn(&mut self, step: Step) {
        (self.step, self.own) = (step, step);
    }
}

/// A branch when a condition in a mask holds.
fn branch(mask: u8) -> Step {
    match mask & 7 {
        0 => Step::Never,
        1 => Step::Positive,
        2 => Step::Zero,
        3 => Step::NotNegative,
        4 => Step::Negative,
        5 => Step::NotZero,
        6 => Step::NotPositive,
        _ => Step::Always,
    }
}
