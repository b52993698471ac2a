//! The third stage: why cases did not pass.
//!
//! [`explain`](fn@explain) takes the outcomes of a submission and gives an explanation for each case that did not pass, and the
//! faults that these cases have in common. It knows no points.
//!
//! | module | what it is for |
//! |---|---|
//! | [`story`] | the first difference in a sentence |
//! | [`pattern`] | what missed wins have in common |
//! | `causes` | the cause at a line of the source, where the machine knows it |
//! | [`fault`] | cases that fail for the same reason; the shortest game that shows it ([`shrink`]) |
//! | `examples` | the cases that show a fault |
//! | `replay` | the game that shows a fault, move by move |
//! | [`failure`], [`diff`] | what the report shows of a case: boards, labelled diff, the command that repeats it |

use std::sync::Arc;

use super::judge::CaseOutcome;
use super::plan::Plan;
use super::run::{RunConfig, Runner};
use crate::connect4::reading::Vocabulary;
use crate::result::{Cause, Diagnosis, Failure};

mod causes;
pub mod diff;
mod examples;
pub mod failure;
pub mod fault;
pub mod pattern;
mod replay;
pub mod shrink;
pub mod story;

pub(super) use causes::diagnose;
use examples::Examples;
use fault::FoundFault;
use story::Story;

/// The outcome of a case with what explains it.
#[derive(Debug)]
pub struct ExplainedCase<'o> {
    /// The outcome.
    pub outcome: &'o CaseOutcome<'o>,
    /// What went wrong; `None` where the case passed.
    pub story: Option<Story>,
    /// The cause in the program's terms, where it is known.
    pub cause: Option<Arc<Cause>>,
    /// What the machine did at the end of the run, for the first of the cases that broke off in the same way.
    pub diagnosis: Option<Diagnosis>,
    /// What the report shows of it; `None` where the case passed.
    pub failure: Option<Failure>,
}

/// What explains the outcomes of a submission.
#[derive(Debug)]
pub struct Explanations<'o> {
    /// The cases, in the order of the suite.
    pub cases: Vec<ExplainedCase<'o>>,
    /// What failed cases have in common, in the order of their first cases.
    pub faults: Vec<FoundFault>,
}

/// Explains the outcomes of a suite under one configuration.
pub fn explain<'o>(
    plan: &Plan,
    config: RunConfig,
    vocabulary: &Vocabulary,
    runner: &mut Runner,
    outcomes: &'o [CaseOutcome<'o>],
) -> Explanations<'o> {
    let mut cases = stories(plan, outcomes);
    causes::find(plan, config, runner, &mut cases);

    let mut faults = fault::group(&cases);
    fault::add_shortest_games(plan, config, vocabulary, runner, &cases, &mut faults);
    let mut examples = Examples::of(&faults);
    failure::show(plan, config, runner, &mut cases, |index, outcome| {
        examples.take(index, outcome)
    });
    let without_shorter = faults.iter().filter(|fault| fault.shortest.is_none());
    let shown: Vec<&[usize]> = without_shorter.map(|fault| &fault.cases[..]).collect();
    replay::add(plan, config, vocabulary, runner, &mut cases, &shown);

    Explanations { cases, faults }
}

/// The cases with what went wrong in each.
fn stories<'o>(plan: &Plan, outcomes: &'o [CaseOutcome<'o>]) -> Vec<ExplainedCase<'o>> {
    let game = &plan.assignment.game;
    let explained = |outcome| ExplainedCase {
        outcome,
        story: story::of(game, outcome),
        cause: None,
        diagnosis: None,
        failure: None,
    };
    let mut cases: Vec<ExplainedCase> = outcomes.iter().map(explained).collect();

    pattern::name_missed_wins(game, &mut cases);
    pattern::name_ends(&mut cases);
    story::agree(game, &mut cases);
    for case in cases.iter_mut().filter(|case| case.outcome.stop.is_not_run()) {
        case.story = Some(story::not_run());
    }

    cases
}
