//! What depends on what: followed through instructions that ran.

use std::collections::BTreeSet;

use super::Ran;
use crate::machine::arm::isa::{Condition, Effect, Indexing, Operation, Register, Unit};

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

        let operation = ran.instruction.operation;
        let effect = operation.effect();
        if self.has_any(effect.addresses) {
            return None;
        }
        match operation {
            Operation::Transfer { .. } => self.follow_transfer(ran),
            Operation::Block { .. } => self.follow_block(ran),
            Operation::Swap { .. }
            | Operation::ReadStatus { .. }
            | Operation::WriteStatus { .. }
            | Operation::Interrupt { .. } => None,
            Operation::BranchExchange { .. } => Some(()),
            // All others compute from registers alone.
            _ => self.compute(effect),
        }
    }

    /// What is computed from something that differs, differs.
    fn compute(&mut self, effect: Effect) -> Option<()> {
        let differs = self.has_any(effect.reads) || effect.reads_flags && self.flags;

        if effect.sets_flags {
            self.flags = differs || effect.keeps_flags && self.flags;
        }
        for register in effect.written() {
            self.set(register, differs)?;
        }
        Some(())
    }

    fn has_any<const N: usize>(&self, registers: [Option<Register>; N]) -> bool {
        registers.into_iter().flatten().any(|register| self.has(register))
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

    fn follow_transfer(&mut self, ran: Ran) -> Option<()> {
        let Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            indexing,
            ..
        } = ran.instruction.operation
        else {
            return None;
        };
        if ran.instruction.operation.effect().reads_flags && self.flags {
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
