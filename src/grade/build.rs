//! A submission's bytes to something that can be run, or to the reasons why not.

use std::sync::Arc;

use super::run::{RunCache, Runner};
use super::{Graded, Grader};
use crate::assignment::MachineSpec;
use crate::diagnostic::visible::{Keep, visible};
use crate::diagnostic::wording::{all_of, either};
use crate::diagnostic::{Encoding, Located, Severity, Source, bundle};
use crate::machine::native::files::includes;
use crate::machine::native::{BuildEnvironment, main_file};
use crate::machine::{Build, WRONG_FILE, file_kind};
use crate::result::Verdict;
use crate::sandbox::{Kind, SandboxError};
use crate::submission::Submission;

/// The observation that there was no sandbox.
pub(super) const UNSANDBOXED: &str = "unsandboxed";
/// The observation whether a native program compiles, with the diagnostics of its compiler.
const BUILD: &str = "build";

/// A submission, built or not.
pub(super) struct Built {
    /// The text that was read.
    pub source: Arc<Source>,
    /// What the assembler or compiler said.
    pub diagnostics: Vec<Located>,
    /// Runs the program; `None` where it was not built.
    pub runner: Option<Runner>,
    /// What is known of it, until it is run.
    pub cache: RunCache,
}

fn located(build: &Build) -> Vec<Located> {
    build.diagnostics.iter().map(|one| one.locate(&build.source)).collect()
}

/// Whether a text is in UTF-16, as Notepad can save it.
fn is_utf_16(bytes: &[u8]) -> bool {
    matches!(Source::read("", bytes).encoding, Encoding::Utf16Le | Encoding::Utf16Be)
}

/// What to do with a source between the lines that mark code in Markdown, as it is copied from a chat.
fn fenced(text: &str) -> Option<String> {
    const MARK: &str = "```";
    const LONGEST: usize = 20;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().filter(|line| line.starts_with(MARK))?;
    let is_closed = lines.next_back() == Some(MARK);
    let first: String = first.chars().take(LONGEST).collect();
    let first = visible(&first, Keep::Nothing);
    let last = if is_closed { ", and the last line too" } else { "" };
    Some(format!(
        "the first line, {first}, is Markdown and not part of the program: remove it{last}"
    ))
}

impl Grader {
    /// Builds a submission. The diagnostics of a native compiler are cached with the runs: where they are known, the program is
    /// only built once a run is needed that is not.
    pub(super) fn build(&self, submission: &Submission, bytes: &[u8], cache: RunCache) -> Result<Built, SandboxError> {
        let plan = &self.plan;
        let limits = plan.assignment.limits;
        let (machine, file) = (plan.configs[0].machine, submission.file.clone());
        let environment = self.environment();
        if !self.is_native() {
            let build = machine.build(&file, bytes, None)?;
            let diagnostics = located(&build);
            let runner = build.program.map(|program| Runner::new(program, limits));
            return Ok(Built {
                source: build.source,
                diagnostics,
                runner: runner.map(|runner| runner.within(plan.assignment.budget)),
                cache,
            });
        }

        let known = cache.observation(BUILD);
        let known: Option<(bool, Vec<Located>)> = known.and_then(|value| serde_json::from_value(value.clone()).ok());
        if let Some((is_built, diagnostics)) = known {
            let source = Arc::new(Source::read(file.clone(), main_file(bytes)));
            let bytes = bytes.to_vec();
            let build = move || {
                let build = machine.build(&file, &bytes, environment.as_ref())?;
                build
                    .program
                    .ok_or_else(|| SandboxError("it does not compile now, but did before".to_owned()))
            };
            let runner = is_built.then(|| Runner::later(build, limits).within(plan.assignment.budget));
            return Ok(Built {
                source,
                diagnostics,
                runner: runner.map(|runner| runner.with_cache(cache.clone())),
                cache,
            });
        }

        let build = machine.build(&file, bytes, environment.as_ref())?;
        let diagnostics = located(&build);
        let mut cache = cache;
        if self.is_unsandboxed() {
            cache.keep_observation(UNSANDBOXED, true.into());
        }
        if let Ok(value) = serde_json::to_value((build.program.is_some(), &diagnostics)) {
            cache.keep_observation(BUILD, value);
        }
        let runner = build.program.map(|program| Runner::new(program, limits));
        Ok(Built {
            source: build.source,
            diagnostics,
            runner: runner.map(|runner| runner.within(plan.assignment.budget).with_cache(cache.clone())),
            cache,
        })
    }

    /// What a file is that has the right name and is no source of a native program, or is empty, or is in UTF-16, and what to do. Such
    /// a file would be a hundred errors of a compiler.
    pub(super) fn wrong_file(&self, submission: &Submission, bytes: &[u8]) -> Option<String> {
        let MachineSpec::Native { recipe, .. } = &self.plan.assignment.machine else {
            return None;
        };

        let file = visible(&submission.file, Keep::Nothing);
        let main = main_file(bytes);
        if main.trim_ascii().is_empty() {
            return Some(format!("{file} is empty: ask the student for the source"));
        }

        if let Some(kind) = file_kind(main) {
            let is_wrong = !recipe.build.is_empty() || kind.is_document;
            return is_wrong.then(|| {
                format!(
                    "{file} is {}, not source code: ask the student for the source",
                    kind.name
                )
            });
        }

        let further = bundle::split(bytes).into_iter().flatten().skip(1);
        let mut files = std::iter::once((submission.file.clone(), main)).chain(further);
        let (file, _) = files.find(|(_, bytes)| is_utf_16(bytes))?;
        Some(format!(
            "{} is encoded in UTF-16, so it can be neither compiled nor run: save it as UTF-8, then grade again",
            visible(&file, Keep::Nothing)
        ))
    }

