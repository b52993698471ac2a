//! Events and results in words.

use crate::connect4::reading::Seen;
use crate::connect4::{Event, Outcome};

/// Which way a line runs.
pub(super) fn direction_word(cells: &[(usize, usize)]) -> &'static str {
    match cells {
        [(a, _), (b, _), ..] if a == b => "horizontal",
        [(_, a), (_, b), ..] if a == b => "vertical",
        [(a, _), (b, _), ..] if a < b => "falling diagonal",
        _ => "rising diagonal",
    }
}

/// A sentence as the end of another one. A name at its beginning (`R6`, `GETC`) stays as it is.
pub(in crate::grade) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let is_name = text
        .chars()
        .nth(1)
        .is_some_and(|second| second.is_ascii_uppercase() || second.is_ascii_digit());
    match letters.next() {
        Some(first) if !is_name => first.to_lowercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// `a win of player 1`.
pub(super) fn announced(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("a win of player {}", player.number()),
        Outcome::Tie => "a tie".to_owned(),
    }
}

/// What kind of thing an event is: `the board`.
pub(super) fn kind_word(event: &Event) -> &'static str {
    match event {
        Event::Board(_) => "the board",
        Event::Frame(_) => "the board with the piece on its way down",
        Event::Prompt(_) => "the prompt",
        Event::Echo(_) => "the key",
        Event::Refusal => "the message for an invalid move",
        Event::Result(_) => "the result",
    }
}

/// An event: `the prompt for player 2`.
pub(super) fn describe(event: &Event) -> String {
    match event {
        Event::Prompt(player) => format!("the prompt for player {}", player.number()),
        Event::Result(Outcome::Win(player)) => format!("the win of player {}", player.number()),
        Event::Result(Outcome::Tie) => "the tie".to_owned(),
        other => kind_word(other).to_owned(),
    }
}

/// What was seen: `other text`.
pub(super) fn describe_seen(seen: &Seen) -> String {
    match seen {
        Seen::Event(event) => describe(event),
        Seen::BrokenBoard(rows) => format!("{} rows that make no whole board", rows.len()),
        Seen::Other(_) => "other text".to_owned(),
    }
}
