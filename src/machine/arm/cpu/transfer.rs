//! Loads and stores, single, swapped and many at once.
//!
//! Addresses that are not aligned do what an ARM7TDMI does: a word that is loaded is rotated so that the byte addressed
//! comes lowest, a halfword loaded from an odd address likewise, a signed halfword there is a signed byte, and what is
//! stored goes where the aligned address says.

use super::{Machine, part, shift};
use crate::machine::arm::exit::Exit;
use crate::machine::arm::isa::{Indexing, Offset, Operation, Shift, Unit};
use crate::machine::arm::op::{Code, Op};

const WORD: u32 = 0xFFFF_FFFF;

impl Machine {
    /// The value that a load of that unit brings.
    fn load_unit(&mut self, unit: Unit, address: u32, at: u32) -> Result<u32, Exit> {
        let aligned = match unit {
            Unit::Word => address & !3,
            Unit::Half => address & !1,
            _ => address,
        };
        let word = self.load(aligned, at)?;

        Ok(match unit {
            Unit::Word => part::word(word, address),
            Unit::Byte => part::byte(word, address),
            Unit::Half => part::half(word, address),
            Unit::SignedHalf if address.is_multiple_of(2) => i32::from(part::half(word, address) as i16) as u32,
            Unit::SignedByte | Unit::SignedHalf => i32::from(part::byte(word, address) as i8) as u32,
        })
    }

    fn store_unit<const WATCH: bool>(&mut self, unit: Unit, address: u32, value: u32, at: u32) -> Result<(), Exit> {
        let (aligned, mask) = match unit {
            Unit::Word => (address & !3, WORD),
            Unit::Half | Unit::SignedHalf => (address & !1, 0xFFFF),
            Unit::Byte | Unit::SignedByte => (address, 0xFF),
        };
        self.store::<WATCH>(aligned, mask, value, at)
    }

    /// A plain load or store that is none of memory, done without taking the instruction apart again: a program that prints
    /// does little else. `None` for everything else.
    pub(super) fn device<const WATCH: bool>(&mut self, at: u32, op: Op) -> Option<Result<(), Exit>> {
        let (unit, load) = match op.code {
            Code::Load => (Unit::Word, true),
            Code::LoadByte => (Unit::Byte, true),
            Code::Store => (Unit::Word, false),
            Code::StoreByte => (Unit::Byte, false),
            _ => return None,
        };
        let register = |number: u8| usize::from(number & 15);
        let address = self.registers.r[register(op.b)].wrapping_add(op.value);

        if load {
            let loaded = self.load_unit(unit, address, at);
            return Some(loaded.map(|value| self.registers.r[register(op.a)] = value));
        }

        let value = self.registers.r[register(op.a)];
        Some(self.store_unit::<WATCH>(unit, address, value, at))
    }

    pub(super) fn transfer<const WATCH: bool>(&mut self, at: u32, operation: Operation) -> Result<u32, Exit> {
        let next = at.wrapping_add(4);
        let Operation::Transfer { load, unit, rd, rn, .. } = operation else {
            return Ok(next);
        };

        let (address, written) = self.transfer_address(at, operation);
        let mut target = next;
        if load {
            let value = self.load_unit(unit, address, at)?;
            self.write_back(rn, written);
            if rd == 15 {
                target = value & !3;
            } else {
                self.registers.r[usize::from(rd & 15)] = value;
            }
        } else {
            self.store_unit::<WATCH>(unit, address, self.read(rd, at.wrapping_add(12)), at)?;
            self.write_back(rn, written);
        }

        Ok(target)
    }

    /// The address of a single load or store at `at`, and what its base becomes.
    pub(in crate::machine::arm) fn transfer_address(&self, at: u32, operation: Operation) -> (u32, Option<u32>) {
        let Operation::Transfer {
            rn,
            up,
            offset,
            indexing,
            ..
        } = operation
        else {
            return (0, None);
        };

        let pc = at.wrapping_add(8);
        let base = self.read(rn, pc);
        let distance = match offset {
            Offset::Immediate(distance) => u32::from(distance),
            Offset::Register(rm, Shift::Amount(kind, amount)) => {
                shift::by_amount(kind, amount, self.read(rm, pc), self.registers.flags.c).0
            }
            Offset::Register(rm, Shift::Register(..)) => self.read(rm, pc),
        };

        let moved = if up {
            base.wrapping_add(distance)
        } else {
            base.wrapping_sub(distance)
        };

        match indexing {
            Indexing::Offset => (moved, None),
            Indexing::Pre => (moved, Some(moved)),
            Indexing::Post { .. } => (base, Some(moved)),
        }
    }

