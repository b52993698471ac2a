//! How much of the causes and places of faults students see.

use std::collections::HashMap;

use super::failures;
use crate::diagnostic::wording::{capital, lower_first};
use crate::result::{
    CaseResult, CaseVerdict, Ending, Failure, Finding, FindingKind, FurtherEdit, Hints, Place, Repair, StudentReport,
};

/// What is said of a program that does not halt, whatever it does in place of it.
const NO_HALT: &str = "the program does not halt at the end of the game";

/// Leaves out the edits that mend faults, with the lines that they change; or causes and places altogether.
pub(super) fn hide_hints(report: &mut StudentReport, hints: Hints) {
    for fault in &mut report.faults {
        fault.repair = fault.repair.take().and_then(|repair| hinted(repair, hints));
    }
    for difference in &mut report.format_differences {
        difference.repair = difference.repair.take().and_then(|repair| hinted(repair, hints));
    }
    if hints != Hints::None {
        return;
    }

    report.components = None;
    forget_contracts(report);
    forget_causes(report);
    for failure in failures(report) {
        forget_place(failure);
    }
    forget_findings(report);
    for note in &mut report.notes {
        *note = without_lines(note);
    }
    if let Some(source) = &mut report.source {
        source.forget();
    }
}

/// Leaves out the calls of subroutines that are worth nothing, and what is known of those that are worth points: that is where
/// the fault is.
fn forget_contracts(report: &mut StudentReport) {
    let is_call = |case: &CaseResult| case.calls.is_some();
    report
        .groups
        .retain(|group| group.max > 0.0 || group.cases.is_empty() || !group.cases.iter().all(is_call));

    let calls = report.groups.iter_mut().flat_map(|group| &mut group.cases);
    for call in calls.filter(|case| is_call(case)) {
        call.failure = None;
    }
}

/// Leaves out causes, also where a fault is named after one: it is named after how its games end then.
fn forget_causes(report: &mut StudentReport) {
    let verdicts: HashMap<usize, CaseVerdict> = report.cases().map(|case| (case.number, case.verdict)).collect();
    for fault in &mut report.faults {
        let Some(cause) = fault.cause.take().filter(|cause| cause.common == fault.message) else {
            continue;
        };
        let ends = fault.cases.iter().filter_map(|number| verdicts.get(number));
        let plain = match ends.max() {
            Some(CaseVerdict::Crash) => "the program crashes",
            Some(CaseVerdict::Timeout) => "the program does not finish",
            _ => "the game is played incorrectly",
        };
        plain.clone_into(&mut fault.message);
        report.summary = replaced(&report.summary, &cause.common, &fault.message);
    }
}

/// Leaves out where and why a run ended.
fn forget_place(failure: &mut Failure) {
    failure.diagnosis = None;
    let Some(stop) = &mut failure.stop else {
        forget_line(&mut failure.sentence);
        return;
    };

    if let Some(place) = stop.place.take() {
        let at = place.at_words();
        let still = format!(". It was{at} when it was stopped");
        failure.sentence = failure.sentence.replace(&still, "").replace(&at, "");

        if stop.ending == Ending::Crashed {
            failure.sentence = failure.sentence.replace(&format!(": {}", stop.reason), "");
            stop.reason.clear();
        }
    }
}

/// Leaves out of a sentence the line at which a program halted or waits, with its text: ` at line 12 (END), "HALT"`.
fn forget_line(sentence: &mut String) {
    let Some(at) = sentence.find(" at line ") else { return };
    if let Some(end) = sentence.rfind('"').filter(|end| *end > at) {
        sentence.replace_range(at..=end, "");
    }
}

/// Leaves out of findings what they say of the program's text: what they have in common stays.
fn forget_findings(report: &mut StudentReport) {
    for finding in &mut report.findings {
        finding.places.clear();
        let common = match finding.kind {
            FindingKind::Wording | FindingKind::Playing => continue,
            FindingKind::Ending if finding.key != Finding::NO_NEW_GAME => NO_HALT.to_owned(),
            _ => finding.common.clone(),
        };
        report.summary = replaced(&report.summary, &finding.common, &common);
        finding.message = capital(&common) + ".";
        finding.common = common;
    }
}

