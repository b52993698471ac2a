//! Cases on an edited program, against what became of them without the edit.

use super::{Suite, is_right};
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::result::CaseVerdict;

/// Cases that are played on an edited program.
pub struct Trial<'t> {
    plan: &'t Plan,
    outcomes: &'t [CaseOutcome<'t>],
    suite: CaseRunner<'t>,
    /// Of one case, beside what is counted.
    costs: u64,
    is_counted: bool,
    to_the_byte: bool,
    pub played: u64,
}

impl<'t> Trial<'t> {
    pub fn new(suite: &'t Suite, config: RunConfig, runner: &'t mut Runner, to_the_byte: bool) -> Self {
        Self {
            plan: suite.plan,
            outcomes: &suite.attempt.outcomes,
            suite: CaseRunner::new(&suite.plan.assignment, config, runner).with_vocabulary(&suite.attempt.vocabulary),
            costs: suite.costs_of_case(),
            is_counted: !suite.is_native(),
            // In a format of its own it is judged.
            to_the_byte: to_the_byte && !suite.has_own_format(),
            played: 0,
        }
    }

    /// Whether a case passes.
    pub fn is_right(&mut self, index: usize) -> bool {
        self.played += 1;
        let Some(outcome) = self.suite.play(&self.plan.cases[index]) else {
            return false;
        };
        let is_exact = matches!(outcome.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
        let was_exact = self.outcomes[index].verdict == CaseVerdict::Pass;
        is_right(&outcome) && (is_exact || !self.to_the_byte && !was_exact)
    }

    /// What the program has used up, and the cases cost.
    pub fn spent(&self) -> u64 {
        let counted = if self.is_counted { self.suite.spent() } else { 0 };
        counted + self.played * self.costs
    }
}
