//! Two gradings, compared: whose score or verdict changed, and why.
//!
//! Takes two [`Grading`]s on the result model; gives a [`Comparison`], plain data for programs, and its text for people.
//! Knows nothing of how anything is graded: what it says is read off the reports.

use std::collections::{BTreeMap, BTreeSet};

use super::read::{Grading, ReadError, Student};
use super::words::{format_points, plural};
use crate::result::{ClassReport, FORMAT};

mod change;
mod reasons;
mod sheet;
#[cfg(test)]
mod tests;
mod text;

pub use change::{Change, ChangeKind, Comparison, Figures, StudentChange};
pub use text::comparison_text;

use change::change;
use sheet::Sheet;

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

fn names(students: &[&Student]) -> Vec<String> {
    let mut names: Vec<String> = students.iter().map(|one| one.student.clone()).collect();
    names.sort();
    names
}

type Matched<'a> = (Vec<(&'a Student, &'a Student)>, Vec<&'a Student>, Vec<&'a Student>);

/// Matches students by name and, where several have the same name, first by slug and then by order.
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
        let words = |strict| if strict { "earn nothing" } else { "earn their share" };
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
