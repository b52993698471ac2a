//! Whom pages and texts are for: students see of a report what the assignment lets them see, staff all of it.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::result::{
    CaseResult, CaseVerdict, Failure, Fault, FurtherEdit, Games, Hints, Place, Repair, StudentReport, Visibility,
};

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

/// Leaves out the edits that mend faults, with the lines that they change; or causes and places altogether.
fn hide_hints(report: &mut StudentReport, hints: Hints) {
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
    for fault in &mut report.faults {
        fault.cause = None;
    }
    for failure in failures(report) {
        failure.diagnosis = None;
        if let Some(stop) = &mut failure.stop {
            stop.place = None;
        }
    }
    for finding in &mut report.findings {
        finding.places.clear();
    }
    if let Some(source) = &mut report.source {
        source.forget();
    }
}

/// The place that an edit proves, as far as it may be known: with the subroutine alone, its lines are said to be near.
fn hinted(repair: Repair, hints: Hints) -> Option<Repair> {
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

/// Leaves out the edits of texts, which have what must be printed.
fn hide_texts(repair: &mut Repair) {
    let further = repair.further.iter_mut().map(|edit| &mut edit.edit);
    for edit in [&mut repair.edit].into_iter().chain(further) {
        if edit.contains('"') {
            edit.clear();
        }
    }
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

/// Leaves out what should have been printed.
fn hide_expected(report: &mut StudentReport) {
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
    use super::{hide_texts, hinted};
    use crate::result::{FurtherEdit, Hints, Repair};

    /// A repair that needs the same edit in two places, for which there is no room.
    fn repair(edit: &str) -> Repair {
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
            obstacle: Some("with one more line, line 12 no longer reaches `FAR`".to_owned()),
            further: vec![further],
        }
    }

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
}
