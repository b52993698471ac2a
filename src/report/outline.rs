//! The order in which a student's cases are explained: each fault once.
//!
//! Takes a submission's faults and groups; gives each fault with its example and its cases, the cases that are in no fault,
//! each with those that fail for the same reason, and the calls of subroutines. Each case is in one place only.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::words::ungraded;
use crate::result::{
    CaseResult, CaseVerdict, Components, Failure, Fault, FormatDifference, GroupResult, Repair, StudentReport,
};
use crate::result::{Cause, Diagnosis};

/// A case that did not pass, and the cases that fail for the same reason.
#[derive(Debug)]
pub(super) struct CaseDetails<'a> {
    /// The case that is shown in full.
    pub case: &'a CaseResult,
    /// Where the same cause is explained already.
    pub same_cause_as: Option<Place>,
    /// Differences in format that are not named for the whole submission.
    pub differences: Vec<&'a FormatDifference>,
    /// Cases with the same fault, in the suite's order.
    pub similar: Vec<&'a CaseResult>,
}

/// Where something is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// With the fault of this number, from 1.
    Fault(usize),
    /// With the case of this number.
    Case(usize),
}

/// A fault with the game that shows it and the cases in which it was found.
#[derive(Debug)]
pub(super) struct FaultDetails<'a> {
    /// The fault.
    pub fault: &'a Fault,
    /// Where the same cause is explained already.
    pub same_cause_as: Option<Place>,
    /// The number of the first fault that the same edit mends, from 1.
    pub same_edit_as: Option<usize>,
    /// What shows it; `None` where no case and no game is left to do so.
    pub example: Option<Example<'a>>,
    /// Its cases, in the suite's order.
    pub cases: Vec<&'a CaseResult>,
    /// How many of them are not graded.
    pub ungraded: usize,
}

/// A game, or the calls of a subroutine, that shows a fault.
#[derive(Debug)]
pub(super) struct Example<'a> {
    /// The case it is; `None` where it is a shorter game than that of every case.
    pub case: Option<&'a CaseResult>,
    /// Its moves.
    pub moves: &'a [String],
    /// How it fails.
    pub failure: &'a Failure,
    /// Differences in format that are not named for the whole submission.
    pub differences: Vec<&'a FormatDifference>,
    /// A command line that repeats it.
    pub command: &'a str,
    /// Why it ended as it did, with the number of the case where it is that of another game.
    pub diagnosis: Option<(&'a Diagnosis, Option<usize>)>,
}

/// A submission's cases, sorted into the order of the report.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    /// Which subroutines are wrong, where that is known.
    pub components: Option<&'a Components>,
    /// Failed cases with a common cause, those that cost most first.
    pub faults: Vec<FaultDetails<'a>>,
    /// Wrong, crashed, timed out, and in no fault.
    pub failed: Vec<CaseDetails<'a>>,
    /// Correct games with different formatting.
    pub format: Vec<CaseDetails<'a>>,
    /// Calls of subroutines, whatever their verdict, by rubric group.
    pub calls: Vec<(&'a GroupResult, Vec<CaseDetails<'a>>)>,
    /// Not played.
    pub skipped: Vec<&'a CaseResult>,
    /// Passed.
    pub passed: Vec<&'a CaseResult>,
    /// Which fault, from 1, a case is in.
    fault_of: HashMap<usize, usize>,
}

impl<'a> Outline<'a> {
    /// Sorts the cases of a submission.
    pub fn of(report: &'a StudentReport) -> Self {
        let cases: BTreeMap<usize, &CaseResult> = report.cases().map(|case| (case.number, case)).collect();
        let fault_of = faults_of_cases(report, &cases);
        let games: Vec<&CaseResult> = cases.values().copied().filter(|case| case.calls.is_none()).collect();

        let mut faults = faults(report, &cases, &fault_of);
        let failed = with_verdict(&games, is_failure);
        let failed = failed.filter(|case| !fault_of.contains_key(&case.number));
        let mut failed = gather(failed.collect::<Vec<_>>().into_iter());
        let mut calls = calls(report);

        let called = calls.iter_mut().flat_map(|(_, calls)| calls);
        let called = called.filter(|details| !fault_of.contains_key(&details.case.number));
        refer_to_known_causes(&mut faults, failed.iter_mut().chain(called));
        refer_to_known_edits(&mut faults);

        let mut format = gather_format(with_verdict(&games, |verdict| verdict == CaseVerdict::Format));
        let called = calls.iter_mut().flat_map(|(_, calls)| calls);
        for details in failed.iter_mut().chain(&mut format).chain(called) {
            let failure = details.case.failure.as_ref();
            details.differences = failure.map(|failure| unnamed(report, failure)).unwrap_or_default();
        }

        Self {
            components: report.components.as_ref(),
            faults,
            failed,
            format,
            calls,
            skipped: with_verdict(&games, |verdict| verdict == CaseVerdict::Skipped).collect(),
            passed: with_verdict(&games, |verdict| verdict == CaseVerdict::Pass).collect(),
            fault_of,
        }
    }

