//! The command line's types, nothing else.

use clap::{Parser, Subcommand};

use crate::commands::completions::CompletionsArgs;
use crate::commands::play::PlayArgs;
use crate::commands::run::RunArgs;

/// Grades Connect-4 programs: plays every game, explains every verdict.
#[derive(Debug, Parser)]
#[command(name = "c4grade", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays moves on a program and prints its output alone
    Run(RunArgs),
    /// Lets a person play a submission in the terminal
    Play(PlayArgs),
    /// Writes a shell's completion script, or the manual page
    Completions(CompletionsArgs),
}
