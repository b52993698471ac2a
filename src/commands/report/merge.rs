//! `c4grade report merge`: one folder of reports of the shards of a class.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use c4grade::grade::class::shard::{Merged, Shard, merge};
use c4grade::report::{Grading, Reports, ShardFolder, Sums, visible};
use c4grade::result::ClassReport;
use clap::Args;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::commands::claim::Claim;
use crate::commands::earlier::Earlier;
use crate::commands::grade::{SummaryArgs, exit_code, percent, print_summary};
use crate::commands::interrupt::{INTERRUPTED, Interrupt};
use crate::commands::{Failed, USAGE, say};

/// The exit code of shards that cannot be merged.
const BAD_SHARDS: u8 = 3;

/// The arguments of `report merge`.
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The folders of all shards, in any order
    #[arg(required = true, value_name = "SHARDS")]
    shards: Vec<PathBuf>,

    /// The folder for the reports [default: reports/<assignment>]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,

    /// Wait while another c4grade writes into the folder for the reports, instead of stopping
    #[arg(long)]
    wait: bool,

    /// Remove the reports in the folder on students who are not in this class, also where they are most of the folder's
    #[arg(long)]
    replace: bool,

    /// Exit with code 1 if a submission earns less than this share of the points
    #[arg(long, value_name = "PERCENT", value_parser = percent, allow_negative_numbers = true)]
    fail_under: Option<f64>,

    #[command(flatten)]
    summary: SummaryArgs,
}

/// Writes the reports of the whole class. Nothing is written before every shard was found to be whole.
pub fn run(args: &MergeArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let shards = read(&args.shards)?;
    let source = |shard: usize, start, length| ShardFolder(&args.shards[shard]).source(start, length);
    let merged = merge(&shards, &source).map_err(|error| bad(&format!("{:#}", anyhow::Error::new(error))))?;
    let first = &args.shards[0];
    let is_saved = shards[0].1.has_copies();
    check_files(args, &merged, is_saved)?;

    let target = target(args, &merged.report)?;
    let mut claim = Claim::new("report merge").waiting(args.wait);
    claim.take(&target)?;
    let rows = merged.report.students.iter().map(|row| (&row.slug[..], &row.file[..]));
    Earlier::of(&target, rows).check(args.replace)?;
    let cases = ShardFolder(first).cases();
    let cases = cases.map_err(|error| bad(&format!("cannot use {}: {error}", first.join("cases.json").display())))?;
    let reports = Reports::create(target, cases)?;
    write(&reports, args, &merged, is_saved, interrupt)?;

    print_summary(&merged.report, &reports.index(), args.summary, args.fail_under)?;
    Ok(exit_code(&merged.report, args.fail_under))
}

fn bad(message: &str) -> Failed {
    Failed::new(BAD_SHARDS, message)
}

/// A folder in messages.
fn shown(folder: &Path) -> String {
    visible(&folder.display().to_string()).into_owned()
}

/// The records of all shards. What is wrong with any of them is one error.
fn read(folders: &[PathBuf]) -> Result<Vec<(String, Shard)>, Failed> {
    let absent = folders.iter().filter(|folder| !folder.is_dir());
    let absent: Vec<String> = absent
        .map(|folder| format!("there is no folder {}", shown(folder)))
        .collect();
    if !absent.is_empty() {
        return Err(Failed::new(USAGE, absent.join("\n")));
    }

    let mut shards = Vec::with_capacity(folders.len());
    let mut problems = Vec::new();
    for folder in folders {
        match read_one(folder) {
            Ok(shard) => shards.push((shown(folder), shard)),
            Err(problem) => problems.push(problem),
        }
    }

    if problems.is_empty() {
        Ok(shards)
    } else {
        Err(bad(&problems.join("\n")))
    }
}

fn read_one(folder: &Path) -> Result<Shard, String> {
    let name = shown(folder);
    let unusable = |reason: &dyn std::fmt::Display| format!("cannot use {name}: {reason}");
    let record = ShardFolder(folder).record().map_err(|error| unusable(&error))?;
    let Some(record) = record else {
        return Err(no_shard(folder));
    };
    let shard = Shard::decode(&record).map_err(|error| unusable(&error))?;
    match ShardFolder(folder).damaged(&sums(folder)?) {
        None => Ok(shard),
        Some(file) => Err(format!(
            "{file} in {name} is not as it was written: grade that shard again"
        )),
    }
}

