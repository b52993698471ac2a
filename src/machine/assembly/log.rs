//! Collects diagnostics, with caps: a file of garbage must not bury its reader, nor cost quadratic time.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Severity, Span};

/// Errors that are kept, and as many warnings; the rest are counted.
const SHOWN: usize = 100;

/// What was found so far.
#[derive(Debug, Default)]
pub(in crate::machine) struct Log {
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    once: BTreeMap<(&'static str, String), Repeated>,
}

/// Something small that a file tends to have on every line: said once, at its first place, with a count.
#[derive(Debug)]
struct Repeated {
    diagnostic: Diagnostic,
    count: usize,
}

impl Log {
    /// Adds a diagnostic.
    pub(in crate::machine) fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning | Severity::Note => &mut self.warnings,
        };
        *count += 1;
        if *count <= SHOWN {
            self.kept.push(diagnostic);
        }
    }

    /// Adds a warning that is said once for each code and `key`, with the number of places.
    pub(in crate::machine) fn repeat(
        &mut self,
        code: &'static str,
        key: String,
        at: Span,
        warning: impl FnOnce() -> Diagnostic,
    ) {
        self.once
            .entry((code, key))
            .and_modify(|repeated| repeated.count += 1)
            .or_insert_with(|| Repeated {
                diagnostic: warning().at(at),
                count: 1,
            });
    }

    /// Adds everything that another one holds.
    pub(in crate::machine) fn append(&mut self, other: Self) {
        for diagnostic in other.finish() {
            self.push(diagnostic);
        }
    }

    /// Whether further errors are only counted: then their messages need no costly advice.
    pub(in crate::machine) fn full(&self) -> bool {
        self.errors >= SHOWN
    }

    /// How many errors there were.
    pub(in crate::machine) fn errors(&self) -> usize {
        self.errors
    }

    /// Everything, in source order.
    pub(in crate::machine) fn finish(mut self) -> Vec<Diagnostic> {
        for repeated in std::mem::take(&mut self.once).into_values() {
            let mut diagnostic = repeated.diagnostic;
            if repeated.count > 1 {
                diagnostic.label = Some(format!("the first of {} places", repeated.count));
            }
            self.push(diagnostic);
        }

        self.kept
            .sort_by_key(|diagnostic| diagnostic.span.map(|span| span.start));
        for (count, what) in [(self.errors, "errors"), (self.warnings, "warnings")] {
            if count > SHOWN {
                self.kept.push(Diagnostic::new(
                    Severity::Note,
                    "too-many",
                    format!("{} more {what} are not shown", count - SHOWN),
                ));
            }
        }

        self.kept
    }
}
