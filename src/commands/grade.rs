//! `c4grade grade`: grades a folder of submissions and writes the reports.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use c4grade::assignment::{self, Assignment, MachineSpec};
use c4grade::case;
use c4grade::grade::class::shard::{Division, Part};
use c4grade::grade::class::{self, Class, Observer};
use c4grade::grade::plan::default_repair;
use c4grade::grade::{Graded, Grader, saved};
use c4grade::report::Reports;
use c4grade::result::ClassReport;
use c4grade::submission::{Found, Submission};
use clap::{Args, ValueEnum};

use super::audience::Audience;
use super::claim::Claim;
use super::earlier::Earlier;
use super::intake::IntakeArgs;
use super::interrupt::Interrupt;
use super::sandbox::SandboxArgs;
use super::{Failed, USAGE};

mod progress;
mod session;
mod shard;
mod summary;

pub(super) use progress::Progress;
use session::{Before, Session};
use shard::Shard;
pub(super) use summary::{SummaryArgs, exit_code, print_summary};

/// The exit codes, for the help.
const EXIT_CODES: &str = "Exit codes: 0 done; 1 a submission earns less than --fail-under; 2 wrong usage, or a path that cannot be \
                          read; 3 invalid assignment or case file; 4 nothing to grade; 5 some submission has no score because it \
                          needs attention or the grader failed; 6 native programs cannot run here; 130 interrupted";

/// The arguments of `grade`.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct GradeArgs {
    /// A folder of submissions, a .zip or .tar.gz of one, or one program [default: the assignment's sample class]
    submissions: Option<PathBuf>,

    /// A bundled assignment's name, or the path of a folder with a slash: `./my-course`
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,

    /// Use these cases instead of the assignment's own; each has its own points
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<PathBuf>,

    /// The folder for the reports [default: reports/<assignment>]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,

    /// How many submissions to grade at the same time [default: one per processor, two for native programs]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Continue after an interruption: skip submissions whose reports are up to date
    ///
    /// A report is up to date if the submission, the assignment, its cases, the options and the version of c4grade have
    /// not changed.
    #[arg(long)]
    resume: bool,

    /// Grade only part K of N of the class, such as 3/7, for `c4grade report merge`
    ///
    /// The part of a submission follows from its program, not from the other submissions. The reports go into a folder for
    /// this part [default: reports/<assignment>-shards/K-of-N].
    #[arg(long, value_name = "K/N", conflicts_with_all = ["fail_under", "dry_run"])]
    pub(super) shard: Option<Part>,

    /// Wait while another c4grade writes into the folder for the reports, instead of stopping
    #[arg(long)]
    wait: bool,

    /// Remove the reports in the folder on students who are not in this class, also where they are most of the folder's
    #[arg(long)]
    replace: bool,

    /// Do not save copies of the submissions, which `c4grade report rescore` needs
    #[arg(long)]
    no_copies: bool,

    /// Write text reports with everything that the pages say, not as short as an e-mail
    #[arg(long)]
    full: bool,

    /// For whom the pages and texts are
    #[arg(long, value_enum, default_value_t, value_name = "AUDIENCE")]
    audience: Audience,

    /// Give no points for correct games in a different format
    #[arg(long)]
    strict: bool,

    /// How long to look for the line that a program's faults come from, in milliseconds of work for each submission
    ///
    /// Small edits of LC-3, ARM and C programs are tried. One with which all cases of a fault pass proves where the fault is.
    /// By default 300, and 1000 for C programs, whose edits are compiled; 5000 finds more in these. The work is counted, not
    /// timed, so that the result is the same on every machine. 0 looks for nothing.
    #[arg(long, value_name = "MS")]
    pub(super) repair: Option<u64>,

    /// Exit with code 1 if a submission earns less than this share of the points
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    fail_under: Option<f64>,

    /// Only show how the names of the submissions are read, and run nothing
    #[arg(long, requires = "submissions")]
    pub(super) dry_run: bool,

    #[command(flatten)]
    summary: SummaryArgs,

    #[command(flatten)]
    intake: IntakeArgs,

    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// The format of standard output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people
    #[default]
    Text,
    /// The class report, for programs
    Json,
}

pub(super) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse().ok();
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .ok_or_else(|| "expected a number from 0 to 100, such as 50".to_owned())
}

/// A class that was graded, with its reports on disk.
pub(super) struct Passed {
    /// The class report.
    pub(super) report: ClassReport,
    /// Where the class page is.
    pub(super) index: PathBuf,
    /// How many of its submissions were not up to date.
    pub(super) graded: usize,
    /// The exit code.
    pub(super) code: u8,
}

