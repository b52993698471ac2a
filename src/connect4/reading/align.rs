//! Compares what was printed with what was expected.

use std::borrow::Cow;

use super::cropped::completed;
use super::echo::shows_key;
use super::known::{BOARD_NOT_AGAIN, KEYS_NOT_SHOWN, PRINTED_AGAIN, ROWS_BELOW, UNNAMED_WINNER};
use super::{FormatDifferences, FormatKind, Reading, Seen, Unnamed, Words};
use crate::connect4::board::Board;
use crate::connect4::expected::{Event, Expected, Outcome};

mod frames;
mod missing;
mod refusals;
mod upside_down;

use refusals::without_refusals;
use upside_down::are_upside_down;

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
    /// Whether what should have been said comes later in the step.
    pub follows: bool,
    /// A text of this step that says nothing in the game's terms: the last one up to the difference, else the first one
    /// after it.
    pub said: Option<String>,
    /// The last board before the difference that was right.
    pub board: Option<Board>,
    /// How the board of this step is shown.
    pub shown: Shown,
    /// Whether a win is announced in this step without the winner's name: that of the player who has moved is taken for it.
    pub is_nameless: bool,
}

/// How a board is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// As it is read.
    AsRead,
    /// Upside down: this board and all that follow are right but for that, one of them certainly.
    UpsideDown,
    /// With NULs as cells.
    WithNulCells,
    /// In rows of so many cells, more or fewer than the board has columns.
    OtherWidth(usize),
}

/// Compares a reading with what was expected: the first difference in the game, `None` when every event agrees; and the
/// format differences. What is seen from a difference on may be nothing but its consequence, so format differences are taken from the
/// steps before it; if it is in the first step, from that step.
///
/// `checks_frames` says whether a falling piece must be shown in every row that it passes, where that is expected at
/// all; else such boards may be there or not.
pub fn align(expected: &Expected, reading: &Reading, checks_frames: bool) -> (Option<Difference>, FormatDifferences) {
    let boards = Boards::default();
    align_boards(
        expected,
        reading,
        Boards {
            checks_frames,
            ..boards
        },
    )
}

/// Which boards have to be shown.
#[derive(Debug, Clone, Copy, Default)]
pub struct Boards {
    /// Whether a falling piece must be shown in every row that it passes, as for [`align`].
    pub checks_frames: bool,
    /// Whether a game that does not show its first or its last board, or one row or column of all boards, is the same game in
    /// another format.
    pub may_be_missing: bool,
}

/// The same as [`align`], with other boards that have to be shown.
pub fn align_boards(expected: &Expected, reading: &Reading, boards: Boards) -> (Option<Difference>, FormatDifferences) {
    let reading = &*if boards.may_be_missing {
        completed(expected, reading)
    } else {
        Cow::Borrowed(reading)
    };
    let mut format = FormatDifferences::default();
    let mut board: Option<Board> = None;
    let steps = expected.steps.len().max(reading.steps.len());
    for step in 0..steps {
        let pair = Pair {
            expected,
            reading,
            step,
            boards,
        };
        let mut order = FormatDifferences::default();
        let mut found = pair.align(&mut board, &mut order);
        if found.is_none() || step == 0 {
            if let Some(of_step) = reading.format.get(step) {
                format.merge(&without_refusals(of_step, &order, reading.steps.get(step)));
            }
            format.merge(&order);
        }
        if let Some(difference) = &mut found {
            difference.is_reached = step < reading.steps.len();
            let mut notes = reading.format.get(step).into_iter().flat_map(FormatDifferences::items);
            difference.is_nameless = notes.any(|note| note.message == UNNAMED_WINNER);
            if are_upside_down(expected, reading, step) {
                difference.shown = Shown::UpsideDown;
            }
            return (found, format);
        }
    }

    (None, format)
}

/// A step as it was expected and as it was seen.
struct Pair<'a> {
    expected: &'a Expected,
    reading: &'a Reading,
    step: usize,
    boards: Boards,
}

