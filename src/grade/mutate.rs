//! Does a suite notice a mistake? Every single edit of the reference program is played against it, and the rules with one fault
//! each, for which no program is needed.
//!
//! A mistake that the suite does not notice, but that some explored game shows, is a gap of the suite; one that no game shows is
//! taken to be equivalent.
//!
//! | module | what it is for |
//! |---|---|
//! | `rules` | the faults of the rules against the suite |
//! | [`power`] | what the cases of a suite notice, alone and together |

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::Grader;
use super::checks::contract;
use super::explore::{Depth, Difference, Explorer};
use super::goals;
use super::plan::Plan;
use super::run::{RunConfig, Runner};
use super::suite::CaseRunner;
use crate::connect4::faults::{Fault, FaultKind};
use crate::connect4::reading::Vocabulary;
use crate::diagnostic::Source;
use crate::machine::edits::{Edit, EditKind, edits};
use crate::machine::{Program, Target};
use crate::result::CaseVerdict;

pub mod power;
mod rules;

/// One case in so many is played first: most edits are noticed by any few cases.
const FIRST: usize = 16;

/// A mistake, and whether the suite notices it.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The mistake.
    pub change: Change,
    /// What became of it.
    pub fate: Fate,
    /// Who notices it, where that was asked for: positions of cases, and after those of all cases the contracts.
    pub noticed_by: Vec<usize>,
}

/// A mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// An edit of the reference program.
    Edit(Edit),
    /// A fault of the rules.
    Fault(Fault),
}

impl Change {
    /// Its kind in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Edit(edit) => edit.kind.words(),
            Self::Fault(fault) => fault.kind().words(),
        }
    }

    /// All kinds in words, in the order of a report.
    pub fn kinds() -> impl Iterator<Item = &'static str> {
        let of_edits = EditKind::ALL.into_iter().map(EditKind::words);
        of_edits.chain(FaultKind::ALL.into_iter().map(FaultKind::words))
    }

    /// The line of the reference program, from 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Edit(edit) => Some(edit.line),
            Self::Fault(_) => None,
        }
    }

    /// What is changed, in words.
    pub fn words(&self) -> String {
        match self {
            Self::Edit(edit) if edit.after.is_empty() => format!("line {}: without `{}`", edit.line, edit.before),
            Self::Edit(edit) => format!("line {}: `{}` in place of `{}`", edit.line, edit.after, edit.before),
            Self::Fault(fault) => format!("a program that {}", fault.words()),
        }
    }
}

/// What became of a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It does not assemble.
    NotBuilt,
    /// It assembles to the words of the program itself, or of an earlier edit.
    Same,
    /// A case or a contract fails.
    Noticed,
    /// The suite passes, and this game shows the mistake.
    Missed(Box<Difference>),
    /// The suite passes, and no explored game shows it.
    Equivalent,
    /// The machine failed.
    Failed(String),
}

/// What is played, and how thoroughly.
#[derive(Debug, Clone, Copy)]
pub struct Trials {
    /// One in so many edits is taken.
    pub every: usize,
    /// How far the mistakes are explored that the suite does not notice.
    pub depth: Depth,
    /// Whether each edit is played on every case, and not only until one notices it.
    pub is_full: bool,
    /// How many edits are played at the same time.
    pub jobs: usize,
}

impl Grader {
    /// Plays the edits of a program that passes the suite, and the faults of the rules. The results are in the order of the
    /// lines, the same for any number of jobs; the faults come last. `done` is called after each. Native programs have no edits.
    pub fn mutate(
        &self,
        source: Option<&Source>,
        trials: Trials,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<Mutant>, String> {
        let suite = Suite {
            plan: &self.plan,
            config: self.plan.configs[0],
            trials,
        };
        let pool = ThreadPoolBuilder::new().num_threads(trials.jobs.max(1)).build();
        let pool = pool.map_err(|error| error.to_string())?;

        let mut mutants = match source {
            Some(source) => {
                let prepared = suite.prepare(&source.text)?;
                pool.install(|| suite.play_all(&source.text, prepared, done))
            }
            None => Vec::new(),
        };
        mutants.extend(pool.install(|| rules::play_all(&self.plan, trials.depth)));
        Ok(mutants)
    }
}

/// What the program has in memory at its start.
fn words(program: &Program) -> Option<[u8; 32]> {
    program.likeness().map(|likeness| likeness.exact)
}

/// What edits are played on.
struct Suite<'a> {
    plan: &'a Plan,
    config: RunConfig,
    trials: Trials,
}