    /// The number, from 1, of the fault that a case is in.
    pub fn fault_of(&self, case: &CaseResult) -> Option<usize> {
        self.fault_of.get(&case.number).copied()
    }

    /// How many cases the faults gather.
    pub fn in_faults(&self) -> usize {
        self.faults.iter().map(|details| details.cases.len()).sum()
    }
}

impl<'a> FaultDetails<'a> {
    /// The cause, where it is known and not explained already.
    pub fn own_cause(&self) -> Option<&'a Cause> {
        self.cause().filter(|_| self.same_cause_as.is_none())
    }

    /// The cause, where it is known.
    fn cause(&self) -> Option<&'a Cause> {
        let diagnosis = self.example.as_ref().and_then(|example| example.diagnosis);
        let shown = diagnosis.and_then(|(diagnosis, _)| diagnosis.cause.as_ref());
        self.fault.cause.as_ref().or(shown)
    }

    /// Whether the example is its only case.
    pub fn is_one_case(&self) -> bool {
        let shown = self.example.as_ref().and_then(|example| example.case);
        self.cases
            .iter()
            .all(|case| shown.is_some_and(|shown| shown.number == case.number))
    }

    /// Whether a diff is part of it.
    pub fn has_diff(&self) -> bool {
        differs(self.example.as_ref().map(|example| example.failure))
    }

    /// The verdict of its cases, where they have one and the same.
    pub fn verdict(&self) -> Option<CaseVerdict> {
        let first = self.cases.first()?.verdict;
        self.cases.iter().all(|case| case.verdict == first).then_some(first)
    }
}

/// Which fault, from 1, each failed case is in: the first that names it.
fn faults_of_cases(report: &StudentReport, cases: &BTreeMap<usize, &CaseResult>) -> HashMap<usize, usize> {
    let mut fault_of = HashMap::new();
    for (index, fault) in report.faults.iter().enumerate() {
        let failed = |number: &&usize| cases.get(number).is_some_and(|case| is_failure(case.verdict));
        for number in fault.cases.iter().filter(failed) {
            fault_of.entry(*number).or_insert(index + 1);
        }
    }
    fault_of
}

fn faults<'a>(
    report: &'a StudentReport,
    cases: &BTreeMap<usize, &'a CaseResult>,
    fault_of: &HashMap<usize, usize>,
) -> Vec<FaultDetails<'a>> {
    let faults = report.faults.iter().enumerate().map(|(index, fault)| {
        let own = cases
            .values()
            .filter(|case| fault_of.get(&case.number) == Some(&(index + 1)));
        fault_details(report, fault, own.copied().collect())
    });
    faults.collect()
}

/// The calls of subroutines, by group.
fn calls(report: &StudentReport) -> Vec<(&GroupResult, Vec<CaseDetails<'_>>)> {
    let groups = report.groups.iter().map(|group| {
        let calls = group.cases.iter().filter(|case| case.calls.is_some());
        (group, calls.map(CaseDetails::of).collect::<Vec<_>>())
    });
    groups.filter(|(_, calls)| !calls.is_empty()).collect()
}

/// The cases with a verdict.
fn with_verdict<'a: 'b, 'b>(
    cases: &'b [&'a CaseResult],
    is_wanted: impl Fn(CaseVerdict) -> bool + Clone + 'b,
) -> impl Iterator<Item = &'a CaseResult> + Clone + 'b {
    cases.iter().copied().filter(move |case| is_wanted(case.verdict))
}

/// The shortest game shows a fault; without one, the first case that is explained in full does.
fn fault_details<'a>(report: &'a StudentReport, fault: &'a Fault, cases: Vec<&'a CaseResult>) -> FaultDetails<'a> {
    let full = cases.iter().filter_map(|case| Some((*case, case.failure.as_ref()?)));
    let first = full
        .clone()
        .find(|(_, failure)| failure.like.is_none())
        .or_else(|| full.clone().next());
    let diagnosed = full
        .clone()
        .find_map(|(case, failure)| Some((failure.diagnosis.as_ref()?, Some(case.number))));

    let example = match (&fault.shortest, first) {
        (Some(shortest), _) => Some(Example {
            case: None,
            moves: &shortest.moves,
            failure: &shortest.failure,
            differences: unnamed(report, &shortest.failure),
            command: &shortest.command,
            diagnosis: shortest.failure.diagnosis.as_ref().map(|own| (own, None)).or(diagnosed),
        }),
        (None, Some((case, failure))) => Some(Example {
            case: Some(case),
            moves: &case.moves,
            failure,
            differences: unnamed(report, failure),
            command: &case.command,
            diagnosis: failure.diagnosis.as_ref().map(|own| (own, None)).or(diagnosed),
        }),
        (None, None) => None,
    };
    FaultDetails {
        fault,
        same_cause_as: None,
        same_edit_as: None,
        example,
        cases,
        ungraded: ungraded(report, fault),
    }
}

