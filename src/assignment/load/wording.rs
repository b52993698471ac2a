//! Every text that a program prints.

use crate::connect4::{Echo, Flow, Wording};
use crate::diagnostic::Diagnostic;
use crate::yaml::{self, At, Fields, Reader, Spot};

/// The most characters of a text.
pub(super) const MOST: usize = 200;
const KNOWN: [&str; 17] = [
    "greeting",
    "above",
    "header",
    "label",
    "empty",
    "pieces",
    "separator",
    "row-end",
    "newline",
    "prompts",
    "echo",
    "invalid",
    "full",
    "board-again",
    "wins",
    "tie",
    "farewell",
];
pub(super) const NEWLINES: [(&str, &str); 4] = [("lf", "\n"), ("crlf", "\r\n"), ("lfcr", "\n\r"), ("cr", "\r")];
pub(super) const ECHOES: [(&str, Echo); 2] = [("all", Echo::All), ("known", Echo::Known)];

/// Reads `wording`, and checks it against the flow of the game, if that could be read.
pub(super) fn wording(reader: &mut Reader, at: &At, flow: Option<&Flow>) -> Option<Wording> {
    let fields = reader.fields(at, &KNOWN)?;
    let newline = match fields.get("newline") {
        Some(at) => reader.choice(&at, &NEWLINES),
        None => Some("\n"),
    };
    let board = board(reader, &fields, newline.unwrap_or("\n"));
    let keys = keys(reader, &fields, flow);
    let invalid = reader
        .required(&fields, "invalid", "Invalid move. Try again.")
        .and_then(|at| reader.short_text(&at, MOST));
    let full = match fields.get("full") {
        Some(at) => reader.short_text(&at, MOST),
        None => invalid.clone(),
    };
    let wins = reader
        .required(&fields, "wins", "\"Player {player} Wins.\"")
        .and_then(|at| {
            let wins = for_both(reader, &at)?;
            differ(reader, &at, &wins, "who has won").then_some(wins)
        });

    let tie = reader
        .required(&fields, "tie", "Tie Game.")
        .and_then(|at| one_line(reader, &at));
    let greeting = optional(reader, &fields, "greeting");
    let farewell = optional(reader, &fields, "farewell");
    if let (Some(at), Some(Flow { quit: None, .. })) = (fields.get("farewell"), flow) {
        let diagnostic = Diagnostic::error("conflicting-fields", "`farewell` requires a key that quits the game")
            .help("set the key in `game` with a line like `quit: {key: q, then: stop}`, or remove `farewell`");
        reader.problem(&at, Spot::Key, diagnostic);
    }

    let (board, (prompts, echo, board_again)) = (board?, keys?);
    Some(Wording {
        greeting: greeting?,
        newline: newline?.into(),
        prompts,
        echo,
        invalid: invalid?,
        full: full?,
        board_again,
        wins: wins?,
        tie: tie?,
        farewell: farewell?,
        ..board
    })
}

/// What a board is made of.
fn board(reader: &mut Reader, fields: &Fields, newline: &str) -> Option<Wording> {
    let empty = reader
        .required(fields, "empty", "\"-\"")
        .and_then(|at| reader.character(&at));
    let pieces = reader
        .required(fields, "pieces", "[O, X]")
        .and_then(|at| pieces(reader, &at, empty));
    let separator = match fields.get("separator") {
        Some(at) => reader.text(&at),
        None => Some(" ".into()),
    };
    let above = match fields.get("above") {
        Some(at) => reader.choice(&at, &[("newline", newline), ("nothing", "")]),
        None => Some(""),
    };
    let header = optional(reader, fields, "header");
    let label = optional(reader, fields, "label");
    let row_end = optional(reader, fields, "row-end");

    Some(Wording {
        above: above?.into(),
        header: header?,
        label: label?,
        empty: empty?,
        pieces: pieces?,
        separator: separator?,
        row_end: row_end?,
        ..Wording::default()
    })
}

/// The prompts, which keys are echoed after them, and whether the board is shown again before a repeated prompt.
fn keys(reader: &mut Reader, fields: &Fields, flow: Option<&Flow>) -> Option<([String; 2], Echo, bool)> {
    let only_player_1 = flow.is_some_and(|flow| flow.computer.is_some());
    let prompts = reader
        .required(fields, "prompts", "\"Player {player}, choose a column: \"")
        .and_then(|at| {
            let prompts = for_both(reader, &at)?;
            (only_player_1 || differ(reader, &at, &prompts, "whose turn it is")).then_some(prompts)
        });

    let echo = match fields.get("echo") {
        Some(at) => reader.choice(&at, &ECHOES),
        None => Some(Echo::All),
    };
    let board_again = match fields.get("board-again") {
        Some(at) => reader.flag(&at),
        None => Some(false),
    };

    Some((prompts?, echo?, board_again?))
}

/// Two texts that must distinguish the players.
fn differ(reader: &mut Reader, at: &At, [one, two]: &[String; 2], what: &str) -> bool {
    if one != two {
        return true;
    }
    let diagnostic = Diagnostic::error(
        "same-texts",
        format!("`{}` has the same text for both players, which hides {what}", at.name),
    )
    .help("write {player} in place of 1 or 2, or a list of two different texts");
    reader.problem(at, Spot::Value, diagnostic);
    false
}

/// A text that may be left out.
fn optional(reader: &mut Reader, fields: &Fields, name: &str) -> Option<String> {
    match fields.get(name) {
        Some(at) => one_line(reader, &at),
        None => Some(String::new()),
    }
}

/// A text that may be empty.
fn one_line(reader: &mut Reader, at: &At) -> Option<String> {
    let text = reader.text(at)?;
    if text.chars().count() > MOST || text.chars().any(char::is_control) {
        reader.out_of_range(at, &format!("one line of at most {MOST} characters"));
        return None;
    }
    Some(text)
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
        let diagnostic = Diagnostic::error("same-letters", "an empty cell and the two pieces must differ")
            .help("use three different characters");
        reader.problem(at, Spot::Value, diagnostic);
        return None;
    }

    Some([one, two])
}

/// A text for each player: a list of two, or one text in which `{player}` is replaced by 1 or 2.
fn for_both(reader: &mut Reader, at: &At) -> Option<[String; 2]> {
    if let yaml::Value::List(_) = at.value {
        let entries = reader.list(at)?;
        let [first, second] = &entries[..] else {
            reader.out_of_range(at, "a list of two texts, for player 1 and player 2");
            return None;
        };
        let (one, two) = (reader.short_text(first, MOST), reader.short_text(second, MOST));
        return Some([one?, two?]);
    }

    let text = reader.short_text(at, MOST)?;
    Some(["1", "2"].map(|player| text.replace("{player}", player)))
}
