//! Reading and checking `assignment.yaml`.
//!
//! Everything wrong with the file is told at once, each with its place. The bundled packages explain every field in
//! comments.

use std::path::Path;

use super::{Assignment, By, Comparison, Deductions, Frames, Input, InputProtocol, RepeatedFaults, Tolerances};
use crate::connect4::{Flow, Game, Rules, Wording};
use crate::diagnostic::{Diagnostic, Source};
use crate::machine::Limits;
use crate::yaml::{self, At, Fields, Reader, Spot};

mod machine;
mod rubric;
mod starter;

use machine::{limits, machine};
pub(crate) use rubric::{MAX_POINTS, tags};
use rubric::{REPEATED_FAULTS, deductions, rubric};

/// The number of this format.
const FORMAT: u64 = 1;

/// The input protocols, by name.
const PROTOCOLS: [(&str, InputProtocol); 4] = [
    ("key", InputProtocol::Key),
    ("enter", InputProtocol::Enter),
    ("line", InputProtocol::Line),
    ("in", InputProtocol::In),
];

/// Reads an assignment from the text of its `assignment.yaml`: of a bundled package, or of one in a folder, in which
/// the files it names are looked for.
pub fn load(source: &Source, folder: Option<&Path>) -> Result<Assignment, Vec<Diagnostic>> {
    let root = yaml::parse(source, &[]).map_err(|problem| vec![*problem])?;
    let mut reader = Reader::new(source);
    let assignment = assignment(&mut reader, &Reader::root(&root), folder);
    match assignment {
        Some(assignment) if !reader.has_problems() => Ok(assignment),
        _ => Err(reader.finish()),
    }
}

fn assignment(reader: &mut Reader, root: &At, folder: Option<&Path>) -> Option<Assignment> {
    let known = [
        "format",
        "name",
        "title",
        "files",
        "machine",
        "limits",
        "game",
        "wording",
        "input",
        "comparison",
        "rubric",
        "deductions",
        "repeated-faults",
        "starter",
    ];
    let fields = reader.fields(root, &known)?;
    if let Some(at) = reader.required(&fields, "format", "1") {
        reader.whole(&at, FORMAT..=FORMAT);
    }
    // Every section is read before any missing one ends the reading, so that all errors are told at once.
    let name = reader
        .required(&fields, "name", "lc3-starter")
        .and_then(|at| package_name(reader, &at));
    let title = reader
        .required(&fields, "title", "Connect 4 in LC-3")
        .and_then(|at| reader.short_text(&at, 100));
    let files = reader
        .required(&fields, "files", "[connect4.asm]")
        .and_then(|at| file_names(reader, &at));
    let machine = reader
        .required(&fields, "machine", "{lc3: {traps: any}}")
        .and_then(|at| machine(reader, &at));
    let limits = match fields.get("limits") {
        Some(at) => limits(reader, &at),
        None => Some(Limits::default()),
    };
    let rules = reader
        .required(&fields, "game", "{rows: 6, columns: 6, line: 4}")
        .and_then(|at| rules(reader, &at));
    let wording = reader
        .required(&fields, "wording", "{...}")
        .and_then(|at| wording(reader, &at));
    let input = reader
        .required(&fields, "input", "{protocol: key}")
        .and_then(|at| input(reader, &at));
    let comparison = match fields.get("comparison") {
        Some(at) => comparison(reader, &at),
        None => Some(Comparison {
            by: By::Bytes,
            format_share: 0.0,
            frames: Frames::Checked,
            tolerate: Tolerances::default(),
        }),
    };
    let rubric = match fields.get("rubric") {
        Some(at) => rubric(reader, &at),
        None => Some(Vec::new()),
    };
    let deductions = match fields.get("deductions") {
        Some(at) => deductions(reader, &at),
        None => Some(Deductions::default()),
    };
    let repeated_faults = match fields.get("repeated-faults") {
        Some(at) => reader.choice(&at, &REPEATED_FAULTS),
        None => Some(RepeatedFaults::default()),
    };
    let starter = match fields.get("starter") {
        Some(at) => starter::starter(reader, &at, name.as_deref(), folder).map(Some),
        None => Some(None),
    };
    let comparison = comparison?;
    let (demanded, tolerated, share) = input?;
    Some(Assignment {
        name: name?,
        title: title?,
        files: files?,
        machine: machine?,
        limits: limits?,
        game: Game {
            rules: rules?,
            wording: wording?,
            flow: Flow::default(),
        },
        protocol: demanded.typing(),
        input: Input {
            demanded,
            tolerated,
            share: share.unwrap_or(comparison.format_share),
        },
        comparison,
        rubric: rubric?,
        deductions: deductions?,
        repeated_faults: repeated_faults?,
        starter: starter?,
        folder: folder.map(Path::to_owned),
    })
}

