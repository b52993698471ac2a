//! What an edit mends, with other start values of registers and memory: what only holds while these are zero mends nothing.

use std::sync::Arc;

use super::Suite;
use super::trial::Trial;
use crate::grade::repair::budget::Budget;
use crate::grade::repair::cases::spread;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::Fill;

/// The start values of registers and memory on which an edit must hold as well, in some of the cases that it mends.
const OTHER_FILL: Fill = Fill::Random(0x5EED);
/// So many of them.
const REFILLED: usize = 4;

impl Suite<'_, '_> {
    /// Whether some of these cases are right with other start values, too, unless the program depends on them without an edit: or
    /// go wrong later than without the edit, by something of which it says nothing.
    pub(super) fn holds_refilled(
        &self,
        runner: &mut Runner,
        cases: &[usize],
        to_the_byte: bool,
        budget: &mut Budget,
    ) -> bool {
        if self.depends_on_fill.get() {
            return true;
        }
        let mut some = spread(cases);
        some.truncate(REFILLED);
        let before = runner.spent();
        let mut filled = self.refilled(runner, to_the_byte);
        let holds = some.iter().all(|index| filled.is_right_or_later(*index));
        let costs = filled.costs;
        budget.spend(runner.spent() - before + costs);
        holds
    }

    /// Whether cases are right with other start values of registers and memory, as far as the work allows that is left; and what
    /// they cost beside that.
    pub(super) fn is_right_refilled(
        &self,
        runner: &mut Runner,
        cases: &[usize],
        to_the_byte: bool,
        left: u64,
    ) -> (bool, u64) {
        let mut filled = self.refilled(runner, to_the_byte);
        let holds = cases
            .iter()
            .all(|index| filled.spent() < left && filled.is_right(*index));
        (holds, filled.costs)
    }

    /// Whether the program itself prints something else in some of these games with other start values. From then on these say
    /// nothing of an edit.
    pub fn prints_otherwise_refilled(&self, cases: &[usize], budget: &mut Budget) -> bool {
        let (config, other) = (self.attempt.config, self.other_config());
        let mut some = spread(cases);
        some.truncate(REFILLED);
        let mut runner = self.runner(self.program.clone());
        let depends = some.iter().any(|index| {
            let mut printed = |config| {
                let mut suite = CaseRunner::new(&self.plan.assignment, config, &mut runner);
                let (_, run) = suite.run(&self.plan.cases[*index])?;
                Some(Arc::clone(&run.output))
            };
            printed(config) != printed(other)
        });
        budget.spend(runner.spent());
        self.depends_on_fill.set(self.depends_on_fill.get() || depends);
        depends
    }

    fn other_config(&self) -> RunConfig {
        let config = self.attempt.config;
        let machine = config.machine.with_fill(OTHER_FILL);
        RunConfig { machine, ..config }
    }

    fn refilled<'t>(&'t self, runner: &'t mut Runner, to_the_byte: bool) -> Trial<'t> {
        Trial::new(self, self.other_config(), runner, to_the_byte)
    }
}
