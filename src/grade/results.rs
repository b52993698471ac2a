//! The result rows of a submission: its cases with their failures and points, group by group.

use std::collections::{BTreeMap, BTreeSet};

use super::attempt::Attempt;
use super::bench::Bench;
use super::play::Table;
use super::score::cents;
use super::tell::Told;
use super::{Grader, explain};
use crate::result::{CaseResult, Failure, GroupResult};

/// Failures of one family that are shown in full before the rest are told like the first.
const SHOWN_ALIKE: usize = 3;

impl Grader {
    /// The groups with their cases. `excused` cases earn everything.
    pub(super) fn group_results(
        &self,
        bench: &mut Bench,
        attempt: &Attempt,
        told: &Told,
        excused: &BTreeSet<usize>,
    ) -> Vec<GroupResult> {
        let mut failures = self.failures(bench, attempt, told);
        let verdict = |index: usize| attempt.played[index].verdict;
        let numbers = self.numbers();
        let file = self.file();
        let groups = self.groups.iter().map(|planned| {
            let share = |index| self.share_of(attempt.way, &attempt.played, self.share, excused, index);
            let earned = planned.earned(&self.cases, share);
            let maxima = planned.maxima(&self.cases);
            let cases = planned.cases.iter().enumerate().map(|(position, index)| {
                let (case, played) = (&self.cases[*index], &attempt.played[*index]);
                CaseResult {
                    number: numbers[*index],
                    name: case.name.clone(),
                    moves: explain::moves(&case.script),
                    verdict: played.verdict,
                    points: cents(earned.cases[position]),
                    max: cents(maxima[position]),
                    ending: played.stop.ending,
                    instructions: played.instructions,
                    calls: None,
                    failure: failures[*index].take(),
                    command: explain::command(file, case, attempt.way),
                }
            });
            let cases = cases.collect();
            let excused = planned.cases.iter().filter(|index| excused.contains(index)).count();
            let shares = self.way_share(attempt.way, self.share);
            GroupResult {
                name: planned.group.name.clone(),
                points: earned.points,
                max: cents(planned.group.points),
                rule: planned.rule(),
                arithmetic: planned.arithmetic(verdict, shares, excused, earned.points),
                cases,
            }
        });
        groups.collect()
    }

    /// What is shown of each case that did not pass, in the suite's order.
    fn failures(&self, bench: &mut Bench, attempt: &Attempt, told: &Told) -> Vec<Option<Failure>> {
        let mut table = Table::new(&self.assignment, attempt.way, bench);
        let mut seen: BTreeMap<(&str, &str), (usize, usize)> = BTreeMap::new();
        let numbers = self.numbers();
        let mut failures: Vec<Option<Failure>> = vec![None; self.cases.len()];
        // In the order in which they are shown, so that "like case 12" points backwards.
        for index in self.shown() {
            let (case, played) = (&self.cases[index], &attempt.played[index]);
            let Some(story) = &told.stories[index] else { continue };
            let family = case.family.as_deref().unwrap_or_default();
            let alike = seen.entry((family, &story.key)).or_insert((0, numbers[index]));
            alike.0 += 1;
            let is_generated = case.family.is_some();
            let is_told = is_generated && alike.0 > SHOWN_ALIKE;
            let run = if is_told { None } else { table.run(case) };
            let failure = match run {
                Some((typed, run)) => explain::explain(&self.assignment, case, &typed, played, story, &run),
                None => Failure {
                    like: is_told.then_some(alike.1),
                    ..explain::brief(played, story)
                },
            };
            failures[index] = Some(Failure {
                diagnosis: told.diagnoses.get(&index).cloned(),
                ..failure
            });
        }
        failures
    }

    /// The number, from 1, of each case in the order of the report.
    pub(super) fn numbers(&self) -> Vec<usize> {
        let mut numbers = vec![0; self.cases.len()];
        for (number, index) in self.shown().enumerate() {
            numbers[index] = number + 1;
        }
        numbers
    }

    /// What commands call the program.
    pub(super) fn file(&self) -> &str {
        self.assignment.files.first().map_or("program", String::as_str)
    }
}
