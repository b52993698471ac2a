//! An instruction as its word.

use super::{DataOperation, Indexing, Instruction, Offset, Operand, Operation, Register, Shift, Unit};

impl Instruction {
    /// The word, with every bit that should be zero or one as it should be. Fields out of range lose their high bits.
    pub fn encode(&self) -> u32 {
        u32::from(self.condition.code()) << 28 | operation(self.operation)
    }
}

/// A register in the field whose lowest bit is given.
fn at(register: Register, lowest: u32) -> u32 {
    u32::from(register & 15) << lowest
}

/// One bit.
fn bit(set: bool, number: u32) -> u32 {
    u32::from(set) << number
}

/// All bits below the condition.
fn operation(operation: Operation) -> u32 {
    match operation {
        Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        } => data(operation, flags, rd, rn) | shifted(operand),
        Operation::Multiply {
            flags,
            rd,
            rm,
            rs,
            accumulate,
        } => {
            let added = accumulate.map_or(0, |rn| 1 << 21 | at(rn, 12));
            0x0000_0090 | bit(flags, 20) | at(rd, 16) | at(rs, 8) | at(rm, 0) | added
        }
        Operation::MultiplyLong {
            flags,
            signed,
            accumulate,
            high,
            low,
            rm,
            rs,
        } => {
            let kind = bit(signed, 22) | bit(accumulate, 21) | bit(flags, 20);
            0x0080_0090 | kind | at(high, 16) | at(low, 12) | at(rs, 8) | at(rm, 0)
        }
        Operation::Swap { byte, rd, rm, rn } => 0x0100_0090 | bit(byte, 22) | at(rn, 16) | at(rd, 12) | at(rm, 0),
        Operation::Branch { link, offset } => 0x0A00_0000 | bit(link, 24) | (offset >> 2) as u32 & 0x00FF_FFFF,
        Operation::BranchExchange { rm } => 0x012F_FF10 | at(rm, 0),
        Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            up,
            offset,
            indexing,
        } => transfer(unit, load, offset) | indexed(indexing) | bit(up, 23) | bit(load, 20) | at(rn, 16) | at(rd, 12),
        Operation::Block {
            load,
            rn,
            before,
            up,
            writeback,
            user,
            list,
        } => {
            let kind = bit(before, 24) | bit(up, 23) | bit(user, 22) | bit(writeback, 21) | bit(load, 20);
            0x0800_0000 | kind | at(rn, 16) | u32::from(list)
        }
        Operation::ReadStatus { rd, saved } => 0x010F_0000 | bit(saved, 22) | at(rd, 12),
        Operation::WriteStatus { saved, fields, operand } => {
            0x0120_F000 | bit(saved, 22) | u32::from(fields & 15) << 16 | shifted(operand)
        }
        Operation::Interrupt { comment } => 0x0F00_0000 | comment & 0x00FF_FFFF,
    }
}

/// What comes before the second operand. Fields that an operation does not have are zero.
fn data(operation: DataOperation, flags: bool, rd: Register, rn: Register) -> u32 {
    let code = u32::from(operation.code()) << 21;
    if operation.has_destination() {
        let first = if operation.has_first() { at(rn, 16) } else { 0 };
        code | bit(flags, 20) | first | at(rd, 12)
    } else {
        code | 1 << 20 | at(rn, 16)
    }
}

/// The second operand, with the bit that tells a number from a register.
fn shifted(operand: Operand) -> u32 {
    match operand {
        Operand::Immediate { value, rotation } => 1 << 25 | at(rotation, 8) | u32::from(value),
        Operand::Register(rm, shift) => register(rm, shift),
    }
}

/// A register and its shift.
fn register(rm: Register, shift: Shift) -> u32 {
    match shift {
        Shift::Amount(kind, amount) => u32::from(amount & 31) << 7 | u32::from(kind.code()) << 5 | at(rm, 0),
        Shift::Register(kind, rs) => at(rs, 8) | u32::from(kind.code()) << 5 | 1 << 4 | at(rm, 0),
    }
}

/// What a transfer moves and its offset.
fn transfer(unit: Unit, load: bool, offset: Offset) -> u32 {
    let code = match unit {
        Unit::Word | Unit::Byte => {
            let byte = bit(unit == Unit::Byte, 22);
            return 0x0400_0000
                | byte
                | match offset {
                    Offset::Immediate(number) => u32::from(number & 0xFFF),
                    Offset::Register(rm, shift) => 1 << 25 | register(rm, shift),
                };
        }
        Unit::Half => 0xB0,
        // There are no signed stores; what is stored has no sign.
        Unit::SignedByte | Unit::SignedHalf if !load => 0xB0,
        Unit::SignedByte => 0xD0,
        Unit::SignedHalf => 0xF0,
    };
    code | match offset {
        Offset::Immediate(number) => {
            let number = u32::from(number);
            1 << 22 | (number & 0xF0) << 4 | number & 0x0F
        }
        Offset::Register(rm, _) => at(rm, 0),
    }
}

/// The P and W bits.
fn indexed(indexing: Indexing) -> u32 {
    match indexing {
        Indexing::Offset => 1 << 24,
        Indexing::Pre => 1 << 24 | 1 << 21,
        Indexing::Post { translate } => bit(translate, 21),
    }
}
