//! One thin file per command: arguments in, results out, the exit code back.

use std::io::Write as _;
use std::process::ExitCode;

use clap::CommandFactory as _;

use crate::cli::{Cli, Command};

pub mod assignment;
pub mod completions;
pub mod grade;
pub mod play;
mod program;
pub mod run;
pub mod verify;

/// The arguments cannot be followed: said on standard error, exit code 2.
pub const USAGE: u8 = 2;

/// A failure with its exit code.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failed {
    code: u8,
    message: String,
}

impl Failed {
    /// A failure.
    pub fn new(code: u8, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// Runs the command; gives the exit code.
pub fn dispatch(command: Command) -> anyhow::Result<u8> {
    match command {
        Command::Grade(args) => grade::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Assignment(args) => assignment::run(&args),
        Command::Completions(args) => completions::run(args, Cli::command()),
    }
}

/// Tells an error on standard error; gives its exit code, [`USAGE`] unless the error knows better.
pub fn report_error(error: &anyhow::Error) -> ExitCode {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{red}error{red:#}: {error:#}");
    ExitCode::from(error.downcast_ref::<Failed>().map_or(USAGE, |failed| failed.code))
}

/// A reader that went away is no failure.
pub fn broken_pipe_is_fine(result: std::io::Result<()>) -> std::io::Result<()> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
