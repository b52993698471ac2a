//! The rows that contracts have in a report, and their points.

use crate::assignment::{Assignment, Group, Rule};
use crate::case::Contract;
use crate::case::contract::digest;
use crate::connect4::Protocol;
use crate::grade::bench::Bench;
use crate::grade::play::Way;
use crate::grade::score::{PlannedGroup, Share, cents};
use crate::grade::{Graded, explain, judge};
use crate::result::{CaseResult, CaseVerdict, Fault, GroupResult, StudentReport};

use super::{Outcome, judge_all, skipped};

/// The contracts of a suite in the groups of the rubric.
#[derive(Debug, Default)]
pub(in crate::grade) struct Desk {
    contracts: Vec<Contract>,
    digest: u64,
    /// The groups; their cases are positions in the list of contracts.
    pub groups: Vec<PlannedGroup>,
}

impl Desk {
    /// Sorts contracts into the groups of a rubric, or without one into a group in which each earns its own points.
    pub fn new(rubric: &[Group], contracts: Vec<Contract>) -> Self {
        let everything = Group {
            name: "Subroutine contracts".to_owned(),
            tags: Vec::new(),
            points: contracts.iter().map(|contract| contract.points).sum(),
            rule: Rule::Proportional,
        };
        let groups = if rubric.is_empty() {
            std::slice::from_ref(&everything)
        } else {
            rubric
        };
        let mut planned: Vec<PlannedGroup> = groups
            .iter()
            .map(|group| PlannedGroup {
                group: group.clone(),
                cases: Vec::new(),
            })
            .collect();
        for (index, contract) in contracts.iter().enumerate() {
            let names_one = |planned: &&mut PlannedGroup| {
                rubric.is_empty() || planned.group.tags.iter().any(|tag| contract.tags.contains(tag))
            };
            if let Some(home) = planned.iter_mut().find(names_one) {
                home.cases.push(index);
            }
        }
        planned.retain(|planned| !planned.cases.is_empty());
        Self {
            digest: digest(&contracts),
            contracts,
            groups: planned,
        }
    }

    /// Makes the calls and adds their rows to a report. Contracts of groups that are worth nothing are rows and no more.
    pub fn add_to(&self, graded: &mut Graded, assignment: &Assignment, share: Share, way: Way, bench: &mut Bench) {
        if self.contracts.is_empty() {
            return;
        }
        let mut outcomes = self.outcomes(assignment, way, bench);
        for outcome in &mut outcomes {
            forgive(outcome, assignment);
        }
        let games: Vec<CaseVerdict> = graded.report.cases().map(|case| case.verdict).collect();
        if !games.is_empty() && games.iter().all(|verdict| *verdict <= CaseVerdict::Format) {
            excuse(&mut outcomes);
        }
        let mut number = games.len();
        let mut counted = Vec::new();
        for planned in &self.groups {
            let group = self.group(planned, &outcomes, assignment, share, way, number);
            number += group.cases.len();
            if planned.group.points > 0.0 {
                self.count(graded, planned, &outcomes, &group);
                counted.extend(planned.cases.iter().map(|index| counted_as(&outcomes[*index])));
            }
            graded.report.groups.push(group);
        }
        if !counted.is_empty() {
            let report = &mut graded.report;
            let summary = summary(&counted);
            report.summary = if games.is_empty() {
                summary
            } else {
                format!("{}; {summary}", report.summary)
            };
            let all: Vec<CaseVerdict> = games.into_iter().chain(counted).collect();
            report.verdict = judge::overall(&all);
        }
    }

    /// A group with its rows; `number` is that of the case before it.
    fn group(
        &self,
        planned: &PlannedGroup,
        outcomes: &[Outcome],
        assignment: &Assignment,
        share: Share,
        way: Way,
        number: usize,
    ) -> GroupResult {
        let maxima = self.maxima(planned);
        let earned = planned.earned_of(&maxima, |index| part(&outcomes[index], share));
        let options = options(way);
        let rows = planned.cases.iter().enumerate().map(|(position, index)| CaseResult {
            number: number + position + 1,
            points: cents(earned.cases[position]),
            max: cents(maxima[position]),
            ..self.row(*index, &outcomes[*index], assignment, &options)
        });
        GroupResult {
            name: planned.group.name.clone(),
            points: earned.points,
            max: cents(planned.group.points),
            rule: planned.rule(),
            arithmetic: arithmetic(planned, outcomes, share, earned.points),
            cases: rows.collect(),
        }
    }

    /// Adds the points and the faults of a group to a report.
    fn count(&self, graded: &mut Graded, planned: &PlannedGroup, outcomes: &[Outcome], group: &GroupResult) {
        let maxima = self.maxima(planned);
        let points = |share: Share| planned.earned_of(&maxima, |index| part(&outcomes[index], share)).points;
        let report = &mut graded.report;
        for (score, earned) in [
            (&mut report.score, group.points),
            (&mut report.exact_score, points(Share::EXACT)),
            (&mut report.game_score, points(Share::GAME)),
        ] {
            *score = score.map(|score| cents(score + earned));
        }
        for (index, case) in planned.cases.iter().zip(&group.cases) {
            if let Some((key, common)) = &outcomes[*index].fault {
                report.common.insert(key.clone(), common.clone());
                gather(report, key, common, case);
            }
        }
    }

    /// Makes the calls in the other ways that were tried: under another rubric one of them may be the one that counts.
    pub fn rehearse(&self, assignment: &Assignment, ways: impl Iterator<Item = Way>, bench: &mut Bench) {
        if !self.contracts.is_empty() {
            ways.for_each(|way| drop(self.outcomes(assignment, way, bench)));
        }
    }

