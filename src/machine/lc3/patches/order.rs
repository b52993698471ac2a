//! What an order of instructions is on the LC-3: see [`crate::machine::patch::order`].

use super::super::op::{Code, Op};
use super::{Aimed, Cell, Patches, aim, ends, target};
use crate::machine::edits::Statement;
use crate::machine::patch::order::Ordered;

impl Patches<'_> {
    fn instruction(&self, address: u32) -> Option<(u16, Cell)> {
        let address = u16::try_from(address).ok()?;
        let cell = self.cells.get(&address).filter(|cell| cell.is_code)?;
        Some((address, *cell))
    }
}

impl Ordered for Patches<'_> {
    const STEP: u32 = 1;

    fn statement(&self, address: u32) -> Option<&Statement> {
        let (address, _) = self.instruction(address)?;
        self.written(address).map(|(_, statement)| statement)
    }

    fn is_labelled(&self, address: u32) -> bool {
        u16::try_from(address).is_ok_and(|address| self.labels.contains_key(&address))
    }

    fn leaves(&self, address: u32) -> bool {
        let instruction = self.instruction(address);
        instruction.is_some_and(|(_, cell)| ends(cell.bits) || cell.bits >> 12 == 0)
    }

    fn calls(&self, address: u32) -> bool {
        self.instruction(address)
            .is_some_and(|(_, cell)| cell.bits >> 12 == 0x4)
    }

    fn encoded_at(&self, from: u32, to: u32) -> Option<u32> {
        let (address, cell) = self.instruction(from)?;
        let moved = match target(cell.bits, address) {
            Some(target) => aim(cell.bits, u16::try_from(to).ok()?, target)?,
            None => cell.bits,
        };
        Some(moved.into())
    }

    fn with_register_of(&self, address: u32, other: u32) -> Option<(u32, String)> {
        const REGISTER: u16 = 0x0E00;

        let (address, own) = self.instruction(address)?;
        let (_, other) = self.instruction(other).filter(|(at, _)| self.is_beside(address, *at))?;
        let moves = |bits| {
            matches!(
                Op::decode(bits).code,
                Code::Ld | Code::Ldi | Code::Ldr | Code::St | Code::Sti | Code::Str
            )
        };
        let differs = (own.bits ^ other.bits) & REGISTER != 0;
        let is_same_kind = own.bits >> 12 == other.bits >> 12;
        if !moves(own.bits) || !is_same_kind || !differs {
            return None;
        }

        let aimed = Aimed {
            bits: own.bits & !REGISTER | other.bits & REGISTER,
            target: target(own.bits, address),
        };
        self.word(aimed, address).map(|(bits, text)| (bits.into(), text))
    }
}
