//! Events and results in words.

use crate::connect4::reading::{Seen, Unnamed};
use crate::connect4::{Event, Outcome, Player, Wording};

/// Which way a line runs.
pub(super) fn direction_word(cells: &[(usize, usize)]) -> &'static str {
    match cells {
        [(a, _), (b, _), ..] if a == b => "horizontal",
        [(_, a), (_, b), ..] if a == b => "vertical",
        [(a, _), (b, _), ..] if a < b => "falling diagonal",
        _ => "rising diagonal",
    }
}

/// How the two players are called: as the assignment's texts call them (`RED`), else `player 1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names([String; 2]);

impl Names {
    /// The first words in which the two prompts differ, or else the announcements of a win, where both are words and none
    /// is a number.
    pub(super) fn of(wording: &Wording) -> Self {
        let is_name = |word: &str| word.chars().all(char::is_alphabetic);
        let names = [&wording.prompts, &wording.wins].into_iter().find_map(|[one, two]| {
            let differ = words(one).zip(words(two)).find(|(one, two)| one != two);
            differ.filter(|(one, two)| is_name(one) && is_name(two))
        });
        let (one, two) = names.unwrap_or(("player 1", "player 2"));
        Self([one.to_owned(), two.to_owned()])
    }

    /// One of them.
    pub(super) fn of_player(&self, player: Player) -> &str {
        &self.0[player.index()]
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// What an announcement says: `that player 1 wins`, or `a tie`.
pub(super) fn announced(names: &Names, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("that {} wins", names.of_player(player)),
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
pub(super) fn describe(names: &Names, event: &Event) -> String {
    match event {
        Event::Prompt(player) => format!("the prompt for {}", names.of_player(*player)),
        Event::Result(Outcome::Win(player)) => format!("the message that {} wins", names.of_player(*player)),
        Event::Result(Outcome::Tie) => "the message for a tie".to_owned(),
        other => kind_word(other).to_owned(),
    }
}

/// What was seen: `other text`.
pub(super) fn describe_seen(names: &Names, seen: &Seen) -> String {
    match seen {
        Seen::Event(event) => describe(names, event),
        Seen::BrokenBoard(rows) => format!("{} rows that are not a complete board", rows.len()),
        Seen::Unnamed(Unnamed::Prompt) => "a prompt that does not say whose turn it is".to_owned(),
        Seen::Unnamed(Unnamed::Result) => "the message that the game is over".to_owned(),
        Seen::Other(_) => "other text".to_owned(),
    }
}
