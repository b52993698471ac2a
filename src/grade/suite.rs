//! The first two stages for the cases of a suite: each case is run and judged.

use std::sync::Arc;

use super::judge::compare::Transcripts;
use super::judge::{CaseOutcome, judge, piped};
use super::run::config::script;
use super::run::{RunConfig, Runner};
use crate::assignment::{Assignment, By};
use crate::case::Case;
use crate::connect4::Script;
use crate::connect4::reading::{Learner, UNKNOWN, Vocabulary};
use crate::machine::Run;
use crate::result::CaseVerdict;

/// Runs and judges cases on one program under one configuration.
#[derive(Debug)]
pub struct CaseRunner<'r> {
    assignment: &'r Assignment,
    config: RunConfig,
    runner: &'r mut Runner,
    transcripts: Transcripts<'r>,
    learner: Option<Learner>,
}

impl<'r> CaseRunner<'r> {
    /// Cases of an assignment, run by `runner` under `config`.
    pub fn new(assignment: &'r Assignment, config: RunConfig, runner: &'r mut Runner) -> Self {
        Self {
            assignment,
            config,
            runner,
            transcripts: Transcripts::new(&UNKNOWN),
            learner: None,
        }
    }

    /// Reads what the program prints with what is known of its own words.
    #[must_use]
    pub fn with_vocabulary(mut self, vocabulary: &'r Vocabulary) -> Self {
        self.transcripts = Transcripts::new(vocabulary);
        self
    }

    /// Collects from now on what the program prints in which situation.
    #[must_use]
    pub fn learning(mut self) -> Self {
        self.learner = Some(Learner::default());
        self
    }

    /// What the cases that were run since [`CaseRunner::learning`] show of the program's own words.
    pub fn learned(&self) -> Option<Vocabulary> {
        let game = self.transcripts.vocabulary().named(&self.assignment.game);
        let learned = self.learner.as_ref()?.vocabulary(game);
        (!learned.is_empty()).then(|| learned.with_boards_of(self.transcripts.vocabulary()))
    }

    /// The run of a case, and its keys as they were typed. `None` where they cannot be typed, the budget is used up or the
    /// machine failed.
    pub fn run(&mut self, case: &Case) -> Option<(Script, Arc<Run>)> {
        let script = script(case, self.config)?;
        let run = self.runner.run(self.config, &script.keys)?;
        let run = piped::tagged(self.assignment, case, &script, run);

        Some((script, run))
    }

    /// Keeps the run of a case that was made elsewhere.
    pub fn keep(&mut self, case: &Case, run: &Run) {
        if let Some(script) = script(case, self.config) {
            self.runner.keep(self.config, &script.keys, run);
        }
    }

    /// What the program has used up in all its runs.
    pub fn spent(&self) -> u64 {
        self.runner.spent()
    }

    /// Runs and judges one case. `None` where the budget is used up or the machine failed.
    pub fn play<'a>(&mut self, case: &'a Case) -> Option<CaseOutcome<'a>> {
        if script(case, self.config).is_none() {
            return Some(CaseOutcome::skipped(case));
        }
        let (script, run) = self.run(case)?;

        let keys = script.keys.clone();
        let more_keys = |further: &[u8]| self.runner.run(self.config, &[&keys, further].concat());
        let judged = judge(
            self.assignment,
            &mut self.transcripts,
            self.config,
            case,
            script,
            &run,
            more_keys,
        );
        // Where the texts are fixed, only what was not understood is worth learning from.
        let is_wrong = judged.outcome.verdict > CaseVerdict::Format;
        let teaches = is_wrong || self.assignment.comparison.by == By::Events;
        if let Some(learner) = self.learner.as_mut().filter(|_| teaches) {
            let expected = &judged.outcome.compared_with().expected;
            match &judged.reading {
                Some(reading) => learner.observe(expected, reading),
                None => learner.observe_exact(expected),
            }
        }
        Some(judged.outcome)
    }

    /// Runs and judges a case whose points count. Once the budget of the submission is used up, it is judged as not run.
    pub fn play_counted<'a>(&mut self, case: &'a Case) -> Option<CaseOutcome<'a>> {
        if let Some(script) = script(case, self.config) {
            self.runner.begin_case(self.config, &script.keys);
        }
        let outcome = self.play(case);
        self.runner.end_case();
        outcome
    }

    /// Runs and judges the cases at some positions of a suite. Each result is at the position of its case; `None` where it
    /// could not be run.
    pub fn play_some<'a>(&mut self, cases: &'a [Case], positions: &[usize]) -> Vec<Option<CaseOutcome<'a>>> {
        let mut outcomes: Vec<Option<CaseOutcome>> = cases.iter().map(|_| None).collect();
        for index in in_order_of_keys(cases, positions.to_vec()) {
            outcomes[index] = self.play(&cases[index]);
        }
        outcomes
    }

    /// Runs and judges a whole suite; the results are in its order. `None` where the machine failed.
    pub fn play_all<'a>(&mut self, cases: &'a [Case]) -> Option<Vec<CaseOutcome<'a>>> {
        let mut outcomes: Vec<Option<CaseOutcome>> = cases.iter().map(|_| None).collect();
        let order = in_order_of_keys(cases, (0..cases.len()).collect());
        let scripts: Vec<Script> = order
            .iter()
            .filter_map(|index| script(&cases[*index], self.config))
            .collect();
        self.runner
            .run_ahead(self.config, scripts.iter().map(|script| &script.keys[..]));

        for index in order {
            outcomes[index] = self.play_counted(&cases[index]);
        }
        outcomes.into_iter().collect()
    }
}

/// Positions of cases in the order of their keys, so that the keys that scripts have in common are played once.
pub(super) fn in_order_of_keys(cases: &[Case], mut positions: Vec<usize>) -> Vec<usize> {
    positions.sort_by(|one, other| cases[*one].script.keys.cmp(&cases[*other].script.keys));
    positions
}
