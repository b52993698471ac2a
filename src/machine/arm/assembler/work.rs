//! How much work one source may make: counted in steps, so that the answer is the same on every machine.
//!
//! A source of a few kilobytes can ask for hours: a macro puts a long argument into its body ten thousand times, a string
//! variable doubles itself on every line, names are defined by each other. Each letter that is read or made, and each step of
//! an expression after a name, is a step; a source that needs more than [`MOST`] of them is refused.

use std::cell::Cell;
use std::rc::Rc;

use crate::diagnostic::{Diagnostic, Span};

/// Steps that one source may take. The largest source without macros takes about a tenth of it.
pub(super) const MOST: usize = 1 << 24;

/// The steps taken so far. Clones count together.
#[derive(Debug, Clone, Default)]
pub(super) struct Work(Rc<State>);

#[derive(Debug, Default)]
struct State {
    taken: Cell<usize>,
    /// Where there was too much, once there is.
    ended: Cell<Option<Span>>,
}

impl Work {
    /// Takes steps for what is at `at`. Gives `false` where they are too many, now or before.
    #[must_use]
    pub(super) fn take(&self, steps: usize, at: Span) -> bool {
        let taken = self.0.taken.get().saturating_add(steps);
        self.0.taken.set(taken);
        if taken > MOST && self.0.ended.get().is_none() {
            self.0.ended.set(Some(at));
        }
        taken <= MOST
    }

    /// What is said where there was too much. `suspects` asks what may have made it.
    pub(super) fn refusal(&self, suspects: &'static str) -> Option<Diagnostic> {
        let at = self.0.ended.get()?;
        let message = format!("assembling this takes too much work; the assembler stopped here after {MOST} steps");
        Some(Diagnostic::error("too-much-work", message).at(at).help(suspects))
    }
}
