//! Cases that fail for the same reason, and the shortest game that shows it.

use std::cmp::Reverse;
use std::sync::Arc;

use super::story::{self, Story};
use super::{ExplainedCase, failure, replay, shrink};
use crate::case::Case;
use crate::connect4::reading::Vocabulary;
use crate::connect4::{Expected, Game, Player, Script};
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::result::{CaseVerdict, Cause, Ending, Failure, Place, Shortest, Stop};

/// Faults for which the shortest game is looked for.
const SHRUNK: usize = 4;
/// Instructions of the runs that are shortened, at most: a program that never ends is long in every game.
const QUICK: u64 = 400_000;

/// Cases that fail for the same reason.
#[derive(Debug, Clone)]
pub struct FoundFault {
    /// The key of their stories.
    pub key: String,
    /// What the cases have in common.
    pub common: String,
    /// Their positions in the suite, in order.
    pub cases: Vec<usize>,
    /// The cause in the program's terms, where it is known.
    pub cause: Option<Arc<Cause>>,
    /// The shortest game found that shows it, where it is shorter than every case.
    pub shortest: Option<Shortest>,
}

/// Groups failures by the keys of their stories, and by the place of the cause where one is known, in the order of their
/// first cases. Cases that differ in format only are left out: each difference in format is reported once.
pub(super) fn group(cases: &[ExplainedCase]) -> Vec<FoundFault> {
    let mut faults: Vec<FoundFault> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let is_failure = matches!(
            case.outcome.verdict,
            CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash
        );
        let Some(story) = case.story.as_ref().filter(|_| is_failure) else {
            continue;
        };

        let is_same = |fault: &&mut FoundFault| {
            fault.key == story.key && place(fault.cause.as_ref()) == place(case.cause.as_ref())
        };
        match faults.iter_mut().find(is_same) {
            Some(fault) => fault.cases.push(index),
            None => faults.push(FoundFault {
                key: story.key.clone(),
                common: story.common.clone(),
                cases: vec![index],
                cause: case.cause.clone(),
                shortest: None,
            }),
        }
    }

    faults
}

/// The line to change first.
fn place(cause: Option<&Arc<Cause>>) -> Option<&Place> {
    cause?.places.first()
}

/// Finds the shortest games of the faults with most cases.
pub(super) fn add_shortest_games(
    plan: &Plan,
    config: RunConfig,
    vocabulary: &Vocabulary,
    runner: &mut Runner,
    cases: &[ExplainedCase],
    faults: &mut [FoundFault],
) {
    let mut order: Vec<usize> = (0..faults.len()).collect();
    order.sort_by_key(|index| (Reverse(faults[*index].cases.len()), faults[*index].key.clone()));
    for index in order.into_iter().take(SHRUNK) {
        faults[index].shortest = shortest(plan, config, vocabulary, runner, cases, &faults[index]);
    }
}

/// The shortest game found that fails in the same way as some case of a fault, when it is shorter than the fault's first case.
fn shortest(
    plan: &Plan,
    config: RunConfig,
    vocabulary: &Vocabulary,
    runner: &mut Runner,
    cases: &[ExplainedCase],
    fault: &FoundFault,
) -> Option<Shortest> {
    let game = &plan.assignment.game;
    let outcome = clearest(game, cases, fault)?;
    if outcome.instructions > QUICK || outcome.stop.is_not_run() {
        return None;
    }

    let Story { key, at_move, .. } = story::tell_as(game, outcome, &fault.key);
    let blamed = at_move.and_then(|at| blamed(outcome, at));
    let mut suite = CaseRunner::new(&plan.assignment, config, runner).with_vocabulary(vocabulary);
    let mut fails = |script: &Script| {
        let small = case_of(game, outcome.case, script);
        let played = suite.play(&small)?;
        if played.verdict <= CaseVerdict::Format {
            return None;
        }
        let story = story::tell_as(game, &played, &fault.key);
        let needed = story.at_move.map_or(script.attempts.len(), |at| at + 1);
        let blames = story.at_move.and_then(|at| self::blamed(&played, at));
        (blames == blamed && fails_in_the_same_way(&played, &story, outcome, &key)).then_some(needed)
    };

    // Where nothing can be left out of a case, it may still be shorter than the one that would be shown.
    let whole = &outcome.case.script;
    let length = |index: &usize| cases[*index].outcome.case.script.attempts.len();
    let is_shorter = fault
        .cases
        .first()
        .is_some_and(|first| whole.attempts.len() < length(first));
    let script =
        shrink::shrink(whole, &mut fails).or_else(|| (is_shorter && fails(whole).is_some()).then(|| whole.clone()))?;

    let small = case_of(game, outcome.case, &script);
    let played = suite.play(&small)?;
    let (_, run) = suite.run(&small)?;
    let story = story::tell_as(game, &played, &fault.key);
    let replay = replay::replay(&plan.assignment, vocabulary, &played, &run);
    let mut failure = failure::whole(&plan.assignment, &played, &story, &run);
    // Boards say it all in so short a game, where there are any.
    if failure.printed_board.is_some() || !replay.is_empty() {
        failure.diff.clear();
    }
    Some(Shortest {
        moves: failure::moves(&script),
        failure: Failure { replay, ..failure },
        command: failure::command(plan.file(), &small, config),
    })
}

/// The move at a position of a case, as it was typed, and the player who made it.
fn blamed(outcome: &CaseOutcome, at: usize) -> Option<(Vec<u8>, Option<Player>)> {
    let case = outcome.compared_with();
    let typed = case.script.attempts.get(at)?.typed.clone();
    Some((typed, case.expected.steps.get(at + 1).and_then(|step| step.player)))
}

/// The outcome that shows a fault most clearly: its own story is that of the fault, and it is short.
fn clearest<'o>(game: &Game, cases: &[ExplainedCase<'o>], fault: &FoundFault) -> Option<&'o CaseOutcome<'o>> {
    let kind = |key: &str| key.split('/').next().unwrap_or_default().to_owned();
    let order = |outcome: &&CaseOutcome| {
        let own = story::tell(game, outcome).key;
        (kind(&own) != kind(&fault.key), outcome.case.script.attempts.len())
    };
    let outcomes = fault.cases.iter().map(|index| cases[*index].outcome);
    outcomes.filter(|outcome| !outcome.case.raw).min_by_key(order)
}

/// Whether a shorter game fails as another one does, whose story has this key. Where a run breaks off is part of that.
fn fails_in_the_same_way(small: &CaseOutcome, story: &Story, other: &CaseOutcome, key: &str) -> bool {
    let place = |stop: &Stop| stop.place.as_ref().map(|place| place.address);
    small.verdict == other.verdict
        && story.key == key
        && small.stop.ending == other.stop.ending
        && (other.verdict == CaseVerdict::Wrong || place(&small.stop) == place(&other.stop))
}

/// The same case with another script, whose transcript the rules model writes.
pub(in crate::grade) fn case_of(game: &Game, case: &Case, script: &Script) -> Case {
    let expected = Expected::play(game, script);
    Case {
        script: script.clone(),
        ends: if expected.halts {
            Ending::Halted
        } else {
            Ending::Waiting
        },
        frames: case.frames,
        demands: case.demands.clone(),
        expected: expected.into(),
        name: case.name.clone(),
        tags: Vec::new(),
        points: 0.0,
        raw: false,
        family: None,
        goal: None,
        place: String::new(),
    }
}
