//! `c4grade assignment`: lists the bundled packages, and exports one.

use std::fmt::Write as _;
use std::path::PathBuf;

use c4grade::assignment::{self, bundled};
use clap::{Args, Subcommand};

use super::interrupt::Interrupt;

/// The arguments of `assignment`.
#[derive(Debug, Clone, Args)]
pub struct AssignmentArgs {
    #[command(subcommand)]
    action: Action,
}

/// The subcommands.
#[derive(Debug, Clone, Subcommand)]
enum Action {
    /// Lists the bundled packages, one per line
    List,
    /// Copies a bundled package into a folder for editing; `grade --assignment FOLDER` uses the copy
    ///
    /// The folder receives `assignment.yaml`, the case files, and in `reference/` the starter file, the reference
    /// program and the sample class with its known verdicts. The command lists the files that it writes.
    Export {
        /// The package, as listed by `c4grade assignment list`
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
            let written = assignment::export(name, folder)?;
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
