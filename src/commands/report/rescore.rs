//! `c4grade report rescore`: grades the saved submissions of a folder of reports again, by the present rubric.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use c4grade::assignment::{self, Assignment};
use c4grade::case;
use c4grade::grade::class::{self, Class};
use c4grade::grade::plan::default_repair;
use c4grade::grade::{Graded, Grader, saved};
use c4grade::report::{Reports, saved_submission, visible};
use c4grade::result::{BUNDLED, ClassReport, Verdict};
use c4grade::submission::{Content, Origin, Submission};
use clap::Args;

use super::super::Failed;
use super::super::audience::Audience;
use super::super::claim::Claim;
use super::super::grade::{Progress, ReportSink, SummaryArgs, exit_code, print_summary, processors, shown, write};
use super::super::interrupt::{INTERRUPTED, Interrupt};
use super::super::sandbox::SandboxArgs;

/// The most bytes of a file that is read.
const MOST: u64 = 256 << 20;

/// Submissions that are named where something holds for several.
const NAMED: usize = 5;

/// The arguments of `report rescore`.
#[derive(Debug, Args)]
pub struct RescoreArgs {
    /// The folder of reports [default: reports/<assignment>]
    reports_read: Option<PathBuf>,

    /// The assignment whose rubric applies: a bundled one's name, or its folder (`./my-course`)
    /// [default: the bundled one that the reports are of]
    #[arg(long, value_name = "NAME|DIR")]
    assignment: Option<String>,

    /// The cases to play, where they are not the assignment's own
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<PathBuf>,

    /// Where the reports go [default: in the place of those that are there]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,

    /// How many submissions are rescored at the same time [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Write text reports with everything that the pages say, not as short as an e-mail
    #[arg(long)]
    full: bool,

    /// For whom the pages and texts are
    #[arg(long, value_enum, default_value_t, value_name = "AUDIENCE")]
    audience: Audience,

    /// The right game in the wrong format earns nothing
    #[arg(long)]
    strict: bool,

    /// How long to look for the line that a program's faults come from, in milliseconds of work for each submission; by default
    /// as long as when they were graded
    #[arg(long, value_name = "MS")]
    repair: Option<u64>,

    #[command(flatten)]
    summary: SummaryArgs,

    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// Grades all saved submissions again; all reports are replaced, or none.
pub fn run(args: &RescoreArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let (folder, assignment) = folder(args)?;
    let old = super::class_report(Some(&folder))?;
    let assignment = assignment_of(args, assignment, &old, &folder)?;
    let suite = case::load(&assignment, args.cases.as_deref()).map_err(super::super::bad_file)?;
    // Saved runs need no sandbox. Why there is none is said where one is needed.
    let (sandbox, no_sandbox) = match args.sandbox.of(&assignment) {
        Ok(sandbox) => (sandbox, None),
        Err(error) => (None, Some(error)),
    };
    let repair = args
        .repair
        .or(old.repair)
        .unwrap_or_else(|| default_repair(&assignment));
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, args.strict)
        .with_contracts(suite.contracts)
        .with_repair(repair)
        .with_sandbox(sandbox);
    warn(&old, args.strict, args.cases.is_some());

    let target = args.reports.as_deref().unwrap_or(&folder);
    let mut claim = Claim::new("report rescore");
    claim.take(target)?;
    let target = Reports::create(target, grader.case_list())?
        .with_full_text(args.full)
        .for_audience(args.audience.of(grader.assignment()));
    let hold = interrupt.hold();
    let draft = target.draft()?;
    let unfinished = draft.folder().to_owned();
    interrupt.at_end(move || {
        // What is left of it is cleared by whoever writes into the folder next.
        let _ = std::fs::remove_dir_all(unfinished);
        super::super::say("Rescoring was interrupted: nothing was changed. Run the command again to start over.");
        INTERRUPTED
    });
    drop(hold);

