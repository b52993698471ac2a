//! A board that a program forgets to show in a game that it plays right: the one before the first move, or the one on which the
//! game is over.

use super::{Pair, Rest};
use crate::connect4::board::Board;
use crate::connect4::expected::Event;
use crate::connect4::reading::{FormatDifferences, FormatKind, Seen, Unnamed};

impl Pair<'_> {
    /// Passes over a board that is not shown at all: the first one, where the game goes on and others are shown; or the last
    /// one, where a result is announced.
    pub(super) fn pass_over_missing_board(
        &self,
        rest: &mut Rest,
        last: Option<&Board>,
        format: &mut FormatDifferences,
    ) -> bool {
        let [Event::Board(_), events @ ..] = rest.wanted else {
            return false;
        };
        if !self.boards.may_be_missing || self.seen(self.step).any(is_board) {
            return false;
        }

        let is_over = matches!(events, [Event::Result(_), ..]);
        let is_result = matches!(
            rest.seen,
            [Seen::Event(Event::Result(_)) | Seen::Unnamed(Unnamed::Result), ..]
        );
        let steps = self.reading.steps.len();
        let message = if is_over && is_result && last.is_some() {
            "the final board is not shown"
        } else if self.step == 0 && (1..steps).any(|step| self.seen(step).any(is_board)) {
            "the board is not shown before the first move"
        } else {
            return false;
        };

        format.note(FormatKind::MissingBoard, message, b"", "");
        rest.wanted = events;
        true
    }

    fn seen(&self, step: usize) -> impl Iterator<Item = &Seen> {
        self.reading.steps.get(step).into_iter().flatten()
    }
}

fn is_board(seen: &Seen) -> bool {
    matches!(
        seen,
        Seen::Event(Event::Board(_) | Event::Frame(_)) | Seen::BrokenBoard(_)
    )
}
