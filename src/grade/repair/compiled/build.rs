//! Builds the program in which all edits are.

use crate::grade::repair::budget::{Budget, milliseconds};
use crate::machine::edits::Combined;
use crate::machine::native;

/// What compiling all edits at once costs, and what it costs to see which of them do not compile.
const COMBINED: u64 = milliseconds(120);
const CHECKED: u64 = milliseconds(40);
/// How often that is looked for, without what did not compile.
const ROUNDS: usize = 24;

/// Compiles all edits into one program, without those that do not compile.
pub(super) fn build(edits: &mut Combined, program: &native::Program, budget: &mut Budget) -> Option<native::Program> {
    for round in 0..ROUNDS {
        let written = edits.written();
        // Warnings are about the edits, and what runs once need not be quick. At first something does not compile.
        let (costs, options) = match round {
            0 => (CHECKED, ["-w", "-fsyntax-only"]),
            _ => (COMBINED, ["-w", "-O0"]),
        };
        budget.spend(costs);
        let lines = match program.with_source(&written.text, &options).ok()? {
            Ok(program) if round > 0 => return Some(program),
            Ok(_) => continue,
            Err(lines) => lines,
        };

        let left_out = lines.iter().filter(|line| edits.leave_out(&written, **line)).count();
        if lines.is_empty() || left_out < lines.len() || budget.is_used_up() {
            return None;
        }
    }
    None
}
