//! What is worth saying about a program that no case shows, each in a module of its own.
//!
//! A check takes the [`Evidence`] on a submission and gives findings. It may run the program, and knows no other check.
//!
//! | module | finds |
//! |---|---|
//! | [`ending`] | whole games that are correct, after which the program does not halt |
//! | [`portability`] | what depends on the starting contents of memory and registers, on the simulator or on the compiler |
//! | [`serial`] | output that is sent without waiting for the transmitter |
//! | [`starter`] | changes in the given part of the starter file |
//! | [`lint`] | what the assignment sheet requires beside the game, and what is certainly not meant |
//! | [`wording`] | prompts and results that do not name the player, where words are free |
//! | [`one_game`] | that the cases that pass are all one game |
//! | [`contract`] | subroutines that break their contract when they are called in isolation; these have rows and points of their own |

use super::adapt;
use super::attempt::Attempts;
use super::plan::Plan;
use super::run::Runner;
use crate::machine::Program;
use crate::result::{Finding, StudentReport};
use crate::submission::Submission;

pub mod contract;
pub(super) mod ending;
pub mod lint;
mod one_game;
mod portability;
mod serial;
pub mod starter;
#[cfg(test)]
mod tests;
mod wording;

pub(super) use portability::Linkage;

/// What is known about a submission once its cases are explained and scored.
pub(super) struct Evidence<'e> {
    /// What it is graded by.
    pub plan: &'e Plan,
    /// The submission.
    pub submission: &'e Submission,
    /// The attempts at the suite.
    pub attempts: &'e Attempts<'e>,
    /// Whether it depends on the TRAP linkage.
    pub linkage: Linkage<'e>,
    /// The report on its cases and diagnostics.
    pub report: &'e StudentReport,
    /// The program, unless all its runs were cached.
    pub program: Option<Program>,
}

/// A check.
type Check = fn(&Evidence, &mut Runner) -> Vec<Finding>;

/// All checks that give findings.
const CHECKS: &[Check] = &[
    ending::check,
    portability::check,
    serial::check,
    of_starter,
    of_lint,
    wording::check,
    of_adaptation,
    one_game::check,
];

/// The findings of all checks, sorted by kind and key.
pub(super) fn run(evidence: &Evidence, runner: &mut Runner) -> Vec<Finding> {
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| check(evidence, runner)).collect();
    findings.sort_by(|one, other| (one.kind, &one.key).cmp(&(other.kind, &other.key)));
    findings
}

fn of_adaptation(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    adapt::findings(evidence.plan, evidence.attempts.best.config)
}

fn of_starter(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    let program = evidence.program.as_ref();
    let finding = program.and_then(|program| starter::check(&evidence.plan.assignment, program));
    finding.into_iter().collect()
}

fn of_lint(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    let Some(program) = &evidence.program else {
        return Vec::new();
    };
    lint::lint(&evidence.plan.assignment, evidence.submission, program, evidence.report)
}
