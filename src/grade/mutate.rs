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

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

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
use crate::machine::native::BuildEnvironment;
use crate::machine::{Machine, Program, Target};
use crate::result::CaseVerdict;

pub mod power;
mod rules;

/// One case in so many is played first: most edits are noticed by any few cases.
const FIRST: usize = 16;
/// Where each edit of a native program is played on every case, its runs may cost so many times what those of the program cost. As
/// in grading, the other cases are not run then, and count as timeouts.
const COSTS: u64 = 4;

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
            Self::Edit(edit) => format!("line {}: {}", edit.line, edit.words()),
            Self::Fault(fault) => format!("a program that {}", fault.words()),
        }
    }
}

/// What became of a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It does not assemble or compile.
    NotBuilt,
    /// It gives the same words or the same executable as the program itself, or as an earlier edit.
    Same,
    /// A case fails, or a contract that is worth points.
    Noticed,
    /// Only contracts fail that are worth no points, and no explored game shows it.
    NoticedForNoPoints,
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
    /// lines, the same for any number of jobs; the faults come last. `done` is called after each. Edits of native programs are
    /// those of C.
    pub fn mutate(
        &self,
        source: Option<&Source>,
        trials: Trials,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<Mutant>, String> {
        let pool = ThreadPoolBuilder::new().num_threads(trials.jobs.max(1)).build();
        let pool = pool.map_err(|error| error.to_string())?;

        let mut mutants = match source {
            Some(source) => {
                let suite = Suite::of_program(self, &source.text, trials)?;
                pool.install(|| suite.play_all(&source.text, done))
            }
            None => Vec::new(),
        };
        mutants.extend(pool.install(|| rules::play_all(&self.plan, trials.depth)));
        Ok(mutants)
    }
}

/// What edits are played on.
struct Suite<'a> {
    plan: &'a Plan,
    config: RunConfig,
    environment: Option<BuildEnvironment>,
    trials: Trials,
    /// What all runs of an edited program may use up together, in what [`Runner::spent`] counts.
    budget: u64,
    /// The hash of the program itself.
    original: Option<[u8; 32]>,
    /// How many edits each case was the first to notice: the more they are, the sooner it is played.
    telling: Vec<AtomicUsize>,
}

/// What became of an edited program.
struct Played {
    fate: Fate,
    noticed_by: Vec<usize>,
    /// What its runs on the suite cost, in what [`Runner::spent`] counts.
    spent: u64,
}

impl From<Fate> for Played {
    fn from(fate: Fate) -> Self {
        Self {
            fate,
            noticed_by: Vec::new(),
            spent: 0,
        }
    }
}

impl<'a> Suite<'a> {
    /// The suite for the edits of a program; an error where the program itself does not pass.
    fn of_program(grader: &'a Grader, text: &str, trials: Trials) -> Result<Self, String> {
        let plan = &grader.plan;
        let mut suite = Self {
            plan,
            config: plan.configs[0],
            environment: grader.environment(),
            trials,
            budget: u64::MAX,
            original: None,
            telling: plan.cases.iter().map(|_| AtomicUsize::new(0)).collect(),
        };
        let original = suite.build(text)?;
        let original = original.ok_or_else(|| format!("the program {}", grader.failure()))?;
        suite.original = original.digest();

        let played = suite.play(&original, trials.jobs);
        match played.fate {
            Fate::Noticed => return Err("the program does not pass the suite itself".to_owned()),
            Fate::Missed(found) => {
                let sentence = found.sentence;
                return Err(format!(
                    "the program itself differs from the rules, as `c4grade explore` shows: {sentence}"
                ));
            }
            Fate::Failed(reason) => return Err(reason),
            Fate::NotBuilt | Fate::Same | Fate::Equivalent | Fate::NoticedForNoPoints => {}
        }

        suite.config.machine = suite
            .config
            .machine
            .hurried(played.spent / plan.cases.len().max(1) as u64);
        if grader.is_native() && trials.is_full {
            suite.budget = COSTS * played.spent;
        }
        Ok(suite)
    }

    fn build(&self, text: &str) -> Result<Option<Program>, String> {
        let machine = self.config.machine;
        let build = machine.build("reference", text.as_bytes(), self.environment.as_ref());
        build.map(|build| build.program).map_err(|broken| broken.to_string())
    }

    /// What becomes of every edit of a program, in parallel.
    fn play_all(&self, text: &str, done: &(dyn Fn(usize, usize) + Sync)) -> Vec<Mutant> {
        let target = match self.config.machine {
            Machine::Lc3(_) => Target::Lc3,
            Machine::Arm(_) => Target::Arm,
            Machine::Native(_) => Target::Native,
        };
        let mut all = edits(target, text);
        all.sort_by_key(|edit| edit.line);
        let chosen: Vec<Edit> = all.into_iter().step_by(self.trials.every.max(1)).collect();

        let count = chosen.len();
        let finished = AtomicUsize::new(0);
        let known: Mutex<HashSet<[u8; 32]>> = Mutex::new(self.original.into_iter().collect());
        let play = |edit: Edit| {
            let (digest, played) = self.play_edit(&edit, text, &known);
            done(finished.fetch_add(1, Ordering::Relaxed) + 1, count);
            let mutant = Mutant {
                change: Change::Edit(edit),
                fate: played.fate,
                noticed_by: played.noticed_by,
            };
            (digest, mutant)
        };
        first_of_same(chosen.into_par_iter().map(play).collect())
    }

