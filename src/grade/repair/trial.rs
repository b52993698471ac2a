//! Changes tried on games: all of them on the first one, and what mends that on the others.

use super::budget::Budget;
use super::change::{Change, Later};
use super::search::Search;
use super::telling::{Extent, Game, Progress};
use crate::machine::patch::Patch;

/// What trying one change costs beside the instructions that run.
pub const TRIAL: u64 = 1_500;
/// What one costs that was tried on the same game before.
const KNOWN: u64 = 100;
/// How much more work is for the other games: one part in so many.
const OTHERS: u64 = 3;
/// Instructions more that are tried on the first game before some of them are tried on the others.
const PART: usize = 256;

/// What trying changes has cost, what it may on the first game, and how many were left out for that.
#[derive(Debug, Default)]
struct Costs {
    spent: u64,
    most: u64,
    untried: usize,
}

impl Costs {
    fn spend(&mut self, work: u64, budget: &mut Budget) {
        self.spent += work;
        budget.spend(work);
    }
}

impl Search<'_, '_> {
    /// The changes with which all games are right, and whether all were tried. Most mistakes show at the ends of the games, which
    /// take the least time; what is left is for the proofs.
    pub fn survivors_of_all(
        &mut self,
        games: &[Game],
        mut changes: Vec<Change>,
        [end, whole]: [u64; 2],
        budget: &mut Budget,
        later: &mut Vec<Later>,
    ) -> (Vec<Change>, bool) {
        // Of long games the budget is for few changes: the likely ones come first. Where nearly all are tried, as on the LC-3, the order
        // of suspicion alone finds no fewer lines, and fewer wrong ones.
        if self.suite.has_long_games() {
            changes.sort_by_cached_key(|change| change.turn(self.patches, false));
        }
        let (before, most) = (budget.left, budget.left / 100);
        let (mut survivors, others) = self.survivors(games, changes, (Extent::End, most * end), budget, later);
        let is_all = others.is_ok();
        if let Ok(mut others) = others {
            others.sort_by_cached_key(|change| change.turn(self.patches, false));
            let left = (most * end).saturating_sub(before - budget.left);
            let (more, _) = self.survivors(games, others, (Extent::Whole, most * whole + left / 2), budget, later);
            survivors.extend(more);
        }
        (survivors, is_all)
    }

    /// The changes with which all games are right, tried to an extent first, for so much work at most; and the others, or how many
    /// were not tried. All are tried on the first game before those that mend it are tried on the others, the likeliest first.
    /// Instructions more are so many that this is done with one part of them after another.
    fn survivors(
        &mut self,
        games: &[Game],
        changes: Vec<Change>,
        (extent, most): (Extent, u64),
        budget: &mut Budget,
        later: &mut Vec<Later>,
    ) -> (Vec<Change>, Result<Vec<Change>, usize>) {
        let is_long = self.suite.has_long_games();
        let are_inserted = changes.iter().all(|change| !change.patch.inserted.is_empty());
        let is_parted = are_inserted && !is_long;
        let parts: Vec<Vec<Change>> = if is_parted {
            changes.chunks(PART).map(<[Change]>::to_vec).collect()
        } else {
            vec![changes]
        };

        let mut costs = Costs {
            most,
            ..Costs::default()
        };
        let (mut survivors, mut others) = (Vec::new(), Vec::new());
        let mut others_played = others_of(games, extent);
        for part in parts {
            let (mut mending, rest) = self.mending(part, (&games[0], extent), &mut costs, budget, later);
            others.extend(rest);
            mending.sort_by_cached_key(|change| {
                let turn = if is_long { change.turn(self.patches, false) } else { 0 };
                (turn, change.likelihood(self.patches), change.order)
            });

            let first = if is_long || is_parted { most } else { costs.spent };
            for change in mending {
                if costs.spent >= first + most / OTHERS || budget.is_used_up() {
                    break;
                }
                let (mends, work) = self.mends_others(&mut others_played, &change.patch);
                costs.spend(work, budget);
                if mends {
                    survivors.push(change);
                    continue;
                }
                later.push(Later {
                    change: change.clone(),
                    keys: usize::MAX,
                    bytes: usize::MAX,
                });
                others.push(change);
            }
        }

        survivors.sort_by_key(|change| change.order);
        let are_all = costs.untried == 0;
        (survivors, if are_all { Ok(others) } else { Err(costs.untried) })
    }

    /// The changes with which a game is right, and the others, tried or not.
    fn mending(
        &mut self,
        changes: Vec<Change>,
        (game, extent): (&Game, Extent),
        costs: &mut Costs,
        budget: &mut Budget,
        later: &mut Vec<Later>,
    ) -> (Vec<Change>, Vec<Change>) {
        changes.into_iter().partition(|change| {
            if costs.spent >= costs.most || budget.is_used_up() {
                costs.untried += 1;
                return false;
            }
            let (progress, work) = self.progress_of_first(game, &change.patch, extent);
            costs.spend(work, budget);
            if let Progress::Later { bytes, keys } = progress {
                later.push(Later {
                    change: change.clone(),
                    keys,
                    bytes,
                });
            }
            progress == Progress::Right
        })
    }

    /// How far the first game goes right with a change, and the work that it took: later is only what this one is. It is held to
    /// the replies of a computer player: what leads to another game may lead past what is wrong.
    fn progress_of_first(&mut self, game: &Game, patch: &Patch, extent: Extent) -> (Progress, u64) {
        let key = (game.key(), extent, patch.words.clone(), patch.inserted.clone());
        if let Some(known) = self.tried.get(&key) {
            return (*known, KNOWN);
        }
        let before = self.session.spent();
        let progress = game.progress(&mut self.session, patch, extent, (self.plan, self.attempt));
        self.tried.insert(key, progress);
        (progress, TRIAL + self.session.spent() - before)
    }

    /// Those changes alone with which a game is right.
    pub fn retain_right(&mut self, changes: &mut Vec<Change>, game: &Game, budget: &mut Budget) {
        let of = (self.plan, self.attempt);
        changes.retain(|change| {
            let before = self.session.spent();
            let (is_right, judging) = game.is_right_with(&mut self.session, &change.patch, Extent::Whole, of);
            budget.spend(TRIAL + judging + self.session.spent() - before);
            is_right
        });
    }

    /// Whether the other games are right with a change that mends the first, and the work that it took. They are given up at the
    /// first that is not right, which is tried first with the next change.
    pub fn mends_others(&mut self, others: &mut [(&Game, Extent)], patch: &Patch) -> (bool, u64) {
        let before = self.session.spent();
        let of = (self.plan, self.attempt);
        let session = &mut self.session;
        let mut judging = 0;
        let mut is_right = |(game, extent): &(&Game, Extent)| {
            let (is_right, work) = game.is_right_with(session, patch, *extent, of);
            judging += work;
            is_right
        };

        let wrong = others.iter().position(|other| !is_right(other));
        if let Some(wrong) = wrong {
            others[..=wrong].rotate_right(1);
        }
        (wrong.is_none(), TRIAL + judging + self.session.spent() - before)
    }
}

/// All games but the first, and how much of them is played: their ends before the whole ones.
pub fn others_of(games: &[Game], extent: Extent) -> Vec<(&Game, Extent)> {
    let (failing, passing): (Vec<&Game>, Vec<&Game>) = games.iter().partition(|game| game.fails());
    let all = || failing.iter().chain(&passing);
    let ends = all().skip(1).map(|game| (*game, extent));
    let whole = all().filter(|_| extent == Extent::End);
    ends.chain(whole.map(|game| (*game, Extent::Whole))).collect()
}
