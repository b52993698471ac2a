//! `c4grade report`: works on existing reports.

use std::path::Path;

use c4grade::report::Grading;
use c4grade::result::ClassReport;
use clap::{Args, Subcommand};

use super::interrupt::Interrupt;
use super::{BAD_FILE, Failed, USAGE, bad_file};

mod compare;
mod export;
mod feedback;
mod gradebook;
mod gradescope_bundle;
mod merge;
mod rescore;
mod schema;

/// The arguments of `report`.
#[derive(Debug, Args)]
pub struct ReportArgs {
    #[command(subcommand)]
    command: ReportCommand,
}

#[derive(Debug, Subcommand)]
enum ReportCommand {
    /// Applies a changed rubric to existing reports
    Rescore(rescore::RescoreArgs),
    /// Makes one folder of reports of the shards that `grade --shard` wrote, the same as one grading writes
    Merge(merge::MergeArgs),
    /// Lists each student whose score or verdict changed between two gradings, with the reason
    ///
    /// Each argument is a folder of reports, its `class.json`, or one student's JSON file. The exit code is 0 even if
    /// something changed.
    Compare(compare::CompareArgs),
    /// Fills one column of a gradebook that Canvas, Moodle or Blackboard exported
    ///
    /// Every other byte stays as it is. Students are found by the platform's numbers, then by logins and names. The exit code
    /// is 1 if a score has no place.
    Gradebook(gradebook::GradebookArgs),
    /// Packs the students' pages so that Canvas or Moodle takes them back as feedback
    Feedback(feedback::FeedbackArgs),
    /// Writes reports for other systems: test results as XML, GitHub annotations, Markdown, Gradescope
    ///
    /// `junit` and `github` take a class or one student; `markdown` is the table of a class, or the result of one student; `gradescope`
    /// takes one student, and without a score there is no file and the exit code is 5.
    Export(export::ExportArgs),
    /// Packs an autograder for Gradescope, which builds nothing there
    ///
    /// The archive has c4grade itself, so it must be a static binary for Linux on x86-64.
    GradescopeBundle(gradescope_bundle::BundleArgs),
    /// Prints the JSON schema of the files that programs read
    Schema(schema::SchemaArgs),
}

/// Runs the command; returns the exit code.
pub fn run(args: &ReportArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    match &args.command {
        ReportCommand::Rescore(args) => rescore::run(args, interrupt),
        ReportCommand::Merge(args) => merge::run(args, interrupt),
        ReportCommand::Compare(args) => compare::run(args),
        ReportCommand::Gradebook(args) => gradebook::run(args, interrupt),
        ReportCommand::Feedback(args) => feedback::run(args, interrupt),
        ReportCommand::Export(args) => export::run(args, interrupt),
        ReportCommand::GradescopeBundle(args) => gradescope_bundle::run(args, interrupt),
        ReportCommand::Schema(args) => schema::run(args),
    }
}

/// The folder of reports that is read; by default that of the first command a newcomer types.
fn reports_folder(path: Option<&Path>) -> &Path {
    path.unwrap_or(Path::new("reports/lc3-starter"))
}

/// The class of a folder of reports, or of a `class.json`.
fn class_report(path: Option<&Path>) -> Result<ClassReport, Failed> {
    let path = reports_folder(path);
    let no_class = |code| {
        let message = format!(
            "there are no reports in {}: expected a class.json, as `c4grade grade` writes it",
            path.display()
        );
        Failed::new(code, message)
    };
    let grading = match Grading::read(path) {
        Err(error) if error.is_not_found() => return Err(no_class(USAGE)),
        grading => grading.map_err(bad_file)?,
    };
    grading.class.ok_or_else(|| no_class(BAD_FILE))
}
