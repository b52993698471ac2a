//! Subroutines that were called in isolation: a table for each group of the rubric, and below it those that failed.

use super::case::entry;
use super::evidence::{boards, cause, evidence, same_cause};
use crate::report::block::{Block, Cell, Column, Prose, Row, Section, Table, TableKind, case_id, fault_id};
use crate::report::outline::{CaseDetails, Outline};
use crate::report::visible::visible;
use crate::report::words::{case_word, format_count, points_of, points_of_words};
use crate::result::{CaseVerdict, Failure, GroupResult};

/// A section for each group.
pub(super) fn sections(outline: &Outline<'_>) -> Vec<Section> {
    let groups = outline.calls.iter().enumerate();
    groups
        .map(|(index, (group, cases))| group_section(index + 1, group, cases, outline))
        .collect()
}

fn group_section(number: usize, group: &GroupResult, cases: &[CaseDetails<'_>], outline: &Outline<'_>) -> Section {
    let name = visible(&group.name).into_owned();
    let heading = if group.max > 0.0 {
        name.clone()
    } else {
        format!("{name} (not graded)")
    };

    let lead = "Each of your subroutines is called in isolation, outside a game.";
    let mut blocks = vec![Block::Lead(lead.into()), Block::Table(table(group, cases, outline))];
    blocks.extend(cases.iter().filter(|one| is_detailed(one, outline)).map(details));

    Section {
        link: Some(name),
        ..Section::new(&format!("calls-{number}"), &heading, blocks)
    }
}

/// Whether a case has an entry of its own below the table.
fn is_detailed(details: &CaseDetails<'_>, outline: &Outline<'_>) -> bool {
    let case = details.case;
    let is_whole = |failure: &Failure| !failure.unfinished;
    case.failure.as_ref().is_some_and(is_whole)
        && case.verdict != CaseVerdict::Skipped
        && outline.fault_of(case).is_none()
}

fn table(group: &GroupResult, cases: &[CaseDetails<'_>], outline: &Outline<'_>) -> Table {
    let is_graded = group.max > 0.0;
    let mut columns = vec![
        ("Case", false),
        ("Subroutine", false),
        ("Calls", true),
        ("Verdict", false),
    ];
    if is_graded {
        columns.push(("Points", true));
    }

    Table {
        kind: TableKind::Calls,
        caption: visible(&group.name).into_owned(),
        columns: columns
            .into_iter()
            .map(|(heading, is_number)| Column { heading, is_number })
            .collect(),
        rows: cases.iter().map(|one| row(one, is_graded, outline)).collect(),
        total: None,
    }
}

fn row(details: &CaseDetails<'_>, is_graded: bool, outline: &Outline<'_>) -> Row {
    let case = details.case;
    let id = case_id(case.number);
    let calls = case.calls.filter(|_| case.verdict != CaseVerdict::Skipped);
    let calls = calls.map_or_else(String::new, |calls| format_count(calls as u64));

    let mut cells = vec![
        Cell::Text(Prose::default().link(id.clone(), case.number.to_string())),
        Cell::Text(visible(&case.name).into_owned().into()),
        Cell::Text(calls.into()),
        Cell::Verdict(case_word(case.verdict)),
    ];
    if is_graded {
        cells.push(Cell::Text(points_of(case.points, case.max).into()));
    }

    let is_detailed = is_detailed(details, outline);
    Row {
        id: (!is_detailed).then_some(id),
        cells,
        note: note(details, outline).filter(|_| !is_detailed),
        is_explained: false,
    }
}

/// What happened in a case that has no entry of its own, and which fault it belongs to.
fn note(details: &CaseDetails<'_>, outline: &Outline<'_>) -> Option<Prose> {
    let failure = details.case.failure.as_ref()?;
    let sentence = visible(&failure.sentence).into_owned();

    Some(match outline.fault_of(details.case) {
        Some(number) => Prose::from(sentence)
            .then(" See ")
            .link(fault_id(number), format!("fault {number}"))
            .then("."),
        None => sentence.into(),
    })
}

fn details(details: &CaseDetails<'_>) -> Block {
    let case = details.case;
    let diagnosis = details.diagnosis();

    let mut blocks = Vec::new();
    if let Some(failure) = &case.failure {
        blocks.push(Block::Sentence(visible(&failure.sentence).into_owned()));
        blocks.extend(diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()).map(cause));
        blocks.extend(details.same_cause_as.map(same_cause));
        let diagnosis = diagnosis.map(|own| (own, None));
        blocks.extend(boards(failure));
        blocks.extend(evidence(failure, &details.differences, diagnosis));
    }
    blocks.push(Block::Command(visible(&case.command).into_owned()));

    entry(case, points_of_words(case.points, case.max), blocks)
}