/// Why a folder without a shard's record is none.
fn no_shard(folder: &Path) -> String {
    let name = shown(folder);
    if !folder.join("class.json").exists() {
        return format!("{name} is not a shard: expected a folder that `c4grade grade --shard` wrote");
    }

    let class = Grading::read(folder).ok().and_then(|grading| grading.class);
    let is_complete = class.is_some_and(|class| class.left.is_empty());
    if is_complete && !folder.join("shard").exists() {
        format!(
            "there is no folder shard in {name}: it has the reports of a whole class, or was not copied whole. Name the folders that \
             `c4grade grade --shard` wrote, each with all that is in it"
        )
    } else {
        format!("{name} is not a finished shard: run its `c4grade grade --shard` again, with --resume")
    }
}

/// The sums of a shard's files.
fn sums(folder: &Path) -> Result<Sums, String> {
    let sums = ShardFolder(folder).sums();
    sums.map_err(|error| {
        let file = shown(&folder.join("shard/SHA256SUMS"));
        match error.kind() {
            ErrorKind::NotFound => format!(
                "there is no {file}, the checksums of the shard: copy the whole folder again from where it was graded, or grade \
                 that shard again"
            ),
            _ => format!("cannot read {file}, the checksums of the shard: {error}"),
        }
    })
}

/// Whether the files of every student are there as they were written.
fn check_files(args: &MergeArgs, merged: &Merged, is_saved: bool) -> Result<(), Failed> {
    let sums: Result<Vec<Sums>, String> = args.shards.iter().map(|folder| sums(folder)).collect();
    let sums = sums.map_err(|error| bad(&error))?;
    let damaged = merged.students.par_iter().find_first(|student| {
        let folder = ShardFolder(&args.shards[student.shard]);
        !folder.has(&student.slug, is_saved, &sums[student.shard])
    });
    match damaged {
        None => Ok(()),
        Some(student) => Err(bad(&format!(
            "the files of {} in {} are not as they were written: grade that shard again",
            visible(&student.slug),
            shown(&args.shards[student.shard])
        ))),
    }
}

/// Where the reports go: never into a shard, nor into a folder that only a damaged record names.
fn target(args: &MergeArgs, report: &ClassReport) -> Result<PathBuf, Failed> {
    let name = Path::new(&report.assignment);
    let is_plain =
        matches!(&name.components().collect::<Vec<_>>()[..], [Component::Normal(own)] if *own == name.as_os_str());
    let target = match &args.reports {
        Some(folder) => folder.clone(),
        None if is_plain => Path::new("reports").join(name),
        None => return Err(Failed::new(2, "name the folder for the reports with --reports")),
    };

    let whole = |folder: &Path| folder.canonicalize().ok();
    let inside = args.shards.iter().find(|shard| {
        let shard = whole(shard);
        shard.is_some() && shard == whole(&target)
    });
    match inside {
        Some(shard) => {
            let message = format!("{} is a shard itself: name another folder with --reports", shown(shard));
            Err(Failed::new(2, message))
        }
        None => Ok(target),
    }
}

/// Puts everything in place; until that is done, the class page says that nobody is graded.
fn write(
    reports: &Reports,
    args: &MergeArgs,
    merged: &Merged,
    is_saved: bool,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let slugs = || merged.students.iter().map(|student| student.slug.as_str());
    let empty = ClassReport {
        left: slugs().map(str::to_owned).collect(),
        students: Vec::new(),
        faults: Vec::new(),
        findings: Vec::new(),
        identical: Vec::new(),
        ..merged.report.clone()
    };
    let hold = interrupt.hold();
    interrupt.at_end(|| {
        say("Merging was interrupted. Run the command again to start over.");
        INTERRUPTED
    });
    let known: BTreeSet<&str> = slugs().collect();
    reports.begin(&empty, &|slug| known.contains(slug))?;
    drop(hold);

    merged.students.par_iter().try_for_each(|student| {
        let _hold = interrupt.hold();
        reports.adopt(&args.shards[student.shard], &student.slug, is_saved)
    })?;

    let hold = interrupt.hold();
    reports.write_class(&merged.report)?;
    interrupt.complete();
    drop(hold);
    Ok(())
}
