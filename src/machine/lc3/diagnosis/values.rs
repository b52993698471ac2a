//! Values: what each instruction makes of registers and memory.

use super::architecture::Trace;
use super::notes::{ClockStop, CodeRead, LastJump, StackInData};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::Flow;
use crate::machine::diagnosis::value::{Cell, Origin, Unset, Value};
use crate::machine::lc3::cpu::{Machine, conditions};
use crate::machine::lc3::op::{Code, Op};
use crate::machine::lc3::os::{DEVICES, USER_START};
use crate::machine::lc3::program::Kind;
use crate::machine::lc3::settings::Traps;

/// The machine control register; a store there stops the clock.
const CLOCK: u16 = 0xFFFE;
/// The data registers of the keyboard and the display.
const KEYBOARD: u16 = 0xFE02;
const DISPLAY: u16 = 0xFE06;
/// The key that Enter is.
const LINE_FEED: u16 = 10;
/// What a key is compared with a carriage return by.
const MINUS_RETURN: u16 = 0xFFF3;

impl Trace<'_> {
    /// What the instruction does to what is known, and how it leads on.
    pub(super) fn execute(&mut self, at: u16, op: Op, machine: &Machine) -> Flow {
        let (a, registers) = (op.a & 7, &machine.cpu.registers);
        let base = registers[usize::from(op.b & 7)];
        let next = at.wrapping_add(1);
        let relative = next.wrapping_add(op.value);

        match op.code {
            Code::AddValue if op.value == 0 => {
                let value = self.read(at, op.b);
                self.set(a, value, true);
            }
            Code::AndValue if op.value == 0 => self.set(a, Value::computed(None), true),
            Code::And if op.b == op.c => {
                let value = self.read(at, op.b);
                self.set(a, value, true);
            }
            Code::Add | Code::AddValue | Code::And | Code::AndValue | Code::Not => self.calculate(at, a, op, machine),
            Code::Lea => {
                self.registers[usize::from(a)] = Value {
                    base: Some(relative),
                    ..Value::of(Origin::Address)
                };
                if machine.settings.traps == Traps::OverwriteR7 {
                    self.flags = Value::unknown();
                }
            }
            Code::Ld | Code::Ldr | Code::Ldi | Code::St | Code::Str | Code::Sti => self.move_word(at, op, machine),
            Code::Br => {
                if matches!(op.a & 7, 1..=6) {
                    self.use_up(self.flags.unset);
                }
                if op.a & conditions(machine.cpu.condition) != 0 && op.value != 0 {
                    return Flow::Branch;
                }
            }
            Code::Jmp => return self.jump_through(at, op.b & 7, base),
            Code::Jsr => return self.call(at, relative, true),
            Code::Jsrr => {
                let value = self.read(at, op.b);
                self.use_up(value.unset);
                self.notes.last_jump = Some(LastJump {
                    at,
                    register: op.b & 7,
                    value,
                });
                return self.call(at, base, true);
            }
            Code::Trap => return self.trap(at, op.value as u8, machine),
            Code::Rti => {
                self.calls.pop();
                self.registers[6] = Value::unknown();
                return Flow::Jump;
            }
            _ => return Flow::Jump,
        }
        Flow::Next
    }

    /// Loads and stores.
    fn move_word(&mut self, at: u16, op: Op, machine: &Machine) {
        let a = op.a & 7;
        let base = machine.cpu.registers[usize::from(op.b & 7)];
        let counted_from = self.registers[usize::from(op.b & 7)].base;
        let relative = at.wrapping_add(1).wrapping_add(op.value);

        match op.code {
            Code::Ld => {
                self.meet_stack(at, relative, Some(relative));
                self.meet_code(at, relative, None);
                self.load(at, a, relative, None, machine);
            }
            Code::Ldr => {
                let through = self.used(at, op.b).unset;
                self.meet_stack(at, base.wrapping_add(op.value), counted_from);
                if counted_from.is_some_and(|from| self.image.is_code(from)) {
                    self.meet_code(at, base.wrapping_add(op.value), None);
                }
                self.load(at, a, base.wrapping_add(op.value), through, machine);
            }
            Code::Ldi => {
                let pointer = self.loaded(at, relative, machine);
                self.use_up(pointer.unset);
                let address = machine.memory.words[usize::from(relative)];
                self.meet_code(at, relative, None);
                self.meet_code(at, address, Some(relative));
                self.load(at, a, address, pointer.unset, machine);
            }
            Code::St => self.store_word(at, a, relative, (None, None)),
            Code::Str => {
                let through = self.used(at, op.b).unset;
                self.store_word(at, a, base.wrapping_add(op.value), (through, counted_from));
            }
            Code::Sti => {
                let pointer = self.loaded(at, relative, machine);
                self.use_up(pointer.unset);
                let address = machine.memory.words[usize::from(relative)];
                self.store_word(at, a, address, (pointer.unset, pointer.base));
            }
            _ => {}
        }
    }

    fn calculate(&mut self, at: u16, register: u8, op: Op, machine: &Machine) {
        let sources: &[u8] = match op.code {
            Code::Add | Code::And => &[op.b, op.c],
            _ => &[op.b],
        };

        let (mut unset, mut base, mut bases) = (None, None, 0);
        for source in sources {
            let value = self.read(at, *source);
            unset = unset.or(value.unset);
            base = base.or(value.base);
            bases += usize::from(value.base.is_some());
        }

        let adds = matches!(op.code, Code::Add | Code::AddValue);
        if adds {
            self.compare_key(at, op, machine);
        }
        let base = base.filter(|_| adds && bases == 1);
        let value = Value {
            base,
            ..Value::computed(unset)
        };
        self.set(register, value, true);
    }

    /// A key is compared by adding the negative of another.
    fn compare_key(&mut self, at: u16, op: Op, machine: &Machine) {
        let (b, c) = (usize::from(op.b & 7), usize::from(op.c & 7));
        let held = &machine.cpu.registers;
        let (key, added) = match op.code {
            Code::AddValue => (b, op.value),
            _ if self.registers[b].origin == Origin::Key => (b, held[c]),
            _ => (c, held[b]),
        };

        if added == MINUS_RETURN && held[key] == LINE_FEED && self.registers[key].origin == Origin::Key {
            self.notes.takes_return = Some(at);
        }
    }

    /// A load through `base` meets a return address that was pushed on a stack.
    fn meet_stack(&mut self, at: u16, address: u16, base: Option<u16>) {
        let cell = self.cell(address);
        if let (Some(by), Some(stack), Some(data)) = (cell.writer, cell.base, base)
            && matches!(cell.value.origin, Origin::Link { .. })
            && self.notes.stack_in_data.is_none()
            && data <= address
            && address < stack
            && self.image.is_data(data)
            && self.image.is_data(address)
            && self
                .image
                .op(by)
                .is_some_and(|op| op.code == Code::Str && op.b & 7 == 6)
        {
            self.notes.stack_in_data = Some(StackInData {
                step: self.step,
                at,
                by,
                address,
                data,
                stack,
            });
        }
    }

    /// A load meets an instruction as it was loaded; `pointer` is the word that led there, where there is one. A word of
    /// zeros may be reserved memory that was written as `NOP`.
    fn meet_code(&mut self, at: u16, address: u16, pointer: Option<u16>) {
        let is_instruction = self.image.is_code(address) && self.image.loaded(address) != Some(0);
        if is_instruction && self.cell(address).writer.is_none() && self.notes.code_read.is_none() {
            self.notes.code_read = Some(CodeRead {
                step: self.step,
                at,
                address,
                pointer,
            });
        }
    }

    /// What is known about a memory word that the instruction at `at` reads.
    pub(super) fn loaded(&mut self, at: u16, address: u16, machine: &Machine) -> Value<u16> {
        let cell = self.cell(address);
        if cell.writer.is_some() {
            return Value {
                slot: Some(address),
                ..cell.value
            };
        }

        let what = match self.image.word(address) {
            _ if address == KEYBOARD => return Value::of(Origin::Key),
            _ if address >= DEVICES => return Value::computed(None),
            Some(word) if word.kind == Kind::Reserved && self.whole => Unset::Reserved(address),
            Some(word) => {
                return Value {
                    slot: Some(address),
                    base: self.image.pointer(word),
                    ..Value::of(Origin::Image(address))
                };
            }
            None if address < USER_START || machine.memory.op(address).code != Code::Blank => {
                return Value::computed(None);
            }
            None => Unset::Memory(address),
        };
        let origin = match what {
            Unset::Reserved(_) => Origin::Image(address),
            _ => Origin::Computed,
        };

        Value {
            slot: Some(address),
            unset: self.note(at, what),
            ..Value::of(origin)
        }
    }

    fn load(&mut self, at: u16, register: u8, address: u16, through: Option<u16>, machine: &Machine) {
        let mut value = self.loaded(at, address, machine);
        value.unset = through.or(value.unset);
        value.by = Some(at);
        self.set(register, value, true);
    }

    /// A store; of its address are known what it depends on that nothing set, and what it was counted from.
    fn store_word(&mut self, at: u16, register: u8, address: u16, (through, base): (Option<u16>, Option<u16>)) {
        if address >= DEVICES {
            match address {
                CLOCK => self.notes.clock_stop = Some(ClockStop { by: at, through, base }),
                DISPLAY => self.show(at, register),
                _ => {}
            }
            return;
        }

        let value = self.registers[usize::from(register)];
        self.note_saved(at, address, value);
        let stored = Cell {
            writer: Some(at),
            value,
            through,
            base,
        };
        self.store(address, 1, stored);
    }
}
