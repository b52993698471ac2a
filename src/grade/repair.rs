//! Which line of a program is wrong, proved by changing it.
//!
//! For each fault, small changes of the program are tried in memory on the games that show it, those first whose instructions
//! run in failing games and not in passing ones. What mends them is made an edit of the source and held to the whole suite: an
//! edit after which every case of the fault passes, and no case or contract fails that held before, is a proof of the place.
//! The search is bounded by counted work, so that its result is the same on every machine.
//!
//! | module | what it is for |
//! |---|---|
//! | [`budget`] | the work that may be done |
//! | [`telling`] | a game that shows a fault, and whether a change mends it |
//! | [`change`] | what is tried on which games, the likeliest first |
//! | [`rank`] | the instructions in the order of suspicion |
//! | [`proof`] | an edited source against the suite |

use std::collections::BTreeSet;

use super::attempt::Attempt;
use super::plan::Plan;
use super::run::Runner;
use crate::diagnostic::Source;
use crate::machine::Session;
use crate::machine::edits::{Edit, EditKind};
use crate::machine::patch::Patch;
use crate::machine::patches::Patches;
use crate::result::{CaseVerdict, Cause, Ending, Fault, Repair};

mod budget;
mod change;
pub(super) mod proof;
mod rank;
mod telling;

pub(super) use budget::Budget;
use change::{Change, affordable, by_likelihood};
use proof::Suite;
use telling::{Extent, Game};

/// What trying one change costs beside the instructions that run.
const TRIAL: u64 = 1_500;
/// Faults that are looked into.
const FAULTS: usize = 4;
/// Games that show a fault, and games that are right, on which a change is tried before it is held to the suite.
const TELLING: usize = 8;
const PASSING: usize = 8;
/// How many of them are the shortest.
const SHORTEST: usize = 2;
/// Lines at which a change is held to the whole suite, for one fault.
const LINES: usize = 8;
/// Changes at one line that are held to it.
const AT_LINE: usize = 4;
/// Cases that an edit must mend at least that does not mend everything.
const LIKELY: usize = 3;
/// Instructions at which something may be missing.
const GAPS: usize = 160;
/// How much of a budget is for trying changes on the ends of games and on whole ones, in hundredths: instructions more that use
/// what nothing uses, changes in place, and of what these leave any instructions more.
const RESTORED: [u64; 2] = [8, 1];
const IN_PLACE: [u64; 2] = [58, 10];
const INSERTED: [u64; 2] = [75, 5];

/// An edit with which a fault's cases pass.
struct Proved {
    edit: Edit,
    address: u32,
    /// Whether every case and contract passes with it.
    is_whole: bool,
}

/// Looks for an edit that proves the place of each fault.
pub(super) fn repair(
    plan: &Plan,
    attempt: &Attempt,
    source: &Source,
    runner: &mut Runner,
    faults: &mut [Fault],
    mut budget: Budget,
) {
    if faults.is_empty() || !is_repairable(plan, attempt) || budget.is_used_up() {
        return;
    }
    let Some(program) = runner.built().cloned() else {
        return;
    };
    let Some(patches) = Patches::of(&program) else { return };

    let mut search = Search {
        plan,
        attempt,
        patches: &patches,
        session: attempt.config.machine.session(&program),
        suite: Suite::new(plan, attempt, source, &program),
    };
    // What looks like several faults may be one.
    let mut known = match faults.len() {
        0 | 1 => Vec::new(),
        _ => search.search(&attempt.failing(), &mut budget.part(2)),
    };
    let count = faults.len().min(FAULTS);
    for (index, fault) in faults.iter_mut().take(FAULTS).enumerate() {
        let cases = search.cases_of(fault);
        let mut budget = budget.part(count - index);
        if cases.is_empty() {
            continue;
        }
        let mut proved: Vec<Proved> = Vec::new();
        for edit in &known {
            if let Some(is_whole) = search.suite.holds(&edit.edit, &cases, false, &mut budget) {
                proved.push(Proved {
                    edit: edit.edit.clone(),
                    address: edit.address,
                    is_whole,
                });
            }
        }
        if proved.is_empty() {
            proved = search.search(&cases, &mut budget);
        }
        // With few cases, an edit may hide a fault that it does not mend.
        let is_certain = |proved: &&Proved| proved.is_whole || cases.len() >= LIKELY;
        let proved: Vec<Proved> = proved.into_iter().filter(|proved| is_certain(&proved)).collect();
        fault.repair = summary(&patches, &proved, cases.len());
        if let Some(repair) = &fault.repair {
            fault.cause = fault.cause.take().filter(|cause| agrees(cause, repair));
        }
        known.extend(proved);
    }
}

