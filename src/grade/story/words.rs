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

/// A sentence as the end of another one.
pub(super) fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
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
