//! `c4grade case new`: a case from its moves.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use c4grade::assignment;
use c4grade::case::{self, write};
use c4grade::connect4::{Expected, Script};
use c4grade::diagnostic::Source;
use c4grade::machine::Ending;
use clap::Args;

use super::replace;

/// A wrong command line.
const USAGE: u8 = 2;

/// What the command takes.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The keys, separated by blanks: "1 2 1 2 1 2 1".
    #[arg(long, required_unless_present = "input", conflicts_with = "input")]
    moves: Option<String>,
    /// The keys as raw text, with \n, \t, \0, \e, \\ and \xHH for what cannot be typed.
    #[arg(long)]
    input: Option<String>,
    /// The case's name.
    #[arg(long)]
    name: String,
    /// A tag for the rubric's groups; may be given several times.
    #[arg(long = "tag", visible_alias = "tags", value_name = "TAG", value_delimiter = ',')]
    tags: Vec<String>,
    /// Its points, or its weight within its group of the rubric.
    #[arg(long)]
    points: Option<f64>,
    /// The case file to add it to; without it the case is printed.
    #[arg(long)]
    file: Option<PathBuf>,
    /// The assignment: a folder, or the name of a bundled package.
    #[arg(long, value_name = "NAME|DIR", default_value = "lc3-starter")]
    assignment: String,
}

/// Runs the command; gives the exit code.
pub fn run(args: &NewArgs) -> anyhow::Result<u8> {
    let assignment = assignment::find(&args.assignment)?;
    let (field, keys, script) = match (&args.moves, &args.input) {
        (Some(moves), _) => ("moves", moves.clone(), Script::from_moves(moves, assignment.protocol)),
        (None, Some(input)) => {
            let Some(input) = unescape(input) else {
                anstream::eprintln!(
                    "error: --input holds a backslash that begins no \\n, \\r, \\t, \\0, \\e, \\\\ or \\xHH"
                );
                return Ok(USAGE);
            };
            let script = Script::from_input(input.as_bytes(), assignment.protocol);
            ("input", input, script)
        }
        (None, None) => return Ok(USAGE),
    };
    let expected = Expected::play(&assignment.game, &script);
    let transcript = String::from_utf8(expected.transcript()).context("a case's keys must be ASCII")?;
    let entry = write::entry(&write::NewCase {
        name: args.name.clone(),
        field,
        keys,
        points: args.points,
        tags: args.tags.clone(),
        ends: expected.outcome.map_or(Ending::Waiting, |_| Ending::Halted),
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
    let Some(file) = &args.file else {
        std::io::stdout().lock().write_all(entry.as_bytes())?;
        return Ok(0);
    };
    replace(file, &text)?;
    anstream::eprintln!("added `{}` to {}", args.name, file.display());
    Ok(0)
}

/// A file's text with an entry behind it.
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
