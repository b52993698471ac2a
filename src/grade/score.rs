//! The last stage: points. What the verdicts on cases earn, what faults cost, and what findings take off.

use std::collections::{BTreeMap, BTreeSet};

use super::explain::failure;
use super::explain::fault::FoundFault;
use super::judge::CaseOutcome;
use super::judge::compare::Comparison;
use super::judge::tolerance::counts;
use super::plan::Plan;
use super::rubric::{PlannedGroup, Share, cents, in_cents};
use super::run::RunConfig;
use crate::assignment::{By, FormatCost, RepeatedFaults, Rule};
use crate::case::Case;
use crate::connect4::Event;
use crate::connect4::reading::{
    BOARD_NOT_AGAIN, CR_ALONE, FormatDifference, FormatDifferences, FormatKind, KEYS_NOT_SHOWN, ROWS_BELOW, ROWS_JOINED,
};
use crate::result::{CaseResult, CaseVerdict, Failure, Fault, FindingKind, GroupResult, StudentReport};

/// What verdicts earn under a configuration on exact transcripts: under another protocol than the required one a correct
/// game is `format`, and earns what the assignment gives for that.
fn under(share: Share, plan: &Plan, config: RunConfig) -> Share {
    if config.protocol == plan.assignment.protocol {
        share
    } else {
        Share {
            format: share.tolerated,
            ..share
        }
    }
}

/// The points of all groups of cases. `excused` cases earn everything.
pub fn total(plan: &Plan, config: RunConfig, outcomes: &[CaseOutcome], share: Share, excused: &BTreeSet<usize>) -> f64 {
    let share = |index| share_of(plan, config, outcomes, share, excused, index);
    let points = |planned: &PlannedGroup| planned.earned(&plan.cases, share).points;
    cents(plan.groups.iter().map(points).sum())
}

/// The part of its points, 0 to 1, that the case at a position of the suite earns.
pub fn share_of(
    plan: &Plan,
    config: RunConfig,
    outcomes: &[CaseOutcome],
    share: Share,
    excused: &BTreeSet<usize>,
    index: usize,
) -> f64 {
    if excused.contains(&index) {
        return 1.0;
    }

    let outcome = &outcomes[index];
    let of_config = under(share, plan, config);
    let share = match outcome.comparison {
        // A skipped case earns what a correct game under this protocol does.
        _ if outcome.verdict == CaseVerdict::Skipped => return of_config.of(CaseVerdict::Format),
        Comparison::Exact => of_config,
        // Compared by events, a verdict of `pass` says nothing about the format.
        _ if outcome.verdict == CaseVerdict::Pass && share.by == By::Bytes => return share.of(CaseVerdict::Format),
        _ if config.protocol == plan.assignment.protocol => share,
        // Another protocol and another format: the less forgiving of the two.
        _ => Share {
            format: share.format.min(share.tolerated),
            ..share
        },
    };

    share.of(outcome.verdict)
}

/// The points that each case of the suite loses; `excused` cases lose none. Where a rule looks at a group as a whole, what the
/// group loses is shared among the cases that fail, so that the sum is what the program loses.
pub fn lost(plan: &Plan, config: RunConfig, outcomes: &[CaseOutcome], excused: &BTreeSet<usize>) -> Vec<f64> {
    let mut lost = vec![0.0; plan.cases.len()];
    for planned in &plan.groups {
        let share = |index| share_of(plan, config, outcomes, plan.share, excused, index);
        let earned = planned.earned(&plan.cases, share).cases;
        let maxima = planned.maxima(&plan.cases);
        let failed = planned.cases.iter().zip(&maxima);
        let failed: Vec<f64> = failed.map(|(index, max)| max * (1.0 - share(*index))).collect();
        let factor = match planned.group.rule {
            Rule::Proportional | Rule::Components => 1.0,
            Rule::AllOrNothing | Rule::Best(_) => {
                let of_group = planned.group.points - earned.iter().sum::<f64>();
                of_group / failed.iter().sum::<f64>()
            }
        };
        for (index, failed) in planned.cases.iter().zip(failed).filter(|(_, failed)| *failed > 0.0) {
            lost[*index] = failed * factor;
        }
    }
    lost
}

