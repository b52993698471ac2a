//! Which line of a C program is wrong: all small edits of it are compiled into one program, in which each is tried by itself on
//! games that show a fault; what mends these is compiled for itself and held to the suite.
//!
//! | module | what it is for |
//! |---|---|
//! | [`build`](mod@build) | the program with all edits |
//! | [`trials`] | what is tried with it |
//! | [`suspicion`] | which edits are tried first |

use std::sync::Arc;

use super::budget::{Budget, milliseconds};
use super::own_format::OwnFormat;
use super::said::keep_what_agrees;
use super::{FAULTS, Proved};
use crate::grade::attempt::Attempt;
use crate::grade::fingerprint;
use crate::grade::plan::Plan;
use crate::grade::run::Runner;
use crate::machine::{Limits, Program, native};
use crate::result::{Fault, FurtherEdit, Repair};

mod build;
mod suspicion;
mod trials;

use trials::Trials;

/// With less than this, too few edits can be tried to find any.
const LEAST: u64 = milliseconds(250);

/// Looks for an edit that proves the place of each fault. What is found is kept with the runs of the program.
pub(super) fn repair(
    plan: &Plan,
    attempt: &Attempt,
    text: &str,
    runner: &mut Runner,
    faults: &mut [Fault],
    budget: Budget,
) {
    if budget.left < LEAST {
        return;
    }
    let name = format!("repair {}", digest(plan, attempt, faults, &budget));
    let own = OwnFormat::learn(plan, attempt, runner);
    let found: Option<Vec<Option<Repair>>> = runner.observe(&name, |program, limits| {
        let Program::Native(program) = program else {
            return Vec::new();
        };
        let Some(mut trials) = Trials::new((plan, attempt, own.clone()), program, (text, limits), budget) else {
            return Vec::new();
        };
        let all: Vec<&Fault> = faults.iter().take(FAULTS).collect();
        let (mut repairs, known) = trials.repair_all(&all);
        if let Some(first) = known.first().filter(|first| !first.is_whole()) {
            let budget = trials.budget;
            repair_others(
                (plan, attempt, own),
                program,
                (text, limits),
                (first, budget),
                &all,
                &mut repairs,
            );
        }
        repairs
    });
    for (fault, repair) in faults.iter_mut().zip(found.unwrap_or_default()) {
        fault.repair = repair;
        keep_what_agrees(fault);
    }
}

/// Looks for the repairs of the faults that have none, in a program with the edit that mends another one: cases that show both
/// faults are right with both edits only.
fn repair_others(
    (plan, attempt, own): (&Plan, &Attempt, Option<OwnFormat>),
    program: &Arc<native::Program>,
    (text, limits): (&str, Limits),
    (first, budget): (&Proved, Budget),
    faults: &[&Fault],
    repairs: &mut [Option<Repair>],
) {
    let together = repairs.iter().flatten().next().map(|repair| FurtherEdit {
        places: repair.places.clone(),
        subroutine: repair.subroutine.clone(),
        edit: repair.edit.clone(),
    });
    let missing: Vec<usize> = (0..repairs.len()).filter(|index| repairs[*index].is_none()).collect();
    let edited = first.edit.apply(text);
    if missing.is_empty() || budget.left < LEAST {
        return;
    }
    let Some(mut trials) = Trials::new((plan, attempt, own), program, (&edited, limits), budget) else {
        return;
    };

    let others: Vec<&Fault> = missing.iter().map(|index| faults[*index]).collect();
    let (found, _) = trials.repair_all(&others);
    for (index, repair) in missing.into_iter().zip(found) {
        let Some(mut repair) = repair else { continue };
        let mut lines = repair.places.iter().filter_map(|place| place.line);
        if lines.any(|line| first.edit.touches(line as usize)) {
            continue;
        }
        for place in &mut repair.places {
            let before = place.line.map(|line| first.edit.line_before(line as usize));
            place.line = before.and_then(|line| u32::try_from(line).ok());
        }
        repair.further.extend(together.clone());
        repairs[index] = Some(repair);
    }
}

/// Everything on which the repairs of a program depend beside itself.
fn digest(plan: &Plan, attempt: &Attempt, faults: &[Fault], budget: &Budget) -> String {
    let cases = attempt.outcomes.iter().map(|outcome| {
        let script = outcome.script.as_ref().map(|script| &script.keys);
        (script, &outcome.compared_with().expected, outcome.verdict)
    });
    let cases: Vec<_> = cases.collect();
    let of_faults: Vec<_> = faults.iter().map(|fault| &fault.cases).collect();
    let assignment = &plan.assignment;
    fingerprint::digest(&(
        &assignment.game,
        &assignment.comparison,
        &attempt.config,
        cases,
        of_faults,
        budget.left,
    ))
}
