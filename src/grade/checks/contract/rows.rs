//! The rows that contracts have in a report, and their points.

use crate::assignment::{Assignment, Group, Rule};
use crate::case::Contract;
use crate::connect4::Protocol;
use crate::diagnostic::wording::{counted, either};
use crate::grade::explain::failure::quote;
use crate::grade::judge;
use crate::grade::run::{RunConfig, Runner};
use crate::grade::score::{PlannedGroup, Share, cents};
use crate::result::{CaseResult, CaseVerdict, Fault, GroupResult, StudentReport};

use super::{Outcome, judge_all};

/// The contracts of a suite in the groups of the rubric.
#[derive(Debug, Default)]
pub struct ContractSuite {
    contracts: Vec<Contract>,
    /// The groups; their cases are positions in the list of contracts.
    pub groups: Vec<PlannedGroup>,
}

impl ContractSuite {
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
            contracts,
            groups: planned,
        }
    }

    /// Makes the calls and adds their rows to a report, its verdict, points and faults included; gives a summary of the
    /// contracts that count. Contracts of groups that are worth nothing are rows and no more.
    pub fn add_to(
        &self,
        report: &mut StudentReport,
        assignment: &Assignment,
        share: Share,
        config: RunConfig,
        runner: &mut Runner,
    ) -> Option<String> {
        if self.contracts.is_empty() {
            return None;
        }

        let limits = runner.limits();
        let mut outcomes = judge_all(assignment, &self.contracts, runner.program()?, config.machine, limits);
        for outcome in &mut outcomes {
            forgive(outcome, assignment);
        }
        let games: Vec<CaseVerdict> = report.cases().map(|case| case.verdict).collect();
        if !games.is_empty() && games.iter().all(|verdict| *verdict <= CaseVerdict::Format) {
            excuse(&mut outcomes);
        }

        let mut number = games.len();
        let mut counted = Vec::new();
        for planned in &self.groups {
            let group = self.group(planned, &outcomes, assignment, share, config, number);
            number += group.cases.len();
            if planned.group.points > 0.0 {
                self.count(report, planned, &outcomes, &group);
                counted.extend(planned.cases.iter().map(|index| counted_as(&outcomes[*index])));
            }
            report.groups.push(group);
        }

        if counted.is_empty() {
            return None;
        }
        let summary = summary(&counted);
        let all: Vec<CaseVerdict> = games.into_iter().chain(counted).collect();
        report.verdict = judge::overall(&all);
        Some(summary)
    }

    /// A group with its rows; `number` is that of the case before it.
    fn group(
        &self,
        planned: &PlannedGroup,
        outcomes: &[Outcome],
        assignment: &Assignment,
        share: Share,
        config: RunConfig,
        number: usize,
    ) -> GroupResult {
        let maxima = self.maxima(planned);
        let earned = planned.earned_of(&maxima, |index| part(&outcomes[index], share));
        let options = options(config);
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
    fn count(&self, report: &mut StudentReport, planned: &PlannedGroup, outcomes: &[Outcome], group: &GroupResult) {
        let maxima = self.maxima(planned);
        let points = |share: Share| planned.earned_of(&maxima, |index| part(&outcomes[index], share)).points;
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
            command: format!("c4grade run {}{}{options}", quote(file), outcome.options),
        }
    }

    /// What each contract of a group can earn.
    fn maxima(&self, planned: &PlannedGroup) -> Vec<f64> {
        let weights = planned.cases.iter().map(|index| self.contracts[*index].points);
        planned.maxima_of(&weights.collect::<Vec<f64>>())
    }
}

/// The options of `c4grade run` that repeat calls. No key is typed, so the protocol does not matter.
fn options(config: RunConfig) -> String {
    let protocol = Protocol::Key;
    RunConfig { protocol, ..config }.options()
}

/// What is no more than a difference in format is a fault where the assignment does not forgive it.
fn forgive(outcome: &mut Outcome, assignment: &Assignment) {
    if outcome.verdict == CaseVerdict::Format {
        // By their names in `assignment.yaml`.
        let toggles = serde_json::to_value(assignment.comparison.tolerate).unwrap_or_default();
        let is_forgiven = |kind: &String| toggles.get(kind).and_then(serde_json::Value::as_bool) == Some(true);
        if outcome.format.iter().all(is_forgiven) {
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

/// Says of broken contracts that the games are correct nevertheless.
fn excuse(outcomes: &mut [Outcome]) {
    for outcome in outcomes {
        let is_broken = outcome.verdict > CaseVerdict::Format && outcome.verdict != CaseVerdict::Skipped;
        if let Some(failure) = outcome.failure.as_mut().filter(|_| is_broken) {
            failure.sentence += " It made no difference in the games that were played.";
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
        let verb = either(format, "earns", "earn");
        words += &format!(", {format} with different formatting {verb} {}%", share.format * 100.0);
    }

    let excused = of_group().filter(|outcome| outcome.excused).count();
    if excused > 0 {
        let excused = counted(excused, "is not a fault", "are not faults");
        words += &format!(", {excused}, because another subroutine does the work");
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
        (0, format) => format!("all {total} subroutine contracts hold, but {format} with different formatting"),
        (failed, _) => format!("{failed} of {total} subroutine contracts fail"),
    }
}
