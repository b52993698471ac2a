//! The root of the command line: the commands and their common options. Each command's own arguments are in its module.

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::commands::asm::AsmArgs;
use crate::commands::assignment::AssignmentArgs;
use crate::commands::case::CaseArgs;
use crate::commands::completions::CompletionsArgs;
use crate::commands::doctor::DoctorArgs;
use crate::commands::explore::ExploreArgs;
use crate::commands::grade::GradeArgs;
use crate::commands::interrupt::Interrupt;
use crate::commands::mutate::MutateArgs;
use crate::commands::play::PlayArgs;
use crate::commands::report::ReportArgs;
use crate::commands::roster::RosterArgs;
use crate::commands::run::RunArgs;
use crate::commands::shard::ShardArgs;
use crate::commands::verify::VerifyArgs;
use crate::commands::watch::WatchArgs;
use crate::commands::{
    asm, assignment, case, completions, doctor, explore, grade, mutate, play, report, roster, run, shard, verify, watch,
};

/// Grades Connect-4 programs: plays every game, explains every verdict.
#[derive(Debug, Parser)]
#[command(name = "c4grade", version, max_term_width = 100, arg_required_else_help = true)]
pub struct Cli {
    /// The command
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
    /// Applies the choice to everything that is printed.
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
    /// Grades a folder, and again whatever changes in it
    Watch(WatchArgs),
    /// Shows how the names in a download of submissions are read, without running anything
    Roster(RosterArgs),
    /// Runs a program with given moves and prints only its output
    Run(RunArgs),
    /// Plays a submission interactively in the terminal
    Play(PlayArgs),
    /// Assembles a program: diagnostics, listing, symbol table, object file
    Asm(AsmArgs),
    /// Writes, checks, updates and lists test cases
    Case(CaseArgs),
    /// Works on existing reports: applies a changed rubric, compares two gradings
    Report(ReportArgs),
    /// Prints what Slurm, GNU parallel or Kubernetes need to grade a class on several machines
    Shard(ShardArgs),
    /// Plays every game to a depth against the rules, and reports how a program differs
    Explore(ExploreArgs),
    /// Plays single edits of the reference program and faults of the rules, and reports those that a suite does not notice
    Mutate(MutateArgs),
    /// Grades the sample classes and compares the results with the known verdicts
    Verify(VerifyArgs),
    /// Lists the bundled assignment packages, exports one to edit it, or makes a new one
    Assignment(AssignmentArgs),
    /// Shows what can run here, and tests the sandbox for native programs
    Doctor(DoctorArgs),
    /// Prints a shell completion script, or the manual page
    Completions(CompletionsArgs),
}

impl Command {
    /// Runs the command; returns the exit code.
    pub fn run(self, interrupt: &Interrupt) -> anyhow::Result<u8> {
        match self {
            Self::Grade(args) => grade::run(&args, interrupt),
            Self::Watch(args) => watch::run(&args, interrupt),
            Self::Roster(args) => roster::run(&args),
            Self::Asm(args) => asm::run(&args, interrupt),
            Self::Case(args) => case::run(&args, interrupt),
            Self::Run(args) => run::run(&args),
            Self::Play(args) => play::run(&args, interrupt),
            Self::Report(args) => report::run(&args, interrupt),
            Self::Shard(args) => shard::run(&args),
            Self::Explore(args) => explore::run(&args),
            Self::Mutate(args) => mutate::run(&args, interrupt),
            Self::Verify(args) => verify::run(&args),
            Self::Assignment(args) => assignment::run(&args, interrupt),
            Self::Doctor(args) => doctor::run(&args),
            Self::Completions(args) => completions::run(args, Cli::command()),
        }
    }
}
