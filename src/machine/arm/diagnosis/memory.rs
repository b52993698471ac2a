//! Loads and stores: what is known about what they move.

use super::architecture::Trace;
use super::notes::Latch;
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{Indexing, Offset, Operation, Unit};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::RAM;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::Flow;
use crate::machine::diagnosis::value::{Cell, Origin, Unset, Value};

/// UART0: its data register, and that of its line control.
const DATA: u32 = 0xE000_C000;
const LINE_CONTROL: u32 = 0xE000_C00C;
/// Bit 7 of line control.
const LATCH: u32 = 0x80;

/// Where a transfer goes.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub(super) address: u32,
    pub(super) length: u32,
}

impl Trace<'_> {
    pub(super) fn transfer(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        let Operation::Transfer {
            load,
            rd,
            rn,
            offset,
            indexing,
            ..
        } = operation
        else {
            return Flow::Next;
        };

        let Some(access) = reached(operation, machine, at) else {
            return Flow::Next;
        };

        let counted_from = self.registers[usize::from(rn & 15)].base;
        let mut through = self.use_register(at, rn);
        if let Offset::Register(rm, _) = offset {
            let index = self.use_register(at, rm);
            through = through.with(index);
        }

        let mut value = if load {
            if access.address == DATA {
                self.note_early_read(at, machine);
            } else if access.length == 1 {
                self.notes.byte_loads.insert(at);
            }
            self.loaded_with(at, access, through, counted_from)
        } else {
            if rn == 13 {
                self.push(at);
            }
            // What is stored is put away, not read.
            let value = self.registers[usize::from(rd & 15)];
            self.store_bytes(at, access, value, held(machine, rd, at));
            Value::unknown()
        };

        if !matches!(indexing, Indexing::Offset) && rn != 15 {
            self.registers[usize::from(rn & 15)].by = Some(at);
            self.registers[usize::from(rn & 15)].slot = None;
        }

        if !load {
            return Flow::Next;
        }

        if rd == 15 {
            let target = machine.memory.word(access.address & !3).unwrap_or_default();
            return self.jump_to(at, None, from_stack(value, rn), target);
        }

        if rn == 15 {
            let literal = self.image.loaded(access.address).unwrap_or_default();
            value.base = self.image.is_data_address(literal).then_some(literal);
            if self.image.is_written_data(access.address) {
                value.origin = Origin::Image(access.address);
                self.notes.loads.insert(access.address, at);
            }
        }

        self.set(rd, value, false);
        Flow::Next
    }

    /// What a load brings `through` registers, one of which was counted from an address of data.
    fn loaded_with(&mut self, at: u32, access: Access, through: Value<u32>, counted_from: Option<u32>) -> Value<u32> {
        let mut value = self.loaded(at, access).with(through);
        let is_unaligned = access.length == 4 && !access.address.is_multiple_of(4);
        if is_unaligned && let Some(base) = counted_from.filter(|base| self.is_within(*base, access.address)) {
            value.unaligned.get_or_insert(at);
            self.notes.unaligned.entry(at).or_insert(base);
        }
        value
    }

    pub(super) fn block(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        let Operation::Block { load, rn, list, .. } = operation else {
            return Flow::Next;
        };

        let through = self.use_register(at, rn);
        let (lowest, _) = machine.block_addresses(at, operation);
        if !load && rn == 13 {
            self.push(at);
        }

        let numbers = (0..16_u8).filter(|number| list >> number & 1 != 0);
        let mut flow = Flow::Next;
        for (number, address) in numbers.zip((0..).map(|word| (lowest & !3).wrapping_add(word * 4))) {
            let access = Access { address, length: 4 };
            if !load {
                let value = self.registers[usize::from(number)];
                self.store_bytes(at, access, value, held(machine, number, at));
                continue;
            }
            let value = self.loaded(at, access).with(through);
            if number == 15 {
                let target = machine.memory.word(address).unwrap_or_default();
                flow = self.jump_to(at, None, from_stack(value, rn), target);
            } else {
                self.set(number, value, false);
            }
        }

        flow
    }

    /// Whether an address lies in the data that it was counted from.
    fn is_within(&self, base: u32, address: u32) -> bool {
        let piece = self.image.piece(base);
        piece.is_some_and(|piece| address.wrapping_sub(piece.address) < piece.length)
    }

    fn push(&mut self, at: u32) {
        if matches!(self.registers[13].origin, Origin::Start(13)) {
            self.notes.push_without_stack.get_or_insert((self.step, at));
        }
    }

    /// What is known of what a load brings.
    pub(super) fn loaded(&mut self, at: u32, access: Access) -> Value<u32> {
        let address = if access.length == 4 {
            access.address & !3
        } else {
            access.address
        };
        if address == DATA {
            return Value {
                by: Some(at),
                ..Value::of(Origin::Key)
            };
        }
        if !is_ram(address) {
            return Value {
                slot: self.image.is_data(address).then_some(address),
                ..Value::made(at)
            };
        }
        let end = address.saturating_add(access.length).min(RAM.0 + RAM.1);
        let first = self.cell(address);
        let is_whole = (address..end).all(|byte| {
            let cell = self.cell(byte);
            cell.writer == first.writer && cell.value.slot == first.value.slot
        });
        let mut value = if is_whole && first.writer.is_some() {
            Value {
                slot: Some(address),
                by: Some(at),
                ..first.value
            }
        } else {
            Value {
                slot: Some(address),
                ..Value::made(at)
            }
        };
        if !self.whole {
            return value;
        }

        let unwritten = (address..end).find(|byte| self.cell(*byte).writer.is_none());
        if let Some(byte) = unwritten {
            let what = if self.image.is_reserved(byte) {
                Unset::Reserved(byte)
            } else {
                Unset::Memory(byte)
            };
            let unset = self.note(at, what);
            value.unset = value.unset.or(unset);
        } else if !is_whole {
            let parts = (address..end).map(|byte| self.cell(byte));
            value = parts.fold(value, |value, cell| value.with(cell.value));
        }
        value
    }

    pub(super) fn store_bytes(&mut self, at: u32, access: Access, value: Value<u32>, bits: u32) {
        let address = if access.length == 4 {
            access.address & !3
        } else {
            access.address
        };
        match address {
            LINE_CONTROL => {
                let latch = Latch {
                    set_by: at,
                    printed: None,
                };
                self.notes.latch = (bits & LATCH != 0).then_some(latch);
            }
            DATA => {
                self.use_up(value.unset);
                self.note_printing(value);
                if let Some(latch) = &mut self.notes.latch {
                    let (first, count) = latch.printed.unwrap_or((at, 0));
                    latch.printed = Some((first, count + 1));
                }
            }
            _ => {}
        }
        if !is_ram(address) {
            return;
        }
        if access.length == 4 {
            self.note_saved(at, address, value);
        }

        // The bytes of one store are distinguished from those of others by the address that they were stored at.
        let stored = Cell {
            writer: Some(at),
            value: Value {
                slot: Some(address),
                ..value
            },
            ..Cell::unknown()
        };
        self.store(address, access.length as usize, stored);
    }
}

/// A value that a load through `rn` brought: where it lay is of interest only on the stack.
fn from_stack(value: Value<u32>, rn: u8) -> Value<u32> {
    Value {
        slot: value.slot.filter(|_| rn == 13),
        ..value
    }
}

/// What a register holds; R15 reads as two instructions ahead.
pub(super) fn held(machine: &Machine, register: u8, at: u32) -> u32 {
    machine.read(register, at.wrapping_add(8))
}

/// What the transfer at an address loads or stores.
fn reached(operation: Operation, machine: &Machine, at: u32) -> Option<Access> {
    let Operation::Transfer { unit, .. } = operation else {
        return None;
    };

    let (address, _) = machine.transfer_address(at, operation);
    let length = match unit {
        Unit::Word => 4,
        Unit::Half | Unit::SignedHalf => 2,
        Unit::Byte | Unit::SignedByte => 1,
    };

    Some(Access { address, length })
}
