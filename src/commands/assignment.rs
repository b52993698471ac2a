//! `c4grade assignment`: the packages that the binary carries, by name, and written out to be changed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use c4grade::assignment::bundled;
use clap::{Args, Subcommand};

use super::{Failed, USAGE, broken_pipe_is_fine};

/// The arguments of `assignment`.
#[derive(Debug, Clone, Args)]
pub struct AssignmentArgs {
    #[command(subcommand)]
    action: Action,
}

/// What is done with the packages.
#[derive(Debug, Clone, Subcommand)]
enum Action {
    /// Names the bundled packages, one a line
    List,
    /// Writes a bundled package into a folder, to be changed and graded with by its path
    Export {
        /// The package: `c4grade assignment list` names them
        name: String,
        /// The folder, which is made when it is not there
        folder: PathBuf,
    },
}

/// Runs the command.
pub fn run(args: &AssignmentArgs) -> anyhow::Result<u8> {
    let mut text = String::new();
    match &args.action {
        Action::List => {
            for name in bundled::names() {
                writeln!(text, "{name}")?;
            }
        }
        Action::Export { name, folder } => {
            let names = bundled::names();
            if !names.contains(&name.as_str()) {
                let message = format!("there is no bundled package `{name}`; there are {}", names.join(", "));
                return Err(Failed::new(USAGE, message).into());
            }
            let written = bundled::export(name, folder).map_err(|error| Failed::new(USAGE, error.to_string()))?;
            for file in written {
                writeln!(text, "{}", file.display())?;
            }
        }
    }
    let mut out = anstream::stdout();
    broken_pipe_is_fine(out.write_all(text.as_bytes()).and_then(|()| out.flush()))?;
    Ok(0)
}
