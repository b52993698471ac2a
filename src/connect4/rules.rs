//! Sizes and wording of one assignment's game, as data.

use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Rows of the board, at most 20.
    pub rows: usize,
    /// Columns of the board, at most 9: a move is one digit.
    pub columns: usize,
    /// How many in a line win.
    pub line: usize,
}

/// Every text a program prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// An empty cell.
    pub empty: char,
    /// The pieces of player 1 and player 2.
    pub pieces: [char; 2],
    /// Between two cells of a row.
    pub separator: String,
    /// Ends a line.
    pub newline: String,
    /// Asks for a move, for player 1 and player 2; the key is echoed behind it.
    pub prompts: [String; 2],
    /// Refuses a move; a line of its own.
    pub invalid: String,
    /// Announces a win of player 1 and player 2; a line of its own.
    pub wins: [String; 2],
    /// Announces a tie; a line of its own.
    pub tie: String,
}

/// How a move is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// One key is one move.
    Key,
    /// A move is a line: what is typed, then Enter (a line feed).
    Enter,
}

/// A game as an assignment asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// Sizes.
    pub rules: Rules,
    /// Texts.
    pub wording: Wording,
}