    /// What becomes of an edit, with the hash of the edited program where there is one.
    fn play_edit(&self, edit: &Edit, text: &str, known: &Mutex<HashSet<[u8; 32]>>) -> (Option<[u8; 32]>, Played) {
        let program = match self.build(&edit.apply(text)) {
            Ok(Some(program)) => program,
            Ok(None) => return (None, Fate::NotBuilt.into()),
            Err(reason) => return (None, Fate::Failed(reason).into()),
        };
        let digest = program.digest();
        let is_new = digest.is_none_or(|digest| known.lock().unwrap_or_else(PoisonError::into_inner).insert(digest));
        let played = if is_new {
            self.play(&program, 1)
        } else {
            Fate::Same.into()
        };
        (digest, played)
    }

    /// What becomes of a program, and who notices it: the suite first, then the games that are explored.
    fn play(&self, program: &Program, jobs: usize) -> Played {
        let limits = self.plan.assignment.limits;
        let mut runner = Runner::new(program.clone(), limits).within(self.budget);
        let reached = goals::reach(self.plan, &mut runner);
        let plan = reached.as_ref().unwrap_or(self.plan);

        let is_full = self.trials.is_full;
        let mut noticed_by = self.failing(plan, &mut runner);
        let mut is_noticed = !noticed_by.is_empty();
        if is_full || !is_noticed {
            let contracts: Vec<usize> = broken_contracts(plan, self.config, program).collect();
            is_noticed |= contracts.iter().any(|contract| is_worth_points(plan, *contract));
            noticed_by.extend(contracts.iter().map(|contract| plan.cases.len() + contract));
        }

        let spent = runner.spent();
        let fate = match runner.broken() {
            _ if is_noticed => Fate::Noticed,
            Some(broken) => Fate::Failed(broken.to_string()),
            None => match self.explore(program, jobs) {
                Fate::Equivalent if !noticed_by.is_empty() => Fate::NoticedForNoPoints,
                explored => explored,
            },
        };
        if !is_full {
            // Who notices it first depends on what was played before.
            noticed_by.clear();
        }
        Played {
            fate,
            noticed_by,
            spent,
        }
    }

    /// Whether an explored game shows the mistake of a program that the suite passes.
    fn explore(&self, program: &Program, jobs: usize) -> Fate {
        let explorer = Explorer {
            plan: self.plan,
            config: self.config,
            vocabulary: Vocabulary::default(),
            program: program.clone(),
            limits: self.plan.assignment.limits,
            jobs,
            watch: &|_, _, _| {},
        };
        match explorer.first_difference(self.trials.depth) {
            Ok(None) => Fate::Equivalent,
            Ok(Some(difference)) => Fate::Missed(Box::new(difference)),
            Err(reason) => Fate::Failed(reason),
        }
    }

    /// The cases that do not pass, in order: all of them, or only the first that is found. Then cases come first that have
    /// noticed other edits, and a few from everywhere.
    fn failing(&self, plan: &Plan, runner: &mut Runner) -> Vec<usize> {
        let mut order: Vec<usize> = (0..plan.cases.len()).collect();
        order.sort_by(|one, other| plan.cases[*one].script.keys.cmp(&plan.cases[*other].script.keys));
        let is_full = self.trials.is_full;
        if !is_full {
            let some: Vec<usize> = order.iter().copied().step_by(FIRST).collect();
            order.splice(0..0, some);
            order.sort_by_cached_key(|index| Reverse(self.telling[*index].load(Ordering::Relaxed)));
        }

        let mut suite = CaseRunner::new(&plan.assignment, self.config, runner);
        let mut fails = |index: &usize| {
            suite.play_counted(&plan.cases[*index]).is_some_and(|outcome| {
                let is_right = matches!(outcome.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
                !is_right || outcome.finish.is_after_game()
            })
        };
        let most = if is_full { order.len() } else { 1 };
        let mut failing: Vec<usize> = order.into_iter().filter(|index| fails(index)).take(most).collect();
        for index in &failing {
            self.telling[*index].fetch_add(1, Ordering::Relaxed);
        }
        failing.sort_unstable();
        failing
    }
}

/// The mutants, of which those that give the same program are the same as the first of them, whichever was played.
fn first_of_same(played: Vec<(Option<[u8; 32]>, Mutant)>) -> Vec<Mutant> {
    let mut firsts: HashMap<[u8; 32], usize> = HashMap::new();
    let (digests, mut mutants): (Vec<_>, Vec<_>) = played.into_iter().unzip();
    for (index, digest) in digests.into_iter().enumerate() {
        let Some(digest) = digest else { continue };
        let first = *firsts.entry(digest).or_insert(index);
        if first < index && mutants[index].fate != Fate::Same {
            let (before, after) = mutants.split_at_mut(index);
            std::mem::swap(&mut before[first].fate, &mut after[0].fate);
            std::mem::swap(&mut before[first].noticed_by, &mut after[0].noticed_by);
        }
    }
    mutants
}

/// Whether a contract that does not hold costs points; where nothing in a suite is worth any, each counts.
fn is_worth_points(plan: &Plan, contract: usize) -> bool {
    let mut groups = plan.contract_groups.iter();
    plan.max() <= 0.0 || groups.any(|planned| planned.group.points > 0.0 && planned.cases.contains(&contract))
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
