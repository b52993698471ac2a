//! An edit of the source against the whole suite.

use std::cell::Cell;
use std::sync::Arc;

use super::Budget;
use super::budget::{CASE, milliseconds};
use super::cases::{of_each_kind, spread};
use super::own_format::OwnFormat;
use super::telling::TRACED;
use crate::grade::attempt::Attempt;
use crate::grade::checks::contract;
use crate::grade::judge::CaseOutcome;
use crate::grade::plan::Plan;
use crate::grade::run::Runner;
use crate::grade::suite::in_order_of_keys;
use crate::machine::edits::forks::with_forks;
use crate::machine::patch::Patch;
use crate::machine::{Build, Limits, Machine, Program, Session};
use crate::result::CaseVerdict;

mod all;
mod answer;
pub mod forks;
mod refilled;
mod trial;

pub use answer::{Passing, Refuted};
use trial::Trial;

/// What playing one costs where each is a process of its own.
pub const PROCESS: u64 = milliseconds(3);
/// What assembling a program costs, and what compiling one does.
const ASSEMBLED: u64 = 150_000;
pub const COMPILED: u64 = milliseconds(60);
/// Instructions that a game of an edited program may take in any case.
const LONGEST: u64 = 500_000;
/// Where pauses count as instructions: those that a game may execute.
const EXECUTED: u64 = 4_000_000;
/// One case in so many is played before the others.
const SAMPLE: usize = 16;
/// Where games are long: so many cases of a fault are played at least, and of the others, and more for such a part of the budget.
const LEAST: usize = 12;
const PART: u64 = 6;
/// So many right games show whether a program depends on its memory's start values, where games are long.
const FEW: usize = 4;
/// Runs that are forked at a time.
const AHEAD: usize = 64;
/// The same where the cost of each case is known, and no proof takes more than is foreseen.
const PART_OF_PROCESSES: u64 = 3;

/// What an edited program is held to.
pub struct Suite<'s, 'a> {
    plan: &'s Plan,
    attempt: &'s Attempt<'a>,
    program: Program,
    limits: Limits,
    /// Whether the program itself stores something in the system's memory in a game that is right.
    is_astray: bool,
    /// Whether the program itself plays games otherwise with other start values of registers and memory, so that these say nothing
    /// of an edit.
    depends_on_fill: Cell<bool>,
    /// Whether each contract holds for the program itself; `None` where it says nothing of this program.
    contracts: Vec<Option<bool>>,
    /// What the program prints where it is right, in a format of its own.
    own: Option<OwnFormat>,
    /// Whether runs could not be forked when it was tried.
    cannot_fork: Cell<bool>,
}

impl<'s, 'a> Suite<'s, 'a> {
    /// The suite of an attempt.
    pub fn new(plan: &'s Plan, attempt: &'s Attempt<'a>, program: &Program) -> Self {
        let limits = plan.assignment.limits;
        let right = || attempt.outcomes.iter().filter(|outcome| is_right(outcome));
        let limits = match attempt.config.machine {
            Machine::Arm(_) => limits,
            Machine::Lc3(_) | Machine::Native(_) => {
                let longest = right().map(|outcome| outcome.instructions).max().unwrap_or_default();
                Limits {
                    instructions: (longest * 10).max(LONGEST).min(limits.instructions),
                    ..limits
                }
            }
        };
        let mut suite = Self {
            plan,
            attempt,
            program: program.clone(),
            limits,
            is_astray: false,
            depends_on_fill: Cell::new(false),
            contracts: Vec::new(),
            own: None,
            cannot_fork: Cell::new(false),
        };
        let right = suite.passed_beside(&[]).first().copied();
        suite.is_astray = right.is_some_and(|index| suite.goes_astray((program, None), index, &mut Budget::new(0)));
        // A native program finds its memory as the system gives it.
        let depends_on_fill = !suite.is_native() && {
            // The first games may end before what was never written is read.
            let right = of_each_kind(plan, &suite.passed_beside(&[]));
            let most = if suite.has_long_games() { FEW } else { LEAST };
            let some = &right[..right.len().min(most)];
            let mut runner = suite.runner(program.clone());
            !suite.is_right_refilled(&mut runner, some, false, u64::MAX).0
        };
        suite.depends_on_fill.set(depends_on_fill);
        suite.contracts = suite.contracts_of(program);
        suite
    }

