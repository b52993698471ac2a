//! Instruction formats of ARMv4T in ARM state.
//!
//! [`Instruction`] is one instruction with its fields as the architecture names them, free of any notation: assemblers make
//! it and [`encode`](Instruction::encode) it, the core and the disassembler get it from [`decode`](Instruction::decode).
//! Facts are those of the *ARM Architecture Reference Manual* for ARMv4T and of the ARM7TDMI data sheet. Nothing here knows
//! of sources, labels, memory or how an instruction is executed.

mod decode;
mod disassemble;
mod effect;
mod encode;
mod names;
#[cfg(test)]
mod tests;

pub use disassemble::disassemble;
pub use effect::Effect;

/// A register, 0 to 15.
pub type Register = u8;

/// When an instruction is executed: the four bits at its top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Condition {
    /// Z set.
    Eq,
    /// Z clear.
    Ne,
    /// C set; also written HS.
    Cs,
    /// C clear; also written LO.
    Cc,
    /// N set.
    Mi,
    /// N clear.
    Pl,
    /// V set.
    Vs,
    /// V clear.
    Vc,
    /// C set and Z clear.
    Hi,
    /// C clear or Z set.
    Ls,
    /// N equals V.
    Ge,
    /// N differs from V.
    Lt,
    /// Z clear, and N equals V.
    Gt,
    /// Z set, or N differs from V.
    Le,
    /// Always.
    Al,
}

/// The sixteen data-processing operations, in the order of their codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the mnemonics say it")]
pub enum DataOperation {
    And,
    Eor,
    Sub,
    Rsb,
    Add,
    Adc,
    Sbc,
    Rsc,
    Tst,
    Teq,
    Cmp,
    Cmn,
    Orr,
    Mov,
    Bic,
    Mvn,
}

/// A kind of shift, in the order of their codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the mnemonics say it")]
pub enum ShiftKind {
    Lsl,
    Lsr,
    Asr,
    Ror,
}

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

/// What an instruction does if its condition holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// AND to MVN.
    Data {
        /// Which.
        operation: DataOperation,
        /// Whether it sets the flags. TST, TEQ, CMP and CMN always do.
        flags: bool,
        /// The destination; 0 for the four that have none.
        rd: Register,
        /// The first operand; 0 for MOV and MVN.
        rn: Register,
        /// The second operand.
        operand: Operand,
    },
    /// MUL, MLA.
    Multiply {
        /// Whether it sets the flags.
        flags: bool,
        /// The destination.
        rd: Register,
        /// One factor.
        rm: Register,
        /// The other.
        rs: Register,
        /// What MLA adds.
        accumulate: Option<Register>,
    },
    /// UMULL, UMLAL, SMULL, SMLAL.
    MultiplyLong {
        /// Whether it sets the flags.
        flags: bool,
        /// The S of SMULL.
        signed: bool,
        /// Whether it adds to what is there.
        accumulate: bool,
        /// The upper half.
        high: Register,
        /// The lower half.
        low: Register,
        /// One factor.
        rm: Register,
        /// The other.
        rs: Register,
    },
    /// SWP, SWPB.
    Swap {
        /// A byte, not a word.
        byte: bool,
        /// What is loaded goes there.
        rd: Register,
        /// What is stored.
        rm: Register,
        /// The address.
        rn: Register,
    },
    /// B, BL.
    Branch {
        /// Whether LR takes the return address.
        link: bool,
        /// Bytes from this instruction plus 8; a multiple of 4, 26 bits with sign.
        offset: i32,
    },
    /// BX.
    BranchExchange {
        /// Where to.
        rm: Register,
    },
    /// LDR, STR and their kin.
    Transfer {
        /// A load, not a store.
        load: bool,
        /// How much.
        unit: Unit,
        /// The register.
        rd: Register,
        /// The base.
        rn: Register,
        /// Whether the offset is added, not subtracted.
        up: bool,
        /// The distance from the base.
        offset: Offset,
        /// Before or after.
        indexing: Indexing,
    },
    /// LDM, STM.
    Block {
        /// A load, not a store.
        load: bool,
        /// The base.
        rn: Register,
        /// The P bit: the address moves before each register.
        before: bool,
        /// The U bit: upwards.
        up: bool,
        /// The base is written back.
        writeback: bool,
        /// The S bit (`^`).
        user: bool,
        /// One bit for each register.
        list: u16,
    },
    /// MRS.
    ReadStatus {
        /// The destination.
        rd: Register,
        /// SPSR, not CPSR.
        saved: bool,
    },
    /// MSR.
    WriteStatus {
        /// SPSR, not CPSR.
        saved: bool,
        /// Which fields: bit 0 control, 1 extension, 2 status, 3 flags.
        fields: u8,
        /// An immediate, or a register without a shift.
        operand: Operand,
    },
    /// SWI.
    Interrupt {
        /// Its comment, 24 bits.
        comment: u32,
    },
}

/// One instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// When it is executed.
    pub condition: Condition,
    /// What it does.
    pub operation: Operation,
}
