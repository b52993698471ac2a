//! A file's entries as they are written, each field checked for itself.

use super::contract::read::{self as contract, Written};
use crate::assignment::{Assignment, MAX_POINTS, tags};
use crate::connect4::{Protocol, Script};
use crate::diagnostic::Diagnostic;
use crate::machine::Ending;
use crate::yaml::{At, Fields, Reader, Spot, Value};

/// Fields whose text is taken as it is written.
pub const LITERAL: [&str; 6] = ["name", "moves", "input", "transcript", "board", "prints"];
const KNOWN: [&str; 15] = [
    "name",
    "moves",
    "input",
    "points",
    "tags",
    "transcript",
    "ends",
    "generate",
    "call",
    "before",
    "after",
    "prints",
    "calls",
    "instead",
    "direction",
];
const ENDS: [(&str, Ending); 2] = [("halted", Ending::Halted), ("waiting", Ending::Waiting)];

/// An entry of a case file.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Its fields, for messages.
    pub fields: Fields<'a>,
    /// Its line, from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its points, shared over a family.
    pub points: f64,
    /// Its tags.
    pub tags: Vec<String>,
    /// What it plays.
    pub play: Play,
}

/// What an entry plays.
#[derive(Debug)]
pub enum Play {
    /// One script.
    Script {
        /// The keys.
        script: Script,
        /// Whether they were given as raw text.
        raw: bool,
        /// The transcript in the file, if there is one.
        transcript: Option<String>,
        /// How the run must end.
        ends: Ending,
    },
    /// A game for each way to complete each line.
    WinningLines,
    /// Calls of a subroutine.
    Contract(Written),
}

/// Reads every entry of a file that can be read. What cannot is told to the reader.
pub fn entries<'v>(reader: &mut Reader, root: &'v Value, assignment: &Assignment) -> Vec<Entry<'v>> {
    let root = Reader::root(root);
    let list = match root.value {
        Value::List(_) => reader.list(&root).unwrap_or_default(),
        Value::Null => Vec::new(),
        _ => vec![root],
    };
    let lines = reader.entry_lines(&list);
    list.iter()
        .zip(lines)
        .filter_map(|(at, line)| entry(reader, at, line, assignment))
        .collect()
}

fn entry<'v>(reader: &mut Reader, at: &At<'v>, line: usize, assignment: &Assignment) -> Option<Entry<'v>> {
    let fields = reader.fields(at, &KNOWN)?;
    let name = reader
        .required(&fields, "name", "vertical win in column 1")
        .and_then(|at| name(reader, &at));
    let points = match fields.get("points") {
        Some(at) => reader.number(&at, 0.0..=MAX_POINTS),
        None => Some(1.0),
    };
    let tags = match fields.get("tags") {
        Some(at) => tags(reader, &at),
        None => Some(Vec::new()),
    };
    let play = if fields.get("call").is_some() {
        contract::contract(reader, &fields, &assignment.game).map(Play::Contract)
    } else {
        only_beside_call(reader, &fields);
        if fields.get("generate").is_some() {
            family(reader, &fields)
        } else {
            script(reader, &fields, assignment.protocol)
        }
    };
    Some(Entry {
        line,
        name: name?,
        points: points?,
        tags: tags?,
        play: play?,
        fields,
    })
}

/// Fields of a contract say nothing of a game.
fn only_beside_call(reader: &mut Reader, fields: &Fields) {
    for at in contract::OWN.iter().filter_map(|field| fields.get(field)) {
        let diagnostic = Diagnostic::error("conflicting-fields", format!("`{}` without `call`", at.name))
            .help("name the subroutine that is called with a line like `call: CHECK_VALID`");
        reader.problem(&at, Spot::Key, diagnostic);
    }
}

fn name(reader: &mut Reader, at: &At) -> Option<String> {
    let name = reader.short_text(at, 120)?;
    if name.trim() != name || name.chars().any(char::is_control) {
        reader.out_of_range(at, "text on one line, without blanks at its ends");
        return None;
    }
    Some(name)
}

fn family(reader: &mut Reader, fields: &Fields) -> Option<Play> {
    for (field, reason) in [
        ("moves", "the moves are generated"),
        ("input", "the moves are generated"),
        ("transcript", "the rules model writes the transcripts"),
        ("ends", "every game is played to its end"),
    ] {
        if let Some(at) = fields.get(field) {
            let diagnostic = Diagnostic::error("conflicting-fields", format!("`{field}` beside `generate`"))
                .help(format!("remove `{field}`: {reason}"));
            reader.problem(&at, Spot::Key, diagnostic);
        }
    }
    reader.choice(&fields.get("generate")?, &[("winning-lines", ())])?;
    Some(Play::WinningLines)
}

fn script(reader: &mut Reader, fields: &Fields, protocol: Protocol) -> Option<Play> {
    let (moves, input) = (fields.get("moves"), fields.get("input"));
    let (script, raw) = match (moves, input) {
        (Some(at), None) => (Script::from_moves(&keys(reader, &at)?, protocol), false),
        (None, Some(at)) => (Script::from_input(keys(reader, &at)?.as_bytes(), protocol), true),
        (None, None) => {
            reader.required(fields, "moves", "1 2 1 2 1 2 1")?;
            return None;
        }
        (Some(_), Some(at)) => {
            let diagnostic = Diagnostic::error("conflicting-fields", "`input` beside `moves`")
                .help("keep one: `moves` for keys separated by blanks, `input` for raw text");
            reader.problem(&at, Spot::Key, diagnostic);
            return None;
        }
    };
    let transcript = match fields.get("transcript") {
        // A transcript is never empty, so an empty field is one that waits to be filled by `case bless`.
        Some(at) => Some(reader.text(&at)?).filter(|text| !text.is_empty()),
        None => None,
    };
    let ends = match fields.get("ends") {
        Some(at) => reader.choice(&at, &ENDS)?,
        None => Ending::Halted,
    };
    Some(Play::Script {
        script,
        raw,
        transcript,
        ends,
    })
}

fn keys(reader: &mut Reader, at: &At) -> Option<String> {
    let keys = reader.text(at)?;
    if !keys.is_ascii() || keys.len() > 10_000 {
        reader.out_of_range(at, "at most 10000 keys of ASCII, others as `\"\\x01\"`");
        return None;
    }
    Some(keys)
}
