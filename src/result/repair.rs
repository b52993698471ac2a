//! Where faults are, as changing the program shows: the edits that mend it, and the subroutines that have to be replaced.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ending::Place;

/// An edit with which every case of a fault passes, or most of them, and no case or contract fails that held without it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Repair {
    /// The line of the edit, and other lines at which another edit does the same.
    pub places: Vec<Place>,
    /// The subroutine that the line belongs to, by its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subroutine: Option<String>,
    /// The edit in words: ``with `BRnz DONE` in place of `BRn DONE` ``. Students see it only where the assignment lets them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub edit: String,
    /// How many cases pass with it that fail without; 0 where students may not see that.
    pub cases: usize,
    /// Where not all of the fault's cases pass with it: how many there are. Another fault is behind the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
    /// Where games are too long for playing all of them again: how many others were played, and pass still. `cases` are those then
    /// that were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<usize>,
    /// Whether the whole suite passes with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_whole: bool,
    /// Whether the edit is one that people seldom mean, so that the fault may be elsewhere although everything passes with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_odd: bool,
    /// Why the program has no room for the edit, which was tried in memory alone: with one more line, another one no longer reaches
    /// what it refers to. Contracts were not checked then. Students see it where they see the edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<String>,
    /// Other edits that are needed as well: the whole suite passes with all of them, or, of texts, what they mend is printed exactly as
    /// required.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<FurtherEdit>,
}

impl Repair {
    /// Whether it is made of the same edits in the same places.
    pub fn has_edits_of(&self, other: &Self) -> bool {
        self.places == other.places && self.edit == other.edit && self.further == other.further
    }
}

/// An edit that is needed as well as another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FurtherEdit {
    /// The line of the edit, and other lines at which another edit does the same.
    pub places: Vec<Place>,
    /// The subroutine that the line belongs to, by its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subroutine: Option<String>,
    /// The edit in words. Students see it only where the assignment lets them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub edit: String,
}

/// The subroutines of a program that are wrong: with correct ones in their place every case passes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Components {
    /// A smallest set of subroutines that have to be replaced.
    pub broken: Vec<Component>,
    /// Subroutines of the student's own that all of these call, where they are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared: Vec<String>,
    /// The other subroutines that students write: none of them has to be replaced.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub right: Vec<String>,
    /// Whether everything else is right as far as is known: the format, the contracts of the others, and what they share with the
    /// broken ones.
    #[serde(default)]
    pub is_rest_right: bool,
    /// How many cases the suite has.
    pub cases: usize,
}

/// A subroutine that has to be replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Component {
    /// Its label.
    pub name: String,
    /// How many cases pass where it is the only subroutine of the student's.
    pub passed: usize,
}
