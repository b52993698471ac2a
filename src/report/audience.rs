//! Whom pages and texts are for: students see of a report what the assignment lets them see, staff all of it.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::result::{CaseResult, CaseVerdict, Failure, Fault, Games, Hints, Repair, StudentReport, Visibility};

mod hints;

use hints::hide_hints;

/// What a page for staff says where students may see less. Pages with these words are not given to students.
pub const FOR_STAFF: &str = "This report is for the staff: it shows more than students may see.";

/// For whom reports are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Audience {
    visibility: Visibility,
    is_staff: bool,
}

impl Audience {
    /// The students of a class, who may see so much.
    pub fn students(visibility: Visibility) -> Self {
        Self {
            visibility,
            is_staff: false,
        }
    }

    /// The staff of a class whose students may see so much.
    pub fn staff(visibility: Visibility) -> Self {
        Self {
            visibility,
            is_staff: true,
        }
    }

    /// Whether reports are marked as being for the staff alone, because students may see less.
    pub(super) fn is_marked(self) -> bool {
        self.is_staff && !shows_everything(self.visibility)
    }

    /// What the audience sees of a report.
    pub(super) fn view(self, report: &StudentReport) -> Cow<'_, StudentReport> {
        if shows_everything(self.visibility) {
            return Cow::Borrowed(report);
        }

        let mut seen = report.clone();
        if self.is_staff {
            seen.notes.insert(0, FOR_STAFF.to_owned());
        } else {
            hide_games(&mut seen, self.visibility.games);
            hide_hints(&mut seen, self.visibility.hints);
            if self.visibility.hides_expected {
                hide_expected(&mut seen);
            }
        }
        Cow::Owned(seen)
    }
}

/// What the student may see of a report.
pub fn of_student(report: &StudentReport) -> Cow<'_, StudentReport> {
    Audience::students(report.visibility).view(report)
}

/// Whether students may see all that the staff sees.
fn shows_everything(visibility: Visibility) -> bool {
    visibility.games == Games::All && visibility.hints == Hints::Edit && !visibility.hides_expected
}

/// Every failure that a report shows.
fn failures(report: &mut StudentReport) -> impl Iterator<Item = &mut Failure> {
    let shortest = report.faults.iter_mut().filter_map(|fault| fault.shortest.as_mut());
    let cases = report.groups.iter_mut().flat_map(|group| &mut group.cases);
    let own = cases.filter_map(|case| case.failure.as_mut());
    shortest.map(|shortest| &mut shortest.failure).chain(own)
}

/// Leaves out names, moves and commands of games that are no examples. Calls of subroutines are no games.
fn hide_games(report: &mut StudentReport, games: Games) {
    let examples = match games {
        Games::All => return,
        Games::Examples => examples(report),
        Games::None => {
            for fault in &mut report.faults {
                fault.shortest = None;
            }
            HashSet::new()
        }
    };

    let cases = report.groups.iter_mut().flat_map(|group| &mut group.cases);
    for case in cases.filter(|case| case.calls.is_none() && !examples.contains(&case.number)) {
        case.name.clear();
        case.moves.clear();
        case.command.clear();
        if games == Games::None {
            case.failure = None;
        }
    }
    if let Some(coverage) = report.source.as_mut().and_then(|source| source.coverage.as_mut()) {
        coverage.case = coverage.case.filter(|case| examples.contains(case));
    }
}

/// The cases that are shown as examples: the first that is explained in full of each fault that no shorter game shows, and
/// those in no fault that are explained in full.
fn examples(report: &StudentReport) -> HashSet<usize> {
    let is_full = |case: &&CaseResult| case.failure.as_ref().is_some_and(|failure| failure.like.is_none());
    let is_of = |fault: &Fault, case: &CaseResult| fault.cases.contains(&case.number);
    let of_faults = report.faults.iter().filter(|fault| fault.shortest.is_none());
    let of_faults = of_faults.filter_map(|fault| {
        let failed = report
            .cases()
            .filter(|case| is_of(fault, case) && case.failure.is_some());
        failed.min_by_key(|case| (!is_full(case), case.number))
    });
    let others = report.cases().filter(|case| {
        let is_in_fault = report.faults.iter().any(|fault| is_of(fault, case));
        case.verdict != CaseVerdict::Pass && !is_in_fault && is_full(case)
    });
    of_faults.chain(others).map(|case| case.number).collect()
}

/// Leaves out the edits of texts, which have what must be printed.
fn hide_texts(repair: &mut Repair) {
    let further = repair.further.iter_mut().map(|edit| &mut edit.edit);
    for edit in [&mut repair.edit].into_iter().chain(further) {
        if edit.contains('"') {
            edit.clear();
        }
    }
}

/// Leaves out what should have been printed.
fn hide_expected(report: &mut StudentReport) {
    // What a call should have returned is part of the sentence.
    let cases = report.groups.iter_mut().flat_map(|group| &mut group.cases);
    for call in cases.filter(|case| case.calls.is_some()) {
        call.failure = None;
    }
    for failure in failures(report) {
        failure.expected_board = None;
        failure.diff.clear();
        failure.replay.clear();
        for difference in &mut failure.format_differences {
            difference.expected.clear();
            difference.printed.clear();
        }
    }
    for difference in &mut report.format_differences {
        difference.expected.clear();
        difference.printed.clear();
    }
    let of_faults = report.faults.iter_mut().map(|fault| &mut fault.repair);
    let of_texts = report.format_differences.iter_mut().map(|text| &mut text.repair);
    for repair in of_faults.chain(of_texts).flatten() {
        hide_texts(repair);
    }
}

#[cfg(test)]
mod tests {
    use super::hide_texts;
    use super::hints::tests::repair;

    #[test]
    fn edits_of_texts_are_left_out_on_either_machine() {
        for (text, is_text) in [
            (".STRINGZ \"Player \"", true),
            (".asciz \"Player \"", true),
            ("DCB \"Player \", 0", true),
            ("BRnz DONE", false),
        ] {
            let mut repair = repair(text);
            hide_texts(&mut repair);
            let edits = [&repair.edit, &repair.further[0].edit];
            assert!(edits.iter().all(|edit| edit.is_empty() == is_text), "{text}: {edits:?}");
        }
    }
}
