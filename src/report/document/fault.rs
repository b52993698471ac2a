//! The faults of a submission: what cases have in common, an example, and the cases.

use super::case::{UNFOLDED, is_shown, row};
use super::evidence::{boards, cause, evidence, moves, repair, same_cause};
use crate::report::block::{Block, CaseRow, Cases, Entry, EntryKind, Label, Section, case_id, fault_id};
use crate::report::outline::{Example, FaultDetails, Outline};
use crate::report::visible::visible;
use crate::report::words::{case_word, components_sentence, fault_lead, lost_words, plural, ranges};
use crate::result::{CaseResult, Verdict};

/// The section of all faults.
pub(super) fn section(outline: &Outline<'_>, verdict: Verdict) -> Option<Section> {
    if outline.faults.is_empty() {
        return None;
    }

    let faults = plural(outline.faults.len(), "fault");
    let cases = plural(outline.in_faults(), "failed case");
    let mut blocks = Vec::new();
    if outline.faults.len() > 1 {
        let ungraded: usize = outline.faults.iter().map(|fault| fault.ungraded).sum();
        let ungraded = match ungraded {
            0 => String::new(),
            count => format!(", {count} of them not graded"),
        };
        let lead = format!("{faults} in {cases}{ungraded}. The faults that cost the most points come first.");
        blocks.push(Block::Lead(lead.into()));
    }
    if let Some(components) = outline.components {
        let sentence = components_sentence(components);
        blocks.push(Block::Sentence(visible(&sentence).into_owned()));
    }
    if outline.faults.iter().any(FaultDetails::has_diff) {
        blocks.push(Block::DiffLegend);
    }
    for (index, fault) in outline.faults.iter().enumerate() {
        blocks.push(entry(index + 1, fault));
    }

    let is_graded = !matches!(verdict, Verdict::Pass | Verdict::Format);
    let heading = if is_graded {
        "What went wrong"
    } else {
        "What went wrong in cases that are not graded"
    };
    Some(Section {
        link: Some(format!("{faults} in {cases}")),
        ..Section::new("faults", heading, blocks)
    })
}

fn entry(number: usize, fault: &FaultDetails<'_>) -> Block {
    let mut blocks = Vec::new();
    match &fault.example {
        Some(example) => shown(&mut blocks, example, fault),
        None => blocks.extend(causes(fault)),
    }
    if !fault.is_one_case() {
        blocks.push(Block::Cases(cases(fault)));
    }

    Block::Entry(Entry {
        id: Some(fault_id(number)),
        name: format!("Fault {number}"),
        title: fault_lead(fault.fault, fault.ungraded, &visible(&fault.fault.message)),
        verdict: fault.verdict().map(case_word),
        points: lost_words(fault.fault.lost),
        kind: EntryKind::Fault,
        blocks,
    })
}

/// Why, where it is known: what is proved before what is likely.
fn causes(fault: &FaultDetails<'_>) -> impl Iterator<Item = Block> {
    let own = fault.own_cause().map(cause);
    let known = own.into_iter().chain(fault.same_cause_as.map(same_cause));
    let place = fault.fault.repair.as_ref();
    let (proved, likely) = match place.filter(|place| place.is_whole && !place.is_odd) {
        Some(place) => (Some(place), None),
        None => (None, place),
    };
    let repair = |place| repair(place, fault.same_edit_as);
    let proved = proved.map(repair).into_iter();
    proved.chain(known).chain(likely.map(repair))
}

/// An example of the fault. Where there is no other case, this is the place of the one.
fn shown(blocks: &mut Vec<Block>, example: &Example<'_>, fault: &FaultDetails<'_>) {
    let is_alone = fault.is_one_case();
    let text = match example.case {
        Some(case) if is_alone => format!("Case {}: {}", case.number, visible(&case.name)),
        Some(case) => format!("Example: case {}, {}", case.number, visible(&case.name)),
        None => "Example: the shortest game that shows the fault".to_owned(),
    };
    // The calls of a subroutine have their place in a table of their own.
    let own = example.case.filter(|case| is_alone && case.calls.is_none());
    blocks.push(Block::Example {
        id: own.map(|case| case_id(case.number)),
        text,
    });

    blocks.push(Block::Sentence(visible(&example.failure.sentence).into_owned()));
    blocks.extend(boards(example.failure));
    blocks.extend(causes(fault));
    blocks.push(match example.case.and_then(|case| case.calls) {
        Some(calls) => Block::Fact {
            label: Label::Calls,
            text: calls.to_string().into(),
            source: Vec::new(),
        },
        None => Block::Moves(moves(example.moves, example.failure.at_move)),
    });

    let diagnosis = example.diagnosis.filter(|_| fault.same_cause_as.is_none());
    blocks.extend(evidence(example.failure, &example.differences, diagnosis));
    blocks.push(Block::Command(visible(example.command).into_owned()));
}

fn cases(fault: &FaultDetails<'_>) -> Cases {
    let is_mixed = fault.verdict().is_none();
    let rows = fault
        .cases
        .iter()
        .filter(|case| is_shown(case))
        .map(|case| fault_row(case, fault.example.as_ref(), is_mixed));

    Cases {
        lead: if fault.cases.len() == 1 { "Case" } else { "Cases" }.to_owned(),
        numbers: ranges(fault.cases.iter().map(|case| case.number)),
        rows: rows.collect(),
        is_folded: Some(fault.cases.len() > UNFOLDED),
    }
}

/// A case of a fault. One that fails like an earlier case says no more than its name and moves.
fn fault_row(case: &CaseResult, example: Option<&Example<'_>>, is_mixed: bool) -> CaseRow {
    let failure = case.failure.as_ref();
    let is_example = example
        .and_then(|example| example.case)
        .is_some_and(|shown| shown.number == case.number);
    let own = failure.filter(|failure| failure.like.is_none() && !is_example);
    let sentence = own
        .map(|failure| failure.sentence.as_str())
        .filter(|own| example.is_none_or(|example| example.failure.sentence != *own));

    CaseRow {
        is_anchor: case.calls.is_none(),
        verdict: is_mixed.then(|| case_word(case.verdict)),
        sentence: sentence.map(|sentence| visible(sentence).into_owned()),
        command: own.map(|_| visible(&case.command).into_owned()),
        ..row(case, failure.and_then(|failure| failure.at_move))
    }
}
