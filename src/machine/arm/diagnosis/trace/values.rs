//! Values: what each instruction makes of registers and memory.

use super::super::event::{Flow, Latch};
use super::super::value::{Cell, Origin, Unset, Value};
use super::{Trace, UNKNOWN};
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{DataOperation, Indexing, Offset, Operand, Operation, Shift, ShiftKind, Unit};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::RAM;

/// UART0: its data register, and that of its line control.
const DATA: u32 = 0xE000_C000;
const LINE_CONTROL: u32 = 0xE000_C00C;
/// Bit 7 of line control.
const LATCH: u32 = 0x80;
const NO_SHIFT: Shift = Shift::Amount(ShiftKind::Lsl, 0);

/// Where a transfer goes.
#[derive(Clone, Copy)]
struct Access {
    address: u32,
    length: u32,
}

impl Trace<'_> {
    /// What the instruction does to what is known, and how it leads on.
    pub(super) fn execute(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        match operation {
            Operation::Data { .. } => return self.calculate(at, operation, machine),
            Operation::Branch { link, offset } => {
                let target = at.wrapping_add(8).wrapping_add_signed(offset);
                return if link { self.call(at, target) } else { Flow::Branch };
            }
            Operation::BranchExchange { rm } => {
                let value = self.read(at, rm);
                return self.jump(at, Some(rm), value, held(machine, rm, at));
            }
            Operation::Transfer { .. } => return self.transfer(at, operation, machine),
            Operation::Block { .. } => return self.block(at, operation, machine),
            Operation::Multiply {
                flags,
                rd,
                rm,
                rs,
                accumulate,
            } => {
                let sources = [Some(rm), Some(rs), accumulate];
                let value = self.made_of(at, sources.into_iter().flatten());
                self.set(rd, value, flags);
            }
            Operation::MultiplyLong {
                flags,
                accumulate,
                high,
                low,
                rm,
                rs,
                ..
            } => {
                let more = accumulate.then_some([high, low]).into_iter().flatten();
                let value = self.made_of(at, [rm, rs].into_iter().chain(more));
                self.set(high, value, flags);
                self.set(low, value, flags);
            }
            Operation::Swap { byte, rd, rm, rn } => {
                let through = self.used(at, rn);
                let length = if byte { 1 } else { 4 };
                let access = Access {
                    address: held(machine, rn, at),
                    length,
                };
                let stored = self.read(at, rm);
                let value = self.loaded(at, access).with(through);
                self.store(at, access, stored, held(machine, rm, at));
                self.set(rd, value, false);
            }
            Operation::ReadStatus { rd, .. } => self.set(rd, Value::made(at), false),
            Operation::WriteStatus { saved, .. } => {
                if !saved {
                    // Another mode may have other registers.
                    self.registers[13] = UNKNOWN.value;
                    self.registers[14] = UNKNOWN.value;
                    self.flags = UNKNOWN.value;
                }
            }
            Operation::Interrupt { .. } => return Flow::Jump,
        }
        Flow::Next
    }

    fn set(&mut self, register: u8, value: Value, flags: bool) {
        self.registers[usize::from(register & 15)] = value;
        if flags {
            self.flags = value;
        }
    }

    /// Reads a register for more than putting it away.
    fn read(&mut self, at: u32, register: u8) -> Value {
        let mut value = self.registers[usize::from(register & 15)];
        if register == 15 {
            return UNKNOWN.value;
        }
        if let (Origin::Start(number), None) = (value.origin, value.unset) {
            value.unset = self.note(at, Unset::Register(number));
        }
        value
    }

    /// Reads a register as an address.
    fn used(&mut self, at: u32, register: u8) -> Value {
        let value = self.read(at, register);
        self.use_up(value.unset);
        value
    }

    /// A value made of registers.
    fn made_of(&mut self, at: u32, registers: impl IntoIterator<Item = u8>) -> Value {
        registers.into_iter().fold(Value::made(at), |made, register| {
            let value = self.read(at, register);
            made.with(value)
        })
    }

    fn calculate(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        let Operation::Data {
            operation,
            flags,
            rd,
            rn,
            operand,
        } = operation
        else {
            return Flow::Next;
        };
        let copied = match (operation, operand) {
            (DataOperation::Mov, Operand::Register(rm, NO_SHIFT)) => Some(rm),
            _ => None,
        };
        if let (Some(15), 14) = (copied, rd) {
            let caller = self.calls.last().map_or(0, |call| call.serial);
            let by = at.wrapping_add(4);
            self.set(14, Value::of(Origin::Link { by, caller }), flags);
            return Flow::Next;
        }
        let mut sources = Vec::new();
        if operation.has_first() {
            sources.push(rn);
        }
        if let Operand::Register(rm, shift) = operand {
            sources.push(rm);
            if let Shift::Register(_, rs) = shift {
                sources.push(rs);
            }
        }
        // Something minus itself is zero, whatever it was.
        let same = matches!(operand, Operand::Register(rm, NO_SHIFT) if rm == rn);
        if same && matches!(operation, DataOperation::Eor | DataOperation::Sub) {
            sources.clear();
        }
        let mut value = self.made_of(at, sources.iter().copied());
        if matches!(operation, DataOperation::Add | DataOperation::Sub) {
            value.base = self.counted_from(&sources, at, operand);
        }
        if let Some(rm) = copied {
            value = self.read(at, rm);
        }
        if matches!(operation, DataOperation::Adc | DataOperation::Sbc | DataOperation::Rsc) {
            value = value.with(self.flags);
        }
        if rd == 15 && operation.has_destination() {
            return match copied {
                Some(rm) => self.jump(at, Some(rm), value, held(machine, rm, at)),
                None => Flow::Jump,
            };
        }
        if operation.has_destination() {
            self.set(rd, value, flags);
        } else {
            self.flags = value;
        }
        Flow::Next
    }

    /// The address of data that a sum is counted from: that of its only part that has one, or what ADR gives.
    fn counted_from(&self, sources: &[u8], at: u32, operand: Operand) -> Option<u32> {
        if let (Operand::Immediate { value, rotation }, [15]) = (operand, sources) {
            let distance = u32::from(value).rotate_right(u32::from(rotation) * 2);
            let address = at.wrapping_add(8).wrapping_add(distance);
            return self.image.is_data_address(address).then_some(address);
        }
        let mut bases = sources
            .iter()
            .filter_map(|source| self.registers[usize::from(*source & 15)].base);
        let base = bases.next();
        base.filter(|_| bases.next().is_none())
    }

    fn transfer(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        let Operation::Transfer {
            load,
            unit,
            rd,
            rn,
            up,
            offset,
            indexing,
        } = operation
        else {
            return Flow::Next;
        };
        let mut through = self.used(at, rn);
        if let Offset::Register(rm, _) = offset {
            let index = self.used(at, rm);
            through = through.with(index);
        }
        let distance = distance(offset, machine, at);
        let base = held(machine, rn, at);
        let moved = if up {
            base.wrapping_add(distance)
        } else {
            base.wrapping_sub(distance)
        };
        let address = if matches!(indexing, Indexing::Post { .. }) {
            base
        } else {
            moved
        };
        let length = match unit {
            Unit::Word => 4,
            Unit::Half | Unit::SignedHalf => 2,
            Unit::Byte | Unit::SignedByte => 1,
        };
        let access = Access { address, length };
        if !load {
            if rn == 13 {
                self.push(at);
            }
            // What is stored is put away, not read.
            let value = self.registers[usize::from(rd & 15)];
            self.store(at, access, value, held(machine, rd, at));
        }
        let mut value = if load {
            self.loaded(at, access).with(through)
        } else {
            UNKNOWN.value
        };
        if !matches!(indexing, Indexing::Offset) && rn != 15 {
            self.registers[usize::from(rn & 15)].by = Some(at);
            self.registers[usize::from(rn & 15)].slot = None;
        }
        if !load {
            return Flow::Next;
        }
        if length == 4 && !address.is_multiple_of(4) {
            value.rotated.get_or_insert(at);
        }
        if rd == 15 {
            let target = machine.memory.word(address & !3).unwrap_or_default();
            return self.jump(at, None, from_stack(value, rn), target);
        }
        if rn == 15 {
            let literal = self.image.word(address).unwrap_or_default();
            value.base = self.image.is_data_address(literal).then_some(literal);
        }
        self.set(rd, value, false);
        Flow::Next
    }

    fn block(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        let Operation::Block {
            load,
            rn,
            before,
            up,
            list,
            ..
        } = operation
        else {
            return Flow::Next;
        };
        let through = self.used(at, rn);
        let base = held(machine, rn, at);
        let length = list.count_ones() * 4;
        let lowest = match (up, before) {
            (true, false) => base,
            (true, true) => base.wrapping_add(4),
            (false, false) => base.wrapping_sub(length).wrapping_add(4),
            (false, true) => base.wrapping_sub(length),
        };
        if !load && rn == 13 {
            self.push(at);
        }
        let numbers = (0..16_u8).filter(|number| list >> number & 1 != 0);
        let mut flow = Flow::Next;
        for (number, address) in numbers.zip((0..).map(|word| (lowest & !3).wrapping_add(word * 4))) {
            let access = Access { address, length: 4 };
            if !load {
                let value = self.registers[usize::from(number)];
                self.store(at, access, value, held(machine, number, at));
                continue;
            }
            let value = self.loaded(at, access).with(through);
            if number == 15 {
                let target = machine.memory.word(address).unwrap_or_default();
                flow = self.jump(at, None, from_stack(value, rn), target);
            } else {
                self.set(number, value, false);
            }
        }
        flow
    }

    fn push(&mut self, at: u32) {
        if matches!(self.registers[13].origin, Origin::Start(13)) {
            self.events.push_without_stack.get_or_insert((self.step, at));
        }
    }

    /// What is known of what a load brings.
    fn loaded(&mut self, at: u32, access: Access) -> Value {
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
            return Value::made(at);
        }
        let end = address.saturating_add(access.length).min(RAM.0 + RAM.1);
        let Some(first) = self.cell(address) else {
            return Value::made(at);
        };
        let is_whole = (address..end).all(|byte| {
            self.cell(byte)
                .is_some_and(|cell| cell.writer == first.writer && cell.value.slot == first.value.slot)
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
        let unwritten = (address..end).find(|byte| self.cell(*byte).is_some_and(|cell| cell.writer.is_none()));
        if let Some(byte) = unwritten {
            let what = if self.image.is_reserved(byte) {
                Unset::Reserved(byte)
            } else {
                Unset::Memory(byte)
            };
            let unset = self.note(at, what);
            value.unset = value.unset.or(unset);
        } else if !is_whole {
            let parts = (address..end).filter_map(|byte| self.cell(byte));
            value = parts.fold(value, |value, cell| value.with(cell.value));
        }
        value
    }

    fn store(&mut self, at: u32, access: Access, value: Value, bits: u32) {
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
                self.events.latch = (bits & LATCH != 0).then_some(latch);
            }
            DATA => {
                self.use_up(value.unset);
                if let Some(latch) = &mut self.events.latch {
                    let (first, count) = latch.printed.unwrap_or((at, 0));
                    latch.printed = Some((first, count + 1));
                }
            }
            _ => {}
        }
        if !is_ram(address) {
            return;
        }
        if let Some(call) = self.calls.last_mut()
            && access.length == 4
            && call.saved.is_none()
            && value.origin == call.link()
        {
            call.saved = Some(address);
            call.saved_by = Some(at);
        }
        // The bytes of one store are told from those of others by the address that they were stored at.
        let stored = Cell {
            writer: Some(at),
            value: Value {
                slot: Some(address),
                ..value
            },
        };
        let first = address.wrapping_sub(RAM.0) as usize;
        for cell in self.cells.iter_mut().skip(first).take(access.length as usize) {
            *cell = stored;
        }
    }
}

