//! `c4grade grade`: a folder of submissions in, reports out.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use c4grade::assignment::{self, Assignment};
use c4grade::case;
use c4grade::grade::class::{self, Observer};
use c4grade::grade::kept::file;
use c4grade::grade::model::{ClassReport, Verdict};
use c4grade::grade::{Graded, Grader};
use c4grade::report::{self, Reports};
use c4grade::submission::{self, Found, Submission};
use indicatif::{ProgressBar, ProgressStyle};

use clap::{Args, ValueEnum};

use super::Failed;
use super::fence::FenceArgs;

/// The arguments of `grade`.
#[derive(Debug, Args)]
pub struct GradeArgs {
    /// A folder of submissions, or one program; without it, the assignment's sample class is graded
    submissions: Option<PathBuf>,

    /// A bundled assignment's name, or a folder with an `assignment.yaml`
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,

    /// Play these cases instead of the assignment's own; each earns its own points
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<PathBuf>,

    /// Where the reports go [default: reports/<assignment>]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,

    /// How many submissions are graded at the same time [default: one for each processor]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Do not keep the runs, from which `c4grade report rescore` applies a changed rubric
    #[arg(long)]
    no_runs: bool,

    /// The right game in the wrong format earns nothing
    #[arg(long)]
    strict: bool,

    /// End with exit code 1 when a submission earns less than this share of the points
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    fail_under: Option<f64>,

    /// What is printed on standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,

    #[command(flatten)]
    fence: FenceArgs,
}

/// What is printed on standard output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people
    #[default]
    Text,
    /// The class report, for programs
    Json,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100, such as 50".to_owned())
}

/// Grades and writes the reports.
pub fn run(args: &GradeArgs) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
    let suite = case::load(&assignment, args.cases.as_deref()).map_err(super::bad_file)?;
    let found = submissions(args.submissions.as_deref(), &assignment)?;
    let fence = args.fence.of(&assignment)?;
    let folder = args
        .reports
        .clone()
        .unwrap_or_else(|| Path::new("reports").join(&assignment.name));
    let reports = Reports::create(&folder)?;
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, args.strict)
        .with_contracts(suite.contracts)
        .with_fence(fence);
    let stop = interruption();
    let write = |graded: &Graded| write(&reports, graded, !args.no_runs);
    let desk = Desk::new(&write, found.submissions.len(), &stop);
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let mut grading = class::grade_class(&grader, &found.submissions, jobs, args.strict, &stop, &desk)?;
    if let Some(error) = desk.clear() {
        return Err(error);
    }
    grading.report.remarks.extend(found.remarks);
    if grading.unreached > 0 {
        let remark = format!(
            "Grading was interrupted: {} of {} submissions were not reached.",
            grading.unreached,
            found.submissions.len()
        );
        super::say(&format!("{remark} The reports of those that were are written."));
        grading.report.remarks.push(remark);
    }
    reports.write_class(&grading.report)?;
    print_summary(&grading.report, &reports.index(), args.format)?;
    Ok(exit_code(&grading.report, grading.unreached > 0, args.fail_under))
}

/// Writes what there is of one submission.
fn write(reports: &Reports, graded: &Graded, keeps_runs: bool) -> anyhow::Result<()> {
    let report = &graded.report;
    if keeps_runs {
        reports.write_runs(&report.slug, &file::encode(&graded.kept, &report.assignment)?)?;
    } else {
        reports.remove_runs(&report.slug)?;
    }
    Ok(reports.write_student(report)?)
}

/// The submissions of a folder; without one, the sample class.
fn submissions(path: Option<&Path>, assignment: &Assignment) -> anyhow::Result<Found> {
    let Some(path) = path else {
        return Ok(super::sample_class(assignment)?);
    };
    submission::find(path, &assignment.files).map_err(|error| Failed::new(4, error.to_string()).into())
}

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A flag that the interrupt and termination signals raise.
pub(super) fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    // Without the handler the signals simply end the program; every finished report is on disk either way.
    let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
    flag
}

pub(super) fn print_summary(report: &ClassReport, index: &Path, format: Format) -> anyhow::Result<()> {
    let text = match format {
        Format::Json => serde_json::to_string_pretty(report)? + "\n",
        Format::Text => report::summary_table(report, terminal_width(), true, index),
    };
    super::print(&text)
}

/// Columns of the terminal; anything else gets a hundred.
fn terminal_width() -> usize {
    let size = std::io::stdout().is_terminal().then(crossterm::terminal::size);
    size.and_then(Result::ok)
        .map_or(100, |(columns, _)| usize::from(columns))
}

pub(super) fn exit_code(report: &ClassReport, interrupted: bool, fail_under: Option<f64>) -> u8 {
    if interrupted {
        return 130;
    }
    if report.students.iter().any(|row| row.verdict == Verdict::GraderError) {
        return 5;
    }
    let is_low = |percent: f64| report.students.iter().any(|row| row.score * 100.0 < percent * row.max);
    u8::from(fail_under.is_some_and(is_low))
}

/// Takes what is graded from the graders' threads.
pub(super) struct Desk<'a> {
    write: &'a (dyn Fn(&Graded) -> anyhow::Result<()> + Sync),
    bar: ProgressBar,
    stop: &'a AtomicBool,
    error: Mutex<Option<anyhow::Error>>,
}

impl<'a> Desk<'a> {
    /// A desk at which `write` puts each of `count` submissions on disk.
    pub(super) fn new(
        write: &'a (dyn Fn(&Graded) -> anyhow::Result<()> + Sync),
        count: usize,
        stop: &'a AtomicBool,
    ) -> Self {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(count as u64)
        } else {
            ProgressBar::hidden()
        };
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len} graded  {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self {
            write,
            bar,
            stop,
            error: Mutex::new(None),
        }
    }

    /// Clears the desk; gives the first failure to write.
    pub(super) fn clear(self) -> Option<anyhow::Error> {
        self.bar.finish_and_clear();
        self.error
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Observer for Desk<'_> {
    fn started(&self, submission: &Submission) {
        self.bar.set_message(submission.slug.clone());
    }

    fn finished(&self, graded: &Graded) {
        if let Err(error) = (self.write)(graded) {
            let mut first = self.error.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            first.get_or_insert(error);
            // A disk that is full will not take the other reports either.
            self.stop.store(true, Ordering::Relaxed);
        }
        self.bar.inc(1);
    }
}