/// Grades and writes the reports.
pub fn run(args: &GradeArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    if args.dry_run {
        let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
        refuse_inside(args, &assignment)?;
        let format = match args.summary.format {
            Format::Text => super::Format::Text,
            Format::Json => super::Format::Json,
        };
        super::roster::print(&submissions(args, &assignment)?, format)?;
        return Ok(0);
    }
    Ok(pass(
        args,
        interrupt,
        &mut Claim::new("grade").waiting(args.wait),
        args.resume,
        true,
    )?
    .code)
}

/// Grades and writes the reports; those that are up to date stay where `is_resumed`. `is_first` says whether the
/// class is graded for the first time, and not again while it is watched: then a summary is printed.
pub(super) fn pass(
    args: &GradeArgs,
    interrupt: &Interrupt,
    claim: &mut Claim,
    is_resumed: bool,
    is_first: bool,
) -> anyhow::Result<Passed> {
    let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
    refuse_inside(args, &assignment)?;
    let suite = case::load(&assignment, args.cases.as_deref()).map_err(super::bad_file)?;
    let mut found = submissions(args, &assignment)?;
    let division = args.shard.map(|part| Division::of(part, &mut found.submissions));
    let sandbox = args.sandbox.of(&assignment)?;
    let repair = args.repair.unwrap_or_else(|| default_repair(&assignment));
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, args.strict)
        .with_contracts(suite.contracts)
        .with_repair(repair)
        .with_sandbox(sandbox);
    let folder = args.reports_folder(grader.assignment());
    claim.take(&folder)?;
    let submissions = found.submissions.iter();
    Earlier::of(&folder, submissions.map(|one| (&one.slug[..], &one.file[..])))
        .without_samples(grader.assignment())
        .for_part(args.shard.is_some())
        .check(args.replace || !is_first)?;
    let reports = Reports::create(folder, grader.case_list())?
        .with_full_text(args.full)
        .for_audience(args.audience.of(grader.assignment()));

    let class = Arc::new(Class::new(&grader, &found.submissions, args.strict));
    let stop = AtomicBool::new(false);
    let before = Before::of(&grader, &found.submissions, &reports, !args.no_copies);
    let write = |graded: &Graded| write(&reports, graded, !args.no_copies);
    let progress = Progress::new(found.submissions.len(), !args.is_quiet());
    let sink = ReportSink::new(&write, &progress, &stop, interrupt, &class);
    let session = Arc::new(Session {
        reports: reports.clone(),
        class: Arc::clone(&class),
        remarks: found.remarks,
        cases_from: args.cases.as_deref().map(shown),
        summary: args.summary,
        has_summary: is_first,
        stale: before.stale(found.submissions.len()),
        fail_under: args.fail_under,
        progress: progress.clone(),
        shard: division.map(|division| Shard::new(division, grader.fingerprint_of_all(), args)),
    });
    session.say_shard(args.is_quiet());
    session
        .begin(&before, interrupt)
        .map_err(|error| session.fail(&error, interrupt))?;
    if is_resumed {
        before.say_changed();
    }
    if args.resume && !args.is_quiet() {
        before.say(found.submissions.len());
    }

    let grade = |submission: &Submission, same: Option<&Graded>| {
        let known = is_resumed.then(|| before.report(&reports, submission)).flatten();
        known.map_or_else(
            || grader.grade_like(same, submission),
            |report| grader.graded_before(submission, report),
        )
    };
    let jobs = args.jobs.map_or_else(|| usual_jobs(grader.assignment()), usize::from);
    class::grade_class_by(&grade, &grader, &found.submissions, jobs, &stop, &sink)?;
    match sink.clear() {
        Some(error) => Err(session.fail(&error, interrupt)),
        None => session.finish(interrupt),
    }
}

/// The assignment that would be graded by, and how many submissions there are. Nothing is run.
pub(super) fn survey(args: &GradeArgs) -> anyhow::Result<(Assignment, usize)> {
    let assignment = assignment::find(&args.assignment).map_err(super::bad_file)?;
    refuse_inside(args, &assignment)?;
    case::load(&assignment, args.cases.as_deref()).map_err(super::bad_file)?;
    let found = submissions(args, &assignment)?;
    Ok((assignment, found.submissions.len()))
}

impl GradeArgs {
    /// Everything from which the results follow, but for the options and c4grade itself.
    pub(super) fn watched(&self) -> Vec<PathBuf> {
        let assignment = Path::new(&self.assignment);
        let folder = assignment.is_dir().then(|| assignment.to_owned());
        let given = [&self.submissions, &self.cases, &folder, &self.intake.roster];
        given.into_iter().flatten().cloned().collect()
    }

    /// Where no submission is, nor anything else that is graded: the folder of the reports, or that of all reports.
    pub(super) fn reports_root(&self) -> PathBuf {
        self.reports.clone().unwrap_or_else(|| PathBuf::from("reports"))
    }

