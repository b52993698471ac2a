//! Values: what each instruction makes of registers and flags.

use super::architecture::Trace;
use super::memory::{Access, held};
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{DataOperation, Operand, Operation, Shift, ShiftKind};
use crate::machine::arm::memory::is_ram;
use crate::machine::diagnosis::event::{Flow, Jump};
use crate::machine::diagnosis::value::{Origin, Value};

const NO_SHIFT: Shift = Shift::Amount(ShiftKind::Lsl, 0);

impl Trace<'_> {
    /// What the instruction does to what is known, and how it leads on.
    pub(super) fn execute(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        match operation {
            Operation::Data { .. } => return self.calculate(at, operation, machine),
            Operation::Branch { link, offset } => {
                let target = at.wrapping_add(8).wrapping_add_signed(offset);
                return if link {
                    self.call(at, target, true)
                } else {
                    Flow::Branch
                };
            }
            Operation::BranchExchange { rm } => {
                let value = self.read_register(at, rm);
                return self.jump_to(at, Some(rm), value, held(machine, rm, at));
            }
            Operation::Transfer { .. } => return self.transfer(at, operation, machine),
            Operation::Block { .. } => return self.block(at, operation, machine),
            Operation::Swap { byte, rd, rm, rn } => {
                let through = self.use_register(at, rn);
                let length = if byte { 1 } else { 4 };
                let access = Access {
                    address: held(machine, rn, at),
                    length,
                };
                let stored = self.read_register(at, rm);
                let value = self.loaded(at, access).with(through);

                self.store_bytes(at, access, stored, held(machine, rm, at));
                self.set(rd, value, false);
            }
            Operation::ReadStatus { rd, .. } => self.set(rd, Value::made(at), false),
            Operation::WriteStatus { saved, .. } => {
                if !saved {
                    // Another mode may have other registers.
                    self.registers[13] = Value::unknown();
                    self.registers[14] = Value::unknown();
                    self.flags = Value::unknown();
                }
            }
            Operation::Interrupt { .. } => return Flow::Jump,
            // All others compute from registers alone.
            _ => {
                let effect = operation.effect();
                let value = self.made_of(at, effect.reads.into_iter().flatten());
                for register in effect.written() {
                    self.set(register, value, effect.sets_flags);
                }
            }
        }
        Flow::Next
    }

    /// Reads a register to compute with it; R15 is no register that a program sets.
    pub(super) fn read_register(&mut self, at: u32, register: u8) -> Value<u32> {
        match register {
            15 => Value::unknown(),
            _ => self.read(at, register),
        }
    }

    /// Reads a register as an address.
    pub(super) fn use_register(&mut self, at: u32, register: u8) -> Value<u32> {
        let value = self.read_register(at, register);
        self.use_up(value.unset);
        value
    }

    /// PC takes a value: from LR or another register, or from memory.
    pub(super) fn jump_to(&mut self, at: u32, register: Option<u8>, value: Value<u32>, target: u32) -> Flow {
        let target = target & !3;
        // `MOV LR, PC` before a jump makes a call of it.
        let is_call = matches!(self.registers[14].origin, Origin::Link { by, .. } if by == at) && register != Some(14);
        if is_call && target != at {
            self.use_up(value.unset);
            return self.call(at, target, true);
        }

        self.jump(Jump {
            at,
            register,
            value,
            target,
        })
    }

    /// A value made of registers.
    fn made_of(&mut self, at: u32, registers: impl IntoIterator<Item = u8>) -> Value<u32> {
        registers.into_iter().fold(Value::made(at), |made, register| {
            let value = self.read_register(at, register);
            made.with(value)
        })
    }

    fn calculate(&mut self, at: u32, operation: Operation, machine: &Machine) -> Flow {
        let effect = operation.effect();
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
            let caller = self.caller();
            let by = at.wrapping_add(4);
            self.set(14, Value::of(Origin::Link { by, caller }), flags);
            return Flow::Next;
        }

        let mut sources: Vec<u8> = effect.reads.into_iter().flatten().collect();
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
            value = self.read_register(at, rm);
        }
        if operation.uses_carry() {
            value = value.with(self.flags);
        }
        if rd == 15 && operation.has_destination() {
            return match copied {
                Some(rm) => self.jump_to(at, Some(rm), value, held(machine, rm, at)),
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