/// A summary with other words for a fault.
fn replaced(summary: &str, common: &str, other: &str) -> String {
    if common.is_empty() {
        return summary.to_owned();
    }
    summary.replace(&lower_first(common), &lower_first(other))
}

/// A note without the lines that it names in brackets: `0xE000 (line 12)`.
fn without_lines(note: &str) -> String {
    let mut shown = String::new();
    let mut rest = note;
    while let Some(at) = rest.find(" (line ") {
        let Some(length) = rest[at..].find(')') else { break };
        shown += &rest[..at];
        rest = &rest[at + length + 1..];
    }
    shown + rest
}

/// The place that an edit proves, as far as it may be known: with the subroutine alone, its lines are said to be near.
pub(super) fn hinted(repair: Repair, hints: Hints) -> Option<Repair> {
    match hints {
        Hints::Edit => Some(repair),
        Hints::Line => Some(Repair {
            edit: String::new(),
            // That it was tried in memory alone cannot be said without it.
            cases: if repair.obstacle.is_some() { 0 } else { repair.cases },
            obstacle: None,
            further: without_words(repair.further),
            ..repair
        }),
        Hints::Subroutine => Some(Repair {
            places: repair.places.into_iter().map(without_text).collect(),
            edit: String::new(),
            obstacle: None,
            cases: 0,
            further: without_words(repair.further)
                .into_iter()
                .map(|edit| FurtherEdit {
                    places: edit.places.into_iter().map(without_text).collect(),
                    ..edit
                })
                .collect(),
            ..repair
        }),
        Hints::None => None,
    }
}

/// Where edits are, without what they are.
fn without_words(edits: Vec<FurtherEdit>) -> Vec<FurtherEdit> {
    let edits = edits.into_iter().map(|edit| FurtherEdit {
        edit: String::new(),
        ..edit
    });
    edits.collect()
}

/// The line of a place, without what is there.
fn without_text(place: Place) -> Place {
    Place {
        address: None,
        label: None,
        text: None,
        ..place
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{hinted, replaced, without_lines};
    use crate::result::{FurtherEdit, Hints, Repair};

    /// A repair that needs the same edit in two places, for which there is no room.
    pub(in crate::report::audience) fn repair(edit: &str) -> Repair {
        let edit = format!("with `{edit}` in place of another one");
        let further = FurtherEdit {
            places: Vec::new(),
            subroutine: None,
            edit: edit.clone(),
        };
        Repair {
            places: Vec::new(),
            subroutine: None,
            edit,
            cases: 3,
            of: None,
            others: None,
            is_whole: true,
            is_odd: false,
            obstacle: Some("with one more line, line 12 no longer reaches `FAR`".to_owned()),
            further: vec![further],
        }
    }

    #[test]
    fn what_is_said_of_an_edit_is_as_much_as_the_hints_allow() {
        let whole = repair("BRnz DONE");
        assert_eq!(hinted(whole.clone(), Hints::Edit), Some(whole.clone()));
        assert_eq!(hinted(whole.clone(), Hints::None), None);
        for hints in [Hints::Line, Hints::Subroutine] {
            let less = hinted(whole.clone(), hints).expect("the place may be known");
            let is_hidden = less.edit.is_empty() && less.further[0].edit.is_empty() && less.obstacle.is_none();
            assert!(is_hidden && less.cases == 0, "{less:?}");
        }
    }

    #[test]
    fn lines_in_brackets_and_causes_in_summaries_are_left_out() {
        let note = "It uses peripherals: 0xFFFFFFF4 (line 158), 0xFFFFFFF8 (line 12 of b.s). They read as 0.";
        assert_eq!(
            without_lines(note),
            "It uses peripherals: 0xFFFFFFF4, 0xFFFFFFF8. They read as 0."
        );
        assert_eq!(without_lines("cut (line 4"), "cut (line 4");

        let summary = "3 of 9 cases fail: a loop has no way out";
        let shown = replaced(summary, "A loop has no way out", "the program does not finish");
        assert_eq!(shown, "3 of 9 cases fail: the program does not finish");
        assert_eq!(replaced(summary, "", "anything"), summary);
    }
}
