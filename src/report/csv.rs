//! `scores.csv`: one row a submission, for people with a spreadsheet.

use std::borrow::Cow;

use super::visible::visible;
use super::words::{format_points, verdict_word};
use super::writer::Writer;
use crate::result::{ClassReport, GroupInfo, StudentRow, Verdict};

/// The scores of the class.
pub(super) const WRITER: Writer = Writer {
    student: None,
    class: Some(("scores.csv", |class| Ok(scores(class)?))),
};

/// The columns before the points of the groups.
const FIRST: [&str; 7] = [
    "student",
    "file",
    "verdict",
    "score",
    "exact_score",
    "game_score",
    "max",
];

/// The columns of a class that was downloaded from a learning platform, or compared with a roster.
const OF_PLATFORM: [&str; 6] = ["name", "id", "email", "login", "late", "attempts"];

/// The columns after the points of the groups.
const LAST: [&str; 3] = ["protocol", "linkage", "findings"];

/// The scores of a class. The columns: `student`, `file`, `verdict`, `score`, `exact_score`, `game_score`, `max`, one with
/// the points of each rubric group in which any can be earned, and then `protocol` (how the program reads its input),
/// `linkage` (how it uses TRAP) and `findings` (how many there are that no case shows). The last three are empty where a
/// program was not run. Where a program was run without a sandbox, a column `sandbox` says so. Where the names of a learning
/// platform or a roster were read, `name`, `id`, `email`, `login`, `late` (`late` or empty) and `attempts` follow.
///
/// A spreadsheet takes no cell for a formula; characters that do not show are symbols.
///
/// # Errors
/// None in practice: the table is written to memory.
pub fn scores(class: &ClassReport) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let is_unsandboxed = class.students.iter().any(|row| row.unsandboxed);

    writer.write_record(heading(class, is_unsandboxed))?;
    for row in &class.students {
        writer.write_record(record(class, row, is_unsandboxed))?;
    }

    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// The groups in which points can be earned, with their places.
fn graded_groups(class: &ClassReport) -> impl Iterator<Item = (usize, &GroupInfo)> {
    class.groups.iter().enumerate().filter(|(_, group)| group.max > 0.0)
}

/// Whether a learning platform or a roster has named any of the students.
fn is_from_platform(class: &ClassReport) -> bool {
    let mut students = class.students.iter();
    students.any(|row| row.name.is_some() || row.id.is_some() || row.late || row.attempts > 1)
}

fn heading(class: &ClassReport, is_unsandboxed: bool) -> Vec<String> {
    let mut heading: Vec<String> = FIRST.map(str::to_owned).into();
    heading.extend(graded_groups(class).map(|(_, group)| person_cell(&group.name).into_owned()));
    heading.extend(LAST.map(str::to_owned));
    if is_unsandboxed {
        heading.push("sandbox".to_owned());
    }
    if is_from_platform(class) {
        heading.extend(OF_PLATFORM.map(str::to_owned));
    }
    heading
}

/// A row, as long as the heading even where a submission was never run.
fn record(class: &ClassReport, row: &StudentRow, is_unsandboxed: bool) -> Vec<String> {
    let mut record = vec![
        person_cell(&row.student).into_owned(),
        person_cell(&row.file).into_owned(),
        verdict_word(row.verdict).to_owned(),
        points_cell(row.score),
        points_cell(row.exact_score),
        points_cell(row.game_score),
        format_points(row.max),
    ];
    record.extend(graded_groups(class).map(|(index, _)| points_cell(row.score.and(row.points_in(index)))));

    let was_run = row.verdict.has_score() && !matches!(row.verdict, Verdict::BuildFailed | Verdict::Missing);
    let findings = row.findings.to_string();
    let last = [row.protocol.as_deref(), row.linkage.as_deref(), Some(findings.as_str())];
    record.extend(last.map(|cell| person_cell(cell.filter(|_| was_run).unwrap_or_default()).into_owned()));

    if is_unsandboxed {
        record.push(if row.unsandboxed { "none" } else { "" }.to_owned());
    }
    if is_from_platform(class) {
        for known in [&row.name, &row.id, &row.email, &row.login] {
            record.push(person_cell(known.as_deref().unwrap_or_default()).into_owned());
        }
        record.push(if row.late { "late" } else { "" }.to_owned());
        record.push(row.attempts.to_string());
    }
    record
}

/// An empty cell is not a zero.
fn points_cell(points: Option<f64>) -> String {
    points.map_or_else(String::new, format_points)
}

/// A text that a spreadsheet shows as it is: one that could be a formula gets an apostrophe in front, as a person
/// would type it. Blanks before the sign do not hide it, nor does the sign's full-width form.
fn person_cell(text: &str) -> Cow<'_, str> {
    let shown = visible(text);
    let formula = |first: char| {
        matches!(
            first,
            '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠'
        )
    };

    if text.starts_with(formula) || text.trim_start().starts_with(formula) {
        Cow::Owned(format!("'{shown}"))
    } else {
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::{person_cell, scores};
    use crate::report::fixture;

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1"] {
            assert!(person_cell(text).starts_with('\''), "{text:?}");
        }
        assert_eq!(person_cell("Ada - Lovelace"), "Ada - Lovelace");
    }

    #[test]
    fn the_class_as_a_table() {
        let bytes = scores(&fixture::class()).expect("csv");
        insta::assert_snapshot!(String::from_utf8(bytes).expect("UTF-8"));
    }

    #[test]
    fn a_grader_error_has_no_points() {
        let bytes = scores(&fixture::class()).expect("csv");
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert!(
            text.contains("\nDora,dora/connect4.asm,grader-error,,,,100,,,,,\n"),
            "{text}"
        );
    }

    #[test]
    fn every_row_is_as_wide_as_the_heading() {
        let mut class = fixture::class();
        class.students[0].groups.clear();
        let bytes = scores(&class).expect("csv");
        // The reader refuses rows of unequal length.
        let rows = csv::Reader::from_reader(bytes.as_slice())
            .records()
            .collect::<Result<Vec<_>, _>>();
        assert_eq!(rows.expect("rows of one length").len(), class.students.len());
    }
}
