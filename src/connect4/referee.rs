//! The referee of games against a student's computer player: any legal reply is right, and the rest of the game must
//! follow from it.
//!
//! Takes a game, the keys, what the document demands of every computer, and a reading of what the program printed. Plays
//! the rules by the replies that the reading shows. Where a step shows none that is legal, or one that breaks a demand,
//! the game continues as in the rules model: comparing that with the reading gives the difference, and the ruling says
//! what was wrong with the reply. Knows nothing of how text is read, nor of points.

use super::board::{Board, Player};
use super::computer::{Demand, demanded};
use super::expected::{Event, Expected, Turn};
use super::reading::{Reading, Seen};
use super::rules::Game;
use super::script::Script;

/// Who the computer is.
const COMPUTER: Player = Player::Two;

/// A game as it should have gone after the replies that were taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    /// The game by the rules, with those replies.
    pub expected: Expected,
    /// The first reply that was not taken. The game from its step on is not the one that the program played.
    pub ruling: Option<Ruling>,
}

/// A reply that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The step it belongs to.
    pub step: usize,
    /// The board it was made on.
    pub board: Board,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong with a reply. Rows and columns count from 0, rows from the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The board does not change.
    NoReply,
    /// The piece hangs in the air.
    Floating {
        /// Where.
        row: usize,
        /// Where.
        column: usize,
    },
    /// It replaces another piece.
    Overwritten {
        /// Where.
        row: usize,
        /// Where.
        column: usize,
    },
    /// There are so many new pieces.
    Pieces(usize),
    /// Pieces on the board are moved, exchanged or gone, or there is a new piece of the person.
    Changed,
    /// What is printed is no whole board.
    Broken,
    /// A legal piece that breaks a demand.
    Demand {
        /// The demand.
        demand: Demand,
        /// The column that was taken.
        column: usize,
        /// The columns that would have met it.
        columns: Vec<usize>,
    },
}

/// Plays a script by the replies that a reading shows.
pub fn follow(game: &Game, script: &Script, demands: &[Demand], reading: &Reading) -> Followed {
    let mut ruling: Option<Ruling> = None;
    let mut is_lost = false;
    let expected = Expected::play_with(game, script, &mut |turn| {
        // Behind the first difference the program plays another game: there is nothing to follow.
        if is_lost {
            return turn.own;
        }
        let seen = reading.steps.get(turn.step).map_or(&[][..], Vec::as_slice);
        let Some(behind) = behind_human(seen, turn.board) else {
            is_lost = true;
            return turn.own;
        };
        let (column, fault) = judge(game, turn, demands, behind);
        if let Some(fault) = fault {
            is_lost = true;
            ruling = Some(Ruling {
                step: turn.step,
                board: turn.board.clone(),
                fault,
            });
        }
        column
    });

    Followed { expected, ruling }
}

/// The column of the computer's reply in a step, where it is legal. `board` is the one that the person's piece has made.
pub fn reply_seen(board: &Board, seen: &[Seen]) -> Option<usize> {
    let behind = behind_human(seen, board)?;
    let column = reply(board, behind).ok()?;
    second_piece(board, behind).is_none().then_some(column)
}

/// What was seen in a step after the board that shows the person's piece where it landed; `None` where that is not
/// shown. Where the computer begins, the empty board may be left out.
fn behind_human<'a>(seen: &'a [Seen], board: &Board) -> Option<&'a [Seen]> {
    let is_human = |seen: &Seen| matches!(seen, Seen::Event(Event::Board(shown)) if shown == board);
    match seen.iter().position(is_human) {
        Some(at) => Some(&seen[at + 1..]),
        None => (board.pieces() == 0).then_some(seen),
    }
}

