//! Values: what each instruction makes of registers and flags.

use super::super::event::Flow;
use super::super::value::{Origin, Unset, Value};
use super::memory::{Access, held};
use super::{Trace, UNKNOWN};
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{DataOperation, Operand, Operation, Shift, ShiftKind};
use crate::machine::arm::memory::is_ram;

const NO_SHIFT: Shift = Shift::Amount(ShiftKind::Lsl, 0);

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

    pub(super) fn set(&mut self, register: u8, value: Value, flags: bool) {
        self.registers[usize::from(register & 15)] = value;
        if flags {
            self.flags = value;
        }
    }

    /// Reads a register for more than putting it away.
    pub(super) fn read(&mut self, at: u32, register: u8) -> Value {
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
    pub(super) fn used(&mut self, at: u32, register: u8) -> Value {
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
        if let (DataOperation::Mov, Operand::Immediate { value: byte, rotation }) = (operation, operand) {
            // A small number may be anything; one in RAM is an address.
            let number = u32::from(byte).rotate_right(u32::from(rotation) * 2);
            value.base = is_ram(number).then_some(number);
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
}
