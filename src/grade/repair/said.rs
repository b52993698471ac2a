//! What is reported of the edits that mend a fault.

use std::collections::BTreeSet;

use super::Proved;
use crate::machine::edits::Edit;
use crate::result::{Cause, Fault, Repair, SecondEdit};

/// Lines that are reported, of those at which an edit does as well.
const LINES: usize = 4;

/// What is reported of the edits that mend a fault: the first of them, and the other lines at which one does as well.
/// `fewest` says by how many cases it was proved where that is not all: of those that fail, and others.
pub(super) fn summary(proved: &[Proved], cases: usize, fewest: Option<[usize; 2]>) -> Option<Repair> {
    let best = proved.first()?;
    let mut lines = BTreeSet::new();
    let distinct = proved.iter().filter(|proved| lines.insert(proved.edit.line));
    let places = distinct.take(LINES).map(|proved| proved.place.clone()).collect();
    Some(Repair {
        places,
        subroutine: subroutine(proved),
        edit: words(&best.edit),
        cases: fewest
            .filter(|_| !best.is_whole)
            .map_or(cases, |[own, _]| cases.min(own)),
        others: fewest.filter(|_| !best.is_whole).map(|[_, others]| others),
        is_whole: best.is_whole,
        obstacle: None,
        second: None,
    })
}

/// What is reported of an edit that mends a fault, where something stands in its way.
pub(super) fn obstructed(edit: &Proved, cases: usize, obstacle: String) -> Repair {
    Repair {
        places: vec![edit.place.clone()],
        subroutine: edit.subroutine.clone(),
        edit: words(&edit.edit),
        cases,
        others: None,
        is_whole: false,
        obstacle: Some(obstacle),
        second: None,
    }
}

/// What is reported of two edits that mend everything together.
pub(super) fn summary_of_both(first: &[Proved], second: &[Proved], cases: usize) -> Option<Repair> {
    let second = summary(second, cases, None)?;
    Some(Repair {
        is_whole: true,
        second: Some(SecondEdit {
            places: second.places,
            subroutine: second.subroutine,
            edit: second.edit,
        }),
        ..summary(first, cases, None)?
    })
}

/// The one subroutine of all edits: where edits in several do the same, it may be any of them.
fn subroutine(proved: &[Proved]) -> Option<String> {
    let subroutines: BTreeSet<&Option<String>> = proved.iter().map(|proved| &proved.subroutine).collect();
    let is_one = subroutines.len() == 1;
    subroutines.into_iter().next().filter(|_| is_one).cloned().flatten()
}

/// Keeps the cause of a fault where it is about what an edit proves.
pub(super) fn keep_what_agrees(fault: &mut Fault) {
    if let Some(repair) = &fault.repair {
        fault.cause = fault.cause.take().filter(|cause| agrees(cause, repair));
    }
}

/// Whether a cause is about a line that an edit proves, or about its neighbours; or, where it names no line, about the
/// subroutine. Where they do not agree, the proof wins.
fn agrees(cause: &Cause, repair: &Repair) -> bool {
    const NEAR: u32 = 3;
    let second = repair.second.as_ref();
    if cause.places.is_empty() {
        let mut subroutines = repair
            .subroutine
            .iter()
            .chain(second.and_then(|second| second.subroutine.as_ref()));
        return subroutines.any(|name| cause.sentence.contains(name) || cause.common.contains(name));
    }
    let places = || {
        repair
            .places
            .iter()
            .chain(second.iter().flat_map(|second| &second.places))
    };
    let lines = || places().filter_map(|place| place.line);
    let mut own = cause.places.iter().filter_map(|place| place.line);
    own.any(|own| lines().any(|line| line.abs_diff(own) <= NEAR))
}

/// An edit in words.
fn words(edit: &Edit) -> String {
    let words = edit.words();
    if words.starts_with("without") {
        words
    } else {
        format!("with {words}")
    }
}
