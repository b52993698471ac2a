//! Instructions that may be missing because they are where the program does the same in another place.

use std::collections::BTreeSet;

use super::super::isa::{self, Instruction};
use super::{Aimed, Patches, aim_by, target};
use crate::machine::patch::Inserted;

/// Instructions that are taken over, at most.
const MOST: usize = 12;

impl Patches<'_> {
    /// The instructions that are elsewhere beside two like those beside an address, each with its rank: between like ones, or before
    /// or after like ones. What refers to data of another place is none of them.
    pub(super) fn analogous(&self, address: u16) -> Vec<(usize, Aimed)> {
        let here = u32::from(address);
        let between = [here, here + 1].into_iter().flat_map(|next| self.similar.between(next));
        let all = between
            .map(|at| (0, at))
            .chain(self.similar.beside(here).map(|at| (1, at)));

        let mut seen = BTreeSet::new();
        let known = all.filter_map(|(rank, at)| Some((rank, self.taken_from(at as u16)?)));
        known.filter(|(_, aimed)| seen.insert(*aimed)).take(MOST).collect()
    }

    /// Whether an inserted instruction is elsewhere between two like those beside it.
    pub(super) fn is_analogous(&self, inserted: Inserted) -> bool {
        self.similar.around(inserted).any(|at| {
            let own = self.taken_from(at as u16);
            let own = own.and_then(|aimed| self.word(aimed, inserted.address as u16));
            own.is_some_and(|(bits, _)| u32::from(bits) == inserted.word)
        })
    }

    /// The instruction at an address, as another place can have it.
    fn taken_from(&self, at: u16) -> Option<Aimed> {
        let cell = self.cells.get(&at).filter(|cell| cell.is_code)?;
        let target = target(cell.bits, at);
        let is_known = match isa::decode(cell.bits) {
            Instruction::Br { .. } => false,
            Instruction::Jsr { .. } => true,
            _ => target.is_none_or(|target| self.shared.contains(&target)),
        };
        is_known.then_some(Aimed {
            bits: kind(cell.bits, at),
            target,
        })
    }
}

/// An instruction without what it refers to.
pub(super) fn kind(bits: u16, address: u16) -> u16 {
    target(bits, address).map_or(bits, |_| aim_by(bits, 0))
}
