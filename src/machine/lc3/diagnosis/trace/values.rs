//! Values: what each instruction makes of registers and memory.

use super::super::event::{ClockStop, Flow, Jump, StackInData};
use super::super::value::{Cell, Origin, Read, Unset, Value};
use super::{CLOCK, READS, Trace, UNKNOWN};
use crate::machine::lc3::cpu::{Machine, conditions};
use crate::machine::lc3::op::{Code, Op};
use crate::machine::lc3::os::{DEVICES, USER_START};
use crate::machine::lc3::program::Kind;
use crate::machine::lc3::settings::Traps;

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
        let (a, registers) = (usize::from(op.a & 7), &machine.cpu.registers);
        let base = registers[usize::from(op.b & 7)];
        let next = at.wrapping_add(1);
        let relative = next.wrapping_add(op.value);
        match op.code {
            Code::AddValue if op.value == 0 => {
                let value = self.read(at, op.b);
                self.set(a, value);
            }
            Code::AndValue if op.value == 0 => self.set(a, Value::computed(None)),
            Code::And if op.b == op.c => {
                let value = self.read(at, op.b);
                self.set(a, value);
            }
            Code::Add | Code::AddValue | Code::And | Code::AndValue | Code::Not => self.calculate(at, a, op, machine),
            Code::Lea => {
                self.registers[a] = Value {
                    base: Some(relative),
                    ..Value::of(Origin::Address)
                };
                if machine.settings.traps == Traps::OverwriteR7 {
                    self.condition = None;
                }
            }
            Code::Ld | Code::Ldr | Code::Ldi | Code::St | Code::Str | Code::Sti => self.move_word(at, op, machine),
            Code::Br => {
                if matches!(op.a & 7, 1..=6) {
                    self.use_up(self.condition);
                }
                if op.a & conditions(machine.cpu.condition) != 0 && op.value != 0 {
                    return Flow::Branch;
                }
            }
            Code::Jmp => return self.jump(at, op.b, base),
            Code::Jsr => return self.call(at, relative, true),
            Code::Jsrr => {
                let value = self.read(at, op.b);
                self.use_up(value.unset);
                self.events.last_jump = Some(Jump {
                    at,
                    register: op.b & 7,
                    value,
                });
                return self.call(at, base, true);
            }
            Code::Trap => return self.trap(at, op.value as u8, machine),
            Code::Rti => {
                self.calls.pop();
                self.registers[6] = UNKNOWN.value;
                return Flow::Jump;
            }
            _ => return Flow::Jump,
        }
        Flow::Next
    }

    /// Loads and stores.
    fn move_word(&mut self, at: u16, op: Op, machine: &Machine) {
        let a = usize::from(op.a & 7);
        let base = machine.cpu.registers[usize::from(op.b & 7)];
        let counted_from = self.registers[usize::from(op.b & 7)].base;
        let relative = at.wrapping_add(1).wrapping_add(op.value);
        match op.code {
            Code::Ld => {
                self.meet_stack(at, relative, Some(relative));
                self.load(at, a, relative, None, machine);
            }
            Code::Ldr => {
                let through = self.used(at, op.b);
                self.meet_stack(at, base.wrapping_add(op.value), counted_from);
                self.load(at, a, base.wrapping_add(op.value), through, machine);
            }
            Code::Ldi => {
                let pointer = self.loaded(at, relative, machine);
                self.use_up(pointer.unset);
                let address = machine.memory.words[usize::from(relative)];
                self.load(at, a, address, pointer.unset, machine);
            }
            Code::St => self.store(at, a, relative, (None, None)),
            Code::Str => {
                let through = self.used(at, op.b);
                self.store(at, a, base.wrapping_add(op.value), (through, counted_from));
            }
            Code::Sti => {
                let pointer = self.loaded(at, relative, machine);
                self.use_up(pointer.unset);
                let address = machine.memory.words[usize::from(relative)];
                self.store(at, a, address, (pointer.unset, pointer.base));
            }
            _ => {}
        }
    }

    fn set(&mut self, register: usize, value: Value) {
        self.registers[register] = value;
        self.condition = value.unset;
    }

    fn calculate(&mut self, at: u16, register: usize, op: Op, machine: &Machine) {
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
        self.set(
            register,
            Value {
                base,
                ..Value::computed(unset)
            },
        );
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
            self.events.takes_return = Some(at);
        }
    }

    /// A load through `base` meets a return address that was pushed on a stack.
    fn meet_stack(&mut self, at: u16, address: u16, base: Option<u16>) {
        let cell = self.cell(address);
        if let (Some(by), Some(stack), Some(data)) = (cell.writer, cell.base, base)
            && matches!(cell.value.origin, Origin::Link { .. })
            && self.events.stack_in_data.is_none()
            && data <= address
            && address < stack
            && self.image.is_data(data)
            && self.image.is_data(address)
            && self
                .image
                .op(by)
                .is_some_and(|op| op.code == Code::Str && op.b & 7 == 6)
        {
            self.events.stack_in_data = Some(StackInData {
                step: self.step,
                at,
                by,
                address,
                data,
                stack,
            });
        }
    }

    /// Reads a register for more than putting it away.
    pub(super) fn read(&mut self, at: u16, register: u8) -> Value {
        let mut value = self.registers[usize::from(register & 7)];
        if let (Origin::Start(number), None) = (value.origin, value.unset) {
            value.unset = self.note(Read {
                at,
                what: Unset::Register(number),
            });
        }
        value
    }

    /// Reads a register as an address.
    pub(super) fn used(&mut self, at: u16, register: u8) -> Option<u16> {
        let value = self.read(at, register);
        self.use_up(value.unset);
        value.unset
    }

    /// The run now depends on this value.
    pub(super) fn use_up(&mut self, unset: Option<u16>) {
        let Some(index) = unset else { return };
        let Some(read) = self.reads.get(usize::from(index)) else {
            return;
        };
        let class = usize::from(matches!(read.what, Unset::Reserved(_)));
        self.events.used[class].get_or_insert(index);
    }

    fn note(&mut self, read: Read) -> Option<u16> {
        if let Some(index) = self.known.get(&read) {
            return Some(*index);
        }
        if self.reads.len() == READS {
            return None;
        }
        let index = self.reads.len() as u16;
        self.reads.push(read);
        self.known.insert(read, index);
        Some(index)
    }

    /// What is known of a memory word that the instruction at `at` reads.
    pub(super) fn loaded(&mut self, at: u16, address: u16, machine: &Machine) -> Value {
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
            None if address < USER_START || machine.memory.ops[usize::from(address)].code != Code::Blank => {
                return Value::computed(None);
            }
            None => Unset::Memory(address),
        };
        let origin = match what {
            Unset::Reserved(_) => Origin::Image(address),
            _ => Origin::Computed,
        };
        Value {
            origin,
            slot: Some(address),
            unset: self.note(Read { at, what }),
            base: None,
        }
    }

    fn load(&mut self, at: u16, register: usize, address: u16, through: Option<u16>, machine: &Machine) {
        let mut value = self.loaded(at, address, machine);
        value.unset = through.or(value.unset);
        self.set(register, value);
    }

    /// A store; of its address are known what it depends on that nothing set, and what it was counted from.
    fn store(&mut self, at: u16, register: usize, address: u16, (through, base): (Option<u16>, Option<u16>)) {
        if address >= DEVICES {
            match address {
                CLOCK => self.events.clock_stop = Some(ClockStop { by: at, through, base }),
                DISPLAY => self.show(at, register as u8),
                _ => {}
            }
            return;
        }
        let value = self.registers[register];
        if let Some(call) = self.calls.last_mut()
            && call.saved.is_none()
            && value.origin == call.link()
        {
            call.saved = Some(address);
            call.saved_by = Some(at);
        }
        self.cells[usize::from(address)] = Cell {
            writer: Some(at),
            value,
            through,
            base,
        };
    }
}
