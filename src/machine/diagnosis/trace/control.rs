//! Control: calls, jumps and returns.

use super::Trace;
use crate::machine::diagnosis::architecture::Architecture;
use crate::machine::diagnosis::event::{Call, Flow, Jump, Return, Uneven, WrongReturn};
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
            lost_by: None,
            again: None,
            strayed: None,
            stack: self.stack,
            uneven: None,
        };
        if links {
            self.note_lost(at);
        }
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
            self.ended = self.calls.pop();
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

    /// Notes that a call overwrites the return address of the running subroutine, where that is in the link register.
    fn note_lost(&mut self, at: A::Address) {
        let link = self.registers[usize::from(A::LINK)].origin;
        if let Some(call) = self.calls.last_mut().filter(|call| call.link() == link) {
            call.lost_by = Some(at);
        }
    }

    /// Notes what the stack pointer holds now, and whether the subroutine that has just returned left it as it was.
    pub fn note_stack(&mut self, stack: A::Address) {
        self.stack = stack;
        let Some(ended) = self.ended.take() else { return };
        let (before, after): (u32, u32) = (ended.stack.into(), stack.into());
        let lower = i64::from(before) - i64::from(after);
        let Some(call) = self.calls.last_mut().filter(|_| lower != 0) else {
            return;
        };

        let known = call.uneven.filter(|uneven| uneven.entry == ended.entry);
        let lower = lower + known.map_or(0, |uneven| uneven.lower);
        call.uneven = (lower != 0).then_some(Uneven {
            entry: ended.entry,
            lower,
        });
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
}
