//! The game's sizes, and how it runs: restart, quit, falling pieces, computer.

use crate::connect4::{Computer, Flow, Quit, Rules, Then};
use crate::diagnostic::Diagnostic;
use crate::yaml::{At, Fields, Reader, Spot};

pub(super) const THEN: [(&str, Then); 2] = [("stop", Then::Stop), ("restart", Then::Restart)];
pub(super) const COMPUTERS: [(&str, Computer); 2] = [("blocker", Computer::Blocker), ("extender", Computer::Extender)];

/// Reads `game`. Errors in one part leave the other, against which the wording is checked.
pub(super) fn game(reader: &mut Reader, at: &At) -> (Option<Rules>, Option<Flow>) {
    let known = ["rows", "columns", "line", "falling", "over", "quit", "computer"];
    let Some(fields) = reader.fields(at, &known) else {
        return (None, None);
    };
    let rules = rules(reader, &fields);
    let flow = flow(reader, &fields, rules.map_or(9, |rules| rules.columns));
    (rules, flow)
}

fn rules(reader: &mut Reader, fields: &Fields) -> Option<Rules> {
    let rows = reader
        .required(fields, "rows", "6")
        .and_then(|at| reader.whole(&at, 1..=20));
    let columns = reader
        .required(fields, "columns", "6")
        .and_then(|at| reader.whole(&at, 1..=9));
    let line_at = reader.required(fields, "line", "4");
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

fn flow(reader: &mut Reader, fields: &Fields, columns: usize) -> Option<Flow> {
    let default = Flow::default();
    let falling = match fields.get("falling") {
        Some(at) => reader.flag(&at),
        None => Some(default.falling),
    };
    let over = match fields.get("over") {
        Some(at) => reader.choice(&at, &THEN),
        None => Some(default.over),
    };
    let quit = match fields.get("quit") {
        Some(at) => quit(reader, &at, columns).map(Some),
        None => Some(default.quit),
    };
    let computer = match fields.get("computer") {
        Some(at) => reader.choice(&at, &COMPUTERS).map(Some),
        None => Some(default.computer),
    };

    Some(Flow {
        first: default.first,
        over: over?,
        quit: quit?,
        falling: falling?,
        computer: computer?,
    })
}

fn quit(reader: &mut Reader, at: &At, columns: usize) -> Option<Quit> {
    let fields = reader.fields(at, &["key", "then"])?;
    let key = reader
        .required(&fields, "key", "q")
        .and_then(|at| quit_key(reader, &at, columns));
    let then = reader
        .required(&fields, "then", "stop")
        .and_then(|at| reader.choice(&at, &THEN));
    Some(Quit { key: key?, then: then? })
}

fn quit_key(reader: &mut Reader, at: &At, columns: usize) -> Option<u8> {
    let character = reader.character(at)?;
    let key = u8::try_from(character).ok().filter(u8::is_ascii_graphic);
    let Some(key) = key else {
        reader.out_of_range(at, "a printable character, such as `q`");
        return None;
    };

    if (1..=columns).any(|column| character.to_digit(10) == Some(column as u32)) {
        let diagnostic = Diagnostic::error(
            "same-keys",
            format!("the key `{character}` already selects column {character}"),
        )
        .help("choose a key that is not a column number, such as `q`");
        reader.problem(at, Spot::Value, diagnostic);
        return None;
    }

    Some(key)
}
