//! Subroutine contracts: calling a submission's subroutines one by one and judging what each call did.
//!
//! Takes the contracts of a suite and a program; gives an [`Outcome`] for each contract, and no points. What a
//! program has no label for, or lays out in memory differently from the starter, is reported and not judged.
//!
//! | module | what it is for |
//! |---|---|
//! | [`world`] | where a program keeps board, words and code: what a call sets, and what it must not write |
//! | [`judge`] | what is wrong with each call |
//! | [`text`] | what a call printed against the expected text |
//! | `tell` | the first failing call in a sentence, and what failing calls have in common |
//! | `empty` | subroutines that are still stubs |
//! | `rows` | the rows of a report, and their points |
//! | `suspects` | subroutines that are likely causes of faults |

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::assignment::Assignment;
use crate::case::Contract;
use crate::machine::{Limits, Machine, Program, lc3};
use crate::result::Ending;
use crate::result::{CaseVerdict, Failure};

mod empty;
pub mod judge;
mod rows;
mod suspects;
mod tell;
pub mod text;
pub mod world;

use judge::Judged;
use world::World;

pub(in crate::grade) use rows::add_rows;
pub(in crate::grade) use suspects::suspect;

/// Instructions of one call, at most. No call of a real program takes a tenth of it.
const CALL: u64 = 200_000;
/// Bytes that one call may print.
const PRINTED: usize = 16 * 1024;

/// What became of one contract.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The verdict; `skipped` where it could not be judged.
    pub verdict: CaseVerdict,
    /// Whether that it was skipped is no fault.
    pub excused: bool,
    /// How many calls were made.
    pub calls: usize,
    /// Instructions of all calls.
    pub instructions: u64,
    /// How the reported call ended; `halted` where it returned.
    pub ending: Ending,
    /// What went wrong, or why it was skipped; `None` when the contract holds.
    pub failure: Option<Failure>,
    /// The same for all programs that break it in the same way, with what they have in common in words.
    pub fault: Option<(String, String)>,
    /// The toggles of the differences in format over all calls: what they cost is the assignment's to say.
    pub format: BTreeSet<String>,
    /// The options of `c4grade run` that repeat the reported call, or the first.
    pub options: String,
}

/// Holds a program to contracts on one machine.
pub fn judge_all(
    assignment: &Assignment,
    contracts: &[Contract],
    program: &Program,
    machine: Machine,
    limits: Limits,
) -> Vec<Outcome> {
    let (Machine::Lc3(settings), Program::Lc3(image)) = (machine, program) else {
        let reason = "contracts are for LC-3 programs";
        return contracts.iter().map(|contract| skipped(contract, reason)).collect();
    };

    let world = World::of(assignment, image);
    let mut player = lc3::Session::new(Arc::clone(image), settings);
    let limits = Limits {
        instructions: limits.instructions.min(CALL),
        output: limits.output.min(PRINTED),
    };
    let by_way = contracts.iter().map(|contract| {
        let scene = world
            .scene(contract)
            .map_err(|reason| Box::new(skipped(contract, &reason)))?;
        Ok(judge::judge(assignment, &scene, &mut player, limits))
    });
    let mut judged: Vec<Judgement> = judge::choose_ways(by_way.collect());
    skip_replaced(contracts, &world, &mut judged);

    let outcome = |(contract, judged): (&Contract, Judgement)| match judged {
        Ok(judged) => tell::outcome(assignment, &world, contract, &judged),
        Err(outcome) => *outcome,
    };
    contracts.iter().zip(judged).map(outcome).collect()
}

/// What the calls of a contract did; else the outcome that says why it was skipped.
type Judgement = Result<Judged, Box<Outcome>>;

/// Skips the contracts of subroutines whose work another subroutine does, which keeps its own contract.
fn skip_replaced(contracts: &[Contract], world: &World, judged: &mut [Judgement]) {
    let holds = |judged: &Judgement| {
        let judged = judged.as_ref();
        judged.is_ok_and(|judged| judged.verdict() <= CaseVerdict::Format)
    };
    let holding = contracts.iter().zip(judged.iter()).filter(|(_, judged)| holds(judged));
    let working: BTreeSet<&String> = holding.flat_map(|(contract, _)| &contract.labels).collect();

    for (contract, judged) in contracts.iter().zip(judged) {
        let Some(other) = contract.instead.iter().find(|label| working.contains(label)) else {
            continue;
        };

        let label = &contract.labels[0];
        let reason = match judged {
            Err(_) if world.has_no(&contract.labels) => format!("There is no {label}; {other} does its work."),
            Ok(judged) if judged.only_answers() => format!(
                "{label} does not return what the contract expects, but {other} is correct, so the two divide the work \
                 differently."
            ),
            _ => continue,
        };

        *judged = Err(Box::new(Outcome {
            excused: true,
            ..skipped(contract, &reason)
        }));
    }
}

/// A contract that was not judged, and why.
fn skipped(contract: &Contract, reason: &str) -> Outcome {
    Outcome {
        verdict: CaseVerdict::Skipped,
        excused: false,
        calls: 0,
        instructions: 0,
        ending: Ending::Halted,
        failure: Some(Failure::new(reason)),
        fault: None,
        format: BTreeSet::new(),
        options: format!(" --call {}", contract.labels[0]),
    }
}

#[cfg(test)]
mod tests;
