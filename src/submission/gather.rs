//! One submission per student, from everything that was found.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::folder::{NOT_ARCHIVED, Program};
use super::layout::{Layout, Wanted};
use super::platform::Upload;
use super::slug::slugs;
use super::survey::Survey;
use super::{Content, Origin, Submission, name};
use crate::diagnostic::wording::{all_of, either};

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// One per student, in the order of their names.
    pub submissions: Vec<Submission>,
    /// What was read in a way the instructor may not expect, one sentence each, safe to print.
    pub remarks: Vec<String>,
}

impl Found {
    /// How the names were read, in a line: `Read as a Canvas download: 198 students, 12 resubmitted, 3 late`. `None` where
    /// there were no names to read.
    pub fn explained(&self) -> Option<String> {
        let mut layouts: BTreeMap<Layout, usize> = BTreeMap::new();
        for layout in self.submissions.iter().filter_map(|one| one.origin.layout) {
            *layouts.entry(layout).or_default() += 1;
        }
        let mut layouts: Vec<(Layout, usize)> = layouts.into_iter().collect();
        layouts.sort_by_key(|(_, count)| Reverse(*count));
        let words: Vec<String> = match layouts.as_slice() {
            [] => return None,
            [(only, _)] => vec![only.words().to_owned()],
            several => several
                .iter()
                .map(|(layout, count)| format!("{} ({count})", layout.words()))
                .collect(),
        };

        let count = |is_such: fn(&Submission) -> bool| self.submissions.iter().filter(|one| is_such(one)).count();
        let all = self.submissions.len();
        let mut said = vec![format!("{all} {}", either(all, "student", "students"))];
        for (count, what) in [
            (count(|one| one.origin.earlier > 0), "resubmitted"),
            (count(|one| one.origin.late), "late"),
            (count(|one| one.origin.group.is_some()), "in groups"),
            (count(|one| one.content == Content::Missing), "missing"),
        ] {
            said.extend((count > 0).then(|| format!("{count} {what}")));
        }
        Some(format!("Read as {}: {}", all_of(&words), said.join(", ")))
    }
}

/// One submission per student, named, in order.
pub fn gather(mut survey: Survey, wanted: &Wanted) -> Found {
    let mut remarks = survey.remarks;
    for doubt in survey.doubts {
        match doubt.student {
            Some(student) => survey
                .students
                .push((student, Program::doubtful(doubt.file, doubt.reason))),
            None => survey.nameless.push(doubt.file),
        }
    }

    if !survey.nameless.is_empty() {
        let names = name::list(survey.nameless.iter().map(String::as_str));
        remarks.push(format!(
            "{names} {} not graded: the name of a program without the name of a student",
            either(survey.nameless.len(), "is", "are")
        ));
    }

    if !survey.copies.is_empty() {
        let names = name::list(survey.copies.iter().map(String::as_str));
        remarks.push(format!("{names} is not graded: it contains what is beside it"));
    }

    if !survey.others.is_empty() {
        let names = name::list(survey.others.iter().map(String::as_str));
        remarks.push(format!(
            "ignored, because {} not named like a program: {names}",
            either(survey.others.len(), "it is", "they are")
        ));
    }

    let mut students = survey.students;
    students.sort_by(|(student, program), (other, other_program)| {
        (student, program.id(), &program.file).cmp(&(other, other_program.id(), &other_program.file))
    });

    let mut merged: Vec<(String, Program)> = Vec::new();
    for same in
        students.chunk_by(|(one, program), (other, other_program)| (one, program.id()) == (other, other_program.id()))
    {
        let (student, program) = merge(same, wanted);
        remarks.extend(program.remarks.iter().cloned());
        merged.push((student, program));
    }

    Found {
        submissions: named(merged),
        remarks,
    }
}

