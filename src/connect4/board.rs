//! The board: cells, dropping a piece, lines.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// One of the two players; `One` begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// Player 1.
    #[serde(rename = "1")]
    One,
    /// Player 2.
    #[serde(rename = "2")]
    Two,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// 1 or 2.
    pub fn number(self) -> usize {
        self.index() + 1
    }

    /// 0 or 1.
    pub fn index(self) -> usize {
        match self {
            Self::One => 0,
            Self::Two => 1,
        }
    }
}

/// What a cell holds: nothing, or a player's piece.
pub type Cell = Option<Player>;

/// The most columns of a board: a move is one digit.
const MOST_COLUMNS: usize = 9;

/// A board of up to nine columns. Rows count from the top, columns from the left, both from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    rows: usize,
    columns: usize,
    /// The pieces of each player by columns: bit `n` of a column is the cell in row `n`.
    pieces: [Pieces; 2],
}

/// One player's pieces by columns. There are none beyond the board.
type Pieces = [u32; MOST_COLUMNS];

impl Board {
    /// An empty board.
    pub fn new(rows: usize, columns: usize) -> Self {
        assert!(rows < 32 && columns <= MOST_COLUMNS, "a board of {rows} x {columns}");
        Self {
            rows,
            columns,
            pieces: [[0; MOST_COLUMNS]; 2],
        }
    }