    fn outcomes(&self, assignment: &Assignment, way: Way, bench: &mut Bench) -> Vec<Outcome> {
        let name = format!("contracts{} {:016x}", options(way), self.digest);
        let observed = bench.observe(&name, |program, limits| {
            judge_all(assignment, &self.contracts, program, way.machine, limits)
        });
        let is_whole = |outcomes: &Vec<Outcome>| outcomes.len() == self.contracts.len();
        observed.filter(is_whole).unwrap_or_else(|| {
            let reason = "Its calls were not made when the runs were kept; grade the submission again.";
            self.contracts
                .iter()
                .map(|contract| skipped(contract, reason))
                .collect()
        })
    }

    fn row(&self, index: usize, outcome: &Outcome, assignment: &Assignment, options: &str) -> CaseResult {
        let file = assignment.files.first().map_or("program", String::as_str);
        CaseResult {
            number: 0,
            name: self.contracts[index].name.clone(),
            moves: Vec::new(),
            verdict: outcome.verdict,
            points: 0.0,
            max: 0.0,
            ending: outcome.ending,
            instructions: outcome.instructions,
            calls: Some(outcome.calls),
            failure: outcome.failure.clone(),
            command: format!("c4grade run {}{}{options}", explain::quote(file), outcome.options),
        }
    }

    /// What each contract of a group can earn.
    fn maxima(&self, planned: &PlannedGroup) -> Vec<f64> {
        let weights = planned.cases.iter().map(|index| self.contracts[*index].points);
        planned.maxima_of(&weights.collect::<Vec<f64>>())
    }
}

/// The options of `c4grade run` that repeat calls made in some way. No key is typed, so the protocol does not matter.
fn options(way: Way) -> String {
    let protocol = Protocol::Key;
    Way { protocol, ..way }.options()
}

/// What is no more than a difference in format is a fault where the assignment does not forgive it.
fn forgive(outcome: &mut Outcome, assignment: &Assignment) {
    if outcome.verdict == CaseVerdict::Format {
        // By their names in `assignment.yaml`.
        let toggles = serde_json::to_value(assignment.comparison.tolerate).unwrap_or_default();
        let is_forgiven = |kind: &String| toggles.get(kind).and_then(serde_json::Value::as_bool) == Some(true);
        if outcome.dress.iter().all(is_forgiven) {
            outcome.fault = None;
        } else {
            outcome.verdict = CaseVerdict::Wrong;
        }
    }
}

/// The part of its points that a contract earns.
fn part(outcome: &Outcome, share: Share) -> f64 {
    if outcome.excused {
        1.0
    } else {
        share.of(outcome.verdict)
    }
}

/// Says of broken contracts that the games are right all the same.
fn excuse(outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        let is_broken = outcome.verdict > CaseVerdict::Format && outcome.verdict != CaseVerdict::Skipped;
        if let Some(failure) = outcome.failure.as_mut().filter(|_| is_broken) {
            failure.sentence += " In the games that were played it does no harm.";
        }
    }
}

/// The verdict with which a contract counts among the cases.
fn counted_as(outcome: &Outcome) -> CaseVerdict {
    if outcome.excused {
        CaseVerdict::Pass
    } else {
        outcome.verdict
    }
}

/// Adds a contract that is broken to the faults of a report.
fn gather(report: &mut StudentReport, key: &str, common: &str, case: &CaseResult) {
    let lost = cents(case.max - case.points);
    match report.faults.iter_mut().find(|fault| fault.key == key) {
        Some(fault) => {
            fault.cases.push(case.number);
            fault.lost = cents(fault.lost + lost);
        }
        None => report.faults.push(Fault {
            key: key.to_owned(),
            message: common.to_owned(),
            cases: vec![case.number],
            lost,
            cause: None,
            shortest: None,
        }),
    }
}

fn arithmetic(planned: &PlannedGroup, outcomes: &[Outcome], share: Share, points: f64) -> String {
    let of_group = || planned.cases.iter().map(|index| &outcomes[*index]);
    let count = |verdict| of_group().filter(|outcome| outcome.verdict == verdict).count();
    let (held, format, total) = (
        count(CaseVerdict::Pass),
        count(CaseVerdict::Format),
        planned.cases.len(),
    );
    let mut words = match total {
        1 => format!("{held} of 1 contract holds"),
        _ => format!("{held} of {total} contracts hold"),
    };
    if format > 0 {
        let verb = if format == 1 { "earns" } else { "earn" };
        words += &format!(", {format} in the wrong format {verb} {}%", share.format * 100.0);
    }
    let excused = of_group().filter(|outcome| outcome.excused).count();
    if excused > 0 {
        let verb = if excused == 1 { "is" } else { "are" };
        words += &format!(", {excused} {verb} no fault, as another subroutine does the work");
    }
    let skipped = of_group()
        .filter(|outcome| outcome.verdict == CaseVerdict::Skipped && !outcome.excused)
        .count();
    if skipped > 0 {
        words += &format!(", {skipped} could not be called");
    }
    format!("{words}: {points} of {}", cents(planned.group.points))
}

fn summary(verdicts: &[CaseVerdict]) -> String {
    let total = verdicts.len();
    let failed = verdicts
        .iter()
        .filter(|verdict| **verdict > CaseVerdict::Format)
        .count();
    let format = verdicts
        .iter()
        .filter(|verdict| **verdict == CaseVerdict::Format)
        .count();
    match (failed, format) {
        (0, 0) => format!("all {total} subroutine contracts hold"),
        (0, format) => format!("all {total} subroutine contracts hold but for the format of {format}"),
        (failed, _) => format!("{failed} of {total} subroutine contracts fail"),
    }
}
