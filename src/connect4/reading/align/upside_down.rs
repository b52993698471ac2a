//! Boards that are right but for being upside down.

use crate::connect4::expected::{Event, Expected};
use crate::connect4::reading::{Reading, Seen};

/// Whether every board from a step on is what it should be, upside down. A single piece in the top row may have been put
/// there; pieces on top of another are certain.
pub(super) fn are_upside_down(expected: &Expected, reading: &Reading, from: usize) -> bool {
    let mut is_sure = false;
    for (wanted, seen) in expected.steps.iter().zip(&reading.steps).skip(from) {
        let boards = seen.iter().filter_map(|seen| match seen {
            Seen::Event(Event::Board(board)) => Some(board),
            _ => None,
        });
        let turned = wanted.board.upside_down();
        for board in boards {
            if *board != turned {
                return false;
            }
            is_sure |= wanted.placed.is_some_and(|(row, _)| row + 1 < board.rows());
        }
    }

    is_sure
}
