//! What a report does not say again in every case: most of a class's reports would be these.
//!
//! A case of a fault that is not its example keeps its verdict, its sentence and its place; boards, diff, replay and the end
//! of the run are shown with the example.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::result::{CaseResult, CaseVerdict, Failure, FormatDifference, StudentReport};

/// Leaves out of a report what it says elsewhere.
pub(super) fn leave_out(report: &mut StudentReport) {
    named_differences(report);
    similar_formats(report);
    evidence_of_all_but_examples(report);
}

/// The differences in format that are listed for the whole submission.
fn named_differences(report: &mut StudentReport) {
    let named = &report.format_differences;
    let is_named = |one: &FormatDifference| {
        let mut same = named.iter();
        same.any(|named| named.kind == one.kind && named.message == one.message)
    };

    let cases = report.groups.iter_mut().flat_map(|group| &mut group.cases);
    let failed = cases.filter(|case| case.verdict > CaseVerdict::Format);
    for failure in failed.filter_map(|case| case.failure.as_mut()) {
        failure.format_differences.retain(|one| !is_named(one));
    }
    for shortest in report.faults.iter_mut().filter_map(|fault| fault.shortest.as_mut()) {
        shortest.failure.format_differences.retain(|one| !is_named(one));
    }
}

/// Correct games that differ in the same kinds of format are one entry of the report: the others refer to the first.
fn similar_formats(report: &mut StudentReport) {
    let mut cases: Vec<&mut CaseResult> = report.groups.iter_mut().flat_map(|group| &mut group.cases).collect();
    cases.sort_by_key(|case| case.number);
    let is_game = |case: &&mut CaseResult| case.verdict == CaseVerdict::Format && case.calls.is_none();

    let mut first_of: HashMap<Vec<String>, usize> = HashMap::new();
    let mut shown_by: HashMap<usize, usize> = HashMap::new();
    for case in cases.into_iter().filter(is_game) {
        let Some(failure) = &mut case.failure else { continue };
        let like = failure.like.and_then(|like| shown_by.get(&like)).copied();
        let first = like.unwrap_or_else(|| *first_of.entry(kinds(failure)).or_insert(case.number));
        shown_by.insert(case.number, first);

        failure.like = (first != case.number).then_some(first);
        if failure.like.is_some() {
            brief(case);
        }
    }
}

fn kinds(failure: &Failure) -> Vec<String> {
    let kinds = failure.format_differences.iter().map(|one| one.kind.clone());
    let mut kinds: Vec<String> = kinds.collect();
    kinds.sort_unstable();
    kinds
}

/// The evidence of cases in a fault that has another example.
fn evidence_of_all_but_examples(report: &mut StudentReport) {
    let examples = examples(report);
    let cases = report.groups.iter_mut().flat_map(|group| &mut group.cases);
    for case in cases.filter(|case| is_failure(case) && case.calls.is_none()) {
        match examples.get(&case.number) {
            Some(true) | None => {}
            Some(false) => brief(case),
        }
    }
}

/// For each case in a fault, whether it is what shows the fault: the first that is explained in full, where there is no
/// shorter game.
fn examples(report: &StudentReport) -> HashMap<usize, bool> {
    let cases: BTreeMap<usize, &CaseResult> = report.cases().map(|case| (case.number, case)).collect();
    let mut examples = HashMap::new();
    for fault in &report.faults {
        let numbers: HashSet<usize> = fault.cases.iter().copied().collect();
        let failed = cases
            .values()
            .filter(|case| numbers.contains(&case.number) && is_failure(case));
        let own: Vec<&CaseResult> = failed
            .filter(|case| !examples.contains_key(&case.number))
            .copied()
            .collect();

        let is_full = |case: &&&CaseResult| case.failure.as_ref().is_some_and(|failure| failure.like.is_none());
        let shown = own.iter().find(is_full).or(own.first()).map(|case| case.number);
        let shown = shown.filter(|_| fault.shortest.is_none());
        examples.extend(own.iter().map(|case| (case.number, shown == Some(case.number))));
    }
    examples
}

fn is_failure(case: &CaseResult) -> bool {
    matches!(
        case.verdict,
        CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash
    )
}

/// Leaves a case its sentence, its move at fault, and why its run ended where only it knows that. What fails like another
/// case needs no command of its own.
fn brief(case: &mut CaseResult) {
    let Some(failure) = case.failure.take() else { return };
    if failure.like.is_some() {
        case.command.clear();
    }
    case.failure = Some(Failure {
        at_move: failure.at_move,
        diagnosis: failure.diagnosis,
        like: failure.like,
        unfinished: failure.unfinished,
        ..Failure::new(failure.sentence)
    });
}