/// The rows of the report: the groups with their cases, what each earns and what is shown of its failure. `excused` cases
/// earn everything.
pub fn group_results(
    plan: &Plan,
    config: RunConfig,
    outcomes: &[CaseOutcome],
    mut failures: Vec<Option<Failure>>,
    excused: &BTreeSet<usize>,
) -> Vec<GroupResult> {
    let numbers = plan.numbers();
    let group = |planned: &PlannedGroup| {
        let share = |index| share_of(plan, config, outcomes, plan.share, excused, index);
        let earned = planned.earned(&plan.cases, share);
        let maxima = planned.maxima(&plan.cases);
        let row = |(position, index): (usize, &usize)| {
            let outcome = &outcomes[*index];
            CaseResult {
                number: numbers[*index],
                name: outcome.case.name.clone(),
                moves: failure::moves(&outcome.case.script),
                verdict: outcome.verdict,
                points: cents(earned.cases[position]),
                max: cents(maxima[position]),
                ending: outcome.stop.ending,
                instructions: outcome.instructions,
                calls: None,
                failure: failures[*index].take(),
                // Of most reports these would be half.
                command: match outcome.verdict {
                    CaseVerdict::Pass => String::new(),
                    _ => failure::command(plan.file(), outcome.case, config),
                },
            }
        };
        let cases = planned.cases.iter().enumerate().map(row).collect();

        let excused = planned.cases.iter().filter(|index| excused.contains(index)).count();
        let missed = planned
            .cases
            .iter()
            .filter(|index| plan.cases[**index].is_missed())
            .count();
        let verdict = |index: usize| outcomes[index].verdict;
        GroupResult {
            name: planned.group.name.clone(),
            points: earned.points,
            max: cents(planned.group.points),
            rule: planned.rule(),
            arithmetic: planned.arithmetic(
                verdict,
                under(plan.share, plan, config),
                (excused, missed),
                earned.points,
            ),
            cases,
        }
    };
    plan.groups.iter().map(group).collect()
}

/// The faults for the report, those that cost most first.
pub fn faults(
    plan: &Plan,
    config: RunConfig,
    outcomes: &[CaseOutcome],
    found: Vec<FoundFault>,
    excused: &BTreeSet<usize>,
) -> Vec<Fault> {
    let numbers = plan.numbers();
    let lost = lost(plan, config, outcomes, excused);
    let points = points_lost(plan, config, outcomes, &found, (&lost, excused));
    let fault = |(found, lost): (FoundFault, f64)| {
        let mut cases: Vec<usize> = found.cases.iter().map(|index| numbers[*index]).collect();
        cases.sort_unstable();
        Fault {
            key: found.key,
            message: found.common,
            cases,
            lost,
            cause: found.cause.map(|cause| (*cause).clone()),
            repair: None,
            shortest: found.shortest,
        }
    };

    let mut faults: Vec<Fault> = found.into_iter().zip(points).map(fault).collect();
    faults.sort_by(|one, other| {
        let by_points = other.lost.total_cmp(&one.lost);
        let by_count = other.cases.len().cmp(&one.cases.len());
        by_points.then(by_count).then_with(|| one.key.cmp(&other.key))
    });
    faults
}

/// What each fault costs, in whole cents. Where faults are all that costs points, these are together what the groups lose, each
/// of which is rounded.
fn points_lost(
    plan: &Plan,
    config: RunConfig,
    outcomes: &[CaseOutcome],
    found: &[FoundFault],
    (lost, excused): (&[f64], &BTreeSet<usize>),
) -> Vec<f64> {
    let of_fault = |found: &FoundFault| found.cases.iter().map(|index| lost[*index]).sum();
    let parts: Vec<f64> = found.iter().map(of_fault).collect();
    let (in_faults, all): (f64, f64) = (parts.iter().sum(), lost.iter().sum());
    let is_all = (all - in_faults).abs() < 1e-6;

    let share = |index| share_of(plan, config, outcomes, plan.share, excused, index);
    let of_group = |planned: &PlannedGroup| cents(planned.group.points) - planned.earned(&plan.cases, share).points;
    let sum = if is_all {
        plan.groups.iter().map(of_group).sum()
    } else {
        in_faults
    };
    in_cents(&parts, sum)
}

/// The cases, as positions in the suite, whose fault is deducted in another case of their group already. `faults` holds
/// for each fault the cases that show it; a fault of more than half of all `cases` is no detail, and nobody is excused
/// from it.
pub fn excused(groups: &[PlannedGroup], faults: &[Vec<usize>], cases: &[Case]) -> BTreeSet<usize> {
    let mut excused = BTreeSet::new();
    for fault in faults.iter().filter(|fault| fault.len() * 2 <= cases.len()) {
        for planned in groups {
            let maxima = planned.maxima(cases);
            let mut same: Vec<(f64, usize)> = planned
                .cases
                .iter()
                .zip(maxima)
                .filter(|(index, _)| fault.contains(index))
                .map(|(index, max)| (max, *index))
                .collect();

            // The costliest of them is deducted for all.
            same.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
            excused.extend(same.into_iter().skip(1).map(|(_, index)| index));
        }
    }

    excused
}

