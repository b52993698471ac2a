//! Two edits in subroutines that are known to be wrong. Where there are two of them, one is replaced by the reference's, so that one
//! fault is left.

use super::Proved;
use super::budget::Budget;
use super::proof::{Passing, Suite};
use super::report_whole;
use super::search::Search;
use super::stack::{SOME, Stack};
use crate::diagnostic::Source;
use crate::grade::attempt::Attempt;
use crate::grade::plan::{Plan, Transplants};
use crate::machine::Program;
use crate::machine::patches::Patches;
use crate::result::{Components, Fault, Place};

/// What stands before the number of a line of the student's, at its end.
const MARK: &str = ";@";

/// Looks for two edits that mend everything, where it is known which subroutines have to be replaced: one edit in each of two, or
/// two in one, or in what several of them share. What is found holds with both edits in the program itself.
pub fn repair_in_parts(
    plan: &Plan,
    attempt: &Attempt,
    (source, program): (&Source, &Program),
    components: &Components,
    faults: &mut [Fault],
    budget: &mut Budget,
) -> Option<()> {
    let Transplants { parts, .. } = plan.transplants.as_ref()?;
    let suite = Suite::new(plan, attempt, program);
    let patches = Patches::of(program)?;
    let session = attempt.config.machine.session(program);
    let mut whole = Search::new(plan, attempt, &suite, (&source.text, &patches, session));

    let with_helpers = |name: &str| {
        let mut all = parts.helpers(&source.text, &[name]).common;
        all.push(name.to_owned());
        all
    };
    let broken: Vec<&str> = components.broken.iter().map(|part| &part.name[..]).collect();
    let within = match broken[..] {
        [one] => with_helpers(one),
        _ => components.shared.clone(),
    };
    if !within.is_empty() {
        // In the whole program there was too much to try.
        whole.within.clone_from(&within);
        let mut proved = budget.with_part(2, |budget| whole.search(&attempt.failing(), budget));
        proved.retain(Proved::is_whole);
        if !proved.is_empty() {
            report_whole(&whole, &proved, faults);
            return Some(());
        }
    }

    // Where two are wrong, there may as well be one fault in each.
    let searches = if broken.len() == 2 { 2 } else { 1 };
    let both = budget.with_part(searches, |budget| whole.together(&within, budget));
    if let Some((first, second)) = both {
        Stack::whole(vec![first, second]).report(faults, &whole, budget);
        return Some(());
    }

    let [one, other] = broken[..] else { return None };
    let marked = marked(&source.text);

    let mut edits = |replaced: &str, left: &str, budget: &mut Budget| -> Option<Vec<Proved>> {
        let text = parts.put_into(&marked, &[replaced])?;
        let mut found = whole.on_text(&text, with_helpers(left), budget)?;
        found.retain_mut(|edit| put_back(edit, &text));
        (!found.is_empty()).then_some(found)
    };
    let first = budget.with_part(2, |budget| edits(other, one, budget))?;
    let second = edits(one, other, budget)?;

    let both = first[0].edit.apply_with(&second[0].edit, &source.text)?;
    let failing = attempt.failing();
    if suite.holds(&both, &failing, false, budget) == Ok(Passing::All) {
        Stack::whole(vec![first, second]).report(faults, &whole, budget);
    }
    Some(())
}

/// The text with the number of each line at its end.
fn marked(text: &str) -> String {
    let lines = (1..).zip(text.lines());
    lines.fold(String::new(), |mut marked, (number, line)| {
        marked += line.trim_end();
        marked += &format!(" {MARK}{number}\n");
        marked
    })
}

/// Moves an edit to the line of the student's that it is about. Whether it is about one.
fn put_back(proved: &mut Proved, text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let number = |line: usize| lines.get(line - 1)?.rsplit_once(MARK)?.1.parse().ok();
    let Some(edit) = proved.edit.moved_to(number) else {
        return false;
    };
    proved.edit = edit;
    proved.place = Place {
        line: Some(proved.edit.line as u32),
        address: None,
        ..std::mem::replace(&mut proved.place, Place::nowhere())
    };
    true
}

impl Search<'_, '_> {
    /// The edits of another program, made of this one, with which everything passes: those in some subroutines, or, where
    /// none are given, all.
    pub fn on_text(&mut self, text: &str, within: Vec<String>, budget: &mut Budget) -> Option<Vec<Proved>> {
        let program = self.suite.build(text, budget)?.program?;
        let patches = Patches::of(&program)?;
        let session = self.attempt.config.machine.session(&program);
        let mut search = Search::new(self.plan, self.attempt, self.suite, (text, &patches, session));
        search.within = within;
        let failing = self.attempt.failing();
        let (failing_still, right) = self.games_of(&mut search, &failing, SOME);
        if failing_still.is_empty() {
            return None;
        }
        let mut found = search.search_on(failing_still, right, (&failing, true), budget);
        found.retain(Proved::is_whole);
        Some(found)
    }
}