/// The name becomes a folder of reports, so it is held to letters that are safe everywhere.
fn package_name(reader: &mut Reader, at: &At) -> Option<String> {
    let name = reader.short_text(at, 64)?;
    let safe = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.bytes().all(safe) || name.starts_with('-') || name.ends_with('-') {
        reader.out_of_range(at, "small letters, digits and inner hyphens, such as `lc3-starter`");
        return None;
    }
    Some(name)
}

fn file_names(reader: &mut Reader, at: &At) -> Option<Vec<String>> {
    let entries = reader.list(at)?;
    if entries.is_empty() || entries.len() > 20 {
        reader.out_of_range(at, "a list of 1 to 20 file names");
    }
    let mut names = Vec::new();
    for entry in entries {
        names.extend(file_name(reader, &entry));
    }
    Some(names)
}

fn file_name(reader: &mut Reader, at: &At) -> Option<String> {
    let name = reader.short_text(at, 100)?;
    if name.contains(['/', '\\', '\0']) || name == "." || name == ".." {
        reader.out_of_range(at, "the name of a file, without a folder");
        return None;
    }
    Some(name)
}

fn rules(reader: &mut Reader, at: &At) -> Option<Rules> {
    let fields = reader.fields(at, &["rows", "columns", "line"])?;
    let rows = reader
        .required(&fields, "rows", "6")
        .and_then(|at| reader.whole(&at, 1..=20));
    let columns = reader
        .required(&fields, "columns", "6")
        .and_then(|at| reader.whole(&at, 1..=9));
    let line_at = reader.required(&fields, "line", "4");
    let line = line_at.as_ref().and_then(|at| reader.whole(at, 2..=20));
    let (rows, columns, line) = (rows?, columns?, line?);
    if line > rows.max(columns) {
        let board = format!("a number that fits on a board of {rows} rows and {columns} columns");
        reader.out_of_range(&line_at?, &board);
        return None;
    }
    Some(Rules {
        rows: rows as usize,
        columns: columns as usize,
        line: line as usize,
    })
}

fn wording(reader: &mut Reader, at: &At) -> Option<Wording> {
    let known = [
        "empty",
        "pieces",
        "separator",
        "newline",
        "prompts",
        "invalid",
        "wins",
        "tie",
    ];
    let fields = reader.fields(at, &known)?;
    let empty = reader
        .required(&fields, "empty", "\"-\"")
        .and_then(|at| reader.character(&at));
    let pieces = reader
        .required(&fields, "pieces", "[O, X]")
        .and_then(|at| pieces(reader, &at, empty));
    let separator = match fields.get("separator") {
        Some(at) => reader.text(&at),
        None => Some(" ".into()),
    };
    let newline = match fields.get("newline") {
        Some(at) => reader.choice(&at, &[("lf", "\n"), ("crlf", "\r\n"), ("lfcr", "\n\r"), ("cr", "\r")]),
        None => Some("\n"),
    };
    let prompts = reader
        .required(&fields, "prompts", "\"Player {player}, choose a column: \"")
        .and_then(|at| for_both(reader, &at));
    let invalid = reader
        .required(&fields, "invalid", "Invalid move. Try again.")
        .and_then(|at| reader.short_text(&at, 200));
    let wins = reader
        .required(&fields, "wins", "\"Player {player} Wins.\"")
        .and_then(|at| for_both(reader, &at));
    let tie = reader
        .required(&fields, "tie", "Tie Game.")
        .and_then(|at| reader.short_text(&at, 200));
    Some(Wording {
        empty: empty?,
        pieces: pieces?,
        separator: separator?,
        newline: newline?.into(),
        prompts: prompts?,
        full: invalid.clone()?,
        invalid: invalid?,
        wins: wins?,
        tie: tie?,
        ..Wording::default()
    })
}

