//! The faults of a submission as text: what cases that fail alike have in common, the game that shows it, and the cases.

use super::case::{evidence, moves, repeat, why};
use super::lines::Lines;
use super::machine::cause;
use crate::report::stories::{Example, FaultStory, Told};
use crate::report::visible::visible;
use crate::report::words::{case_word, fault_lead, lost_words, plural, points_of, ranges};
use crate::result::CaseResult;

/// One fault.
pub(super) fn fault(lines: &mut Lines, number: usize, story: &FaultStory<'_>) {
    let verdict = story
        .verdict()
        .map_or_else(String::new, |verdict| format!("{}, ", case_word(verdict)));
    let lead = fault_lead(story.fault);
    let message = visible(&story.fault.message);
    let lost = lost_words(story.fault.lost);
    lines.hanging(
        &format!("Fault {number}  "),
        &format!("{lead}: {message} ({verdict}{lost})"),
    );
    if let Some(known) = story.untold_cause() {
        cause(lines, known);
    }
    why(lines, story.why);
    if let Some(example) = &story.example {
        shown(lines, example, story.is_one_case(), story.why);
    }
    if !story.is_one_case() {
        lines.hanging("  Cases:  ", &ranges(story.cases.iter().map(|case| case.number)));
    }
    for case in &story.cases {
        other(lines, case, story.example.as_ref());
    }
}

fn shown(lines: &mut Lines, example: &Example<'_>, alone: bool, told: Option<Told>) {
    match example.case {
        Some(case) => {
            let does = if alone { "" } else { " shows it" };
            lines.hanging("  ", &format!("Case {}{does}: {}", case.number, visible(&case.name)));
        }
        None => lines.prose("  ", "The shortest game that shows it:"),
    }
    lines.prose("  ", &visible(&example.failure.sentence));
    match example.case.and_then(|case| case.calls) {
        Some(calls) => lines.hanging("  Calls:  ", &calls.to_string()),
        None => moves(lines, example.moves, example.failure.at_move),
    }
    let diagnosis = example.diagnosis.filter(|_| told.is_none());
    evidence(lines, example.failure, &example.dress, diagnosis);
    repeat(lines, example.command);
}

/// A case that is told by itself elsewhere in no more than its own sentence; one that fails like another has its number in
/// the list alone.
fn other(lines: &mut Lines, case: &CaseResult, example: Option<&Example<'_>>) {
    let is_shown = example
        .and_then(|example| example.case)
        .is_some_and(|shown| shown.number == case.number);
    let Some(failure) = case
        .failure
        .as_ref()
        .filter(|failure| failure.like.is_none() && !is_shown)
    else {
        return;
    };
    let points = points_of(case.points, case.max);
    lines.hanging(
        &format!("  Case {}  ", case.number),
        &format!("{points}: {}", visible(&case.name)),
    );
    if example.is_none_or(|example| example.failure.sentence != failure.sentence) {
        lines.prose("    ", &visible(&failure.sentence));
    }
    lines.verbatim("    ", &visible(&case.command));
}

/// How many faults there are, and in how many cases.
pub(super) fn title(stories: &[FaultStory<'_>], cases: usize) -> String {
    format!(
        "What went wrong ({} in {})",
        plural(stories.len(), "fault"),
        plural(cases, "failed case")
    )
}
