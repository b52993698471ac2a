//! Every winning line, and a game for each way to complete it.

use serde::{Deserialize, Serialize};

use super::board::{Board, Player};
use super::plan::{self, Goal, Plan};
use super::rules::Rules;

/// How often a game is tried before it counts as impossible. On 6 x 6 the worst of all 324 takes a few tries.
const TRIES: u64 = 1500;

/// A game may begin like one of so many that were found last.
const RECENT: usize = 24;

/// Which way a line runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
    /// From top left to bottom right.
    DiagonalDown,
    /// From bottom left to top right.
    DiagonalUp,
}

/// A game whose last move completes one line, and nothing else, with one piece for one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineGame {
    /// Which way the line runs.
    pub direction: Direction,
    /// The cells of the line (row and column from 0), from the left, a vertical one from the bottom.
    pub cells: Vec<(usize, usize)>,
    /// Which of the cells is filled last.
    pub last: usize,
    /// Who wins.
    pub winner: Player,
    /// Columns from 0, in order.
    pub moves: Vec<usize>,
}

/// A game for every line, completing position (a vertical line has only its top) and player, in a fixed order. Many begin like
/// one before. The same rules always give the same games. Where no game can be found there is none: [`line_game_count`] says
/// how many there would be.
pub fn winning_games(rules: Rules) -> Vec<LineGame> {
    let mut games: Vec<LineGame> = Vec::new();
    for (number, wish) in wanted(rules).enumerate() {
        let before: Vec<&[usize]> = games.iter().rev().take(RECENT).map(|game| &game.moves[..]).collect();
        let game = |moves| LineGame { moves, ..wish.clone() };
        let has_near_miss = |moves: &[usize]| game(moves.to_vec()).near_miss(rules, number).is_some();
        let moves = plan::find_like(&line_plan(rules, &wish), &before, has_near_miss, number as u64, TRIES);
        games.extend(moves.map(game));
    }
    games
}

/// How many games [`winning_games`] looks for.
pub fn line_game_count(rules: Rules) -> usize {
    wanted(rules).count()
}

impl LineGame {
    /// The board when it is over.
    pub fn board(&self, rules: Rules) -> Board {
        let mut board = Board::new(rules.rows, rules.columns);
        for (column, player) in self.moves.iter().zip([Player::One, Player::Two].into_iter().cycle()) {
            board.drop_piece(*column, player);
        }
        board
    }

    /// That board with one piece of the line exchanged, and which, where there is no line anywhere then. A number varies which
    /// piece it is.
    pub fn near_miss(&self, rules: Rules, number: usize) -> Option<(Board, usize)> {
        let length = self.cells.len();
        let others = (0..length).map(|offset| (number + offset) % length);
        let mut board = self.board(rules);
        others.filter(|index| *index != self.last).find_map(|index| {
            let (row, column) = self.cells[index];
            board.set(row, column, Some(self.winner.other()));
            let is_miss = !board.has_line(rules.line);
            let near = is_miss.then(|| (board.clone(), index));
            board.set(row, column, Some(self.winner));
            near
        })
    }
}

/// Every line: direction and cells.
pub fn lines(rules: Rules) -> Vec<(Direction, Vec<(usize, usize)>)> {
    let mut lines = Vec::new();
    for direction in Direction::ALL {
        let (down, right) = direction.step();
        for row in 0..rules.rows {
            for column in 0..rules.columns {
                let cells: Option<Vec<_>> = (0..rules.line as isize)
                    .map(|step| {
                        let row = row.checked_add_signed(step * down).filter(|row| *row < rules.rows)?;
                        let column = column
                            .checked_add_signed(step * right)
                            .filter(|column| *column < rules.columns)?;
                        Some((row, column))
                    })
                    .collect();
                lines.extend(cells.filter(|cells| !cells.is_empty()).map(|cells| (direction, cells)));
            }
        }
    }

    lines
}

impl Direction {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::DiagonalDown, Self::DiagonalUp];

    /// A step along a line, in rows and columns.
    pub(super) fn step(self) -> (isize, isize) {
        match self {
            Self::Horizontal => (0, 1),
            Self::Vertical => (-1, 0),
            Self::DiagonalDown => (1, 1),
            Self::DiagonalUp => (-1, 1),
        }
    }
}

/// A game to look for: one without moves yet.
fn wanted(rules: Rules) -> impl Iterator<Item = LineGame> {
    lines(rules).into_iter().flat_map(|(direction, cells)| {
        let lasts = match direction {
            Direction::Vertical => cells.len() - 1..cells.len(),
            _ => 0..cells.len(),
        };
        lasts.flat_map(move |last| {
            let cells = cells.clone();
            [Player::One, Player::Two].map(|winner| LineGame {
                direction,
                cells: cells.clone(),
                last,
                winner,
                moves: Vec::new(),
            })
        })
    })
}

/// The pieces of a line, which the last move completes, and no piece of the winner just beyond its ends: it would be longer.
pub(super) fn line_plan(rules: Rules, wish: &LineGame) -> Plan {
    let step = wish.direction.step();
    let length = wish.cells.len();
    let goal = Goal::OnlyLine { step, length };
    let mut plan = Plan::new(rules, wish.winner, wish.cells[wish.last], goal);
    for (end, sign) in [(wish.cells[0], -1), (wish.cells[length - 1], 1)] {
        let beyond = (
            end.0.checked_add_signed(sign * step.0),
            end.1.checked_add_signed(sign * step.1),
        );
        if let (Some(row), Some(column)) = beyond {
            plan.reserve((row, column), wish.winner.other());
        }
    }

    for cell in wish.cells.iter().copied() {
        plan.require(cell, wish.winner);
    }
    plan
}

#[cfg(test)]
mod tests;
