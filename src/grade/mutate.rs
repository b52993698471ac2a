//! Does a suite notice a mistake? Every single edit of the reference program is played against it.
//!
//! An edit that the suite does not notice, but that some explored game shows, is a gap of the suite; one that no game shows is
//! taken to be equivalent.

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
use crate::connect4::reading::Vocabulary;
use crate::diagnostic::Source;
use crate::machine::edits::{Edit, edits};
use crate::machine::{Program, Target};
use crate::result::CaseVerdict;

/// One case in so many is played first: most edits are noticed by any few cases.
const FIRST: usize = 16;

/// An edit, and whether the suite notices it.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// The edit.
    pub edit: Edit,
    /// What became of it.
    pub fate: Fate,
}

/// What became of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It does not assemble.
    NotBuilt,
    /// It assembles to the words of the program itself, or of an earlier edit.
    Same,
    /// A case or a contract fails.
    Noticed,
    /// The suite passes, and this game shows the edit.
    Missed(Box<Difference>),
    /// The suite passes, and no explored game shows it.
    Equivalent,
    /// The machine failed.
    Failed(String),
}

impl Grader {
    /// Plays the edits of a program that passes the suite, of which one in `every` is taken. The results are in the order of the
    /// lines, the same for any number of `jobs`. `done` is called after each. Native programs have no edits.
    pub fn mutate(
        &self,
        source: &Source,
        (every, depth): (usize, Depth),
        jobs: usize,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<Mutant>, String> {
        let config = self.plan.configs[0];
        let target = match config.machine {
            crate::machine::Machine::Lc3(_) => Target::Lc3,
            crate::machine::Machine::Arm(_) => Target::Arm,
            crate::machine::Machine::Native(_) => Target::Native,
        };
        let trial = Suite {
            plan: &self.plan,
            config,
            depth,
        };
        let original = trial.build(&source.text).ok_or("the program does not assemble")?;
        match trial.fate(&original) {
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
        let chosen = edits(target, &source.text).into_iter().step_by(every.max(1));
        let mut prepared = Vec::new();
        for edit in chosen {
            let program = trial.build(&edit.apply(&source.text));
            let fate = match &program {
                None => Some(Fate::NotBuilt),
                Some(program) if !known.insert(words(program)) => Some(Fate::Same),
                Some(_) => None,
            };
            prepared.push((edit, fate));
        }
        trial.play_all(&source.text, prepared, jobs, done)
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
    depth: Depth,
}

impl Suite<'_> {
    fn build(&self, text: &str) -> Option<Program> {
        let build = self.config.machine.build("reference", text.as_bytes(), None).ok()?;
        build.program
    }

    /// The fate of each edit that has none yet, in parallel.
    fn play_all(
        &self,
        text: &str,
        prepared: Vec<(Edit, Option<Fate>)>,
        jobs: usize,
        done: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<Mutant>, String> {
        let count = prepared.len();
        let finished = AtomicUsize::new(0);
        let play = |(edit, fate): (Edit, Option<Fate>)| {
            let fate = fate.unwrap_or_else(|| {
                let program = self.build(&edit.apply(text));
                program.map_or(Fate::NotBuilt, |program| self.fate(&program))
            });
            done(finished.fetch_add(1, Ordering::Relaxed) + 1, count);
            Mutant { edit, fate }
        };

        let pool = ThreadPoolBuilder::new().num_threads(jobs.max(1)).build();
        let pool = pool.map_err(|error| error.to_string())?;
        Ok(pool.install(|| prepared.into_par_iter().map(play).collect()))
    }

    /// What becomes of a program: the suite first, then the games that are explored.
    fn fate(&self, program: &Program) -> Fate {
        let limits = self.plan.assignment.limits;
        let mut runner = Runner::new(program.clone(), limits);
        let reached = goals::reach(self.plan, &mut runner);
        let plan = reached.as_ref().unwrap_or(self.plan);
        if fails(plan, self.config, &mut runner) || breaks_contract(plan, self.config, program) {
            return Fate::Noticed;
        }
        if let Some(broken) = runner.broken() {
            return Fate::Failed(broken.to_string());
        }

        let explorer = Explorer {
            plan: self.plan,
            config: self.config,
            vocabulary: Vocabulary::default(),
            program: program.clone(),
            limits,
            jobs: 1,
        };
        match explorer.first_difference(self.depth) {
            Ok(None) => Fate::Equivalent,
            Ok(Some(difference)) => Fate::Missed(Box::new(difference)),
            Err(reason) => Fate::Failed(reason),
        }
    }
}

/// Whether a case of the suite does not pass: a few from everywhere first, then all.
fn fails(plan: &Plan, config: RunConfig, runner: &mut Runner) -> bool {
    let mut order: Vec<usize> = (0..plan.cases.len()).collect();
    order.sort_by(|one, other| plan.cases[*one].script.keys.cmp(&plan.cases[*other].script.keys));
    let some = order.iter().copied().step_by(FIRST);
    let all: Vec<usize> = some.chain(order.iter().copied()).collect();

    let mut suite = CaseRunner::new(&plan.assignment, config, runner);
    let mut outcomes = all.into_iter().filter_map(|index| suite.play(&plan.cases[index]));
    outcomes.any(|outcome| {
        let is_right = matches!(outcome.verdict, CaseVerdict::Pass | CaseVerdict::Skipped);
        !is_right || outcome.finish.is_after_game()
    })
}

fn breaks_contract(plan: &Plan, config: RunConfig, program: &Program) -> bool {
    if plan.contracts.is_empty() {
        return false;
    }
    let limits = plan.assignment.limits;
    let outcomes = contract::judge_all(&plan.assignment, &plan.contracts, program, config.machine, limits);
    outcomes.iter().any(|outcome| outcome.failure.is_some())
}
