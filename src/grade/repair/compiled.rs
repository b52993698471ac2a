//! Which line of a C program is wrong: all small edits of it are compiled into one program, in which each is tried by itself on
//! games that show a fault; what mends these is compiled for itself and held to the suite.
//!
//! Edits are tried in the order of suspicion by Ochiai's formula, as for the embedded machines: what runs in failing games and in
//! few others comes first. The program itself notes what runs.

use std::sync::Arc;

use super::budget::{Budget, milliseconds};
use super::change::size;
use super::proof::{COMPILED, PROCESS, Suite};
use super::said::{keep_what_agrees, summary};
use super::{FAULTS, LIKELY, Proved, cases};
use crate::grade::attempt::Attempt;
use crate::grade::fingerprint;
use crate::grade::plan::Plan;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::suite::CaseRunner;
use crate::machine::edits::{CHOICE, Combined, NOTE};
use crate::machine::{Limits, Place, Program, native};
use crate::result::{CaseVerdict, Ending, Fault, Repair};

/// What compiling all edits at once costs.
const COMBINED: u64 = milliseconds(120);
/// How often that is tried, without what did not compile.
const ROUNDS: usize = 8;
/// With less than this, too few edits can be tried to find any.
const LEAST: u64 = milliseconds(1_000);
/// What a program costs that has to be stopped.
const STOPPED: u64 = milliseconds(125);
/// What a run costs in milliseconds. One that takes many times as long is stopped.
const USUAL: u64 = 3;
/// Games on which an edit is tried: failing ones, and others. And of each, those in which it is noted what runs.
const TELLING: usize = 8;
const NOTED: usize = 3;
/// How much of the budget is for trying edits before any is held to the suite, in hundredths.
const TRIED: u64 = 60;
/// Edits that are held to it.
const PROOFS: usize = 6;
/// How much odder an edit is that decides a whole condition or leaves something out.
const CRUDE: usize = 4;

/// Looks for an edit that proves the place of each fault. What is found is kept with the runs of the program.
pub(super) fn repair(
    plan: &Plan,
    attempt: &Attempt,
    text: &str,
    runner: &mut Runner,
    faults: &mut [Fault],
    budget: Budget,
) {
    if budget.left < LEAST {
        return;
    }
    let name = format!("repair {}", digest(plan, attempt, faults, &budget));
    let found: Option<Vec<Option<Repair>>> = runner.observe(&name, |program, limits| {
        let Program::Native(program) = program else {
            return Vec::new();
        };
        let found = Trials::new((plan, attempt), program, (text, limits), budget);
        found.map_or_else(Vec::new, |mut trials| trials.repair_all(faults))
    });
    for (fault, repair) in faults.iter_mut().zip(found.unwrap_or_default()) {
        fault.repair = repair;
        keep_what_agrees(fault);
    }
}

/// Everything on which the repairs of a program depend beside itself.
fn digest(plan: &Plan, attempt: &Attempt, faults: &[Fault], budget: &Budget) -> String {
    let cases = attempt.outcomes.iter().map(|outcome| {
        let script = outcome.script.as_ref().map(|script| &script.keys);
        (script, &outcome.compared_with().expected, outcome.verdict)
    });
    let cases: Vec<_> = cases.collect();
    let of_faults: Vec<_> = faults.iter().map(|fault| &fault.cases).collect();
    let assignment = &plan.assignment;
    fingerprint::digest(&(
        &assignment.game,
        &assignment.comparison,
        &attempt.config,
        cases,
        of_faults,
        budget.left,
    ))
}

/// A program in which all edits are.
struct Trials<'s, 'a> {
    plan: &'s Plan,
    attempt: &'s Attempt<'a>,
    suite: Suite<'s, 'a>,
    text: &'s str,
    limits: Limits,
    budget: Budget,
    edits: Combined<'s>,
    program: native::Program,
    /// Whether games are held to the byte.
    to_the_byte: bool,
}

