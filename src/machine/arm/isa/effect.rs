//! What an instruction reads and writes. The diagnosis and the proof of endless loops follow values by it.

use super::{DataOperation, Indexing, Offset, Operand, Register, Shift, ShiftKind};

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
    /// What computes with these registers.
    pub(super) fn reading(reads: [Option<Register>; 4]) -> Self {
        Self {
            reads,
            ..Self::default()
        }
    }

    /// The same, with these registers for an address.
    pub(super) fn at(self, addresses: [Option<Register>; 2]) -> Self {
        Self { addresses, ..self }
    }

    /// The same, which writes these registers.
    pub(super) fn writing(self, registers: impl IntoIterator<Item = Register>) -> Self {
        let written = registers.into_iter().fold(0, |bits, register| bits | bit(register));
        Self {
            writes: self.writes | written,
            ..self
        }
    }

    /// The same, which sets flags if `sets_flags`, and leaves others.
    pub(super) fn setting_some(self, sets_flags: bool) -> Self {
        Self {
            sets_flags,
            keeps_flags: true,
            ..self
        }
    }

    /// Whether it writes a register.
    pub fn writes(self, register: Register) -> bool {
        self.writes >> (register & 15) & 1 != 0
    }

    /// The registers that it writes, in order.
    pub fn written(self) -> impl Iterator<Item = Register> {
        (0..16).filter(move |register| self.writes(*register))
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

/// Of AND to MVN.
pub(super) fn data(operation: DataOperation, flags: bool, rd: Register, rn: Register, operand: Operand) -> Effect {
    let [rm, rs] = shifted(operand);

    Effect {
        reads_flags: operation.uses_carry() || matches!(operand, Operand::Register(_, shift) if is_rrx(shift)),
        sets_flags: flags || !operation.has_destination(),
        keeps_flags: operation.is_logical(),
        ..Effect::reading([operation.has_first().then_some(rn), rm, rs, None])
            .writing(operation.has_destination().then_some(rd))
    }
}

/// Of LDR, STR and their variants.
pub(super) fn transfer(load: bool, rd: Register, rn: Register, offset: Offset, indexing: Indexing) -> Effect {
    let (index, reads_flags) = match offset {
        Offset::Immediate(_) => (None, false),
        Offset::Register(rm, shift) => (Some(rm), is_rrx(shift)),
    };
    let moved = (indexing != Indexing::Offset).then_some(rn);

    Effect {
        reads_flags,
        ..Effect::default()
            .at([Some(rn), index])
            .writing(moved.into_iter().chain(load.then_some(rd)))
    }
}

/// Of LDM and STM.
pub(super) fn block(load: bool, rn: Register, writeback: bool, list: u16) -> Effect {
    let loaded = match (load, list) {
        (false, _) => 0,
        // The ARM7TDMI takes an empty list for R15.
        (true, 0) => bit(15),
        (true, list) => list,
    };

    Effect {
        writes: loaded,
        ..Effect::default()
    }
    .at([Some(rn), None])
    .writing(writeback.then_some(rn))
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
