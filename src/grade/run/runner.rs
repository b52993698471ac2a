//! Runs one program: everything that grading learns by running it goes through here.
//!
//! Each run is made once and cached; a machine is kept for each configuration, so that the keys that scripts have in common
//! are executed once. Runs that are in the cache already, because they were made by an earlier grading, are not made again.
//! It knows no cases, verdicts or points.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::adaptation::Typed;
use super::{RunCache, RunConfig};
use crate::machine::patch::Patch;
use crate::machine::{Limits, LineCounts, MOST_EXECUTED, Machine, Program, Run, Session};
use crate::result::{Diagnosis, Ending, Stop};
use crate::sandbox::SandboxError;

mod caps;

/// The observation that the budget was used up.
pub(in crate::grade) const USED_UP: &str = "budget-used-up";

/// Builds the program once a run is needed that is not in the cache.
type BuildLater = Box<dyn FnOnce() -> Result<Program, SandboxError>>;

/// Runs one program.
pub struct Runner {
    program: Option<Program>,
    build: Option<BuildLater>,
    sessions: Vec<(Machine, Session)>,
    limits: Limits,
    cache: RunCache,
    /// Instructions of the runs that reached the cap; on ARM, those that were executed.
    exhausted: u64,
    /// Where such runs were when they ended: the label before each place, and those of the loop that it is in.
    hangs: Vec<BTreeSet<String>>,
    /// How many runs printed as much as the cap.
    floods: u32,
    /// The most instructions, counted in the same way, and bytes of output for each key, of the runs that ended otherwise.
    pace: (u64, u64),
    /// What all runs may use up together, in what [`Session::spent`] counts.
    budget: u64,
    /// Instructions that each run may execute, those of pauses that are skipped not counted.
    patience: u64,
    /// A change with which the program is run.
    patch: Option<Patch>,
    /// Whether a case is run that was begun within the budget: its runs are all made.
    in_case: bool,
    /// Why the program could not be run, if it could not: no fault of the program's.
    broken: Option<SandboxError>,
}

impl Runner {
    /// Runs `program`, each run within `limits`.
    pub fn new(program: Program, limits: Limits) -> Self {
        Self::of(Some(program), None, limits)
    }

    /// The same for a program that is built when a run is needed that is not in the cache.
    pub fn later(build: impl FnOnce() -> Result<Program, SandboxError> + 'static, limits: Limits) -> Self {
        Self::of(None, Some(Box::new(build)), limits)
    }

    fn of(program: Option<Program>, build: Option<BuildLater>, limits: Limits) -> Self {
        Self {
            program,
            build,
            sessions: Vec::new(),
            limits,
            cache: RunCache::default(),
            exhausted: 0,
            hangs: Vec::new(),
            floods: 0,
            pace: (0, 0),
            budget: u64::MAX,
            patience: MOST_EXECUTED,
            patch: None,
            in_case: false,
            broken: None,
        }
    }

    /// The same, with a budget for all runs together. Once it is used up, no further ones are made.
    #[must_use]
    pub fn within(self, budget: u64) -> Self {
        Self { budget, ..self }
    }

    /// The same, which executes so many instructions in each run at most, those of pauses that are skipped not counted.
    #[must_use]
    pub fn with_patience(self, patience: u64) -> Self {
        Self { patience, ..self }
    }

    /// The same for the program with a change in memory.
    #[must_use]
    pub fn with_patch(self, patch: Patch) -> Self {
        let patch = Some(patch);
        Self { patch, ..self }
    }

    /// The same, with the runs that are known already.
    #[must_use]
    pub fn with_cache(self, cache: RunCache) -> Self {
        Self { cache, ..self }
    }

    /// The caps on each run.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The caps within which a run of what is typed ends as it did: one that reached its cap may have been given less than usual.
    pub fn limits_of(&mut self, machine: Machine, keys: &[u8]) -> Limits {
        let run = self.cache.run(machine, keys);
        let is_counted = !matches!(machine, Machine::Native(_));
        let reached = run.filter(|run| is_counted && run.stop.ending == Ending::Limit && !run.stop.is_not_run());
        Limits {
            instructions: reached.map_or(self.limits.instructions, |run| run.instructions.max(1)),
            ..self.limits
        }
    }

