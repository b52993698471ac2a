//! An edit of the source against the whole suite.

use super::Budget;
use super::telling::TRACED;
use crate::grade::attempt::Attempt;
use crate::grade::checks::contract;
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::Runner;
use crate::grade::suite::CaseRunner;
use crate::machine::{Limits, Program};
use crate::result::CaseVerdict;

/// What playing one case costs beside the instructions that run.
const CASE: u64 = 8_000;
/// What assembling a program costs.
const ASSEMBLED: u64 = 150_000;
/// Instructions that a game of an edited program may take in any case.
const LONGEST: u64 = 500_000;
/// One case in so many is played before the others.
const SAMPLE: usize = 16;

/// What an edited program is held to.
pub struct Suite<'s, 'a> {
    plan: &'s Plan,
    attempt: &'s Attempt<'a>,
    limits: Limits,
    /// Whether the program itself stores something in the system's memory in a game that is right.
    is_astray: bool,
    /// Whether each contract holds for the program itself; `None` where it says nothing of this program.
    contracts: Vec<Option<bool>>,
}

impl<'s, 'a> Suite<'s, 'a> {
    /// The suite of an attempt.
    pub fn new(plan: &'s Plan, attempt: &'s Attempt<'a>, program: &Program) -> Self {
        let longest = attempt.outcomes.iter().filter(|outcome| is_right(outcome));
        let longest = longest.map(|outcome| outcome.instructions).max().unwrap_or_default();
        let limits = plan.assignment.limits;
        let limits = Limits {
            instructions: (longest * 10).max(LONGEST).min(limits.instructions),
            ..limits
        };
        let mut suite = Self {
            plan,
            attempt,
            limits,
            is_astray: false,
            contracts: Vec::new(),
        };
        let right = attempt.outcomes.iter().position(is_right);
        suite.is_astray = right.is_some_and(|index| suite.goes_astray(program, index, &mut Budget::new(0)));
        suite.contracts = suite.contracts_of(program);
        suite
    }

    fn contracts_of(&self, program: &Program) -> Vec<Option<bool>> {
        let (plan, machine) = (self.plan, self.attempt.config.machine);
        if plan.contracts.is_empty() {
            return Vec::new();
        }
        let limits = plan.assignment.limits;
        let outcomes = contract::judge_all(&plan.assignment, &plan.contracts, program, machine, limits);
        let holds = |outcome: &contract::Outcome| {
            (outcome.verdict != CaseVerdict::Skipped).then_some(outcome.verdict <= CaseVerdict::Format)
        };
        outcomes.iter().map(holds).collect()
    }

    /// Whether a program stores something in the system's memory in the game of a case.
    fn goes_astray(&self, program: &Program, index: usize, budget: &mut Budget) -> bool {
        let Some(script) = &self.attempt.outcomes[index].script else {
            return false;
        };
        let mut session = self.attempt.config.machine.session(program);
        let slice = session.slice(&script.keys, TRACED, usize::MAX);
        budget.spend(slice.live.len() as u64 + CASE);
        slice.stores_in_system
    }

    /// Whether with an edited source these cases pass, and everything else that passes does so still; and then, whether
    /// everything passes. With `to_the_byte` the cases must not differ in format.
    pub fn holds(&self, text: &str, cases: &[usize], to_the_byte: bool, budget: &mut Budget) -> Option<bool> {
        budget.spend(ASSEMBLED);
        let machine = self.attempt.config.machine;
        let program = machine.build("edited", text.as_bytes(), None).ok()?.program?;
        let mut runner = Runner::new(program.clone(), self.limits);

        let outcomes = &self.attempt.outcomes;
        let passed = (0..outcomes.len()).filter(|index| is_right(&outcomes[*index]));
        let passed: Vec<usize> = passed.filter(|index| !cases.contains(index)).collect();
        let mut samples = cases.iter().step_by(SAMPLE).chain(passed.iter().step_by(SAMPLE));
        let mut suite = CaseRunner::new(&self.plan.assignment, self.attempt.config, &mut runner)
            .with_vocabulary(&self.attempt.vocabulary);
        let mut played = 0;
        let mut play = |index: usize| {
            played += 1;
            let outcome = suite.play(&self.plan.cases[index])?;
            let is_exact = matches!(outcome.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
            let was_exact = outcomes[index].verdict == CaseVerdict::Pass;
            Some(is_right(&outcome) && (is_exact || !to_the_byte && !was_exact))
        };

        // What shows at little cost that an edit is none comes first.
        let mut holds = samples.all(|index| play(*index) == Some(true));
        // What only keeps the program from doing something may make it do it elsewhere.
        holds = holds
            && (self.is_astray
                || !cases
                    .iter()
                    .take(1)
                    .any(|index| self.goes_astray(&program, *index, budget)));
        let contracts = if holds { self.contracts_of(&program) } else { Vec::new() };
        let both = || self.contracts.iter().copied().zip(contracts.iter().copied());
        holds &= !both().any(|(before, after)| before == Some(true) && after != before);
        holds = holds && cases.iter().chain(&passed).all(|index| play(*index) == Some(true));
        let mut others = (0..outcomes.len()).filter(|index| !is_right(&outcomes[*index]) && !cases.contains(index));
        let is_whole = holds && others.all(|index| play(index) == Some(true));
        budget.spend(runner.spent() + (played + contracts.len() as u64) * CASE);
        let is_kept =
            |(before, after): (Option<bool>, Option<bool>)| after == Some(true) || after == before && after.is_none();
        holds.then(|| is_whole && both().all(is_kept))
    }
}

impl Suite<'_, '_> {
    /// Whether the program's own subroutine breaks its contract.
    pub fn is_suspect(&self, name: &str) -> bool {
        let contracts = self.plan.contracts.iter().zip(&self.contracts);
        let mut own = contracts.filter(|(contract, _)| contract.labels.first().is_some_and(|label| label == name));
        own.any(|(_, holds)| *holds == Some(false))
    }

    /// How many cases pass with another source. `None` where it does not assemble.
    pub fn passed(&self, text: &str, budget: &mut Budget) -> Option<usize> {
        budget.spend(ASSEMBLED);
        let machine = self.attempt.config.machine;
        let program = machine.build("edited", text.as_bytes(), None).ok()?.program?;
        let mut runner = Runner::new(program, self.limits);
        let mut suite = CaseRunner::new(&self.plan.assignment, self.attempt.config, &mut runner)
            .with_vocabulary(&self.attempt.vocabulary);
        let outcomes = self.plan.cases.iter().filter_map(|case| suite.play(case));
        let passed = outcomes.filter(is_right).count();
        budget.spend(runner.spent() + self.plan.cases.len() as u64 * CASE);
        Some(passed)
    }
}

/// Whether a case is right, and the program ends as it must.
fn is_right(outcome: &CaseOutcome) -> bool {
    let passes = matches!(
        outcome.verdict,
        CaseVerdict::Pass | CaseVerdict::Format | CaseVerdict::Skipped
    );
    passes && !outcome.owes_end()
}
