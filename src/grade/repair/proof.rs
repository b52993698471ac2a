//! An edit of the source against the whole suite.

use super::Budget;
use crate::grade::attempt::Attempt;
use crate::grade::checks::contract;
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::{Fill, Limits, Machine, Program};
use crate::result::CaseVerdict;

/// What playing one case costs beside the instructions that run.
const CASE: u64 = 8_000;
/// What assembling a program costs.
const ASSEMBLED: u64 = 150_000;
/// Instructions that a game of an edited program may take in any case.
const LONGEST: u64 = 500_000;
/// One case in so many is played before the others.
const SAMPLE: usize = 16;
/// The start values of registers and memory on which an edit must hold as well: what only holds while unwritten memory is zero
/// is none.
const OTHER_FILL: Fill = Fill::Random(0x5EED);
/// Which part of the budget one proof may take before it is ended without the games that were right before: where games are long.
const PART: u64 = 3;
/// In so many rounds what was right before is played then.
const SPREAD: usize = 4;

/// What an edited program is held to.
pub struct Suite<'s, 'a> {
    plan: &'s Plan,
    attempt: &'s Attempt<'a>,
    limits: Limits,
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
            contracts: Vec::new(),
        };
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

    /// Whether with an edited source these cases pass, and everything else that passes does so still; and then, whether
    /// everything passes. With `to_the_byte` the cases must not differ in format. Where games are long, and a proof would take too
    /// much of the budget, only some of what passes is played again, and it is not known that everything does.
    pub fn holds(&self, text: &str, cases: &[usize], to_the_byte: bool, budget: &mut Budget) -> Option<bool> {
        budget.spend(ASSEMBLED);
        let config = self.attempt.config;
        let program = config.machine.build("edited", text.as_bytes(), None).ok()?.program?;
        let mut runner = Runner::new(program.clone(), self.limits);
        let [most, part] = match config.machine {
            Machine::Arm(_) => [budget.left, budget.left / PART],
            Machine::Lc3(_) | Machine::Native(_) => [u64::MAX; 2],
        };

        let outcomes = &self.attempt.outcomes;
        let passed = (0..outcomes.len()).filter(|index| is_right(&outcomes[*index]));
        let mut passed: Vec<usize> = passed.filter(|index| !cases.contains(index)).collect();
        if most < u64::MAX {
            passed.sort_by_key(|index| (index % SPREAD, *index));
        }
        let samples = cases.iter().step_by(SAMPLE).chain(passed.iter().step_by(SAMPLE));
        let samples: Vec<usize> = samples.copied().collect();
        let mut trial = Trial::new(self, config, &mut runner, to_the_byte);

        // What shows at little cost that an edit is none comes first.
        let mut holds = samples.iter().all(|index| trial.is_right(*index));
        let contracts = if holds { self.contracts_of(&program) } else { Vec::new() };
        let both = || self.contracts.iter().copied().zip(contracts.iter().copied());
        holds &= !both().any(|(before, after)| before == Some(true) && after != before);
        holds = holds && cases.iter().all(|index| trial.spent() <= most && trial.is_right(*index));
        let mut is_all = holds;
        for index in &passed {
            if !holds || trial.spent() > part {
                is_all = false;
                break;
            }
            holds = trial.is_right(*index);
        }
        let mut others = (0..outcomes.len()).filter(|index| !is_right(&outcomes[*index]) && !cases.contains(index));
        let is_whole = holds && is_all && others.all(|index| trial.is_right(index));
        let mut spent = trial.spent();

        if holds && matches!(config.machine, Machine::Arm(_)) {
            let machine = config.machine.with_fill(OTHER_FILL);
            let mut trial = Trial::new(self, RunConfig { machine, ..config }, &mut runner, to_the_byte);
            holds = samples.iter().all(|index| trial.is_right(*index));
            spent = trial.spent();
        }
        budget.spend(spent + contracts.len() as u64 * CASE);
        let is_kept =
            |(before, after): (Option<bool>, Option<bool>)| after == Some(true) || after == before && after.is_none();
        holds.then(|| is_whole && both().all(is_kept))
    }
}

/// Cases that are played on an edited program.
struct Trial<'t> {
    plan: &'t Plan,
    outcomes: &'t [CaseOutcome<'t>],
    suite: CaseRunner<'t>,
    to_the_byte: bool,
    played: u64,
}

impl<'t> Trial<'t> {
    fn new(suite: &'t Suite, config: RunConfig, runner: &'t mut Runner, to_the_byte: bool) -> Self {
        Self {
            plan: suite.plan,
            outcomes: &suite.attempt.outcomes,
            suite: CaseRunner::new(&suite.plan.assignment, config, runner).with_vocabulary(&suite.attempt.vocabulary),
            to_the_byte,
            played: 0,
        }
    }

    /// Whether a case passes.
    fn is_right(&mut self, index: usize) -> bool {
        self.played += 1;
        let Some(outcome) = self.suite.play(&self.plan.cases[index]) else {
            return false;
        };
        let is_exact = matches!(outcome.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
        let was_exact = self.outcomes[index].verdict == CaseVerdict::Pass;
        is_right(&outcome) && (is_exact || !self.to_the_byte && !was_exact)
    }

    /// What the program has used up, and the cases cost.
    fn spent(&self) -> u64 {
        self.suite.spent() + self.played * CASE
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
