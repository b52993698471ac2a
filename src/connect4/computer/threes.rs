//! Runs of pieces and the vacant cells at their ends.

use crate::connect4::board::{Board, DIRECTIONS, Player};

/// A cell: row and column from 0, rows from the top.
type Cell = (usize, usize);

/// A vacant cell at an end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The cell.
    pub cell: Cell,
    /// How many pieces the run has.
    pub length: usize,
}

/// Whether a piece dropped now lands in a cell.
pub fn playable(board: &Board, (row, column): Cell) -> bool {
    board.landing(column) == Some(row)
}

/// The vacant ends of the runs of one less than a line, of a player's pieces: those in rows, then those in columns. Runs
/// are ordered by their upper left cell, rows from the top; in a row the right end comes before the left one.
pub fn threes(board: &Board, line: usize, player: Player) -> [Vec<Vec<Cell>>; 2] {
    let (mut flat, mut upright) = (Vec::new(), Vec::new());
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            if board.cell(row, column) != Some(player) {
                continue;
            }
            for (step, found) in [((0, 1), &mut flat), ((1, 0), &mut upright)] {
                let back = (-step.0, -step.1);
                let holds =
                    |cell: Option<Cell>| cell.is_some_and(|(row, column)| board.cell(row, column) == Some(player));
                // Most pieces have no neighbours: that is cheaper to see than to measure their run.
                let is_short = line > 2 && !holds(neighbour(board, (row, column), step));
                if is_short || holds(neighbour(board, (row, column), back)) {
                    continue;
                }
                if board.run_length(row, column, step) + 1 == line {
                    let ends = [step, back].map(|step| end(board, (row, column), step));
                    found.push(ends.into_iter().flatten().collect());
                }
            }
        }
    }

    [flat, upright]
}

/// The vacant ends of the four runs through a piece, in the order in which document 003 walks them: each line one way and
/// then the other.
pub fn ends(board: &Board, (row, column): Cell) -> Vec<End> {
    let [across, up, down_right, up_right] = DIRECTIONS;
    let lines = [back(down_right), back(across), back(up_right), up];
    let ways = lines.into_iter().flat_map(|step| [step, back(step)]);
    ways.filter_map(|step| {
        Some(End {
            cell: end(board, (row, column), step)?,
            length: board.run_length(row, column, step),
        })
    })
    .collect()
}

fn back((down, right): (isize, isize)) -> (isize, isize) {
    (-down, -right)
}

/// The first cell after a piece in one direction with different content, if it is vacant.
fn end(board: &Board, cell: Cell, step: (isize, isize)) -> Option<Cell> {
    let holds = board.cell(cell.0, cell.1);
    let mut at = cell;
    loop {
        at = neighbour(board, at, step)?;
        let next = board.cell(at.0, at.1);
        if next != holds {
            return next.is_none().then_some(at);
        }
    }
}

fn neighbour(board: &Board, (row, column): Cell, (down, right): (isize, isize)) -> Option<Cell> {
    let row = row.checked_add_signed(down).filter(|row| *row < board.rows())?;
    let column = column
        .checked_add_signed(right)
        .filter(|column| *column < board.columns())?;
    Some((row, column))
}
