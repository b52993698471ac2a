//! The first difference of a case, told in one sentence in the game's terms.
//!
//! Each story has a key, the same for every case that differs in the same way, whatever the moves: cases and students
//! that fail alike are gathered by it.

use super::compare::Comparison;
use super::model::CaseVerdict;
use super::play::Played;
use crate::case::Case;
use crate::connect4::reading::{Difference, Seen};
use crate::connect4::{Event, Game, Outcome};
use crate::machine::{Ending, Place, Stop};

mod board;
mod turn;
mod words;

use board::tell_board;
use turn::Turn;
use words::{announced, describe, describe_seen, direction_word, kind_word, lower_first, result_word};

/// A story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Story {
    /// The same for all that fail in this way: `missed-win/vertical`.
    pub key: String,
    /// What such failures have in common, as a sentence for the class: `a vertical win is missed`.
    pub common: String,
    /// What happened here, with a full stop.
    pub sentence: String,
    /// Which attempted move (from 0) is at fault.
    pub at_move: Option<usize>,
    /// Cells to mark on the boards.
    pub cells: Vec<(usize, usize)>,
}

impl Story {
    fn new(key: &str, common: &str, sentence: String) -> Self {
        Self {
            key: key.to_owned(),
            common: common.to_owned(),
            sentence,
            at_move: None,
            cells: Vec::new(),
        }
    }

    fn marking(mut self, cells: Vec<(usize, usize)>) -> Self {
        self.cells = cells;
        self
    }
}

/// Tells why a case did not pass.
pub fn tell(game: &Game, case: &Case, played: &Played) -> Story {
    match &played.comparison {
        Comparison::Game(difference, _) => {
            let mut story = tell_difference(game, case, played, difference);
            story.at_move = difference.step.checked_sub(1);
            story
        }
        Comparison::Unread => Story::new(
            "unread",
            "the transcript is printed without reading the moves",
            format!(
                "The text is as asked for, but the program read only {} of the keys that were typed: it does not play the game.",
                played.keys_read
            ),
        ),
        Comparison::Exact | Comparison::Dress(_) | Comparison::Unforgiven(_) if played.stop.ending != case.ends => {
            tell_ending(case, &played.stop, "Every line is right, but")
        }
        Comparison::Exact | Comparison::Dress(_) => Story::new(
            "dress",
            "the game is right, its format is not",
            "The game is right; only its format differs from what was asked for.".to_owned(),
        ),
        Comparison::Unforgiven(_) => Story::new(
            "unforgiven",
            "the format differs in a way this assignment does not forgive",
            "The moves and results are right, but the format differs in a way that this assignment does not forgive."
                .to_owned(),
        ),
    }
}

/// A place in words: `line 12 (LOOP+2), "BRnzp LOOP"`.
pub fn at_place(place: Option<&Place>) -> String {
    let Some(place) = place else {
        return String::new();
    };
    let mut words = match (place.line, &place.label) {
        (Some(line), Some(label)) => format!(" at line {line} ({label})"),
        (Some(line), None) => format!(" at line {line}"),
        (None, Some(label)) => format!(" at {label}"),
        (None, None) => format!(" at x{:04X}", place.address),
    };
    if let Some(text) = &place.text {
        words += &format!(", \"{text}\"");
    }
    words
}

fn tell_ending(case: &Case, stop: &Stop, opening: &str) -> Story {
    let at = at_place(stop.place.as_ref());
    match stop.ending {
        Ending::Crashed => Story::new(
            "crashed",
            "the program crashes",
            format!("{opening} the program crashed{at}: {}.", stop.reason),
        ),
        Ending::Loop => Story::new(
            "loop",
            "the program runs into an endless loop",
            format!("{opening} the program is in an endless loop{at}."),
        ),
        Ending::Limit => Story::new(
            "limit",
            "the program does not come to an end",
            format!(
                "{opening} the program did not come to an end within the limit of instructions; it was{at} when it was stopped."
            ),
        ),
        Ending::Flooded => Story::new(
            "flooded",
            "the program prints without end",
            format!("{opening} the program printed without end{at} and was stopped."),
        ),
        Ending::Waiting if case.ends == Ending::Halted => Story::new(
            "does-not-halt",
            "the program does not halt at the end of the game",
            format!("{opening} the program does not halt at the end of the game: it waits for another key{at}."),
        ),
        Ending::Waiting => Story::new(
            "waiting",
            "the program waits for a key that is not due",
            format!("{opening} the program waits for another key{at}."),
        ),
        Ending::Halted => Story::new(
            "halted-early",
            "the program halts before the game is over",
            format!("{opening} the program halted{at} although the game goes on: it should wait for the next key."),
        ),
    }
}

