//! `c4grade report`: what can be done with reports that are there.

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
    /// Applies a changed rubric to the runs that grading kept, and runs nothing
    Rescore(rescore::RescoreArgs),
    /// Lists every student whose score or verdict changed between two gradings, and why
    ///
    /// Each side is a folder of reports, its `class.json`, or one student's JSON. A change is no error: the exit code
    /// is 0.
    Compare(compare::CompareArgs),
}

/// Runs the command; gives the exit code.
pub fn run(args: &ReportArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    match &args.command {
        ReportCommand::Rescore(args) => rescore::run(args, interrupt),
        ReportCommand::Compare(args) => compare::run(args),
    }
}