impl<'s, 'a> Trials<'s, 'a> {
    /// Compiles the program with all edits. `None` where it is not in C, or does not behave as it does by itself.
    fn new(
        (plan, attempt): (&'s Plan, &'s Attempt<'a>),
        program: &Arc<native::Program>,
        (text, limits): (&'s str, Limits),
        mut budget: Budget,
    ) -> Option<Self> {
        if !program.is_compiled_c() {
            return None;
        }
        let mut edits = Combined::of(text);
        let compiled = compiled(&mut edits, program, &mut budget)?;
        let exactly = attempt
            .outcomes
            .iter()
            .all(|outcome| outcome.verdict != CaseVerdict::Format);
        Some(Self {
            plan,
            attempt,
            suite: Suite::new(plan, attempt, &Program::Native(Arc::clone(program))),
            text,
            limits,
            budget,
            edits,
            program: compiled,
            to_the_byte: exactly,
        })
    }

    /// The repair of each fault. What looks like several faults may be one.
    fn repair_all(&mut self, faults: &[Fault]) -> Vec<Option<Repair>> {
        let count = faults.len().min(FAULTS);
        let mut known = if count > 1 {
            self.with_part(2, |trials| trials.proved(&trials.attempt.failing()))
        } else {
            Vec::new()
        };
        let repair_one = |(index, fault): (usize, &Fault)| {
            let cases = cases::of_fault(self.plan, fault);
            let mut proved = self.with_part(count - index, |trials| {
                let proved = trials.held(known.clone(), &cases);
                if proved.is_empty() {
                    trials.proved(&cases)
                } else {
                    proved
                }
            });

            // With few cases, an edit may hide a fault that it does not mend.
            proved.retain(|proved| proved.is_whole || cases.len() >= LIKELY);
            let repair = summary(&proved, cases.len(), self.suite.fewest());
            known.extend(proved);
            repair
        };
        faults.iter().take(FAULTS).enumerate().map(repair_one).collect()
    }

    /// Does something with one of so many equal parts of what is left of the budget.
    fn with_part<T>(&mut self, parts: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let all = self.budget.left;
        self.budget.left = all / parts as u64;
        let part = self.budget.left;
        let result = work(self);
        self.budget.left += all - part;
        result
    }

    /// The edits that mend these cases, the likeliest first.
    fn proved(&mut self, failing: &[usize]) -> Vec<Proved> {
        let outcomes = &self.attempt.outcomes;
        let right: Vec<usize> = (0..outcomes.len())
            .filter(|index| outcomes[*index].verdict <= CaseVerdict::Format)
            .collect();
        let failing_games = cases::chosen(outcomes, failing, TELLING);
        let passing_games = cases::chosen(outcomes, &right, TELLING);
        let Some(suspicion) = self.suspicion(&failing_games, &passing_games) else {
            return Vec::new();
        };

        let kinds: Vec<usize> = self.edits.edits().map(size).collect();
        let mut order: Vec<Turn> = Vec::new();
        for (edit, size) in kinds.into_iter().enumerate() {
            let unit = self.edits.unit_of(edit);
            let near = unit.or_else(|| self.edits.unit_near(edit));
            let suspect = near.map_or(suspicion.of_all, |unit| suspicion.units[unit]);
            let turn = Turn {
                by_itself: unit.is_none(),
                innocence: u64::MAX - suspect,
                oddity: size + if self.edits.is_crude(edit) { CRUDE } else { 0 },
                edit,
            };
            if suspect > 0 {
                order.push(turn);
            }
        }
        order.sort();

        let mut games: Vec<usize> = failing_games.iter().chain(&passing_games).copied().collect();
        let least = self.budget.left * (100 - TRIED) / 100;
        let mut mending: Vec<Turn> = Vec::new();
        let mut order = order.into_iter().peekable();
        while self.budget.left > least
            && let Some(turn) = order.next_if(|turn| !turn.by_itself || mending.is_empty())
        {
            if self.mends(turn, &mut games, failing_games.len()) {
                mending.push(turn);
            }
        }
        // What was not tried may be the mistake.
        if let Some(untried) = order.next().filter(|untried| !untried.by_itself) {
            mending.retain(|turn| (turn.innocence, turn.oddity) < (untried.innocence, untried.oddity));
        }
        self.held_by_likelihood(mending, failing)
    }

    /// Those edits that hold on the suite.
    fn held_by_likelihood(&mut self, mut mending: Vec<Turn>, failing: &[usize]) -> Vec<Proved> {
        mending.sort_by_key(|turn| (turn.oddity, turn.innocence, turn.edit));
        let candidates = mending.into_iter().take(PROOFS).map(|turn| {
            let edit = self.edits.edit(turn.edit).clone();
            Proved {
                place: self.place(edit.line),
                subroutine: self.edits.function_of(turn.edit).map(str::to_owned),
                is_whole: false,
                likelihood: (turn.oddity, 0),
                edit,
            }
        });
        let candidates = candidates.collect();
        let mut proved = self.held(candidates, failing);
        proved.sort_by_key(|proved| (!proved.is_whole, proved.likelihood));
        proved
    }

    /// Those of some edits that mend these cases and break nothing.
    fn held(&mut self, candidates: Vec<Proved>, failing: &[usize]) -> Vec<Proved> {
        let mut held = Vec::new();
        for candidate in candidates {
            if self.budget.left < COMPILED {
                break;
            }
            let text = candidate.edit.apply(self.text);
            let holds = self.suite.holds(&text, failing, self.to_the_byte, &mut self.budget);
            held.extend(holds.map(|is_whole| Proved { is_whole, ..candidate }));
        }
        held
    }

    fn place(&self, line: usize) -> Place {
        Place {
            line: u32::try_from(line).ok(),
            text: self.text.lines().nth(line - 1).map(|line| line.trim().to_owned()),
            ..Place::nowhere()
        }
    }

    /// Whether some games are right with an edit. The game that shows that it is none is tried first with the next one, after the
    /// first `failing` ones where it is another.
    fn mends(&mut self, turn: Turn, games: &mut [usize], failing: usize) -> bool {
        let program = if turn.by_itself {
            self.budget.spend(COMPILED);
            let text = self.edits.edit(turn.edit).apply(self.text);
            let alone = self.program.with_source(&text, &["-w"]);
            alone.ok().and_then(Result::ok)
        } else {
            Some(self.program.with_variable(CHOICE, &(turn.edit + 1).to_string()))
        };
        let Some(program) = program else { return false };
        let mut runner = Runner::new(Program::Native(Arc::new(program)), self.limits);
        let config = RunConfig {
            machine: self.attempt.config.machine.hurried(USUAL),
            ..self.attempt.config
        };
        let mut suite =
            CaseRunner::new(&self.plan.assignment, config, &mut runner).with_vocabulary(&self.attempt.vocabulary);
        for at in 0..games.len() {
            let outcome = suite.play(&self.plan.cases[games[at]]);
            let is_stopped = outcome
                .as_ref()
                .is_none_or(|outcome| outcome.stop.ending == Ending::Limit);
            self.budget.spend(if is_stopped { STOPPED } else { PROCESS });
            let is_right = outcome.is_some_and(|outcome| {
                let exactly = outcome.verdict == CaseVerdict::Pass;
                exactly || outcome.verdict == CaseVerdict::Format && !self.to_the_byte
            });
            if !is_right {
                let first = if at < failing { 0 } else { failing };
                games[first..=at].rotate_right(1);
                return false;
            }
        }
        true
    }

    /// How suspicious each unit is. `None` where the program does not go wrong as it does by itself.
    fn suspicion(&mut self, failing: &[usize], passing: &[usize]) -> Option<Suspicion> {
        let failed = self.noted(&failing[..failing.len().min(NOTED)]);
        let passed = self.noted(&passing[..passing.len().min(NOTED)]);
        let units = failed.iter().chain(&passed).map(Vec::len).max()?;
        let (all_failed, all_passed) = (failed.len() as f64, passed.len() as f64);
        let ochiai = |failed: f64, passed: f64| {
            let product = all_failed * (failed + passed);
            if product > 0.0 {
                (failed / product.sqrt() * 1e6) as u64
            } else {
                0
            }
        };
        let ran =
            |runs: &[Vec<bool>], unit: usize| runs.iter().filter(|ran| ran.get(unit) == Some(&true)).count() as f64;
        Some(Suspicion {
            units: (0..units)
                .map(|unit| ochiai(ran(&failed, unit), ran(&passed, unit)))
                .collect(),
            of_all: ochiai(all_failed, all_passed),
        })
    }

    /// Which units run in some games.
    fn noted(&mut self, games: &[usize]) -> Vec<Vec<bool>> {
        let program = self.program.with_variable(CHOICE, NOTE);
        let mut runner = Runner::new(Program::Native(Arc::new(program)), self.limits);
        let scripts = games
            .iter()
            .filter_map(|game| self.attempt.outcomes[*game].script.as_ref());
        let mut noted = Vec::new();
        for script in scripts {
            self.budget.spend(PROCESS);
            let run = runner.run(self.attempt.config, &script.keys);
            noted.extend(run.and_then(|run| Combined::ran(&run.output.bytes)));
        }
        noted
    }
}

/// When an edit is tried: those that are compiled with all others first, the most suspicious of them first, and of these the
/// likeliest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    /// Whether it is compiled by itself.
    by_itself: bool,
    innocence: u64,
    oddity: usize,
    edit: usize,
}

/// How suspicious the units of a program are.
struct Suspicion {
    units: Vec<u64>,
    /// What runs in every game.
    of_all: u64,
}

/// Compiles all edits into one program, without those that do not compile.
fn compiled(edits: &mut Combined, program: &native::Program, budget: &mut Budget) -> Option<native::Program> {
    for _ in 0..ROUNDS {
        let written = edits.written();
        budget.spend(COMBINED);
        // Warnings are about the edits, and what runs once need not be quick.
        let lines = match program.with_source(&written.text, &["-w", "-O0"]).ok()? {
            Ok(program) => return Some(program),
            Err(lines) => lines,
        };
        let left_out = lines.iter().filter(|line| edits.leave_out(&written, **line)).count();
        if lines.is_empty() || left_out < lines.len() || budget.is_used_up() {
            return None;
        }
    }
    None
}
