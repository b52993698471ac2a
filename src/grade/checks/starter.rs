//! Whether the given part of the starter file is still as it was given.
//!
//! Takes the starter file's given part and a program's source; gives one finding, or none. The comparison is made
//! statement by statement: comments, blanks, letter case, the notation of numbers, and where in the file a piece of code
//! stands are the student's own affair, and so is whatever stands between the given pieces without being run into from
//! one of them. Knows nothing of how the program plays.
//!
//! | module | what it is for |
//! |---|---|
//! | `align` | two runs of statements, side by side |
//! | `places` | the given labels in the program |
//! | `change` | what became of the given part |
//! | `restore` | edits that put it back |
//! | `words` | the finding |

use std::collections::BTreeSet;

use crate::assignment::Assignment;
use crate::diagnostic::Source;
use crate::machine::edits::{Edit, statements};
use crate::machine::lc3::assembler::outline::{Item, outline};
use crate::machine::{Program, Target};
use crate::result::Finding;

mod align;
mod change;
mod places;
mod restore;
#[cfg(test)]
mod tests;
mod words;

/// The key of a program that is not built on the starter file.
pub const MISSING: &str = "starter-missing";

/// What became of the given part of the assignment's starter file; `None` where all of it is there as it was given, and
/// where the assignment has none.
pub fn check(assignment: &Assignment, program: &Program) -> Option<Finding> {
    let given = assignment.starter.as_ref()?.given()?;
    let Program::Lc3(program) = program else {
        return None;
    };

    // An object file has no statements to compare.
    if program.symbols.is_empty()
        && program
            .blocks
            .iter()
            .flat_map(|block| &block.words)
            .all(|word| word.line == 0)
    {
        return None;
    }

    let comparison = change::compare(given, &outline(&program.source));
    words::finding(given, &comparison, program, assignment.deductions.starter)
}

/// The lines of a program's given part, where all of it is as it was given: no fault is there. Else there are none.
pub fn given_lines(assignment: &Assignment, text: &str) -> BTreeSet<usize> {
    match compared(assignment, text) {
        Some((_, comparison)) if comparison.changes.is_empty() => {
            let kept = comparison.kept.iter();
            kept.map(|at| comparison.own[*at].line).collect()
        }
        _ => BTreeSet::new(),
    }
}

/// Edits of a program that put back what is no longer as it was given, one for each place where one statement does.
pub fn restorations(assignment: &Assignment, text: &str) -> Vec<Edit> {
    compared(assignment, text).map_or_else(Vec::new, |(given, comparison)| {
        restore::edits(given, &comparison, &statements(Target::Lc3, text))
    })
}

/// The starter file's given part, compared with a program; `None` where the assignment has none.
fn compared<'a>(assignment: &'a Assignment, text: &str) -> Option<(&'a [Item], change::Comparison)> {
    let given = assignment.starter.as_ref()?.given()?;
    let comparison = change::compare(given, &outline(&Source::new("", text)));
    Some((given, comparison))
}
