//! A student's report as plain text: for a terminal, a mail, or the comment field of a learning platform.
//!
//! Takes a [`StudentReport`]; gives running text of 100 columns in the order of the page, commands and excerpts unbroken.
//! Nothing in it can move a cursor, or be taken for a command by whoever reads a log.

mod case;
mod fault;
mod lines;
mod machine;

use lines::Lines;
pub(super) use lines::harmless_lines;

use super::finding;
use super::stories::{FaultStory, Stories, Story, told};
use super::visible::visible;
use super::words::{
    deduction_words, format_points, group_arithmetic, kind_words, no_score, plural, points_of, points_words, ranges,
    run_words, score_arithmetic, taken_off, unusual_rule, verdict_meaning, verdict_word,
};
use super::writer::Writer;
use crate::result::{CaseResult, Finding, StudentReport, Verdict};

/// Plain text, for each student.
pub(super) const WRITER: Writer = Writer {
    student: Some(("txt", |report| Ok(student_text(report).into_bytes()))),
    class: None,
};

/// The report of one student.
pub fn student_text(report: &StudentReport) -> String {
    let stories = Stories::of(report);
    let build_failed = report.verdict == Verdict::BuildFailed;
    let mut lines = Lines::default();
    heading(&mut lines, report);
    if build_failed {
        findings(&mut lines, report);
    }
    faults(&mut lines, &stories);
    let others = if stories.faults.is_empty() {
        "Failed cases"
    } else {
        "Other failed cases"
    };
    told_section(&mut lines, others, &stories.failed);
    if !report.dress.is_empty() {
        lines.title("Differences in format");
        case::dress(&mut lines, report.dress.iter(), true);
    }
    told_section(&mut lines, "Right game, wrong format", &stories.format);
    found(&mut lines, &report.findings);
    rubric(&mut lines, report);
    calls(&mut lines, &stories);
    if !build_failed {
        findings(&mut lines, report);
    }
    list(&mut lines, "How it was run", &run_words(report));
    list(&mut lines, "Notes", &report.notes);
    skipped(&mut lines, &stories.skipped);
    if !stories.passed.is_empty() {
        lines.title(&format!("Passed cases ({})", stories.passed.len()));
        lines.prose("  ", &ranges(stories.passed.iter().map(|case| case.number)));
    }
    lines.finish()
}

fn heading(lines: &mut Lines, report: &StudentReport) {
    let field = |lines: &mut Lines, name: &str, text: &str| lines.hanging(&format!("{name:<9}"), text);
    lines.prose("", &visible(&report.title));
    lines.prose("", &"=".repeat(report.title.chars().count().min(100)));
    lines.blank();
    field(lines, "Student", &visible(&report.student));
    field(lines, "File", &visible(&report.file));
    field(
        lines,
        "Verdict",
        &format!("{}: {}", verdict_word(report.verdict), verdict_meaning(report.verdict)),
    );
    let max = format_points(report.max);
    if let (Some(score), Some(exact), Some(game)) = (report.score, report.exact_score, report.game_score) {
        field(lines, "Score", &format!("{} of {max}", format_points(score)));
        let exact = format_points(exact);
        field(
            lines,
            "Exact",
            &format!("{exact} of {max}, if only transcripts right to the byte earned points"),
        );
        let game = format_points(game);
        field(
            lines,
            "Game",
            &format!("{game} of {max}, if the format of a right game did not matter"),
        );
    } else {
        field(lines, "Score", &format!("none; {}", no_score(report.verdict)));
    }
    if !report.summary.is_empty() {
        lines.blank();
        lines.prose("", &visible(&report.summary));
    }
}

fn faults(lines: &mut Lines, stories: &Stories<'_>) {
    if stories.faults.is_empty() {
        return;
    }
    lines.title(&fault::title(&stories.faults, stories.in_faults()));
    legend(lines, stories.faults.iter().any(FaultStory::has_diff));
    for (index, story) in stories.faults.iter().enumerate() {
        if index > 0 {
            lines.blank();
        }
        fault::fault(lines, index + 1, story);
    }
}

fn found(lines: &mut Lines, findings: &[Finding]) {
    if findings.is_empty() {
        return;
    }
    lines.title("Also found");
    for finding in findings {
        let (kind, cost) = (kind_words(finding.kind), deduction_words(finding, findings));
        lines.hanging("  - ", &format!("{kind} ({cost}): {}", visible(&finding.message)));
        machine::source(lines, &finding.places);
    }
}

fn rubric(lines: &mut Lines, report: &StudentReport) {
    if report.groups.is_empty() {
        return;
    }
    lines.title("Points");
    for group in &report.groups {
        let points = points_of(group.points, group.max);
        lines.hanging("  ", &format!("{}: {points}", visible(&group.name)));
        let rule = unusual_rule(group).map_or_else(String::new, |rule| format!(" ({})", visible(rule)));
        lines.hanging("      ", &format!("{}{rule}", visible(group_arithmetic(group))));
    }
    for (kind, points) in taken_off(report) {
        let cost = points_words(points);
        lines.hanging("  ", &format!("{kind}: {cost} taken off; told under Also found"));
    }
    if let Some(sum) = score_arithmetic(report) {
        lines.hanging("  ", &format!("Score: {sum} of {}", format_points(report.max)));
    }
}