    let source = Source::new(&folder, &grader, &old);
    let submissions: Vec<Submission> = old.students.iter().map(submission).collect();
    let stop = AtomicBool::new(false);
    let write = |graded: &Graded| write(draft.reports(), graded, true);
    let class = Class::new(&grader, &submissions, args.strict);
    let progress = Progress::new(submissions.len(), !args.summary.is_quiet());
    let sink = ReportSink::new(&write, &progress, &stop, interrupt, &class);
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let grade = |submission: &Submission, _: Option<&Graded>| source.grade(submission);
    class::grade_class_by(&grade, &grader, &submissions, jobs, &stop, &sink)?;

    if let Some(error) = sink.clear() {
        return Err(error);
    }
    if let Some(failed) = source.failed(&folder, submissions.len(), no_sandbox) {
        return Err(failed.into());
    }

    let report = ClassReport {
        remarks: old.remarks,
        left: old.left,
        cases_from: args.cases.as_deref().map(shown),
        ..class.report()
    };
    let hold = interrupt.hold();
    draft.reports().write_class(&report)?;
    target.retire(&|slug| report.students.iter().any(|row| row.slug == slug))?;
    draft.publish()?;
    interrupt.complete();
    drop(hold);

    print_summary(&report, &target.index(), args.summary, None)?;
    Ok(exit_code(&report, None))
}

/// The folder that is read; with it the assignment, where its name is needed to find the folder.
fn folder(args: &RescoreArgs) -> anyhow::Result<(PathBuf, Option<Assignment>)> {
    if let Some(folder) = &args.reports_read {
        return Ok((folder.clone(), None));
    }
    let name = args.assignment.as_deref().unwrap_or("lc3-starter");
    let assignment = assignment::find(name).map_err(super::super::bad_file)?;
    let folder = Path::new("reports").join(&assignment.name);
    // The reports may be of a copy that has the same name.
    Ok((folder, args.assignment.is_some().then_some(assignment)))
}

fn assignment_of(
    args: &RescoreArgs,
    found: Option<Assignment>,
    old: &ClassReport,
    folder: &Path,
) -> Result<Assignment, Failed> {
    let assignment = match (found, &args.assignment) {
        (Some(assignment), _) => assignment,
        (None, Some(name)) => assignment::find(name).map_err(super::super::bad_file)?,
        // What the reports name is only a name: no folder that happens to have it is taken, nor what is bundled under the name of
        // a copy.
        (None, None) if old.loaded_from != BUNDLED => {
            let folder = visible(&old.loaded_from);
            let message = format!("the reports are of the assignment in {folder}: name it, --assignment {folder}");
            return Err(Failed::new(3, message));
        }
        (None, None) => {
            let found = assignment::find_bundled(&old.assignment).ok_or_else(|| {
                let name = visible(&old.assignment);
                Failed::new(
                    3,
                    format!("no bundled assignment is called {name}: name its folder, --assignment ./DIR"),
                )
            })?;
            found.map_err(super::super::bad_file)?
        }
    };

    if assignment.name == old.assignment {
        return Ok(assignment);
    }

    let message = format!(
        "the reports in {} are of the assignment {}, not of {}",
        folder.display(),
        visible(&old.assignment),
        assignment.name
    );

    Err(Failed::new(3, message))
}

/// What an instructor may not expect.
fn warn(old: &ClassReport, strict: bool, has_cases: bool) {
    if old.strict && !strict {
        super::super::say("These reports were made with --strict, and this is without it.");
    }
    if let Some(cases) = old.cases_from.as_ref().filter(|_| !has_cases) {
        let cases = visible(cases);
        super::super::say(&format!(
            "These reports were made with --cases {cases}, and this is with the assignment's own cases."
        ));
    }
    let version = env!("CARGO_PKG_VERSION");
    if old.version != version {
        let made = visible(&old.version);
        super::super::say(&format!(
            "The reports were written by c4grade {made}; this is {version}."
        ));
    }
}

/// The submission of a row of the class; its bytes are in its saved copy.
fn submission(row: &c4grade::result::StudentRow) -> Submission {
    Submission {
        student: row.student.clone(),
        slug: row.slug.clone(),
        file: row.file.clone(),
        content: Content::Missing,
        doubt: None,
        called: None,
        origin: Origin {
            name: row.name.clone(),
            id: row.id.clone(),
            email: row.email.clone(),
            login: row.login.clone(),
            late: row.late,
            earlier: row.attempts.saturating_sub(1),
            ..Origin::default()
        },
    }
}

