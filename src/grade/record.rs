//! One game of one program against the rules, before it is kept as a case.

use super::explain::story;
use super::judge::CaseOutcome;
use super::judge::compare::Comparison;
use super::run::{RunConfig, Runner};
use super::suite::CaseRunner;
use crate::assignment::Assignment;
use crate::case::Case;
use crate::diagnostic::wording::of_the_program;
use crate::machine::{Build, Machine, Session, Target};
use crate::result::CaseVerdict;
use crate::sandbox::{Sandbox, SandboxError};

/// A program whose games are recorded.
#[derive(Debug)]
pub struct Recorder<'a> {
    assignment: &'a Assignment,
    /// How the assignment runs programs: more than one way where TRAP may do either with R7.
    configs: Vec<RunConfig>,
    runner: Runner,
}

/// How a program's game compares with the rules model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agreement {
    /// The program prints what the assignment requires.
    Same,
    /// The game is right, and these things are formatted differently.
    Format(Vec<String>),
    /// The game is not right: what happened, in a sentence.
    Wrong(String),
}

impl<'a> Recorder<'a> {
    /// Builds a program as the assignment does; `None` with the diagnostics where it cannot be built.
    pub fn build(
        assignment: &'a Assignment,
        name: &str,
        bytes: &[u8],
        sandbox: Option<&Sandbox>,
    ) -> Result<(Build, Option<Self>), SandboxError> {
        let mut configs = RunConfig::all(assignment);
        configs.retain(|config| config.protocol == assignment.protocol);
        let environment = sandbox.and_then(|sandbox| assignment.build_environment(sandbox));
        let build = configs[0].machine.build(name, bytes, environment.as_ref())?;
        let program = build.program.clone();
        let recorder = program.map(|program| Self {
            assignment,
            configs,
            runner: Runner::new(program, assignment.limits),
        });
        Ok((build, recorder))
    }

    /// What the program runs on.
    pub fn target(&self) -> Target {
        match self.configs[0].machine {
            Machine::Lc3(_) => Target::Lc3,
            Machine::Arm(_) => Target::Arm,
            Machine::Native(_) => Target::Native,
        }
    }

    /// A session in which the program receives each key when it reads it.
    pub fn session(&mut self) -> Option<Session> {
        let machine = self.configs[0].tagged().machine;
        self.runner.program().map(|program| machine.session(program))
    }

    /// Plays a case; the way of running that agrees best counts.
    pub fn compare(&mut self, case: &Case) -> Result<Agreement, SandboxError> {
        let mut best: Option<CaseOutcome> = None;
        for config in self.configs.clone() {
            let outcome = self.play(config, case);
            let is_better = |outcome: &CaseOutcome| best.as_ref().is_none_or(|best| outcome.verdict < best.verdict);
            best = outcome.filter(is_better).or(best);
        }

        match (best, self.runner.broken()) {
            (Some(outcome), _) => Ok(self.agreement(&outcome)),
            (None, Some(broken)) => Err(broken.clone()),
            (None, None) => Ok(Agreement::Wrong(of_the_program(&story::not_run().sentence))),
        }
    }

    /// Plays a case, and again with what the game shows of the program's own words where they were not understood.
    fn play<'c>(&mut self, config: RunConfig, case: &'c Case) -> Option<CaseOutcome<'c>> {
        let mut runner = CaseRunner::new(self.assignment, config, &mut self.runner).learning();
        let outcome = runner.play(case)?;
        let learned = runner.learned().filter(|_| outcome.verdict > CaseVerdict::Format);
        let Some(learned) = learned else {
            return Some(outcome);
        };

        let mut runner = CaseRunner::new(self.assignment, config, &mut self.runner).with_vocabulary(&learned);
        let again = runner.play(case)?;
        Some(if again.verdict < outcome.verdict {
            again
        } else {
            outcome
        })
    }

    fn agreement(&self, outcome: &CaseOutcome) -> Agreement {
        match (&outcome.comparison, outcome.verdict) {
            (_, CaseVerdict::Pass | CaseVerdict::Format) if outcome.owes_end() => {
                Agreement::Wrong("The game is right, but after it your program does not end as required.".to_owned())
            }
            (_, CaseVerdict::Pass) => Agreement::Same,
            (Comparison::Format(format) | Comparison::Unforgiven(format), CaseVerdict::Format) => {
                let differences = format.items().iter().map(|difference| difference.message.clone());
                Agreement::Format(differences.collect())
            }
            _ => Agreement::Wrong(of_the_program(&story::tell(&self.assignment.game, outcome).sentence)),
        }
    }
}
