//! What is reported of the edits that mend a fault.

use std::collections::BTreeSet;

use super::Proved;
use super::change::Crowded;
use super::proof::Passing;
use crate::diagnostic::wording::counted;
use crate::machine::edits::Edit;
use crate::result::{Cause, Fault, FurtherEdit, Repair};

/// Lines that are reported, of those at which an edit does as well.
const LINES: usize = 4;

/// What is reported of the edits that mend a fault: the first of them, and the other lines at which one does as well.
pub(super) fn summary(proved: &[Proved], cases: usize) -> Option<Repair> {
    let best = proved.first()?;
    // Of one that some cases speak for, and none against, it is not known that it does less.
    let does_as_well = |other: &&Proved| !best.is_whole() || other.passing != Passing::Mended;
    let (cases, others) = match best.passing {
        Passing::All | Passing::Mended => (cases, None),
        Passing::Some { mended, others } => (cases.min(mended), Some(others)),
    };
    let mut lines = BTreeSet::new();
    let distinct = proved
        .iter()
        .filter(does_as_well)
        .filter(|proved| lines.insert(proved.edit.line));
    let places = distinct.take(LINES).map(|proved| proved.place.clone()).collect();
    Some(Repair {
        places,
        subroutine: subroutine(proved.iter().filter(does_as_well)),
        edit: words(&best.edit),
        cases,
        others,
        is_whole: best.is_whole(),
        is_odd: best.is_odd(),
        of: None,
        obstacle: None,
        further: Vec::new(),
    })
}

/// What is reported of the edits that mend some of a fault's cases: how many, and how many there are.
pub(super) fn summary_in_part(edits: &[Proved], (mended, cases): (usize, usize)) -> Option<Repair> {
    Some(Repair {
        of: Some(cases),
        ..summary(edits, mended)?
    })
}

/// What is reported of an edit that mends a fault, where the program has no room for it.
pub(super) fn summary_without_room(crowded: &Crowded, cases: usize) -> Option<Repair> {
    let lines = counted(crowded.lines, "more line", "more lines");
    let lines = lines
        .strip_prefix("1 ")
        .map_or(lines.clone(), |line| format!("one {line}"));
    let (line, name) = &crowded.unreached;
    Some(Repair {
        obstacle: Some(format!("with {lines}, line {line} no longer reaches `{name}`")),
        ..summary(std::slice::from_ref(&crowded.edit), cases)?
    })
}

/// What is reported of edits that mend some cases together, each with the other lines at which one does as well.
pub(super) fn summary_of_all(edits: &[&[Proved]], cases: usize) -> Option<Repair> {
    let mut all = edits.iter().map(|alternatives| summary(alternatives, cases));
    let first = all.next()??;
    let further = all.map(|edit| {
        edit.map(|edit| FurtherEdit {
            places: edit.places,
            subroutine: edit.subroutine,
            edit: edit.edit,
        })
    });
    Some(Repair {
        further: further.collect::<Option<_>>()?,
        ..first
    })
}

/// The one subroutine of all edits: where edits in several do the same, it may be any of them.
fn subroutine<'p>(proved: impl Iterator<Item = &'p Proved>) -> Option<String> {
    let subroutines: BTreeSet<&Option<String>> = proved.map(|proved| &proved.subroutine).collect();
    let is_one = subroutines.len() == 1;
    subroutines.into_iter().next().filter(|_| is_one).cloned().flatten()
}

/// Keeps the cause of a fault where it was observed, or is about what an edit proves. Where that is about an LR that is not saved,
/// an edit elsewhere that is only likely leads past it: what saves and restores a register together is no edit of one line.
pub(super) fn keep_what_agrees(fault: &mut Fault) {
    let (Some(repair), Some(cause)) = (&fault.repair, &fault.cause) else {
        return;
    };
    if agrees(cause, repair) {
        return;
    }

    if fault.key == Fault::LR_OVERWRITTEN && !repair.is_whole {
        fault.repair = None;
    } else if repair.of.is_none() && !repair.is_odd && !cause.is_observed() {
        fault.cause = None;
    }
}

/// Whether a cause is about a line that an edit proves, or about its neighbours; or, where it names no line, about the
/// subroutine. Where they do not agree, the proof wins.
fn agrees(cause: &Cause, repair: &Repair) -> bool {
    const NEAR: u32 = 3;
    if cause.places.is_empty() {
        let mut subroutines = repair
            .subroutine
            .iter()
            .chain(repair.further.iter().filter_map(|edit| edit.subroutine.as_ref()));
        return subroutines.any(|name| cause.sentence.contains(name) || cause.common.contains(name));
    }
    let places = || {
        repair
            .places
            .iter()
            .chain(repair.further.iter().flat_map(|edit| &edit.places))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::Place;

    fn at(line: u32) -> Place {
        Place {
            line: Some(line),
            ..Place::nowhere()
        }
    }

    /// Whether a cause at line 80 is kept beside an edit of line 76.
    fn keeps(key: &str, is_whole: bool) -> bool {
        let cause = Cause {
            key: key.to_owned(),
            common: String::new(),
            sentence: String::new(),
            places: vec![at(80)],
        };
        let repair = Repair {
            places: vec![at(76)],
            subroutine: None,
            edit: String::new(),
            cases: 5,
            of: None,
            others: None,
            is_whole,
            is_odd: false,
            obstacle: None,
            further: Vec::new(),
        };
        let mut fault = Fault {
            key: String::new(),
            message: String::new(),
            cases: Vec::new(),
            lost: 0.0,
            cause: Some(cause),
            repair: Some(repair),
            shortest: None,
        };
        keep_what_agrees(&mut fault);
        assert!(fault.repair.is_some());
        fault.cause.is_some()
    }

    #[test]
    fn what_was_seen_to_happen_stays_beside_an_edit_elsewhere() {
        for is_whole in [false, true] {
            assert!(keeps("native/outside-of-array", is_whole));
            assert!(
                !keeps("native/endless", is_whole),
                "its line is where it was interrupted"
            );
            assert!(!keeps("runs-into-data", is_whole));
        }
    }
}
