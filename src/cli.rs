//! The command line's root: the commands and what holds for all of them. A command's own arguments stand beside it.

use clap::{Parser, Subcommand, ValueEnum};

use crate::commands::asm::AsmArgs;
use crate::commands::assignment::AssignmentArgs;
use crate::commands::case::CaseArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::doctor::DoctorArgs;
use crate::commands::grade::GradeArgs;
use crate::commands::play::PlayArgs;
use crate::commands::report::ReportArgs;
use crate::commands::run::RunArgs;
use crate::commands::verify::VerifyArgs;

/// Grades Connect-4 programs: plays every game, explains every verdict.
#[derive(Debug, Parser)]
#[command(name = "c4grade", version, max_term_width = 100, arg_required_else_help = true)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes the choice hold for everything that is printed.
    pub fn write_global(self) {
        let choice = match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::AlwaysAnsi,
            Self::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Grades a folder of submissions; without one, the sample class
    Grade(GradeArgs),
    /// Plays moves on a program and prints its output alone
    Run(RunArgs),
    /// Lets a person play a submission in the terminal
    Play(PlayArgs),
    /// Assembles a program: diagnostics, listing, symbols, object file
    Asm(AsmArgs),
    /// Writes, checks, renews and lists test cases
    Case(CaseArgs),
    /// Works on reports that are there: applies a changed rubric, compares two gradings
    Report(ReportArgs),
    /// Grades the sample classes and compares with their known verdicts
    Verify(VerifyArgs),
    /// Names the bundled packages, or writes one out to change it
    Assignment(AssignmentArgs),
    /// Tells what can run here, and tries whether the fence around native programs holds
    Doctor(DoctorArgs),
    /// Writes a shell's completion script, or the manual page
    Completions(CompletionsArgs),
}
