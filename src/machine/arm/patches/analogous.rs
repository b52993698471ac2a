//! Instructions that may be missing because they are where the program does the same in another place: the checks of the four
//! directions are often one, written four times.

use std::collections::{HashMap, HashSet};

use super::missing::transfer;
use super::order::moved;
use super::{Aimed, Patches, target};
use crate::machine::arm::isa::{Instruction, Operation, Unit};
use crate::machine::patch::Inserted;

impl Patches<'_> {
    /// The instructions that are elsewhere between two like that at an address and the one before it, or the one after it.
    pub(super) fn analogous(&self, address: u32) -> Vec<Aimed> {
        let similar = || self.similar_to(address);
        let before = similar().map(|like| like.wrapping_sub(4));
        let before = before.filter(|at| self.are_similar(at.wrapping_sub(4), address.wrapping_sub(4)));
        let after = similar().map(|like| like.wrapping_add(4));
        let after = after.filter(|at| self.are_similar(at.wrapping_add(4), address.wrapping_add(4)));

        let mut seen = HashSet::new();
        let taken = before.chain(after).filter_map(|at| self.taken_from(at, address));
        taken.filter(|aimed| seen.insert(*aimed)).collect()
    }

    /// Whether an inserted instruction is one of these.
    pub(super) fn is_analogous(&self, inserted: Inserted) -> bool {
        let analogous = self.analogous(inserted.address);
        let mut words = analogous.iter().filter(|aimed| aimed.literal.is_none());
        words.any(|aimed| aimed.instruction.encode() == inserted.word)
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

    /// The other instructions that do the same as that at an address, as far as they do not refer to other places.
    fn similar_to(&self, address: u32) -> impl Iterator<Item = u32> {
        let own = self.code.get(&address);
        let all = own.and_then(|cell| self.similar.get(&kind(cell.instruction, address)));
        all.into_iter().flatten().copied().filter(move |at| *at != address)
    }

    fn are_similar(&self, one: u32, other: u32) -> bool {
        self.similar_to(one).any(|at| at == other)
    }

    /// The instructions that do the same, but for what they refer to.
    pub(super) fn by_kind(&self) -> HashMap<Instruction, Vec<u32>> {
        let mut similar: HashMap<Instruction, Vec<u32>> = HashMap::new();
        for (at, cell) in &self.code {
            similar.entry(kind(cell.instruction, *at)).or_default().push(*at);
        }
        similar
    }
}

/// An instruction without what it refers to.
fn kind(instruction: Instruction, address: u32) -> Instruction {
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
