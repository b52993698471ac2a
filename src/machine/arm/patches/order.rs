//! Instructions in another order.

use super::{Patches, aim, checked, ends, target};
use crate::machine::arm::isa::{Instruction, Operation};
use crate::machine::edits::Edit;
use crate::machine::patch::Patch;

/// How far an instruction is moved, in instructions: by one it changes places with its neighbour.
const FARTHEST: u32 = 4;

impl Patches<'_> {
    /// The instruction and the next one in the other order.
    pub(super) fn swapped(&self, address: u32) -> Option<Patch> {
        let (cell, statement) = self.written(address)?;
        let next_at = address.checked_add(4)?;
        let (next, after) = self.written(next_at)?;
        if after.line != statement.line + 1 || !after.label.is_empty() || next.instruction == cell.instruction {
            return None;
        }
        self.reordered(
            &[address, next_at],
            &[next_at, address],
            Edit::swapping(statement, after),
        )
    }

    /// The instruction some places further up, and further down, among those that always run with it.
    pub fn moved_from(&self, address: u32) -> Vec<Patch> {
        let mut patches = Vec::new();
        for distance in 2..=FARTHEST {
            let before = address.checked_sub(distance * 4).map(|first| (first, false));
            let after = Some((address, true));
            for (first, is_down) in [before, after].into_iter().flatten() {
                patches.extend(self.rotated(first, distance, is_down));
            }
        }
        patches
    }

    /// So many instructions more than one, the first after the last of them, or the last before the first.
    fn rotated(&self, first: u32, distance: u32, is_down: bool) -> Option<Patch> {
        let addresses: Vec<u32> = (0..=distance).map(|index| first + index * 4).collect();
        let mut statements = Vec::new();
        for address in &addresses {
            let (cell, statement) = self.written(*address)?;
            let is_entered = *address > first && self.labels.contains_key(address);
            if is_entered || leaves(cell.instruction) {
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
    fn reordered(&self, addresses: &[u32], others: &[u32], edit: Edit) -> Option<Patch> {
        let mut words = Vec::new();
        for (address, other) in addresses.iter().zip(others) {
            let instruction = self.code.get(other)?.instruction;
            words.push((*address, moved(instruction, *other, *address)?.encode()));
        }
        Some(Patch {
            edit,
            reached_at: addresses.to_vec(),
            words,
            inserted: Vec::new(),
            rank: 0,
        })
    }
}

/// The instruction of an address at another one.
pub(super) fn moved(instruction: Instruction, from: u32, to: u32) -> Option<Instruction> {
    match target(instruction, from) {
        Some(target) => aim(instruction, to, target),
        None => checked(instruction),
    }
}

/// Whether an instruction may go on elsewhere than at the next one, and does not come back.
fn leaves(instruction: Instruction) -> bool {
    ends(instruction) || matches!(instruction.operation, Operation::Branch { link: false, .. })
}