    /// A submission of which nothing can be run: the wrong file, or a program with errors.
    pub(super) fn not_built(&self, submission: &Submission, source: &Source, diagnostics: &[Located]) -> Graded {
        if let Some(reason) = self.lacks_files(submission, source, diagnostics) {
            return self.ungraded(submission, Verdict::NeedsAttention, &reason);
        }
        let wrong = diagnostics.iter().find(|one| WRONG_FILE.contains(&one.code.as_str()));
        let Some(wrong) = wrong else {
            return self.build_failed(submission, source, diagnostics);
        };
        let file = visible(&submission.file, Keep::Nothing);
        let mut reason = format!("{file}: {}", wrong.message);
        if let Some(help) = &wrong.help {
            reason += &format!("; {help}");
        }
        self.ungraded(submission, Verdict::NeedsAttention, &reason)
    }

    /// Why a native program cannot be compiled, where files of its own are not there.
    fn lacks_files(&self, submission: &Submission, source: &Source, diagnostics: &[Located]) -> Option<String> {
        if !self.is_native() {
            return None;
        }
        let is_missing = |file: &String| diagnostics.iter().any(|one| one.message.contains(file));
        let mut missing: Vec<String> = includes(source.text.as_bytes())
            .into_iter()
            .filter(is_missing)
            .collect();
        missing.sort();
        let shown: Vec<String> = missing
            .iter()
            .map(|file| visible(file, Keep::Nothing).into_owned())
            .collect();
        (!shown.is_empty()).then(|| {
            format!(
                "{} includes {}, which was not found beside it: ask the student for {}, or for the whole program in one file",
                visible(&submission.file, Keep::Nothing),
                all_of(&shown),
                either(shown.len(), "that file", "those files")
            )
        })
    }

    /// A file that was only guessed to be the program earns points, but no zero.
    pub(super) fn without_doubtful_zero(&self, submission: &Submission, graded: Graded) -> Graded {
        if graded.report.score != Some(0.0) {
            return graded;
        }
        let summary = &graded.report.summary;
        let reason = match (&submission.doubt, submission.other_sources()) {
            (Some(doubt), _) if submission.is_typed() => {
                format!("{doubt}, and it earns nothing ({summary}): ask the student for the file")
            }
            (Some(doubt), _) => format!(
                "{doubt}, and it earns nothing ({summary}): if it is the program, rename it; else ask the student for it"
            ),
            (None, Some(others)) => format!(
                "it earns nothing ({summary}), and the student has other files ({others}): if they are not the program, \
                 remove them and grade again; else choose the right one, or ask the student for the program in one file"
            ),
            (None, None) => return graded,
        };
        let mut attention = self.ungraded(submission, Verdict::NeedsAttention, &reason);
        attention.report.diagnostics = graded.report.diagnostics;
        attention.report.fingerprint = graded.report.fingerprint;
        attention.saved = graded.saved;

        attention
    }

    fn build_failed(&self, submission: &Submission, source: &Source, diagnostics: &[Located]) -> Graded {
        let mut errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
        let first = errors.next();
        let more = errors.count();
        let mut reason = format!("it {}", self.failure());
        if let Some(first) = first {
            if let Some(line) = first.line {
                reason += &format!(": line {line}");
                if let Some(file) = &first.file {
                    reason += &format!(" of {}", visible(file, Keep::Nothing));
                }
            }
            reason += &format!(": {}", first.message);
        }

        if more > 0 {
            reason += &format!(", and {more} more {}", if more == 1 { "error" } else { "errors" });
        }
        if let Some(hint) = fenced(&source.text) {
            reason += &format!("; {hint}");
        }

        self.ungraded(submission, Verdict::BuildFailed, &reason)
    }

    /// What a program does that cannot be built.
    pub(super) fn failure(&self) -> &'static str {
        match self.plan.assignment.machine {
            MachineSpec::Lc3 { .. } | MachineSpec::Arm { .. } => "does not assemble",
            MachineSpec::Native { .. } => "does not compile",
        }
    }

    /// Where native programs are built and run.
    pub(super) fn environment(&self) -> Option<BuildEnvironment> {
        self.plan.assignment.build_environment(self.sandbox.as_ref()?)
    }

    /// Whether programs are processes of this computer.
    pub(super) fn is_native(&self) -> bool {
        matches!(self.plan.assignment.machine, MachineSpec::Native { .. })
    }

    /// Whether programs are run without a sandbox.
    pub(super) fn is_unsandboxed(&self) -> bool {
        self.sandbox
            .as_ref()
            .is_some_and(|sandbox| sandbox.kind == Kind::Unsandboxed)
    }
}

#[cfg(test)]
mod tests {
    use super::fenced;

    #[test]
    fn a_source_in_markdown_is_to_be_taken_out_of_it() {
        for (text, wanted) in [
            (
                "\n```c\nint main(void) { }\n```\n\n",
                Some("the first line, ```c, is Markdown and not part of the program: remove it, and the last line too"),
            ),
            (
                "```\r\n.ORIG x3000\r\n",
                Some("the first line, ```, is Markdown and not part of the program: remove it"),
            ),
            ("int main(void) { }\n```\n", None),
            ("", None),
        ] {
            assert_eq!(fenced(text).as_deref(), wanted, "{text:?}");
        }
    }
}