/// A value that a load through `rn` brought: where it lay is of interest only on the stack.
fn from_stack(value: Value, rn: u8) -> Value {
    Value {
        slot: value.slot.filter(|_| rn == 13),
        ..value
    }
}

/// What a register holds; R15 reads as two instructions ahead.
fn held(machine: &Machine, register: u8, at: u32) -> u32 {
    match register {
        15 => at.wrapping_add(8),
        _ => machine.registers.r[usize::from(register & 15)],
    }
}

/// How far from its base the transfer at an address goes.
pub fn distance(offset: Offset, machine: &Machine, at: u32) -> u32 {
    match offset {
        Offset::Immediate(distance) => u32::from(distance),
        Offset::Register(rm, shift) => shifted(held(machine, rm, at), shift),
    }
}

/// An index, shifted by an amount. RRX, which nobody indexes by, counts as a rotation by none.
fn shifted(value: u32, shift: Shift) -> u32 {
    let Shift::Amount(kind, amount) = shift else {
        return value;
    };
    let amount = u32::from(amount & 31);
    match (kind, amount) {
        (ShiftKind::Lsl, _) => value << amount,
        (ShiftKind::Lsr, 0) => 0,
        (ShiftKind::Lsr, _) => value >> amount,
        (ShiftKind::Asr, 0) => (value as i32 >> 31) as u32,
        (ShiftKind::Asr, _) => (value as i32 >> amount) as u32,
        (ShiftKind::Ror, _) => value.rotate_right(amount),
    }
}