    /// Holds the program to its own format, where it has one: what that is follows from the cases that are right.
    pub fn in_own_format(self, own: Option<OwnFormat>) -> Self {
        Self { own, ..self }
    }

    /// Whether the program has a format of its own to which it is held.
    pub fn has_own_format(&self) -> bool {
        self.own.is_some()
    }

    /// What the program must print in a case, to the byte. `None` where its own format is not known so far.
    pub fn transcript(&self, index: usize) -> Option<Vec<u8>> {
        let outcome = &self.attempt.outcomes[index];
        let case = outcome.compared_with();
        match &self.own {
            Some(own) => own.transcript(case, outcome.script.as_ref()?),
            None => Some(case.transcript().to_vec()),
        }
    }

    /// Assembles an edited source.
    pub fn build(&self, text: &str, budget: &mut Budget) -> Option<Build> {
        budget.spend(ASSEMBLED);
        self.attempt.config.machine.build("edited", text.as_bytes(), None).ok()
    }

    /// A machine with an edited program, and the limits within which it is played.
    pub fn session(&self, program: &Program) -> (Session, Limits) {
        let mut session = self.attempt.config.machine.session(program);
        if self.has_long_games() {
            session.execute_at_most(EXECUTED);
        }
        (session, self.limits)
    }

    fn edited(&self, text: &str, budget: &mut Budget) -> Result<Program, Refuted> {
        let program = if let Program::Native(program) = &self.program {
            budget.spend(COMPILED);
            let built = program
                .with_source(&with_forks(text), &["-w"])
                .ok()
                .and_then(Result::ok);
            built.map(|program| Program::Native(Arc::new(program)))
        } else {
            self.build(text, budget).and_then(|build| build.program)
        };
        program.ok_or(Refuted {
            is_unassembled: true,
            ..Refuted::default()
        })
    }