/// The points taken off where games are correct and the program does not halt after them, announces a tie as well, or does not begin
/// the next one: what the assignment says, and never more than these cases earn. What other cases lose because the next game begins
/// wrongly counts as paid.
pub fn ending_deduction(plan: &Plan, config: RunConfig, outcomes: &[CaseOutcome]) -> f64 {
    if !outcomes.iter().any(CaseOutcome::owes_end) {
        return 0.0;
    }

    let mut failed = outcomes.to_vec();
    for outcome in failed.iter_mut().filter(|outcome| outcome.finish.is_after_game()) {
        outcome.verdict = CaseVerdict::Timeout;
    }
    let earned = |outcomes: &[CaseOutcome], share: Share| total(plan, config, outcomes, share, &BTreeSet::new());
    let worth = earned(outcomes, plan.share) - earned(&failed, plan.share);
    let due = deduction(plan, plan.assignment.deductions.ending) - paid_for_new_games(plan, config, outcomes);

    cents(due.min(worth).max(0.0))
}

/// What is lost in the cases in which the first thing that is wrong is a new game after the end of another one.
fn paid_for_new_games(plan: &Plan, config: RunConfig, outcomes: &[CaseOutcome]) -> f64 {
    let all = outcomes.iter().enumerate();
    let wrong: Vec<usize> = all
        .filter(|(_, outcome)| outcome.begins_game_wrongly())
        .map(|(index, _)| index)
        .collect();
    let excused = match plan.assignment.repeated_faults {
        RepeatedFaults::Once => excused(&plan.groups, std::slice::from_ref(&wrong), &plan.cases),
        RepeatedFaults::Each => BTreeSet::new(),
    };

    let mut mended = outcomes.to_vec();
    for index in wrong {
        let outcome = &mut mended[index];
        let format = failure::format_differences_of(&outcome.comparison)
            .cloned()
            .unwrap_or_default();
        let is_in_format = format.is_empty() || plan.share.by == By::Events;
        outcome.verdict = if is_in_format && config.protocol == plan.assignment.protocol {
            CaseVerdict::Pass
        } else {
            CaseVerdict::Format
        };
        outcome.comparison = if format.is_empty() {
            Comparison::Exact
        } else {
            Comparison::Format(format)
        };
    }

    let earned = |outcomes: &[CaseOutcome]| total(plan, config, outcomes, plan.share, &excused);
    earned(&mended) - earned(outcomes)
}

/// The points taken off for each kind of difference in format, where the assignment deducts each once: so many for a kind,
/// so many in all, and never more than the correct games in another format earn.
pub fn format_deductions(plan: &Plan, config: RunConfig, outcomes: &[CaseOutcome]) -> BTreeMap<FormatKind, f64> {
    let FormatCost::Kinds { each, most } = plan.assignment.comparison.format else {
        return BTreeMap::new();
    };
    let graded = plan.graded().into_iter().map(|index| &outcomes[index]);
    let differing = graded.filter(|outcome| outcome.verdict == CaseVerdict::Format);
    let kinds = kinds_of(differing, plan.assignment.comparison.by);
    if kinds.is_empty() {
        return BTreeMap::new();
    }

    let earned = |share: Share| total(plan, config, outcomes, share, &BTreeSet::new());
    let unformatted = Share {
        format: 0.0,
        tolerated: 0.0,
        ..plan.share
    };
    let worth = earned(plan.share) - earned(unformatted);
    let mut left = deduction(plan, most).min(worth).max(0.0);

    let mut cost = |kind| {
        let points = cents(deduction(plan, each).min(left));
        left -= points;
        (kind, points)
    };
    kinds.into_iter().map(&mut cost).collect()
}

/// The kinds of difference in the format of games. What is printed after their end is one, however it reads: the most
/// frequent.
fn kinds_of<'o>(outcomes: impl Iterator<Item = &'o CaseOutcome<'o>>, by: By) -> BTreeSet<FormatKind> {
    let mut kinds = BTreeSet::new();
    let mut after_end: BTreeMap<FormatKind, u64> = BTreeMap::new();
    for outcome in outcomes {
        let differences = failure::format_differences_of(&outcome.comparison);
        let items = differences.map(FormatDifferences::items).unwrap_or_default();
        for difference in items.iter().filter(|item| counts(by, item.kind)) {
            if outcome.prints_after_end {
                *after_end.entry(difference.kind).or_default() += difference.count;
            } else {
                kinds.insert(difference.kind);
            }
        }
    }

    let most = after_end.into_iter().max_by_key(|(_, count)| *count);
    kinds.extend(most.map(|(kind, _)| kind));
    kinds
}

