//! An instruction more that mends a fault and for which the program has no room: what comes after it moves on, and another
//! instruction no longer reaches what it refers to. It is held to the suite in memory, where nothing moves.

use super::Proved;
use super::budget::Budget;
use super::change::Change;
use super::search::Search;
use crate::machine::edits::Edit;
use crate::machine::patch::Patch;
use crate::machine::{Build, Machine, Program};

/// What an instruction refers to and does not reach: the error's code.
const OUT_OF_REACH: &str = "offset-out-of-range";

/// An instruction more for which there is no room.
#[derive(Debug)]
pub struct Crowded {
    edit: Proved,
    patch: Patch,
    /// The instruction that would no longer reach what it refers to: its line, and the name of that.
    line: usize,
    name: String,
}

impl Crowded {
    /// What stands in the way.
    pub fn obstacle(&self) -> String {
        format!(
            "with one line more, line {} no longer reaches `{}`",
            self.line, self.name
        )
    }
}

impl Search<'_, '_> {
    /// Keeps a change for which there is no room, if that is why its source does not assemble. The likeliest come first.
    pub fn keep_crowded(&mut self, change: &Change) {
        if change.patch.inserted.is_empty() || self.suite.has_long_games() {
            return;
        }
        let machine = self.attempt.config.machine;
        if let Some((line, name)) = out_of_reach(machine, self.text, &change.patch.edit) {
            let edit = self.located(&change.patch, false);
            let patch = change.patch.clone();
            self.crowded.push(Crowded {
                edit,
                patch,
                line,
                name,
            });
        }
    }

    /// The first instruction more without room that mends these cases, and what stands in its way.
    pub fn without_room(
        &mut self,
        program: &Program,
        cases: &[usize],
        budget: &mut Budget,
    ) -> Option<(Proved, String)> {
        let crowded = std::mem::take(&mut self.crowded);
        let mut holds = |crowded: &&Crowded| {
            !budget.is_used_up() && self.suite.holds_in_memory(program, &crowded.patch, cases, budget)
        };
        let found = crowded.iter().find(|crowded| holds(crowded))?;
        Some((found.edit.clone(), found.obstacle()))
    }
}

/// The first instruction of an edited source that does not reach what it refers to: its line before the edit, and the name of that.
fn out_of_reach(machine: Machine, text: &str, edit: &Edit) -> Option<(usize, String)> {
    let Build {
        source, diagnostics, ..
    } = machine.build("edited", edit.apply(text).as_bytes(), None).ok()?;
    let error = diagnostics.iter().find(|error| error.code == OUT_OF_REACH)?;
    let span = error.span?;
    let name = source.text.get(span.start..span.end)?;
    let line = source.row(span.start);
    Some((edit.line_before(line), name.to_owned()))
}
