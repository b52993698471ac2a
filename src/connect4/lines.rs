//! Every winning line, and a game for each way to complete it.

use serde::{Deserialize, Serialize};

use super::board::Player;
use super::rules::Rules;

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

/// A game for every line, completing position (a vertical line has only its top) and player, in a fixed order. The same
/// rules give the same games for ever.
pub fn winning_games(rules: Rules) -> Vec<LineGame> {
    let _ = rules;
    unimplemented!()
}