fn tell_difference(game: &Game, case: &Case, played: &Played, difference: &Difference) -> Story {
    let stop = &played.stop;
    let turn = Turn::new(case, difference.step);
    if matches!(played.verdict, CaseVerdict::Crash | CaseVerdict::Timeout) {
        return tell_ending(case, stop, &turn.opening_but());
    }
    match (&difference.expected, &difference.seen) {
        (_, None) => tell_silence(difference, &turn, stop),
        (Some(Event::Board(wanted)), Some(seen)) => tell_board(game, &turn, wanted, seen, difference),
        (Some(Event::Refusal), Some(seen)) => tell_refusal(&turn, seen, difference),
        (Some(Event::Result(wanted)), Some(seen)) => tell_result(game, &turn, *wanted, seen),
        (Some(Event::Prompt(player)), Some(Seen::Event(Event::Prompt(other)))) => Story::new(
            "wrong-turn",
            "the wrong player is asked",
            format!(
                "{}player {} should be asked; your program asked player {}.",
                turn.after(),
                player.number(),
                other.number()
            ),
        ),
        (_, Some(Seen::Event(Event::Result(outcome)))) => Story::new(
            &format!("false-{}", if matches!(outcome, Outcome::Tie) { "tie" } else { "win" }),
            &format!("a {} is announced that is not there", result_word(*outcome)),
            format!(
                "{}your program announced {} that is not there.",
                turn.after(),
                announced(*outcome)
            ),
        ),
        (None, Some(seen)) => Story::new(
            "goes-on",
            "the program goes on after the end of the game",
            format!(
                "{}the game is over and the program should halt; it printed {} instead.",
                turn.after(),
                describe_seen(seen)
            ),
        ),
        (expected, Some(seen)) => Story::new(
            "unexpected",
            "something else is printed than the game asks for",
            format!(
                "{}{} should come; your program printed {}.",
                turn.after(),
                expected.as_ref().map_or("nothing more".to_owned(), describe),
                describe_seen(seen)
            ),
        ),
    }
}

fn tell_silence(difference: &Difference, turn: &Turn, stop: &Stop) -> Story {
    let what = difference.expected.as_ref().map_or("nothing".to_owned(), describe);
    let key = match &difference.expected {
        Some(Event::Result(_)) => "no-result",
        Some(Event::Prompt(_)) => "no-prompt",
        Some(Event::Board(_)) => "no-board",
        _ => "silence",
    };
    let then = match stop.ending {
        Ending::Halted => "the program halted",
        _ => "the program waits for a key",
    };
    let at = at_place(stop.place.as_ref());
    let common = format!(
        "{} is not printed",
        difference.expected.as_ref().map_or("text", kind_word)
    );
    Story::new(
        key,
        &common,
        format!("{}{what} should be printed; instead {then}{at}.", turn.after()),
    )
}

fn tell_refusal(turn: &Turn, seen: &Seen, difference: &Difference) -> Story {
    let is_full = turn.typed_column(difference.board.as_ref()).is_some();
    match seen {
        Seen::Event(Event::Board(_) | Event::Result(_)) | Seen::BrokenBoard(_) if is_full => Story::new(
            "full-column",
            "a move into a full column is accepted",
            format!(
                "{} goes into a column that is full; your program accepted it.",
                turn.capital()
            ),
        ),
        Seen::Event(Event::Board(_) | Event::Result(_)) | Seen::BrokenBoard(_) => Story::new(
            "accepted",
            "an invalid move is accepted",
            format!("{} is invalid; your program accepted it.", turn.capital()),
        ),
        other => Story::new(
            "no-refusal",
            "an invalid move is not answered with the message",
            format!(
                "{} is invalid and should be refused with the message; your program printed {}.",
                turn.capital(),
                describe_seen(other)
            ),
        ),
    }
}

fn tell_result(game: &Game, turn: &Turn, wanted: Outcome, seen: &Seen) -> Story {
    let line = turn
        .step
        .placed
        .and_then(|(row, column)| turn.step.board.winning_cells(row, column, game.rules.line));
    let said = match seen {
        Seen::Event(Event::Prompt(_)) => "the program asked for another move".to_owned(),
        Seen::Event(Event::Result(outcome)) => format!("the program announced {}", announced(*outcome)),
        other => format!("the program printed {}", describe_seen(other)),
    };
    let column = turn.step.placed.map_or(0, |(_, column)| column + 1);
    match (wanted, line) {
        (Outcome::Win(player), Some(cells)) => {
            let direction = direction_word(&cells);
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            let sentence = format!(
                "{}column {column} completes player {}'s {direction} from row {}, column {} to row {}, column {}; {said}.",
                turn.after(),
                player.number(),
                first.0 + 1,
                first.1 + 1,
                last.0 + 1,
                last.1 + 1
            );
            let is_missed = !matches!(seen, Seen::Event(Event::Result(_)));
            let (key, common) = if is_missed {
                (
                    format!("missed-win/{direction}"),
                    format!("a {direction} win is missed"),
                )
            } else {
                ("wrong-result".to_owned(), "the wrong result is announced".to_owned())
            };
            let opening = if is_missed { "A win was missed: " } else { "" };
            let sentence = if is_missed { lower_first(&sentence) } else { sentence };
            Story::new(&key, &common, format!("{opening}{sentence}")).marking(cells)
        }
        (Outcome::Win(player), None) => Story::new(
            "missed-win",
            "a win is missed",
            format!("{}player {} has won; {said}.", turn.after(), player.number()),
        ),
        (Outcome::Tie, _) => Story::new(
            "missed-tie",
            "a tie is not recognised",
            format!("{}the board is full and nobody has won: a tie; {said}.", turn.after()),
        ),
    }
}
