//! Control: traps and jumps, and what they print.

use super::architecture::Trace;
use super::notes::{LastJump, Printing};
use super::string;
use crate::machine::diagnosis::event::{Flow, Jump};
use crate::machine::diagnosis::value::{Origin, Value};
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::memory::WORDS;
use crate::machine::lc3::op::Code;
use crate::machine::lc3::os::{self, TRAPS, Trap};
use crate::machine::lc3::settings::Traps;

impl Trace<'_> {
    pub(super) fn trap(&mut self, at: u16, number: u8, machine: &Machine) -> Flow {
        let links = machine.settings.traps == Traps::OverwriteR7;
        let target = machine.memory.words[usize::from(number)];
        let service = machine.memory.op(target);
        let native = TRAPS.iter().position(|trap| target == os::vector(0x20 + *trap as u8));

        let Some(index) = native.filter(|_| matches!(service.code, Code::Native | Code::Undecoded)) else {
            if !links {
                // The system's stack now, which the system has set.
                self.registers[6] = Value::unknown();
            }
            return self.call(at, target, links);
        };

        match TRAPS[index] {
            Trap::Getc | Trap::In => self.registers[0] = Value::of(Origin::Key),
            Trap::Puts => {
                self.used(at, 0);
                self.print(at, machine);
            }
            Trap::Out => {
                self.used(at, 0);
                self.show(at, 0);
            }
            Trap::Putsp => {
                self.used(at, 0);
            }
            Trap::Halt => {}
        }

        if links {
            let caller = self.caller();
            self.registers[7] = Value::of(Origin::Link { by: at, caller });
            self.flags = Value::unknown();
        }

        Flow::Next
    }

    fn print(&mut self, at: u16, machine: &Machine) {
        let start = machine.cpu.registers[0];
        let mut address = start;
        for _ in 0..WORDS {
            let value = self.loaded(at, address, machine);
            self.use_up(value.unset);
            if machine.memory.words[usize::from(address)] == 0 {
                break;
            }
            address = address.wrapping_add(1);
        }

        if self.notes.string.is_none() {
            self.notes.string = string::faulty(self, at, start, machine).map(|fault| (self.step, fault));
        }
    }

    /// One character is printed.
    pub(super) fn show(&mut self, at: u16, register: u8) {
        let slot = self.registers[usize::from(register & 7)].slot;
        self.notes.printing = slot.map(|slot| Printing::next(self.notes.printing, at, slot));
        if let (None, Some(printing)) = (self.notes.string, self.notes.printing) {
            self.notes.string = string::runs_on(self, printing, register).map(|fault| (self.step, fault));
        }
    }

    /// JMP and RET.
    pub(super) fn jump_through(&mut self, at: u16, register: u8, target: u16) -> Flow {
        let value = self.read(at, register);
        self.notes.last_jump = Some(LastJump { at, register, value });

        let flow = self.jump(Jump {
            at,
            register: Some(register),
            value,
            target,
        });
        if flow == Flow::Next {
            self.registers[7].slot = None;
        }
        flow
    }
}
