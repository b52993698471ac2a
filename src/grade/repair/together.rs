//! Two edits in one subroutine that help together alone: it is known that the faults are all there, and no single edit mends them.
//! Where that is not known, nothing is looked for: two edits can make up for one mistake elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use super::Proved;
use super::budget::Budget;
use super::change::{Change, affordable};
use super::proof::Passing;
use super::search::{Search, TELLING};
use super::telling::{Extent, Game, Progress};
use super::trial::{TRIAL, others_of};
use crate::machine::patch::Patch;

/// Changes that are tried of one instruction: the likeliest.
const OF_ONE: usize = 10;
/// Pairs that are held to the whole suite.
const HELD: usize = 12;

impl Search<'_, '_> {
    /// Two edits within some subroutines with which everything passes, the likeliest first: each with the other lines at which one
    /// does as well beside the other. For programs that print as is required.
    pub fn together(&mut self, within: &[String], budget: &mut Budget) -> Option<(Vec<Proved>, Vec<Proved>)> {
        if within.is_empty() {
            return None;
        }
        let mut failing = self.games(&self.attempt.failing(), TELLING, true);
        if failing.is_empty() {
            return None;
        }
        let first = failing.remove(0).with_arrivals(&mut self.session);
        failing.insert(0, first);
        let passing = self.passing(true);

        let changes = self.likeliest_of(&self.addresses_of(within, &failing));
        let games = affordable(failing, passing);
        let survivors = self.pairs_that_mend(&games, &changes, budget);
        self.both_proved(&survivors, budget)
    }

    /// The instructions of some subroutines that run in games which show the faults.
    fn addresses_of(&self, within: &[String], failing: &[Game]) -> Vec<u32> {
        let ran: BTreeSet<u32> = failing.iter().flat_map(Game::ran_last_first).collect();
        ran.into_iter().filter(|address| self.is_in(*address, within)).collect()
    }

    /// The likeliest changes of each of some instructions.
    fn likeliest_of(&self, addresses: &[u32]) -> Vec<Change> {
        let mut by_place: BTreeMap<u32, Vec<Change>> = BTreeMap::new();
        let all = self.changes(addresses, |patches, address| {
            let data = patches.data_of(address).into_iter().flat_map(|data| patches.at(data));
            let missing = patches.restored_at(address);
            patches.at(address).into_iter().chain(data).chain(missing).collect()
        });
        for change in all {
            by_place.entry(change.patch.address()).or_default().push(change);
        }
        for changes in by_place.values_mut() {
            changes.sort_by_cached_key(|change| change.likelihood(self.patches));
            changes.truncate(OF_ONE);
        }
        by_place.into_values().flatten().collect()
    }

    /// The pairs of changes with which all games are right, the likeliest first.
    fn pairs_that_mend<'c>(
        &mut self,
        games: &[Game],
        changes: &'c [Change],
        budget: &mut Budget,
    ) -> Vec<(&'c Change, &'c Change)> {
        let likelihoods: Vec<(usize, usize)> = changes.iter().map(|change| change.likelihood(self.patches)).collect();
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        for (at, one) in changes.iter().enumerate() {
            let others = changes[at + 1..].iter().zip(at + 1..);
            let others = others.filter(|(other, _)| other.patch.edit.line != one.patch.edit.line);
            pairs.extend(others.map(|(_, other)| (at, other)));
        }
        pairs.sort_by_key(|(one, other)| {
            let (one, other) = (likelihoods[*one], likelihoods[*other]);
            (one.0 + other.0 + one.1 + other.1, one.0 + other.0)
        });

        let mut survivors = Vec::new();
        let mut others_played = others_of(games, Extent::Whole);
        for (one, other) in pairs {
            if budget.is_used_up() || survivors.len() == HELD {
                break;
            }
            let (one, other) = (&changes[one], &changes[other]);
            let both = joined(&one.patch, &other.patch);
            let before = self.session.spent();
            let of = (self.plan, self.attempt);
            let is_right = games[0].progress(&mut self.session, &both, Extent::Whole, of) == Progress::Right;
            budget.spend(TRIAL + self.session.spent() - before);
            if is_right {
                let (mends, work) = self.mends_others(&mut others_played, &both);
                budget.spend(work);
                survivors.extend(mends.then_some((one, other)));
            }
        }
        survivors
    }

    /// The first pair that holds on the suite as edits of the source, and the other lines at which an edit does as well beside one of
    /// these two.
    fn both_proved(&self, survivors: &[(&Change, &Change)], budget: &mut Budget) -> Option<(Vec<Proved>, Vec<Proved>)> {
        let failing = self.attempt.failing();
        let (mut first, mut second): (Vec<Proved>, Vec<Proved>) = (Vec::new(), Vec::new());
        for (one, other) in survivors {
            let (one, other) = (&one.patch, &other.patch);
            let is_beside = match (first.first(), second.first()) {
                (Some(first), Some(second)) => first.edit.line == one.edit.line || second.edit.line == other.edit.line,
                _ => true,
            };
            let Some(text) = one.edit.apply_with(&other.edit, self.text).filter(|_| is_beside) else {
                continue;
            };
            if self.suite.holds(&text, &failing, false, budget) == Ok(Passing::All) {
                first.push(self.located(one, Passing::All));
                second.push(self.located(other, Passing::All));
            }
        }
        (!first.is_empty()).then_some((first, second))
    }
}

/// Both changes at once.
fn joined(one: &Patch, other: &Patch) -> Patch {
    let all = |of: fn(&Patch) -> &[u32]| of(one).iter().chain(of(other)).copied().collect();
    Patch {
        edit: one.edit.clone(),
        reached_at: all(|patch| &patch.reached_at),
        words: one.words.iter().chain(&other.words).copied().collect(),
        inserted: one.inserted.iter().chain(&other.inserted).copied().collect(),
        rank: one.rank + other.rank,
    }
}
