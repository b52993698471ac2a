//! A student's report as plain text: for a terminal, a mail, or the comment field of a learning platform.
//!
//! Takes a [`StudentReport`]; gives running text of 100 columns in the order of the page, commands and excerpts unbroken.
//! Nothing in it can move a cursor, or be taken for a command by whoever reads a log.

mod blocks;
mod boards;
mod lines;
mod table;

use lines::Lines;
pub(super) use lines::sanitize_lines;

use super::block::{Figure, Header};
use super::document::document;
use super::writer::Writer;
use crate::result::StudentReport;

/// Plain text, for each student.
pub(super) const WRITER: Writer = Writer {
    student: Some(("txt", |report, _| Ok(student_text(report).into_bytes()))),
    class: None,
};

/// The report of one student.
pub fn student_text(report: &StudentReport) -> String {
    let document = document(report);
    let mut lines = Lines::default();
    header(&mut lines, &document.header);

    for section in &document.sections {
        lines.title(&section.heading);
        blocks::render(&mut lines, &section.blocks);
    }
    lines.finish()
}

fn header(lines: &mut Lines, header: &Header) {
    lines.prose("", &header.title);
    lines.prose("", &"=".repeat(header.title.chars().count().min(100)));
    lines.blank();

    field(lines, "Student", &header.student);
    field(lines, "File", &header.file);
    field(lines, "Verdict", &format!("{}: {}", header.verdict, header.meaning));
    for figure in &header.figures {
        field(lines, figure.name, &points(figure));
    }

    if let Some(summary) = &header.summary {
        lines.blank();
        lines.prose("", summary);
    }
}

fn field(lines: &mut Lines, name: &str, text: &str) {
    lines.hanging(&format!("{name:<9}"), text);
}

fn points(figure: &Figure) -> String {
    let Figure { points, note, .. } = figure;
    match &figure.max {
        Some(max) => format!("{points} of {max} ({note})"),
        None => format!("{points} ({note})"),
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