/// The rest of a step that is still to be compared.
struct Rest<'a> {
    wanted: &'a [Event],
    seen: &'a [Seen],
    /// The last text that says nothing in the game's terms.
    said: Option<&'a String>,
    /// The last event that agreed.
    last: Option<&'a Event>,
}

impl<'a> Pair<'a> {
    fn align(&self, board: &mut Option<Board>, format: &mut FormatDifferences) -> Option<Difference> {
        let step = self.step;
        let mut rest = Rest {
            wanted: self.expected.steps.get(step).map_or(&[][..], |step| &step.events),
            seen: self.reading.steps.get(step).map_or(&[][..], |seen| &seen[..]),
            said: None,
            last: None,
        };

        loop {
            // Text that says nothing in the game's terms was recorded as a format difference when it was read.
            while let [Seen::Other(text), seen @ ..] = rest.seen {
                rest.said = Some(text);
                rest.seen = seen;
            }
            if rest.wanted.is_empty() && rest.seen.is_empty() {
                return None;
            }
            if let ([event, events @ ..], [printed, seen @ ..]) = (rest.wanted, rest.seen)
                && are_same(event, printed)
            {
                if let Event::Board(shown) = event {
                    *board = Some(shown.clone());
                }
                rest.last = Some(event);
                (rest.wanted, rest.seen) = (events, seen);
                continue;
            }
            let is_passed = self.pass_over_refusal(&mut rest, board.as_ref(), format)
                || self.pass_over(&mut rest, board, format)
                || (self.reading.words == Words::Free && self.pass_over_free(&mut rest, board, format))
                || self.pass_over_missing_board(&mut rest, board.as_ref(), format);
            if !is_passed {
                return Some(self.difference(rest, board.as_ref()));
            }
        }
    }

    /// Skips a format difference, under any wording. Returns whether there was one.
    fn pass_over(&self, rest: &mut Rest<'a>, board: &mut Option<Board>, format: &mut FormatDifferences) -> bool {
        match (rest.wanted, rest.seen) {
            // The result is said once more when nothing is due any more.
            ([], [Seen::Event(Event::Result(outcome)), seen @ ..]) if rest.last == Some(&Event::Result(*outcome)) => {
                let message = "the result is printed more than once";
                format.note(FormatKind::ExtraText, message, b"", "");
                rest.seen = seen;
            }
            (wanted, [Seen::Event(Event::Board(shown)), seen @ ..])
                if Some(shown) == board.as_ref() && !awaits_board(wanted) =>
            {
                format.note(FormatKind::ReprintedBoard, PRINTED_AGAIN, b"", "");
                rest.seen = seen;
            }
            ([due @ Event::Board(wanted), said, events @ ..], [before, seen @ ..])
                if are_same(said, before)
                    && matches!(said, Event::Result(_) | Event::Prompt(_))
                    && comes_next(seen, due) =>
            {
                let message = "a message is printed above the board instead of below it";
                format.note(FormatKind::Rewording, message, b"", "");
                *board = Some(wanted.clone());
                rest.last = Some(said);
                (rest.wanted, rest.seen) = (events, behind_next(seen));
            }
            // A key that is not shown is a format difference only if the program printed anything after it.
            ([Event::Echo(typed), events @ ..], [_, ..]) => {
                self.note_hidden_key(typed, format);
                rest.wanted = events;
            }
            _ => return false,
        }

        true
    }

