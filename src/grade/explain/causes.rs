//! The cause of a failure in the program's terms, where the machine knows it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::ExplainedCase;
use super::story::Story;
use crate::grade::judge::compare::Comparison;
use crate::grade::judge::{CaseOutcome, says_wrong};
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};
use crate::result::{CaseVerdict, Cause, Diagnosis, Ending};

/// Kinds of broken-off runs of one submission that are diagnosed, at most: each is run again instruction by instruction.
const DIAGNOSES: usize = 6;
/// Kinds of wrong games of one submission that are diagnosed, at most.
const WRONG: usize = 4;
/// Passing cases of one submission that are diagnosed for comparison, at most.
const PASSING: usize = 6;
/// Runs longer than this, in instructions, are diagnosed once for their kind.
const LONG: u64 = 400_000;

/// What runs that broke off in the same way have in common: their story's key, and where and why they stopped.
type BreakOff = (String, Option<u32>, String);

/// Finds the causes of failures. A story whose cause is known becomes the story of that cause.
pub(super) fn find(plan: &Plan, config: RunConfig, runner: &mut Runner, cases: &mut [ExplainedCase]) {
    find_of_broken_off(plan, config, runner, cases);
    find_of_wrong(plan, config, runner, cases);
    drop_those_of_passing_cases(plan, config, runner, cases);

    for case in cases {
        if let (Some(story), Some(cause)) = (&mut case.story, &case.cause) {
            story.key.clone_from(&cause.key);
            story.common.clone_from(&cause.common);
        }
    }
}

/// Finds out why runs broke off, once for all that broke off in the same way.
fn find_of_broken_off(plan: &Plan, config: RunConfig, runner: &mut Runner, cases: &mut [ExplainedCase]) {
    let mut known: BTreeMap<BreakOff, Option<Arc<Cause>>> = BTreeMap::new();
    for index in plan.shown() {
        let case = &mut cases[index];
        let Some(kind) = break_off(case) else { continue };
        if !known.contains_key(&kind) {
            if known.len() == DIAGNOSES {
                continue;
            }
            let diagnosis = diagnose(config, runner, case.outcome);
            let cause = diagnosis.as_ref().and_then(|diagnosis| diagnosis.cause.clone());
            known.insert(kind.clone(), cause.map(Arc::new));
            let shown = diagnosis.filter(|diagnosis| !diagnosis.steps.is_empty());
            case.diagnosis = shown.map(|diagnosis| Diagnosis {
                printed: None,
                ..diagnosis
            });
        }

        case.cause = known.get(&kind).cloned().flatten();
    }
}

/// How a run broke off; `None` where it did not, or was not made.
fn break_off(case: &ExplainedCase) -> Option<BreakOff> {
    let outcome = case.outcome;
    let story = case.story.as_ref().filter(|story| is_broken_off(outcome, story))?;
    let address = outcome.stop.place.as_ref().and_then(|place| place.address);
    (!outcome.stop.is_not_run()).then(|| (story.key.clone(), address, outcome.stop.reason.clone()))
}

/// Looks for a cause of wrong games in what the machine did. It counts only where the first, the middle and the last of the
/// cases with the same story have the same one.
fn find_of_wrong(plan: &Plan, config: RunConfig, runner: &mut Runner, cases: &mut [ExplainedCase]) {
    for indices in kinds_of_wrong(plan, cases).into_iter().take(WRONG) {
        let mut samples = vec![indices[0], indices[indices.len() / 2], indices[indices.len() - 1]];
        samples.dedup();
        if cases[indices[0]].outcome.instructions > LONG {
            samples.truncate(1);
        }

        let mut causes = samples
            .into_iter()
            .map(|index| cause_of_wrong(config, runner, cases[index].outcome));
        let Some(Some(first)) = causes.next() else { continue };
        if causes.all(|cause| cause.is_some_and(|cause| is_same(&cause, &first))) {
            let cause = Arc::new(first);
            for index in indices {
                cases[index].cause = Some(Arc::clone(&cause));
            }
        }
    }
}

