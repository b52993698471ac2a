//! What depends on what: followed through instructions that ran.

use std::collections::BTreeSet;

use super::Ran;
use crate::machine::arm::isa::{
    Condition, DataOperation, Indexing, Offset, Operand, Operation, Register, Shift, ShiftKind, Unit,
};

/// Registers, flags and words of RAM whose values may differ from turn to turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Influence {
    /// One bit for each register.
    pub registers: u16,
    /// Any of the flags.
    pub flags: bool,
    /// The addresses of words of RAM.
    pub words: BTreeSet<u32>,
}

impl Influence {
    /// Whether nothing differs but what differs in another one, too.
    pub fn is_within(&self, other: &Self) -> bool {
        self.registers & !other.registers == 0 && self.flags <= other.flags && self.words.is_subset(&other.words)
    }

    /// Takes what differs in another one.
    pub fn join(&mut self, other: Self) {
        self.registers |= other.registers;
        self.flags |= other.flags;
        self.words.extend(other.words);
    }

    /// Goes on by one instruction. `None` where what differs decides what is done: a condition, an address, a jump.
    pub fn follow(&mut self, ran: Ran) -> Option<()> {
        if ran.instruction.condition != Condition::Al && self.flags {
            return None;
        }
        if !ran.holds {
            return Some(());
        }

        match ran.instruction.operation {
            operation @ Operation::Data { .. } => self.follow_data(operation),
            Operation::Multiply {
                flags,
                rd,
                rm,
                rs,
                accumulate,
            } => {
                let differs = self.has(rm) || self.has(rs) || accumulate.is_some_and(|register| self.has(register));
                self.flags |= flags && differs;
                self.set(rd, differs)
            }
            Operation::MultiplyLong {
                flags,
                accumulate,
                high,
                low,
                rm,
                rs,
                ..
            } => {
                let adds = accumulate && (self.has(high) || self.has(low));
                let differs = self.has(rm) || self.has(rs) || adds;
                self.flags |= flags && differs;
                self.set(low, differs)?;
                self.set(high, differs)
            }
            Operation::Branch { link: false, .. } => Some(()),
            Operation::Branch { link: true, .. } => self.set(14, false),
            Operation::BranchExchange { rm } => (!self.has(rm)).then_some(()),
            Operation::Transfer { .. } => self.follow_transfer(ran),
            Operation::Block { .. } => self.follow_block(ran),
            Operation::Swap { .. }
            | Operation::ReadStatus { .. }
            | Operation::WriteStatus { .. }
            | Operation::Interrupt { .. } => None,
        }
    }

    /// R15 is where the program is, which is the same in every turn.
    fn has(&self, register: Register) -> bool {
        register < 15 && self.registers >> register & 1 != 0
    }

    /// Sets whether a register differs; where R15 does, the way does.
    fn set(&mut self, register: Register, differs: bool) -> Option<()> {
        if register == 15 {
            return (!differs).then_some(());
        }
        let bit = 1 << (register & 15);
        self.registers = if differs {
            self.registers | bit
        } else {
            self.registers & !bit
        };
        Some(())
    }

    fn operand(&self, operand: Operand) -> bool {
        match operand {
            Operand::Immediate { .. } => false,
            // RRX.
            Operand::Register(rm, Shift::Amount(ShiftKind::Ror, 0)) => self.has(rm) || self.flags,
            Operand::Register(rm, Shift::Amount(..)) => self.has(rm),
            Operand::Register(rm, Shift::Register(_, rs)) => self.has(rm) || self.has(rs),
        }
    }

    fn follow_data(&mut self, operation: Operation) -> Option<()> {
        let Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        } = operation
        else {
            return None;
        };
        let has_first = !matches!(operation, DataOperation::Mov | DataOperation::Mvn);
        let is_with_carry = matches!(operation, DataOperation::Adc | DataOperation::Sbc | DataOperation::Rsc);
        let differs = has_first && self.has(rn) || self.operand(operand) || is_with_carry && self.flags;
        if flags || !operation.has_destination() {
            // Logical operations leave V, and often C, as they were.
            self.flags = differs || is_logical(operation) && self.flags;
        }
        if operation.has_destination() {
            self.set(rd, differs)?;
        }
        Some(())
    }

    fn follow_transfer(&mut self, ran: Ran) -> Option<()> {
        let Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            offset,
            indexing,
            ..
        } = ran.instruction.operation
        else {
            return None;
        };
        let is_moved = match offset {
            Offset::Immediate(_) => false,
            Offset::Register(rm, shift) => self.operand(Operand::Register(rm, shift)),
        };
        if self.has(rn) || is_moved {
            return None;
        }

        let word = ran.words.0;
        let stored = self.has(rd);
        let loaded = self.words.contains(&word);
        if !load && stored {
            self.words.insert(word);
        } else if !load && unit == Unit::Word {
            self.words.remove(&word);
        }
        if indexing != Indexing::Offset {
            self.set(rn, false)?;
        }
        if load {
            self.set(rd, loaded)?;
        }
        Some(())
    }

    fn follow_block(&mut self, ran: Ran) -> Option<()> {
        let Operation::Block {
            load,
            rn,
            writeback,
            list,
            ..
        } = ran.instruction.operation
        else {
            return None;
        };
        if self.has(rn) {
            return None;
        }

        if writeback {
            self.set(rn, false)?;
        }
        let registers = (0..16).filter(|number| list >> number & 1 != 0);
        for (register, word) in registers.zip(ran.addresses()) {
            if load {
                self.set(register, self.words.contains(&word))?;
            } else if self.has(register) {
                self.words.insert(word);
            } else {
                self.words.remove(&word);
            }
        }
        Some(())
    }
}

fn is_logical(operation: DataOperation) -> bool {
    use DataOperation::{And, Bic, Eor, Mov, Mvn, Orr, Teq, Tst};
    matches!(operation, And | Eor | Tst | Teq | Orr | Mov | Bic | Mvn)
}
