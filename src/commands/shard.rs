//! `c4grade shard`: what a scheduler needs to grade a class in shards and to merge them.
//!
//! Prints a script or a manifest. It starts nothing itself: a part is a `grade --shard`, which can be started again at any time
//! and goes on where it was, and the end is a `report merge`.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c4grade::assignment::{Assignment, MachineSpec};
use c4grade::grade::class::shard::MOST_PARTS;
use c4grade::grade::plan::default_repair;
use clap::{Args, Parser, Subcommand};

use super::grade::{GradeArgs, survey};
use super::shell::quoted;
use super::{Failed, USAGE, broken_pipe_is_fine};

mod kubernetes;
mod parallel;
mod slurm;

/// The arguments of `shard`.
#[derive(Debug, Args)]
pub struct ShardArgs {
    #[command(subcommand)]
    scheduler: Scheduler,
}

/// The schedulers.
#[derive(Debug, Subcommand)]
enum Scheduler {
    /// Prints a job script for Slurm: `sh FILE` submits a job array, and a job that merges when all parts are done
    Slurm(ClassArgs),
    /// Prints a script that grades with GNU parallel and merges: `sh FILE`, followed by options for parallel
    Parallel(ClassArgs),
    /// Prints a manifest for Kubernetes: an Indexed Job, and a Job that merges
    Kubernetes(kubernetes::KubernetesArgs),
}

/// The class and how it is graded.
#[derive(Debug, Args)]
struct ClassArgs {
    /// A folder of submissions, a .zip or .tar.gz of one
    submissions: PathBuf,

    /// How many parts the class has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PARTS)))]
    shards: u32,

    /// A bundled assignment's name, or the path of a folder with a slash: `./my-course`
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: OsString,

    /// Use these cases instead of the assignment's own; each has its own points
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<OsString>,

    /// The folder for the reports of the whole class; the shards go beside it [default: reports/<assignment>]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,

    /// How many processors each part has
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    cpus: u16,

    /// Other options for `c4grade grade`, after `--`
    #[arg(last = true, value_name = "OPTIONS")]
    options: Vec<OsString>,
}

/// Prints what was asked for.
pub fn run(args: &ShardArgs) -> anyhow::Result<u8> {
    let text = match &args.scheduler {
        Scheduler::Slurm(class) => slurm::script(&Plan::of(class)?)?,
        Scheduler::Parallel(class) => parallel::script(&Plan::of(class)?)?,
        Scheduler::Kubernetes(args) => kubernetes::manifest(args, &Plan::of(args.class())?)?,
    };
    let mut out = std::io::stdout();
    broken_pipe_is_fine(out.write_all(&text).and_then(|()| out.flush())).context("failed to write standard output")?;
    Ok(0)
}

/// A class that is to be graded in parts.
struct Plan {
    shards: u32,
    cpus: u16,
    /// The words after `c4grade` of a part, but for its number and its folder.
    grade: Vec<OsString>,
    /// The folder of the shards.
    folder: PathBuf,
    /// The folder for the reports of the class.
    reports: PathBuf,
    limits: Limits,
}

/// What a part may use.
struct Limits {
    minutes: u64,
    megabytes: u64,
}

impl Plan {
    /// The plan for a class that is there and can be graded so.
    fn of(args: &ClassArgs) -> anyhow::Result<Self> {
        let mut grade: Vec<OsString> = vec!["grade".into(), not_an_option(&args.submissions)];
        grade.extend(["--assignment".into(), args.assignment.clone()]);
        if let Some(cases) = &args.cases {
            grade.extend(["--cases".into(), cases.clone()]);
        }
        grade.extend(args.options.iter().cloned());
        let own = ["--jobs", &args.cpus.to_string(), "--resume", "--wait", "--quiet"].map(OsString::from);
        grade.extend(own);

        check_options(&args.options)?;
        let (assignment, submissions, repair) = check(&grade, args.shards)?;
        let reports = args.reports.clone();
        let reports = reports.unwrap_or_else(|| Path::new("reports").join(&assignment.name));
        let Some(name) = reports.file_name() else {
            let message = format!("{} has no name: name a folder with --reports", reports.display());
            return Err(Failed::new(USAGE, message).into());
        };
        let mut folder = name.to_owned();
        folder.push("-shards");
        Ok(Self {
            shards: args.shards,
            cpus: args.cpus,
            grade,
            folder: PathBuf::from(not_an_option(&reports.with_file_name(folder))),
            reports: PathBuf::from(not_an_option(&reports)),
            limits: limits(&assignment, submissions, repair, args),
        })
    }
}

/// A path that no command takes for an option.
fn not_an_option(path: &Path) -> OsString {
    if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        return Path::new(".").join(path).into_os_string();
    }
    path.as_os_str().to_owned()
}

/// The arguments of a `grade`, to look whether they are right before many jobs find out.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct GradeLine {
    #[command(flatten)]
    grade: GradeArgs,
}

