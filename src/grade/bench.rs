//! Where a submission is run: everything that grading learns by running a program goes through here.
//!
//! A *live* bench has the program. It makes each run once, records it, and keeps one player per machine, so that what
//! scripts have in common is played once however many parts of grading ask. A *kept* bench has the records of an earlier
//! grading and no program: what was not kept is `None`, and nothing is ever run. Must not know cases, verdicts or points.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::kept::Runs;
use super::play::Way;
use crate::machine::{Limits, Machine, Program, Run, Session};
use crate::result::{Diagnosis, Ending, Stop};
use crate::sandbox::SandboxError;

/// Instructions that runs which reach the cap may use up together; from then on the program is given less for each run.
const PATIENCE: u64 = 32_000_000;
/// What it is given then at least: a part of the cap, and no more than so many.
const LESS: (u64, u64) = (10, 4_000_000);
/// ... and what its other runs needed at most for each key, as if the script had so many keys more.
const LEEWAY: u64 = 3;

/// The observation that a budget was used up: which one it was.
pub const BUDGET: &str = "budget";

/// Runs one submission, or remembers how it ran.
#[derive(Debug)]
pub struct Bench {
    source: Source,
    limits: Limits,
    runs: Runs,
    /// Instructions of the runs that reached the cap.
    exhausted: u64,
    /// The most instructions for each key, of the runs that ended otherwise.
    pace: u64,
    /// What all runs may use up together, in what [`Session::spent`] counts.
    budget: u64,
    /// Whether a case is played whose runs are made though the budget is used up meanwhile.
    in_case: bool,
    /// Why the program could not be run, if it could not: no fault of the program's.
    broken: Option<SandboxError>,
}

#[derive(Debug)]
enum Source {
    Live {
        program: Program,
        players: Vec<(Machine, Session)>,
    },
    Kept,
}

impl Bench {
    /// A bench that runs `program`, each run within `limits`, and records what it sees.
    pub fn live(program: &Program, limits: Limits) -> Self {
        Self {
            source: Source::Live {
                program: program.clone(),
                players: Vec::new(),
            },
            limits,
            runs: Runs::default(),
            exhausted: 0,
            pace: 0,
            budget: u64::MAX,
            in_case: false,
            broken: None,
        }
    }

    /// The same, with a budget for all runs together. Once it is used up, no further ones are made.
    pub fn within(self, budget: u64) -> Self {
        Self { budget, ..self }
    }

    /// The same, with what is known of the program already.
    pub fn with_runs(self, runs: Runs) -> Self {
        Self { runs, ..self }
    }

    /// A bench that gives runs made earlier within the same `limits`, and makes none.
    pub fn kept(runs: Runs, limits: Limits) -> Self {
        Self {
            source: Source::Kept,
            limits,
            runs,
            exhausted: 0,
            pace: 0,
            budget: u64::MAX,
            in_case: false,
            broken: None,
        }
    }

    /// Whether it runs the program.
    pub fn is_live(&self) -> bool {
        matches!(self.source, Source::Live { .. })
    }

    /// The caps on each run.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Begins a case, whose first run is that of these keys. Where the budget is used up, a run that was not made stands for
    /// it; else all that the case needs is run.
    pub fn begin_case(&mut self, way: Way, keys: &[u8]) {
        self.in_case = !self.is_used_up();
        if self.in_case || !self.is_live() || self.runs.run(way.machine, keys).is_some() {
            return;
        }
        let not_run = Run {
            output: Arc::default(),
            stop: Stop::not_run(),
            instructions: 0,
            keys_left: keys.len(),
            piped: None,
        };
        self.runs.keep_run(way.machine, keys, &not_run);
        self.runs.keep_observation(BUDGET, self.budget.into());
    }

    /// Ends a case.
    pub fn end_case(&mut self) {
        self.in_case = false;
    }

