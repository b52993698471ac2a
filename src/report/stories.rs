//! The order in which a student's cases are told: one fault, one story.
//!
//! Takes a submission's faults and groups; gives each fault with the game that shows it and its cases, the cases that are
//! in no fault, each with those that fail like it, and the calls of subroutines. All writers tell them in this order, and
//! each case in one place only.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::result::{CaseResult, CaseVerdict, Dress, Failure, Fault, GroupResult, StudentReport};
use crate::result::{Cause, Diagnosis};

/// A case that did not pass, and the cases that fail like it.
#[derive(Debug)]
pub(super) struct Story<'a> {
    /// The case that is shown in full.
    pub case: &'a CaseResult,
    /// Where the same cause is told already.
    pub why: Option<Told>,
    /// Differences in format that are not named for the whole submission.
    pub dress: Vec<&'a Dress>,
    /// Cases with the same fault, in the suite's order.
    pub alike: Vec<&'a CaseResult>,
}

/// Where something is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// By the fault of this number, from 1.
    Fault(usize),
    /// By the case of this number.
    Case(usize),
}

/// A fault with the game that shows it and the cases in which it was found.
#[derive(Debug)]
pub(super) struct FaultStory<'a> {
    /// The fault.
    pub fault: &'a Fault,
    /// Where the same cause is told already.
    pub why: Option<Told>,
    /// What shows it; `None` where no case and no game is left to do so.
    pub example: Option<Example<'a>>,
    /// Its cases, in the suite's order.
    pub cases: Vec<&'a CaseResult>,
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
    pub dress: Vec<&'a Dress>,
    /// A command line that repeats it.
    pub command: &'a str,
    /// Why it ended as it did, with the number of the case where it is that of another game.
    pub diagnosis: Option<(&'a Diagnosis, Option<usize>)>,
}

/// A submission's cases, sorted for telling.
#[derive(Debug)]
pub(super) struct Stories<'a> {
    /// Failed cases with a common cause, those that cost most first.
    pub faults: Vec<FaultStory<'a>>,
    /// Wrong, crashed, timed out, and in no fault.
    pub failed: Vec<Story<'a>>,
    /// The right game in the wrong format.
    pub format: Vec<Story<'a>>,
    /// Calls of subroutines, whatever their verdict, by rubric group.
    pub calls: Vec<(&'a GroupResult, Vec<Story<'a>>)>,
    /// Not played.
    pub skipped: Vec<&'a CaseResult>,
    /// Passed.
    pub passed: Vec<&'a CaseResult>,
    /// Which fault, from 1, a case is in.
    fault_of: HashMap<usize, usize>,
}

impl<'a> Stories<'a> {
    /// Sorts the cases of a submission.
    pub fn of(report: &'a StudentReport) -> Self {
        let cases: BTreeMap<usize, &CaseResult> = report.cases().map(|case| (case.number, case)).collect();
        let mut fault_of = HashMap::new();
        for (index, fault) in report.faults.iter().enumerate() {
            let failed = |number: &&usize| cases.get(number).is_some_and(|case| is_failure(case.verdict));
            for number in fault.cases.iter().filter(failed) {
                fault_of.entry(*number).or_insert(index + 1);
            }
        }
        let faults = report.faults.iter().enumerate().map(|(index, fault)| {
            let own = cases
                .values()
                .filter(|case| fault_of.get(&case.number) == Some(&(index + 1)));
            fault_story(report, fault, own.copied().collect())
        });
        let games = || cases.values().copied().filter(|case| case.calls.is_none());
        let with = |wanted: CaseVerdict| games().filter(move |case| case.verdict == wanted);
        let failed = games().filter(|case| is_failure(case.verdict) && !fault_of.contains_key(&case.number));
        let mut failed = gather(failed.collect::<Vec<_>>().into_iter());
        let mut faults: Vec<FaultStory<'_>> = faults.collect();
        let calls = report.groups.iter().filter_map(|group| {
            let calls: Vec<Story<'_>> = group
                .cases
                .iter()
                .filter(|case| case.calls.is_some())
                .map(Story::of)
                .collect();
            (!calls.is_empty()).then_some((group, calls))
        });
        let mut calls: Vec<_> = calls.collect();
        let in_no_fault = calls.iter_mut().flat_map(|(_, calls)| calls);
        let in_no_fault = in_no_fault.filter(|story| !fault_of.contains_key(&story.case.number));
        refer_to_known_causes(&mut faults, failed.iter_mut().chain(in_no_fault));
        let mut format = gather_format(with(CaseVerdict::Format));
        let in_groups = calls.iter_mut().flat_map(|(_, calls)| calls);
        for story in failed.iter_mut().chain(&mut format).chain(in_groups) {
            let failure = story.case.failure.as_ref();
            story.dress = failure.map(|failure| unnamed(report, failure)).unwrap_or_default();
        }
        Self {
            faults,
            failed,
            format,
            calls,
            skipped: with(CaseVerdict::Skipped).collect(),
            passed: with(CaseVerdict::Pass).collect(),
            fault_of,
        }
    }

