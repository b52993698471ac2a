//! The stories of all cases of a submission, and their causes in the program's terms where the machine knows them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Grader;
use super::attempt::Attempt;
use super::bench::Bench;
use super::pattern;
use super::play::{self, Played};
use super::story::{self, Story};
use crate::result::CaseVerdict;
use crate::result::{Cause, Diagnosis, Ending};

/// Kinds of broken-off runs of one submission that are diagnosed, at most: each is run again instruction by instruction.
const DIAGNOSES: usize = 6;
/// Kinds of wrong games of one submission that are diagnosed, at most.
const WRONG: usize = 4;
/// Runs longer than this, in instructions, are diagnosed once for their kind.
const LONG: u64 = 400_000;

/// What runs that broke off alike have in common: their story's key, and where and why they stopped.
type Alike<'a> = (&'a str, Option<u32>, &'a str);

/// The stories of a submission.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// In the suite's order; `None` for cases that passed.
    pub stories: Vec<Option<Story>>,
    /// Why runs broke off, by the first case of those that broke off alike.
    pub diagnoses: BTreeMap<usize, Diagnosis>,
    /// The cause in the program's terms of each case, in the suite's order, where it is known.
    pub causes: Vec<Option<Arc<Cause>>>,
}

impl Grader {
    /// Tells what went wrong in each case.
    pub(super) fn tell(&self, bench: &mut Bench, attempt: &Attempt) -> Told {
        let game = &self.assignment.game;
        let cases = self.cases.iter().zip(&attempt.played);
        let mut stories: Vec<Option<Story>> = cases
            .map(|(case, played)| (played.verdict != CaseVerdict::Pass).then(|| story::tell(game, case, played)))
            .collect();
        pattern::name_missed_wins(game, &self.cases, &attempt.played, &mut stories);
        story::tell_alike(game, &self.cases, &attempt.played, &mut stories);
        for (story, _) in stories
            .iter_mut()
            .zip(&attempt.played)
            .filter(|(_, played)| played.stop.is_not_run())
        {
            *story = Some(story::not_run());
        }
        let mut told = Told {
            causes: vec![None; stories.len()],
            stories,
            diagnoses: BTreeMap::new(),
        };
        self.explain_broken_off(bench, attempt, &mut told);
        self.explain_wrong(bench, attempt, &mut told);
        // A story whose cause is known is the story of that cause.
        for (story, cause) in told.stories.iter_mut().zip(&told.causes) {
            if let (Some(story), Some(cause)) = (story, cause) {
                story.key.clone_from(&cause.key);
                story.common.clone_from(&cause.common);
            }
        }
        told
    }

    /// Finds out why runs broke off, once for all that broke off alike.
    fn explain_broken_off(&self, bench: &mut Bench, attempt: &Attempt, told: &mut Told) {
        let mut known: BTreeMap<Alike, Option<Arc<Cause>>> = BTreeMap::new();
        for index in self.shown() {
            let played = &attempt.played[index];
            let is_broken_off = |story: &&Story| broke_off(played, story) && !played.stop.is_not_run();
            let Some(story) = told.stories[index].as_ref().filter(is_broken_off) else {
                continue;
            };
            let address = played.stop.place.as_ref().and_then(|place| place.address);
            let alike = (story.key.as_str(), address, played.stop.reason.as_str());
            if !known.contains_key(&alike) {
                if known.len() == DIAGNOSES {
                    continue;
                }
                let diagnosis = self.diagnose(bench, attempt, index);
                let cause = diagnosis.as_ref().and_then(|diagnosis| diagnosis.cause.clone());
                known.insert(alike, cause.map(Arc::new));
                let shown = diagnosis.filter(|diagnosis| !diagnosis.steps.is_empty());
                told.diagnoses.extend(shown.map(|diagnosis| (index, diagnosis)));
            }
            told.causes[index] = known.get(&alike).cloned().flatten();
        }
    }

    /// Looks for a cause of wrong games in what the machine did. It counts only where the first, the middle and the last
    /// of the cases that are told alike have the same one.
    fn explain_wrong(&self, bench: &mut Bench, attempt: &Attempt, told: &mut Told) {
        let mut kinds: Vec<(&str, Vec<usize>)> = Vec::new();
        for index in self.shown() {
            let played = &attempt.played[index];
            let is_wrong = played.verdict == CaseVerdict::Wrong && told.causes[index].is_none();
            let Some(story) = told.stories[index].as_ref().filter(|_| is_wrong) else {
                continue;
            };
            match kinds.iter_mut().find(|(key, _)| *key == story.key) {
                Some((_, cases)) => cases.push(index),
                None => kinds.push((&story.key, vec![index])),
            }
        }
        kinds.sort_by_key(|(_, cases)| Reverse(cases.len()));
        for (_, cases) in kinds.into_iter().take(WRONG) {
            let mut samples = vec![cases[0], cases[cases.len() / 2], cases[cases.len() - 1]];
            samples.dedup();
            if attempt.played[cases[0]].instructions > LONG {
                samples.truncate(1);
            }
            let mut causes = samples
                .into_iter()
                .map(|index| self.diagnose(bench, attempt, index)?.cause);
            let Some(Some(first)) = causes.next() else { continue };
            if causes.all(|cause| cause.is_some_and(|cause| is_same(&cause, &first))) {
                let cause = Arc::new(first);
                for index in cases {
                    told.causes[index] = Some(Arc::clone(&cause));
                }
            }
        }
    }

    pub(super) fn diagnose(&self, bench: &mut Bench, attempt: &Attempt, index: usize) -> Option<Diagnosis> {
        let script = play::script(&self.cases[index], attempt.way.protocol);
        bench.diagnose(attempt.way, &script?.keys)
    }

    /// The cases in the order in which they are shown.
    pub(super) fn shown(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().flat_map(|planned| planned.cases.iter().copied())
    }
}

/// Whether two causes are the same fault in the same place.
fn is_same(one: &Cause, other: &Cause) -> bool {
    one.key == other.key && one.places.first() == other.places.first()
}

/// Whether how the run ended is what went wrong.
fn broke_off(played: &Played, story: &Story) -> bool {
    match played.stop.ending {
        Ending::Crashed | Ending::Loop | Ending::Limit | Ending::Flooded => {
            matches!(played.verdict, CaseVerdict::Crash | CaseVerdict::Timeout)
        }
        Ending::Waiting => matches!(story.key.as_str(), "does-not-halt" | "waiting"),
        Ending::Halted => false,
    }
}
