//! The rows that contracts have in a report, and their points.

use crate::assignment::Assignment;
use crate::diagnostic::wording::{counted, either};
use crate::grade::explain::failure::quote;
use crate::grade::judge;
use crate::grade::plan::Plan;
use crate::grade::rubric::{PlannedGroup, Share, cents};
use crate::grade::run::{RunConfig, Runner};
use crate::result::{CaseResult, CaseVerdict, Fault, GroupResult, StudentReport};

use super::{Outcome, judge_all};

/// Calls the subroutines of a program and adds the rows of their contracts to a report, its verdict, points and faults
/// included; gives a summary of the contracts that count. Contracts of groups that are worth nothing are rows and no more.
/// `None` where no contract counts, or the program could not be run.
pub(in crate::grade) fn add_rows(
    plan: &Plan,
    config: RunConfig,
    runner: &mut Runner,
    report: &mut StudentReport,
) -> Option<String> {
    if plan.contracts.is_empty() {
        return None;
    }

    let limits = runner.limits();
    let program = runner.program()?;
    let mut outcomes = judge_all(&plan.assignment, &plan.contracts, program, config.machine, limits);
    for outcome in &mut outcomes {
        forgive(outcome, &plan.assignment);
    }
    let games: Vec<CaseVerdict> = report.cases().map(|case| case.verdict).collect();
    if !games.is_empty() && games.iter().all(|verdict| *verdict <= CaseVerdict::Format) {
        excuse(&mut outcomes);
    }

    let rows = Rows {
        plan,
        outcomes: &outcomes,
        options: config.options(),
    };
    let mut number = games.len();
    let mut counted = Vec::new();
    for planned in &plan.contract_groups {
        let group = rows.group(planned, number);
        number += group.cases.len();
        if planned.group.points > 0.0 {
            rows.count(report, planned, &group);
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

/// What the rows of a report are made from.
struct Rows<'a> {
    plan: &'a Plan,
    /// In the order of the plan's contracts.
    outcomes: &'a [Outcome],
    /// The options of `c4grade run` that repeat the configuration.
    options: String,
}

impl Rows<'_> {
    /// A group with its rows; `number` is that of the case before it.
    fn group(&self, planned: &PlannedGroup, number: usize) -> GroupResult {
        let share = self.plan.share;
        let maxima = self.maxima(planned);
        let earned = planned.earned_of(&maxima, |index| part(&self.outcomes[index], share));
        let rows = planned.cases.iter().enumerate().map(|(position, index)| CaseResult {
            number: number + position + 1,
            points: cents(earned.cases[position]),
            max: cents(maxima[position]),
            ..self.row(*index)
        });

        GroupResult {
            name: planned.group.name.clone(),
            points: earned.points,
            max: cents(planned.group.points),
            rule: planned.rule(),
            arithmetic: arithmetic(planned, self.outcomes, share, earned.points),
            cases: rows.collect(),
        }
    }

    /// Adds the points and the faults of a group to a report.
    fn count(&self, report: &mut StudentReport, planned: &PlannedGroup, group: &GroupResult) {
        let maxima = self.maxima(planned);
        let points = |share: Share| {
            let part = |index: usize| part(&self.outcomes[index], share);
            planned.earned_of(&maxima, part).points
        };
        for (score, earned) in [
            (&mut report.score, group.points),
            (&mut report.exact_score, points(Share::EXACT)),
            (&mut report.game_score, points(Share::GAME)),
        ] {
            *score = score.map(|score| cents(score + earned));
        }

        for (index, case) in planned.cases.iter().zip(&group.cases) {
            if let Some((key, common)) = &self.outcomes[*index].fault {
                report.common.insert(key.clone(), common.clone());
                gather(report, key, common, case);
            }
        }
    }

    /// The row of one contract, without its number and points.
    fn row(&self, index: usize) -> CaseResult {
        let outcome = &self.outcomes[index];
        CaseResult {
            number: 0,
            name: self.plan.contracts[index].name.clone(),
            moves: Vec::new(),
            verdict: outcome.verdict,
            points: 0.0,
            max: 0.0,
            ending: outcome.ending,
            instructions: outcome.instructions,
            calls: Some(outcome.calls),
            failure: outcome.failure.clone(),
            command: format!(
                "c4grade run {}{}{}",
                quote(self.plan.file()),
                outcome.options,
                self.options
            ),
        }
    }

    /// What each contract of a group can earn.
    fn maxima(&self, planned: &PlannedGroup) -> Vec<f64> {
        let weights = planned.cases.iter().map(|index| self.plan.contracts[*index].points);
        planned.maxima_of(&weights.collect::<Vec<f64>>())
    }
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
            repair: None,
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
