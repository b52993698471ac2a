//! `.if` to `.endif`: which commands count.

use crate::diagnostic::Span;

/// One `.if`.
#[derive(Debug)]
struct Branch {
    /// Its place.
    span: Span,
    /// Whether the commands of the present part count; never where the whole is in a part that does not.
    taken: bool,
    /// Whether no further part can count.
    settled: bool,
    /// Whether `.else` was there.
    last: bool,
}

/// Every `.if` that is open.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    open: Vec<Branch>,
}

impl Conditions {
    /// Whether commands are passed over now.
    pub(super) fn skips(&self) -> bool {
        self.open.last().is_some_and(|branch| !branch.taken)
    }

    /// Whether the value of an `.elseif` decides anything.
    pub(super) fn asks(&self) -> bool {
        self.open.last().is_some_and(|branch| !branch.settled)
    }

    /// Opens one. `holds` counts only where commands count.
    pub(super) fn begin(&mut self, holds: bool, span: Span) {
        let skipped = self.skips();
        self.open.push(Branch {
            span,
            taken: holds && !skipped,
            settled: holds || skipped,
            last: false,
        });
    }

    /// `.else`, or `.elseif` with its value. Gives `false` where no `.if` is open or its `.else` was there.
    #[must_use]
    pub(super) fn turn(&mut self, holds: bool, last: bool) -> bool {
        let Some(branch) = self.open.last_mut().filter(|branch| !branch.last) else {
            return false;
        };
        branch.taken = holds && !branch.settled;
        branch.settled |= holds;
        branch.last = last;
        true
    }

    /// `.endif`. Gives `false` where no `.if` is open.
    #[must_use]
    pub(super) fn end(&mut self) -> bool {
        self.open.pop().is_some()
    }

    /// The innermost that is still open.
    pub(super) fn open(&self) -> Option<Span> {
        self.open.last().map(|branch| branch.span)
    }
}
