//! `c4grade report compare`: what changed between two gradings.

use std::path::{Path, PathBuf};

use c4grade::report::{Grading, compare, comparison_text};
use clap::Args;

use crate::commands::{Format, bad_file};

/// The arguments of `report compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The earlier grading
    old: PathBuf,

    /// The later grading
    new: PathBuf,

    /// The format of standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

/// Runs the command.
pub fn run(args: &CompareArgs) -> anyhow::Result<u8> {
    let read = |path: &Path| Grading::read(path).map_err(bad_file);
    let comparison = compare(&read(&args.old)?, &read(&args.new)?).map_err(bad_file)?;
    let text = match args.format {
        Format::Text => comparison_text(&comparison),
        Format::Json => c4grade::diagnostic::json::pretty_text(&comparison)? + "\n",
    };
    crate::commands::print(&text)?;
    Ok(0)
}