/// A file of a size that can be one of ours.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(std::io::Error::other(format!("it has more than {MOST} bytes")));
    }
    Ok(bytes)
}

/// The saved submissions, and what was wrong with them.
struct Source<'a> {
    folder: &'a Path,
    grader: &'a Grader,
    /// Slugs of those who had no score before: they need not get one.
    had_no_score: BTreeSet<String>,
    /// Slugs by what is wrong.
    troubles: Mutex<BTreeMap<Trouble, Vec<String>>>,
}

/// Why a submission cannot be graded again.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Trouble {
    NotSaved,
    Other(String),
}

impl<'a> Source<'a> {
    /// The saved submissions of the class of a report.
    fn new(folder: &'a Path, grader: &'a Grader, old: &ClassReport) -> Self {
        let without_score = old.students.iter().filter(|row| !row.verdict.has_score());
        Self {
            folder,
            grader,
            had_no_score: without_score.map(|row| row.slug.clone()).collect(),
            troubles: Mutex::default(),
        }
    }

    /// Grades one submission again. Where that fails, nothing is published.
    fn grade(&self, submission: &Submission) -> Graded {
        let graded = self.grade_again(submission);
        graded.unwrap_or_else(|trouble| {
            let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
            troubles.entry(trouble).or_default().push(submission.slug.clone());
            self.grader
                .ungraded(submission, Verdict::GraderError, "not graded again")
        })
    }

    fn grade_again(&self, submission: &Submission) -> Result<Graded, Trouble> {
        let other = |error: &dyn std::fmt::Display| Trouble::Other(error.to_string());
        let path = saved_submission(self.folder, &submission.slug).map_err(|error| other(&error))?;
        let unusable = |reason: &dyn std::fmt::Display| other(&format!("cannot use {}: {reason}", path.display()));
        let bytes = read(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => Trouble::NotSaved,
            _ => unusable(&error),
        })?;

        let (saved, of) = saved::decode(&bytes).map_err(|error| unusable(&error))?;
        let name = &self.grader.assignment().name;
        if of != *name {
            return Err(unusable(&format!(
                "it is of the assignment {}, not of {name}",
                visible(&of)
            )));
        }
        if (&saved.submission.student, &saved.submission.slug) != (&submission.student, &submission.slug) {
            return Err(unusable(&format!(
                "it is of another student, {}",
                visible(&saved.submission.student)
            )));
        }

        let graded = self.grader.grade_again(saved);
        let is_failure = graded.report.verdict == Verdict::GraderError;
        if is_failure && !self.had_no_score.contains(&submission.slug) {
            return Err(Trouble::Other(graded.report.summary));
        }
        Ok(graded)
    }

    /// What went wrong, in one error; `no_sandbox` is why there was no sandbox to make further runs in.
    fn failed(&self, folder: &Path, count: usize, no_sandbox: Option<anyhow::Error>) -> Option<Failed> {
        let troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        if troubles
            .get(&Trouble::NotSaved)
            .is_some_and(|slugs| slugs.len() == count)
        {
            let message = format!(
                "no submissions are saved in {}: grade again, without --no-copies",
                folder.display()
            );
            return Some(Failed::new(4, message));
        }

        let lines: Vec<String> = troubles
            .iter()
            .map(|(trouble, slugs)| {
                let message = match trouble {
                    Trouble::NotSaved => "the submission is not saved: grade again",
                    Trouble::Other(message) => message,
                };
                format!("\n{}: {message}", listed(slugs))
            })
            .collect();
        let message = format!(
            "cannot rescore {}; nothing was changed{}{}",
            folder.display(),
            lines.concat(),
            no_sandbox.map_or_else(String::new, |error| format!("\n{error:#}"))
        );
        (!lines.is_empty()).then(|| Failed::new(3, message))
    }
}

/// The first few by name, in order whatever the order in which they came.
fn listed(slugs: &[String]) -> String {
    let mut names: Vec<String> = slugs.iter().map(|slug| visible(slug).to_string()).collect();
    names.sort();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    match more {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}