    /// The number, from 1, of the fault that a case is in.
    pub fn fault_of(&self, case: &CaseResult) -> Option<usize> {
        self.fault_of.get(&case.number).copied()
    }

    /// How many cases the faults gather.
    pub fn in_faults(&self) -> usize {
        self.faults.iter().map(|story| story.cases.len()).sum()
    }
}

impl<'a> FaultStory<'a> {
    /// The cause, where it is known and not told already.
    pub fn untold_cause(&self) -> Option<&'a Cause> {
        self.cause().filter(|_| self.why.is_none())
    }

    /// The cause, where it is known.
    fn cause(&self) -> Option<&'a Cause> {
        let diagnosis = self.example.as_ref().and_then(|example| example.diagnosis);
        let told = diagnosis.and_then(|(diagnosis, _)| diagnosis.cause.as_ref());
        self.fault.cause.as_ref().or(told)
    }

    /// Whether it has no case besides the one that shows it.
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

/// The shortest game shows a fault; without one, the first case that is told in full does.
fn fault_story<'a>(report: &'a StudentReport, fault: &'a Fault, cases: Vec<&'a CaseResult>) -> FaultStory<'a> {
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
            dress: unnamed(report, &shortest.failure),
            command: &shortest.command,
            diagnosis: shortest.failure.diagnosis.as_ref().map(|own| (own, None)).or(diagnosed),
        }),
        (None, Some((case, failure))) => Some(Example {
            case: Some(case),
            moves: &case.moves,
            failure,
            dress: unnamed(report, failure),
            command: &case.command,
            diagnosis: failure.diagnosis.as_ref().map(|own| (own, None)).or(diagnosed),
        }),
        (None, None) => None,
    };
    FaultStory {
        fault,
        why: None,
        example,
        cases,
    }
}

/// A difference in format is named once for the whole submission, and not again in each case.
fn unnamed<'a>(report: &StudentReport, failure: &'a Failure) -> Vec<&'a Dress> {
    let same = |one: &Dress, other: &Dress| one.kind == other.kind && one.message == other.message;
    let all = failure.dress.iter();
    all.filter(|one| !report.dress.iter().any(|named| same(named, one)))
        .collect()
}

/// A cause is explained once; where it comes back, it says where.
fn refer_to_known_causes<'a: 'b, 'b>(faults: &mut [FaultStory<'a>], stories: impl Iterator<Item = &'b mut Story<'a>>) {
    let mut known: Vec<(&Cause, Told)> = Vec::new();
    let find = |known: &[(&Cause, Told)], cause| known.iter().find(|(other, _)| *other == cause).map(|(_, told)| *told);
    for (index, story) in faults.iter_mut().enumerate() {
        let Some(cause) = story.cause() else { continue };
        story.why = find(&known, cause);
        known.push((cause, Told::Fault(index + 1)));
    }
    for story in stories {
        let diagnosis = story
            .case
            .failure
            .as_ref()
            .and_then(|failure| failure.diagnosis.as_ref());
        let Some(cause) = diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()) else {
            continue;
        };
        story.why = find(&known, cause);
        known.push((cause, Told::Case(story.case.number)));
    }
}

/// Whether a diff is part of a failure.
fn differs(failure: Option<&Failure>) -> bool {
    failure.is_some_and(|failure| !failure.diff.is_empty())
}

impl<'a> Story<'a> {
    fn of(case: &'a CaseResult) -> Self {
        Self {
            case,
            why: None,
            dress: Vec::new(),
            alike: Vec::new(),
        }
    }

    /// Why it ended as it did, unless that is told elsewhere.
    pub fn diagnosis(&self) -> Option<&'a Diagnosis> {
        let failure = self.case.failure.as_ref().filter(|_| self.why.is_none());
        failure.and_then(|failure| failure.diagnosis.as_ref())
    }

    /// Whether a diff is part of it.
    pub fn has_diff(&self) -> bool {
        differs(self.case.failure.as_ref())
    }
}

