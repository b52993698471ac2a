//! `c4grade case bless`: updates transcripts, once the changes were shown and confirmed.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use c4grade::assignment::{self, bundled};
use c4grade::case::bless::{self, Blessed};
use c4grade::case::{self, Finding};
use c4grade::diagnostic::Source;
use c4grade::diagnostic::wording::plural;
use c4grade::yaml::BadFile;
use clap::Args;
use similar::TextDiff;

use super::NOT_HELD;
use crate::commands::interrupt::Interrupt;
use crate::commands::{print, replace_all, say};

/// The arguments of `case bless`.
#[derive(Debug, Args)]
pub struct BlessArgs {
    /// The path of an assignment's folder, or NAME for `cases/NAME/` [default: all folders in `cases/`]
    #[arg(long, value_name = "NAME|DIR")]
    assignment: Option<String>,
    /// A case file or a folder of case files, instead of the assignment's own
    #[arg(long, value_name = "FILE|DIR")]
    cases: Option<PathBuf>,
    /// Show what would change without changing anything
    #[arg(long)]
    dry_run: bool,
    /// Change the files without asking
    #[arg(long, short, conflicts_with = "dry_run")]
    yes: bool,
}

/// A file that would change.
struct Change {
    source: Source,
    blessed: Blessed,
}

/// Computes all transcripts and shows what changes; only once that is confirmed are the files written.
pub fn run(args: &BlessArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let changes = changes(args)?;
    let diffs: Vec<String> = changes.iter().map(diff).collect();
    print(&diffs.concat())?;
    for change in &changes {
        for name in &change.blessed.changed {
            say(&format!("{}: {name}", change.source.name));
        }
    }

    let count: usize = changes.iter().map(|change| change.blessed.changed.len()).sum();
    let transcripts = plural(count, "transcript");
    let broken: Vec<&Finding> = changes.iter().flat_map(|change| &change.blessed.broken).collect();
    for finding in &broken {
        say(&format!("{}: `{}`: {}", finding.place, finding.case, finding.message));
    }
    if !broken.is_empty() {
        say("nothing was changed: a tag would promise what its case no longer does");
        return Ok(NOT_HELD);
    }
    if args.dry_run {
        say(&format!("{transcripts} would change"));
        return Ok(0);
    }
    if count > 0 && !args.yes && !is_confirmed(&transcripts)? {
        return Ok(NOT_HELD);
    }

    let texts: Vec<Vec<u8>> = changes.iter().map(bytes).collect();
    let files = changes.iter().zip(&texts);
    let hold = interrupt.hold();
    replace_all(
        files.map(|(change, bytes)| (Path::new(&change.source.name), &bytes[..])),
        &hold,
    )?;
    interrupt.complete();
    say(&format!("{transcripts} changed"));
    Ok(0)
}

/// Every file with a transcript that is not as the rules have it.
fn changes(args: &BlessArgs) -> anyhow::Result<Vec<Change>> {
    let mut changes = Vec::new();
    for folder in folders_on_disk(args.assignment.as_deref())? {
        let assignment = assignment::find(&folder.to_string_lossy())?;
        for source in case::sources(&assignment, args.cases.as_deref())? {
            match bless::bless(&source, &assignment) {
                Ok(blessed) if blessed.changed.is_empty() => {}
                Ok(blessed) => changes.push(Change { source, blessed }),
                Err(diagnostics) => {
                    let source = source.into();
                    return Err(BadFile { source, diagnostics }.into());
                }
            }
        }
    }

    Ok(changes)
}

/// The change of a file as a unified diff, lines in colour on a terminal.
fn diff(change: &Change) -> String {
    let (name, old, new) = (&change.source.name, &change.source.text, &change.blessed.text);
    let diff = TextDiff::from_lines(old, new);
    let plain = diff.unified_diff().context_radius(3).header(name, name).to_string();
    let green = anstyle::AnsiColor::Green.on_default();
    let red = anstyle::AnsiColor::Red.on_default();

    let lines = plain.split_inclusive('\n').map(|line| {
        let style = match line.chars().next() {
            Some('+') => green,
            Some('-') => red,
            _ => return line.to_owned(),
        };
        let text = line.trim_end_matches('\n');
        format!("{style}{text}{style:#}{}", &line[text.len()..])
    });
    lines.collect()
}

/// Asks on a terminal; without one the answer is no.
fn is_confirmed(transcripts: &str) -> anyhow::Result<bool> {
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        say(&format!(
            "{transcripts} would change; nothing was changed: read the differences, then add --yes"
        ));
        return Ok(false);
    }

    let mut terminal = io::stderr();
    write!(terminal, "Change {transcripts}? [y/N] ")?;
    terminal.flush()?;
    let mut answer = String::new();
    io::stdin()
        .read_line(&mut answer)
        .context("failed to read the answer")?;
    let is_yes = ["y", "yes"].contains(&answer.trim().to_ascii_lowercase().as_str());
    if !is_yes {
        say("nothing was changed");
    }
    Ok(is_yes)
}

/// The new text in the encoding of the file.
fn bytes(change: &Change) -> Vec<u8> {
    change.source.encoded(&change.blessed.text)
}

/// The folders of assignments that can be written: packages embedded in the binary cannot.
fn folders_on_disk(name: Option<&str>) -> anyhow::Result<Vec<PathBuf>> {
    let is_package = |folder: &PathBuf| folder.join("assignment.yaml").is_file();
    let Some(name) = name else {
        let names = bundled::names().into_iter();
        let folders: Vec<PathBuf> = names
            .map(|name| Path::new("cases").join(name))
            .filter(is_package)
            .collect();
        if folders.is_empty() {
            bail!("no folder cases/*/ with an assignment.yaml here; name one with --assignment DIR");
        }
        return Ok(folders);
    };

    // As everywhere, a name without a slash is never a folder of the current directory.
    let folder = if assignment::is_path(name) {
        PathBuf::from(name)
    } else {
        Path::new("cases").join(name)
    };

    match Some(folder).filter(is_package) {
        Some(folder) => Ok(vec![folder]),
        None if bundled::names().contains(&name) => bail!(
            "the cases of `{name}` are part of the c4grade binary; export them first: c4grade assignment export {name} DIR"
        ),
        None => Err(assignment::find(name).err().context("no such assignment")?.into()),
    }
}
