//! Looks at each instruction before it runs: how it was reached, and what it does.

use super::architecture::Architecture;
use super::code::Code as _;
use super::event::{Fall, Flow, Stray};
use super::tail::Ran;
use super::trace::Trace;
use crate::machine::Run;
use crate::machine::replay::Exit;
use crate::result::Cause;

/// What an architecture's instructions read, write, call and return to, and what that says about the end of a run.
pub trait Semantics: Architecture {
    /// What the instruction does to what is known, and how it leads on.
    fn execute(
        trace: &mut Trace<'_, Self>,
        at: Self::Address,
        instruction: Self::Instruction,
        machine: &Self::Machine,
    ) -> Flow;

    /// Notes what is special about an instruction that is about to run.
    fn notice(_trace: &mut Trace<'_, Self>, _at: Self::Address, _word: Self::Address) {}
    /// Whether to execute this data cannot have been meant.
    fn is_harmful(
        _trace: &Trace<'_, Self>,
        _at: Self::Address,
        _word: Self::Address,
        _instruction: Self::Instruction,
    ) -> bool {
        false
    }

    /// The cause of a run's ending, when it is certain, and the step in which it came about. `exit` is how the machine
    /// stopped while it was watched.
    fn cause(
        trace: &Trace<'_, Self>,
        machine: &Self::Machine,
        exit: Exit<Self::Fault>,
        run: &Run,
    ) -> Option<(u64, Cause)>;
}

impl<A: Semantics> Trace<'_, A> {
    /// Looks at the instruction that is about to run.
    pub fn watch(&mut self, machine: &mut A::Machine) {
        let Some((at, word, instruction)) = A::fetch(&self.image, machine) else {
            return;
        };
        self.note_stack(A::held(machine, A::STACK));
        self.enter(at, word, instruction);
        self.tail.push(Ran {
            at,
            word,
            depth: self.lost + self.calls.len() as u32,
        });

        self.before = at;
        self.flow = A::execute(self, at, instruction, machine);
        self.step += 1;
    }

    /// What it means that this instruction was reached from the one before.
    fn enter(&mut self, at: A::Address, word: A::Address, instruction: A::Instruction) {
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
        self.stray(at, through);
        self.branch_back(at);
        A::notice(self, at, word);
    }

    /// A subroutine that the main program runs into, perhaps through the data before it.
    fn enter_subroutine(&mut self, fall: Fall<A::Address>, through: Option<Fall<A::Address>>) {
        let falls = self.flow == Flow::Next && through.is_none_or(|data| data.flow == Flow::Next);
        if !falls || !fall.is_main || self.serial == 0 || !self.image.is_entry(fall.at) {
            return;
        }
        let (last, next) = through.map_or((fall.before, fall.at), |data| (data.before, data.at));
        if !self.image.leads_to(last, next) {
            return;
        }
        if self.events.into_subroutine.is_none_or(|earlier| !earlier.is_proven) {
            let before = through.map_or(fall.before, |data| data.before);
            self.events.into_subroutine = Some(Fall { before, ..fall });
        }
    }

    /// A branch, or code that falls through, from the running subroutine into another.
    fn stray(&mut self, at: A::Address, through: Option<Fall<A::Address>>) {
        let (before, flow) = through.map_or((self.before, self.flow), |data| (data.before, data.flow));
        if self.whole && self.calls.is_empty() {
            let is_into = self.image.owner(before).is_none() && self.image.owner(at).is_some();
            if is_into && flow == Flow::Branch {
                self.events.main_strayed.get_or_insert(Stray { before, at, flow });
            }
        }
        let Some(call) = self.calls.last_mut().filter(|call| call.strayed.is_none()) else {
            return;
        };
        // What a wrong return led to did not come from this subroutine.
        let (own, other) = (self.image.owner(call.entry), self.image.owner(at));
        let leaves = self.image.owner(before) == own && other.is_some() && other != own;
        if matches!(flow, Flow::Next | Flow::Branch) && leaves {
            call.strayed = Some(Stray { before, at, flow });
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
