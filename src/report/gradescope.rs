//! `results.json` of Gradescope, for one submission.
//!
//! A test for each group of the rubric, each with its `status`: of a test with 0 of 0 points Gradescope would take it for
//! passed. There is no file where there is no score: Gradescope then says that the autograder failed, and records nothing.

use serde::Serialize;

use super::finding::headline;
use super::visible::visible;
use super::words::{fault_lead, lost_words, reasons, ungraded, verdict_word};
use crate::result::{CaseVerdict, GroupResult, StudentReport};

/// What Gradescope reads ("Autograder Specifications: Output Format").
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GradescopeResults {
    /// Points for the whole submission: deductions are not those of a test.
    score: f64,
    /// What the student reads first.
    output: String,
    output_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<GradescopeTest>,
    extra_data: ExtraData,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct GradescopeTest {
    score: f64,
    max_score: f64,
    status: &'static str,
    name: String,
    number: String,
    output: String,
    output_format: &'static str,
    visibility: &'static str,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct ExtraData {
    verdict: &'static str,
    exact_score: Option<f64>,
    game_score: Option<f64>,
    max: f64,
}

/// The results of a submission; `None` where it has no score.
pub fn gradescope_results(report: &StudentReport) -> Option<GradescopeResults> {
    let score = report.score.filter(|_| report.verdict.has_score())?;
    let tests = report.groups.iter().enumerate();
    let has_run = report.cases().next().is_some();
    Some(GradescopeResults {
        score,
        output: output(report),
        output_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: tests.map(|(index, group)| test(index + 1, group, has_run)).collect(),
        extra_data: ExtraData {
            verdict: verdict_word(report.verdict),
            exact_score: report.exact_score,
            game_score: report.game_score,
            max: report.max,
        },
    })
}

/// The summary, the messages of the assembler, each fault once, and the findings.
fn output(report: &StudentReport) -> String {
    let mut lines = vec![shown(&report.summary)];
    lines.extend(report.diagnostics.iter().map(|message| {
        let line = message.line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{line}{}", shown(&headline(message)))
    }));
    for (index, fault) in report.faults.iter().enumerate() {
        lines.push(format!(
            "Fault {}: {} ({}).{}",
            index + 1,
            fault_lead(fault, ungraded(report, fault), &shown(&fault.message)),
            lost_words(fault.lost),
            shown(&reasons(fault))
        ));
    }
    lines.extend(report.findings.iter().map(|finding| shown(&finding.message)));
    lines.join("\n")
}

fn test(number: usize, group: &GroupResult, has_run: bool) -> GradescopeTest {
    let failed = |verdict| !matches!(verdict, CaseVerdict::Pass | CaseVerdict::Format);
    // A group that counts subroutines has points, and no cases.
    let is_of_subroutines = has_run && group.cases.is_empty() && group.max > 0.0;
    let is_played =
        group.cases.iter().all(|case| !failed(case.verdict)) && (is_of_subroutines || !group.cases.is_empty());
    let is_passed = is_played && group.points >= group.max;
    GradescopeTest {
        score: group.points,
        max_score: group.max,
        status: if is_passed { "passed" } else { "failed" },
        name: shown(&group.name),
        number: number.to_string(),
        output: shown(&group.arithmetic),
        output_format: "text",
        visibility: "visible",
    }
}

fn shown(text: &str) -> String {
    visible(text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::gradescope_results;
    use crate::report::fixture::{self, HOSTILE};
    use crate::result::{StudentReport, Verdict};

    #[test]
    fn every_test_has_a_status_and_a_number_in_words() {
        let report = fixture::hostile_student();
        let results = gradescope_results(&report).expect("a score");
        let json = serde_json::to_value(&results).expect("JSON");
        assert_eq!(json["score"], 47.5);
        let tests = json["tests"].as_array().expect("tests");
        assert_eq!(tests.len(), report.groups.len());
        for test in tests {
            assert!(test["status"] == "passed" || test["status"] == "failed", "{test}");
            assert!(test["number"].is_string() && test["output_format"] == "text", "{test}");
            assert_eq!(test["visibility"], "visible");
        }
        let text = json.to_string();
        for hostile in HOSTILE.iter().filter(|hostile| !hostile.starts_with('<')) {
            assert!(!text.contains(hostile), "{hostile:?}");
        }
    }

    #[test]
    fn a_group_without_points_is_passed_only_where_its_cases_are() {
        let statuses = |report: &StudentReport| -> Vec<&str> {
            let results = gradescope_results(report).expect("a score");
            results.tests.iter().map(|test| test.status).collect()
        };
        assert_eq!(statuses(&fixture::good_student()), ["passed"; 3]);
        assert_eq!(statuses(&fixture::hostile_student())[2], "failed");
        let mut unbuilt = fixture::good_student();
        unbuilt.groups.iter_mut().for_each(|group| group.cases.clear());
        assert_eq!(statuses(&unbuilt), ["failed"; 3]);
    }

    #[test]
    fn a_failure_of_the_grader_is_no_zero() {
        for verdict in [Verdict::GraderError, Verdict::NeedsAttention] {
            let report = StudentReport {
                verdict,
                score: None,
                ..fixture::good_student()
            };
            assert_eq!(gradescope_results(&report), None);
        }
    }
}