/// A difference in format is named once for the whole submission, and not again in each case.
fn unnamed<'a>(report: &StudentReport, failure: &'a Failure) -> Vec<&'a FormatDifference> {
    let same =
        |one: &FormatDifference, other: &FormatDifference| one.kind == other.kind && one.message == other.message;
    let all = failure.format_differences.iter();
    all.filter(|one| !report.format_differences.iter().any(|named| same(named, one)))
        .collect()
}

/// One edit may mend several faults: all but the first refer to that one.
fn refer_to_known_edits(faults: &mut [FaultDetails<'_>]) {
    let mut known: Vec<(&Repair, usize)> = Vec::new();
    for (index, details) in faults.iter_mut().enumerate() {
        let Some(repair) = details.fault.repair.as_ref() else {
            continue;
        };
        let same = known.iter().find(|(other, _)| other.has_edits_of(repair));
        details.same_edit_as = same.map(|(_, number)| *number);
        known.push((repair, index + 1));
    }
}

/// A cause is explained once; where it occurs again, the report refers to that place.
fn refer_to_known_causes<'a: 'b, 'b>(
    faults: &mut [FaultDetails<'a>],
    entries: impl Iterator<Item = &'b mut CaseDetails<'a>>,
) {
    let mut known: Vec<(&Cause, Place)> = Vec::new();

    for (index, details) in faults.iter_mut().enumerate() {
        let Some(cause) = details.cause() else { continue };
        details.same_cause_as = place_of(&known, cause);
        known.push((cause, Place::Fault(index + 1)));
    }

    for details in entries {
        let diagnosis = details
            .case
            .failure
            .as_ref()
            .and_then(|failure| failure.diagnosis.as_ref());
        let Some(cause) = diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()) else {
            continue;
        };
        details.same_cause_as = place_of(&known, cause);
        known.push((cause, Place::Case(details.case.number)));
    }
}

fn place_of(known: &[(&Cause, Place)], cause: &Cause) -> Option<Place> {
    let found = known.iter().find(|(other, _)| *other == cause);
    found.map(|(_, place)| *place)
}

/// Whether a diff is part of a failure.
fn differs(failure: Option<&Failure>) -> bool {
    failure.is_some_and(|failure| !failure.diff.is_empty())
}

impl<'a> CaseDetails<'a> {
    fn of(case: &'a CaseResult) -> Self {
        Self {
            case,
            same_cause_as: None,
            differences: Vec::new(),
            similar: Vec::new(),
        }
    }

    /// Why it ended as it did, unless that is explained elsewhere.
    pub fn diagnosis(&self) -> Option<&'a Diagnosis> {
        let failure = self.case.failure.as_ref().filter(|_| self.same_cause_as.is_none());
        failure.and_then(|failure| failure.diagnosis.as_ref())
    }

    /// Whether a diff is part of it.
    pub fn has_diff(&self) -> bool {
        differs(self.case.failure.as_ref())
    }
}

/// How many cases a list covers.
pub(super) fn count_cases(entries: &[CaseDetails<'_>]) -> usize {
    entries.iter().map(|details| 1 + details.similar.len()).sum()
}

fn is_failure(verdict: CaseVerdict) -> bool {
    matches!(verdict, CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash)
}

/// Correct games whose format differs in the same ways are one entry, that of the first of them; those that differ in the
/// input protocol alone are one as well.
fn gather_format<'a>(cases: impl Iterator<Item = &'a CaseResult> + Clone) -> Vec<CaseDetails<'a>> {
    let mut kept: Vec<CaseDetails<'a>> = Vec::new();
    let mut places: HashMap<Vec<&'a str>, usize> = HashMap::new();
    for mut details in gather(cases) {
        let differences = details
            .case
            .failure
            .iter()
            .flat_map(|failure| &failure.format_differences);
        let mut kinds: Vec<&str> = differences.map(|one| one.kind.as_str()).collect();
        kinds.sort_unstable();
        if let Some(place) = places.get(&kinds) {
            kept[*place].similar.push(details.case);
            kept[*place].similar.append(&mut details.similar);
        } else {
            places.insert(kinds, kept.len());
            kept.push(details);
        }
    }

    for details in &mut kept {
        details.similar.sort_by_key(|case| case.number);
    }
    kept
}

