//! Refused moves: in other words, more than once, below the board, or in words that ask for another move.

use std::borrow::Cow;

use super::{Pair, Rest, behind_next, comes_next, without_board};
use crate::connect4::board::Board;
use crate::connect4::expected::Event;
use crate::connect4::reading::{FormatDifferences, FormatKind, Seen};

/// How the message begins where a move is refused in other words.
const REFUSED: &str = "an invalid move is refused with";

/// The message where the board comes first that is printed again.
const REFUSED_BELOW: &str = "the message for an invalid move is printed below the board instead of above it";

/// A program whose message asks for another move need not prompt for it.
const NO_PROMPT_AGAIN: &str = "there is no prompt after the message for an invalid move";

impl<'a> Pair<'a> {
    /// Skips a format difference in how a move is refused, under any wording. Returns whether there was one.
    pub(super) fn pass_over_refusal(
        &self,
        rest: &mut Rest<'a>,
        board: Option<&Board>,
        format: &mut FormatDifferences,
    ) -> bool {
        match (rest.wanted, rest.seen) {
            // The same move is refused once more, and nobody was asked between.
            (_, [Seen::Event(Event::Refusal), seen @ ..]) if rest.last == Some(&Event::Refusal) => {
                let message = "the message for an invalid move is printed more than once";
                format.note(FormatKind::ExtraText, message, b"", "");
                rest.seen = seen;
            }
            ([Event::Refusal, Event::Board(again), events @ ..], [Seen::Event(Event::Board(shown)), seen @ ..])
                if again == shown && comes_next(seen, &Event::Refusal) =>
            {
                format.note(FormatKind::Rewording, REFUSED_BELOW, b"", "");
                rest.last = Some(&Event::Refusal);
                (rest.wanted, rest.seen) = (events, behind_next(seen));
            }
            // The same player is prompted again after a text that does not follow other moves: refused in other
            // words.
            ([Event::Refusal, events @ ..], [Seen::Event(Event::Prompt(asked)), ..])
                if without_board(events, board).first() == Some(&Event::Prompt(*asked)) && self.refuses(rest) =>
            {
                self.note_refusal(rest, format);
                rest.wanted = without_board(events, board);
            }
            // What refuses a move asks for another one: "Invalid column, try again: ".
            ([Event::Echo(typed), Event::Refusal, events @ ..], [])
                if self.is_asked_again(events, board) && self.refuses(rest) =>
            {
                self.note_hidden_key(typed, format);
                rest.wanted = &rest.wanted[1..];
            }
            ([Event::Refusal, events @ ..], []) if self.is_asked_again(events, board) && self.refuses(rest) => {
                self.note_refusal(rest, format);
                rest.wanted = without_board(events, board);
                rest.last = Some(&Event::Refusal);
            }
            ([Event::Prompt(_)], [])
                if rest.last == Some(&Event::Refusal) && self.is_asked_again(rest.wanted, board) =>
            {
                format.note(FormatKind::Rewording, NO_PROMPT_AGAIN, b"", "");
                rest.wanted = &[];
            }
            _ => return false,
        }

        true
    }

    /// Whether the last text does not follow accepted moves: in other words than required, it refuses one.
    fn refuses(&self, rest: &Rest) -> bool {
        rest.said.is_some_and(|text| !self.is_usual(text))
    }

    fn note_refusal(&self, rest: &Rest, format: &mut FormatDifferences) {
        let text = rest.said.map_or("", String::as_str);
        let message = format!("{REFUSED} '{text}'");
        format.note(FormatKind::Rewording, &message, text.as_bytes(), &self.reading.refusal);
    }

    /// Whether nothing but a prompt is due, and the program reads another key without it.
    fn is_asked_again(&self, events: &[Event], board: Option<&Board>) -> bool {
        let last = self.reading.lines.get(self.step).and_then(|lines| lines.last());
        last.is_some_and(|line| line.is_before_key) && matches!(without_board(events, board), [Event::Prompt(_)])
    }
}

/// The differences of a step: a line that refuses a move in other words is no extra text as well.
pub(super) fn without_refusals<'f>(
    of_step: &'f FormatDifferences,
    order: &FormatDifferences,
    seen: Option<&Vec<Seen>>,
) -> Cow<'f, FormatDifferences> {
    let mut of_step = Cow::Borrowed(of_step);
    for refusal in order.items().iter().filter(|item| item.message.starts_with(REFUSED)) {
        let others = seen.into_iter().flatten().filter_map(|seen| match seen {
            Seen::Other(text) => Some(text),
            _ => None,
        });
        of_step.to_mut().excuse(&refusal.printed, refusal.count, others);
    }
    of_step
}