/// Whether the games can be played with changes of the program: on an embedded machine, as they are written, without a
/// computer player.
fn is_repairable(plan: &Plan, attempt: &Attempt) -> bool {
    let is_game = |case: &crate::case::Case| case.goal.is_none();
    attempt.config.adaptation.types_script() && plan.cases.iter().all(is_game)
}

/// What is reported of the edits that mend a fault: the first of them, and the other lines at which one does as well.
fn summary(patches: &Patches, proved: &[Proved], cases: usize) -> Option<Repair> {
    let best = proved.first()?;
    let mut lines = BTreeSet::new();
    let distinct = proved.iter().filter(|proved| lines.insert(proved.edit.line));
    let places = distinct.map(|proved| patches.place(proved.address)).collect();
    let subroutines = proved.iter().map(|proved| patches.subroutine_of(proved.address));
    let subroutines: BTreeSet<Option<String>> = subroutines.collect();
    let is_one = subroutines.len() == 1;
    Some(Repair {
        places,
        // Where edits in several subroutines do the same, it may be any of them.
        subroutine: subroutines.into_iter().next().filter(|_| is_one).flatten(),
        edit: words(&best.edit),
        cases,
        is_whole: best.is_whole,
    })
}

/// Whether a cause is about a line that an edit proves, or about its neighbours; or, where it names no line, about the
/// subroutine. Where they do not agree, the proof wins.
fn agrees(cause: &Cause, repair: &Repair) -> bool {
    const NEAR: u32 = 3;
    if cause.places.is_empty() {
        let subroutine = repair.subroutine.as_ref();
        return subroutine.is_some_and(|name| cause.sentence.contains(name) || cause.common.contains(name));
    }
    let lines = || repair.places.iter().filter_map(|place| place.line);
    let own = cause.places.iter().filter_map(|place| place.line);
    own.clone().any(|own| lines().any(|line| line.abs_diff(own) <= NEAR))
}

/// An edit in words.
fn words(edit: &Edit) -> String {
    match edit.kind {
        EditKind::Dropped => format!("without `{}`", edit.before),
        EditKind::Inserted if edit.is_after() => format!("with `{}` after `{}`", edit.after, edit.before),
        EditKind::Inserted => format!("with `{}` before `{}`", edit.after, edit.before),
        _ => format!("with `{}` in place of `{}`", edit.after, edit.before),
    }
}

struct Search<'s, 'a> {
    plan: &'s Plan,
    attempt: &'s Attempt<'a>,
    patches: &'s Patches<'s>,
    session: Session,
    suite: Suite<'s, 'a>,
}

