//! The stories of all cases of a submission, and why those runs that broke off did.

use std::collections::BTreeMap;

use super::Grader;
use super::attempt::Attempt;
use super::bench::Bench;
use super::model::CaseVerdict;
use super::pattern;
use super::play::{self, Played};
use super::story::{self, Story};
use crate::machine::{Diagnosis, Ending};

/// Runs of one submission that are diagnosed, at most: each is run again instruction by instruction.
const DIAGNOSES: usize = 6;

/// The stories of a submission.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// In the suite's order; `None` for cases that passed.
    pub stories: Vec<Option<Story>>,
    /// Why runs broke off, by the first case of those that broke off alike.
    pub diagnoses: BTreeMap<usize, Diagnosis>,
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
        let diagnoses = self.diagnose(bench, attempt, &mut stories);
        Told { stories, diagnoses }
    }

    /// Finds out why runs broke off, once for all that broke off alike, and gathers their stories by it.
    fn diagnose(
        &self,
        bench: &mut Bench,
        attempt: &Attempt,
        stories: &mut [Option<Story>],
    ) -> BTreeMap<usize, Diagnosis> {
        let mut first_of = BTreeMap::new();
        let mut diagnoses: BTreeMap<usize, Diagnosis> = BTreeMap::new();
        for index in self.shown() {
            let played = &attempt.played[index];
            let Some(story) = stories[index].as_mut().filter(|story| broke_off(played, story)) else {
                continue;
            };
            let stop = &played.stop;
            let address = stop.place.as_ref().map(|place| place.address);
            let alike = (story.key.clone(), address, stop.reason.clone());
            if !first_of.contains_key(&alike) {
                if first_of.len() == DIAGNOSES {
                    continue;
                }
                first_of.insert(alike.clone(), index);
                let script = play::script(&self.cases[index], attempt.way.protocol);
                let diagnosis = bench.diagnose(attempt.way, &script.keys);
                diagnoses.extend(
                    diagnosis
                        .filter(|found| !found.steps.is_empty())
                        .map(|found| (index, found)),
                );
            }
            let diagnosis = first_of.get(&alike).and_then(|first| diagnoses.get(first));
            if let Some(cause) = diagnosis.and_then(|diagnosis| diagnosis.cause.as_ref()) {
                story.key += &format!("/{}", cause.key);
                story.common.clone_from(&cause.common);
            }
        }
        diagnoses
    }

    /// The cases in the order in which they are shown.
    pub(super) fn shown(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().flat_map(|planned| planned.cases.iter().copied())
    }
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
