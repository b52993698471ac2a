//! Stories of a computer player's reply that the referee did not take.

use super::Story;
use super::turn::Turn;
use crate::connect4::Player;
use crate::connect4::computer::Demand;
use crate::connect4::referee::{Fault, Ruling};

/// Who the computer is.
const COMPUTER: Player = Player::Two;

/// Tells what was wrong with the reply; `None` where the difference says it better.
pub(super) fn tell_reply(turn: &Turn, ruling: &Ruling) -> Option<Story> {
    let after = turn.after();
    let place = |row: usize, column: usize| format!("row {}, column {}", row + 1, column + 1);
    let story = match &ruling.fault {
        Fault::NoReply => Story::new(
            "computer/no-reply",
            "the computer does not reply",
            format!("{after}the computer should place a piece, but the board did not change."),
        ),
        Fault::Floating { row, column } => Story::new(
            "computer/floating",
            "the computer's piece does not fall to the lowest empty cell",
            format!(
                "{after}the computer's piece is in {}, with nothing under it: it should fall to the lowest empty cell.",
                place(*row, *column)
            ),
        )
        .marking(vec![(*row, *column)]),
        Fault::Overwritten { row, column } => Story::new(
            "computer/overwrites",
            "the computer puts its piece on top of another one",
            format!(
                "{after}the computer put its piece in {}, where {} already has a piece.",
                place(*row, *column),
                ruling
                    .board
                    .cell(*row, *column)
                    .map_or("nobody", |player| turn.player(player))
            ),
        )
        .marking(vec![(*row, *column)]),
        Fault::Pieces(count) => Story::new(
            "computer/pieces",
            "the computer places more than one piece",
            format!("{after}the computer placed {count} pieces at once."),
        ),
        Fault::Changed => Story::new(
            "computer/changes-board",
            "the computer's reply changes pieces that are already on the board",
            format!("{after}the computer's reply changed pieces that were already on the board."),
        ),
        Fault::Demand {
            demand,
            column,
            columns,
        } => tell_demand(turn, *demand, *column, columns),
        Fault::Broken => return None,
    };

    Some(story)
}

fn tell_demand(turn: &Turn, demand: Demand, column: usize, columns: &[usize]) -> Story {
    let numbers: Vec<String> = columns.iter().map(|column| (column + 1).to_string()).collect();
    let wanted = format!("column {}", numbers.join(" or "));
    let after = turn.after();
    let played = column + 1;
    match demand {
        Demand::Block => Story::new(
            "computer/no-block",
            "the computer does not block three in a row",
            format!(
                "{after}{} has three in a row, which {wanted} would block, but the computer played column {played}.",
                turn.player(COMPUTER.other())
            ),
        ),
        Demand::Win => Story::new(
            crate::result::Fault::OVERLOOKED_WIN,
            "the computer does not take an available win",
            format!("{after}the computer has three in a row and wins in {wanted}, but it played column {played}."),
        ),
    }
}
