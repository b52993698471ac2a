//! `c4grade report`: works on existing reports.

use clap::{Args, Subcommand};

use super::interrupt::Interrupt;

mod compare;
mod rescore;

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
    /// Lists each student whose score or verdict changed between two gradings, with the reason
    ///
    /// Each argument is a folder of reports, its `class.json`, or one student's JSON file. The exit code is 0 even if
    /// something changed.
    Compare(compare::CompareArgs),
}

/// Runs the command; returns the exit code.
pub fn run(args: &ReportArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    match &args.command {
        ReportCommand::Rescore(args) => rescore::run(args, interrupt),
        ReportCommand::Compare(args) => compare::run(args),
    }
}
