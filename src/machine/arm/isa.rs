//! Instruction formats of ARMv4T in ARM state.
//!
//! [`Instruction`] is one instruction with its fields as the architecture names them, free of any notation: assemblers make
//! it and [`encode`](Instruction::encode) it, the core and the disassembler get it from [`decode`](Instruction::decode).
//! Facts are those of the *ARM Architecture Reference Manual* for ARMv4T and of the ARM7TDMI data sheet. Nothing here knows
//! of sources, labels, memory or how an instruction is executed.

mod disassemble;
mod effect;
mod field;
mod names;
mod table;
#[cfg(test)]
mod tests;

pub use disassemble::disassemble;
pub use effect::Effect;
pub use names::{Condition, DataOperation, ShiftKind};
pub use table::{Encoding, Operation, Slot};

/// A register, 0 to 15.
pub type Register = u8;

/// The stack pointer.
pub const STACK: Register = 13;

/// What a register goes through on its way to an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shift {
    /// By the field of five bits. `Lsl` 0 is no shift; `Lsr` 0 and `Asr` 0 mean 32; `Ror` 0 is RRX.
    Amount(ShiftKind, u8),
    /// By the lowest byte of a register.
    Register(ShiftKind, Register),
}

/// The second operand of a data-processing instruction, and of MSR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A byte rotated right by twice the rotation (0 to 15).
    Immediate {
        /// The byte.
        value: u8,
        /// Half of how far it is rotated.
        rotation: u8,
    },
    /// A register, shifted.
    Register(Register, Shift),
}

/// The distance of a load or store from its base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A number: twelve bits for words and bytes, eight for the others.
    Immediate(u16),
    /// A register, shifted by an amount; for halfwords and signed loads never shifted.
    Register(Register, Shift),
}

/// How base and offset make the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Indexing {
    /// `[Rn, offset]`
    Offset,
    /// `[Rn, offset]!`
    Pre,
    /// `[Rn], offset`; `translate` is the T of LDRT: as in user mode.
    Post {
        /// The T.
        translate: bool,
    },
}

/// What a load or store moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Four bytes.
    Word,
    /// One byte.
    Byte,
    /// Two bytes.
    Half,
    /// One byte with its sign; loads only.
    SignedByte,
    /// Two bytes with their sign; loads only.
    SignedHalf,
}

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// When it is executed.
    pub condition: Condition,
    /// What it does.
    pub operation: Operation,
}

impl Instruction {
    /// The word, with every bit that should be zero or one as it should be. Fields out of range lose their high bits.
    pub fn encode(&self) -> u32 {
        let operation = self.operation.encoded().map_or(UNDEFINED, |(_, word)| word);
        u32::from(self.condition.code()) << 28 | operation
    }

    /// Takes a word apart; `None` where no ARMv4T instruction has that word: condition 15, and all that
    /// [`Operation::decode`] does not know.
    pub fn decode(word: u32) -> Option<Self> {
        let condition = Condition::from_code((word >> 28) as u8)?;
        let operation = Operation::decode(word)?;
        Some(Self { condition, operation })
    }
}

/// A word that is no instruction, below its condition.
const UNDEFINED: u32 = 0x07F0_00F0;
