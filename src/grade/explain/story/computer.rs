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
            format!("{after}the computer should put down a piece; the board did not change."),
        ),
        Fault::Floating { row, column } => Story::new(
            "computer/floating",
            "the computer's piece hangs in the air",
            format!(
                "{after}the computer's piece is in {}, with nothing under it: it should fall to the lowest empty cell.",
                place(*row, *column)
            ),
        )
        .marking(vec![(*row, *column)]),
        Fault::Overwritten { row, column } => Story::new(
            "computer/overwrites",
            "the computer puts its piece onto another one",
            format!(
                "{after}the computer put its piece in {}, where a piece of {} lies already.",
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
            "the computer puts down more than one piece",
            format!("{after}the computer put down {count} pieces at once."),
        ),
        Fault::Changed => Story::new(
            "computer/changes-board",
            "the computer's reply changes pieces that lie on the board",
            format!("{after}the computer's reply changed pieces that lay on the board already."),
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
                "{after}{} has three in a line, which {wanted} would block; the computer played column {played}.",
                turn.player(COMPUTER.other())
            ),
        ),
        Demand::Win => Story::new(
            "computer/no-win",
            "the computer does not take a win that is there",
            format!("{after}the computer has three in a line and wins in {wanted}; it played column {played}."),
        ),
    }
}
