//! A word as the instruction it is.
//!
//! Bits that should be zero or one and are not make no difference, as in hardware: Rn of MOV and MVN, Rd of the four that
//! only set flags, Rn of MUL, bits 11 to 8 of SWP and of halfword transfers by a register, bits 19 to 16 and 11 to 0 of MRS,
//! bits 15 to 12 of MSR (and 11 to 8 with a register), bits 19 to 8 of BX. For every other word that is an instruction,
//! encoding what was decoded gives it back. Everything that the manual leaves to later architectures or to coprocessors is
//! `None`, even where an ARM7TDMI would do something unforeseen: a submission that relies on it is broken.

use super::{
    Condition, DataOperation, Indexing, Instruction, Offset, Operand, Operation, Register, Shift, ShiftKind, Unit,
};

impl Instruction {
    /// Takes a word apart; `None` where no ARMv4T instruction has that word: condition 15, coprocessors, and the undefined
    /// space with all that later architectures put there.
    pub fn decode(word: u32) -> Option<Self> {
        let condition = Condition::from_code((word >> 28) as u8)?;
        let operation = match word >> 25 & 7 {
            0 if word & 0x90 == 0x90 => extended(word)?,
            0 | 1 => data(word)?,
            2 => transfer(word, Offset::Immediate(word as u16 & 0xFFF)),
            3 if word & 0x10 == 0 => transfer(word, Offset::Register(at(word, 0), amount(word))),
            4 => block(word),
            5 => Operation::Branch {
                link: bit(word, 24),
                offset: ((word << 8) as i32) >> 6,
            },
            7 if bit(word, 24) => Operation::Interrupt {
                comment: word & 0x00FF_FFFF,
            },
            _ => return None,
        };

        Some(Self { condition, operation })
    }
}

/// The register in the field whose lowest bit is given.
fn at(word: u32, lowest: u32) -> Register {
    (word >> lowest & 15) as Register
}

/// One bit.
fn bit(word: u32, number: u32) -> bool {
    word >> number & 1 != 0
}

/// The shift in bits 6 and 5.
fn kind(word: u32) -> ShiftKind {
    ShiftKind::ALL[(word >> 5 & 3) as usize]
}

/// A shift by the field of five bits.
fn amount(word: u32) -> Shift {
    Shift::Amount(kind(word), (word >> 7 & 31) as u8)
}

/// The second operand.
fn operand(word: u32) -> Operand {
    if bit(word, 25) {
        Operand::Immediate {
            value: word as u8,
            rotation: at(word, 8),
        }
    } else if bit(word, 4) {
        Operand::Register(at(word, 0), Shift::Register(kind(word), at(word, 8)))
    } else {
        Operand::Register(at(word, 0), amount(word))
    }
}

/// Data processing; TST to CMN without their S bit are other instructions.
fn data(word: u32) -> Option<Operation> {
    let operation = DataOperation::ALL[(word >> 21 & 15) as usize];
    let flags = bit(word, 20);
    let (destination, first) = (operation.has_destination(), operation.has_first());
    if !destination && !flags {
        return status(word);
    }

    Some(Operation::Data {
        operation,
        flags,
        rd: if destination { at(word, 12) } else { 0 },
        rn: if first { at(word, 16) } else { 0 },
        operand: operand(word),
    })
}

/// MRS, MSR and BX.
fn status(word: u32) -> Option<Operation> {
    let (saved, write) = (bit(word, 22), bit(word, 21));
    let plain = word & 0xF0 == 0;
    match (bit(word, 25), write) {
        (true, true) => Some(Operation::WriteStatus {
            saved,
            fields: at(word, 16),
            operand: operand(word),
        }),
        (false, true) if plain => Some(Operation::WriteStatus {
            saved,
            fields: at(word, 16),
            operand: Operand::Register(at(word, 0), Shift::Amount(ShiftKind::Lsl, 0)),
        }),
        (false, true) if word & 0xF0 == 0x10 && !saved => Some(Operation::BranchExchange { rm: at(word, 0) }),
        (false, false) if plain => Some(Operation::ReadStatus {
            rd: at(word, 12),
            saved,
        }),
        _ => None,
    }
}

/// Words with bits 7 and 4 set where a shift would be: multiplies, swaps, and halfword and signed transfers.
fn extended(word: u32) -> Option<Operation> {
    if word & 0x60 != 0 {
        return short_transfer(word);
    }

    let flags = bit(word, 20);
    let (rd, rn, rs, rm) = (at(word, 16), at(word, 12), at(word, 8), at(word, 0));
    match word >> 21 & 15 {
        0 | 1 => Some(Operation::Multiply {
            flags,
            rd,
            rm,
            rs,
            accumulate: bit(word, 21).then_some(rn),
        }),
        4..=7 => Some(Operation::MultiplyLong {
            flags,
            signed: bit(word, 22),
            accumulate: bit(word, 21),
            high: rd,
            low: rn,
            rm,
            rs,
        }),
        8 | 10 if !flags => Some(Operation::Swap {
            byte: bit(word, 22),
            rd: rn,
            rm,
            rn: rd,
        }),
        _ => None,
    }
}

/// LDRH, STRH, LDRSB and LDRSH. Their signed stores are LDRD and STRD of ARMv5TE, and writing back with an index after is
/// LDRHT and its kin of ARMv6T2.
fn short_transfer(word: u32) -> Option<Operation> {
    let load = bit(word, 20);
    let unit = match (word >> 5 & 3, load) {
        (1, _) => Unit::Half,
        (2, true) => Unit::SignedByte,
        (3, true) => Unit::SignedHalf,
        _ => return None,
    };

    let offset = if bit(word, 22) {
        Offset::Immediate((word >> 4 & 0xF0 | word & 0x0F) as u16)
    } else {
        Offset::Register(at(word, 0), Shift::Amount(ShiftKind::Lsl, 0))
    };

    match indexing(word) {
        Indexing::Post { translate: true } => None,
        indexing => Some(moved(word, unit, offset, indexing)),
    }
}

/// LDR, STR, LDRB and STRB.
fn transfer(word: u32, offset: Offset) -> Operation {
    let unit = if bit(word, 22) { Unit::Byte } else { Unit::Word };
    moved(word, unit, offset, indexing(word))
}

/// The fields that all transfers share.
fn moved(word: u32, unit: Unit, offset: Offset, indexing: Indexing) -> Operation {
    Operation::Transfer {
        load: bit(word, 20),
        unit,
        rd: at(word, 12),
        rn: at(word, 16),
        up: bit(word, 23),
        offset,
        indexing,
    }
}

/// The P and W bits.
fn indexing(word: u32) -> Indexing {
    match (bit(word, 24), bit(word, 21)) {
        (true, false) => Indexing::Offset,
        (true, true) => Indexing::Pre,
        (false, translate) => Indexing::Post { translate },
    }
}

/// LDM and STM.
fn block(word: u32) -> Operation {
    Operation::Block {
        load: bit(word, 20),
        rn: at(word, 16),
        before: bit(word, 24),
        up: bit(word, 23),
        writeback: bit(word, 21),
        user: bit(word, 22),
        list: word as u16,
    }
}
