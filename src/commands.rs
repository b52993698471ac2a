//! One thin file per command: arguments in, report out, exit code back.

use std::io::Write as _;
use std::process::ExitCode;

use crate::cli::Command;

mod grade;
mod verify;

/// A failure with the exit code that design names for it.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failed {
    /// The exit code.
    pub code: u8,
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
pub fn dispatch(command: &Command) -> anyhow::Result<u8> {
    match command {
        Command::Grade(args) => grade::run(args),
        Command::Verify(args) => verify::run(args),
    }
}

/// Tells an error on standard error; gives its exit code: 2 unless the error knows better.
pub fn report_error(error: &anyhow::Error) -> ExitCode {
    let red = anstyle::AnsiColor::Red.on_default().bold();
    let _ = writeln!(anstream::stderr(), "{red}error{red:#}: {error:#}");
    ExitCode::from(error.downcast_ref::<Failed>().map_or(2, |failed| failed.code))
}

/// A reader that went away is no failure.
pub fn broken_pipe_is_fine(result: std::io::Result<()>) -> std::io::Result<()> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
