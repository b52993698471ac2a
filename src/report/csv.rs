//! `scores.csv`: one row a submission, for people with a spreadsheet.

use std::borrow::Cow;

use super::visible::visible;
use super::words::{format_points, verdict_word};
use super::writer::Writer;
use crate::result::{ClassReport, Verdict};

/// The scores of the class.
pub(super) const WRITER: Writer = Writer {
    student: None,
    class: Some(("scores.csv", |class| Ok(scores(class)?))),
};

/// The scores of a class. The columns: `student`, `file`, `verdict`, `score`, `exact_score`, `game_score`, `max`, one with
/// the points of each rubric group in which any can be earned, and then `protocol` (how the program reads its input), `linkage` (how it takes traps)
/// and `findings` (how many there are apart from the cases); the last three are empty where a program was not played. Where a program was run without a sandbox a column `sandbox` says so. No cell is taken for a formula by a spreadsheet; characters that do not show are symbols.
///
/// # Errors
/// None that memory does not make.
pub fn scores(class: &ClassReport) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let fixed = [
        "student",
        "file",
        "verdict",
        "score",
        "exact_score",
        "game_score",
        "max",
    ];
    let counted = || class.groups.iter().enumerate().filter(|(_, group)| group.max > 0.0);
    let groups = counted().map(|(_, group)| person_cell(&group.name));
    let last = ["protocol", "linkage", "findings"];
    let heading = fixed.into_iter().map(Cow::Borrowed).chain(groups);
    // Told only where it has to be.
    let unfenced = class.students.iter().any(|row| row.unfenced);
    let warning = unfenced.then_some(Cow::Borrowed("sandbox"));
    let heading = heading.chain(last.map(Cow::Borrowed)).chain(warning);
    writer.write_record(heading.map(Cow::into_owned))?;
    for row in &class.students {
        // An empty cell is not a zero.
        let points = |points: Option<f64>| points.map_or_else(String::new, format_points);
        let mut record = vec![
            person_cell(&row.student).into_owned(),
            person_cell(&row.file).into_owned(),
            verdict_word(row.verdict).to_owned(),
            points(row.score),
            points(row.exact_score),
            points(row.game_score),
            format_points(row.max),
        ];
        // As many columns as the heading has, also where a submission was never played.
        let earned = |index: usize| points(row.score.and(row.groups.get(index).copied()));
        record.extend(counted().map(|(index, _)| earned(index)));
        let was_played = row.verdict.has_score() && !matches!(row.verdict, Verdict::BuildFailed | Verdict::Missing);
        let last = [
            row.protocol.as_deref(),
            row.linkage.as_deref(),
            Some(&row.findings.to_string()),
        ];
        record.extend(last.map(|cell| person_cell(cell.filter(|_| was_played).unwrap_or_default()).into_owned()));
        if unfenced {
            record.push(if row.unfenced { "none" } else { "" }.to_owned());
        }
        writer.write_record(record)?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}

/// A text that a spreadsheet shows as it stands: one that could be a formula gets an apostrophe in front, as a person
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
