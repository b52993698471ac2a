//! A student's report as plain text: for a terminal, a mail, or the comment field of a learning platform.
//!
//! Takes a [`StudentReport`]; gives what an e-mail wants, in lines under 72 columns and fewer than 120 of them. In full it is
//! running text of 100 columns in the order of the page, commands and excerpts unbroken. Nothing in it can move a cursor, or be
//! taken for a command by whoever reads a log.

mod blocks;
mod boards;
mod brief;
mod lines;
mod table;

use lines::Lines;
pub(super) use lines::sanitize_lines;

use super::block::{Block, Document, Figure, Header, Section};
use super::document::document;
use super::writer::{WriteStudent, Writer};
use crate::result::StudentReport;

/// Plain text, for each student.
pub(super) const WRITER: Writer = Writer {
    student: Some(("txt", |seen| Ok(brief_of(seen.document(), seen.report).into_bytes()))),
    class: None,
};

/// The same with everything that the page says.
pub(super) const FULL: (&str, WriteStudent) = ("txt", |seen| Ok(full_text(seen.document()).into_bytes()));

/// The report of one student as an e-mail: the grade, each fault once with its shortest game, and the name of the page.
pub fn brief_text(report: &StudentReport) -> String {
    brief_of(&document(report), report)
}

fn brief_of(document: &Document, report: &StudentReport) -> String {
    brief::text(document, &format!("{}.html", report.slug))
}

/// Whether a text is a report with everything, not an e-mail.
pub(super) fn is_full(text: &str) -> bool {
    !text.lines().rev().take(8).any(|line| line.starts_with(brief::FOOT))
}

/// The report of one student, with everything that the page says.
pub fn student_text(report: &StudentReport) -> String {
    full_text(&document(report))
}

fn full_text(document: &Document) -> String {
    let mut lines = Lines::default();
    header(&mut lines, &document.header, None);

    let has_text = |section: &&Section| !section.blocks.iter().all(|block| matches!(block, Block::Program(_)));
    for section in document.sections.iter().filter(has_text) {
        lines.title(&section.heading);
        blocks::render(&mut lines, &section.blocks);
    }
    lines.finish()
}

/// The top of a report; where it is an e-mail, with the name of the page.
fn header(lines: &mut Lines, header: &Header, page: Option<&str>) {
    lines.prose("", &header.title);
    let width = header.title.chars().count().min(lines.width());
    lines.prose("", &"=".repeat(width));
    lines.blank();

    field(lines, "Student", &header.student);
    field(lines, "File", &header.file);
    field(lines, "Verdict", &format!("{}: {}", header.verdict, header.meaning));
    for figure in &header.figures {
        field(lines, figure.name, &points(figure));
    }

    if let Some(page) = page {
        field(lines, "Page", page);
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

    use super::{brief_text, is_full, student_text};
    use crate::report::fixture::{self, HOSTILE};
    use crate::result::{Place, Repair, StudentReport};

    /// Under 72 columns and 120 lines, with nothing in them that is obeyed.
    fn assert_brief(report: &StudentReport) {
        let text = brief_text(report);
        let count = text.lines().count();
        assert!(count < 120, "{count} lines:\n{text}");
        for line in text.lines() {
            assert!(line.width() < 72, "{} columns: {line}", line.width());
            assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "{line}");
            assert!(!line.chars().any(char::is_control), "{line:?}");
        }
        assert!(!is_full(&text) && is_full(&student_text(report)), "{text}");
    }

    #[test]
    fn an_e_mail_with_everything() {
        insta::assert_snapshot!(brief_text(&fixture::hostile_student()));
    }

    #[test]
    fn an_e_mail_without_a_fault() {
        insta::assert_snapshot!(brief_text(&fixture::good_student()));
    }

    #[test]
    fn an_e_mail_never_grows() {
        assert_brief(&fixture::good_student());
        for cases in [3, 400] {
            assert_brief(&fixture::long_student(cases));
        }

        let mut report = fixture::hostile_student();
        assert_brief(&report);
        report.faults = report.faults.iter().cycle().take(60).cloned().collect();
        report.notes = vec!["::error:: 李雷 ##[group] ".repeat(90); 30];
        report.groups = report.groups.iter().cycle().take(80).cloned().collect();
        report.summary = "many words ".repeat(400);
        report.title = "李".repeat(200);
        report.slug = "x".repeat(250);
        assert_brief(&report);
    }

    #[test]
    fn no_command_of_an_e_mail_is_cut() {
        for moves in (1..400).step_by(13) {
            let mut report = fixture::hostile_student();
            let command = format!("c4grade run connect4.asm --moves \"{}1\"", "1 2 3 4 5 6 ".repeat(moves));
            for fault in &mut report.faults {
                if let Some(shortest) = &mut fault.shortest {
                    shortest.command.clone_from(&command);
                }
            }
            for case in report.groups.iter_mut().flat_map(|group| &mut group.cases) {
                case.command.clone_from(&command);
            }
            let text = brief_text(&report);
            let lines: Vec<&str> = text.lines().collect();
            let is_cut = |pair: &[&str]| pair[0].ends_with(" \\") && pair[1].contains("more line");
            assert!(!lines.windows(2).any(is_cut), "{text}");
        }
    }

    #[test]
    fn what_is_proved_comes_before_what_is_likely_and_lines_from_the_top() {
        let mut report = fixture::hostile_student();
        let cause = report.faults.iter().find_map(|fault| fault.cause.clone());
        let repair = report.faults.iter().find_map(|fault| fault.repair.clone());
        let fault = &mut report.faults[0];
        fault.cause = Some(cause.expect("one is known"));
        let repair = repair.expect("one is known");
        let place = |line: u32| Place {
            line: Some(line),
            text: Some(format!("LINE {line}")),
            ..repair.places[0].clone()
        };

        for (is_whole, labels) in [(true, ["Place:", "Cause:"]), (false, ["Cause:", "Place:"])] {
            report.faults[0].repair = Some(Repair {
                is_whole,
                places: [9, 5].map(place).into(),
                ..repair.clone()
            });
            let text = student_text(&report);
            let at = |word: &str| text.find(word).expect("it is there");
            assert!(labels.map(at).is_sorted(), "{text}");
            assert!(["LINE 5", "LINE 9"].map(at).is_sorted(), "{text}");
        }
    }

    #[test]
    fn what_an_e_mail_leaves_out_is_counted() {
        let mut report = fixture::hostile_student();
        report.faults = report.faults.iter().cycle().take(12).cloned().collect();
        let text = brief_text(&report);
        assert!(
            text.contains(&format!("more lines on the page: {}.html)", report.slug)),
            "{text}"
        );
        for number in 1..=12 {
            assert_eq!(text.matches(&format!("\nFault {number}  ")).count(), 1, "{text}");
        }
    }

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
