//! Holding what was seen against what should have been said.

use super::{DressKind, Reading, Seen, Wardrobe};
use crate::connect4::board::Board;
use crate::connect4::expected::{Event, Expected};

/// The first place where the game itself differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The step: 0 before any key, else the attempted move's number from 1.
    pub step: usize,
    /// Whether the program came to this step: read the key that begins it.
    pub is_reached: bool,
    /// What should have been said; `None` when nothing more was expected.
    pub expected: Option<Event>,
    /// What was said instead; `None` when there was nothing more.
    pub seen: Option<Seen>,
    /// What was said next, for telling the story.
    pub next: Option<Seen>,
    /// A text of this step that says nothing in the game's terms: the last one up to the difference, else the first one
    /// behind it.
    pub said: Option<String>,
    /// The last board before the difference that was right.
    pub board: Option<Board>,
    /// Whether this board and all that follow are right but for being upside down, one of them beyond doubt.
    pub is_upside_down: bool,
}

/// Holds a reading against what was expected: the first difference in the game, `None` when every event agrees; and the
/// differences in dress. What is seen from a difference on may be nothing but its consequence, so dress is told from the
/// steps before it; where it lies in the very first step, from that one.
pub fn align(expected: &Expected, reading: &Reading) -> (Option<Difference>, Wardrobe) {
    let mut dress = Wardrobe::default();
    let mut board: Option<Board> = None;
    let steps = expected.steps.len().max(reading.steps.len());
    for step in 0..steps {
        let is_usual = |text: &str| is_usual(expected, reading, text);
        let wanted = expected.steps.get(step).map_or(&[][..], |step| &step.events);
        let seen = reading.steps.get(step).map_or(&[][..], |seen| &seen[..]);
        let mut order = Wardrobe::default();
        let mut found = align_step(step, wanted, seen, &mut board, &mut order, &is_usual);
        if found.is_none() || step == 0 {
            if let Some(worn) = reading.dress.get(step) {
                dress.merge(worn);
            }
            dress.merge(&order);
        }
        if let Some(difference) = &mut found {
            difference.is_reached = step < reading.steps.len();
            difference.is_upside_down = are_upside_down(expected, reading, step);
            return (found, dress);
        }
    }
    (None, dress)
}

fn align_step(
    step: usize,
    mut wanted: &[Event],
    mut seen: &[Seen],
    board: &mut Option<Board>,
    dress: &mut Wardrobe,
    is_usual: &dyn Fn(&str) -> bool,
) -> Option<Difference> {
    let mut said: Option<&String> = None;
    let mut is_refused = false;
    loop {
        // Text that says nothing in the game's terms was noted as dress when it was read.
        while let [Seen::Other(text), rest @ ..] = seen {
            said = Some(text);
            seen = rest;
        }
        match (wanted, seen) {
            ([], []) => return None,
            ([event, events @ ..], [Seen::Event(printed), rest @ ..]) if event == printed => {
                if let Event::Board(shown) = event {
                    *board = Some(shown.clone());
                }
                is_refused = *event == Event::Refusal;
                (wanted, seen) = (events, rest);
            }
            // The same move is refused once more, and nobody was asked between.
            (_, [Seen::Event(Event::Refusal), rest @ ..]) if is_refused => {
                let message = "the message for an invalid move is printed more than once";
                dress.note(DressKind::ExtraText, message, b"", "");
                seen = rest;
            }
            (_, [Seen::Event(Event::Board(shown)), rest @ ..])
                if Some(shown) == board.as_ref() && !awaits_board(wanted) =>
            {
                let message = "a board is printed again without a move between";
                dress.note(DressKind::ReprintedBoard, message, b"", "");
                seen = rest;
            }
            // The same player is asked again, and was told something that is not said behind other moves: refused in
            // other words.
            ([Event::Refusal, events @ ..], [Seen::Event(Event::Prompt(asked)), ..])
                if events.first() == Some(&Event::Prompt(*asked)) && said.is_some_and(|text| !is_usual(text)) =>
            {
                let text = said.map_or("", String::as_str);
                let message = format!("an invalid move is refused with '{text}'");
                dress.note(DressKind::Rewording, &message, text.as_bytes(), "");
                wanted = events;
            }
            // A key that is not shown is dress only where the program said anything at all behind it.
            ([Event::Echo(typed), events @ ..], [_, ..]) => {
                let typed = super::text_of(typed);
                dress.note(DressKind::MissingEcho, "keys are not shown", b"", &typed);
                wanted = events;
            }
            _ => {
                let behind = seen.iter().find_map(|seen| match seen {
                    Seen::Other(text) => Some(text),
                    _ => None,
                });
                let mut rest = seen.iter().filter(|seen| !matches!(seen, Seen::Other(_))).cloned();
                return Some(Difference {
                    step,
                    is_reached: true,
                    expected: wanted.first().cloned(),
                    seen: rest.next(),
                    next: rest.next(),
                    said: said.or(behind).cloned(),
                    board: board.clone(),
                    is_upside_down: false,
                });
            }
        }
    }
}

/// Whether a text is printed where a move was accepted, too, or says nothing at all.
fn is_usual(expected: &Expected, reading: &Reading, text: &str) -> bool {
    let mut accepted = expected.steps.iter().zip(&reading.steps).filter(|(step, _)| {
        let mut events = step.events.iter();
        events.any(|event| matches!(event, Event::Board(_)))
    });
    // "Column 3 chosen" and "Column 7 chosen" are one text.
    let words = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
    let wanted = words(text);
    let is_said = |seen: &Seen| matches!(seen, Seen::Other(other) if words(other) == wanted);
    !text.chars().any(char::is_alphabetic) || accepted.any(|(_, seen)| seen.iter().any(is_said))
}

/// Whether a board comes next, a missing echo passed over: then a board like the last one is a wrong move, not a reprint.
fn awaits_board(wanted: &[Event]) -> bool {
    let next = wanted.iter().find(|event| !matches!(event, Event::Echo(_)));
    matches!(next, Some(Event::Board(_)))
}

/// Whether every board from a step on is what it should be, upside down. A single piece in the top row may have been put
/// there; pieces that stand on another leave no doubt.
fn are_upside_down(expected: &Expected, reading: &Reading, from: usize) -> bool {
    let mut is_sure = false;
    for (wanted, seen) in expected.steps.iter().zip(&reading.steps).skip(from) {
        let boards = seen.iter().filter_map(|seen| match seen {
            Seen::Event(Event::Board(board)) => Some(board),
            _ => None,
        });
        for board in boards {
            if *board != wanted.board.upside_down() {
                return false;
            }
            is_sure |= wanted.placed.is_some_and(|(row, _)| row + 1 < board.rows());
        }
    }
    is_sure
}
