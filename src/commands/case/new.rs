//! `c4grade case new`: a case from its moves.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use c4grade::assignment::{self, Assignment};
use c4grade::case::{self, write};
use c4grade::connect4::{Expected, Script};
use c4grade::diagnostic::Source;
use clap::{ArgGroup, Args};

use crate::commands::interrupt::Interrupt;
use crate::commands::{replace, say};

/// The arguments of `case new`.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("keys").required(true).args(["moves", "input"]))]
pub struct NewArgs {
    /// The keys, separated by spaces: "1 2 1 2 1 2 1"
    #[arg(long)]
    moves: Option<String>,
    /// The keys as raw text, with \n, \t, \0, \e, \\ and \xHH for what cannot be typed
    #[arg(long)]
    input: Option<String>,
    /// The case's name
    #[arg(long)]
    name: String,
    /// A tag that assigns the case to a rubric group; can be repeated
    #[arg(long = "tag", visible_alias = "tags", value_name = "TAG", value_delimiter = ',')]
    tags: Vec<String>,
    /// Its points, or its weight within its rubric group
    #[arg(long, allow_negative_numbers = true)]
    points: Option<f64>,
    /// The case file to append to, created if necessary [default: print the case]
    #[arg(long)]
    file: Option<PathBuf>,
    /// A bundled assignment's name, or the path of a folder with a slash
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,
}

/// Runs the command; returns the exit code.
pub fn run(args: &NewArgs, interrupt: &Interrupt) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment)?;
    let (field, keys, script) = match (&args.moves, &args.input) {
        (Some(moves), _) => ("moves", moves.clone(), Script::from_moves(moves, assignment.protocol)),
        (None, Some(input)) => {
            let Some(input) = unescape(input) else {
                bail!(
                    "--input `{input}` contains an unknown escape: use \\n, \\r, \\t, \\0, \\e, \\xHH, and \\\\ for a backslash"
                );
            };
            let script = Script::from_input(input.as_bytes(), assignment.protocol);
            ("input", input, script)
        }
        (None, None) => bail!("give the keys with --moves or --input"),
    };

    if !keys.is_ascii() {
        bail!("`{keys}` contains a character that is not ASCII; the keys of a case must be ASCII");
    }

    let expected = Expected::play(&assignment.game, &script);
    let transcript = case::transcript::as_written(&assignment, &expected).context("a case's keys must be ASCII")?;
    let entry = write::entry(&write::NewCase {
        name: args.name.clone(),
        field,
        keys,
        points: args.points,
        tags: args.tags.clone(),
        ends: case::ending(&expected),
        transcript,
    });

    let name = args
        .file
        .as_deref()
        .map_or_else(|| "new case".into(), |file| file.display().to_string());
    let text = match &args.file {
        Some(file) if file.exists() => joined(&std::fs::read_to_string(file).with_context(|| name.clone())?, &entry),
        _ => entry.clone(),
    };

    case::prove(Source::new(name, text.as_str()), &assignment)?;
    let untagged = untagged(args, &assignment);
    let Some(file) = &args.file else {
        if let Some(advice) = untagged {
            say(&format!("note: {advice}"));
        }
        crate::commands::print(&entry)?;
        return Ok(0);
    };

    if let Some(advice) = untagged.filter(|_| is_in(file, &assignment)) {
        bail!("the case would earn no points in {}: {advice}", file.display());
    }

    replace(file, text.as_bytes(), &interrupt.hold())?;
    say(&format!("added `{}` to {}", args.name, file.display()));
    Ok(0)
}

/// What to do about a case that belongs to no rubric group.
fn untagged(args: &NewArgs, assignment: &Assignment) -> Option<String> {
    if assignment.rubric.is_empty() || case::group_of(assignment, &args.tags).is_some() {
        return None;
    }

    let tags: Vec<&str> = assignment
        .rubric
        .iter()
        .flat_map(|group| &group.tags)
        .map(String::as_str)
        .collect();

    Some(format!(
        "the rubric of {} groups cases by tag; add one of these with --tag: {}",
        assignment.name,
        tags.join(", ")
    ))
}

/// Whether a file is one of the assignment's own.
fn is_in(file: &Path, assignment: &Assignment) -> bool {
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new(".")).canonicalize().ok();
    let folder = assignment
        .folder
        .as_deref()
        .and_then(|folder| folder.canonicalize().ok());
    parent.is_some() && parent == folder
}

/// A file's text with an entry appended.
fn joined(text: &str, entry: &str) -> String {
    if text.trim().is_empty() {
        return entry.to_owned();
    }
    format!("{}\n\n{entry}", text.trim_end_matches('\n'))
}

/// Text with its escapes resolved; `None` when one is not known.
fn unescape(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            plain.push(character);
            continue;
        }
        plain.push(match characters.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'e' => '\u{1b}',
            '\\' => '\\',
            'x' => {
                let (high, low) = (characters.next()?.to_digit(16)?, characters.next()?.to_digit(16)?);
                char::from_u32(high * 16 + low)?
            }
            _ => return None,
        });
    }

    Some(plain)
}