    /// A board from its cells, row by row from the top; `cells.len()` is `rows * columns`.
    pub fn from_cells(rows: usize, columns: usize, cells: &[Cell]) -> Self {
        assert_eq!(cells.len(), rows * columns, "a board of {rows} x {columns}");
        let mut board = Self::new(rows, columns);
        for (row, cells) in cells.chunks(columns.max(1)).enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if let Some(player) = cell {
                    board.pieces[player.index()][column] |= 1 << row;
                }
            }
        }
        board
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cell at a row and column, both from 0 and on the board.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        let is_of = |player: &Player| self.pieces[player.index()][column] >> row & 1 == 1;
        [Player::One, Player::Two].into_iter().find(is_of)
    }

    /// Puts a piece in a cell, wherever it is.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        for player in [Player::One, Player::Two] {
            let pieces = &mut self.pieces[player.index()][column];
            *pieces = *pieces & !(1 << row) | u32::from(cell == Some(player)) << row;
        }
    }

    /// The rows of a player's pieces in a column, from the top.
    pub fn rows_of(&self, player: Player, column: usize) -> impl Iterator<Item = usize> + use<> {
        let mut rest = self.pieces[player.index()][column];
        std::iter::from_fn(move || {
            let row = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            row
        })
    }

    /// The empty cells of a column, one bit for each row.
    fn vacant(&self, column: usize) -> u32 {
        let [one, two] = &self.pieces;
        !(one[column] | two[column]) & ((1 << self.rows) - 1)
    }

    /// The row in which a piece dropped into a column lands; `None` when the column is full.
    pub fn landing(&self, column: usize) -> Option<usize> {
        self.vacant(column).checked_ilog2().map(|row| row as usize)
    }

    /// Drops a piece; returns the row it lands in, or `None` when the column is full.
    pub fn drop_piece(&mut self, column: usize, player: Player) -> Option<usize> {
        let row = self.landing(column)?;
        self.set(row, column, Some(player));
        Some(row)
    }

    /// The same board with its top row at the bottom.
    #[must_use]
    pub fn upside_down(&self) -> Self {
        let turned = |column: u32| column.reverse_bits() >> (32 - self.rows);
        Self {
            pieces: self.pieces.map(|columns| columns.map(turned)),
            ..*self
        }
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        (0..self.columns).all(|column| self.vacant(column) == 0)
    }

    /// How many pieces are on the board.
    pub fn pieces(&self) -> usize {
        self.pieces
            .iter()
            .flatten()
            .map(|column| column.count_ones() as usize)
            .sum()
    }

    /// Whether the piece at a cell is part of a straight run of at least `length`.
    pub fn wins_at(&self, row: usize, column: usize, length: usize) -> bool {
        self.owner(row, column)
            .is_some_and(|own| longest_run(own, row, column) >= length)
    }

    /// Whether there is a straight run of at least `length` anywhere.
    pub fn has_line(&self, length: usize) -> bool {
        let line_from = |own: &Pieces, column: usize, (down, right): (isize, isize)| {
            // Where a line begins, the bits of all its cells meet.
            (0..length as isize).fold(u32::MAX, |beginnings, step| {
                let pieces = column
                    .checked_add_signed(step * right)
                    .and_then(|column| own.get(column));
                let (pieces, shift) = (pieces.copied().unwrap_or_default(), (step * down).unsigned_abs() as u32);
                let moved = if down < 0 {
                    pieces.checked_shl(shift)
                } else {
                    pieces.checked_shr(shift)
                };
                beginnings & moved.unwrap_or_default()
            })
        };
        let has_line = |own: &Pieces| {
            let mut columns = 0..self.columns;
            columns.any(|column| {
                DIRECTIONS
                    .iter()
                    .any(|direction| line_from(own, column, *direction) != 0)
            })
        };
        self.pieces.iter().any(has_line)
    }

    /// The cells, in order, of the first straight run of at least `length` through a cell.
    pub fn winning_cells(&self, row: usize, column: usize, length: usize) -> Option<Vec<(usize, usize)>> {
        self.winning_lines(row, column, length).next()
    }

    /// The cells, in order, of each straight run of at least `length` through a cell.
    pub fn winning_lines(&self, row: usize, column: usize, length: usize) -> impl Iterator<Item = Vec<(usize, usize)>> {
        let own = self.owner(row, column);
        DIRECTIONS.into_iter().filter_map(move |(down, right)| {
            let own = own?;
            let own_length = run(own, row, column, (down, right));
            let behind = beyond(own, row, column, (-down, -right)) as isize;
            let cell = |step: isize| {
                let row = row.checked_add_signed((step - behind) * down)?;
                Some((row, column.checked_add_signed((step - behind) * right)?))
            };
            let cells = || (0..own_length as isize).map(cell).collect();
            (own_length >= length).then(cells).flatten()
        })
    }

    /// The length of the run of one player's pieces through a cell, including that cell; 0 if it is
    /// empty. The direction is a step in rows and columns.
    pub fn run_length(&self, row: usize, column: usize, direction: (isize, isize)) -> usize {
        self.owner(row, column)
            .map_or(0, |own| run(own, row, column, direction))
    }

    /// All pieces of the player whose piece is in a cell.
    fn owner(&self, row: usize, column: usize) -> Option<&Pieces> {
        self.pieces.iter().find(|pieces| pieces[column] >> row & 1 == 1)
    }
}

/// The length of the longest run of these pieces through one of them, in any direction.
fn longest_run(own: &Pieces, row: usize, column: usize) -> usize {
    let upright = (own[column] << (31 - row)).leading_ones() + (own[column] >> row).trailing_ones() - 1;
    let others = [
        slanted_run::<0>(own, row, column),
        slanted_run::<1>(own, row, column),
        slanted_run::<-1>(own, row, column),
    ];
    others.into_iter().fold(upright as usize, usize::max)
}

/// The same along a row, or a diagonal that goes down or up by a row with each column.
fn slanted_run<const DOWN: isize>(own: &Pieces, row: usize, column: usize) -> usize {
    // Room beside a column's bits, so that the rows of all diagonals are bits.
    const MARGIN: usize = 16;
    let count = |side: isize| {
        let (mut column, mut bit) = (column, row + MARGIN);
        let mut count = 0;
        loop {
            (column, bit) = (column.wrapping_add_signed(side), bit.wrapping_add_signed(side * DOWN));
            let pieces = own.get(column).copied().unwrap_or_default();
            if (u64::from(pieces) << MARGIN) >> (bit & 63) & 1 == 0 {
                return count;
            }
            count += 1;
        }
    };
    1 + count(1) + count(-1)
}

