//! A whole folder, in parallel; one broken submission never stops the others.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::model::{CaseVerdict, ClassReport, FORMAT, FaultGroup, GroupInfo, StudentReport, StudentRow, Verdict};
use super::score::cents;
use super::{Graded, Grader, UNSAFE};
use crate::submission::Submission;

/// What the grading of a class tells while it works. Called from several threads.
pub trait Observer: Sync {
    /// A submission is about to be graded. A panic in here counts as one of the grader's.
    fn started(&self, submission: &Submission);
    /// It is graded.
    fn finished(&self, graded: &Graded);
}

/// What a student shares with others: keys, and what those who have one have in common.
type Keys = BTreeMap<String, String>;

/// How a class was graded.
#[derive(Debug)]
pub struct ClassGrading {
    /// The class report, over the submissions that were graded.
    pub report: ClassReport,
    /// How many submissions were not reached, because grading was interrupted.
    pub unreached: usize,
}

/// Grades submissions with up to `jobs` threads. `stop` is looked at before each one. The report does not depend on
/// `jobs`.
pub fn grade_class(
    grader: &Grader,
    submissions: &[Submission],
    jobs: usize,
    strict: bool,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<ClassGrading, rayon::ThreadPoolBuildError> {
    let grade = |submission: &Submission| grader.grade(submission);
    grade_class_by(&grade, grader, submissions, jobs, strict, stop, observer)
}

/// Like [`grade_class`], but `grade` says what becomes of each submission.
pub fn grade_class_by(
    grade: &(dyn Fn(&Submission) -> Graded + Sync),
    grader: &Grader,
    submissions: &[Submission],
    jobs: usize,
    strict: bool,
    stop: &AtomicBool,
    observer: &dyn Observer,
) -> Result<ClassGrading, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build()?;
    let rows: Vec<Option<(StudentRow, [Keys; 2])>> = pool.install(|| {
        submissions
            .par_iter()
            .with_max_len(1)
            .map(|submission| {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let graded = guarded(grade, grader, submission, observer);
                observer.finished(&graded);
                let Graded { report, faults, .. } = graded;
                let found = report.findings.iter();
                let findings = found.map(|one| (one.key.clone(), one.common.clone())).collect();
                Some((row(&report), [faults, findings]))
            })
            .collect()
    });
    let unreached = rows.iter().filter(|row| row.is_none()).count();
    let rows: Vec<_> = rows.into_iter().flatten().collect();
    Ok(ClassGrading {
        report: class_report(grader, strict, rows),
        unreached,
    })
}

/// Grades one submission; a panic becomes a grader error.
fn guarded(
    grade: &(dyn Fn(&Submission) -> Graded + Sync),
    grader: &Grader,
    submission: &Submission,
    observer: &dyn Observer,
) -> Graded {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        observer.started(submission);
        grade(submission)
    }));
    outcome.unwrap_or_else(|panic| {
        let reason = format!(
            "c4grade failed while grading this submission: {}",
            message(panic.as_ref())
        );
        grader.ungraded(submission, Verdict::GraderError, &reason)
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason was given")
}

fn row(report: &StudentReport) -> StudentRow {
    // Contracts that are worth nothing are told, and not counted.
    let counted = || report.cases().filter(|case| case.calls.is_none() || case.max > 0.0);
    let count = |wanted| counted().filter(|case| case.verdict == wanted).count();
    StudentRow {
        student: report.student.clone(),
        slug: report.slug.clone(),
        file: report.file.clone(),
        verdict: report.verdict,
        summary: report.summary.clone(),
        score: report.score,
        exact_score: report.exact_score,
        game_score: report.game_score,
        max: report.max,
        groups: report.groups.iter().map(|group| group.points).collect(),
        cases: [
            CaseVerdict::Pass,
            CaseVerdict::Format,
            CaseVerdict::Wrong,
            CaseVerdict::Timeout,
            CaseVerdict::Crash,
        ]
        .map(count),
        protocol: report.protocol.clone(),
        linkage: report.linkage.clone(),
        findings: report.findings.len(),
        unfenced: report.unfenced,
    }
}

fn class_report(grader: &Grader, strict: bool, rows: Vec<(StudentRow, [Keys; 2])>) -> ClassReport {
    let mut gathered: [BTreeMap<String, FaultGroup>; 2] = Default::default();
    let mut students = Vec::with_capacity(rows.len());
    for (row, kinds) in rows {
        for (groups, keys) in gathered.iter_mut().zip(kinds) {
            for (key, common) in keys {
                let group = groups.entry(key).or_insert_with(|| FaultGroup {
                    message: common,
                    students: Vec::new(),
                });
                group.students.push(row.slug.clone());
            }
        }
        students.push(row);
    }
    let [faults, findings] = gathered.map(|groups| {
        let mut groups: Vec<FaultGroup> = groups.into_values().collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.students.len()));
        groups
    });
    let unfenced = students.iter().any(|row| row.unfenced);
    ClassReport {
        format: FORMAT,
        assignment: grader.assignment().name.clone(),
        title: grader.assignment().title.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        strict,
        groups: grader
            .groups()
            .map(|planned| GroupInfo {
                name: planned.group.name.clone(),
                max: cents(planned.group.points),
                cases: planned.cases.len(),
            })
            .collect(),
        students,
        faults,
        findings,
        remarks: unfenced.then(|| UNSAFE.to_owned()).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests;