/// What a person notices in games that are right where words are free, each once; nothing where the texts are fixed: that a
/// player is not named, or the wrong one, and what is missing or wrong in at least half of its places.
pub fn noticed(plan: &Plan, outcomes: &[CaseOutcome]) -> Vec<FormatDifference> {
    if plan.assignment.comparison.by == By::Bytes {
        return Vec::new();
    }

    let mut all = FormatDifferences::default();
    for differences in outcomes
        .iter()
        .filter_map(|outcome| failure::format_differences_of(&outcome.comparison))
    {
        all.merge(differences);
    }
    let is_noticed = |difference: &&FormatDifference| {
        let is_often = |places: usize| difference.count * 2 >= places as u64;
        match &difference.message[..] {
            KEYS_NOT_SHOWN => is_often(count_events(outcomes, |event| matches!(event, Event::Echo(_)))),
            BOARD_NOT_AGAIN => is_often(count_events(outcomes, |event| *event == Event::Refusal)),
            ROWS_BELOW | ROWS_JOINED => is_often(count_boards(outcomes)),
            message if message.starts_with(CR_ALONE) => {
                is_often(count_boards(outcomes) * plan.assignment.game.rules.rows)
            }
            _ => difference.kind == FormatKind::Unnamed,
        }
    };
    all.items().iter().filter(is_noticed).cloned().collect()
}

/// How many boards a suite requires.
fn count_boards(outcomes: &[CaseOutcome]) -> usize {
    count_events(outcomes, |event| matches!(event, Event::Board(_) | Event::Frame(_)))
}

/// How many events of a kind a suite requires.
fn count_events(outcomes: &[CaseOutcome], is_such: impl Fn(&Event) -> bool) -> usize {
    let steps = outcomes
        .iter()
        .flat_map(|outcome| &outcome.compared_with().expected.steps);
    steps
        .flat_map(|step| &step.events)
        .filter(|event| is_such(event))
        .count()
}

/// The points taken off for each of these.
pub fn wording_deduction(plan: &Plan, outcomes: &[CaseOutcome]) -> f64 {
    let kinds = noticed(plan, outcomes).len();
    cents(deduction(plan, plan.assignment.deductions.wording) * kinds as f64)
}

/// The points of a deduction. Where the assignment's rubric does not apply, the same part of all points.
pub fn deduction(plan: &Plan, points: f64) -> f64 {
    let rubric: f64 = plan.assignment.rubric.iter().map(|group| group.points).sum();
    match rubric {
        rubric if plan.by_rubric && rubric > 0.0 => points,
        rubric if rubric > 0.0 => points * plan.max() / rubric,
        _ => points * plan.max() / 100.0,
    }
}

/// Takes the points of findings off all three figures: once for each kind, and never below nothing. Of several findings
/// of a kind the first one bears the points.
pub fn deduct(report: &mut StudentReport) {
    let mut kinds = Vec::new();
    let mut points = 0.0;
    for finding in &mut report.findings {
        let is_counted_each = matches!(finding.kind, FindingKind::Wording | FindingKind::Playing);
        if kinds.contains(&finding.kind) && !is_counted_each {
            finding.deducted = 0.0;
        } else if finding.deducted > 0.0 {
            kinds.push(finding.kind);
            points += finding.deducted;
        }
    }

    for score in [&mut report.score, &mut report.exact_score, &mut report.game_score] {
        *score = score.map(|score| cents((score - points).max(0.0)));
    }
}

#[cfg(test)]
mod tests {
    use crate::assignment::Rule;
    use crate::grade::rubric::{
        self,
        tests::{cases, group},
    };

    #[test]
    fn a_repeated_fault_is_deducted_once_in_each_group() {
        let cases = cases(&[
            ("a", 1.0),
            ("a", 2.0),
            ("a", 1.0),
            ("b", 1.0),
            ("b", 1.0),
            ("b", 1.0),
            ("b", 1.0),
        ]);

        let groups = [
            group(&["a"], 8.0, Rule::Proportional),
            group(&["b"], 8.0, Rule::Proportional),
        ];
        let planned = rubric::groups_of_cases(&groups, &cases);
        let excused = |faults: &[&[usize]]| {
            let faults: Vec<Vec<usize>> = faults.iter().map(|fault| fault.to_vec()).collect();
            super::excused(&planned, &faults, &cases)
                .into_iter()
                .collect::<Vec<_>>()
        };

        assert_eq!(excused(&[&[0, 1], &[3]]), [0]);
        assert_eq!(excused(&[&[0, 4, 5]]), [5]);
        // Four of seven are more than half: that is no detail.
        assert_eq!(excused(&[&[0, 1, 4, 5]]), [0; 0]);
    }
}
