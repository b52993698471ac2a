//! The class's part of the result model.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Verdict;

/// A row of the class table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudentRow {
    /// The student, as found. Hostile text possible.
    pub student: String,
    /// A safe file name made from it: the reports are `<slug>.html`, `<slug>.txt`, `<slug>.json`.
    pub slug: String,
    /// The submitted file.
    pub file: String,
    /// The student's name, as the roster or the learning platform has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number or code by which the roster or the learning platform knows the student.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The student's e-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The name by which the student logs in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// Whether the platform marked the submission as late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// How many attempts of the student there are; the last one is graded. Absent for 1.
    #[serde(default = "super::one_attempt", skip_serializing_if = "super::is_one")]
    pub attempts: usize,
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in a sentence.
    pub summary: String,
    /// Points earned; `None` where there is no score.
    pub score: Option<f64>,
    /// Points if only exact output earned points.
    pub exact_score: Option<f64>,
    /// Points ignoring formatting.
    pub game_score: Option<f64>,
    /// Points that can be earned.
    pub max: f64,
    /// Points in each rubric group, in the order of the class's; none where there is no score.
    pub groups: Vec<GroupPoints>,
    /// How many cases got each verdict.
    pub cases: CaseCounts,
    /// The input protocol of the program: `key`, `enter`, `line`, `in`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// The TRAP linkage under which it plays best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linkage: Option<String>,
    /// How many findings there are that no case shows.
    #[serde(default)]
    pub findings: usize,
    /// Whether it was run without a sandbox.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsandboxed: bool,
}

impl StudentRow {
    /// The student's name where it is known, else what the submission was found under.
    pub fn known_name(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.student)
    }

    /// The name, and for one of several `namesakes` what tells them apart.
    pub fn name_among(&self, namesakes: &HashSet<&str>) -> Cow<'_, str> {
        let name = self.known_name();
        if !namesakes.contains(name) {
            return Cow::Borrowed(name);
        }
        let known = [&self.id, &self.login, &self.email].into_iter().flatten().next();
        Cow::Owned(format!("{name} ({})", known.unwrap_or(&self.slug)))
    }

    /// Points in the rubric group at a place in [`ClassReport::groups`].
    pub fn points_in(&self, group: usize) -> Option<f64> {
        self.groups.get(group).map(|group| group.points)
    }
}

/// What a student has earned in a rubric group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupPoints {
    /// The group's heading.
    pub name: Arc<str>,
    /// Points earned.
    pub points: f64,
}

/// How many cases of a student got each verdict. Calls of subroutines that earn nothing are not counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupInfo {
    /// Its heading.
    pub name: String,
    /// Points it can earn.
    pub max: f64,
    /// How many cases it has.
    pub cases: usize,
}

/// Students who fail for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FaultGroup {
    /// What they have in common, in a sentence.
    pub message: String,
    /// Their slugs, in the table's order.
    pub students: Vec<String>,
}

/// In what way programs are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sameness {
    /// After assembly: the same words at the same addresses.
    Assembled,
    /// But for labels, names of registers and the order of independent lines.
    Form,
    /// But for comments and white space.
    Source,
}

/// Programs that are the same. For the staff alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SamePrograms {
    /// In what way.
    pub sameness: Sameness,
    /// The slugs of those who handed them in, in the table's order.
    pub students: Vec<String>,
    /// Whether they are the assignment's starter file as it was given.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_starter: bool,
    /// Their sources, in the order of the students, as far as a page has room for them; only until the pages are written.
    #[serde(skip)]
    pub sources: Vec<String>,
}

/// What [`ClassReport::loaded_from`] is for an assignment that comes with c4grade.
pub const BUNDLED: &str = "bundled";

/// The class.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassReport {
    /// The number of this shape: 2.
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
    /// How long the lines of faults were looked for, in milliseconds of work for each submission; not given where it was as long as
    /// usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repair: Option<u64>,
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
    /// Programs that are the same, by the first student who has one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identical: Vec<SamePrograms>,
    /// Things found in the folder that were not graded, and why.
    pub remarks: Vec<String>,
}

impl ClassReport {
    /// What is said where hardly any submission could be graded: they may be for another assignment.
    pub fn doubtful_assignment(&self) -> Option<String> {
        const FEW: usize = 3;
        let count = |verdict| self.students.iter().filter(|row| row.verdict == verdict).count();
        let failed = count(Verdict::BuildFailed) + count(Verdict::NeedsAttention);
        let all = self.students.len() - count(Verdict::Missing);
        (failed >= FEW && failed * 10 >= all * 9).then(|| {
            format!(
                "{failed} of {all} submissions cannot be built or need attention. If they are for another assignment than {}, name it with \
                 --assignment; `c4grade assignment list` lists the bundled ones.",
                self.assignment
            )
        })
    }

    /// The names that several students have.
    pub fn namesakes(&self) -> HashSet<&str> {
        let mut names = HashSet::new();
        self.students
            .iter()
            .map(StudentRow::known_name)
            .filter(|name| !names.insert(*name))
            .collect()
    }

    /// What a report on a part of the class begins with: `Incomplete: 135 of 366 graded`.
    pub fn incomplete(&self) -> Option<String> {
        let graded = self.students.len();
        let all = graded + self.left.len();
        (graded < all).then(|| format!("Incomplete: {graded} of {all} graded"))
    }
}