impl Suite<'_> {
    fn build(&self, text: &str) -> Option<Program> {
        let build = self.config.machine.build("reference", text.as_bytes(), None).ok()?;
        build.program
    }

    /// The edits of a program, each with its fate where it need not be played; an error where the program itself does not pass.
    fn prepare(&self, text: &str) -> Result<Vec<(Edit, Option<Fate>)>, String> {
        let target = match self.config.machine {
            crate::machine::Machine::Lc3(_) => Target::Lc3,
            crate::machine::Machine::Arm(_) => Target::Arm,
            crate::machine::Machine::Native(_) => Target::Native,
        };
        let original = self.build(text).ok_or("the program does not assemble")?;
        match self.fate(&original).0 {
            Fate::Noticed => return Err("the program does not pass the suite itself".to_owned()),
            Fate::Missed(found) => {
                let sentence = found.sentence;
                return Err(format!(
                    "the program itself differs from the rules, as `c4grade explore` shows: {sentence}"
                ));
            }
            Fate::Failed(reason) => return Err(reason),
            Fate::NotBuilt | Fate::Same | Fate::Equivalent => {}
        }

        let mut known: HashSet<Option<[u8; 32]>> = HashSet::from([words(&original)]);
        let chosen = edits(target, text).into_iter().step_by(self.trials.every.max(1));
        let prepared = chosen.map(|edit| {
            let program = self.build(&edit.apply(text));
            let fate = match &program {
                None => Some(Fate::NotBuilt),
                Some(program) if !known.insert(words(program)) => Some(Fate::Same),
                Some(_) => None,
            };
            (edit, fate)
        });
        Ok(prepared.collect())
    }

    /// The fate of each edit that has none yet, in parallel.
    fn play_all(
        &self,
        text: &str,
        prepared: Vec<(Edit, Option<Fate>)>,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<Mutant> {
        let count = prepared.len();
        let finished = AtomicUsize::new(0);
        let play = |(edit, fate): (Edit, Option<Fate>)| {
            let played = || {
                let program = self.build(&edit.apply(text));
                program.map_or((Fate::NotBuilt, Vec::new()), |program| self.fate(&program))
            };
            let (fate, noticed_by) = fate.map_or_else(played, |fate| (fate, Vec::new()));
            done(finished.fetch_add(1, Ordering::Relaxed) + 1, count);
            Mutant {
                change: Change::Edit(edit),
                fate,
                noticed_by,
            }
        };
        prepared.into_par_iter().map(play).collect()
    }

    /// What becomes of a program, and who notices it: the suite first, then the games that are explored.
    fn fate(&self, program: &Program) -> (Fate, Vec<usize>) {
        let limits = self.plan.assignment.limits;
        let mut runner = Runner::new(program.clone(), limits);
        let reached = goals::reach(self.plan, &mut runner);
        let plan = reached.as_ref().unwrap_or(self.plan);

        let mut noticed_by = failing(plan, self.config, &mut runner, self.trials.is_full);
        if self.trials.is_full || noticed_by.is_empty() {
            let contracts = broken_contracts(plan, self.config, program);
            noticed_by.extend(contracts.map(|contract| plan.cases.len() + contract));
        }
        if !noticed_by.is_empty() {
            return (Fate::Noticed, noticed_by);
        }
        if let Some(broken) = runner.broken() {
            return (Fate::Failed(broken.to_string()), noticed_by);
        }

        let explorer = Explorer {
            plan: self.plan,
            config: self.config,
            vocabulary: Vocabulary::default(),
            program: program.clone(),
            limits,
            jobs: 1,
            watch: &|_, _, _| {},
        };
        let fate = match explorer.first_difference(self.trials.depth) {
            Ok(None) => Fate::Equivalent,
            Ok(Some(difference)) => Fate::Missed(Box::new(difference)),
            Err(reason) => Fate::Failed(reason),
        };
        (fate, noticed_by)
    }
}

/// The cases that do not pass, in order: all of them, or only the first that is found, where a few from everywhere come first.
fn failing(plan: &Plan, config: RunConfig, runner: &mut Runner, is_full: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plan.cases.len()).collect();
    order.sort_by(|one, other| plan.cases[*one].script.keys.cmp(&plan.cases[*other].script.keys));
    if !is_full {
        let some: Vec<usize> = order.iter().copied().step_by(FIRST).collect();
        order.splice(0..0, some);
    }

    let mut suite = CaseRunner::new(&plan.assignment, config, runner);
    let mut fails = |index: &usize| {
        suite.play(&plan.cases[*index]).is_some_and(|outcome| {
            let is_right = matches!(outcome.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
            !is_right || outcome.finish.is_after_game()
        })
    };
    let most = if is_full { order.len() } else { 1 };
    let mut failing: Vec<usize> = order.into_iter().filter(|index| fails(index)).take(most).collect();
    failing.sort_unstable();
    failing
}

/// The contracts that do not hold.
fn broken_contracts(plan: &Plan, config: RunConfig, program: &Program) -> impl Iterator<Item = usize> {
    let limits = plan.assignment.limits;
    let outcomes = match &plan.contracts[..] {
        [] => Vec::new(),
        contracts => contract::judge_all(&plan.assignment, contracts, program, config.machine, limits),
    };
    let broken = outcomes.into_iter().enumerate();
    broken
        .filter(|(_, outcome)| outcome.failure.is_some())
        .map(|(index, _)| index)
}
