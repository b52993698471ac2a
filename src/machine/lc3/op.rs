//! An instruction in a flat form, its operands ready, beside what is no instruction but must be met in the same place.

use super::isa::{self, Instruction};

/// The register of the stack pointer, in programs that have one.
pub const STACK: u8 = 6;

/// What a decoded operation does; the operands are in [`Op`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Not decoded yet, or changed since.
    Undecoded,
    /// Nothing was ever loaded or stored here.
    Blank,
    /// A word that was written as data; executing it is noted first.
    Data,
    /// The entry of a trap service; `a` is its number.
    Native,
    /// The entry for undefined trap vectors.
    Undefined,
    /// An instruction before which another one is tried.
    Inserted,
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
    /// Branch by `value` when a condition in mask `a` holds.
    Br,
    /// Jump to `b`.
    Jmp,
    /// Call by `value`.
    Jsr,
    /// Call `b`.
    Jsrr,
    /// `a := M[pc + value]`
    Ld,
    /// `a := M[M[pc + value]]`
    Ldi,
    /// `a := M[b + value]`
    Ldr,
    /// `a := pc + value`
    Lea,
    /// `M[pc + value] := a`
    St,
    /// `M[M[pc + value]] := a`
    Sti,
    /// `M[b + value] := a`
    Str,
    /// Trap through vector `value`.
    Trap,
    /// Return from a trap or interrupt.
    Rti,
    /// The reserved opcode 1101.
    Illegal,
}

/// A decoded operation.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    /// What it does.
    pub code: Code,
    /// Destination or source register, mask, service.
    pub a: u8,
    /// First source register.
    pub b: u8,
    /// Second source register.
    pub c: u8,
    /// Sign-extended immediate or offset, or a trap vector.
    pub value: u16,
}

impl Op {
    /// An operation without operands.
    pub const fn bare(code: Code) -> Self {
        Self {
            code,
            a: 0,
            b: 0,
            c: 0,
            value: 0,
        }
    }

    /// Decodes a word.
    pub fn decode(word: u16) -> Self {
        let op = |code, a, b, c, value| Self { code, a, b, c, value };
        match isa::decode(word) {
            Instruction::Add { dr, sr1, sr2 } => op(Code::Add, dr, sr1, sr2, 0),
            Instruction::AddImm { dr, sr1, imm } => op(Code::AddValue, dr, sr1, 0, imm as u16),
            Instruction::And { dr, sr1, sr2 } => op(Code::And, dr, sr1, sr2, 0),
            Instruction::AndImm { dr, sr1, imm } => op(Code::AndValue, dr, sr1, 0, imm as u16),
            Instruction::Not { dr, sr } => op(Code::Not, dr, sr, 0, 0),
            Instruction::Br { nzp, offset } => op(Code::Br, nzp, 0, 0, offset as u16),
            Instruction::Jmp { base } => op(Code::Jmp, 0, base, 0, 0),
            Instruction::Jsr { offset } => op(Code::Jsr, 0, 0, 0, offset as u16),
            Instruction::Jsrr { base } => op(Code::Jsrr, 0, base, 0, 0),
            Instruction::Ld { dr, offset } => op(Code::Ld, dr, 0, 0, offset as u16),
            Instruction::Ldi { dr, offset } => op(Code::Ldi, dr, 0, 0, offset as u16),
            Instruction::Ldr { dr, base, offset } => op(Code::Ldr, dr, base, 0, offset as u16),
            Instruction::Lea { dr, offset } => op(Code::Lea, dr, 0, 0, offset as u16),
            Instruction::St { sr, offset } => op(Code::St, sr, 0, 0, offset as u16),
            Instruction::Sti { sr, offset } => op(Code::Sti, sr, 0, 0, offset as u16),
            Instruction::Str { sr, base, offset } => op(Code::Str, sr, base, 0, offset as u16),
            Instruction::Trap { vector } => op(Code::Trap, 0, 0, 0, u16::from(vector)),
            Instruction::Rti => Self::bare(Code::Rti),
            Instruction::Illegal(_) => Self::bare(Code::Illegal),
        }
    }
}

impl Op {
    /// The register that it writes.
    pub fn writes(self) -> Option<u8> {
        match self.code {
            Code::Add
            | Code::AddValue
            | Code::And
            | Code::AndValue
            | Code::Not
            | Code::Ld
            | Code::Ldi
            | Code::Ldr
            | Code::Lea => Some(self.a & 7),
            Code::Trap => match self.value {
                0x20 | 0x23 => Some(0),
                _ => Some(7),
            },
            Code::Jsr | Code::Jsrr => Some(7),
            _ => None,
        }
    }

    /// Whether it sets the condition codes.
    pub fn sets_conditions(self) -> bool {
        match self.code {
            Code::Trap => true,
            Code::Lea | Code::Jsr | Code::Jsrr => false,
            _ => self.writes().is_some(),
        }
    }

    /// Whether it writes back what its register held, only to set the condition codes.
    pub fn keeps(self) -> bool {
        self.a & 7 == self.b & 7
            && match self.code {
                Code::AddValue => self.value == 0,
                Code::AndValue => self.value == 0xFFFF,
                Code::And => self.b & 7 == self.c & 7,
                _ => false,
            }
    }

    /// Whether it gives a register another value.
    pub fn changes(self, register: u8) -> bool {
        self.writes() == Some(register) && !self.keeps()
    }
}
