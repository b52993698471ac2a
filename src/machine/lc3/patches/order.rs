//! Instructions in another order.

use super::{Cell, Patches, aim, ends, target};
use crate::machine::edits::{Edit, Statement};
use crate::machine::patch::Patch;

/// How far an instruction is moved, in instructions: by one it changes places with its neighbour.
const FARTHEST: u16 = 4;

impl Patches<'_> {
    /// The instruction and the next one in the other order.
    pub(super) fn swapped(&self, address: u16, cell: Cell, statement: &Statement) -> Option<Patch> {
        let next_at = address.checked_add(1)?;
        let (next, after) = self.written(next_at)?;
        if !next.is_code || after.line != statement.line + 1 || !after.label.is_empty() || next.bits == cell.bits {
            return None;
        }
        self.reordered(
            &[address, next_at],
            &[next_at, address],
            Edit::swapping(statement, after),
        )
    }

    /// The instruction some places further up, and further down, among those that always run with it.
    pub fn moved_from(&self, address: u16) -> Vec<Patch> {
        let mut patches = Vec::new();
        for distance in 2..=FARTHEST {
            let before = address.checked_sub(distance).map(|first| (first, false));
            let after = address.checked_add(distance).map(|_| (address, true));
            for (first, is_down) in [before, after].into_iter().flatten() {
                patches.extend(self.rotated(first, distance, is_down));
            }
        }
        patches
    }

    /// So many instructions more than one, the first after the last of them, or the last before the first.
    fn rotated(&self, first: u16, distance: u16, is_down: bool) -> Option<Patch> {
        let addresses: Vec<u16> = (first..=first.checked_add(distance)?).collect();
        let mut statements = Vec::new();
        for address in &addresses {
            let (cell, statement) = self.written(*address).filter(|(cell, _)| cell.is_code)?;
            let is_entered = *address > first && self.labels.contains_key(address);
            if is_entered || leaves(cell.bits) {
                return None;
            }
            statements.push(statement);
        }

        let mut others = addresses.clone();
        if is_down {
            others.rotate_left(1);
        } else {
            others.rotate_right(1);
        }
        let mut patch = self.reordered(&addresses, &others, Edit::moving(&statements, is_down))?;
        if !is_down {
            // The place is that of the one that is moved.
            patch.words.rotate_right(1);
        }
        Some(patch)
    }

    /// At each address the instruction of another.
    fn reordered(&self, addresses: &[u16], others: &[u16], edit: Edit) -> Option<Patch> {
        let mut words = Vec::new();
        for (address, other) in addresses.iter().zip(others) {
            let bits = self.cells.get(other)?.bits;
            let moved = match target(bits, *other) {
                Some(target) => aim(bits, *address, target)?,
                None => bits,
            };
            words.push((u32::from(*address), u32::from(moved)));
        }
        Some(Patch {
            edit,
            reached_at: addresses.iter().copied().map(u32::from).collect(),
            words,
            inserted: Vec::new(),
            rank: 0,
        })
    }
}

/// Whether an instruction may go on elsewhere than at the next one, and does not come back.
fn leaves(bits: u16) -> bool {
    ends(bits) || bits >> 12 == 0
}