/// Makes one of everything found for one student: a program beats none, the last attempt earlier ones, a source its object
/// file; else it is a question.
fn merge(same: &[(String, Program)], wanted: &Wanted) -> (String, Program) {
    let student = same[0].0.clone();
    let mut there: Vec<&Program> = same.iter().map(|(_, program)| program).collect();
    if there.iter().any(|program| program.content != Content::Missing) {
        there.retain(|program| program.content != Content::Missing);
    }

    let (there, mut earlier) = last_dated(there);
    let best = there.iter().map(|program| program.rank).min();
    let uploads = there.clone();
    let (there, lesser): (Vec<_>, Vec<_>) = there.into_iter().partition(|program| Some(program.rank) == best);
    let (there, renumbered) = last_numbered(there);
    earlier.extend(renumbered);
    if let [only] = there.as_slice() {
        let mut program = resubmitted(&student, only, &earlier).with_uploads(&uploads, wanted);
        let is_part = |other: &Program| program.parts.contains(&other.own_name());
        let others = lesser.iter().filter(|other| other.is_program() && !is_part(other));
        let others = others.map(|other| {
            let reason = if other.is_archived() && !only.is_archived() {
                NOT_ARCHIVED
            } else if other.doubt.is_some() {
                program.preferred_name()
            } else {
                "it has the required extension"
            };
            (reason, other.file.clone())
        });
        let others = others.collect();
        program.note_others(&student, &only.file, others);
        return (student, program);
    }

    let files = there.iter().map(|program| program.file.as_str());
    let reason = format!(
        "{} programs for one student: {}; keep the right one and remove the others",
        there.len(),
        name::list(files.clone())
    );
    let program = Program {
        layout: there[0].layout,
        upload: there[0].upload.clone(),
        ..Program::without(files.collect::<Vec<_>>().join(", "), Content::Refused(reason))
    };

    (student, program)
}

/// The files of the last attempt, where attempts have dates, and those of the earlier ones.
fn last_dated(files: Vec<&Program>) -> (Vec<&Program>, Vec<&Program>) {
    let date = |program: &Program| program.upload.as_ref().map(|upload| upload.attempt.date.clone());
    let last = files.iter().filter_map(|program| date(program)).max();
    files
        .into_iter()
        .partition(|program| last.is_none() || date(program) == last)
}

/// The last of the files that the student has called the same, and the earlier ones.
fn last_numbered(files: Vec<&Program>) -> (Vec<&Program>, Vec<&Program>) {
    let Some(first) = files.first().and_then(|program| program.upload.as_ref()) else {
        return (files, Vec::new());
    };
    let is_same = |program: &&Program| {
        let upload = program.upload.as_ref();
        upload.is_some_and(|upload| upload.file.eq_ignore_ascii_case(&first.file))
    };
    // `part-1.asm` and `part-2.asm` are two files, and no attempts of `part.asm`.
    let is_numbered = |program: &&Program| program.upload.as_ref().is_some_and(|upload| upload.attempt.number > 0);
    let are_parts = files
        .iter()
        .all(|program| program.doubt.is_some() && is_numbered(program));
    if !files.iter().all(is_same) || (files.len() > 1 && are_parts) {
        return (files, Vec::new());
    }

    let attempt = |program: &Program| program.upload.as_ref().map(|upload| upload.attempt.clone());
    let last = files.iter().map(|program| attempt(program)).max().flatten();
    files.into_iter().partition(|program| attempt(program) == last)
}

/// The program of a student's last attempt, with what is said of the earlier ones.
fn resubmitted(student: &str, last: &Program, earlier: &[&Program]) -> Program {
    let mut program = last.clone();
    program.earlier = earlier.len();
    if !earlier.is_empty() {
        program.remarks.push(format!(
            "{}: {}, the last attempt, was graded; earlier: {}",
            name::shown(student),
            name::shown(&last.file),
            name::list(earlier.iter().map(|program| program.file.as_str()))
        ));
    }
    program
}

pub fn one(found: (String, Program)) -> Found {
    let remarks = found.1.remarks.clone();
    Found {
        submissions: named(vec![found]),
        remarks,
    }
}

pub fn named(students: Vec<(String, Program)>) -> Vec<Submission> {
    let names: Vec<&str> = students.iter().map(|(student, _)| student.as_str()).collect();
    let slugs = slugs(&names);
    students
        .into_iter()
        .zip(slugs)
        .map(|((student, program), slug)| Submission {
            student,
            slug,
            file: program.file,
            content: program.content,
            doubt: program.doubt,
            called: program.called,
            origin: Origin {
                set_aside: program.set_aside,
                ..origin(program.upload, program.layout, program.earlier)
            },
        })
        .collect()
}

/// What is known of the student from the platform.
fn origin(upload: Option<Upload>, layout: Option<Layout>, earlier: usize) -> Origin {
    let Some(upload) = upload else {
        return Origin {
            earlier,
            layout,
            ..Origin::default()
        };
    };
    Origin {
        name: Some(upload.student),
        id: upload.id,
        email: upload.email,
        login: upload.login,
        late: upload.is_late,
        earlier: earlier.max(upload.earlier),
        group: upload.group,
        layout,
        ..Origin::default()
    }
}