/// The cause of a wrong game. What came about after the first wrong thing was printed is not its cause.
fn cause_of_wrong(config: RunConfig, runner: &mut Runner, outcome: &CaseOutcome) -> Option<Cause> {
    let diagnosis = diagnose(config, runner, outcome)?;
    let Comparison::Game(difference, _) = &outcome.comparison else {
        return diagnosis.cause;
    };
    let Some(printed) = diagnosis.printed.filter(|_| says_wrong(difference)) else {
        return diagnosis.cause;
    };

    let script = outcome.script.as_ref()?;
    let run = runner.run(config, &script.keys)?;
    let next = script.attempts.get(difference.step);
    let marks = &run.output.key_marks;
    let end = next.and_then(|attempt| marks.get(attempt.first_key)).copied();
    diagnosis
        .cause
        .filter(|_| printed < end.unwrap_or(run.output.bytes.len()))
}

/// What also happens in cases that pass, and in more of them than fail, is no cause of those that fail, however odd it looks.
/// In fewer it may be: a program can be broken and not have come to where it shows.
fn drop_those_of_passing_cases(plan: &Plan, config: RunConfig, runner: &mut Runner, cases: &mut [ExplainedCase]) {
    if cases.iter().all(|case| case.cause.is_none()) {
        return;
    }

    let passed = |index: &usize| cases[*index].outcome.verdict <= CaseVerdict::Format;
    let passed: Vec<usize> = plan.shown().filter(passed).collect();
    let apart = passed.len().div_ceil(PASSING).max(1);
    let samples = passed.iter().step_by(apart);
    let of_passing: Vec<Cause> = samples
        .filter_map(|index| diagnose(config, runner, cases[*index].outcome)?.cause)
        .collect();

    let failing: Vec<Arc<Cause>> = cases.iter().filter_map(|case| case.cause.clone()).collect();
    let is_usual = |cause: &Arc<Cause>| {
        let failing = failing.iter().filter(|other| is_same(cause, other)).count();
        let passing = of_passing.iter().filter(|other| is_same(cause, other)).count();
        passing > 0 && passing * apart >= failing
    };
    for case in cases {
        let is_shared = |cause: &mut Arc<Cause>| is_usual(cause);
        if case.cause.take_if(is_shared).is_some()
            && let Some(diagnosis) = &mut case.diagnosis
        {
            diagnosis.cause = None;
        }
    }
}

/// The positions of wrong games without a cause, by their stories; the most frequent story first.
fn kinds_of_wrong(plan: &Plan, cases: &[ExplainedCase]) -> Vec<Vec<usize>> {
    let mut kinds: Vec<(&str, Vec<usize>)> = Vec::new();
    for index in plan.shown() {
        let case = &cases[index];
        let is_wrong = case.outcome.verdict == CaseVerdict::Wrong && case.cause.is_none();
        let Some(story) = case.story.as_ref().filter(|_| is_wrong) else {
            continue;
        };
        match kinds.iter_mut().find(|(key, _)| *key == story.key) {
            Some((_, indices)) => indices.push(index),
            None => kinds.push((&story.key, vec![index])),
        }
    }

    kinds.sort_by_key(|(_, indices)| Reverse(indices.len()));
    kinds.into_iter().map(|(_, indices)| indices).collect()
}

/// Why the run of a case ended as it did.
pub(in crate::grade) fn diagnose(config: RunConfig, runner: &mut Runner, outcome: &CaseOutcome) -> Option<Diagnosis> {
    runner.diagnose(config, &outcome.script.as_ref()?.keys)
}

/// Whether two causes are the same fault in the same place.
fn is_same(one: &Cause, other: &Cause) -> bool {
    one.key == other.key && one.places.first() == other.places.first()
}

/// Whether how the run ended is what went wrong.
fn is_broken_off(outcome: &CaseOutcome, story: &Story) -> bool {
    match outcome.stop.ending {
        Ending::Crashed | Ending::Loop | Ending::Limit | Ending::Flooded => {
            matches!(outcome.verdict, CaseVerdict::Crash | CaseVerdict::Timeout)
        }
        Ending::Waiting => story.key == "waiting",
        Ending::Halted => false,
    }
}
