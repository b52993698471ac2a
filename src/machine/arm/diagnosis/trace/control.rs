//! Control: calls, jumps and returns.

use super::super::event::{Flow, Return, WrongReturn};
use super::super::value::{Origin, Value};
use super::{CALLS, Call, Trace};

impl Trace<'_> {
    pub(super) fn call(&mut self, at: u32, entry: u32) -> Flow {
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
            back: at.wrapping_add(4),
            serial: self.serial,
            caller,
            saved: None,
            saved_by: None,
        };
        self.calls.push(call);
        self.registers[14] = Value {
            by: Some(at),
            ..Value::of(call.link())
        };
        Flow::Call
    }

    /// PC takes a value: from LR or another register, or from memory.
    pub(super) fn jump(&mut self, at: u32, register: Option<u8>, value: Value, target: u32) -> Flow {
        self.use_up(value.unset);
        let target = target & !3;
        // `MOV LR, PC` before a jump makes a call of it.
        let is_call = matches!(self.registers[14].origin, Origin::Link { by, .. } if by == at) && register != Some(14);
        if is_call && target != at {
            return self.call(at, target);
        }
        let back = Return {
            step: self.step,
            at,
            target,
            value,
        };
        let Some(call) = self.calls.last().copied() else {
            let returns = register == Some(14) || register.is_none() && value.slot.is_some();
            if self.whole && returns && matches!(value.origin, Origin::Link { .. } | Origin::Start(14)) {
                self.events.lone_return.get_or_insert(back);
            }
            return Flow::Jump;
        };
        if target == call.back {
            self.returned.insert(call.entry);
            self.calls.pop();
            // For the caller it goes on behind its call.
            self.before = call.site;
            return Flow::Next;
        }
        let is_own = matches!(value.origin, Origin::Link { caller, .. } if caller == call.serial);
        if !is_own && let Some(index) = self.calls.iter().rposition(|call| call.back == target) {
            self.calls.truncate(index);
            return Flow::Jump;
        }
        // Another register, or memory that is no stack, may hold the address of any code.
        if is_own || register == Some(14) || register.is_none() && value.slot.is_some() {
            let wrong = WrongReturn { back, call, is_own };
            self.events.wrong_return.get_or_insert(wrong);
        }
        Flow::Jump
    }
}
