//! The order in which a student's cases are told: one fault, one story.
//!
//! Takes a submission's groups; gives the cases that did not pass, each with those that fail like it, the gravest
//! kinds first. All writers tell them in this order.

use std::collections::{HashMap, HashSet};

use crate::grade::model::{CaseResult, CaseVerdict, StudentReport};

/// A case that did not pass, and the cases that fail like it.
#[derive(Debug)]
pub(super) struct Story<'a> {
    /// The case that is shown in full.
    pub case: &'a CaseResult,
    /// Cases with the same fault, in the suite's order.
    pub alike: Vec<&'a CaseResult>,
}

/// A submission's cases, sorted for telling.
#[derive(Debug)]
pub(super) struct Stories<'a> {
    /// Wrong, crashed, timed out.
    pub failed: Vec<Story<'a>>,
    /// The right game in the wrong format.
    pub format: Vec<Story<'a>>,
    /// Not played.
    pub skipped: Vec<&'a CaseResult>,
    /// Passed.
    pub passed: Vec<&'a CaseResult>,
}

impl<'a> Stories<'a> {
    /// Sorts the cases of a submission.
    pub fn of(report: &'a StudentReport) -> Self {
        let mut cases: Vec<&CaseResult> = report.cases().collect();
        cases.sort_by_key(|case| case.number);
        let with = |wanted: CaseVerdict| cases.iter().copied().filter(move |case| case.verdict == wanted);
        let failed = cases.iter().copied().filter(|case| is_failure(case.verdict));
        Self {
            failed: gather(failed),
            format: gather_format(with(CaseVerdict::Format)),
            skipped: with(CaseVerdict::Skipped).collect(),
            passed: with(CaseVerdict::Pass).collect(),
        }
    }
}

/// Whether a diff is part of a story.
pub(super) fn has_diff(story: &Story<'_>) -> bool {
    story
        .case
        .failure
        .as_ref()
        .is_some_and(|failure| !failure.diff.is_empty())
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
            stories.push(Story {
                case,
                alike: Vec::new(),
            });
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
    use super::Stories;
    use crate::grade::model::CaseVerdict;
    use crate::report::fixture;

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
