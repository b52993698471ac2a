//! What an order of instructions is on the ARM: see [`crate::machine::patch::order`].

use super::alternatives::with_register;
use super::{Aimed, Patches, aim, calls, checked, ends, target};
use crate::machine::arm::isa::{Instruction, Operation};
use crate::machine::edits::Statement;
use crate::machine::patch::order::Ordered;

impl Ordered for Patches<'_> {
    const STEP: u32 = 4;

    fn statement(&self, address: u32) -> Option<&Statement> {
        self.written(address).map(|(_, statement)| statement)
    }

    fn is_labelled(&self, address: u32) -> bool {
        self.labels.contains_key(&address)
    }

    fn leaves(&self, address: u32) -> bool {
        self.code.get(&address).is_some_and(|cell| {
            let operation = cell.instruction.operation;
            ends(cell.instruction) || matches!(operation, Operation::Branch { link: false, .. })
        })
    }

    fn calls(&self, address: u32) -> bool {
        self.code.get(&address).is_some_and(|cell| calls(cell.instruction))
    }

    fn encoded_at(&self, from: u32, to: u32) -> Option<u32> {
        let cell = self.code.get(&from)?;
        moved(cell.instruction, from, to).map(|moved| moved.encode())
    }

    fn with_register_of(&self, address: u32, at: u32) -> Option<(u32, String)> {
        let (cell, statement) = self.written(address)?;
        let other = self.code.get(&at)?.instruction;
        let Operation::Transfer { load, unit, rd, .. } = cell.instruction.operation else {
            return None;
        };
        let register = match other.operation {
            Operation::Transfer {
                load: other_loads,
                unit: other_unit,
                rd: register,
                ..
            } if (other_loads, other_unit) == (load, unit) && register != rd => register,
            _ => return None,
        };
        let leaves = rd == 15 || register == 15 || !self.is_beside(address, at);
        if other.condition != cell.instruction.condition || leaves {
            return None;
        }

        let own = self.aimed(cell.instruction, address);
        let crossed = Aimed {
            instruction: Instruction {
                operation: with_register(cell.instruction.operation, register),
                ..cell.instruction
            },
            ..own
        };
        let (words, text) = self.word(crossed, address, statement)?;
        let [(_, word)] = words[..] else { return None };
        Some((word, text))
    }
}

/// The instruction of an address at another one.
pub(super) fn moved(instruction: Instruction, from: u32, to: u32) -> Option<Instruction> {
    match target(instruction, from) {
        Some(target) => aim(instruction, to, target),
        None => checked(instruction),
    }
}
