//! Edits that mend some of a fault's cases, or with which its games go wrong later: faults hide each other, and no edit is enough for
//! all of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::budget::Budget;
use super::change::{Change, First, Gain, Later};
use super::proof::Passing;
use super::search::Search;
use super::stack::is_likely;
use super::telling::{Extent, Game, Progress};
use super::trial::TRIAL;
use super::{LIKELY, Proved};
use crate::machine::edits::EditKind;

/// One part in so many of what is left is for trying edits on all games that show a fault.
const KEPT: u64 = 6;
/// Edits that are held to the whole suite, for one fault.
const HELD: usize = 4;
/// One in so many cases must pass with an edit.
const SHARE: usize = 5;

/// The edits with which most cases pass, of which some do not.
#[derive(Debug)]
pub struct InPart {
    /// One at each line, the likeliest first.
    pub edits: Vec<Proved>,
    /// The cases that pass.
    pub mended: Vec<usize>,
}

impl Search<'_, '_> {
    /// Keeps the changes with which failing games are right or go wrong later, and the others are right still: the best at each
    /// line.
    pub fn keep_later(&mut self, games: &[Game], mut later: Vec<Later>, budget: &mut Budget) {
        later.retain(|later| is_likely(&later.change.patch.edit));
        later.sort_by_cached_key(|later| {
            let likelihood = later.change.likelihood(self.patches);
            (Reverse((later.keys, later.bytes)), likelihood, later.change.order)
        });
        // Most changes are given up in a game that is right without them.
        let (failing, passing): (Vec<&Game>, Vec<&Game>) = games.iter().partition(|game| game.fails());

        let most = budget.left / KEPT;
        let mut spent = 0;
        let mut best: BTreeMap<usize, First> = BTreeMap::new();
        for later in later {
            if spent > most {
                break;
            }
            let before = self.session.spent();
            let gain = self.gain((&failing, &passing), &later.change);
            spent += TRIAL + self.session.spent() - before;
            let Some(gain) = gain else { continue };
            let first = self.first(&later.change, gain);
            let known = best
                .entry(later.change.patch.edit.line)
                .or_insert_with(|| first.clone());
            if first.rank() < known.rank() {
                *known = first;
            }
        }
        budget.spend(spent);
        self.firsts.extend(best.into_values());
    }

    /// Keeps a change with which all games are right that it was tried on, but not all cases of the suite.
    pub fn keep_partial(&mut self, change: &Change) {
        let gain = Gain {
            right: usize::MAX,
            later: 0,
            bytes: 0,
        };
        let first = self.first(change, gain);
        self.firsts.push(first);
    }

    fn first(&self, change: &Change, gain: Gain) -> First {
        First {
            edit: Proved {
                likelihood: change.likelihood(self.patches),
                ..self.located(&change.patch, Passing::Mended)
            },
            gain,
            mended: None,
        }
    }

    /// What is gained by a change. `None` where it is too little, or a game is not right any more.
    fn gain(&mut self, (failing, passing): (&[&Game], &[&Game]), change: &Change) -> Option<Gain> {
        let of = (self.plan, self.attempt);
        let mut progress = |game: &Game| game.progress(&mut self.session, &change.patch, Extent::Whole, of);
        if passing.iter().any(|game| progress(game) != Progress::Right) {
            return None;
        }
        let mut gain = Gain::default();
        for game in failing {
            match progress(game) {
                Progress::Right => gain.right += 1,
                Progress::Later { bytes, .. } => {
                    gain.later += 1;
                    gain.bytes += bytes;
                }
                Progress::None => {}
            }
        }
        (gain.right > 1 || (gain.right + gain.later) * 2 >= failing.len()).then_some(gain)
    }

    /// The edits of those that were kept with which most of these cases pass: at least a part of them. No case fails with them that
    /// passes without.
    pub fn in_part(&mut self, cases: &[usize], budget: &mut Budget) -> Option<InPart> {
        self.firsts.sort_by_key(First::rank);
        let mut held: BTreeMap<usize, (Vec<usize>, &Proved)> = BTreeMap::new();
        for first in self.firsts.iter_mut().filter(|first| first.gain.right > 0) {
            // To hold one to the suite takes as long as to try a great many on one game.
            if held.len() == HELD || held.values().any(|(mended, _)| is_most(mended, cases)) {
                break;
            }
            if first.mended.is_none() && !budget.is_used_up() {
                let text = first.edit.edit.apply(self.text);
                first.mended = self.suite.mended(&text, &self.mended, (cases, SHARE), budget);
            }
            let mended = first.mended.iter().flatten().copied();
            let mended: Vec<usize> = mended.filter(|index| cases.contains(index)).collect();
            let known = held.entry(first.edit.edit.line).or_insert((Vec::new(), &first.edit));
            if mended.len() > known.0.len() {
                *known = (mended, &first.edit);
            }
        }

        // An added statement can undo in some games what is wrong elsewhere.
        held.retain(|_, (mended, edit)| edit.edit.kind != EditKind::Inserted || is_most(mended, cases));
        let most = held.values().map(|(mended, _)| mended.len()).max()?;
        let is_enough = most >= LIKELY && most * SHARE >= cases.len();
        let mut best: Vec<(Vec<usize>, &Proved)> =
            held.into_values().filter(|(mended, _)| mended.len() == most).collect();
        best.sort_by_key(|(_, edit)| edit.likelihood);
        let edits = best.iter().map(|(_, edit)| (*edit).clone()).collect();
        let mended = best.swap_remove(0).0;
        is_enough.then_some(InPart { edits, mended })
    }

    /// Whether with one edit most of these cases pass: what is left is another fault.
    pub fn is_mended_in_part(&mut self, cases: &[usize], budget: &mut Budget) -> bool {
        let in_part = self.in_part(cases, budget);
        in_part.is_some_and(|in_part| in_part.is_most_of(cases))
    }
}

impl InPart {
    /// Whether most of these cases pass.
    pub fn is_most_of(&self, cases: &[usize]) -> bool {
        is_most(&self.mended, cases)
    }
}

fn is_most(mended: &[usize], cases: &[usize]) -> bool {
    mended.len() * 2 >= cases.len()
}