fn calls(lines: &mut Lines, stories: &Stories<'_>) {
    for (group, cases) in &stories.calls {
        let counted = if group.max > 0.0 { "" } else { " (not counted)" };
        lines.title(&format!("{}{counted}", visible(&group.name)));
        lines.prose("  ", "Your subroutines called by themselves, with no game around them.");
        for story in cases {
            case::call(lines, story, stories.fault_of(story.case), group.max > 0.0);
        }
    }
}

fn skipped(lines: &mut Lines, cases: &[&CaseResult]) {
    if cases.is_empty() {
        return;
    }
    lines.title(&format!("Cases not played ({})", cases.len()));
    let silent = cases.iter().filter(|case| case.failure.is_none());
    let numbers = ranges(silent.map(|case| case.number));
    if !numbers.is_empty() {
        lines.prose("  ", &numbers);
    }
    for (case, failure) in cases.iter().filter_map(|case| Some((case, case.failure.as_ref()?))) {
        let said = format!("{}: {}", visible(&case.name), visible(&failure.sentence));
        lines.hanging(&format!("  Case {}  ", case.number), &said);
    }
}

fn list(lines: &mut Lines, title: &str, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    lines.title(title);
    for text in texts {
        lines.hanging("  - ", &visible(text));
    }
}

fn findings(lines: &mut Lines, report: &StudentReport) {
    if report.diagnostics.is_empty() {
        return;
    }
    lines.title(finding::heading(&report.diagnostics));
    for (index, diagnostic) in report.diagnostics.iter().take(finding::MOST).enumerate() {
        if index > 0 {
            lines.blank();
        }
        let word = finding::severity_word(diagnostic.severity);
        lines.hanging("  ", &format!("{word}{}", finding::headline(diagnostic)));
        for line in finding::lines(&report.file, diagnostic) {
            lines.verbatim("  ", &line);
        }
    }
    let hidden = report.diagnostics.len().saturating_sub(finding::MOST);
    if hidden > 0 {
        lines.prose("  ", &format!("and {}", plural(hidden, "more finding")));
    }
}

fn told_section(lines: &mut Lines, title: &str, stories: &[Story<'_>]) {
    if stories.is_empty() {
        return;
    }
    lines.title(&format!("{title} ({})", told(stories)));
    legend(lines, stories.iter().any(Story::has_diff));
    for (index, story) in stories.iter().enumerate() {
        if index > 0 {
            lines.blank();
        }
        case::story(lines, story);
    }
}

fn legend(lines: &mut Lines, wanted: bool) {
    if wanted {
        let text = "Within a line, { } holds what differs; a blank that matters is shown as ·";
        lines.prose("  ", text);
        lines.blank();
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr as _;

    use super::student_text;
    use crate::report::fixture::{self, HOSTILE};

    #[test]
    fn a_report_with_everything() {
        insta::assert_snapshot!(student_text(&fixture::hostile_student()));
    }

    #[test]
    fn a_report_without_a_fault() {
        insta::assert_snapshot!(student_text(&fixture::good_student()));
    }

    #[test]
    fn nothing_in_it_is_taken_for_a_command() {
        let text = student_text(&fixture::hostile_student());
        for hostile in HOSTILE.iter().filter(|hostile| !hostile.starts_with('<')) {
            assert!(!text.contains(hostile), "{hostile:?}");
        }
        assert!(
            text.chars()
                .all(|character| character == '\n' || !character.is_control())
        );
        assert!(text.lines().all(|line| !line.trim_start().starts_with("::")));
    }

    #[test]
    fn running_text_is_no_wider_than_100_columns() {
        let mut report = fixture::hostile_student();
        report.notes = vec!["a note of many words ".repeat(40), "x".repeat(500)];
        let text = student_text(&report);
        let unbroken = |line: &str| {
            ["  Repeat: ", "          > "].iter().any(|lead| line.starts_with(lead)) || line.contains(" | ")
        };
        for line in text.lines().filter(|line| !unbroken(line)) {
            assert!(line.width() <= 100, "{} columns: {line}", line.width());
        }
    }

    #[test]
    fn a_command_to_repeat_a_case_stands_on_one_line() {
        let mut report = fixture::long_student(3);
        let command = format!("c4grade run connect4.asm --moves '{}'", "1 2 3 4 5 6 ".repeat(40));
        let failed = report
            .groups
            .iter_mut()
            .flat_map(|group| &mut group.cases)
            .find(|case| case.failure.is_some())
            .expect("a case that failed");
        failed.command.clone_from(&command);
        let line = format!("  Repeat: {command}");
        assert!(student_text(&report).lines().any(|found| found == line));
    }
}
