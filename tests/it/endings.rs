//! What a program does once its game is over, and what that costs.

#![expect(clippy::float_cmp, reason = "points are rounded to cents, and these are whole")]

use c4grade::assignment::{self, Assignment};
use c4grade::case::{self, Suite};
use c4grade::grade::Grader;
use c4grade::result::{CaseVerdict, FindingKind, StudentReport, Verdict};
use c4grade::submission::from_memory;

mod arm;
mod lc3;
mod overrun;
mod points;

fn assignment(name: &str) -> Assignment {
    assignment::find(name).expect("it is bundled")
}

fn graded(assignment: Assignment, text: &str) -> StudentReport {
    let suite = case::load(&assignment, None).expect("it is right");
    graded_with(assignment, suite, text)
}

/// The same without the generated games.
fn graded_on_hand_kept(assignment: Assignment, text: &str) -> StudentReport {
    let mut suite = case::load(&assignment, None).expect("it is right");
    suite.cases.retain(|case| case.family.is_none());
    graded_with(assignment, suite, text)
}

fn graded_with(assignment: Assignment, suite: Suite, text: &str) -> StudentReport {
    let file = assignment.files[0].clone();
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_repair(0);
    let found = from_memory([("ada".to_owned(), file, text.as_bytes().to_vec())]);
    grader.grade(&found.submissions[0]).report
}

/// A text with a piece of it, found exactly once, replaced.
fn with(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "{from:?}");
    text.replace(from, to)
}

/// What a program does with the end of its games: the key of what was found, and its points off.
fn ending(report: &StudentReport) -> Option<(&str, f64)> {
    let mut found = report
        .findings
        .iter()
        .filter(|finding| finding.kind == FindingKind::Ending);
    let only = found.next().map(|finding| (finding.key.as_str(), finding.deducted));
    assert!(found.next().is_none(), "it is found once");
    only
}

fn count(report: &StudentReport, verdict: CaseVerdict) -> usize {
    report.cases().filter(|case| case.verdict == verdict).count()
}

/// What a report says, for a failing test.
fn said(report: &StudentReport) -> String {
    let findings: Vec<&str> = report.findings.iter().map(|finding| finding.message.as_str()).collect();
    let faults: Vec<&str> = report.faults.iter().map(|fault| fault.key.as_str()).collect();
    format!(
        "{}: {} {findings:?} {faults:?}",
        report.score.unwrap_or_default(),
        report.summary
    )
}
