//! Every instruction of ARM state, from its fields. The one place that knows them all.
//!
//! Facts: ARM Architecture Reference Manual (DDI 0100), chapters A2 to A5; where that leaves something open, what an
//! ARM7TDMI does. There are no exception vectors here: what would be an exception is a fault.

use super::shift;
use super::{InData, Machine};
use crate::machine::arm::exit::{Exit, Fault};
use crate::machine::arm::isa::{DataOperation, Instruction, Operand, Operation, Shift};
use crate::machine::arm::op::{Code, Op};
use crate::machine::arm::registers::{FLAGS, THUMB};

/// The control field of a status register.
const CONTROL: u32 = 0xFF;

impl Machine {
    /// Runs the instruction at an address, which the loop does not do itself. Gives where the next one is.
    #[inline(never)]
    pub(super) fn other<const WATCH: bool>(&mut self, at: u32, op: Op) -> Result<u32, Exit> {
        let word = self.memory.word(at).unwrap_or_default();
        if op.code == Code::Data {
            InData::note(&mut self.in_data, at, self.last);
        }
        let instruction = Instruction::decode(word).ok_or(Exit::Crashed(Fault::Undefined(word)))?;
        if op.code == Code::Data && !self.registers.flags.hold(instruction.condition) {
            return Ok(at.wrapping_add(4));
        }
        self.interpret::<WATCH>(at, instruction.operation)
    }

    pub(super) fn interpret<const WATCH: bool>(&mut self, at: u32, operation: Operation) -> Result<u32, Exit> {
        let next = at.wrapping_add(4);
        match operation {
            Operation::Data { .. } => return self.data(at, operation),
            Operation::Multiply { .. } | Operation::MultiplyLong { .. } => self.multiply(at, operation),
            Operation::Swap { byte, rd, rm, rn } => self.swap::<WATCH>(at, byte, [rd, rm, rn])?,
            Operation::Branch { link, offset } => {
                let target = at.wrapping_add(8).wrapping_add_signed(offset);
                if target == at {
                    return Err(Exit::Halted);
                }
                if link {
                    self.registers.r[14] = next;
                }
                return Ok(target);
            }
            Operation::BranchExchange { rm } => {
                let target = self.read(rm, at.wrapping_add(8));
                if target & 1 != 0 {
                    return Err(Exit::Crashed(Fault::Thumb(target)));
                }
                return Ok(target & !3);
            }
            Operation::Transfer { .. } => return self.transfer::<WATCH>(at, operation),
            Operation::Block { .. } => return self.block::<WATCH>(at, operation),
            Operation::ReadStatus { rd, saved } => {
                let status = if saved {
                    self.registers.saved()
                } else {
                    self.registers.status()
                };
                if rd != 15 {
                    self.registers.r[usize::from(rd)] = status;
                }
            }
            Operation::WriteStatus { saved, fields, operand } => self.write_status(at, saved, fields, operand)?,
            Operation::Interrupt { comment } => return Err(Exit::Crashed(Fault::Interrupt(comment))),
        }

        Ok(next)
    }

    /// A register; R15 reads as what it is said to.
    pub(in crate::machine::arm) fn read(&self, number: u8, pc: u32) -> u32 {
        if number == 15 {
            pc
        } else {
            self.registers.r[usize::from(number & 15)]
        }
    }

    /// The second operand and the carry that comes out of the shifter. R15 reads as `pc`.
    fn operand(&self, operand: Operand, pc: u32) -> (u32, bool) {
        let carry = self.registers.flags.c;
        match operand {
            Operand::Immediate { value, rotation } => {
                let number = u32::from(value).rotate_right(u32::from(rotation) * 2);
                (number, if rotation == 0 { carry } else { number >> 31 != 0 })
            }
            Operand::Register(rm, Shift::Amount(kind, amount)) => {
                shift::by_amount(kind, amount, self.read(rm, pc), carry)
            }
            Operand::Register(rm, Shift::Register(kind, rs)) => {
                shift::by_register(kind, self.read(rs, pc), self.read(rm, pc), carry)
            }
        }
    }

