//! Instructions in another order, whatever the machine.

use super::Patch;
use crate::machine::edits::{Edit, EditKind, Statement};

/// How far an instruction is moved, in instructions: by one it changes places with its neighbour.
const FARTHEST: u32 = 4;
/// How far over branches as well; further, it is moved among those alone that always run with it.
const NEAR: u32 = 2;
/// How far a call is moved, over branches as well: it needs no instruction beside it.
const FARTHEST_CALL: u32 = 8;

/// How far apart two loads or stores are of which the registers are exchanged.
const FARTHEST_CROSSED: u32 = 3;

/// A program whose instructions can be put in another order.
pub(in crate::machine) trait Ordered {
    /// From one instruction to the next, in addresses.
    const STEP: u32;

    /// The statement of the instruction at an address, where that is the only one of its line.
    fn statement(&self, address: u32) -> Option<&Statement>;

    /// Whether a label names an address.
    fn is_labelled(&self, address: u32) -> bool;

    /// Whether the instruction at an address may go on elsewhere than at the next one, and does not come back.
    fn leaves(&self, address: u32) -> bool;

    /// Whether the instruction at an address calls a subroutine.
    fn calls(&self, address: u32) -> bool;

    /// The instruction of an address as it is encoded at another one; `None` where what it refers to is too far.
    fn encoded_at(&self, from: u32, to: u32) -> Option<u32>;

    /// The load or store at an address with the register of another one, and as text; `None` where they are not of the same kind, have
    /// the same register, or are in two subroutines.
    fn with_register_of(&self, address: u32, other: u32) -> Option<(u32, String)>;

    /// The registers of two loads, or of two stores, near each other exchanged: what is taken from where the other one was put.
    fn crossed(&self, address: u32) -> Vec<Patch> {
        let crossed = (1..=FARTHEST_CROSSED).filter_map(|distance| {
            let other = address.checked_add(distance * Self::STEP)?;
            let (own_word, own_text) = self.with_register_of(address, other)?;
            let (other_word, other_text) = self.with_register_of(other, address)?;
            let changed = [
                (self.statement(address)?, own_text),
                (self.statement(other)?, other_text),
            ];
            Some(Patch {
                edit: Edit::of_several(EditKind::Exchanged, &changed),
                reached_at: vec![address, other],
                words: vec![(address, own_word), (other, other_word)],
                inserted: Vec::new(),
                rank: 0,
            })
        });
        crossed.collect()
    }

    /// The instruction and the next one in the other order, and the instruction beyond the two before it, or beyond the two after it.
    fn reordered_near(&self, address: u32) -> Vec<Patch> {
        let mut patches: Vec<Patch> = self.swapped(address).into_iter().collect();
        patches.extend(self.moved_by(address, NEAR));
        patches
    }

    /// The instruction more places further up, and further down.
    fn reordered_far(&self, address: u32) -> Vec<Patch> {
        let distances = NEAR + 1..=FARTHEST;
        let mut patches: Vec<Patch> = distances
            .flat_map(|distance| self.moved_by(address, distance))
            .collect();
        if self.calls(address) {
            let distances = FARTHEST + 1..=FARTHEST_CALL;
            patches.extend(distances.flat_map(|distance| self.call_moved_by(address, distance)));
        }
        patches
    }

    /// The instruction and the next one in the other order.
    fn swapped(&self, address: u32) -> Option<Patch> {
        let next = address.checked_add(Self::STEP)?;
        let (own, after) = (self.statement(address)?, self.statement(next)?);
        let is_same = self.encoded_at(address, address) == self.encoded_at(next, next);
        if after.line != own.line + 1 || !after.label.is_empty() || is_same {
            return None;
        }
        self.rearranged(&[address, next], &[next, address], Edit::swapping(own, after))
    }

    /// The instruction so many places further up or down, and the one there moved to it: what never runs may belong before what does.
    fn moved_by(&self, address: u32, distance: u32) -> Vec<Patch> {
        let firsts = [address.checked_sub(distance * Self::STEP), Some(address)];
        let rotations = firsts
            .into_iter()
            .flatten()
            .flat_map(|first| [false, true].map(|is_down| self.rotated(first, distance, is_down)));
        rotations.flatten().collect()
    }

    /// The call so many places further up, and further down.
    fn call_moved_by(&self, address: u32, distance: u32) -> Vec<Patch> {
        let up = address.checked_sub(distance * Self::STEP);
        let up = up.and_then(|first| self.rotated(first, distance, false));
        up.into_iter().chain(self.rotated(address, distance, true)).collect()
    }

    /// So many instructions more than one, the first after the last of them, or the last before the first.
    fn rotated(&self, first: u32, distance: u32, is_down: bool) -> Option<Patch> {
        let addresses: Vec<u32> = (0..=distance)
            .map(|index| first.checked_add(index * Self::STEP))
            .collect::<Option<_>>()?;
        let moved = if is_down {
            addresses[0]
        } else {
            addresses[addresses.len() - 1]
        };
        let keeps_to_branches = distance > NEAR && !self.calls(moved);

        let mut statements = Vec::new();
        for address in &addresses {
            let is_entered = *address > first && self.is_labelled(*address);
            if is_entered || keeps_to_branches && self.leaves(*address) {
                return None;
            }
            statements.push(self.statement(*address)?);
        }

        let mut others = addresses.clone();
        if is_down {
            others.rotate_left(1);
        } else {
            others.rotate_right(1);
        }
        let mut patch = self.rearranged(&addresses, &others, Edit::moving(&statements, is_down))?;
        if !is_down {
            // The place is that of the one that is moved.
            patch.words.rotate_right(1);
        }
        Some(patch)
    }

    /// At each address the instruction of another.
    fn rearranged(&self, addresses: &[u32], others: &[u32], edit: Edit) -> Option<Patch> {
        let words = addresses
            .iter()
            .zip(others)
            .map(|(address, other)| Some((*address, self.encoded_at(*other, *address)?)))
            .collect::<Option<_>>()?;
        Some(Patch {
            edit,
            reached_at: addresses.to_vec(),
            words,
            inserted: Vec::new(),
            rank: 0,
        })
    }
}