    /// Skips a format difference that exists only in free wording. Returns whether there was one.
    fn pass_over_free(&self, rest: &mut Rest<'a>, board: &mut Option<Board>, format: &mut FormatDifferences) -> bool {
        let is_played = self.step < self.expected.steps.len() && self.step < self.reading.steps.len();
        match (rest.wanted, rest.seen) {
            // The program leaves the game without a word.
            ([Event::Echo(typed)], []) if is_played => {
                let typed = super::text_of(typed);
                format.note(FormatKind::MissingEcho, KEYS_NOT_SHOWN, b"", &typed);
                rest.wanted = &[];
            }
            (_, [Seen::Event(Event::Echo(typed)), seen @ ..]) if is_played => {
                let message = "keys that are not moves are shown";
                format.note(FormatKind::ExtraText, message, typed, "");
                rest.seen = seen;
            }
            // A board that may be printed again after a refusal, but need not be.
            (
                [Event::Board(same), events @ ..],
                [Seen::Event(Event::Prompt(_)) | Seen::Unnamed(Unnamed::Prompt), ..],
            ) if rest.last == Some(&Event::Refusal) && board.as_ref() == Some(same) => {
                format.note(FormatKind::ReprintedBoard, BOARD_NOT_AGAIN, b"", "");
                rest.wanted = events;
            }
            // Rows that run on below a whole board.
            (wanted, [Seen::BrokenBoard(rows), seen @ ..])
                if matches!(rest.last, Some(Event::Board(whole)) if rows.len() < whole.rows())
                    && !awaits_board(wanted) =>
            {
                format.note(FormatKind::ExtraText, ROWS_BELOW, b"", "");
                rest.seen = seen;
            }
            // A full board ends the game; if no text is required, any that says so is right.
            (
                wanted,
                [
                    Seen::Event(Event::Result(Outcome::Tie)) | Seen::Unnamed(Unnamed::Result),
                    seen @ ..,
                ],
            ) if self.is_quiet_tie(wanted, board.as_ref()) => {
                let message = "a tie is announced, which the assignment does not require";
                format.note(FormatKind::ExtraText, message, b"", "");
                rest.seen = seen;
            }
            // The last board of a game is shown once more before the next game begins.
            ([Event::Board(wanted), ..], [Seen::Event(Event::Board(shown)), seen @ ..])
                if matches!(rest.last, Some(Event::Result(_))) && board.as_ref() == Some(shown) && shown != wanted =>
            {
                format.note(FormatKind::ReprintedBoard, PRINTED_AGAIN, b"", "");
                rest.seen = seen;
            }
            _ => return self.pass_over_frames(rest, board.as_ref(), format),
        }

        true
    }

    fn difference(&self, mut rest: Rest<'a>, board: Option<&Board>) -> Difference {
        if self.reading.words == Words::Fixed {
            return rest.difference(self.step, board);
        }

        if !starts_new_game(&rest) {
            rest.seen = &rest.seen[frames::boards_before_last(&rest, board)..];
            return rest.difference(self.step, board);
        }

        // The program knows that the game is over; what it says about the result comes before the next game's board.
        let all = self.reading.steps.get(self.step).map_or(&[][..], |seen| &seen[..]);
        let texts = all[..all.len() - rest.seen.len()]
            .iter()
            .rev()
            .map_while(|seen| match seen {
                Seen::Other(text) => Some(text),
                _ => None,
            });

        rest.said = texts.filter(|text| !self.is_said_in_games(text)).last();
        rest.seen = &[];
        rest.difference(self.step, board)
    }

    /// A key that is not shown is a format difference, unless another line shows it.
    fn note_hidden_key(&self, typed: &[u8], format: &mut FormatDifferences) {
        let typed = super::text_of(typed);
        if !self.shows_elsewhere(&typed) {
            format.note(FormatKind::MissingEcho, KEYS_NOT_SHOWN, b"", &typed);
        }
    }

    /// Whether a line of the step shows the key: it is shown in another place.
    fn shows_elsewhere(&self, typed: &str) -> bool {
        let step = self.expected.steps.get(self.step);
        let refused = step.is_some_and(|step| step.placed.is_none());
        let mut seen = self.reading.steps.get(self.step).into_iter().flatten();
        seen.any(|seen| matches!(seen, Seen::Other(text) if shows_key(text, typed, refused, self.reading.words)))
    }

    /// Whether a text is printed where no game ends, too, or says nothing at all.
    fn is_said_in_games(&self, text: &str) -> bool {
        let mut others = self.expected.steps.iter().zip(&self.reading.steps).filter(|(step, _)| {
            let mut events = step.events.iter();
            !events.any(|event| matches!(event, Event::Result(_)))
        });
        !text.chars().any(char::is_alphabetic) || others.any(|(_, seen)| says(seen, text))
    }

