//! `JUnit` XML, for systems that show test results: a suite for each student, a test for each case.
//!
//! A case that earns less than it can is a `failure`; where the grader failed or a person has to look first, there is an
//! `error`, which is not a zero. Characters that XML 1.0 forbids are made visible or removed.

use std::io;

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};

use super::finding::headline;
use super::visible::visible;
use super::words::{case_word, format_points, verdict_word};
use crate::result::{CaseResult, CaseVerdict, StudentReport, Verdict};

/// `JUnit` XML of these students. There are no times in it: the same results give the same bytes.
///
/// # Errors
/// None in practice: the file is written to memory.
pub fn junit<'a>(title: &str, students: impl Iterator<Item = &'a StudentReport>) -> io::Result<Vec<u8>> {
    let mut report = Report::new(text(title));
    for student in students {
        report.add_test_suite(suite(student));
    }
    let mut bytes = Vec::new();
    report.serialize(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

fn suite(report: &StudentReport) -> TestSuite {
    let mut suite = TestSuite::new(text(&report.student));
    suite.add_property(Property::new("verdict", verdict_word(report.verdict)));
    if let Some(score) = report.score {
        suite.add_property(Property::new("score", format_points(score)));
    }
    suite.add_property(Property::new("max", format_points(report.max)));

    if report.cases().next().is_none() {
        suite.add_test_case(submission(report));
    }
    for group in &report.groups {
        for case in &group.cases {
            // Students may not see the names of games where the assignment hides them.
            let name = match &case.name[..] {
                "" => format!("case {}", case.number),
                name => format!("{}: {}", case.number, text(name)),
            };
            let mut test = TestCase::new(name, status(case));
            test.set_classname(text(&group.name));
            suite.add_test_case(test);
        }
    }
    suite
}

/// The one test of a submission of which no case was played.
fn submission(report: &StudentReport) -> TestCase {
    let kind = if report.verdict.has_score() {
        NonSuccessKind::Failure
    } else {
        NonSuccessKind::Error
    };
    let status = match report.verdict {
        Verdict::Pass | Verdict::Format => TestCaseStatus::success(),
        verdict => {
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(text(&report.summary));
            status.set_type(verdict_word(verdict));
            let lines: Vec<String> = report.diagnostics.iter().map(headline).collect();
            if !lines.is_empty() {
                status.set_description(text_of_lines(&lines));
            }
            status
        }
    };
    let mut test = TestCase::new("submission", status);
    test.set_classname("submission");
    test
}

fn status(case: &CaseResult) -> TestCaseStatus {
    let is_whole = match case.verdict {
        CaseVerdict::Pass => true,
        // What a different format costs may be taken off once, and not here.
        CaseVerdict::Format => case.points >= case.max,
        CaseVerdict::Skipped => return TestCaseStatus::skipped(),
        CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash => false,
    };
    if is_whole {
        return TestCaseStatus::success();
    }

    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(case_word(case.verdict));
    if let Some(failure) = &case.failure {
        status.set_message(text(&failure.sentence));
    }
    if !case.command.is_empty() {
        status.set_description(text(&case.command));
    }
    status
}

/// A text without the two characters that XML 1.0 forbids and that are not made visible.
fn text(text: &str) -> String {
    visible(text).replace(['\u{fffe}', '\u{ffff}'], "")
}

fn text_of_lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| text(line)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::junit;
    use crate::report::fixture::{self, HOSTILE};
    use crate::result::{StudentReport, Verdict};

    fn xml(report: &StudentReport) -> String {
        String::from_utf8(junit("Connect 4", [report].into_iter()).expect("XML")).expect("UTF-8")
    }

    #[test]
    fn a_failed_case_is_a_failure_and_hostile_text_is_text() {
        let xml = xml(&fixture::hostile_student());
        for hostile in HOSTILE {
            assert!(!xml.contains(hostile), "{hostile:?}");
        }
        let is_forbidden = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t' | '\r');
        assert!(!xml.contains(is_forbidden) && !xml.contains(['\u{fffe}', '\u{ffff}']));
        assert!(xml.contains("<failure message=") && xml.contains("<skipped/>"), "{xml}");
        assert!(!xml.contains("<error"), "{xml}");
    }

    #[test]
    fn one_who_passes_has_no_failure() {
        let xml = xml(&fixture::good_student());
        assert!(
            xml.contains("failures=\"0\" errors=\"0\"") && !xml.contains("<failure"),
            "{xml}"
        );
    }

    #[test]
    fn a_failure_of_the_grader_is_an_error_and_no_failure() {
        for (verdict, tag) in [
            (Verdict::GraderError, "<error"),
            (Verdict::NeedsAttention, "<error"),
            (Verdict::BuildFailed, "<failure"),
        ] {
            let report = StudentReport {
                verdict,
                summary: "a reason\u{fffe}\u{1}".to_owned(),
                groups: Vec::new(),
                ..fixture::good_student()
            };
            let xml = xml(&report);
            assert!(xml.contains(tag) && xml.contains("a reason\u{2401}"), "{xml}");
            assert!(!xml.contains(['\u{fffe}', '\u{1}']), "{xml}");
        }
    }
}
