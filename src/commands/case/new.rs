//! `c4grade case new`: a case from its moves.

use std::path::PathBuf;

use anyhow::{Context, bail};
use c4grade::assignment;
use c4grade::case::write::{self, NewCase};
use c4grade::connect4::{Expected, Script};
use clap::{ArgGroup, Args};

use crate::commands::interrupt::Interrupt;
use crate::commands::say;

use super::file::{self, Problems};

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
    #[arg(long = "tag", visible_alias = "tags", value_name = "TAG", value_delimiter = ',', value_parser = file::tag)]
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
    let case = NewCase::by_rules(&assignment, args.name.clone(), (field, keys), &expected);
    let entry = write::entry(&NewCase {
        points: args.points,
        tags: args.tags.clone(),
        ..case.context("the keys of a case must be ASCII")?
    });

    file::add(
        &entry,
        args.file.as_deref(),
        &assignment,
        &[&args.tags],
        Problems::Refuse,
        interrupt,
    )?;
    if let Some(file) = &args.file {
        say(&format!("added `{}` to {}", args.name, file.display()));
    }
    Ok(0)
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