/// A case goes under the one it names in `like` when that one is itself explained in full in this list; else it is an entry
/// of its own, so that no case is ever lost.
fn gather<'a>(cases: impl Iterator<Item = &'a CaseResult> + Clone) -> Vec<CaseDetails<'a>> {
    let like = |case: &CaseResult| case.failure.as_ref().and_then(|failure| failure.like);
    let full: HashSet<usize> = cases
        .clone()
        .filter(|case| like(case).is_none())
        .map(|case| case.number)
        .collect();
    let mut entries: Vec<CaseDetails<'a>> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();

    let mut followers = Vec::new();
    for case in cases {
        if let Some(number) = like(case).filter(|number| full.contains(number)) {
            followers.push((number, case));
        } else {
            places.insert(case.number, entries.len());
            entries.push(CaseDetails::of(case));
        }
    }

    for (number, case) in followers {
        if let Some(place) = places.get(&number) {
            entries[*place].similar.push(case);
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::{Outline, Place};
    use crate::report::fixture;
    use crate::result::{CaseVerdict, StudentReport};

    #[test]
    fn a_difference_in_format_is_named_once() {
        let mut report = fixture::hostile_student();
        let named = |report: &StudentReport| Outline::of(report).format[0].differences.len();
        assert_eq!(named(&report), 0);
        report.format_differences.clear();
        assert_eq!(named(&report), 1);
    }

    #[test]
    fn only_failed_cases_are_in_a_fault_and_each_in_one() {
        let mut report = fixture::hostile_student();
        // A passed case, one in another format, one that does not exist, one of another fault.
        report.faults[1].cases.extend([1, 5, 99, 3]);
        let entries = Outline::of(&report);
        let numbers = |index: usize| {
            entries.faults[index]
                .cases
                .iter()
                .map(|case| case.number)
                .collect::<Vec<_>>()
        };

        assert_eq!((numbers(0), numbers(1)), (vec![3, 4, 6, 7], vec![10, 11]));
        assert_eq!(entries.failed[0].case.number, 8);
    }

    #[test]
    fn a_cause_is_explained_once() {
        let mut report = fixture::hostile_student();
        report.faults[2].cause = report.faults[1].cause.clone();
        let why = |report: &StudentReport| {
            Outline::of(report)
                .faults
                .iter()
                .map(|details| details.same_cause_as)
                .collect::<Vec<_>>()
        };

        assert_eq!(why(&report), [None, None, Some(Place::Fault(2))]);

        // One edit that mends two faults is explained with the first.
        let edit = report.faults.iter().find_map(|fault| fault.repair.clone());
        for fault in &mut report.faults {
            fault.repair.clone_from(&edit);
        }
        let edits: Vec<Option<usize>> = Outline::of(&report).faults.iter().map(|one| one.same_edit_as).collect();
        assert!(edit.is_some());
        assert_eq!(edits, [None, Some(1), Some(1)]);
        report.faults.clear();
        let entries = Outline::of(&report);
        let explained: Vec<_> = entries
            .failed
            .iter()
            .map(|details| (details.case.number, details.same_cause_as))
            .collect();

        assert_eq!(explained, [(3, None), (8, None), (10, None)]);
        assert_eq!(entries.calls[0].1[2].same_cause_as, Some(Place::Case(10)));
    }

    #[test]
    fn correct_games_are_one_entry_when_they_differ_in_the_same_way_and_two_when_not() {
        let mut report = fixture::hostile_student();
        let known = report.cases().find(|case| case.verdict == CaseVerdict::Format).cloned();
        let known = known.expect("a case in another format");
        let mut same = known.clone();
        same.number = 98;

        let mut other = known.clone();
        other.number = 99;
        for difference in other
            .failure
            .iter_mut()
            .flat_map(|failure| &mut failure.format_differences)
        {
            difference.kind = "carriage-return".to_owned();
        }

        report.groups[0].cases.extend([other, same]);
        let entries = Outline::of(&report).format;
        let explained: Vec<(usize, Vec<usize>)> = entries
            .iter()
            .map(|details| {
                (
                    details.case.number,
                    details.similar.iter().map(|case| case.number).collect(),
                )
            })
            .collect();

        assert_eq!(explained, [(known.number, vec![98]), (99, vec![])]);
    }
}
