//! Annotations of GitHub Actions: lines on standard output that GitHub shows at the lines of a student's file.
//!
//! `::error file=connect4.asm,line=12,title=Fault 1::message`, where `%`, carriage return and line feed are written as in a
//! URL, in properties `:` and `,` too (GitHub's "Workflow commands").

use super::finding::severity_word;
use super::visible::visible;
use super::words::{fault_lead, format_points, lost_words, reasons, ungraded, verdict_word};
use crate::diagnostic::Severity;
use crate::result::{Fault, Place, StudentReport};

/// The annotations of a student's report: one for each message of the assembler or compiler, each fault and each finding, and
/// a last one with the score.
pub fn annotations(report: &StudentReport) -> String {
    let mut lines = Vec::new();
    for message in &report.diagnostics {
        let command = match message.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let file = file_of(report, message.file.as_deref());
        let place = [
            ("file", Some(file)),
            ("line", message.line.map(|line| line.to_string())),
            ("col", message.column.map(|column| column.to_string())),
        ];
        lines.push(line(command, &place, severity_word(message.severity), &message.message));
    }

    for (index, fault) in report.faults.iter().enumerate() {
        let title = format!("Fault {}", index + 1);
        let place = at(report, place_of(report, fault));
        lines.push(line("error", &place, &title, &fault_words(report, fault)));
    }
    for finding in &report.findings {
        let place = at(report, finding.places.first());
        lines.push(line("warning", &place, "Finding", &finding.message));
    }

    let (command, title) = match report.score {
        Some(score) => (
            "notice",
            format!("{} of {} points", format_points(score), format_points(report.max)),
        ),
        None => ("error", verdict_word(report.verdict).to_owned()),
    };
    lines.push(line(command, &[], &title, &report.summary));
    lines.concat()
}

fn fault_words(report: &StudentReport, fault: &Fault) -> String {
    format!(
        "{} ({}).{}",
        fault_lead(fault, ungraded(report, fault), &fault.message),
        lost_words(fault.lost),
        reasons(fault)
    )
}

/// The line of a fault: that of the edit that mends it, that of its cause, or the one at which its game ended.
fn place_of<'a>(report: &'a StudentReport, fault: &'a Fault) -> Option<&'a Place> {
    let repair = fault.repair.as_ref().and_then(|repair| repair.places.first());
    let cause = repair.or_else(|| fault.cause.as_ref()?.places.first());
    let shortest = fault.shortest.as_ref().map(|shortest| &shortest.failure);
    let cases = report.cases().filter(|case| fault.cases.contains(&case.number));
    let mut failures = shortest
        .into_iter()
        .chain(cases.filter_map(|case| case.failure.as_ref()));
    cause.or_else(|| failures.find_map(|failure| failure.stop.as_ref()?.place.as_ref()))
}

/// A place as properties; without a line there is none.
fn at(report: &StudentReport, place: Option<&Place>) -> Vec<(&'static str, Option<String>)> {
    let line = place.and_then(|place| place.line);
    let file = place.and_then(|place| place.file.as_deref());
    vec![
        ("file", line.map(|_| file_of(report, file))),
        ("line", line.map(|line| line.to_string())),
    ]
}

/// The path of a file of the submission: beside the main one.
fn file_of(report: &StudentReport, other: Option<&str>) -> String {
    match (other, report.file.rsplit_once('/')) {
        (None, _) => report.file.clone(),
        (Some(other), None) => other.to_owned(),
        (Some(other), Some((folder, _))) => format!("{folder}/{other}"),
    }
}

fn line(command: &str, place: &[(&str, Option<String>)], title: &str, message: &str) -> String {
    let known = place.iter().filter_map(|(name, value)| Some((*name, value.clone()?)));
    let title = ("title", title.to_owned());
    let properties = known
        .chain([title])
        .map(|(name, value)| format!("{name}={}", property(&value)));
    let properties: Vec<String> = properties.collect();
    format!("::{command} {}::{}\n", properties.join(","), data(message))
}

/// The message of a command.
fn data(text: &str) -> String {
    let text = visible(text);
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{annotations, property};
    use crate::report::fixture::{self, HOSTILE};
    use crate::result::{StudentReport, Verdict};

    #[test]
    fn no_text_of_a_student_begins_a_command_or_a_line() {
        let text = annotations(&fixture::hostile_student());
        for hostile in HOSTILE.iter().filter(|hostile| !hostile.starts_with('<')) {
            assert!(!text.contains(hostile), "{hostile:?}\n{text}");
        }
        for line in text.lines() {
            let commands = ["::error ", "::warning ", "::notice "];
            assert!(commands.iter().any(|command| line.starts_with(command)), "{line}");
            let properties = line.split(' ').nth(1).expect("properties");
            assert!(!properties.contains("error::") || line.starts_with("::error"), "{line}");
        }
        assert!(
            text.contains("file=%3A%3Aerror%3A%3A</title><U+200B>/connect4.asm,line=7,col=10,title=error::"),
            "{text}"
        );
    }

    #[test]
    fn signs_that_end_a_property_are_escaped() {
        assert_eq!(property("a:b,c%d"), "a%3Ab%2Cc%25d");
    }

    #[test]
    fn one_who_passes_has_a_notice_with_the_score() {
        let text = annotations(&fixture::good_student());
        assert_eq!(text, "::notice title=100 of 100 points::Every case passes.\n");
    }

    #[test]
    fn without_a_score_there_is_an_error_and_no_zero() {
        let report = StudentReport {
            verdict: Verdict::GraderError,
            summary: "c4grade failed".to_owned(),
            score: None,
            ..fixture::good_student()
        };
        assert_eq!(annotations(&report), "::error title=grader-error::c4grade failed\n");
    }
}
