//! Two gradings, compared: whose score or verdict changed, and why.
//!
//! Takes two [`Grading`]s on the result model; gives a [`Comparison`], plain data for programs, and its text for people.
//! Knows nothing of how anything is graded: what it says is read off the reports.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::read::{Grading, ReadError, Student};
use super::words::{format_points, plural};
use crate::result::{ClassReport, FORMAT, StudentReport, StudentRow, Verdict};

mod reasons;
#[cfg(test)]
mod tests;
mod text;

pub use text::comparison_text;

/// What differs between two gradings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The number of this shape.
    pub format: u32,
    /// What changed for the whole class: the assignment, the rubric, how formats count.
    pub changes: Vec<Change>,
    /// The students who are graded otherwise, in the order of their names.
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
    /// Points if only exact transcripts counted.
    pub exact_score: Option<f64>,
    /// Points if dress did not count.
    pub game_score: Option<f64>,
    /// Points that can be earned.
    pub max: f64,
}

/// A student who is graded otherwise.
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
    /// Whether the right game in the wrong format earns nothing.
    Strict,
    /// What a group of the rubric is worth, and how many cases it has.
    Rubric,
    /// Another file was handed in.
    File,
    /// Another program was handed in, as far as can be told.
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

/// Compares two gradings.
pub fn compare(old: &Grading, new: &Grading) -> Result<Comparison, ReadError> {
    let (pairs, only_old, only_new) = matched(&old.students, &new.students);
    let mut changes = match (&old.class, &new.class) {
        (Some(old), Some(new)) => of_class(old, new),
        _ => Vec::new(),
    };
    let mut students = Vec::new();
    let mut assignments = BTreeSet::new();
    for (before, after) in &pairs {
        let (was, is) = (Sheet::of(before, old)?, Sheet::of(after, new)?);
        let (Some(was), Some(is)) = (was, is) else { continue };
        if was.assignment != is.assignment {
            assignments.insert((was.assignment.clone(), is.assignment.clone()));
        }
        let mut reasons = reasons::of(&was, &is, &changes);
        if was.result == is.result && reasons.is_empty() {
            continue;
        }
        reasons.sort_by_key(|reason| reason.kind);
        students.push(StudentChange {
            student: after.student.clone(),
            old: was.result,
            new: is.result,
            reasons,
        });
    }
    if changes.iter().all(|change| change.kind != ChangeKind::Assignment) {
        changes.extend(
            assignments
                .into_iter()
                .map(|(old, new)| change(ChangeKind::Assignment, "", old, new)),
        );
    }
    students.sort_by(|one, other| one.student.cmp(&other.student));
    Ok(Comparison {
        format: FORMAT,
        changes,
        students,
        only_old: names(&only_old),
        only_new: names(&only_new),
        compared: pairs.len(),
    })
}

fn change(kind: ChangeKind, subject: &str, old: impl Into<String>, new: impl Into<String>) -> Change {
    Change {
        kind,
        subject: subject.to_owned(),
        old: old.into(),
        new: new.into(),
    }
}

fn names(students: &[&Student]) -> Vec<String> {
    let mut names: Vec<String> = students.iter().map(|one| one.student.clone()).collect();
    names.sort();
    names
}

/// What is known of one student in one grading.
struct Sheet {
    assignment: String,
    file: String,
    summary: String,
    result: Figures,
    /// Points and maximum of each group, by its name.
    groups: Vec<(String, f64, f64)>,
    report: Option<StudentReport>,
}

impl Sheet {
    fn of(student: &Student, grading: &Grading) -> Result<Option<Self>, ReadError> {
        if let Some(report) = student.report()? {
            return Ok(Some(Self {
                assignment: report.assignment.clone(),
                file: report.file.clone(),
                summary: report.summary.clone(),
                result: Figures {
                    verdict: report.verdict,
                    score: report.score,
                    exact_score: report.exact_score,
                    game_score: report.game_score,
                    max: report.max,
                },
                groups: report
                    .groups
                    .iter()
                    .map(|group| (group.name.clone(), group.points, group.max))
                    .collect(),
                report: Some(report),
            }));
        }
        let class = grading.class.as_ref();
        let row = class.and_then(|class| class.students.iter().find(|row| row.slug == student.slug));
        Ok(class.zip(row).map(|(class, row)| Self::of_row(class, row)))
    }

    fn of_row(class: &ClassReport, row: &StudentRow) -> Self {
        let groups = class.groups.iter().zip(&row.groups);
        Self {
            assignment: class.assignment.clone(),
            file: row.file.clone(),
            summary: row.summary.clone(),
            result: Figures {
                verdict: row.verdict,
                score: row.score,
                exact_score: row.exact_score,
                game_score: row.game_score,
                max: row.max,
            },
            groups: groups
                .map(|(group, points)| (group.name.clone(), *points, group.max))
                .collect(),
            report: None,
        }
    }
}

type Matched<'a> = (Vec<(&'a Student, &'a Student)>, Vec<&'a Student>, Vec<&'a Student>);

/// Who is who: the same name, and where several have it first the same slug, then the order.
fn matched<'a>(old: &'a [Student], new: &'a [Student]) -> Matched<'a> {
    let mut left: BTreeMap<&str, Vec<&Student>> = BTreeMap::new();
    for student in old {
        left.entry(&student.student).or_default().push(student);
    }
    let mut pairs = Vec::new();
    let mut later = Vec::new();
    for student in new {
        let namesakes = left.get_mut(student.student.as_str());
        let same = namesakes.and_then(|namesakes| {
            let at = namesakes.iter().position(|other| other.slug == student.slug)?;
            Some(namesakes.remove(at))
        });
        match same {
            Some(same) => pairs.push((same, student)),
            None => later.push(student),
        }
    }
    let mut only_new = Vec::new();
    for student in later {
        match left.get_mut(student.student.as_str()) {
            Some(namesakes) if !namesakes.is_empty() => pairs.push((namesakes.remove(0), student)),
            _ => only_new.push(student),
        }
    }
    (pairs, left.into_values().flatten().collect(), only_new)
}

/// What changed for all students at once.
fn of_class(old: &ClassReport, new: &ClassReport) -> Vec<Change> {
    let mut changes = Vec::new();
    if old.assignment != new.assignment {
        changes.push(change(ChangeKind::Assignment, "", &old.assignment, &new.assignment));
    }
    if old.version != new.version {
        changes.push(change(ChangeKind::Version, "", &old.version, &new.version));
    }
    if old.strict != new.strict {
        let words = |strict| if strict { "earns nothing" } else { "earns its share" };
        changes.push(change(ChangeKind::Strict, "", words(old.strict), words(new.strict)));
    }
    let words = |class: &ClassReport| -> Vec<(String, String)> {
        let groups = class.groups.iter();
        groups
            .map(|group| {
                let points = format_points(group.max);
                let words = format!("{points} points for {}", plural(group.cases, "case"));
                (group.name.clone(), words)
            })
            .collect()
    };
    let (old, new) = (words(old), words(new));
    for (name, was, is) in reasons::side_by_side(&old, &new) {
        if was != is {
            changes.push(change(ChangeKind::Rubric, name, was.unwrap_or(""), is.unwrap_or("")));
        }
    }
    changes
}