/// How many of these pieces are in a line through one of them, including that one.
fn run(own: &Pieces, row: usize, column: usize, (down, right): (isize, isize)) -> usize {
    1 + beyond(own, row, column, (down, right)) + beyond(own, row, column, (-down, -right))
}

/// How many of these pieces follow a cell in one direction.
fn beyond(own: &Pieces, mut row: usize, mut column: usize, (down, right): (isize, isize)) -> usize {
    let mut count = 0;
    loop {
        // A step over the upper or the left edge gives a number far beyond the other one.
        (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
        let pieces = own.get(column).and_then(|pieces| pieces.checked_shr(row as u32));
        if pieces.is_none_or(|pieces| pieces & 1 == 0) {
            return count;
        }
        count += 1;
    }
}

/// Cell by cell, so that what hashes of reports are made of does not depend on how a board is kept.
impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.rows, self.columns, self.rows * self.columns).hash(state);
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.cell(row, column).hash(state);
            }
        }
    }
}

/// The four ways a line can run, as steps in rows and columns: along a row, up a column, down and right, up
/// and right.
pub(super) const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (-1, 0), (1, 1), (-1, 1)];

#[cfg(test)]
mod tests {
    use super::*;

    /// A board from a picture: `.` empty, `1` and `2` the players.
    fn board(picture: &[&str]) -> Board {
        let cells = picture.iter().flat_map(|row| row.chars()).map(|letter| match letter {
            '1' => Some(Player::One),
            '2' => Some(Player::Two),
            _ => None,
        });
        Board::from_cells(picture.len(), picture[0].len(), &cells.collect::<Vec<_>>())
    }

    #[test]
    fn a_piece_lands_on_the_highest_one_and_not_in_a_full_column() {
        let mut board = board(&["..1", ".21"]);
        assert_eq!(board.drop_piece(0, Player::One), Some(1));
        assert_eq!(board.drop_piece(0, Player::Two), Some(0));
        assert_eq!(board.drop_piece(0, Player::One), None);
        assert_eq!(board.drop_piece(2, Player::One), None);
        assert_eq!(board.landing(1), Some(0));
        assert_eq!(board.pieces(), 5);
        assert!(!board.is_full());
    }

    #[test]
    fn lines_are_found_from_every_piece_and_in_every_direction() {
        let pictures = [
            ["....", "....", "....", "1111"],
            ["2...", "2...", "2...", "2..."],
            ["1...", ".1..", "..1.", "...1"],
            ["...2", "..2.", ".2..", "2..."],
        ];

        for picture in pictures {
            let board = board(&picture);
            for row in 0..4 {
                for column in 0..4 {
                    let filled = board.cell(row, column).is_some();
                    assert_eq!(board.wins_at(row, column, 4), filled, "{picture:?} {row} {column}");
                    assert!(!board.wins_at(row, column, 5));
                }
            }
        }
    }

    #[test]
    fn a_longer_run_is_a_line_too_and_is_given_whole() {
        let board = board(&["......", "111112"]);
        assert_eq!(
            board.winning_cells(1, 2, 4),
            Some(vec![(1, 0), (1, 1), (1, 2), (1, 3), (1, 4)])
        );
        assert_eq!(board.winning_cells(1, 5, 4), None);
        assert_eq!(board.winning_cells(0, 0, 1), None);
    }

    #[test]
    fn the_top_row_of_a_board_upside_down_is_its_last() {
        assert_eq!(board(&["..", "12", "21"]).upside_down(), board(&["21", "12", ".."]));
    }

    #[test]
    fn lines_do_not_wrap_from_one_row_to_the_next() {
        let board = board(&["..11", "11.."]);
        for (row, column) in [(0, 2), (0, 3), (1, 0), (1, 1)] {
            assert!(!board.wins_at(row, column, 3));
        }
    }
}
