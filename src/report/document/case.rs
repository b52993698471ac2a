//! Cases: one that did not pass with everything that belongs to it, and many in brief.

use super::evidence::{boards, cause, evidence, moves, same_cause};
use crate::report::block::{Block, CaseRow, Cases, Entry, EntryKind, Label, case_id};
use crate::report::outline::CaseDetails;
use crate::report::visible::visible;
use crate::report::words::{
    case_word, ending_sentence, format_count, more_with_the_same_reason, plural, points_of, points_of_words, ranges,
};
use crate::result::{CaseResult, CaseVerdict};

/// More cases than this that fail for the same reason are folded.
pub(super) const UNFOLDED: usize = 6;

/// A case with everything that belongs to it, and those like it in brief.
pub(super) fn details(details: &CaseDetails<'_>) -> Block {
    let case = details.case;
    let failure = case.failure.as_ref();
    let diagnosis = details.diagnosis();

    let mut blocks = Vec::new();
    blocks.extend(failure.map(|failure| Block::Sentence(visible(&failure.sentence).into_owned())));
    blocks.extend(failure.map(boards).unwrap_or_default());
    blocks.extend(diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()).map(cause));
    blocks.extend(details.same_cause_as.map(same_cause));
    blocks.push(Block::Moves(moves(
        &case.moves,
        failure.and_then(|failure| failure.at_move),
    )));
    if let Some(failure) = failure {
        let diagnosis = diagnosis.map(|own| (own, None));
        blocks.extend(evidence(failure, &details.differences, diagnosis));
    }
    if failure.is_none_or(|failure| failure.stop.is_none()) {
        blocks.push(ending(case));
    }
    blocks.push(Block::Command(visible(&case.command).into_owned()));
    if !details.similar.is_empty() {
        let lead = more_with_the_same_reason(case.verdict, details.similar.len());
        let is_folded = details.similar.len() > UNFOLDED;
        blocks.push(Block::Cases(case_list(lead, &details.similar, Some(is_folded))));
    }

    entry(case, points_of_words(case.points, case.max), blocks)
}

/// The entry of a case.
pub(super) fn entry(case: &CaseResult, points: String, blocks: Vec<Block>) -> Block {
    Block::Entry(Entry {
        id: Some(case_id(case.number)),
        name: format!("Case {}", case.number),
        title: visible(&case.name).into_owned(),
        verdict: Some(case_word(case.verdict)),
        points,
        kind: EntryKind::Case,
        blocks,
    })
}

/// How a run ended of which nothing else says so.
fn ending(case: &CaseResult) -> Block {
    let is_counted = case.instructions > 0;
    let mut text = format!("{}.", ending_sentence(case.ending, is_counted));
    if is_counted {
        text += &format!(" It executed {} instructions.", format_count(case.instructions));
    }

    Block::Fact {
        label: Label::Ended,
        text: text.into(),
        source: Vec::new(),
    }
}

/// Cases in brief.
pub(super) fn case_list(lead: String, cases: &[&CaseResult], is_folded: Option<bool>) -> Cases {
    let named = cases.iter().filter(|case| is_shown(case));
    let rows = named.map(|case| CaseRow {
        is_anchor: true,
        sentence: skipped_because(case),
        ..row(case, None)
    });
    Cases {
        lead,
        numbers: ranges(cases.iter().map(|case| case.number)),
        rows: rows.collect(),
        is_folded,
    }
}

/// Whether the audience may see a case, not only its number.
pub(super) fn is_shown(case: &CaseResult) -> bool {
    !case.name.is_empty()
}

/// Why a case was not run.
fn skipped_because(case: &CaseResult) -> Option<String> {
    let failure = case.failure.as_ref().filter(|_| case.verdict == CaseVerdict::Skipped)?;
    Some(visible(&failure.sentence).into_owned())
}

/// A case in brief: its number, name, moves and points.
pub(super) fn row(case: &CaseResult, wrong: Option<usize>) -> CaseRow {
    CaseRow {
        number: case.number,
        is_anchor: false,
        name: visible(&case.name).into_owned(),
        moves: moves(&case.moves, wrong),
        calls: case.calls.map(|calls| plural(calls, "call")),
        verdict: None,
        points: points_of(case.points, case.max),
        sentence: None,
        command: None,
    }
}
