//! `c4grade assignment`: the packages that the binary carries, by name, and written out to be changed.

use std::fmt::Write as _;
use std::path::PathBuf;

use c4grade::assignment::bundled;
use clap::{Args, Subcommand};

use super::interrupt::Interrupt;

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
    /// Writes a bundled package into a folder of its own, to be changed: `grade --assignment FOLDER` grades with it
    ///
    /// The folder gets `assignment.yaml`, the case files, and below `reference/` the starter file, the reference
    /// program and the sample class with its known verdicts. The files written are listed.
    Export {
        /// The package: `c4grade assignment list` names them
        name: String,
        /// A new or empty folder
        folder: PathBuf,
    },
}

/// Runs the command.
pub fn run(args: &AssignmentArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let mut text = String::new();
    match &args.action {
        Action::List => {
            for name in bundled::names() {
                writeln!(text, "{name}")?;
            }
        }
        Action::Export { name, folder } => {
            let hold = interrupt.hold();
            let written = bundled::export(name, folder)?;
            interrupt.complete();
            drop(hold);
            for file in written {
                writeln!(text, "{}", file.display())?;
            }
        }
    }
    super::print(&text)?;
    Ok(0)
}
