//! What a comparison of two gradings gives: plain data for programs.

use serde::Serialize;

use crate::result::Verdict;

/// What differs between two gradings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The number of this shape.
    pub format: u32,
    /// What changed for the whole class: the assignment, the rubric, how formats count.
    pub changes: Vec<Change>,
    /// The students whose results changed, in the order of their names.
    pub students: Vec<StudentChange>,
    /// Students who are only in the old grading.
    pub only_old: Vec<String>,
    /// Students who are only in the new grading.
    pub only_new: Vec<String>,
    /// How many students are in both.
    pub compared: usize,
}

impl Comparison {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty() && self.students.is_empty() && self.only_old.is_empty() && self.only_new.is_empty()
    }
}

/// What a student got.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    /// The verdict.
    pub verdict: Verdict,
    /// Points earned; `None` where there is no score.
    pub score: Option<f64>,
    /// Points if only exact output earned points.
    pub exact_score: Option<f64>,
    /// Points ignoring formatting.
    pub game_score: Option<f64>,
    /// Points that can be earned.
    pub max: f64,
}

/// A student whose result changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudentChange {
    /// The student. Hostile text possible.
    pub student: String,
    /// What the student got.
    pub old: Figures,
    /// What the student gets.
    pub new: Figures,
    /// Why, the weightiest first.
    pub reasons: Vec<Change>,
}

/// Something that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What it is.
    pub kind: ChangeKind,
    /// Which one: a group, a case, a finding. Empty where there is only one.
    pub subject: String,
    /// What it was; empty where it was not there.
    pub old: String,
    /// What it is; empty where it is not there any more.
    pub new: String,
}

/// What can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// Another assignment.
    Assignment,
    /// Another version of c4grade.
    Version,
    /// Whether correct games with different formatting earn nothing.
    Strict,
    /// What a group of the rubric is worth, and how many cases it has.
    Rubric,
    /// A different file was submitted.
    File,
    /// Apparently a different program was submitted.
    Program,
    /// How it was run.
    Settings,
    /// The points of a group.
    Group,
    /// The verdict on a case.
    Case,
    /// A finding, with the points taken off.
    Finding,
    /// Why there is no game: it does not assemble, there is no program.
    Summary,
}

/// A change from one text to another.
pub(super) fn change(kind: ChangeKind, subject: &str, old: impl Into<String>, new: impl Into<String>) -> Change {
    Change {
        kind,
        subject: subject.to_owned(),
        old: old.into(),
        new: new.into(),
    }
}
