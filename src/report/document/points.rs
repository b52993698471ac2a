//! The points of each group, what is deducted, and the sum.

use crate::report::block::{Block, Cell, Column, Prose, Row, Section, Table, TableKind};
use crate::report::visible::visible;
use crate::report::words::{
    Reason, deductions, format_points, group_arithmetic, kind_words, points_of, score_arithmetic, unusual_rule,
};
use crate::result::{GroupResult, StudentReport};

/// The id of the section of findings, to which deductions refer.
pub(super) const FINDINGS: &str = "found";
/// The heading of the section of findings.
pub(super) const FINDINGS_HEADING: &str = "Other findings";

/// The id of the section of differences in format.
pub(super) const FORMAT_DIFFERENCES: &str = "format-differences";
/// The heading of the section of differences in format.
pub(super) const FORMAT_DIFFERENCES_HEADING: &str = "Formatting differences";

/// The section of the points; `None` where nothing was graded.
pub(super) fn section(report: &StudentReport) -> Option<Section> {
    if report.groups.is_empty() {
        return None;
    }

    let groups = report.groups.iter().map(group_row);
    let deducted = deductions(report).map(|(reason, points)| match reason {
        Reason::Format => deduction_row("Formatting", points, FORMAT_DIFFERENCES, FORMAT_DIFFERENCES_HEADING),
        Reason::Finding(kind) => deduction_row(kind_words(kind), points, FINDINGS, FINDINGS_HEADING),
    });
    let columns = [("Group", false), ("Points", true), ("How this was calculated", false)];
    let table = Table {
        kind: TableKind::Points,
        caption: "Points".to_owned(),
        columns: columns.map(|(heading, is_number)| Column { heading, is_number }).into(),
        rows: groups.chain(deducted).collect(),
        total: total(report),
    };

    Some(Section {
        link: Some("Points".to_owned()),
        ..Section::new("points", "Points", vec![Block::Table(table)])
    })
}

fn group_row(group: &GroupResult) -> Row {
    let share = (group.max > 0.0).then(|| (group.points / group.max).clamp(0.0, 1.0));
    let arithmetic = visible(group_arithmetic(group));
    let calculation = match unusual_rule(group) {
        Some(rule) => format!("{arithmetic} ({})", visible(rule)),
        None => arithmetic.into_owned(),
    };

    Row {
        cells: vec![
            Cell::Group(visible(&group.name).into_owned(), share),
            Cell::Text(points_of(group.points, group.max).into()),
            Cell::Text(calculation.into()),
        ],
        // Points that no cases earn cannot be followed without it.
        is_explained: group.cases.is_empty() && group.max > 0.0,
        ..Row::default()
    }
}

fn deduction_row(reason: &str, points: f64, section: &str, heading: &str) -> Row {
    let explanation = Prose::from("deducted; see ").link(section, heading);
    Row {
        cells: vec![
            Cell::Group(reason.to_owned(), None),
            Cell::Text(format!("− {}", format_points(points)).into()),
            Cell::Text(explanation),
        ],
        ..Row::default()
    }
}

fn total(report: &StudentReport) -> Option<Row> {
    let sum = score_arithmetic(report)?;
    let score = report
        .score
        .map_or_else(String::new, |score| points_of(score, report.max));

    Some(Row {
        cells: vec![
            Cell::Group("Score".to_owned(), None),
            Cell::Text(score.into()),
            Cell::Text(sum.into()),
        ],
        ..Row::default()
    })
}
