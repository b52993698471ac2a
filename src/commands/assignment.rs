//! `c4grade assignment`: lists the bundled packages, exports one, and makes a new one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use c4grade::assignment::{self, ExportError, bundled};
use clap::{Args, Subcommand};

use super::case::schema::Described;
use super::interrupt::{Hold, Interrupt};

mod new;

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
    /// Makes a new assignment from sizes, texts and an input protocol
    ///
    /// The folder receives `assignment.yaml`, the case files, a page for the instructor, and in `reference/` a full solution and a
    /// sample class: the solution with one fault each. The solution is played on every case, and the sample class is graded into
    /// `expected.yaml`, so that `grade`, `verify`, `case check`, `explore` and `mutate` work with `--assignment FOLDER` at once.
    ///
    /// Without options, on a terminal, it asks for them one after the other.
    New(Box<new::NewArgs>),
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
            let exported = assignment::export(name, folder);
            let mut written = exported.map_err(|error| match error {
                ExportError::Unknown(unknown) => super::bad_file(unknown).into(),
                other => anyhow::Error::new(other),
            })?;
            written.extend(write_schemas(folder, &hold)?);
            interrupt.complete();
            drop(hold);
            for file in written {
                writeln!(text, "{}", file.display())?;
            }
        }
        Action::New(args) => return new::run(args, interrupt),
    }

    super::print(&text)?;
    Ok(0)
}

/// Writes the JSON schemas that the first lines of the package's YAML files name.
fn write_schemas(folder: &Path, hold: &Hold) -> anyhow::Result<Vec<PathBuf>> {
    let folder = folder.join("schema");
    std::fs::create_dir_all(&folder).with_context(|| format!("failed to write {}", folder.display()))?;
    let mut written = Vec::new();
    for (name, described) in Described::FILES {
        let file = folder.join(name);
        super::replace(&file, described.text()?.as_bytes(), hold)?;
        written.push(file);
    }
    Ok(written)
}
