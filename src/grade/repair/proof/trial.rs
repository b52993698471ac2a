//! Cases on an edited program, against what became of them without the edit.

use std::sync::Arc;

use super::forks::FORK;
use super::{CASE, LEAST, PROCESS, Suite, is_right};
use crate::case::goal::Reach;
use crate::connect4::reading::FormatKind;
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::Comparison;
use crate::grade::repair::budget::Budget;
use crate::grade::repair::output::judged_wrong_after;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::{Machine, Program};
use crate::result::CaseVerdict;

/// What was seen in the cases that were played.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seen {
    /// Whether a case that passes differs from the required format in a way in which nothing differs without the edit.
    differs_further: bool,
    /// Whether the computer player replies otherwise in a case that is right without the edit.
    replies_otherwise: bool,
    /// In how many such cases it replies as it did.
    same_replies: usize,
}

/// Cases that are played on an edited program.
pub struct Trial<'t> {
    held_to: &'t Suite<'t, 't>,
    suite: CaseRunner<'t>,
    /// What the program uses up is known, and counted.
    is_counted: bool,
    to_the_byte: bool,
    pub seen: Seen,
    /// What was played costs so much beside that.
    pub costs: u64,
}

impl<'t> Trial<'t> {
    pub fn new(suite: &'t Suite, config: RunConfig, runner: &'t mut Runner, to_the_byte: bool) -> Self {
        Self {
            held_to: suite,
            suite: CaseRunner::new(&suite.plan.assignment, config, runner).with_vocabulary(&suite.attempt.vocabulary),
            is_counted: !suite.is_native(),
            // In a format of its own it is judged.
            to_the_byte: to_the_byte && !suite.has_own_format(),
            seen: Seen::default(),
            costs: 0,
        }
    }

    /// Makes the runs of cases that are asked for next, where they are forked.
    pub fn run_ahead(&mut self, program: &Program, cases: &[usize]) {
        let Program::Native(program) = program else { return };
        let pairs = cases.iter().map(|case| (0, *case));
        let runs = self.held_to.fork(program, pairs, u32::MAX);
        if !runs.is_empty() {
            self.costs += PROCESS;
        }
        for ((_, case), run) in runs {
            self.suite.keep(&self.held_to.plan.cases[case], &run);
        }
    }

    /// Whether a case passes.
    pub fn is_right(&mut self, index: usize) -> bool {
        self.is_right_or(index, |_, _| false)
    }

    /// Whether a case passes, or goes wrong after more keys than without the edit.
    pub fn is_right_or_later(&mut self, index: usize) -> bool {
        self.is_right_or(index, |before, after| {
            judged_wrong_after(after) > judged_wrong_after(before)
        })
    }