    /// Whether the runs that were made have used up the budget.
    fn is_used_up(&self) -> bool {
        let Source::Live { players, .. } = &self.source else {
            return false;
        };
        let spent = players.iter().map(|(_, player)| player.spent());
        spent.fold(0, u64::saturating_add) >= self.budget
    }

    /// The run with these keys. `None` when it was not kept, or could not be made: [`Bench::broken`] tells. Of the way, only its machine matters here: the keys are
    /// typed as they stand.
    pub fn run(&mut self, way: Way, keys: &[u8]) -> Option<Arc<Run>> {
        if let Some(run) = self.runs.run(way.machine, keys) {
            return Some(Arc::new(run));
        }
        if !self.in_case && self.is_used_up() {
            return None;
        }
        let mut limits = self.limits;
        if self.exhausted >= PATIENCE {
            let least = (limits.instructions / LESS.0).clamp(1, LESS.1);
            let usual = self.pace.saturating_mul(keys.len() as u64 + LEEWAY);
            limits.instructions = usual.max(least).min(limits.instructions);
        }
        let Some(player) = self.player(way.machine) else {
            self.runs.note_missed();
            return None;
        };
        let run = match player.play(keys, limits) {
            Ok(run) => run,
            Err(broken) => {
                self.broken.get_or_insert(broken);
                return None;
            }
        };
        if run.stop.ending == Ending::Limit {
            self.exhausted = self.exhausted.saturating_add(run.instructions);
        } else if matches!(run.stop.ending, Ending::Halted | Ending::Waiting) {
            let keys = run.output.key_marks.len() as u64 + 1;
            self.pace = self.pace.max(run.instructions / keys);
        }
        self.runs.keep_run(way.machine, keys, &run);
        Some(Arc::new(run))
    }

    /// Why the run with these keys ended as it did. `None` when that was not kept.
    pub fn diagnose(&mut self, way: Way, keys: &[u8]) -> Option<Diagnosis> {
        if let Some(diagnosis) = self.runs.diagnosis(way.machine, keys) {
            return Some(diagnosis.clone());
        }
        if self.is_used_up() {
            return None;
        }
        let limits = self.limits;
        let Some(player) = self.player(way.machine) else {
            self.runs.note_missed();
            return None;
        };
        let diagnosis = match player.diagnose(keys, limits) {
            Ok(diagnosis) => diagnosis,
            Err(broken) => {
                self.broken.get_or_insert(broken);
                return None;
            }
        };
        self.runs.keep_diagnosis(way.machine, keys, diagnosis.clone());
        Some(diagnosis)
    }

    /// Whatever else is learned by running: `observe` has the program for itself, and what it gives is recorded under
    /// `name`. A kept bench gives what was recorded, and `None` where nothing was, or something that is no `T`.
    ///
    /// `name` says everything on which the result depends besides the program: the settings, the subroutine.
    pub fn observe<T: Serialize + DeserializeOwned>(
        &mut self,
        name: &str,
        observe: impl FnOnce(&Program, Limits) -> T,
    ) -> Option<T> {
        if let Some(value) = self.runs.observation(name) {
            return T::deserialize(value).ok();
        }
        let Source::Live { program, .. } = &self.source else {
            self.runs.note_missed();
            return None;
        };
        let observed = observe(program, self.limits);
        if let Ok(value) = serde_json::to_value(&observed) {
            self.runs.keep_observation(name, value);
        }
        Some(observed)
    }

    /// Why a run could not be made, where the machine or the grader failed.
    pub fn broken(&self) -> Option<&SandboxError> {
        self.broken.as_ref()
    }

    /// All that was recorded.
    pub fn into_runs(self) -> Runs {
        self.runs
    }

    fn player(&mut self, machine: Machine) -> Option<&mut Session> {
        let Source::Live { program, players } = &mut self.source else {
            return None;
        };
        let known = players.iter().position(|(of, _)| *of == machine);
        let position = known.unwrap_or_else(|| {
            players.push((machine, machine.session(program)));
            players.len() - 1
        });
        Some(&mut players[position].1)
    }
}

#[cfg(test)]
mod tests;
