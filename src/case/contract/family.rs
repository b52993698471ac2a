//! Generated calls: every key at every height of its column, and every winning position with a near miss of each.

use super::About;
use crate::connect4::lines::{Direction, LineGame};
use crate::connect4::{Board, Player, Rules};

/// Keys that are tried: every character of ASCII.
const KEYS: u8 = 128;

/// A kind of generated calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Every key, at every height of the column it names.
    Keys,
    /// Every winning position, and as many near misses.
    Lines(Ways),
}

/// The lines that a subroutine must find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ways {
    /// Those of a row.
    Horizontal,
    /// Those of a column.
    Vertical,
    /// Both diagonals.
    Diagonals,
    /// One of the two diagonals, whichever it is.
    OneDiagonal,
}

/// A quantity of a position that a case file may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// The key's code.
    Key,
    /// The column, from 1; of a key that is no move, 0.
    Column,
    /// The row of the last move, from 1 at the top.
    Row,
    /// The player who made the last move, or whose turn it is: 1 or 2.
    Player,
    /// How many pieces are on the board.
    Pieces,
    /// 1 where the last move completes a line that the subroutine must find, else 0.
    Wins,
}

/// A position in which a subroutine is called.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// What it is about.
    pub about: About,
    column: u16,
    row: u16,
    player: u16,
}

impl Family {
    /// The right answer in a position, once for each way to keep the contract.
    pub fn answers(self, position: &Position) -> Vec<u16> {
        let Self::Lines(ways) = self else { return vec![0] };
        let found: &[&[Direction]] = match ways {
            Ways::Horizontal => &[&[Direction::Horizontal]],
            Ways::Vertical => &[&[Direction::Vertical]],
            Ways::Diagonals => &[&[Direction::DiagonalDown, Direction::DiagonalUp]],
            Ways::OneDiagonal => &[&[Direction::DiagonalDown], &[Direction::DiagonalUp]],
        };
        let is_found = |directions: &&[Direction]| match &position.about {
            About::Line {
                direction,
                spoilt: None,
                ..
            } => directions.contains(direction),
            _ => false,
        };

        found.iter().map(|directions| u16::from(is_found(directions))).collect()
    }
}

impl Position {
    /// The value of a quantity; `answer` is that of [`Quantity::Wins`].
    pub fn value(&self, quantity: Quantity, answer: u16) -> u16 {
        match quantity {
            Quantity::Key => match self.about {
                About::Key { key, .. } => u16::from(key),
                _ => 0,
            },
            Quantity::Column => self.column,
            Quantity::Row => self.row,
            Quantity::Player => self.player,
            Quantity::Pieces => self.board.pieces() as u16,
            Quantity::Wins => answer,
        }
    }
}

/// Every key at every height of the column it names. The other columns are filled to other heights, so that whoever
/// looks at the wrong one is found out.
pub fn keys(rules: Rules) -> Vec<Position> {
    let heights = rules.rows + 1;
    let position = |key: u8, height: usize| {
        let named = match key {
            b'1'..=b'9' => Some(usize::from(key - b'1')).filter(|column| *column < rules.columns),
            _ => None,
        };
        let first = named.unwrap_or(0);
        let mut board = Board::new(rules.rows, rules.columns);
        for column in 0..rules.columns {
            for _ in 0..(height + column + heights - first) % heights {
                drop_alternating(&mut board, column);
            }
        }
        let accepted = named.filter(|_| height < rules.rows);
        Position {
            about: About::Key {
                key,
                column: named.map(|column| (column, height)),
            },
            column: accepted.map_or(0, |column| column as u16 + 1),
            row: 0,
            player: 1 + (board.pieces() % 2) as u16,
            board,
        }
    };

    (0..KEYS)
        .flat_map(|key| (0..heights).map(move |height| position(key, height)))
        .collect()
}

fn drop_alternating(board: &mut Board, column: usize) {
    let player = match board.landing(column) {
        Some(row) if (row / 2 + column).is_multiple_of(2) => Player::One,
        _ => Player::Two,
    };
    board.drop_piece(column, player);
}

/// Every winning position, each followed by its near miss: one piece of the line is the other player's, and there is no
/// line anywhere.
pub fn lines(rules: Rules, games: &[LineGame]) -> Vec<Position> {
    let mut positions = Vec::with_capacity(games.len() * 2);
    for (number, game) in games.iter().enumerate() {
        let near = game.near_miss(rules, number);
        positions.push(line_position(game, game.board(rules), None));
        positions.extend(near.map(|(board, spoilt)| line_position(game, board, Some(spoilt))));
    }
    positions
}

fn line_position(game: &LineGame, board: Board, spoilt: Option<usize>) -> Position {
    let (row, column) = game.cells[game.last];
    Position {
        board,
        about: About::Line {
            direction: game.direction,
            cells: game.cells.clone(),
            last: game.last,
            spoilt,
        },
        column: column as u16 + 1,
        row: row as u16 + 1,
        player: game.winner.number() as u16,
    }
}