/// How many cases a list of stories tells.
pub(super) fn told(stories: &[Story<'_>]) -> usize {
    stories.iter().map(|story| 1 + story.alike.len()).sum()
}

fn is_failure(verdict: CaseVerdict) -> bool {
    matches!(verdict, CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash)
}

/// Right games that differ from the format in the same ways are one story, told by the first of them.
fn gather_format<'a>(cases: impl Iterator<Item = &'a CaseResult> + Clone) -> Vec<Story<'a>> {
    let mut kept: Vec<Story<'a>> = Vec::new();
    let mut places: HashMap<Vec<&'a str>, usize> = HashMap::new();
    for mut story in gather(cases) {
        let dress = story.case.failure.iter().flat_map(|failure| &failure.dress);
        let mut kinds: Vec<&str> = dress.map(|dress| dress.kind.as_str()).collect();
        kinds.sort_unstable();
        match places.get(&kinds) {
            Some(place) if !kinds.is_empty() => {
                kept[*place].alike.push(story.case);
                kept[*place].alike.append(&mut story.alike);
            }
            _ => {
                places.insert(kinds, kept.len());
                kept.push(story);
            }
        }
    }
    for story in &mut kept {
        story.alike.sort_by_key(|case| case.number);
    }
    kept
}

/// A case goes under the one it names in `like` when that one is itself told in full in this list; else it is a story
/// of its own, so that no case is ever lost.
fn gather<'a>(cases: impl Iterator<Item = &'a CaseResult> + Clone) -> Vec<Story<'a>> {
    let like = |case: &CaseResult| case.failure.as_ref().and_then(|failure| failure.like);
    let full: HashSet<usize> = cases
        .clone()
        .filter(|case| like(case).is_none())
        .map(|case| case.number)
        .collect();
    let mut stories: Vec<Story<'a>> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut followers = Vec::new();
    for case in cases {
        if let Some(number) = like(case).filter(|number| full.contains(number)) {
            followers.push((number, case));
        } else {
            places.insert(case.number, stories.len());
            stories.push(Story::of(case));
        }
    }
    for (number, case) in followers {
        if let Some(place) = places.get(&number) {
            stories[*place].alike.push(case);
        }
    }
    stories
}

#[cfg(test)]
mod tests {
    use super::{Stories, Told};
    use crate::report::fixture;
    use crate::result::{CaseVerdict, StudentReport};

    #[test]
    fn a_difference_in_format_is_named_once() {
        let mut report = fixture::hostile_student();
        let named = |report: &StudentReport| Stories::of(report).format[0].dress.len();
        assert_eq!(named(&report), 0);
        report.dress.clear();
        assert_eq!(named(&report), 1);
    }

    #[test]
    fn only_failed_cases_are_in_a_fault_and_each_in_one() {
        let mut report = fixture::hostile_student();
        // A passed case, one in another format, one that does not exist, one of another fault.
        report.faults[1].cases.extend([1, 5, 99, 3]);
        let stories = Stories::of(&report);
        let numbers = |index: usize| {
            stories.faults[index]
                .cases
                .iter()
                .map(|case| case.number)
                .collect::<Vec<_>>()
        };
        assert_eq!((numbers(0), numbers(1)), (vec![3, 4, 6, 7], vec![10, 11]));
        assert_eq!(stories.failed[0].case.number, 8);
    }

    #[test]
    fn a_cause_is_told_once() {
        let mut report = fixture::hostile_student();
        report.faults[2].cause = report.faults[1].cause.clone();
        let why = |report: &StudentReport| {
            Stories::of(report)
                .faults
                .iter()
                .map(|story| story.why)
                .collect::<Vec<_>>()
        };
        assert_eq!(why(&report), [None, None, Some(Told::Fault(2))]);
        report.faults.clear();
        let stories = Stories::of(&report);
        let told: Vec<_> = stories
            .failed
            .iter()
            .map(|story| (story.case.number, story.why))
            .collect();
        assert_eq!(told, [(3, None), (8, None), (10, None)]);
        assert_eq!(stories.calls[0].1[2].why, Some(Told::Case(10)));
    }

    #[test]
    fn right_games_are_one_story_when_they_differ_alike_and_two_when_not() {
        let mut report = fixture::hostile_student();
        let known = report.cases().find(|case| case.verdict == CaseVerdict::Format).cloned();
        let known = known.expect("a case in another format");
        let mut alike = known.clone();
        alike.number = 98;
        let mut other = known.clone();
        other.number = 99;
        for dress in other.failure.iter_mut().flat_map(|failure| &mut failure.dress) {
            dress.kind = "carriage-return".to_owned();
        }
        report.groups[0].cases.extend([other, alike]);
        let stories = Stories::of(&report).format;
        let told: Vec<(usize, Vec<usize>)> = stories
            .iter()
            .map(|story| (story.case.number, story.alike.iter().map(|case| case.number).collect()))
            .collect();
        assert_eq!(told, [(known.number, vec![98]), (99, vec![])]);
    }
}