    /// Whether only errors and what needs attention are wanted.
    pub(super) fn is_quiet(&self) -> bool {
        self.summary.is_quiet()
    }

    fn reports_folder(&self, assignment: &Assignment) -> PathBuf {
        let default = || match self.shard {
            None => Path::new("reports").join(&assignment.name),
            Some(Part { number, count }) => {
                let shards = Path::new("reports").join(format!("{}-shards", assignment.name));
                shards.join(format!("{number}-of-{count}"))
            }
        };
        self.reports.clone().unwrap_or_else(default)
    }
}

/// Writes the reports on one submission, and with `is_saved` a copy of it.
pub(super) fn write(reports: &Reports, graded: &Graded, is_saved: bool) -> anyhow::Result<()> {
    let report = &graded.report;
    if graded.is_on_disk {
        if !is_saved {
            reports.remove_submission(&report.slug)?;
        }
        return Ok(());
    }

    let copy = is_saved.then(|| saved::encode(&graded.saved, &report.assignment));
    Ok(reports.write_student(report, copy.transpose()?.as_deref())?)
}

/// Rejects an assignment and cases that a student may have submitted.
fn refuse_inside(args: &GradeArgs, assignment: &Assignment) -> Result<(), Failed> {
    let graded = args.submissions.as_deref();
    super::inside::refuse_inside(graded, assignment.folder.as_deref(), "the assignment")?;
    super::inside::refuse_inside(graded, args.cases.as_deref(), "the case file or folder")?;
    graded.map_or(Ok(()), |graded| {
        refuse_reports(graded, &args.reports_folder(assignment))
    })
}

/// Rejects reports that would be written between the submissions: the next grading would take them for submissions.
fn refuse_reports(graded: &Path, reports: &Path) -> Result<(), Failed> {
    let whole = |folder: &Path| folder.canonicalize().ok();
    let Some(class) = whole(graded).filter(|class| class.is_dir()) else {
        return Ok(());
    };
    let copies = reports.join("submissions");
    if [reports, &copies]
        .iter()
        .all(|folder| whole(folder).as_ref() != Some(&class))
    {
        return Ok(());
    }

    let message = format!(
        "the reports in {} would be between the submissions in {}: name another folder with --reports",
        reports.display(),
        graded.display()
    );
    Err(Failed::new(USAGE, message))
}

/// A path as it was given, for messages.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The submissions of a folder; without one, the sample class.
fn submissions(args: &GradeArgs, assignment: &Assignment) -> Result<Found, Failed> {
    match &args.submissions {
        Some(path) => args
            .intake
            .find(path, assignment, Some(args.reports_folder(assignment))),
        None => super::sample_class(assignment),
    }
}

pub(super) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// How many submissions are graded at once where nobody says: one for each processor, and two where programs are native,
/// which wait half of their time for the kernel to start and end them.
pub(super) fn usual_jobs(assignment: &Assignment) -> usize {
    match assignment.machine {
        MachineSpec::Native { .. } => 2 * processors(),
        MachineSpec::Lc3 { .. } | MachineSpec::Arm { .. } => processors(),
    }
}

/// Receives graded submissions from the grading threads and writes their reports.
pub(super) struct ReportSink<'a> {
    write: &'a (dyn Fn(&Graded) -> anyhow::Result<()> + Sync),
    progress: &'a Progress,
    stop: &'a AtomicBool,
    interrupt: &'a Interrupt,
    class: &'a Class,
    error: Mutex<Option<anyhow::Error>>,
}

impl<'a> ReportSink<'a> {
    /// A sink in which `write` puts each submission on disk.
    pub(super) fn new(
        write: &'a (dyn Fn(&Graded) -> anyhow::Result<()> + Sync),
        progress: &'a Progress,
        stop: &'a AtomicBool,
        interrupt: &'a Interrupt,
        class: &'a Class,
    ) -> Self {
        Self {
            write,
            progress,
            stop,
            interrupt,
            class,
            error: Mutex::new(None),
        }
    }

    /// Ends the progress bar; returns the first error of writing.
    pub(super) fn clear(self) -> Option<anyhow::Error> {
        self.progress.clear();
        self.error
            .into_inner()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Observer for ReportSink<'_> {
    fn started(&self, submission: &Submission) {
        self.progress.started(&submission.slug);
    }

    fn finished(&self, graded: &Graded) {
        // After an interruption this never returns, and the submission being graded is dropped.
        let hold = self.interrupt.hold();
        let written = (self.write)(graded);
        if written.is_ok() {
            self.class.enter(graded);
        }

        drop(hold);
        if let Err(error) = written {
            let mut first = self.error.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            first.get_or_insert(error);
            // The disk is full: the other reports would not fit either.
            self.stop.store(true, Ordering::Relaxed);
        }

        self.progress.finished(&graded.report.slug);
    }
}