    fn data(&mut self, at: u32, operation: Operation) -> Result<u32, Exit> {
        let Operation::Data {
            operation,
            flags: sets_flags,
            rd,
            rn,
            operand,
        } = operation
        else {
            return Ok(at.wrapping_add(4));
        };

        // Reading a shift amount takes another cycle, in which R15 moves on.
        let is_late = matches!(operand, Operand::Register(_, Shift::Register(..)));
        let pc = at.wrapping_add(if is_late { 12 } else { 8 });
        let (second, carry) = self.operand(operand, pc);
        let first = self.read(rn, pc);
        let before = self.registers.flags;
        let (value, flags) = {
            let mut flags = before;
            let value = match operation {
                DataOperation::And | DataOperation::Tst => first & second,
                DataOperation::Eor | DataOperation::Teq => first ^ second,
                DataOperation::Orr => first | second,
                DataOperation::Mov => second,
                DataOperation::Bic => first & !second,
                DataOperation::Mvn => !second,
                DataOperation::Sub | DataOperation::Cmp => flags.subtract(first, second),
                DataOperation::Rsb => flags.subtract(second, first),
                DataOperation::Add | DataOperation::Cmn => flags.add(first, second),
                DataOperation::Adc => flags.add_carry(first, second),
                DataOperation::Sbc => flags.add_carry(first, !second),
                DataOperation::Rsc => flags.add_carry(second, !first),
            };
            if operation.is_logical() {
                flags.c = carry;
                flags.result(value);
            }
            (value, flags)
        };

        if rd == 15 && operation.has_destination() {
            if sets_flags {
                self.return_from_exception(value)?;
            }
            return Ok(value & !3);
        }

        if sets_flags {
            self.registers.flags = flags;
        }
        if operation.has_destination() {
            self.registers.r[usize::from(rd & 15)] = value;
        }

        Ok(at.wrapping_add(4))
    }

    /// The saved status becomes the current one, on the way to an address.
    pub(super) fn return_from_exception(&mut self, target: u32) -> Result<(), Exit> {
        let status = self.registers.saved();
        if status & THUMB != 0 {
            return Err(Exit::Crashed(Fault::Thumb(target | 1)));
        }
        self.set_status(status, FLAGS | CONTROL)
    }

    fn set_status(&mut self, status: u32, mask: u32) -> Result<(), Exit> {
        let done = self.registers.set_status(status, mask);
        done.map_err(|mode| Exit::Crashed(Fault::Mode(mode)))
    }

    fn write_status(&mut self, at: u32, saved: bool, fields: u8, operand: Operand) -> Result<(), Exit> {
        let (value, _) = self.operand(operand, at.wrapping_add(8));
        let control = if fields & 1 != 0 { CONTROL } else { 0 };
        let flags = if fields & 8 != 0 { FLAGS } else { 0 };
        if saved {
            self.registers.set_saved(value, control | flags);
            return Ok(());
        }
        self.set_status(value, control | flags)
    }

    fn multiply(&mut self, at: u32, operation: Operation) {
        let pc = at.wrapping_add(8);
        match operation {
            Operation::Multiply {
                flags,
                rd,
                rm,
                rs,
                accumulate,
            } => {
                let added = accumulate.map_or(0, |rn| self.read(rn, pc));
                let product = self.read(rm, pc).wrapping_mul(self.read(rs, pc));
                let value = product.wrapping_add(added);
                if flags {
                    self.registers.flags.result(value);
                }
                self.registers.r[usize::from(rd & 15)] = value;
            }
            Operation::MultiplyLong {
                flags,
                signed,
                accumulate,
                high,
                low,
                rm,
                rs,
            } => {
                let (a, b) = (self.read(rm, pc), self.read(rs, pc));
                let mut value = if signed {
                    (i64::from(a as i32) * i64::from(b as i32)) as u64
                } else {
                    u64::from(a) * u64::from(b)
                };

                if accumulate {
                    let there = u64::from(self.read(high, pc)) << 32 | u64::from(self.read(low, pc));
                    value = value.wrapping_add(there);
                }

                let [above, below] = [(value >> 32) as u32, value as u32];
                if flags {
                    self.registers.flags.set_result(above >> 31 != 0, above | below == 0);
                }

                self.registers.r[usize::from(low & 15)] = below;
                self.registers.r[usize::from(high & 15)] = above;
            }
            _ => {}
        }
    }
}