    /// Whether a case passes, or else something holds of what became of it without the edit and with it.
    fn is_right_or(&mut self, index: usize, holds: impl Fn(&CaseOutcome, &CaseOutcome) -> bool) -> bool {
        self.costs += costs(self.held_to, index);
        let before = &self.held_to.attempt.outcomes[index];
        let is_own_right = is_right(before) || self.is_own_game_right(index, Reach::Prevented);
        let to_the_byte = self.to_the_byte || before.verdict == CaseVerdict::Pass;
        let Some(after) = self.suite.play(&self.held_to.plan.cases[index]) else {
            return false;
        };

        if is_right(before) && is_right(&after) {
            let (own, other) = (replies(before), replies(&after));
            self.seen.replies_otherwise |= own != other;
            self.seen.same_replies += usize::from(own == other && !own.is_empty());
        }

        let is_exact = matches!(after.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
        if is_right(&after) && !is_exact && !self.seen.differs_further {
            self.seen.differs_further = kinds(&after.comparison).any(|kind| !self.is_known(kind));
        }
        is_own_right && is_right(&after) && (is_exact || !to_the_byte) || holds(before, &after)
    }

    /// Whether the game against the package's computer is right, for a case whose goal became that in games against the program's;
    /// true for all others. Without it an edit could pass that only leads past what is wrong.
    fn is_own_game_right(&mut self, index: usize, reach: Reach) -> bool {
        let plan = self.held_to.plan;
        let goal = plan.cases[index].goal.as_ref().filter(|goal| goal.reach == reach);
        let Some(own) = goal.and_then(|_| plan.own_games.get(index)) else {
            return true;
        };

        self.costs += if self.held_to.is_native() { PROCESS } else { CASE };
        self.suite.play(own).is_some_and(|outcome| is_right(&outcome))
    }

    /// Whether the program is right as a whole if these cases pass, too: none of those that passed differs further, and the games
    /// against the package's computer are right whose goals were never reached in games against the program's. A computer player
    /// that is right, but another one, may only lead past what is wrong; few games do not show that it is the same.
    pub fn is_whole(&mut self, mut others: impl Iterator<Item = usize>) -> bool {
        let has_computer = self.held_to.plan.assignment.game.flow.computer.is_some();
        let outcomes = self.held_to.attempt.outcomes.iter();
        let failing = outcomes.filter(|outcome| !is_right(outcome)).count();
        let are_enough = self.seen.same_replies >= failing.max(LEAST);
        if has_computer && (self.seen.replies_otherwise || !are_enough) {
            return false;
        }

        let mut all = 0..self.held_to.plan.cases.len();
        let are_missed_right = all.all(|index| self.is_own_game_right(index, Reach::Missed));
        are_missed_right && others.all(|index| self.is_right(index)) && !self.seen.differs_further
    }

    /// Whether a kind of difference in format was seen without the edit.
    fn is_known(&self, kind: FormatKind) -> bool {
        let mut outcomes = self.held_to.attempt.outcomes.iter();
        outcomes.any(|outcome| kinds(&outcome.comparison).any(|known| known == kind))
    }

    /// What the program has used up, and the cases cost.
    pub fn spent(&self) -> u64 {
        let counted = if self.is_counted { self.suite.spent() } else { 0 };
        counted + self.costs
    }
}

/// Where the computer player put its pieces.
fn replies(outcome: &CaseOutcome) -> Vec<(usize, usize)> {
    let steps = outcome.compared_with().expected.steps.iter();
    steps.filter_map(|step| step.reply).collect()
}

/// The kinds of differences in format that were seen in a case.
fn kinds(comparison: &Comparison) -> impl Iterator<Item = FormatKind> {
    let differences = match comparison {
        Comparison::Format(differences) | Comparison::Unforgiven(differences) | Comparison::Game(_, differences) => {
            differences.items()
        }
        Comparison::Exact | Comparison::Unread => &[],
    };
    differences.iter().map(|difference| difference.kind)
}

/// What playing one case costs beside the instructions that run.
fn costs(suite: &Suite, case: usize) -> u64 {
    let config = suite.attempt.config;
    match config.machine {
        Machine::Native(_) if suite.can_fork(case) => FORK,
        Machine::Native(_) => PROCESS,
        Machine::Lc3(_) | Machine::Arm(_) => CASE,
    }
}

impl Suite<'_, '_> {
    /// Whether an edited program prints something else than is required earlier in the first of some cases than the program itself: a message in other
    /// words that was right, for instance.
    pub(super) fn differs_earlier(&self, edited: &Program, cases: &[usize]) -> bool {
        let Some(case) = cases.first().map(|index| &self.plan.cases[*index]) else {
            return false;
        };
        // A computer player may reply otherwise.
        if self.plan.assignment.game.flow.computer.is_some() {
            return false;
        }
        let right_bytes = |program: &Program| {
            let mut runner = self.runner(program.clone());
            let run = CaseRunner::new(&self.plan.assignment, self.attempt.config, &mut runner).run(case);
            let printed = run.map(|(_, run)| Arc::clone(&run.output)).unwrap_or_default();
            let both = printed.bytes.iter().zip(case.transcript());
            both.take_while(|(printed, required)| printed == required).count()
        };
        right_bytes(edited) < right_bytes(&self.program)
    }

    /// How many cases pass with another source. `None` where it does not assemble.
    pub fn passed(&self, text: &str, budget: &mut Budget) -> Option<usize> {
        let mut runner = self.runner(self.edited(text, budget).ok()?);
        let mut suite = CaseRunner::new(&self.plan.assignment, self.attempt.config, &mut runner)
            .with_vocabulary(&self.attempt.vocabulary);
        let all: Vec<usize> = (0..self.plan.cases.len()).collect();
        let outcomes = suite.play_some(&self.plan.cases, &all);
        let passed = outcomes.iter().flatten().filter(|outcome| is_right(outcome)).count();
        budget.spend(runner.spent() + self.plan.cases.len() as u64 * CASE);
        Some(passed)
    }
}
