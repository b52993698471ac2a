//! Computer players: how the packages' own play, and what their documents demand of any.
//!
//! Documents 001 and 003 describe their computers in a few sentences. What those leave open is settled here, for the
//! model and the reference programs; a student's computer may decide differently and must only satisfy [`demanded`].
//! Both computers play for player 2, obey gravity, and are deterministic: the same game gives the same moves.
//!
//! | corner | [`Computer::Blocker`] (001) | [`Computer::Extender`] (003) |
//! |---|---|---|
//! | what is looked at | threes of player 1: neighbours in a row, first; then in a column | the four lines through its own last piece, each as long as it is on both sides together |
//! | order | by the upper left cell, rows from the top, cells from the left | up left, down right, left, right, down left, up right, up, down |
//! | several | the first that can be blocked | the longest; of these one whose vacant cell is playable, then the first |
//! | which side | the right one, else the left one | the line's either end, by the order above |
//! | a vacant cell that hangs in the air | is no block: the next three, then the next rule | its column is taken all the same, and the piece lands below |
//! | no such cell | the counter's column | the first vacant cell from the bottom row up, columns from the left |
//! | its first move | as any other | that first vacant cell |
//! | counter | begins at column 1; skips full columns; is set to the next column, 1 after 7; a block does not move it | has none |
//! | winning itself | not attempted | is the extension of three |
//! | a new game | counter at 1 | no last piece |
//!
//! "Three" means one less than a line needs.

use serde::{Deserialize, Serialize};

use super::board::{Board, Player};
use super::rules::Computer;

mod threes;

use threes::{ends, playable, threes};

/// Who the computer is.
const COMPUTER: Player = Player::Two;
/// Who plays against it.
const PERSON: Player = Player::One;

/// A package's own computer, with what it remembers of one game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Opponent {
    computer: Computer,
    /// The column (from 0) that comes next.
    counter: usize,
    last: Option<(usize, usize)>,
}

impl Opponent {
    /// At the beginning of a game.
    pub fn new(computer: Computer) -> Self {
        Self {
            computer,
            counter: 0,
            last: None,
        }
    }

    /// Row and column (from 0) of its last piece in this game.
    pub fn last(&self) -> Option<(usize, usize)> {
        self.last
    }

    /// The column (from 0) of its next piece; `None` on a full board. `line` is how many in a line win.
    pub fn choose(&mut self, board: &Board, line: usize) -> Option<usize> {
        match self.computer {
            Computer::Blocker => block(board, line).or_else(|| self.count(board)),
            Computer::Extender => self
                .last
                .and_then(|last| extend(board, last))
                .or_else(|| first_vacant(board)),
        }
    }

    /// Records where its piece landed.
    pub fn took(&mut self, cell: (usize, usize)) {
        self.last = Some(cell);
    }

    fn count(&mut self, board: &Board) -> Option<usize> {
        let columns = board.columns();
        let column = (0..columns)
            .map(|offset| (self.counter + offset) % columns)
            .find(|column| board.landing(*column).is_some())?;
        self.counter = (column + 1) % columns;
        Some(column)
    }
}

/// What a document demands of every computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Demand {
    /// A bare three of player 1 is blocked.
    Block,
    /// A three through its own last piece is made a line.
    Win,
}

impl Demand {
    /// The demand that a computer's document makes of it.
    pub fn of(computer: Computer) -> Self {
        match computer {
            Computer::Blocker => Self::Block,
            Computer::Extender => Self::Win,
        }
    }
}

/// The columns (from 0, in order) one of which a computer must take before it moves on a board; empty where nothing is
/// demanded, because there is no three or because the documents' words can be read in more than one way.
///
/// [`Demand::Block`] is clear where player 1 has a bare three that a playable cell makes a line: any end of any such three
/// in a row will do, or where there is none in a row, the top of any in a column; and so will any cell with which player 1
/// would fill a gap to a line in a row, which some computers take for three in a row too. It is not clear where a three in a row
/// has a vacant end that hangs in the air (some computers drop into that column), nor where the computer can win at once.
///
/// [`Demand::Win`] is clear where the computer's own last piece is part of three that a playable end makes a line: any
/// column that wins will do. It is not clear where such a three has a vacant end that hangs in the air.
pub fn demanded(demand: Demand, board: &Board, line: usize, last: Option<(usize, usize)>) -> Vec<usize> {
    let mut columns = match demand {
        Demand::Block => must_block(board, line),
        Demand::Win => must_win(board, line, last),
    };
    columns.sort_unstable();
    columns.dedup();
    columns
}

fn must_block(board: &Board, line: usize) -> Vec<usize> {
    if !wins(board, line).is_empty() {
        return Vec::new();
    }

    let [flat, upright] = threes(board, line, PERSON);
    let vacant: Vec<_> = flat.into_iter().flatten().collect();
    if !vacant.iter().all(|cell| playable(board, *cell)) {
        return Vec::new();
    }

    let blocks = if vacant.is_empty() {
        upright.into_iter().flatten().collect()
    } else {
        vacant
    };
    if blocks.is_empty() {
        return Vec::new();
    }
    let blocks = blocks.into_iter().map(|(_, column)| column);
    blocks.chain(completes_row(board, line)).collect()
}

/// The columns in which the person's next piece makes a line in its row, two and one with a gap between them included.
fn completes_row(board: &Board, line: usize) -> Vec<usize> {
    let mut next = board.clone();
    let columns = 0..board.columns();
    columns
        .filter(|column| {
            let Some(row) = next.drop_piece(*column, PERSON) else {
                return false;
            };
            let length = next.run_length(row, *column, (0, 1));
            next.set(row, *column, None);
            length >= line
        })
        .collect()
}

fn must_win(board: &Board, line: usize, last: Option<(usize, usize)>) -> Vec<usize> {
    let Some(last) = last else { return Vec::new() };
    let mut vacant = ends(board, last)
        .into_iter()
        .filter(|end| end.length + 1 == line)
        .peekable();
    if vacant.peek().is_none() || vacant.any(|end| !playable(board, end.cell)) {
        return Vec::new();
    }
    wins(board, line)
}

/// The columns in which the computer's next piece makes a line.
fn wins(board: &Board, line: usize) -> Vec<usize> {
    let mut next = board.clone();
    let columns = 0..board.columns();
    columns
        .filter(|column| {
            let Some(row) = next.drop_piece(*column, COMPUTER) else {
                return false;
            };
            let is_won = next.wins_at(row, *column, line);
            next.set(row, *column, None);
            is_won
        })
        .collect()
}

/// The blocker's first two rules.
fn block(board: &Board, line: usize) -> Option<usize> {
    let [flat, upright] = threes(board, line, PERSON);
    let mut cells = flat.into_iter().chain(upright).flatten();
    cells.find(|cell| playable(board, *cell)).map(|(_, column)| column)
}

/// The extender's first rule.
fn extend(board: &Board, last: (usize, usize)) -> Option<usize> {
    let mut best: Option<((usize, bool), usize)> = None;
    for end in ends(board, last) {
        let rank = (end.length, playable(board, end.cell));
        if best.is_none_or(|(highest, _)| rank > highest) {
            best = Some((rank, end.cell.1));
        }
    }
    best.map(|(_, column)| column)
}

/// The extender's second rule.
fn first_vacant(board: &Board) -> Option<usize> {
    let rows = (0..board.rows()).rev();
    rows.flat_map(|row| (0..board.columns()).map(move |column| (row, column)))
        .find(|(row, column)| board.cell(*row, *column).is_none())
        .map(|(_, column)| column)
}

#[cfg(test)]
mod tests;
