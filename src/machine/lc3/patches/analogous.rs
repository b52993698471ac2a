//! Instructions that may be missing because they are where the program does the same in another place: four subroutines that look
//! for a line are often one, written four times.

use std::collections::{BTreeMap, BTreeSet};

use super::super::isa::{self, Instruction};
use super::{Aimed, Cell, Patches, aim_by, target};
use crate::machine::patch::Inserted;

/// Instructions that are taken over, at most.
const MOST: usize = 12;

impl Patches<'_> {
    /// The instructions that are elsewhere beside two like those beside an address, each with its rank: between like ones, or before
    /// or after like ones. What refers to data of another place is none of them.
    pub(super) fn analogous(&self, address: u16) -> Vec<(usize, Aimed)> {
        let between = self.between_similar(address).into_iter().map(|at| (0, at));
        let before = self.similar_to(address).map(|like| like.wrapping_sub(1));
        let before = before.filter(|at| self.are_similar(at.wrapping_add(2), address.wrapping_add(1)));
        let after = self
            .similar_to(address.wrapping_sub(1))
            .map(|like| like.wrapping_add(1));
        let after = after.filter(|at| self.are_similar(at.wrapping_sub(2), address.wrapping_sub(2)));
        let beside = before.chain(after).map(|at| (1, at));

        let mut seen = BTreeSet::new();
        let all = between.chain(beside);
        let known = all.filter_map(|(rank, at)| Some((rank, self.taken_from(at)?)));
        known.filter(|(_, aimed)| seen.insert(*aimed)).take(MOST).collect()
    }

    /// Whether an inserted instruction is elsewhere between two like those beside it.
    pub(super) fn is_analogous(&self, inserted: Inserted) -> bool {
        let address = inserted.address as u16;
        let mut between = self.between_similar(address).into_iter();
        between.any(|at| {
            let own = self.taken_from(at).and_then(|aimed| self.word(aimed, address));
            own.is_some_and(|(bits, _)| u32::from(bits) == inserted.word)
        })
    }

    /// Where an instruction is between two like that at an address and the one before it, or the one after it.
    fn between_similar(&self, address: u16) -> Vec<u16> {
        let next = address.wrapping_add(1);
        let before = self.similar_to(address).map(|like| like.wrapping_sub(1));
        let before = before.filter(|at| self.are_similar(at.wrapping_sub(1), address.wrapping_sub(1)));
        let after = self.similar_to(address).map(|like| like.wrapping_add(1));
        let after = after.filter(|at| self.are_similar(at.wrapping_add(1), next));
        before.chain(after).collect()
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
        let bits = target.map_or(cell.bits, |_| aim_by(cell.bits, 0));
        is_known.then_some(Aimed { bits, target })
    }

    /// The other instructions that do the same as that at an address, as far as they do not refer to other places.
    fn similar_to(&self, address: u16) -> impl Iterator<Item = u16> {
        let own = self.cells.get(&address).filter(|cell| cell.is_code);
        let all = own.and_then(|cell| self.similar.get(&kind(cell.bits, address)));
        all.into_iter().flatten().copied().filter(move |at| *at != address)
    }

    fn are_similar(&self, one: u16, other: u16) -> bool {
        self.similar_to(one).any(|at| at == other)
    }

    /// The registers that the subroutine of an address sets and does not put back: what it gives its caller, or works with.
    pub(super) fn results_near(&self, address: u16) -> BTreeSet<u8> {
        let Some(entry) = self.called.range(..=address).next_back() else {
            return BTreeSet::new();
        };
        let results = self.kept_by(*entry).into_iter();
        results.filter(|register| *register != 7).collect()
    }
}

/// The instructions that do the same, but for what they refer to.
pub(super) fn by_kind(cells: &BTreeMap<u16, Cell>) -> BTreeMap<u16, Vec<u16>> {
    let mut similar: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
    for (at, cell) in cells.iter().filter(|(_, cell)| cell.is_code) {
        similar.entry(kind(cell.bits, *at)).or_default().push(*at);
    }
    similar
}

/// An instruction without what it refers to.
fn kind(bits: u16, address: u16) -> u16 {
    target(bits, address).map_or(bits, |_| aim_by(bits, 0))
}