impl<'s> Search<'s, '_> {
    /// The cases of a fault, as positions in the suite, that are games.
    fn cases_of(&self, fault: &Fault) -> Vec<usize> {
        let numbers = self.plan.numbers();
        let positions = 0..self.plan.cases.len();
        positions
            .filter(|index| fault.cases.contains(&numbers[*index]))
            .collect()
    }

    /// The edits that mend these cases: those first that are the most likely. Unless it shows that the program prints in a format
    /// of its own, the required one is tried first.
    fn search(&mut self, cases: &[usize], budget: &mut Budget) -> Vec<Proved> {
        let outcomes = &self.attempt.outcomes;
        let prints = |verdict| outcomes.iter().any(|outcome| outcome.verdict == verdict);
        let (exactly, differently) = (prints(CaseVerdict::Pass), prints(CaseVerdict::Format));
        if exactly && !differently {
            return self.search_by(cases, true, budget);
        }
        let mut most = budget.most_of();
        let proved = self.search_by(cases, true, &mut most);
        budget.left += most.left;
        if proved.is_empty() {
            return self.search_by(cases, false, budget);
        }
        proved
    }

    fn search_by(&mut self, cases: &[usize], to_the_byte: bool, budget: &mut Budget) -> Vec<Proved> {
        let mut failing = self.games(cases, TELLING, to_the_byte);
        if failing.is_empty() {
            return Vec::new();
        }
        if to_the_byte && !failing[0].begins_as_required() && self.prints_otherwise() {
            return Vec::new();
        }
        // Most changes are given up in the first of them.
        let first = failing.remove(0).with_arrivals(&mut self.session);
        failing.insert(0, first);
        let outcomes = &self.attempt.outcomes;
        let right = (0..outcomes.len()).filter(|index| outcomes[*index].verdict <= CaseVerdict::Format);
        let right: Vec<usize> = right.collect();
        let passing = self.games(&right, PASSING, to_the_byte);
        let order = rank::order(&failing, &passing);
        let games = affordable(failing, passing);

        let in_place = self.changes(&order, |patches, address| {
            let data = patches.data_of(address).into_iter();
            let of_data = data.flat_map(|data| patches.at(data));
            patches.at(address).into_iter().chain(of_data).collect()
        });
        let gaps = &order[..order.len().min(GAPS)];

        // That a label has no use is evidence of its own.
        let restored = self.changes(&order, Patches::restored_at);
        let (survivors, _) = self.survivors_of_all(&games, restored, RESTORED, budget);
        let restored = self.proved(survivors, cases, to_the_byte, budget);
        if restored.iter().any(|proved| proved.is_whole) {
            return restored;
        }

        let (survivors, is_all) = self.survivors_of_all(&games, in_place, IN_PLACE, budget);
        if !is_all {
            // What was not tried may be the mistake, and the others what hides it.
            return Vec::new();
        }
        let proved = self.proved(survivors, cases, to_the_byte, budget);
        if !proved.is_empty() {
            return proved;
        }
        if !restored.is_empty() {
            return restored;
        }

        let mut inserted = self.changes(gaps, Patches::inserted_at);
        inserted.sort_by_key(|change| change.patch.rank);
        let (survivors, _) = self.survivors_of_all(&games, inserted, INSERTED, budget);
        self.proved(survivors, cases, to_the_byte, budget)
    }

    /// The changes with which all games are right, and whether all were tried. Most mistakes show at the ends of the games, which
    /// take the least time; what is left is for the proofs.
    fn survivors_of_all(
        &mut self,
        games: &[Game],
        changes: Vec<Change>,
        [end, whole]: [u64; 2],
        budget: &mut Budget,
    ) -> (Vec<Change>, bool) {
        let most = budget.left / 100;
        let (mut survivors, others) = self.survivors(games, changes, (Extent::End, most * end), budget);
        let is_all = others.is_ok();
        if let Ok(others) = others {
            let (more, _) = self.survivors(games, others, (Extent::Whole, most * whole), budget);
            survivors.extend(more);
        }
        (survivors, is_all)
    }

    /// Whether some case differs in format only.
    fn prints_otherwise(&self) -> bool {
        let mut outcomes = self.attempt.outcomes.iter();
        outcomes.any(|outcome| outcome.verdict == CaseVerdict::Format)
    }

    /// Games of some cases: the shortest ones, and some of every length.
    fn games(&mut self, cases: &[usize], most: usize, to_the_byte: bool) -> Vec<Game> {
        let outcomes = &self.attempt.outcomes;
        let mut by_length: Vec<usize> = cases.to_vec();
        by_length.sort_by_key(|index| {
            let is_long = matches!(outcomes[*index].stop.ending, Ending::Limit | Ending::Flooded);
            (is_long, outcomes[*index].case.script.keys.len(), *index)
        });
        by_length.dedup_by(|one, other| outcomes[*one].case.script.keys == outcomes[*other].case.script.keys);
        let spread = (by_length.len() / (most - SHORTEST)).max(1);
        let some = by_length.iter().skip(SHORTEST).step_by(spread);
        let chosen = by_length.iter().take(SHORTEST).chain(some);

        let chosen: Vec<usize> = chosen.copied().take(most).collect();
        let games = chosen
            .into_iter()
            .filter_map(|index| Game::of(self.plan, self.attempt, index, to_the_byte, &mut self.session));
        games.collect()
    }

    /// All changes at some addresses, each once.
    fn changes(&self, order: &[u32], changes: impl Fn(&Patches<'s>, u32) -> Vec<Patch>) -> Vec<Change> {
        let mut seen = BTreeSet::new();
        let all = order.iter().enumerate().flat_map(|(order, address)| {
            let patches = changes(self.patches, *address).into_iter();
            patches.map(move |patch| Change { patch, order })
        });
        // A word of data is referred to by several instructions.
        all.filter(|change| change.patch.inserted.is_some() || seen.insert(change.patch.words.clone()))
            .collect()
    }

    /// The changes with which all games are right, tried to an extent first, for so much work at most; and the others, or how many
    /// were not tried.
    fn survivors(
        &mut self,
        games: &[Game],
        changes: Vec<Change>,
        (extent, most): (Extent, u64),
        budget: &mut Budget,
    ) -> (Vec<Change>, Result<Vec<Change>, usize>) {
        let mut spent = 0;
        let mut untried = 0;
        let (survivors, others) = changes.into_iter().partition(|change| {
            if spent >= most || budget.is_used_up() {
                untried += 1;
                return false;
            }
            let (mends, work) = self.mends(games, &change.patch, extent);
            spent += work;
            budget.spend(work);
            mends
        });
        (survivors, if untried == 0 { Ok(others) } else { Err(untried) })
    }

    /// Whether all games are right with a change, and the work that it took. The games that fail are played to this extent before
    /// they are played as a whole.
    fn mends(&mut self, games: &[Game], patch: &Patch, extent: Extent) -> (bool, u64) {
        let before = self.session.spent();
        let of = (self.plan, self.attempt);
        let session = &mut self.session;
        let mut right = |game: &Game, extent| game.is_right(session, patch, extent, of);

        let (failing, passing): (Vec<&Game>, Vec<&Game>) = games.iter().partition(|game| game.fails());
        let mends = failing.iter().all(|game| right(game, extent))
            && passing.iter().all(|game| right(game, Extent::Whole))
            && (extent == Extent::Whole || failing.iter().all(|game| right(game, Extent::Whole)));
        (mends, TRIAL + self.session.spent() - before)
    }

    /// Those that hold on the suite as edits of the source, the most likely first.
    fn proved(
        &mut self,
        survivors: Vec<Change>,
        cases: &[usize],
        to_the_byte: bool,
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let mut proved: Vec<Proved> = Vec::new();
        for at_line in by_likelihood(survivors).into_iter().take(LINES) {
            let mut best: Option<Proved> = None;
            for change in at_line.into_iter().take(AT_LINE) {
                if budget.is_used_up() {
                    break;
                }
                let edit = change.patch.edit;
                if let Some(is_whole) = self.suite.holds(&edit, cases, to_the_byte, budget) {
                    let address = change.patch.reached_at.first().copied().unwrap_or_default();
                    let changed = change.patch.words.first().map(|(address, _)| *address);
                    if best.as_ref().is_none_or(|best| is_whole && !best.is_whole) {
                        best = Some(Proved {
                            edit,
                            address: changed.unwrap_or(address),
                            is_whole,
                        });
                    }
                    if is_whole {
                        break;
                    }
                }
            }
            proved.extend(best);
        }
        // A program that is right as a whole with an edit has its fault there.
        proved.sort_by_key(|proved| !proved.is_whole);
        proved
    }
}
