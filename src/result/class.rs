//! The class's part of the result model.

use serde::{Deserialize, Serialize};

use super::Verdict;

/// A row of the class table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StudentRow {
    /// The student, as found. Hostile text possible.
    pub student: String,
    /// A safe file name made from it: the reports are `<slug>.html`, `<slug>.txt`, `<slug>.json`.
    pub slug: String,
    /// The submitted file.
    pub file: String,
    /// As [`super::StudentReport::name`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// As [`super::StudentReport::id`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// As [`super::StudentReport::email`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// As [`super::StudentReport::login`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// As [`super::StudentReport::late`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// As [`super::StudentReport::attempts`].
    #[serde(default = "super::one_attempt", skip_serializing_if = "super::is_one")]
    pub attempts: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub summary: String,
    /// Points earned; `None` where there is no score ([`Verdict::has_score`]).
    pub score: Option<f64>,
    /// Points if only exact output earned points.
    pub exact_score: Option<f64>,
    /// Points ignoring formatting.
    pub game_score: Option<f64>,
    /// Points that can be earned.
    pub max: f64,
    /// Points in each rubric group, in the order of [`ClassReport::groups`]; none where there is no score.
    pub groups: Vec<GroupPoints>,
    /// How many cases got each verdict.
    pub cases: CaseCounts,
    /// As [`super::StudentReport::protocol`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// As [`super::StudentReport::linkage`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linkage: Option<String>,
    /// How many findings there are that no case shows.
    #[serde(default)]
    pub findings: usize,
    /// As [`super::StudentReport::unsandboxed`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsandboxed: bool,
}

impl StudentRow {
    /// Points in the rubric group at a place in [`ClassReport::groups`].
    pub fn points_in(&self, group: usize) -> Option<f64> {
        self.groups.get(group).map(|group| group.points)
    }
}

/// What a student has earned in a rubric group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupPoints {
    /// The group's heading.
    pub name: String,
    /// Points earned.
    pub points: f64,
}

/// How many cases of a student got each verdict. Calls of subroutines that earn nothing are not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCounts {
    /// Passed.
    pub pass: usize,
    /// Correct games with different formatting.
    pub format: usize,
    /// Played incorrectly.
    pub wrong: usize,
    /// Not finished.
    pub timeout: usize,
    /// Crashed.
    pub crash: usize,
}

/// A rubric group as the class sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupInfo {
    /// Its heading.
    pub name: String,
    /// Points it can earn.
    pub max: f64,
    /// How many cases it has.
    pub cases: usize,
}

/// Students who fail for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultGroup {
    /// What they have in common, in a sentence.
    pub message: String,
    /// Their slugs, in the table's order.
    pub students: Vec<String>,
}

/// The class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassReport {
    /// [`super::FORMAT`].
    pub format: u32,
    /// The assignment's name.
    pub assignment: String,
    /// Where it was loaded from: `bundled`, or the folder as it was given.
    pub loaded_from: String,
    /// The file or folder of the cases that were played instead of its own, as it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cases_from: Option<String>,
    /// The assignment's heading.
    pub title: String,
    /// The version of c4grade.
    pub version: String,
    /// Whether `--strict` was given.
    pub strict: bool,
    /// The rubric's groups.
    pub groups: Vec<GroupInfo>,
    /// One row a submission: first those without a score, then the others, each by student name.
    pub students: Vec<StudentRow>,
    /// The slugs of the submissions that were not graded yet, where grading was interrupted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<String>,
    /// Faults that several students share, most students first.
    pub faults: Vec<FaultGroup>,
    /// Findings that students share, most students first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FaultGroup>,
    /// Things found in the folder that were not graded, and why.
    pub remarks: Vec<String>,
}

impl ClassReport {
    /// What a report on a part of the class begins with: `Incomplete: 135 of 366 graded`.
    pub fn incomplete(&self) -> Option<String> {
        let graded = self.students.len();
        let all = graded + self.left.len();
        (graded < all).then(|| format!("Incomplete: {graded} of {all} graded"))
    }
}
