//! `c4grade report gradebook`: fills a column of the gradebook that a learning platform exported.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c4grade::diagnostic::wording::plural;
use c4grade::report::{Filled, Filling, Platform, fill_gradebook, visible};
use clap::Args;

use super::class_report;
use crate::commands::interrupt::Interrupt;
use crate::commands::{Failed, print, replace};

/// The longest list of students that is printed.
const LISTED: usize = 50;

/// The arguments of `report gradebook`.
#[derive(Debug, Args)]
pub struct GradebookArgs {
    /// The folder of reports [default: reports/lc3-starter]
    #[arg(value_name = "REPORTS")]
    reports_read: Option<PathBuf>,

    #[command(flatten)]
    export: Export,

    /// The column to fill: its heading, or the beginning of one. Needed where several could be meant
    #[arg(long, value_name = "HEADING")]
    column: Option<String>,

    /// Convert scores to the points of the column where they differ from the assignment's
    #[arg(long)]
    scale: bool,

    /// Replace grades and feedback that are there, and the output file
    #[arg(long)]
    force: bool,

    /// The file to write [default: NAME-filled beside the export]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The export, one of these.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Export {
    /// The gradebook as Canvas exports it (Grades, Export)
    #[arg(long, value_name = "CSV")]
    canvas: Option<PathBuf>,

    /// The grading worksheet of a Moodle assignment
    #[arg(long, value_name = "CSV")]
    moodle: Option<PathBuf>,

    /// The file for working offline of Blackboard's grade centre
    #[arg(long, value_name = "FILE")]
    blackboard: Option<PathBuf>,
}

impl Export {
    fn of(&self) -> (Platform, &Path) {
        let exports = [
            (Platform::Canvas, &self.canvas),
            (Platform::Moodle, &self.moodle),
            (Platform::Blackboard, &self.blackboard),
        ];
        let mut given = exports
            .into_iter()
            .filter_map(|(platform, file)| Some((platform, file.as_deref()?)));
        given.next().expect("clap demands one")
    }
}

/// Fills the gradebook. Exit code 1 if the score of some student is not in it.
pub fn run(args: &GradebookArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let class = class_report(args.reports_read.as_deref())?;
    let (platform, export) = args.export.of();
    let output = args.output.clone().unwrap_or_else(|| beside(export));
    if output.exists() && !args.force {
        let message = format!(
            "{} exists: give --force to replace it, or --output FILE",
            output.display()
        );
        return Err(Failed::new(2, message).into());
    }
    let bytes = std::fs::read(export).with_context(|| format!("failed to read {}", export.display()))?;

    let filling = Filling {
        platform,
        column: args.column.as_deref(),
        is_forced: args.force,
        is_scaled: args.scale,
    };
    let filled = fill_gradebook(&bytes, &class, &filling)
        .map_err(|error| Failed::new(2, format!("cannot fill {}: {error}", export.display())))?;
    replace(&output, &filled.bytes, &interrupt.hold())?;

    print(&said(&filled, &output))?;
    Ok(u8::from(!filled.is_complete()))
}

/// `grades.csv` becomes `grades-filled.csv`.
fn beside(export: &Path) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (part(export.file_stem()), part(export.extension()));
    let dot = if extension.is_empty() { "" } else { "." };
    export.with_file_name(format!("{stem}-filled{dot}{extension}"))
}

/// What was filled, and each student who needs a look.
fn said(filled: &Filled, output: &Path) -> String {
    let mut said = format!(
        "Wrote {}: {} in the column {:?}.\n",
        output.display(),
        plural(filled.graded, "grade"),
        visible(&filled.column)
    );
    let lists = [
        ("Not in this gradebook, so the score is nowhere", &filled.unknown),
        ("Could be in several rows, so the score is nowhere", &filled.unclear),
        ("Has another grade, which stays (--force replaces it)", &filled.kept),
        ("No score, so the cell is unchanged", &filled.without_score),
        ("In the gradebook only, unchanged", &filled.rows_left),
    ];
    for (heading, students) in lists.into_iter().filter(|(_, students)| !students.is_empty()) {
        let _ = writeln!(said, "\n{heading} ({}):", students.len());
        for student in students.iter().take(LISTED) {
            let _ = writeln!(said, "  {student}");
        }
        if let Some(more) = students.len().checked_sub(LISTED).filter(|more| *more > 0) {
            let _ = writeln!(said, "  and {more} more");
        }
    }
    said
}
