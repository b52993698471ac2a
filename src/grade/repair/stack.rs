//! Two edits that mend everything together: faults hide each other, and one edit is not enough for all of them.
//!
//! An edit that mends one fault, or with which every failing game goes wrong later, is put into the source, and a second one is
//! looked for in the program that this gives. Where every case passes with both, both places are proved.

use std::collections::BTreeSet;

use super::Proved;
use super::budget::Budget;
use super::change::{First, Later, size};
use super::said::{keep_what_agrees, summary_of_all};
use super::search::{Search, TELLING};
use super::telling::{Extent, Game, Progress};
use crate::machine::edits::{Edit, EditKind};
use crate::machine::patches::Patches;
use crate::result::{Fault, Place};

/// First edits on top of which a second one is looked for.
const FIRST: usize = 3;
/// Edits that are held to all games that show a fault.
const HELD: usize = 60;
/// Failing games that are looked at for some on which a second edit can be tried.
pub const SOME: usize = 32;

/// The same two edits for each fault whose cases they mend.
pub fn tell(faults: &mut [Fault], first: &[Proved], second: &[Proved], cases_of: impl Fn(&Fault) -> usize) {
    let is_late = first.first().map(|edit| edit.place.line) > second.first().map(|edit| edit.place.line);
    let (first, second) = if is_late { (second, first) } else { (first, second) };
    for fault in faults {
        let cases = cases_of(fault);
        if cases > 0 {
            fault.repair = summary_of_all(&[first, second], cases, None, true);
            keep_what_agrees(fault);
        }
    }
}

impl Search<'_, '_> {
    /// Keeps the changes with which failing games go wrong later and the others are right still, one at each line.
    pub fn keep_later(&mut self, games: &[Game], mut later: Vec<Later>, budget: &mut Budget) {
        later.retain(|later| is_likely(&later.change.patch.edit));
        later.sort_by_key(|later| {
            (
                std::cmp::Reverse((later.keys, later.bytes)),
                size(&later.change.patch.edit),
            )
        });
        let before = self.session.spent();
        let mut lines = BTreeSet::new();
        let mut firsts = Vec::new();
        for later in later.into_iter().take(HELD) {
            let line = later.change.patch.edit.line;
            if lines.contains(&line) {
                continue;
            }
            let Some(gain) = self.gain(games, &later) else { continue };
            lines.insert(line);
            firsts.push(First {
                edit: self.located(&later.change.patch, false),
                gain,
            });
        }
        budget.spend(self.session.spent() - before);
        self.firsts.extend(firsts);
    }

    /// How many failing games are right with a change, how many go wrong later, and by how many bytes together. `None` where these
    /// are not half of them, or another game is not right any more.
    fn gain(&mut self, games: &[Game], later: &Later) -> Option<(usize, usize, usize)> {
        let of = (self.plan, self.attempt);
        let (mut right, mut later_ones, mut bytes) = (0, 0, 0);
        for game in games {
            match game.progress(&mut self.session, &later.change.patch, Extent::Whole, of) {
                Progress::Right => right += usize::from(game.fails()),
                Progress::Later { bytes: more, .. } => {
                    later_ones += 1;
                    bytes += more;
                }
                Progress::None if game.fails() => {}
                Progress::None => return None,
            }
        }
        let failing = games.iter().filter(|game| game.fails()).count();
        ((right + later_ones) * 2 >= failing).then_some((right, later_ones, bytes))
    }

    /// Two edits with which everything passes: each with the other lines at which an edit does as well.
    pub fn stacked(&mut self, likely: &[Proved], budget: &mut Budget) -> Option<(Vec<Proved>, Vec<Proved>)> {
        let failing = self.attempt.failing();
        for (at, first) in likely.iter().enumerate() {
            for second in &likely[at + 1..] {
                let Some(text) = first.edit.apply_with(&second.edit, self.text) else {
                    continue;
                };
                if self
                    .suite
                    .holds(&text, &failing, false, budget)
                    .is_ok_and(|is_whole| is_whole)
                {
                    return Some((vec![first.clone()], vec![second.clone()]));
                }
            }
        }

        self.firsts
            .sort_by_key(|first| (std::cmp::Reverse(first.gain), size(&first.edit.edit)));
        let kept = self.firsts.iter().map(|first| first.edit.clone());
        let mut lines = BTreeSet::new();
        let mut firsts: Vec<Proved> = likely.iter().cloned().chain(kept).collect();
        firsts.retain(|first| lines.insert(first.edit.line));
        for (at, first) in firsts.into_iter().take(FIRST).enumerate() {
            let found = self.on_top_of(&first.edit, (&failing, at == 0), budget);
            if !found.is_empty() {
                return Some((vec![first], found));
            }
        }
        None
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
        for index in self.chosen(failing, most) {
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

    /// The edits with which, on top of another one, everything passes; instructions more among them where these are wanted.
    fn on_top_of(
        &mut self,
        first: &Edit,
        (failing, is_likeliest): (&[usize], bool),
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let text = first.apply(self.text);
        let Some(program) = self.suite.build(&text, budget).and_then(|build| build.program) else {
            return Vec::new();
        };
        let Some(patches) = Patches::of(&program) else {
            return Vec::new();
        };
        let session = self.attempt.config.machine.session(&program);
        let mut search = Search::new(self.plan, self.attempt, self.suite, (&text, &patches, session));

        let (failing_still, right) = self.games_of(&mut search, failing, SOME);
        if failing_still.is_empty() {
            return Vec::new();
        }

        search.looks_for_insertions = is_likeliest;
        let mut found = search.search_on(failing_still, right, (failing, true), budget);
        found.retain(|second| second.is_whole && is_likely(&second.edit) && !first.touches(second.edit.line));
        for second in &mut found {
            second.place = before(first, std::mem::replace(&mut second.place, Place::nowhere()));
        }
        found
    }
}

/// Whether an edit may be one of two: a call of another subroutine ends many games in another way, and mends nothing.
fn is_likely(edit: &Edit) -> bool {
    edit.kind != EditKind::Target || !edit.is_of_call()
}

/// A place in the source as it was before an edit that inserts lines.
fn before(edit: &Edit, place: Place) -> Place {
    let line = place.line.map(|line| edit.line_before(line as usize) as u32);
    Place { line, ..place }
}
