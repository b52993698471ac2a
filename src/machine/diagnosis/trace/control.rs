//! Control: calls, jumps and returns, and how an instruction was reached.

use super::Trace;
use crate::machine::diagnosis::architecture::Architecture;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::{Call, Fall, Flow, Jump, Return, WrongReturn};
use crate::machine::diagnosis::value::{Origin, Value};

/// Open calls that are remembered.
const CALLS: usize = 4096;

impl<A: Architecture> Trace<'_, A> {
    /// The serial number of the call that is running; 0 is the main program.
    pub fn caller(&self) -> u32 {
        self.calls.last().map_or(0, |call| call.serial)
    }

    /// A call of the subroutine at `entry`. `links` says whether the link register takes the return address.
    pub fn call(&mut self, at: A::Address, entry: A::Address, links: bool) -> Flow {
        let caller = self.caller();
        self.serial += 1;
        if self.calls.len() == CALLS {
            self.calls.remove(0);
            self.lost += 1;
            self.whole = false;
        }

        let call = Call {
            site: at,
            entry,
            back: A::after(at),
            serial: self.serial,
            caller,
            saved: None,
            saved_by: None,
            again: None,
        };
        self.calls.push(call);
        if links {
            self.registers[usize::from(A::LINK)] = Value {
                by: Some(at),
                ..Value::of(call.link())
            };
        }
        Flow::Call
    }

    /// A jump through a register or memory: back to the caller, or not.
    pub fn jump(&mut self, jump: Jump<A::Address>) -> Flow {
        let Jump { at, value, target, .. } = jump;
        // Another register, or memory that is no stack, may hold the address of any code.
        let returns = jump.register == Some(A::LINK) || jump.register.is_none() && value.slot.is_some();
        self.use_up(value.unset);
        let back = Return {
            step: self.step,
            at,
            target,
            value,
        };

        let Some(call) = self.calls.last().copied() else {
            if self.whole && returns && matches!(value.origin, Origin::Link { .. } | Origin::Start(_)) {
                self.events.lone_return.get_or_insert(back);
            }
            return Flow::Jump;
        };
        if target == call.back {
            self.returned.insert(call.entry);
            self.calls.pop();
            // For the caller it goes on after its call.
            self.before = call.site;
            return Flow::Next;
        }

        let is_own = matches!(value.origin, Origin::Link { caller, .. } if caller == call.serial);
        if !is_own && let Some(index) = self.calls.iter().rposition(|call| call.back == target) {
            self.calls.truncate(index);
            return Flow::Jump;
        }
        let wrong = WrongReturn {
            back,
            call,
            is_own,
            writer: value.slot.and_then(|slot| self.cell(slot).writer),
        };
        if (is_own || returns) && A::is_explained(&wrong) {
            self.events.wrong_return.get_or_insert(wrong);
        }
        Flow::Jump
    }

    /// Notes where the running subroutine saves its return address, when this store does.
    pub fn note_saved(&mut self, at: A::Address, address: A::Address, value: Value<A::Address>) {
        if let Some(call) = self.calls.last_mut()
            && call.saved.is_none()
            && value.origin == call.link()
        {
            call.saved = Some(address);
            call.saved_by = Some(at);
        }
    }

    /// What it means that this instruction was reached from the one before.
    pub(super) fn enter(&mut self, at: A::Address, word: A::Address, instruction: A::Instruction) {
        let fall = Fall {
            step: self.step,
            before: self.before,
            at,
            flow: self.flow,
            depth: self.calls.len(),
            is_main: self.whole && self.calls.is_empty(),
            is_proven: self.returned.contains(&at),
            is_harmful: false,
        };
        if self.image.is_data(at) {
            let is_harmful = A::is_harmful(self, at, word, instruction);
            self.events.in_data.get_or_insert(fall).is_harmful |= is_harmful;
            return;
        }

        let through = self.events.in_data.take();
        let is_end = self.image.is_entry(at) || self.image.loaded(at).is_none();
        if let Some(data) = through.filter(|data| data.is_harmful || self.flow == Flow::Next && is_end) {
            self.events.into_data.get_or_insert(data);
        }
        self.enter_subroutine(fall, through);
        self.branch_back(at);
        A::notice(self, at, word);
    }

    /// A subroutine that the main program runs into, perhaps through the data before it.
    fn enter_subroutine(&mut self, fall: Fall<A::Address>, through: Option<Fall<A::Address>>) {
        let falls = self.flow == Flow::Next && through.is_none_or(|data| data.flow == Flow::Next);
        if !falls || !fall.is_main || self.serial == 0 || !self.image.is_entry(fall.at) {
            return;
        }
        if self.events.into_subroutine.is_none_or(|earlier| !earlier.is_proven) {
            let before = through.map_or(fall.before, |data| data.before);
            self.events.into_subroutine = Some(Fall { before, ..fall });
        }
    }

    /// A branch within a subroutine, back to where it saves its return address.
    fn branch_back(&mut self, at: A::Address) {
        if self.flow == Flow::Branch
            && let Some(call) = self.calls.last_mut()
            && let Some(saves) = call.saved_by
            && (call.entry..=saves).contains(&at)
        {
            call.again = Some(self.before);
        }
    }
}
