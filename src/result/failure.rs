//! What shows a failure: boards, the game move by move, a diff, how the run ended.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Diagnosis, FormatDifference, Stop};

/// A board as rows of cells for drawing: `.` empty, `1` and `2` the players, `?` unreadable. Always in these letters,
/// whatever the wording.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardPicture {
    /// One string a row, from the top.
    pub rows: Vec<String>,
    /// Cells to mark.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<Cell>,
}

/// A cell of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Its row, from 0 at the top.
    pub row: usize,
    /// Its column, from 0.
    pub column: usize,
}

impl From<(usize, usize)> for Cell {
    fn from((row, column): (usize, usize)) -> Self {
        Self { row, column }
    }
}

/// One step of a game, for a replay: what was typed, and what the program showed from then until it read the next key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayStep {
    /// The move as typed, control characters made visible; empty before the first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub typed: String,
    /// The board that should be shown then: the rows of a board with `/` between them.
    pub expected: String,
    /// The last board that the program had printed by then, likewise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// What it printed in this step, cut after 1,000 bytes. Hostile text possible.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// One line of a labelled diff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiffLine {
    /// On which side it is.
    pub side: Side,
    /// The line's text in parts; invisible characters are still themselves.
    pub parts: Vec<DiffPart>,
}

/// A part of a diff line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiffPart {
    /// The text.
    pub text: String,
    /// Whether it differs from the other side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
}

/// The side of a diff line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// On both.
    Both,
    /// Expected, not printed.
    Expected,
    /// Printed, not expected.
    Printed,
    /// Lines left out here; the text says how many.
    Gap,
}

/// What is shown of a case that did not pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// One sentence in the game's terms, with a full stop.
    pub sentence: String,
    /// Which attempted move (from 0) is at fault, when one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_move: Option<usize>,
    /// The board that should be shown at the first difference, when there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_board: Option<BoardPicture>,
    /// The board the program printed there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed_board: Option<BoardPicture>,
    /// The labelled diff around the first difference. Empty when `like` is set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub diff: Vec<DiffLine>,
    /// The game step by step, where it shows a fault: those steps that the program has played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replay: Vec<ReplayStep>,
    /// Where and how the run ended, when that is part of the story.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
    /// Why it ended there: registers, last instructions, cause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnosis: Option<Diagnosis>,
    /// Differences in format found in this case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub format_differences: Vec<FormatDifference>,
    /// Set when this case fails like an earlier one of the same family, whose number (from 1) this is: boards and diff
    /// are shown there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<usize>,
    /// Whether it is a subroutine that is still empty: its sentence says everything.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

impl Failure {
    /// What went wrong in a sentence, and nothing else.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            at_move: None,
            expected_board: None,
            printed_board: None,
            diff: Vec::new(),
            replay: Vec::new(),
            stop: None,
            diagnosis: None,
            format_differences: Vec::new(),
            like: None,
            unfinished: false,
        }
    }
}
