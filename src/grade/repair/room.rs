//! An instruction more that mends a fault and for which the program has no room: what comes after it moves on, and another
//! instruction no longer reaches what it refers to. It is held to the suite in memory, where nothing moves.

use super::budget::Budget;
use super::change::{Change, Crowded};
use super::proof::Passing;
use super::said::summary_without_room;
use super::search::Search;
use crate::machine::Program;
use crate::machine::edits::Edit;
use crate::result::Repair;

/// What an instruction refers to and does not reach: the error's code.
const OUT_OF_REACH: &str = "offset-out-of-range";

impl Search<'_, '_> {
    /// Keeps a change for which there is no room, if that is why its source does not assemble.
    pub fn keep_crowded(&mut self, change: &Change, budget: &mut Budget) {
        let edit = &change.patch.edit;
        let is_known = |known: &Crowded| known.edit.edit.line == edit.line && known.edit.edit.after == edit.after;
        if change.patch.inserted.is_empty() || self.suite.has_long_games() || self.crowded.iter().any(is_known) {
            return;
        }
        if let Some(unreached) = self.unreached_with(edit, budget) {
            self.crowded.push(Crowded {
                edit: self.located(&change.patch, Passing::Mended),
                patch: change.patch.clone(),
                lines: edit
                    .apply(self.text)
                    .lines()
                    .count()
                    .saturating_sub(self.text.lines().count()),
                unreached,
            });
        }
    }

    /// What is reported of the first change without room that mends these cases.
    pub fn without_room(&self, program: &Program, cases: &[usize], budget: &mut Budget) -> Option<Repair> {
        let mut holds = |crowded: &&Crowded| {
            !budget.is_used_up() && self.suite.holds_in_memory(program, &crowded.patch, cases, budget)
        };
        let found = self.crowded.iter().find(|crowded| holds(crowded))?;
        summary_without_room(found, cases.len())
    }

    /// The first instruction of the program that with an edit no longer reaches what it refers to: its line, and the name of that.
    fn unreached_with(&self, edit: &Edit, budget: &mut Budget) -> Option<(usize, String)> {
        let build = self.suite.build(&edit.apply(self.text), budget)?;
        let error = build.diagnostics.iter().find(|error| error.code == OUT_OF_REACH)?;
        let span = error.span?;
        let name = build.source.text.get(span.start..span.end)?;
        let line = edit.line_before(build.source.row(span.start));
        // What is inserted may not reach what it refers to, either: that is no matter of room.
        let is_own = self.text.lines().nth(line.checked_sub(1)?)?.contains(name);
        is_own.then(|| (line, name.to_owned()))
    }
}