    /// Whether the game has just ended in a tie of which nothing was to be said.
    fn is_quiet_tie(&self, wanted: &[Event], board: Option<&Board>) -> bool {
        let events = self.expected.steps.get(self.step).map_or(&[][..], |step| &step.events);
        let is_reported = events.iter().any(|event| matches!(event, Event::Result(_)));
        let goes_on = matches!(wanted, [Event::Prompt(_), ..]);
        !is_reported && !goes_on && board.is_some_and(Board::is_full)
    }

    /// Whether a text is printed where a move was accepted, too, or says nothing at all.
    fn is_usual(&self, text: &str) -> bool {
        is_usual(self.expected, self.reading, text)
    }
}

impl Rest<'_> {
    fn difference(&self, step: usize, board: Option<&Board>) -> Difference {
        let behind = self.seen.iter().find_map(|seen| match seen {
            Seen::Other(text) => Some(text),
            _ => None,
        });
        let mut rest = self.seen.iter().filter(|seen| !matches!(seen, Seen::Other(_))).cloned();
        let expected = self.wanted.first();
        let is_expected = |seen: &Seen| expected.is_some_and(|expected| are_same(expected, seen));

        Difference {
            step,
            is_reached: true,
            expected: expected.cloned(),
            seen: rest.next(),
            next: rest.next(),
            follows: self.seen.iter().any(is_expected),
            said: self.said.or(behind).cloned(),
            board: board.cloned(),
            shown: Shown::AsRead,
            is_nameless: false,
        }
    }
}

/// Whether an event is what was printed. A board with a piece on its way down is printed as any other.
fn are_same(event: &Event, printed: &Seen) -> bool {
    match (event, printed) {
        (Event::Frame(wanted), Seen::Event(Event::Board(shown))) => wanted == shown,
        (_, Seen::Event(printed)) => event == printed,
        (Event::Prompt(_), Seen::Unnamed(Unnamed::Prompt)) | (Event::Result(_), Seen::Unnamed(Unnamed::Result)) => true,
        _ => false,
    }
}

/// Whether the next game begins where a result is due.
fn starts_new_game(rest: &Rest) -> bool {
    matches!(rest.wanted, [Event::Result(_), next @ Event::Board(_), ..] if comes_next(rest.seen, next))
}

/// What is expected after a repetition of the last board.
fn without_board<'a>(events: &'a [Event], board: Option<&Board>) -> &'a [Event] {
    match events {
        [Event::Board(again), events @ ..] if Some(again) == board => events,
        _ => events,
    }
}

/// Whether an event is what is said next in the game's terms.
fn comes_next(seen: &[Seen], event: &Event) -> bool {
    let next = seen.iter().find(|seen| !matches!(seen, Seen::Other(_)));
    matches!(next, Some(Seen::Event(next)) if next == event)
}

/// What comes after the next event.
fn behind_next(seen: &[Seen]) -> &[Seen] {
    let next = seen.iter().position(|seen| matches!(seen, Seen::Event(_)));
    &seen[next.map_or(0, |at| at + 1)..]
}

/// Whether a text is printed where a move was accepted, too, or says nothing at all.
fn is_usual(expected: &Expected, reading: &Reading, text: &str) -> bool {
    let mut accepted = expected.steps.iter().zip(&reading.steps).filter(|(step, _)| {
        let mut events = step.events.iter();
        events.any(|event| matches!(event, Event::Board(_)))
    });
    !text.chars().any(char::is_alphabetic) || accepted.any(|(_, seen)| says(seen, text))
}

/// Whether a text was printed. "Column 3 chosen" and "Column 7 chosen" are one text.
fn says(seen: &[Seen], text: &str) -> bool {
    let words = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
    let wanted = words(text);
    seen.iter()
        .any(|seen| matches!(seen, Seen::Other(other) if words(other) == wanted))
}

/// Whether a board comes next, a missing echo passed over: then a board like the last one is a wrong move, not a reprint.
fn awaits_board(wanted: &[Event]) -> bool {
    let next = wanted.iter().find(|event| !matches!(event, Event::Echo(_)));
    matches!(next, Some(Event::Board(_) | Event::Frame(_)))
}
