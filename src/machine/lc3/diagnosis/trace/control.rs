//! Control: calls, traps, jumps and returns, and what R7 holds.

use super::super::event::{Flow, Jump, LoneReturn, ReturnKind, WrongReturn};
use super::super::string::{self, Printing};
use super::super::value::{Origin, Value};
use super::{CALLS, Call, Trace, UNKNOWN};
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::memory::WORDS;
use crate::machine::lc3::op::Code;
use crate::machine::lc3::os::{self, TRAPS, Trap};
use crate::machine::lc3::settings::Traps;

impl Trace<'_> {
    pub(super) fn call(&mut self, at: u16, entry: u16, links: bool) -> Flow {
        let caller = self.calls.last().map_or(0, |call| call.serial);
        self.serial += 1;
        if self.calls.len() == CALLS {
            self.calls.remove(0);
            self.lost += 1;
            self.whole = false;
        }
        let call = Call {
            site: at,
            entry,
            back: at.wrapping_add(1),
            serial: self.serial,
            caller,
            saved: None,
            saved_by: None,
            again: None,
        };
        self.calls.push(call);
        if links {
            self.registers[7] = Value::of(call.link());
        }
        Flow::Call
    }

    pub(super) fn trap(&mut self, at: u16, number: u8, machine: &Machine) -> Flow {
        let links = machine.settings.traps == Traps::OverwriteR7;
        let target = machine.memory.words[usize::from(number)];
        let service = machine.memory.ops[usize::from(target)];
        let native = TRAPS.iter().position(|trap| target == os::vector(0x20 + *trap as u8));
        let Some(index) = native.filter(|_| matches!(service.code, Code::Native | Code::Undecoded)) else {
            if !links {
                // The system's stack now, which the system has set.
                self.registers[6] = UNKNOWN.value;
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
            let caller = self.calls.last().map_or(0, |call| call.serial);
            self.registers[7] = Value::of(Origin::Link { by: at, caller });
            self.condition = None;
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
        if self.events.string.is_none() {
            self.events.string = string::faulty(self, at, start, machine).map(|fault| (self.step, fault));
        }
    }

    /// One character is printed.
    pub(super) fn show(&mut self, at: u16, register: u8) {
        let slot = self.registers[usize::from(register & 7)].slot;
        self.printing = slot.map(|slot| Printing::next(self.printing, at, slot));
        if let (None, Some(printing)) = (self.events.string, self.printing) {
            self.events.string = string::runs_on(self, printing, register).map(|fault| (self.step, fault));
        }
    }

    /// JMP and RET.
    pub(super) fn jump(&mut self, at: u16, register: u8, target: u16) -> Flow {
        let value = self.read(at, register);
        self.use_up(value.unset);
        self.events.last_jump = Some(Jump { at, register, value });
        let Some(call) = self.calls.last().copied() else {
            if register == 7 && self.whole && matches!(value.origin, Origin::Link { .. } | Origin::Start(_)) {
                self.events.lone_return.get_or_insert(LoneReturn {
                    step: self.step,
                    at,
                    target,
                    value,
                });
            }
            return Flow::Jump;
        };
        if target == call.back {
            self.returned[usize::from(call.entry)] = true;
            self.calls.pop();
            self.registers[7].slot = None;
            // For the caller it goes on behind its call.
            self.before = call.site;
            return Flow::Next;
        }
        let own = matches!(value.origin, Origin::Link { caller, .. } if caller == call.serial);
        if !own && let Some(index) = self.calls.iter().rposition(|call| call.back == target) {
            self.calls.truncate(index);
            return Flow::Jump;
        }
        let kind = match (value.origin, call.saved, value.slot) {
            (Origin::Link { by, .. }, saved, slot) if own => Some(ReturnKind::Overwritten { by, saved, slot }),
            (_, Some(saved), Some(slot)) if saved == slot => self
                .cell(slot)
                .writer
                .map(|by| ReturnKind::SlotOverwritten { by, slot }),
            // From a constant it may have been loaded on purpose.
            (_, Some(saved), Some(slot)) if self.cell(slot).writer.is_some() => {
                Some(ReturnKind::OtherSlot { saved, slot })
            }
            _ => None,
        };
        if let Some(kind) = kind.filter(|_| register == 7 || own) {
            self.events.wrong_return.get_or_insert(WrongReturn {
                step: self.step,
                at,
                target,
                call,
                kind,
            });
        }
        Flow::Jump
    }
}
