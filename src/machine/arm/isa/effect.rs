//! What an instruction reads and writes. The diagnosis and the proof of endless loops follow values by it.

use super::{DataOperation, Indexing, Offset, Operand, Operation, Register, Shift, ShiftKind};

/// What an operation does to registers and flags when its condition holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effect {
    /// The registers that it computes with, in the order of its operands. Stored registers are not among them.
    pub reads: [Option<Register>; 4],
    /// The registers that make the address of a transfer or the target of a jump, the base first.
    pub addresses: [Option<Register>; 2],
    /// The registers that it writes, one bit each. R15 is among them where a jump is taken through a register or memory.
    pub writes: u16,
    /// Whether it reads the flags, its condition not counted.
    pub reads_flags: bool,
    /// Whether it sets flags.
    pub sets_flags: bool,
    /// Whether it leaves some of the flags as they were: logical operations leave V, multiplications C and V.
    pub keeps_flags: bool,
}

impl Effect {
    /// Whether it writes a register.
    pub fn writes(self, register: Register) -> bool {
        self.writes >> (register & 15) & 1 != 0
    }

    /// The registers that it writes, in order.
    pub fn written(self) -> impl Iterator<Item = Register> {
        (0..16).filter(move |register| self.writes(*register))
    }
}

impl Operation {
    /// What it reads and writes.
    pub fn effect(self) -> Effect {
        match self {
            Self::Data {
                operation,
                flags,
                rd,
                rn,
                operand,
            } => data(operation, flags, rd, rn, operand),
            Self::Multiply { .. } | Self::MultiplyLong { .. } => multiply(self),
            Self::Swap { rd, rm, rn, .. } => Effect {
                reads: [Some(rm), None, None, None],
                addresses: [Some(rn), None],
                writes: bit(rd),
                ..Effect::default()
            },
            Self::Branch { link, .. } => Effect {
                writes: if link { bit(14) } else { 0 },
                ..Effect::default()
            },
            Self::BranchExchange { rm } => Effect {
                addresses: [Some(rm), None],
                writes: bit(15),
                ..Effect::default()
            },
            Self::Transfer {
                load,
                rd,
                rn,
                offset,
                indexing,
                ..
            } => transfer(load, rd, rn, offset, indexing),
            Self::Block {
                load,
                rn,
                writeback,
                list,
                ..
            } => block(load, rn, writeback, list),
            Self::ReadStatus { rd, .. } => Effect {
                writes: bit(rd),
                reads_flags: true,
                ..Effect::default()
            },
            Self::WriteStatus { operand, .. } => Effect {
                reads: [shifted(operand)[0], None, None, None],
                sets_flags: true,
                keeps_flags: true,
                ..Effect::default()
            },
            Self::Interrupt { .. } => Effect::default(),
        }
    }
}

impl DataOperation {
    /// Whether it adds or subtracts the carry flag.
    pub fn uses_carry(self) -> bool {
        matches!(self, Self::Adc | Self::Sbc | Self::Rsc)
    }

    /// Whether it works on each bit by itself: C comes from the shifter, and V stays.
    pub fn is_logical(self) -> bool {
        matches!(
            self,
            Self::And | Self::Eor | Self::Tst | Self::Teq | Self::Orr | Self::Mov | Self::Bic | Self::Mvn
        )
    }
}

fn data(operation: DataOperation, flags: bool, rd: Register, rn: Register, operand: Operand) -> Effect {
    let [rm, rs] = shifted(operand);

    Effect {
        reads: [operation.has_first().then_some(rn), rm, rs, None],
        writes: if operation.has_destination() { bit(rd) } else { 0 },
        reads_flags: operation.uses_carry() || matches!(operand, Operand::Register(_, shift) if is_rrx(shift)),
        sets_flags: flags || !operation.has_destination(),
        keeps_flags: operation.is_logical(),
        ..Effect::default()
    }
}

fn multiply(operation: Operation) -> Effect {
    let (flags, reads, writes) = match operation {
        Operation::Multiply {
            flags,
            rd,
            rm,
            rs,
            accumulate,
        } => (flags, [Some(rm), Some(rs), accumulate, None], bit(rd)),
        Operation::MultiplyLong {
            flags,
            accumulate,
            high,
            low,
            rm,
            rs,
            ..
        } => {
            let added = [high, low].map(|half| accumulate.then_some(half));
            (flags, [Some(rm), Some(rs), added[0], added[1]], bit(high) | bit(low))
        }
        _ => return Effect::default(),
    };

    Effect {
        reads,
        writes,
        sets_flags: flags,
        keeps_flags: true,
        ..Effect::default()
    }
}

fn transfer(load: bool, rd: Register, rn: Register, offset: Offset, indexing: Indexing) -> Effect {
    let (index, reads_flags) = match offset {
        Offset::Immediate(_) => (None, false),
        Offset::Register(rm, shift) => (Some(rm), is_rrx(shift)),
    };
    let moved = if indexing == Indexing::Offset { 0 } else { bit(rn) };

    Effect {
        addresses: [Some(rn), index],
        writes: moved | if load { bit(rd) } else { 0 },
        reads_flags,
        ..Effect::default()
    }
}

fn block(load: bool, rn: Register, writeback: bool, list: u16) -> Effect {
    let loaded = match (load, list) {
        (false, _) => 0,
        // The ARM7TDMI takes an empty list for R15.
        (true, 0) => bit(15),
        (true, list) => list,
    };

    Effect {
        addresses: [Some(rn), None],
        writes: loaded | if writeback { bit(rn) } else { 0 },
        ..Effect::default()
    }
}

/// The registers of a second operand: the one that is shifted, and the one that it is shifted by.
fn shifted(operand: Operand) -> [Option<Register>; 2] {
    match operand {
        Operand::Immediate { .. } => [None, None],
        Operand::Register(rm, Shift::Amount(..)) => [Some(rm), None],
        Operand::Register(rm, Shift::Register(_, rs)) => [Some(rm), Some(rs)],
    }
}

fn is_rrx(shift: Shift) -> bool {
    shift == Shift::Amount(ShiftKind::Ror, 0)
}

fn bit(register: Register) -> u16 {
    1 << (register & 15)
}
