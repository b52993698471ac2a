//! Instructions that may be missing because they are where the program does the same in another place.

use std::collections::HashSet;

use super::missing::transfer;
use super::order::moved;
use super::{Aimed, Patches, target};
use crate::machine::arm::isa::{Instruction, Operation, Unit};
use crate::machine::patch::Inserted;

impl Patches<'_> {
    /// The instructions that are elsewhere between two like that at an address and the one before it, or the one after it.
    pub(super) fn analogous(&self, address: u32) -> Vec<Aimed> {
        let gaps = [address, address.wrapping_add(4)].into_iter();
        let between = gaps.flat_map(|next| self.similar.between(next));
        let mut seen = HashSet::new();
        let taken = between.filter_map(|at| self.taken_from(at, address));
        taken.filter(|aimed| seen.insert(*aimed)).collect()
    }

    /// Whether an inserted instruction is elsewhere between two like those beside it.
    pub(super) fn is_analogous(&self, inserted: Inserted) -> bool {
        let mut all = self.similar.around(inserted);
        all.any(|at| {
            let own = self.taken_from(at, inserted.address);
            own.is_some_and(|own| own.literal.is_none() && own.instruction.encode() == inserted.word)
        })
    }

    /// The instruction at one place as it is at another.
    fn taken_from(&self, at: u32, address: u32) -> Option<Aimed> {
        let own = self.aimed(self.code.get(&at)?.instruction, at);
        let instruction = match own.literal {
            Some(_) => Some(own.instruction),
            None => moved(own.instruction, at, address),
        };
        Some(Aimed {
            instruction: instruction?,
            ..own
        })
    }
}

/// An instruction without what it refers to.
pub(super) fn kind(instruction: Instruction, address: u32) -> Instruction {
    let operation = match instruction.operation {
        Operation::Branch { link, .. } => Operation::Branch { link, offset: 0 },
        Operation::Transfer { load: true, rd, .. } if target(instruction, address).is_some() => {
            transfer(true, Unit::Word, rd, 15)
        }
        other => other,
    };
    Instruction {
        operation,
        ..instruction
    }
}