/// The column in which the game goes on, and what is wrong with the reply that is seen.
fn judge(game: &Game, turn: &Turn, demands: &[Demand], behind: &[Seen]) -> (usize, Option<Fault>) {
    let column = match reply(turn.board, behind) {
        Ok(column) => column,
        Err(fault) => return (required(game, turn, demands), Some(fault)),
    };
    for demand in demands.iter().copied() {
        let columns = demanded(demand, turn.board, game.rules.line, turn.last);
        if !columns.is_empty() && !columns.contains(&column) {
            let own = required(game, turn, &[demand]);
            return (
                own,
                Some(Fault::Demand {
                    demand,
                    column,
                    columns,
                }),
            );
        }
    }

    (column, second_piece(turn.board, behind))
}

/// The package's own choice where it meets the demands, else the first column that does.
fn required(game: &Game, turn: &Turn, demands: &[Demand]) -> usize {
    let columns = demands
        .iter()
        .map(|demand| demanded(*demand, turn.board, game.rules.line, turn.last))
        .find(|columns| !columns.is_empty());
    match columns {
        Some(columns) if !columns.contains(&turn.own) => columns[0],
        _ => turn.own,
    }
}

/// How a board differs from an earlier one.
enum Change {
    Same,
    /// One new piece of the computer where one lands that is dropped into the column.
    Landed(usize),
    /// One on its way there.
    Above(usize, usize),
    Fault(Fault),
}

/// The column of the first legal reply. A piece may be shown on its way down first.
fn reply(board: &Board, behind: &[Seen]) -> Result<usize, Fault> {
    let mut fault = Fault::NoReply;
    let mut is_over = false;
    for seen in behind {
        match seen {
            // What is printed after a result or a prompt is no reply, except the board that belongs to it.
            Seen::Event(Event::Board(shown)) if is_over => {
                return match change(board, shown) {
                    Change::Landed(column) => Ok(column),
                    _ => Err(fault),
                };
            }
            Seen::Event(Event::Board(shown)) => match change(board, shown) {
                Change::Same => {}
                Change::Landed(column) => return Ok(column),
                Change::Above(row, column) => fault = Fault::Floating { row, column },
                // A piece that hung in the air before is the first fault; what comes of it is not.
                Change::Fault(other) if fault == Fault::NoReply => return Err(other),
                Change::Fault(_) => return Err(fault),
            },
            Seen::BrokenBoard(_) => return Err(Fault::Broken),
            Seen::Event(Event::Prompt(_) | Event::Result(_)) | Seen::Unnamed(_) => is_over = true,
            Seen::Event(_) | Seen::Other(_) => {}
        }
    }

    Err(fault)
}

fn change(board: &Board, shown: &Board) -> Change {
    let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| (row, column)));
    let changed: Vec<_> = cells
        .filter(|(row, column)| board.cell(*row, *column) != shown.cell(*row, *column))
        .collect();
    let is_piece = |(row, column): &(usize, usize)| shown.cell(*row, *column) == Some(COMPUTER);
    let is_new = |cell: &(usize, usize)| is_piece(cell) && board.cell(cell.0, cell.1).is_none();

    match changed[..] {
        [] => Change::Same,
        [cell @ (row, column)] if is_new(&cell) => {
            if board.landing(column) == Some(row) {
                Change::Landed(column)
            } else {
                Change::Above(row, column)
            }
        }
        [cell @ (row, column)] if is_piece(&cell) => Change::Fault(Fault::Overwritten { row, column }),
        _ if changed.iter().all(is_new) => Change::Fault(Fault::Pieces(changed.len())),
        _ => Change::Fault(Fault::Changed),
    }
}

/// Whether the computer places another piece after its reply without prompting the person in between.
fn second_piece(board: &Board, behind: &[Seen]) -> Option<Fault> {
    let boards = behind.iter().map_while(|seen| match seen {
        Seen::Event(Event::Prompt(_) | Event::Result(_)) | Seen::Unnamed(_) => None,
        seen => Some(seen),
    });
    boards
        .filter_map(|seen| match seen {
            Seen::Event(Event::Board(shown)) => Some(change(board, shown)),
            _ => None,
        })
        .find_map(|change| match change {
            Change::Fault(fault @ Fault::Pieces(_)) => Some(fault),
            _ => None,
        })
}

#[cfg(test)]
mod tests;