    /// Runs an edited program.
    fn runner(&self, program: Program) -> Runner {
        let runner = Runner::new(program, self.limits);
        if self.has_long_games() {
            return runner.with_patience(EXECUTED);
        }
        runner
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

    /// Whether a program, with a change in memory, stores something in the system's memory in the game of a case.
    fn goes_astray(&self, (program, patch): (&Program, Option<&Patch>), index: usize, budget: &mut Budget) -> bool {
        let Some(script) = &self.attempt.outcomes[index].script else {
            return false;
        };
        let mut session = self.attempt.config.machine.session(program);
        session.patch(patch);
        let slice = session.slice(&script.keys, TRACED, usize::MAX);
        budget.spend(slice.live.len() as u64 + CASE);
        slice.stores_in_system
    }

    /// Whether with an edited source these cases pass, and everything else that passes does so still; and then, what passes. With
    /// `to_the_byte` the cases must not differ in format. Where games are long, some of the cases are played, as many as a part of
    /// the budget allows.
    pub fn holds(
        &self,
        text: &str,
        cases: &[usize],
        to_the_byte: bool,
        budget: &mut Budget,
    ) -> Result<Passing, Refuted> {
        if self.has_long_games() {
            return self.holds_in_some(text, cases, to_the_byte, budget);
        }
        let config = self.attempt.config;
        let program = self.edited(text, budget)?;
        let mut runner = self.runner(program.clone());
        let passed = self.passed_beside(cases);
        let mut trial = Trial::new(self, config, &mut runner, to_the_byte);

        // What shows at little cost that an edit is none comes first.
        let breaks_nothing = passed.iter().step_by(SAMPLE).all(|index| trial.is_right(*index));
        let mut holds = breaks_nothing && cases.iter().step_by(SAMPLE).all(|index| trial.is_right(*index));
        // What only keeps the program from doing something may make it do it elsewhere.
        let goes_astray = |index: &usize, budget: &mut Budget| self.goes_astray((&program, None), *index, budget);
        holds = holds && (self.is_astray || !cases.first().is_some_and(|index| goes_astray(index, budget)));
        holds = holds && (to_the_byte || !self.differs_earlier(&program, cases));
        let contracts = if holds { self.contracts_of(&program) } else { Vec::new() };
        let both = || self.contracts.iter().copied().zip(contracts.iter().copied());
        holds &= !both().any(|(before, after)| before == Some(true) && after != before);
        holds = holds
            && self
                .in_order(cases.iter().chain(&passed))
                .all(|index| trial.is_right(index));
        let is_whole = holds && trial.is_whole(self.others(cases));
        budget.spend(trial.spent() + contracts.len() as u64 * CASE);
        if holds && !self.holds_refilled(&mut runner, cases, to_the_byte, budget) {
            return Err(Refuted {
                is_by_fill: true,
                ..Refuted::default()
            });
        }
        let is_kept =
            |(before, after): (Option<bool>, Option<bool>)| after == Some(true) || after == before && after.is_none();
        if !holds {
            return Err(Refuted {
                breaks_nothing,
                ..Refuted::default()
            });
        }
        let is_whole = is_whole && both().all(is_kept);
        Ok(if is_whole { Passing::All } else { Passing::Mended })
    }

    /// The failing cases that pass with an edited source, those among them that must. `None` where one of these fails or one that
    /// passed, or a contract is broken that held; where not one in `share` of some cases passes; and where games are long.
    pub fn mended(
        &self,
        text: &str,
        must: &[usize],
        (cases, share): (&[usize], usize),
        budget: &mut Budget,
    ) -> Option<Vec<usize>> {
        if self.has_long_games() {
            return None;
        }
        let program = self.edited(text, budget).ok()?;
        let mut runner = self.runner(program.clone());
        let mut trial = Trial::new(self, self.attempt.config, &mut runner, false);
        let mut passed = self.passed_beside(&[]);
        passed.extend(must);
        let failing: Vec<usize> = self.others(must).collect();
        let some: Vec<usize> = cases.iter().copied().step_by(SAMPLE).collect();

        let mut holds = passed.iter().step_by(SAMPLE).all(|index| trial.is_right(*index));
        let mended = some.iter().filter(|index| holds && trial.is_right(**index)).count();
        holds = mended * share >= some.len() && self.in_order(&passed).all(|index| trial.is_right(index));
        let goes_astray = |index: &usize| self.goes_astray((&program, None), *index, budget);
        holds = holds && (self.is_astray || !failing.first().is_some_and(goes_astray));
        if holds {
            let contracts = self.contracts_of(&program);
            let mut both = self.contracts.iter().zip(&contracts);
            holds = !both.any(|(before, after)| *before == Some(true) && after != before);
        }
        let more = self.in_order(&failing).filter(|index| holds && trial.is_right(*index));
        let mut mended: Vec<usize> = must.iter().copied().chain(more).collect();
        mended[must.len()..].sort_unstable();
        budget.spend(trial.spent() + self.contracts.len() as u64 * CASE);
        holds = holds && self.holds_refilled(&mut runner, &mended, false, budget);
        holds.then_some(mended)
    }

    /// The same as [`Self::holds`] by some of the cases.
    fn holds_in_some(
        &self,
        text: &str,
        cases: &[usize],
        to_the_byte: bool,
        budget: &mut Budget,
    ) -> Result<Passing, Refuted> {
        let config = self.attempt.config;
        let program = self.edited(text, budget)?;
        let mut runner = self.runner(program.clone());
        let passed = self.passed_beside(cases);
        let (mut own, others) = (spread(cases), of_each_kind(self.plan, &passed));
        let [least, less] = [&own, &others].map(|all| all.len().min(LEAST));
        // Games of the rarest kinds are long: they come first of what is played as far as the budget allows.
        let further = own.split_off(least);
        own.extend(of_each_kind(self.plan, &further));

        let mut trial = Trial::new(self, config, &mut runner, to_the_byte);
        let samples: Vec<usize> = own[..least].iter().chain(&others[..less]).copied().collect();
        trial.run_ahead(&program, &samples);
        let mut refuted = Refuted::default();
        let mut holds = samples.iter().all(|index| {
            let is_affordable = trial.spent() < budget.left;
            let is_right = is_affordable && trial.is_right(*index);
            refuted.case = (is_affordable && !is_right).then_some(*index);
            is_right
        });
        let (mut spent, seen) = (trial.costs, trial.seen);
        if holds && !self.is_native() && !self.depends_on_fill.get() {
            let samples: Vec<usize> = samples.iter().step_by(2).copied().collect();
            let (is_right, costs) = self.is_right_refilled(&mut runner, &samples, to_the_byte, budget.left);
            holds = is_right;
            refuted.is_by_fill = !is_right;
            spent += costs;
        }

        let mut trial = Trial::new(self, config, &mut runner, to_the_byte);
        trial.seen = seen;
        let most = budget.left / if self.is_native() { PART_OF_PROCESSES } else { PART };
        let mut more = |all: &[usize], from: usize, most: u64| {
            let mut played = from;
            while holds && played < all.len() && trial.spent() < most {
                if (played - from).is_multiple_of(AHEAD) {
                    trial.run_ahead(&program, &all[played..all.len().min(played + AHEAD)]);
                }
                holds = trial.is_right(all[played]);
                played += 1;
            }
            played
        };
        let played = [more(&own, least, most / 2), more(&others, less, most)];
        let is_all = holds && played == [own.len(), others.len()];
        let is_whole = is_all && trial.is_whole(self.others(cases));
        budget.spend(spent + trial.spent());
        if !holds {
            return Err(refuted);
        }
        Ok(match (is_whole, is_all, played) {
            (true, ..) => Passing::All,
            (false, true, _) => Passing::Mended,
            (false, false, [mended, others]) => Passing::Some { mended, others },
        })
    }

    /// Whether with a change in memory these cases and all that pass otherwise are printed exactly as required, and nothing is stored in
    /// the system's memory that was not before. Contracts are not checked.
    pub fn holds_in_memory(&self, program: &Program, patch: &Patch, cases: &[usize], budget: &mut Budget) -> bool {
        let mut runner = self.runner(program.clone()).with_patch(patch.clone());
        let passed = self.passed_beside(cases);
        let mut samples = cases.iter().step_by(SAMPLE).chain(passed.iter().step_by(SAMPLE));
        let mut trial = Trial::new(self, self.attempt.config, &mut runner, true);
        let holds = samples.all(|index| trial.is_right(*index))
            && self
                .in_order(cases.iter().chain(&passed))
                .all(|index| trial.is_right(index));
        budget.spend(trial.spent());
        let mut goes_astray = |index: &usize| self.goes_astray((program, Some(patch)), *index, budget);
        holds && (self.is_astray || !cases.first().is_some_and(&mut goes_astray))
    }

    /// Whether games take so long that not all can be played for each proof.
    pub fn has_long_games(&self) -> bool {
        matches!(self.attempt.config.machine, Machine::Arm(_) | Machine::Native(_))
    }

    fn is_native(&self) -> bool {
        matches!(self.program, Program::Native(_))
    }

    /// Some cases in the order of their keys, so that what these have in common is executed once.
    fn in_order<'i>(&self, cases: impl IntoIterator<Item = &'i usize>) -> impl Iterator<Item = usize> {
        in_order_of_keys(&self.plan.cases, cases.into_iter().copied().collect()).into_iter()
    }

    /// The cases that pass, without some.
    fn passed_beside(&self, cases: &[usize]) -> Vec<usize> {
        let outcomes = &self.attempt.outcomes;
        // A case without a game says nothing.
        let is_played = |outcome: &CaseOutcome| outcome.script.is_some() && is_right(outcome);
        let passed = (0..outcomes.len()).filter(|index| is_played(&outcomes[*index]));
        passed.filter(|index| !cases.contains(index)).collect()
    }

    /// The cases that do not pass, without some.
    fn others(&self, cases: &[usize]) -> impl Iterator<Item = usize> {
        let outcomes = &self.attempt.outcomes;
        (0..outcomes.len()).filter(|index| !is_right(&outcomes[*index]) && !cases.contains(index))
    }
}

impl Suite<'_, '_> {
    /// Whether the program's own subroutine breaks its contract.
    pub fn is_suspect(&self, name: &str) -> bool {
        let contracts = self.plan.contracts.iter().zip(&self.contracts);
        let mut own = contracts.filter(|(contract, _)| contract.labels.first().is_some_and(|label| label == name));
        own.any(|(_, holds)| *holds == Some(false))
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
