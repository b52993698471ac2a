//! `c4grade report`: what can be done with reports that are on disk.

use std::path::{Path, PathBuf};

use c4grade::report::{Grading, compare, comparison_text};
use clap::{Args, Subcommand, ValueEnum};

use super::{Failed, USAGE};

/// The arguments of `report`.
#[derive(Debug, Clone, Args)]
pub struct ReportArgs {
    #[command(subcommand)]
    action: Action,
}

/// What is done with reports.
#[derive(Debug, Clone, Subcommand)]
enum Action {
    /// Lists every student whose score or verdict changed between two gradings, and why
    ///
    /// Each side is a folder of reports, its `class.json`, or one student's JSON. A change is no error: the exit code
    /// is 0.
    Compare {
        /// The grading before
        old: PathBuf,
        /// The grading after
        new: PathBuf,
        /// What is printed on standard output
        #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
        format: Format,
    },
}

/// What is printed on standard output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

/// Runs the command.
pub fn run(args: &ReportArgs) -> anyhow::Result<u8> {
    match &args.action {
        Action::Compare { old, new, format } => {
            let comparison = compare(&read(old)?, &read(new)?).map_err(super::bad_file)?;
            let text = match format {
                Format::Text => comparison_text(&comparison),
                Format::Json => serde_json::to_string_pretty(&comparison)? + "\n",
            };
            super::print(&text)?;
        }
    }
    Ok(0)
}

/// A grading on disk. A path at which there is nothing is a wrong command line.
fn read(path: &Path) -> Result<Grading, Failed> {
    Grading::read(path).map_err(|error| {
        if error.is_not_found() {
            return Failed::new(USAGE, format!("{:#}", anyhow::Error::new(error)));
        }
        super::bad_file(error)
    })
}
