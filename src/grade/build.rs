//! A submission's bytes to something that can be run, or to the reasons why not. What a compiler of this machine said is
//! kept beside the runs: nothing is built again to grade it again.

use super::bench::Bench;
use super::kept::Runs;
use super::play::NotKept;
use super::{Graded, Grader};
use crate::assignment::MachineSpec;
use crate::diagnostic::visible::{Keep, visible};
use crate::diagnostic::{Located, Severity};
use crate::machine::native::BuildEnvironment;
use crate::machine::{Program, WRONG_FILE, file_kind};
use crate::result::Verdict;
use crate::sandbox::{Kind, SandboxError};
use crate::submission::Submission;

/// The observation that there was no sandbox.
pub(super) const UNFENCED: &str = "unfenced";

/// A submission, built or not.
pub(super) enum Built {
    /// It can be run; the program is there unless everything is known already.
    Program {
        diagnostics: Vec<Located>,
        program: Option<Program>,
        bench: Bench,
    },
    /// It cannot.
    Not { diagnostics: Vec<Located>, runs: Runs },
}

impl Grader {
    /// Builds a submission. What a compiler of this machine said is kept: nothing is built again to grade it again.
    pub(super) fn build(
        &self,
        submission: &Submission,
        bytes: &[u8],
        kept: Option<Runs>,
    ) -> Result<Result<Built, SandboxError>, NotKept> {
        const BUILD: &str = "build";
        let limits = self.assignment.limits;
        let is_native = matches!(self.assignment.machine, MachineSpec::Native { .. });
        if let (Some(runs), true) = (&kept, is_native) {
            let known = runs
                .observation(BUILD)
                .and_then(|value| serde_json::from_value(value.clone()).ok());
            let (is_built, diagnostics): (bool, Vec<Located>) = known.ok_or(NotKept { cases: Vec::new() })?;
            let runs = kept.unwrap_or_default();
            return Ok(Ok(if is_built {
                Built::Program {
                    diagnostics,
                    program: None,
                    bench: Bench::kept(runs, limits),
                }
            } else {
                Built::Not { diagnostics, runs }
            }));
        }
        let build = self.ways[0]
            .machine
            .build(&submission.file, bytes, self.build_environment().as_ref());
        let build = match build {
            Ok(build) => build,
            Err(broken) => return Ok(Err(broken)),
        };
        let diagnostics: Vec<Located> = build.diagnostics.iter().map(|one| one.locate(&build.source)).collect();
        let mut runs = Runs::default();
        if is_native && self.is_unfenced() {
            runs.keep_observation(UNFENCED, true.into());
        }
        let Some(program) = build.program else {
            if is_native && let Ok(value) = serde_json::to_value((false, &diagnostics)) {
                runs.keep_observation(BUILD, value);
            }
            return Ok(Ok(Built::Not { diagnostics, runs }));
        };
        let mut bench = match kept {
            Some(runs) => Bench::kept(runs, limits),
            None => Bench::live(&program, limits)
                .within(self.assignment.budget)
                .with_runs(runs),
        };
        if is_native {
            bench.observe(BUILD, |_, _| (true, diagnostics.clone()));
        }
        Ok(Ok(Built::Program {
            diagnostics,
            program: Some(program),
            bench,
        }))
    }

    /// What a file is that has the right name and is no source of a native program, and what to do. Such a file would be a
    /// hundred errors of a compiler.
    pub(super) fn wrong_file(&self, submission: &Submission, bytes: &[u8]) -> Option<String> {
        let MachineSpec::Native { recipe, .. } = &self.assignment.machine else {
            return None;
        };
        let kind = file_kind(bytes)?;
        if recipe.build.is_empty() && !kind.is_document {
            return None;
        }
        let file = visible(&submission.file, Keep::Nothing);
        Some(format!(
            "{file} is {}, not source code: ask the student for the source",
            kind.name
        ))
    }

    /// A submission of which nothing can be run: the wrong file, or a program with errors.
    pub(super) fn not_built(&self, submission: &Submission, diagnostics: &[Located]) -> Graded {
        let wrong = diagnostics.iter().find(|one| WRONG_FILE.contains(&one.code.as_str()));
        let Some(wrong) = wrong else {
            return self.build_failed(submission, diagnostics);
        };
        let file = visible(&submission.file, Keep::Nothing);
        let mut reason = format!("{file}: {}", wrong.message);
        if let Some(help) = &wrong.help {
            reason += &format!("; {help}");
        }
        self.ungraded(submission, Verdict::NeedsAttention, &reason)
    }

    /// A file that was only guessed to be the program earns points, but no zero.
    pub(super) fn without_doubtful_zero(&self, submission: &Submission, graded: Graded) -> Graded {
        let Some(doubt) = submission.doubt.as_ref().filter(|_| graded.report.score == Some(0.0)) else {
            return graded;
        };
        let reason = format!(
            "{doubt}, and it earns nothing ({}): if it is the program, rename it; else ask the student for it",
            graded.report.summary
        );
        let mut attention = self.ungraded(submission, Verdict::NeedsAttention, &reason);
        attention.report.diagnostics = graded.report.diagnostics;
        attention.report.fingerprint = graded.report.fingerprint;
        attention.kept = graded.kept;
        attention
    }

    fn build_failed(&self, submission: &Submission, diagnostics: &[Located]) -> Graded {
        let mut errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let first = errors.next();
        let more = errors.count();
        let mut reason = format!("it {}", self.failure());
        if let Some(first) = first {
            if let Some(line) = first.line {
                reason += &format!(": line {line}");
            }
            reason += &format!(": {}", first.message);
        }
        if more > 0 {
            reason += &format!(", and {more} more {}", if more == 1 { "error" } else { "errors" });
        }
        self.ungraded(submission, Verdict::BuildFailed, &reason)
    }

    /// What a program does that cannot be built.
    pub(super) fn failure(&self) -> &'static str {
        match self.assignment.machine {
            MachineSpec::Lc3 { .. } | MachineSpec::Arm { .. } => "does not assemble",
            MachineSpec::Native { .. } => "does not compile",
        }
    }

    /// What native programs are built and run with: the sandbox that was given.
    fn build_environment(&self) -> Option<BuildEnvironment> {
        self.assignment.build_environment(self.sandbox.as_ref()?)
    }

    /// Whether programs run without a sandbox.
    pub(super) fn is_unfenced(&self) -> bool {
        self.sandbox
            .as_ref()
            .is_some_and(|sandbox| sandbox.kind == Kind::Unsandboxed)
    }
}
