//! What students may see of their results.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What students may see: the assignment's `students` section. The default shows everything but how a fault is mended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Visibility {
    /// Which games.
    pub games: Games,
    /// How much of a fault's cause, and of the place that an edit proves.
    pub hints: Hints,
    /// Whether what was expected is not shown: boards, lines and games move by move.
    pub hides_expected: bool,
}

impl Visibility {
    /// Whether it is the default.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Which games students may see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Games {
    /// Every case with its name and moves.
    #[default]
    All,
    /// One for each fault.
    Examples,
    /// None: numbers of cases only.
    None,
}

/// How much students may see of where a fault is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Hints {
    /// The cause, the lines at which an edit mends the fault, and the edit.
    Edit,
    /// The cause, and these lines.
    Line,
    /// The cause, and the subroutine that must be changed.
    #[default]
    Subroutine,
    /// Nothing.
    None,
}
