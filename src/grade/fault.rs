//! One fault, one story: the failed cases of a submission gathered by their cause, and the shortest game that shows it.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::attempt::Attempt;
use super::bench::Bench;
use super::play::{Played, Table};
use super::score::cents;
use super::story::{self, Story};
use super::tell::Told;
use super::{Grader, explain, shrink};
use crate::case::Case;
use crate::connect4::{Expected, Game, Script};
use crate::result::{CaseVerdict, Failure, Fault, Shortest};
use crate::result::{Cause, Ending, Stop};

/// Faults for which the shortest game is looked for.
const SHRUNK: usize = 4;
/// Instructions of the runs that are shortened, at most: a program that never ends is long in every game.
const QUICK: u64 = 400_000;

/// The cases that fail from one cause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gathered {
    /// The stories' key.
    pub key: String,
    /// What the cases have in common.
    pub common: String,
    /// Their positions in the suite, in order.
    pub cases: Vec<usize>,
    /// The cause in the program's terms, where it is known.
    pub cause: Option<Arc<Cause>>,
}

/// Gathers failures by their stories' keys, and by the place of the cause where one is known, in the order of their first
/// cases. Cases that differ in format only are left out: what is wrong there is named once as a difference in format.
pub fn gather(told: &Told, played: &[Played]) -> Vec<Gathered> {
    let mut gathered: Vec<Gathered> = Vec::new();
    for (index, (story, cause)) in told.stories.iter().zip(&told.causes).enumerate() {
        let is_failure = matches!(
            played[index].verdict,
            CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash
        );
        let Some(story) = story.as_ref().filter(|_| is_failure) else {
            continue;
        };
        let place = |cause: &Option<Arc<Cause>>| cause.as_ref().and_then(|cause| cause.places.first().cloned());
        let is_same = |fault: &&mut Gathered| fault.key == story.key && place(&fault.cause) == place(cause);
        match gathered.iter_mut().find(is_same) {
            Some(fault) => fault.cases.push(index),
            None => gathered.push(Gathered {
                key: story.key.clone(),
                common: story.common.clone(),
                cases: vec![index],
                cause: cause.clone(),
            }),
        }
    }
    gathered
}

impl Grader {
    /// The faults of a submission for its report, those that cost most first.
    pub(super) fn faults(
        &self,
        bench: &mut Bench,
        attempt: &Attempt,
        gathered: Vec<Gathered>,
        excused: &BTreeSet<usize>,
    ) -> Vec<Fault> {
        let numbers = self.numbers();
        let lost_by_case = self.lost(attempt, excused);
        let mut faults: Vec<(Fault, Vec<usize>)> = Vec::new();
        for fault in gathered {
            let mut cases: Vec<usize> = fault.cases.iter().map(|index| numbers[*index]).collect();
            cases.sort_unstable();
            let lost = cents(fault.cases.iter().map(|index| lost_by_case[*index]).sum());
            let fault_told = Fault {
                key: fault.key,
                message: fault.common,
                cases,
                lost,
                cause: fault.cause.map(|cause| (*cause).clone()),
                shortest: None,
            };
            faults.push((fault_told, fault.cases));
        }
        faults.sort_by(|(one, _), (other, _)| {
            let by_points = other.lost.total_cmp(&one.lost);
            let by_count = other.cases.len().cmp(&one.cases.len());
            by_points.then(by_count).then_with(|| one.key.cmp(&other.key))
        });
        // Those of the most cases, not of the most points: kept runs serve under other points too.
        let mut by_count: Vec<usize> = (0..faults.len()).collect();
        by_count.sort_by_key(|index| (std::cmp::Reverse(faults[*index].1.len()), faults[*index].0.key.clone()));
        for index in by_count.into_iter().take(SHRUNK) {
            let (fault, cases) = &mut faults[index];
            fault.shortest = self.shortest(bench, attempt, &fault.key, cases);
        }
        faults.into_iter().map(|(fault, _)| fault).collect()
    }

    /// The points that each case of the suite costs; `excused` cases cost none.
    fn lost(&self, attempt: &Attempt, excused: &BTreeSet<usize>) -> Vec<f64> {
        let mut lost = vec![0.0; self.cases.len()];
        for planned in &self.groups {
            let share = |index| self.share_of(attempt.way, &attempt.played, self.share, excused, index);
            let earned = planned.earned(&self.cases, share).cases;
            let maxima = planned.maxima(&self.cases);
            for (position, index) in planned.cases.iter().enumerate() {
                lost[*index] = maxima[position] - earned[position];
            }
        }
        lost
    }

    /// The shortest game found that fails like some of the cases, when it is shorter than the shortest of them.
    fn shortest(&self, bench: &mut Bench, attempt: &Attempt, fault: &str, cases: &[usize]) -> Option<Shortest> {
        let game = &self.assignment.game;
        let kind = |key: &str| key.split('/').next().unwrap_or_default().to_owned();
        // A case that was first told as another fault shows this one less clearly.
        let order = |index: &&usize| {
            let case = &self.cases[**index];
            let own = story::tell(game, case, &attempt.played[**index]).key;
            (kind(&own) != kind(fault), case.script.attempts.len())
        };
        let index = *cases
            .iter()
            .filter(|index| !self.cases[**index].raw)
            .min_by_key(order)?;
        let case = &self.cases[index];
        let played = &attempt.played[index];
        if played.instructions > QUICK || played.stop.is_not_run() {
            return None;
        }
        let mut table = Table::new(&self.assignment, attempt.way, bench);
        let key = story::tell(game, case, played).key;
        let place = |stop: &Stop| stop.place.as_ref().map(|place| place.address);
        let is_alike = |small: &Played, told: &Story| {
            let is_same_kind = small.verdict == played.verdict && told.key == key;
            // Where a run breaks off is part of what is shown.
            let ended_alike = small.stop.ending == played.stop.ending
                && (played.verdict == CaseVerdict::Wrong || place(&small.stop) == place(&played.stop));
            is_same_kind && ended_alike
        };
        let script = shrink::shrink(&case.script, |script| {
            let small = case_of(game, case, script);
            let played = table.play(&small)?;
            if played.verdict <= CaseVerdict::Format {
                return None;
            }
            let told = story::tell(game, &small, &played);
            let needed = told.at_move.map_or(script.attempts.len(), |at| at + 1);
            is_alike(&played, &told).then_some(needed)
        })?;
        let small = case_of(game, case, &script);
        let played = table.play(&small)?;
        let (typed, run) = table.run(&small)?;
        let told = story::tell(game, &small, &played);
        Some(Shortest {
            moves: explain::moves(&script),
            failure: Failure {
                // Boards say it all in so short a game.
                diff: Vec::new(),
                ..explain::explain(&self.assignment, &small, &typed, &played, &told, &run)
            },
            command: explain::command(self.file(), &small, attempt.way),
        })
    }
}

/// A case of another script, held to what the rules model says of it.
fn case_of(game: &Game, case: &Case, script: &Script) -> Case {
    let expected = Expected::play(game, script);
    Case {
        script: script.clone(),
        transcript: expected.transcript(),
        ends: if expected.halts {
            Ending::Halted
        } else {
            Ending::Waiting
        },
        frames: case.frames,
        demands: case.demands.clone(),
        expected,
        name: case.name.clone(),
        tags: Vec::new(),
        points: 0.0,
        raw: false,
        family: None,
        place: String::new(),
    }
}
