//! `c4grade report export`: reports for other systems.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c4grade::report::{self, Grading, visible};
use c4grade::result::StudentReport;
use clap::{Args, ValueEnum};

use super::reports_folder;
use crate::commands::interrupt::Interrupt;
use crate::commands::same_file::is_same_file;
use crate::commands::{Failed, USAGE, bad_file, print, replace};

/// The arguments of `report export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The format
    #[arg(value_enum, value_name = "FORMAT")]
    format: ExportFormat,

    /// The folder of reports, or one student's JSON [default: reports/lc3-starter]
    #[arg(value_name = "REPORTS")]
    reports_read: Option<PathBuf>,

    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What other systems read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Test results as XML: a suite for each student
    Junit,
    /// Annotations of GitHub Actions, at the lines of the students' files
    Github,
    /// Markdown: one student's result, or the table of a class
    Markdown,
    /// The results.json of Gradescope, for one student
    Gradescope,
}

/// Writes the export.
pub fn run(args: &ExportArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let path = reports_folder(args.reports_read.as_deref());
    let grading = Grading::read(path).map_err(|error| {
        if error.is_not_found() {
            return Failed::new(USAGE, format!("there are no reports in {}", path.display()));
        }
        bad_file(error)
    })?;

    if let Some(output) = &args.output {
        check_output(output, path, &grading)?;
    }
    let bytes = match args.format {
        ExportFormat::Junit => junit(&grading)?,
        ExportFormat::Github => annotations(&grading)?.into_bytes(),
        ExportFormat::Markdown => markdown(&grading)?.into_bytes(),
        ExportFormat::Gradescope => gradescope(&grading, path)?,
    };
    match &args.output {
        Some(file) => replace(file, &bytes, &interrupt.hold())?,
        None => print(&String::from_utf8_lossy(&bytes))?,
    }
    Ok(0)
}

/// Refuses an output that would replace one of the reports.
fn check_output(output: &Path, path: &Path, grading: &Grading) -> Result<(), Failed> {
    let folder = if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(Path::new(""))
    };
    let of_class = ["class.json", "cases.json", "index.html", "scores.csv"].map(str::to_owned);
    let of_students = grading
        .students
        .iter()
        .flat_map(|student| ["json", "html", "txt"].map(|extension| format!("{}.{extension}", student.slug)));
    let mut reports = of_class.into_iter().chain(of_students).map(|name| folder.join(name));

    match reports.find(|report| is_same_file(report, output)) {
        None => Ok(()),
        Some(report) => {
            let (output, report) = (output.display(), report.display());
            let message = format!("--output {output} would replace the report {report}: name another file");
            Err(Failed::new(USAGE, message))
        }
    }
}

/// Each student's report, as the student may see it; who has none is left out.
fn reports(grading: &Grading) -> impl Iterator<Item = Result<StudentReport, Failed>> {
    let reports = grading
        .students
        .iter()
        .map(|student| student.report().map_err(bad_file));
    let reports = reports.filter_map(Result::transpose);
    reports.map(|report| report.map(|report| report::of_student(&report).into_owned()))
}

fn junit(grading: &Grading) -> anyhow::Result<Vec<u8>> {
    let students = reports(grading).collect::<Result<Vec<_>, _>>()?;
    let title = students.first().map_or("c4grade", |student| &student.title);
    report::junit(title, students.iter()).context("failed to make the XML")
}

fn annotations(grading: &Grading) -> anyhow::Result<String> {
    let mut text = String::new();
    for student in reports(grading) {
        text += &report::annotations(&student?);
    }
    Ok(text)
}

fn markdown(grading: &Grading) -> anyhow::Result<String> {
    match (&grading.class, &grading.students[..]) {
        (Some(class), students) if students.len() != 1 => Ok(report::class_markdown(class)),
        _ => {
            let mut text = String::new();
            for student in reports(grading) {
                text += &report::student_markdown(&student?);
            }
            Ok(text)
        }
    }
}

/// The results of the one student there is. Without a score there are none: no file must be taken for a zero.
fn gradescope(grading: &Grading, path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut students = reports(grading);
    let (Some(student), None) = (students.next().transpose()?, students.next()) else {
        let message = format!(
            "{} has the reports of {} students, and Gradescope takes those of one: name a student's JSON",
            path.display(),
            grading.students.len()
        );
        return Err(Failed::new(2, message).into());
    };

    let results = report::gradescope_results(&student).ok_or_else(|| {
        let message = format!(
            "no results for Gradescope, because there is no score: {}",
            visible(&student.summary)
        );
        Failed::new(5, message)
    })?;
    Ok(report::json(&results)?)
}
