//! Cases on an edited program, against what became of them without the edit.

use std::sync::Arc;

use super::{Suite, is_right};
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::Program;
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

impl Suite<'_, '_> {
    /// Whether an edited program prints something else than is required earlier in the first of some cases than the program itself: a message in other
    /// words that was right, for instance.
    pub(super) fn differs_earlier(&self, edited: &Program, cases: &[usize]) -> bool {
        let Some(case) = cases.first().map(|index| &self.plan.cases[*index]) else {
            return false;
        };
        let right_bytes = |program: &Program| {
            let mut runner = self.runner(program.clone());
            let run = CaseRunner::new(&self.plan.assignment, self.attempt.config, &mut runner).run(case);
            let printed = run.map(|(_, run)| Arc::clone(&run.output)).unwrap_or_default();
            let both = printed.bytes.iter().zip(case.transcript());
            both.take_while(|(printed, required)| printed == required).count()
        };
        right_bytes(edited) < right_bytes(&self.program)
    }
}