    /// The base moves, unless it is R15.
    fn write_back(&mut self, rn: u8, written: Option<u32>) {
        if let Some(written) = written
            && rn != 15
        {
            self.registers.r[usize::from(rn & 15)] = written;
        }
    }

    pub(super) fn swap<const WATCH: bool>(&mut self, at: u32, byte: bool, [rd, rm, rn]: [u8; 3]) -> Result<(), Exit> {
        let unit = if byte { Unit::Byte } else { Unit::Word };
        let address = self.read(rn, at.wrapping_add(8));
        let stored = self.read(rm, at.wrapping_add(12));
        let value = self.load_unit(unit, address, at)?;
        self.store_unit::<WATCH>(unit, address, stored, at)?;
        self.registers.r[usize::from(rd & 15)] = value;
        Ok(())
    }

    pub(super) fn block<const WATCH: bool>(&mut self, at: u32, operation: Operation) -> Result<u32, Exit> {
        let next = at.wrapping_add(4);
        let Operation::Block {
            load,
            rn,
            writeback,
            user,
            list,
            ..
        } = operation
        else {
            return Ok(next);
        };

        let (lowest, moved) = self.block_addresses(at, operation);
        let list = if list == 0 { 1 << 15 } else { list };
        let moved = writeback.then_some(moved);
        if load {
            self.load_many(at, rn, list, lowest & !3, moved, user)
        } else {
            self.store_many::<WATCH>(at, rn, list, lowest & !3, moved, user)?;
            Ok(next)
        }
    }

    /// The lowest address of an LDM or STM at `at`, and where its base moves.
    pub(in crate::machine::arm) fn block_addresses(&self, at: u32, operation: Operation) -> (u32, u32) {
        let Operation::Block {
            rn, before, up, list, ..
        } = operation
        else {
            return (0, 0);
        };

        // An empty list moves R15, and the base as if all sixteen were in it.
        let words = if list == 0 { 16 } else { list.count_ones() };
        let base = self.read(rn, at.wrapping_add(8));
        let length = words * 4;

        match (up, before) {
            (true, false) => (base, base.wrapping_add(length)),
            (true, true) => (base.wrapping_add(4), base.wrapping_add(length)),
            (false, false) => (base.wrapping_sub(length).wrapping_add(4), base.wrapping_sub(length)),
            (false, true) => (base.wrapping_sub(length), base.wrapping_sub(length)),
        }
    }

    fn load_many(
        &mut self,
        at: u32,
        rn: u8,
        list: u16,
        mut address: u32,
        moved: Option<u32>,
        user: bool,
    ) -> Result<u32, Exit> {
        let jumps = list >> 15 != 0;
        let mut values = [0; 16];
        for number in numbers(list) {
            values[number] = self.load(address, at)?;
            address = address.wrapping_add(4);
        }

        // What is loaded into the base wins.
        self.write_back(rn, moved);
        for number in numbers(list & 0x7FFF) {
            if user && !jumps {
                *self.registers.user(number) = values[number];
            } else {
                self.registers.r[number] = values[number];
            }
        }

        if !jumps {
            return Ok(at.wrapping_add(4));
        }
        if user {
            self.return_from_exception(values[15])?;
        }

        Ok(values[15] & !3)
    }

    fn store_many<const WATCH: bool>(
        &mut self,
        at: u32,
        rn: u8,
        list: u16,
        mut address: u32,
        moved: Option<u32>,
        user: bool,
    ) -> Result<(), Exit> {
        for (position, number) in numbers(list).enumerate() {
            let value = match number {
                15 => at.wrapping_add(12),
                _ if user => *self.registers.user(number),
                _ => self.registers.r[number],
            };
            self.store::<WATCH>(address, WORD, value, at)?;
            address = address.wrapping_add(4);

            if position == 0 {
                // The base moves in the second cycle: only as the first of the list it is stored as it was.
                self.write_back(rn, moved);
            }
        }
        Ok(())
    }
}

/// The registers of a list, the lowest first.
fn numbers(list: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |number| list >> number & 1 != 0)
}
