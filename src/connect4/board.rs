//! The board: cells, dropping a piece, lines.

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

/// A board of any size. Rows count from the top, columns from the left, both from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    cells: Vec<Cell>,
}

impl Board {
    /// An empty board.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            cells: vec![None; rows * columns],
        }
    }

    /// A board from its cells, row by row from the top; `cells.len()` is `rows * columns`.
    pub fn from_cells(rows: usize, columns: usize, cells: Vec<Cell>) -> Self {
        assert_eq!(cells.len(), rows * columns, "a board of {rows} x {columns}");
        Self { rows, columns, cells }
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
        self.cells[row * self.columns + column]
    }

    /// Puts a piece in a cell, wherever it is.
    pub fn set(&mut self, row: usize, column: usize, cell: Cell) {
        self.cells[row * self.columns + column] = cell;
    }

    /// The row in which a piece dropped into a column lands; `None` when the column is full.
    pub fn landing(&self, column: usize) -> Option<usize> {
        (0..self.rows).rev().find(|row| self.cell(*row, column).is_none())
    }

    /// Drops a piece; gives the row it lands in, or `None` when the column is full.
    pub fn drop_piece(&mut self, column: usize, player: Player) -> Option<usize> {
        let row = self.landing(column)?;
        self.set(row, column, Some(player));
        Some(row)
    }

    /// Whether no cell is empty.
    pub fn is_full(&self) -> bool {
        self.cells.iter().all(Option::is_some)
    }

    /// How many pieces lie on the board.
    pub fn pieces(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Whether the piece at a cell is part of a straight run of at least `length`.
    pub fn wins_at(&self, row: usize, column: usize, length: usize) -> bool {
        self.winning_cells(row, column, length).is_some()
    }

    /// The cells, in order, of the first straight run of at least `length` through a cell.
    pub fn winning_cells(&self, row: usize, column: usize, length: usize) -> Option<Vec<(usize, usize)>> {
        let player = self.cell(row, column)?;
        for (down, right) in [(0isize, 1isize), (1, 0), (1, 1), (1, -1)] {
            let walk = |sign: isize| {
                (1..)
                    .map(move |distance: isize| {
                        (
                            row as isize + sign * distance * down,
                            column as isize + sign * distance * right,
                        )
                    })
                    .take_while(|(r, c)| {
                        (0..self.rows as isize).contains(r)
                            && (0..self.columns as isize).contains(c)
                            && self.cell(*r as usize, *c as usize) == Some(player)
                    })
                    .map(|(r, c)| (r as usize, c as usize))
                    .collect::<Vec<_>>()
            };
            let mut cells: Vec<_> = walk(-1);
            cells.reverse();
            cells.push((row, column));
            cells.extend(walk(1));
            if cells.len() >= length {
                return Some(cells);
            }
        }
        None
    }
}