fn pieces(reader: &mut Reader, at: &At, empty: Option<char>) -> Option<[char; 2]> {
    let entries = reader.list(at)?;
    let [first, second] = &entries[..] else {
        reader.out_of_range(at, "a list of two characters, for player 1 and player 2");
        return None;
    };
    let (one, two) = (reader.character(first), reader.character(second));
    let (one, two) = (one?, two?);
    if one == two || Some(one) == empty || Some(two) == empty {
        let diagnostic = Diagnostic::error("same-letters", "a cell's contents cannot be told apart")
            .help("an empty cell and the two pieces need three different characters");
        reader.problem(at, Spot::Value, diagnostic);
        return None;
    }
    Some([one, two])
}

/// A text for each player: a list of two, or one text in which `{player}` stands for 1 or 2.
fn for_both(reader: &mut Reader, at: &At) -> Option<[String; 2]> {
    if let yaml::Value::List(_) = at.value {
        let entries = reader.list(at)?;
        let [first, second] = &entries[..] else {
            reader.out_of_range(at, "a list of two texts, for player 1 and player 2");
            return None;
        };
        let (one, two) = (reader.short_text(first, 200), reader.short_text(second, 200));
        return Some([one?, two?]);
    }
    let text = reader.short_text(at, 200)?;
    Some(["1", "2"].map(|player| text.replace("{player}", player)))
}

/// The input protocols; their share stands for that of the format where none is given.
fn input(reader: &mut Reader, at: &At) -> Option<(InputProtocol, Vec<InputProtocol>, Option<f64>)> {
    let fields = reader.fields(at, &["protocol", "tolerates", "share"])?;
    let demanded = reader
        .required(&fields, "protocol", "key")
        .and_then(|at| reader.choice(&at, &PROTOCOLS));
    let mut tolerated = Vec::new();
    for entry in fields
        .get("tolerates")
        .and_then(|at| reader.list(&at))
        .unwrap_or_default()
    {
        let Some(other) = reader.choice(&entry, &PROTOCOLS) else {
            continue;
        };
        if Some(other) == demanded || tolerated.contains(&other) {
            reader.out_of_range(&entry, "a protocol that is not named already");
        }
        tolerated.push(other);
    }
    let share = match fields.get("share") {
        Some(at) => Some(reader.share(&at)?),
        None => None,
    };
    Some((demanded?, tolerated, share))
}

fn comparison(reader: &mut Reader, at: &At) -> Option<Comparison> {
    let fields = reader.fields(at, &["format", "tolerate"])?;
    let format_share = match fields.get("format") {
        Some(at) => reader.share(&at),
        None => Some(0.0),
    };
    let tolerate = match fields.get("tolerate") {
        Some(at) => tolerances(reader, &at),
        None => Some(Tolerances::default()),
    };
    Some(Comparison {
        by: By::Bytes,
        format_share: format_share?,
        frames: Frames::Checked,
        tolerate: tolerate?,
    })
}

fn tolerances(reader: &mut Reader, at: &At) -> Option<Tolerances> {
    let mut tolerate = Tolerances::default();
    let mut toggles = [
        ("trailing-space", &mut tolerate.trailing_space),
        ("blank-lines", &mut tolerate.blank_lines),
        ("carriage-return", &mut tolerate.carriage_return),
        ("nul", &mut tolerate.nul),
        ("letter-case", &mut tolerate.letter_case),
        ("row-spacing", &mut tolerate.row_spacing),
        ("misspelling", &mut tolerate.misspelling),
        ("doubled-echo", &mut tolerate.doubled_echo),
        ("missing-echo", &mut tolerate.missing_echo),
        ("reprinted-board", &mut tolerate.reprinted_board),
        ("in-banner", &mut tolerate.in_banner),
        ("extra-text", &mut tolerate.extra_text),
    ];
    let known: Vec<&str> = toggles.iter().map(|(name, _)| *name).collect();
    let fields: Fields = reader.fields(at, &known)?;
    for (name, toggle) in &mut toggles {
        if let Some(flag) = fields.get(name).and_then(|at| reader.flag(&at)) {
            **toggle = flag;
        }
    }
    Some(tolerate)
}

#[cfg(test)]
mod tests;