/// What a part's `grade` has anyway, and what to write instead of giving it once more.
const GIVEN: [(&str, &str); 10] = [
    ("--resume", "every part has it anyway, so leave it out"),
    ("--wait", "every part has it anyway, so leave it out"),
    ("--quiet", "every part has it anyway, so leave it out"),
    ("-q", "every part has it anyway, so leave it out"),
    ("--jobs", "write --cpus before the `--`"),
    ("-j", "write --cpus before the `--`"),
    ("--shard", "write --shards before the `--`"),
    ("--reports", "write it before the `--`"),
    ("--assignment", "write it before the `--`"),
    ("--cases", "write it before the `--`"),
];

/// Refuses options after `--` that every part has already.
fn check_options(options: &[OsString]) -> Result<(), Failed> {
    for option in options {
        let word = option.to_string_lossy();
        let name = word.split_once('=').map_or(&*word, |(name, _)| name);
        if let Some((_, advice)) = GIVEN.iter().find(|(given, _)| *given == name) {
            return Err(Failed::new(
                USAGE,
                format!("{name} cannot be given after `--`: {advice}"),
            ));
        }
    }
    Ok(())
}

/// The assignment, the number of submissions that the words would grade, and how long faults are looked for in each.
fn check(grade: &[OsString], shards: u32) -> anyhow::Result<(Assignment, usize, Option<u64>)> {
    let part = ["--shard".into(), format!("1/{shards}").into(), "--reports=x".into()];
    let words = grade.iter().skip(1).cloned().chain(part);
    let line = GradeLine::try_parse_from(words);
    let line = line.map_err(|error| {
        // The usage is that of no command that anybody types.
        let message = error.to_string();
        let message = message.split("\n\n").next().unwrap_or_default();
        let message = message.strip_prefix("error: ").unwrap_or(message);
        let message = format!(
            "these options cannot be given to every part: {}. What comes after `--` are options of `c4grade grade`; `c4grade grade \
             --help` lists them",
            message.trim().trim_end_matches('.')
        );
        Failed::new(USAGE, message)
    })?;
    let (assignment, submissions) = survey(&line.grade)?;
    Ok((assignment, submissions, line.grade.repair))
}

/// No part may run for longer than a year, in minutes.
const LONGEST: u64 = 365 * 24 * 60;

/// Ten times what was measured, see `docs/scale.md`, and what a node takes to get ready. What was measured is with the usual time
/// for faults, `repair` in milliseconds.
fn limits(assignment: &Assignment, submissions: usize, repair: Option<u64>, args: &ClassArgs) -> Limits {
    let (seconds, megabytes) = match assignment.machine {
        MachineSpec::Lc3 { .. } => (0.1, 500),
        MachineSpec::Arm { .. } => (0.6, 500),
        MachineSpec::Native { .. } => (5.0, 2000),
    };
    let usual = default_repair(assignment);
    let seconds = seconds + repair.unwrap_or(usual).saturating_sub(usual) as f64 / 1000.0;
    let share = submissions as f64 / f64::from(args.shards) / f64::from(args.cpus);
    let minutes = (share * seconds * 10.0 / 60.0).ceil() as u64;
    Limits {
        minutes: minutes.saturating_add(10).min(LONGEST),
        megabytes: megabytes + 50 * u64::from(args.cpus) + submissions as u64 / 100,
    }
}

/// The beginning of a script: the settings, and functions that grade part `$1` and merge.
fn beginning(plan: &Plan) -> anyhow::Result<Vec<u8>> {
    let here = std::env::current_dir().context("failed to find the working folder")?;
    let own = std::env::current_exe().context("failed to find the running c4grade")?;
    let mut script = Vec::new();
    for (name, value) in [
        ("folder", here.as_os_str()),
        ("c4grade", own.as_os_str()),
        ("shards", plan.folder.as_os_str()),
        ("reports", plan.reports.as_os_str()),
    ] {
        script.extend(format!("{name}=").bytes());
        script.extend(quoted(value));
        script.push(b'\n');
    }

    script.extend(format!("count={}\n\n", plan.shards).bytes());
    script.extend(b"part() {\n  \"${C4GRADE:-$c4grade}\"");
    for word in &plan.grade {
        script.push(b' ');
        script.extend(quoted(word));
    }
    script.extend(FUNCTIONS.bytes());
    Ok(script)
}

/// The rest of the functions.
const FUNCTIONS: &str = r#" \
    --shard "$1/$count" --reports "$shards/$1-of-$count" || needs_attention "$?"
}

merge() {
  "${C4GRADE:-$c4grade}" report merge "$shards"/*-of-"$count" --reports "$reports" --wait || needs_attention "$?"
}

# A submission without a score is no failure of a job.
needs_attention() {
  [ "$1" -eq 5 ] || exit "$1"
}

"#;
