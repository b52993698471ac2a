//! Edits that mend everything together: faults hide each other, and one edit is not enough for all of them.
//!
//! An edit that mends one fault or some of its cases, or with which every failing game goes wrong later, is put into the source, and
//! the next one is looked for in the program that this gives. Where every case passes with all of them, their places are proved.

use std::collections::BTreeSet;

use super::budget::Budget;
use super::cases;
use super::change::First;
use super::proof::Passing;
use super::said::{keep_what_agrees, summary, summary_of_all};
use super::search::{Search, TELLING};
use super::telling::Game;
use super::{LIKELY, Proved};
use crate::machine::edits::{Edit, EditKind};
use crate::machine::patches::Patches;
use crate::result::{Fault, Repair};

/// First edits on top of which a second one is looked for.
const FIRST: usize = 3;
/// Edits on top of each other.
const DEEPEST: usize = 3;
/// Failing games that are looked at for some on which a second edit can be tried.
pub const SOME: usize = 32;

/// Edits that mend more together than each of them.
pub struct Stack {
    /// Each with the other lines at which one does as well.
    edits: Vec<Vec<Proved>>,
    /// The cases that pass with all of them and not without, where that is not everything.
    mended: Option<Vec<usize>>,
}

impl Stack {
    /// Edits after which everything passes.
    pub fn whole(edits: Vec<Vec<Proved>>) -> Self {
        Self { edits, mended: None }
    }

    pub fn is_whole(&self) -> bool {
        self.mended.is_none()
    }

    /// Reports the edits of each fault whose cases they mend: where they do not mend everything, if no other edit mends as many.
    /// Where one of them is enough for a fault, it is reported alone.
    pub fn report(mut self, faults: &mut [Fault], search: &Search, budget: &mut Budget) {
        self.edits
            .sort_by_key(|alternatives| alternatives.first().map(|edit| edit.place.line));
        let passing = if self.is_whole() { Passing::All } else { Passing::Mended };
        for edit in self.edits.iter_mut().flatten() {
            edit.passing = passing;
        }
        let edits: Vec<&[Proved]> = self.edits.iter().map(Vec::as_slice).collect();
        for fault in faults {
            let cases = search.cases_of(fault);
            if self.is_whole()
                && let Some(alone) = self.enough_for(&cases, search, budget)
            {
                fault.repair = summary(&alone, cases.len());
                keep_what_agrees(fault);
                continue;
            }

            let mended = match &self.mended {
                None => cases.len(),
                Some(mended) => cases.iter().filter(|index| mended.contains(index)).count(),
            };
            let known = fault.repair.as_ref().map_or(0, |repair| repair.cases);
            let is_credible = !self.inserts() || is_enough_for_insertion((mended, cases.len()));
            let is_better = self.is_whole() || mended >= LIKELY && mended > known && is_credible;
            if mended > 0 && is_better {
                let summary = summary_of_all(&edits, mended);
                fault.repair = summary.map(|repair| Repair {
                    of: (mended < cases.len()).then_some(cases.len()),
                    ..repair
                });
                keep_what_agrees(fault);
            }
        }
    }

    /// Whether an edit is a statement more.
    fn inserts(&self) -> bool {
        let mut edits = self.edits.iter().filter_map(|alternatives| alternatives.first());
        edits.any(|edit| edit.edit.kind == EditKind::Inserted)
    }

    /// The one edit that is enough for some cases, at each line at which one is. `None` where several are, and where games are long.
    fn enough_for(&self, cases: &[usize], search: &Search, budget: &mut Budget) -> Option<Vec<Proved>> {
        if cases.len() < LIKELY || search.suite.has_long_games() {
            return None;
        }

        let mut is_enough = |edit: &&Proved| {
            let text = edit.edit.apply(search.text);
            search.suite.holds(&text, cases, false, budget).is_ok()
        };
        let alone = self.edits.iter().map(|alternatives| {
            let enough = alternatives.iter().filter(&mut is_enough);
            let enough = enough.map(|edit| Proved {
                passing: Passing::Mended,
                ..edit.clone()
            });
            enough.collect::<Vec<Proved>>()
        });
        let mut alone: Vec<Vec<Proved>> = alone.filter(|enough| !enough.is_empty()).collect();
        let first = alone.pop()?;
        alone.is_empty().then_some(first)
    }
}

impl Search<'_, '_> {
    /// The other lines at which an edit does as well as one of two with which everything passes.
    pub fn add_ties(&mut self, stack: &mut Stack, budget: &mut Budget) {
        let [one, other] = &mut stack.edits[..] else { return };
        for (own, beside) in [(0, 1), (1, 0)] {
            let pair = [&mut *one, &mut *other];
            let beside = pair[beside][0].edit.clone();
            if pair[own].len() > 1 {
                continue;
            }
            let text = beside.apply(self.text);
            let ties = budget.with_part(2, |budget| self.on_text(&text, Vec::new(), budget));
            let mut ties = ties.unwrap_or_default();
            ties.retain_mut(|tie| tie.move_before(&beside));
            if ties.iter().any(|tie| tie.edit.line == pair[own][0].edit.line) {
                *pair[own] = ties;
            }
        }
    }