    /// Makes the runs of these scripts before they are asked for, where that helps.
    pub fn run_ahead<'k>(&mut self, config: RunConfig, scripts: impl Iterator<Item = &'k [u8]>) {
        if !matches!(config.machine, Machine::Native(_)) || self.is_used_up() {
            return;
        }
        let typed = scripts.map(|keys| config.adaptation.typed(keys, config.protocol).keys);
        let mut wanted: Vec<Vec<u8>> = typed
            .filter(|keys| self.cache.run(config.machine, keys).is_none())
            .collect();
        wanted.dedup();

        let left = self.budget.saturating_sub(self.spent());
        let limits = self.limits;
        if !wanted.is_empty()
            && let Some(session) = self.session(config.machine)
        {
            session.run_ahead(&wanted, limits, left);
        }
    }

    /// Begins a case, whose first run has these keys. Where the budget is used up, a run that was not made is cached for it;
    /// else all runs that the case needs are made.
    pub fn begin_case(&mut self, config: RunConfig, keys: &[u8]) {
        let keys = &config.adaptation.typed(keys, config.protocol).keys[..];
        self.in_case = !self.is_used_up();
        if self.in_case || self.cache.run(config.machine, keys).is_some() {
            return;
        }

        let not_run = Run {
            output: Arc::default(),
            stop: Stop::not_run(),
            instructions: 0,
            keys_left: keys.len(),
            piped: None,
        };

        self.cache.keep_run(config.machine, keys, &not_run);
        self.cache.keep_observation(USED_UP, true.into());
    }

    /// Ends a case.
    pub fn end_case(&mut self) {
        self.in_case = false;
    }

    /// Whether the runs that were made have used up the budget.
    fn is_used_up(&self) -> bool {
        self.spent() >= self.budget || self.cache.observation(USED_UP).is_some()
    }

    /// Keeps the run of a script that was made elsewhere, of what is typed for it.
    pub fn keep(&mut self, config: RunConfig, keys: &[u8], run: &Run) {
        let typed = config.adaptation.typed(keys, config.protocol);
        self.cache.keep_run(config.machine, &typed.keys, run);
    }

    /// The run of a script with these keys, whatever is typed for them. `None` where the budget is used up, or the machine
    /// failed: then [`Runner::broken`] says why.
    pub fn run(&mut self, config: RunConfig, keys: &[u8]) -> Option<Arc<Run>> {
        if config.adaptation.types_script() {
            return self.run_typed(config, keys);
        }
        let typed = config.adaptation.typed(keys, config.protocol);
        let run = self.run_typed(config, &typed.keys)?;
        Some(in_script(config, run, keys, &typed))
    }

    fn run_typed(&mut self, config: RunConfig, keys: &[u8]) -> Option<Arc<Run>> {
        if let Some(run) = self.cache.run(config.machine, keys) {
            return Some(Arc::new(run));
        }
        if !self.in_case && self.is_used_up() {
            return None;
        }

        let caps = self.caps_of_next_run(config.machine, keys);
        let (mut run, used) = self.play(config.machine, keys, caps)?;
        self.note_pace(config.machine, &run, used);
        if let Some(more) = self.more_than(caps, &run) {
            (run, _) = self.play(config.machine, keys, more)?;
        }
        self.note_hang(config.machine, &run);

        self.cache.keep_run(config.machine, keys, &run);
        Some(Arc::new(run))
    }

    /// Makes a run within these caps. With it: what was executed, and how many stretches between keys were not, because the run
    /// before had them too.
    fn play(
        &mut self,
        machine: Machine,
        keys: &[u8],
        (limits, most_executed): (Limits, u64),
    ) -> Option<(Run, (u64, usize))> {
        let session = self.session(machine)?;
        session.execute_at_most(most_executed);
        let before = session.spent();
        let outcome = session.play(keys, limits);
        let used = (session.spent().saturating_sub(before), session.resumed());
        Some((self.or_broken(outcome)?, used))
    }

    /// The run of a game that is explored key by key, within limits of its own, whatever other runs needed; `most_executed` is the
    /// limit that does not count pauses which are skipped. It is not cached.
    pub fn explore(
        &mut self,
        config: RunConfig,
        keys: &[u8],
        (limits, most_executed): (Limits, u64),
    ) -> Option<Arc<Run>> {
        let typed = config.adaptation.typed(keys, config.protocol);
        let session = self.session(config.machine)?;
        session.execute_at_most(most_executed);
        let outcome = session.play(&typed.keys, limits);
        let run = Arc::new(self.or_broken(outcome)?);
        Some(in_script(config, run, keys, &typed))
    }

    /// What the runs that were made have used up, in what [`Session::spent`] counts.
    pub fn spent(&self) -> u64 {
        let spent = self.sessions.iter().map(|(_, session)| session.spent());
        spent.fold(0, u64::saturating_add)
    }

    /// Why the run with these keys ended as it did. `None` where the budget is used up or the machine failed.
    pub fn diagnose(&mut self, config: RunConfig, keys: &[u8]) -> Option<Diagnosis> {
        let keys = &config.adaptation.typed(keys, config.protocol).keys[..];
        if let Some(diagnosis) = self.cache.diagnosis(config.machine, keys) {
            return Some(diagnosis.clone());
        }
        if self.is_used_up() {
            return None;
        }

        let (limits, patience) = (self.limits_of(config.machine, keys), self.patience);
        let session = self.session(config.machine)?;
        session.execute_at_most(patience);
        let outcome = session.diagnose(keys, limits);
        let diagnosis = self.or_broken(outcome)?;
        self.cache.keep_diagnosis(config.machine, keys, diagnosis.clone());
        Some(diagnosis)
    }

    /// How often each line runs in the first instructions of the run with these keys.
    pub fn line_counts(&mut self, config: RunConfig, keys: &[u8], instructions: u64) -> Option<LineCounts> {
        let keys = &config.adaptation.typed(keys, config.protocol).keys[..];
        self.emulated(config.machine)?.line_counts(keys, instructions)
    }

    /// Which lines have run so far under a configuration.
    pub fn lines_run(&mut self, config: RunConfig) -> Option<LineCounts> {
        self.emulated(config.machine)?.lines_run()
    }

    /// The session, unless it is of native programs, which need not even be built yet.
    fn emulated(&mut self, machine: Machine) -> Option<&mut Session> {
        match machine {
            Machine::Native(_) => None,
            Machine::Lc3(_) | Machine::Arm(_) => self.session(machine),
        }
    }

    /// Whatever else is learned by running: `observe` gets the program, and what it gives is cached under `name`, which says
    /// everything on which the result depends in addition to the program.
    pub fn observe<T: Serialize + DeserializeOwned>(
        &mut self,
        name: &str,
        observe: impl FnOnce(&Program, Limits) -> T,
    ) -> Option<T> {
        let known = self.cache.observation(name);
        if let Some(value) = known.and_then(|value| T::deserialize(value).ok()) {
            return Some(value);
        }
        let limits = self.limits;
        let observed = observe(self.program()?, limits);
        if let Ok(value) = serde_json::to_value(&observed) {
            self.cache.keep_observation(name, value);
        }
        Some(observed)
    }

    /// The program, which is built now if it was not. `None` where that failed.
    pub fn program(&mut self) -> Option<&Program> {
        if let Some(build) = self.build.take() {
            let built = build();
            self.program = self.or_broken(built);
        }
        self.program.as_ref()
    }

    /// The program, unless it was not needed yet.
    pub fn built(&self) -> Option<&Program> {
        self.program.as_ref()
    }

    /// Why a run could not be made, where the machine or the grader failed.
    pub fn broken(&self) -> Option<&SandboxError> {
        self.broken.as_ref()
    }

    /// All runs that were made.
    pub fn into_cache(self) -> RunCache {
        self.cache
    }

    fn session(&mut self, machine: Machine) -> Option<&mut Session> {
        let known = self.sessions.iter().position(|(of, _)| *of == machine);
        let position = if let Some(position) = known {
            position
        } else {
            let mut session = machine.session(self.program()?);
            session.patch(self.patch.as_ref());
            self.sessions.push((machine, session));
            self.sessions.len() - 1
        };
        Some(&mut self.sessions[position].1)
    }

    /// The value; else why there is none is remembered.
    fn or_broken<T>(&mut self, outcome: Result<T, SandboxError>) -> Option<T> {
        outcome.map_err(|broken| self.broken.get_or_insert(broken).clone()).ok()
    }
}

/// A run as if the script had been typed.
fn in_script(config: RunConfig, run: Arc<Run>, keys: &[u8], typed: &Typed) -> Arc<Run> {
    if config.adaptation.types_script() {
        return run;
    }
    Arc::new(config.adaptation.as_in_script(&run, keys, typed))
}

impl fmt::Debug for Runner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Runner")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
