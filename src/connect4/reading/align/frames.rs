//! Boards with a piece on its way down: passed over where they need not be there, and never taken for the move's board.

use super::{Pair, Rest, comes_next};
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::Event;
use crate::connect4::reading::{FormatDifferences, FormatKind, Seen};

impl Pair<'_> {
    /// Passes over boards with a piece on its way down, and over their absence, where they need not be there.
    pub(super) fn pass_over_frames(
        &self,
        rest: &mut Rest,
        last: Option<&Board>,
        format: &mut FormatDifferences,
    ) -> bool {
        let asked = rest
            .wanted
            .iter()
            .take_while(|event| matches!(event, Event::Frame(_)))
            .count();
        if asked > 0 && self.boards.checks_frames {
            return false;
        }

        if asked > 0 {
            rest.wanted = &rest.wanted[asked..];
            return true;
        }

        let ([due @ Event::Board(landed), ..], Some(last)) = (rest.wanted, last) else {
            return false;
        };
        let boards = rest.seen.iter().take_while(|seen| match seen {
            Seen::Event(Event::Board(shown)) => is_frame(shown, last, landed),
            Seen::Other(_) => true,
            _ => false,
        });
        let passed = boards.count();

        if passed == 0 || !comes_next(&rest.seen[passed..], due) {
            return false;
        }

        if !self.shows_frames() {
            let message = "extra boards that show a piece falling";
            format.note(FormatKind::ReprintedBoard, message, b"", "");
        }

        rest.seen = &rest.seen[passed..];
        true
    }

    /// Whether pieces are to be shown on their way down anywhere in the game.
    fn shows_frames(&self) -> bool {
        let mut events = self.expected.steps.iter().flat_map(|step| &step.events);
        events.any(|event| matches!(event, Event::Frame(_)))
    }
}

/// How much of what was seen comes before the last board of the move, where another was expected: a wrong board is
/// reported by where the piece ends, not by where it passes.
pub(super) fn boards_before_last(rest: &Rest, last: Option<&Board>) -> usize {
    let ([Event::Board(_), later @ ..], Some(last)) = (rest.wanted, last) else {
        return 0;
    };

    // The next game's board, or that with the computer's piece, belongs to no fall.
    let is_later = |board: &Board| {
        let mut later = later.iter();
        later.any(|event| matches!(event, Event::Board(later) | Event::Frame(later) if later == board))
    };
    let boards: Vec<(usize, Option<&Board>)> = (rest.seen.iter().enumerate())
        .take_while(|(_, seen)| !matches!(seen, Seen::Event(event) if !matches!(event, Event::Board(_))))
        .filter_map(|(at, seen)| match seen {
            Seen::Event(Event::Board(board)) => Some((at, Some(board))),
            Seen::BrokenBoard(_) => Some((at, None)),
            _ => None,
        })
        .take_while(|(_, board)| board.is_none_or(|board| !is_later(board)))
        .collect();

    let is_falling = |board: Option<&Board>| board.is_some_and(|board| is_fall(board, last));
    let falling = boards.iter().take_while(|(_, board)| is_falling(*board)).count();
    let has_reply = matches!(later, [Event::Board(_) | Event::Frame(_), ..]);
    let settled = if has_reply {
        falling.saturating_sub(1)
    } else {
        falling.min(boards.len().saturating_sub(1))
    };

    boards.get(settled).map_or(0, |(at, _)| *at)
}

/// Whether a board is the last one, or that with the next piece above the cell in which it lands.
fn is_frame(shown: &Board, last: &Board, landed: &Board) -> bool {
    let cells = || (0..last.rows()).flat_map(|row| (0..last.columns()).map(move |column| (row, column)));
    let changed = |board: &Board| {
        let mut cells = cells().filter(|(row, column)| board.cell(*row, *column) != last.cell(*row, *column));
        (cells.next(), cells.next())
    };
    let (Some((bottom, column)), None) = changed(landed) else {
        return false;
    };

    match changed(shown) {
        (None, None) => true,
        (Some((row, shown_column)), None) => {
            shown_column == column && row < bottom && shown.cell(row, column) == landed.cell(bottom, column)
        }
        _ => false,
    }
}

/// Whether a board is the last one, or that with more pieces of one player in one column.
fn is_fall(shown: &Board, last: &Board) -> bool {
    let cells = (0..last.rows()).flat_map(|row| (0..last.columns()).map(move |column| (row, column)));
    let mut changed = cells
        .filter(|(row, column)| shown.cell(*row, *column) != last.cell(*row, *column))
        .map(|(row, column)| {
            let piece: Option<Player> = shown.cell(row, column);
            let is_new = last.cell(row, column).is_none();
            (column, piece.filter(|_| is_new))
        });
    let Some(first) = changed.next() else { return true };
    first.1.is_some() && changed.all(|other| other == first)
}