    /// Edits with which everything passes, or else those with which the most cases do.
    pub fn stacked(&mut self, likely: &[Proved], budget: &mut Budget) -> Option<Stack> {
        let failing = self.attempt.failing();
        for (at, first) in likely.iter().enumerate() {
            for second in &likely[at + 1..] {
                let Some(text) = first.edit.apply_with(&second.edit, self.text) else {
                    continue;
                };
                if self.suite.holds(&text, &failing, false, budget) == Ok(Passing::All) {
                    return Some(Stack::whole(vec![vec![first.clone()], vec![second.clone()]]));
                }
            }
        }

        self.firsts.sort_by_key(First::rank);
        let kept = self.firsts.iter().map(|first| first.edit.clone());
        let mut lines = BTreeSet::new();
        let mut firsts: Vec<Proved> = likely.iter().cloned().chain(kept).collect();
        firsts.retain(|first| lines.insert(first.edit.line));
        let mut best: Option<Stack> = None;
        for (at, first) in firsts.into_iter().take(FIRST).enumerate() {
            let Some(stack) = self.with_more(first, (&failing, at == 0, 1), budget) else {
                continue;
            };
            if stack.is_whole() {
                return Some(stack);
            }
            let mended = |stack: &Stack| stack.mended.as_ref().map_or(0, Vec::len);
            if best.as_ref().is_none_or(|best| mended(best) < mended(&stack)) {
                best = Some(stack);
            }
        }
        best
    }

    /// Games that fail in this program as another one plays them: some that still fail, and those that are right.
    pub fn games_of(&mut self, other: &mut Search, failing: &[usize], most: usize) -> (Vec<Game>, Vec<Game>) {
        let limits = self.plan.assignment.limits;
        let (mut still, mut right) = (Vec::new(), Vec::new());
        let mut sort = |game: &Game| {
            let edited = game.of_edited(limits, &mut other.session)?;
            if edited.fails() {
                still.push(edited);
            } else {
                right.push(edited);
            }
            Some(still.len())
        };
        for index in cases::chosen(&self.attempt.outcomes, failing, most) {
            // To prepare a game takes as long as to try many changes on it.
            let known = self.game(index, true).and_then(|game| sort(&game));
            if known == Some(TELLING) {
                break;
            }
        }
        for game in self.passing(true) {
            sort(&game);
        }
        still.truncate(TELLING);
        (still, right)
    }

    /// An edit and others with which, on top of it, everything passes, or else more cases; instructions more among them where these
    /// are wanted. With this edit there are so many.
    fn with_more(
        &mut self,
        first: Proved,
        (failing, is_likeliest, count): (&[usize], bool, usize),
        budget: &mut Budget,
    ) -> Option<Stack> {
        let text = first.edit.apply(self.text);
        let program = self.suite.build(&text, budget)?.program?;
        let patches = Patches::of(&program)?;
        let session = self.attempt.config.machine.session(&program);
        let mut search = Search::new(self.plan, self.attempt, self.suite, (&text, &patches, session));

        let mended = self.mended_with(&first).to_vec();
        let failing: Vec<usize> = failing
            .iter()
            .copied()
            .filter(|index| !mended.contains(index))
            .collect();
        let (failing_still, right) = self.games_of(&mut search, &failing, SOME);
        if failing_still.is_empty() {
            return None;
        }

        search.mended = mended;
        search.looks_for_insertions = is_likeliest;
        let mut found = search.search_on(failing_still, right, (&failing, true), budget);
        found.retain(|second| second.is_whole() && is_likely(&second.edit));
        let mut stack = if found.is_empty() {
            // What mends less may as well hide some of what the first leaves.
            let in_part = search.in_part(&failing, budget);
            let second = in_part.filter(|second| second.is_most_of(&failing))?.edits;
            let both = search.mended_with(&second[0]).to_vec();
            let more = (count + 1 < DEEPEST)
                .then(|| search.with_more(second[0].clone(), (&failing, is_likeliest, count + 1), budget))
                .flatten();
            more.unwrap_or(Stack {
                edits: vec![second],
                mended: Some(both),
            })
        } else {
            Stack::whole(vec![found])
        };

        for alternatives in &mut stack.edits {
            alternatives.retain_mut(|other| other.move_before(&first.edit));
        }
        let is_apart = stack.edits.iter().all(|alternatives| !alternatives.is_empty());
        stack.edits.insert(0, vec![first]);
        is_apart.then_some(stack)
    }

    /// The cases that pass with an edit and not without, where that is known.
    fn mended_with(&self, edit: &Proved) -> &[usize] {
        let is_it = |first: &&First| first.edit.edit.line == edit.edit.line && first.edit.edit.after == edit.edit.after;
        let known = self.firsts.iter().find(is_it);
        known.and_then(|first| first.mended.as_deref()).unwrap_or_default()
    }
}

impl Proved {
    /// Moves it to the source as it was before an edit that may insert lines. Whether it changes other lines than that does.
    fn move_before(&mut self, edit: &Edit) -> bool {
        if self.place.line.is_some_and(|line| edit.touches(line as usize)) {
            return false;
        }
        let line = |line: usize| (!edit.touches(line)).then(|| edit.line_before(line));
        self.place.line = self.place.line.map(|old| edit.line_before(old as usize) as u32);
        let moved = self.edit.moved_to(line);
        moved.is_some_and(|moved| {
            self.edit = moved;
            true
        })
    }
}

/// Whether so many of some cases pass that a statement more is reported: one may undo in every other game what is wrong
/// elsewhere.
pub fn is_enough_for_insertion((mended, cases): (usize, usize)) -> bool {
    mended * 3 >= cases * 2
}

/// Whether an edit may be one of two: a call of another subroutine ends many games in another way, and mends nothing.
pub fn is_likely(edit: &Edit) -> bool {
    edit.kind != EditKind::Target || !edit.is_of_call()
}
