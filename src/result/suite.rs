//! What all students of a class share: the cases, `cases.json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The cases of a class, written once and before any student's record, which refers to them by number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseList {
    /// The number of this shape: 2.
    pub format: u32,
    /// A hash of these cases. A student's record belongs to them if it has the same one.
    pub suite: String,
    /// The assignment's name.
    pub assignment: String,
    /// The rubric's groups with their cases.
    pub groups: Vec<CaseGroup>,
}

/// One group of the rubric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseGroup {
    /// Its heading.
    pub name: String,
    /// Points it can earn.
    pub max: f64,
    /// The rule, in words: `each case earns its share`.
    pub rule: String,
    /// Its cases.
    pub cases: Vec<CaseInfo>,
}

/// One case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseInfo {
    /// From 1, in the suite's order.
    pub number: usize,
    /// The case's name.
    pub name: String,
    /// The moves, each attempt as typed, control characters made visible; none where subroutines are called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// Points it can earn.
    pub max: f64,
    /// How many calls of a subroutine it makes; absent where it plays a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<usize>,
}
