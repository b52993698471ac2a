//! The last stage: points. Which cases belong to which group of the rubric, and what their verdicts earn.

use std::collections::BTreeSet;

use super::explain::failure;
use super::explain::fault::FoundFault;
use super::judge::CaseOutcome;
use super::judge::compare::Comparison;
use super::plan::Plan;
use super::run::RunConfig;
use crate::assignment::{By, Group, Rule};
use crate::case::Case;
use crate::diagnostic::wording::{counted, either};
use crate::result::{CaseResult, CaseVerdict, Failure, Fault, GroupResult, StudentReport};

/// A rubric group with its cases.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedGroup {
    /// The group, as the assignment has it.
    pub group: Group,
    /// Its cases, as positions in the suite.
    pub cases: Vec<usize>,
}

/// What a group earned.
#[derive(Debug, Clone, PartialEq)]
pub struct Earned {
    /// Points of the group, rounded to cents.
    pub points: f64,
    /// Points of each of its cases, not rounded; for rules that look at the group as a whole, each case's share of it.
    pub cases: Vec<f64>,
}

/// Sorts cases into groups. Without a rubric there is one group, in which each case earns its own points. Groups without
/// cases fall away; cases that no group names come last, worth nothing.
pub fn plan(rubric: &[Group], cases: &[Case]) -> Vec<PlannedGroup> {
    if rubric.is_empty() && cases.is_empty() {
        return Vec::new();
    }
    if rubric.is_empty() {
        return vec![PlannedGroup {
            group: Group {
                name: "Cases".to_owned(),
                tags: Vec::new(),
                points: cases.iter().map(|case| case.points).sum(),
                rule: Rule::Proportional,
            },
            cases: (0..cases.len()).collect(),
        }];
    }

    let mut groups: Vec<PlannedGroup> = rubric
        .iter()
        .map(|group| PlannedGroup {
            group: group.clone(),
            cases: Vec::new(),
        })
        .collect();

    let mut others = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let home = groups
            .iter_mut()
            .find(|planned| planned.group.tags.iter().any(|tag| case.tags.contains(tag)));
        home.map_or(&mut others, |planned| &mut planned.cases).push(index);
    }

    groups.retain(|planned| !planned.cases.is_empty());
    if !others.is_empty() {
        groups.push(PlannedGroup {
            group: Group {
                name: "Not in the rubric".to_owned(),
                tags: Vec::new(),
                points: 0.0,
                rule: Rule::Proportional,
            },
            cases: others,
        });
    }

    groups
}

impl PlannedGroup {
    /// What each of the group's cases can earn.
    pub fn maxima(&self, cases: &[Case]) -> Vec<f64> {
        self.maxima_of(
            &self
                .cases
                .iter()
                .map(|index| cases[*index].points)
                .collect::<Vec<f64>>(),
        )
    }

    /// The same from the weights of its cases.
    pub(super) fn maxima_of(&self, weights: &[f64]) -> Vec<f64> {
        let total: f64 = weights.iter().sum();
        let count = weights.len() as f64;
        weights
            .iter()
            .map(|weight| match self.group.rule {
                Rule::Proportional | Rule::AllOrNothing if total > 0.0 => self.group.points * weight / total,
                Rule::Proportional | Rule::AllOrNothing => self.group.points / count,
                Rule::Best(best) => self.group.points / (best.clamp(1, weights.len()) as f64),
            })
            .collect()
    }

    /// What the group earns. `share` gives the part of its points, 0 to 1, that a case earns.
    pub fn earned(&self, cases: &[Case], share: impl Fn(usize) -> f64) -> Earned {
        self.earned_of(&self.maxima(cases), share)
    }

    /// The same from what each of its cases can earn.
    pub(super) fn earned_of(&self, maxima: &[f64], share: impl Fn(usize) -> f64) -> Earned {
        let shares: Vec<f64> = self.cases.iter().map(|index| share(*index)).collect();
        let mut points: Vec<f64> = maxima.iter().zip(&shares).map(|(max, share)| max * share).collect();
        match self.group.rule {
            Rule::Proportional => {}
            Rule::AllOrNothing => {
                let least = shares.iter().copied().fold(1.0, f64::min);
                points = maxima.iter().map(|max| max * least).collect();
            }
            Rule::Best(best) => {
                let mut order: Vec<usize> = (0..points.len()).collect();
                order.sort_by(|one, other| points[*other].total_cmp(&points[*one]));
                for index in order.into_iter().skip(best) {
                    points[index] = 0.0;
                }
            }
        }

        Earned {
            points: cents(points.iter().sum()),
            cases: points,
        }
    }

    /// The rule in words.
    pub fn rule(&self) -> String {
        match self.group.rule {
            Rule::Proportional => "each case earns its share".to_owned(),
            Rule::AllOrNothing => "all cases, or nothing".to_owned(),
            Rule::Best(best) => format!("the best {best} cases count"),
        }
    }

    /// The arithmetic in words: `5 of 6 cases pass, 1 correct game with different formatting earns 50%: 18.33 of 20`. `excused` says how many of
    /// the cases fail like another one that is deducted already.
    pub fn arithmetic(
        &self,
        verdict: impl Fn(usize) -> CaseVerdict,
        share: Share,
        excused: usize,
        points: f64,
    ) -> String {
        let count = |wanted| self.cases.iter().filter(|index| verdict(**index) == wanted).count();
        let (passed, format) = (count(CaseVerdict::Pass), count(CaseVerdict::Format));
        let total = self.cases.len();
        let noun = either(total, "case passes", "cases pass");
        let mut words = format!("{passed} of {total} {noun}");
        if format > 0 {
            let percent = share.format * 100.0;
            let games = counted(format, "correct game", "correct games");
            let verb = either(format, "earns", "earn");
            words += &format!(", {games} with different formatting {verb} {percent}%");
        }

        if excused > 0 {
            let one = "case repeats a fault and earns full points";
            let many = "cases repeat faults and earn full points";
            words += &format!(", {}", counted(excused, one, many));
        }

        format!("{words}: {points} of {}", cents(self.group.points))
    }
}

/// The part of its points that each verdict earns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// For the correct game in a different format.
    pub format: f64,
    /// For the correct game when moves had to be typed differently from what is required.
    pub tolerated: f64,
    /// Whether the correct game passes in any format.
    pub by: By,
}

impl Share {
    /// Only exact transcripts count.
    pub const EXACT: Self = Self {
        format: 0.0,
        tolerated: 0.0,
        by: By::Bytes,
    };
    /// Formatting does not count.
    pub const GAME: Self = Self {
        format: 1.0,
        tolerated: 1.0,
        by: By::Events,
    };

    /// What the verdicts on exact transcripts earn under a configuration: under another protocol than the required one a
    /// correct game is `format`, and earns what the assignment gives for that.
    pub fn under(self, plan: &Plan, config: RunConfig) -> Self {
        if config.protocol == plan.assignment.protocol {
            self
        } else {
            Self {
                format: self.tolerated,
                ..self
            }
        }
    }

    /// The share of one verdict.
    pub fn of(self, verdict: CaseVerdict) -> f64 {
        match verdict {
            CaseVerdict::Pass => 1.0,
            CaseVerdict::Format => self.format,
            CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash | CaseVerdict::Skipped => 0.0,
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
    let of_config = share.under(plan, config);
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

/// The points that each case of the suite loses; `excused` cases lose none.
pub fn lost(plan: &Plan, config: RunConfig, outcomes: &[CaseOutcome], excused: &BTreeSet<usize>) -> Vec<f64> {
    let mut lost = vec![0.0; plan.cases.len()];
    for planned in &plan.groups {
        let share = |index| share_of(plan, config, outcomes, plan.share, excused, index);
        let earned = planned.earned(&plan.cases, share).cases;
        let maxima = planned.maxima(&plan.cases);
        for (position, index) in planned.cases.iter().enumerate() {
            lost[*index] = maxima[position] - earned[position];
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
                command: failure::command(plan.file(), outcome.case, config),
            }
        };
        let cases = planned.cases.iter().enumerate().map(row).collect();

        let excused = planned.cases.iter().filter(|index| excused.contains(index)).count();
        let verdict = |index: usize| outcomes[index].verdict;
        GroupResult {
            name: planned.group.name.clone(),
            points: earned.points,
            max: cents(planned.group.points),
            rule: planned.rule(),
            arithmetic: planned.arithmetic(verdict, plan.share.under(plan, config), excused, earned.points),
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
    let fault = |found: FoundFault| {
        let mut cases: Vec<usize> = found.cases.iter().map(|index| numbers[*index]).collect();
        cases.sort_unstable();
        Fault {
            key: found.key,
            message: found.common,
            cases,
            lost: cents(found.cases.iter().map(|index| lost[*index]).sum()),
            cause: found.cause.map(|cause| (*cause).clone()),
            shortest: found.shortest,
        }
    };

    let mut faults: Vec<Fault> = found.into_iter().map(fault).collect();
    faults.sort_by(|one, other| {
        let by_points = other.lost.total_cmp(&one.lost);
        let by_count = other.cases.len().cmp(&one.cases.len());
        by_points.then(by_count).then_with(|| one.key.cmp(&other.key))
    });
    faults
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

/// Takes the points of findings off all three figures: once for each kind, and never below nothing. Of several findings
/// of a kind the first one bears the points.
pub fn deduct(report: &mut StudentReport) {
    let mut kinds = Vec::new();
    let mut points = 0.0;
    for finding in &mut report.findings {
        if kinds.contains(&finding.kind) {
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

/// Rounds to two decimals.
pub fn cents(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

#[expect(clippy::float_cmp, reason = "these sums are exact in binary, or rounded to cents")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment::find;
    use crate::connect4::{Expected, Script};
    use crate::result::Ending;
    use CaseVerdict::{Crash, Format, Pass, Skipped, Timeout, Wrong};

    const HALF: Share = Share {
        format: 0.5,
        tolerated: 0.5,
        by: By::Bytes,
    };

    /// Cases that weigh so many points, each with a tag.
    fn cases(weights: &[(&str, f64)]) -> Vec<Case> {
        let assignment = find("lc3-starter").expect("it is bundled");
        let script = Script::from_moves("1", assignment.protocol);
        let expected = Expected::play(&assignment.game, &script);
        let case = |(tag, points): &(&str, f64)| Case {
            name: (*tag).to_owned(),
            tags: vec![(*tag).to_owned()],
            points: *points,
            script: script.clone(),
            raw: false,
            transcript: expected.transcript(),
            expected: expected.clone(),
            ends: Ending::Waiting,
            family: None,
            frames: crate::assignment::Frames::Checked,
            demands: Vec::new(),
            place: String::new(),
        };

        weights.iter().map(case).collect()
    }

    fn group(tags: &[&str], points: f64, rule: Rule) -> Group {
        Group {
            name: tags.concat(),
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            points,
            rule,
        }
    }

    /// What one group of equal cases earns with these verdicts.
    fn earned(points: f64, rule: Rule, verdicts: &[CaseVerdict], share: Share) -> f64 {
        let cases = cases(&vec![("a", 1.0); verdicts.len()]);
        let planned = plan(&[group(&["a"], points, rule)], &cases);
        planned[0].earned(&cases, |index| share.of(verdicts[index])).points
    }

    #[test]
    fn proportional_cases_earn_their_share() {
        let verdicts = [Pass, Format, Wrong, Crash];
        assert_eq!(earned(10.0, Rule::Proportional, &verdicts, HALF), 3.75);
        assert_eq!(earned(10.0, Rule::Proportional, &verdicts, Share::EXACT), 2.5);
        assert_eq!(earned(10.0, Rule::Proportional, &verdicts, Share::GAME), 5.0);
        for nothing in [Wrong, Crash, Timeout, Skipped] {
            assert_eq!(earned(10.0, Rule::Proportional, &[nothing], Share::GAME), 0.0);
        }
    }

    #[test]
    fn all_or_nothing_is_as_good_as_its_worst_case() {
        assert_eq!(earned(10.0, Rule::AllOrNothing, &[Pass, Pass], HALF), 10.0);
        assert_eq!(earned(10.0, Rule::AllOrNothing, &[Pass, Format], HALF), 5.0);
        assert_eq!(earned(10.0, Rule::AllOrNothing, &[Pass, Wrong], HALF), 0.0);
        assert_eq!(earned(10.0, Rule::AllOrNothing, &[Pass, Format], Share::EXACT), 0.0);
    }

    #[test]
    fn the_best_cases_count() {
        let verdicts = [Wrong, Format, Pass, Pass];
        assert_eq!(earned(12.0, Rule::Best(2), &verdicts, HALF), 12.0);
        assert_eq!(earned(12.0, Rule::Best(3), &verdicts, HALF), 10.0);
        assert_eq!(earned(12.0, Rule::Best(3), &verdicts, Share::EXACT), 8.0);
        // More than there are cases: each of them counts, and all of them earn everything.
        assert_eq!(earned(12.0, Rule::Best(9), &[Pass, Pass], HALF), 12.0);
    }

    #[test]
    fn a_group_is_rounded_once_and_not_case_by_case() {
        // Three cases of 3.333... are 10, not 9.99.
        assert_eq!(earned(10.0, Rule::Proportional, &[Pass, Pass, Pass], HALF), 10.0);
        assert_eq!(earned(10.0, Rule::Proportional, &[Pass, Wrong, Wrong], HALF), 3.33);
        assert_eq!(earned(10.0, Rule::Proportional, &[Pass, Pass, Wrong], HALF), 6.67);
        assert_eq!(cents(0.125), 0.13);
    }

    #[test]
    fn cases_weigh_by_their_points_and_belong_to_the_first_group_that_names_them() {
        let cases = cases(&[("a", 3.0), ("b", 1.0), ("c", 5.0)]);
        let rubric = [
            group(&["a", "b"], 8.0, Rule::Proportional),
            group(&["b"], 1.0, Rule::Proportional),
        ];
        let planned = plan(&rubric, &cases);
        let names: Vec<(&str, &[usize])> = planned
            .iter()
            .map(|planned| (&planned.group.name[..], &planned.cases[..]))
            .collect();

        assert_eq!(names, [("ab", &[0, 1][..]), ("Not in the rubric", &[2][..])]);
        let earned = planned[0].earned(&cases, |index| if index == 0 { 1.0 } else { 0.0 });
        assert_eq!((earned.points, &earned.cases[..]), (6.0, &[6.0, 0.0][..]));
        assert_eq!(planned[1].earned(&cases, |_| 1.0).points, 0.0);
    }

    #[test]
    fn without_a_rubric_each_case_earns_its_own_points() {
        let cases = cases(&[("a", 3.0), ("b", 1.5)]);
        let planned = plan(&[], &cases);
        assert_eq!(planned.len(), 1);
        assert_eq!(planned[0].maxima(&cases), [3.0, 1.5]);
        let verdict = |index: usize| if index == 0 { Format } else { Pass };
        assert_eq!(planned[0].earned(&cases, |index| HALF.of(verdict(index))).points, 3.0);
    }

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

        let rubric = [
            group(&["a"], 8.0, Rule::Proportional),
            group(&["b"], 8.0, Rule::Proportional),
        ];
        let planned = plan(&rubric, &cases);
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

    #[test]
    fn the_arithmetic_is_explained() {
        let cases = cases(&[("a", 1.0); 3]);
        let planned = plan(&[group(&["a"], 9.0, Rule::Proportional)], &cases);
        let verdict = |index: usize| [Pass, Format, Wrong][index];
        assert_eq!(
            planned[0].arithmetic(verdict, HALF, 0, 4.5),
            "1 of 3 cases pass, 1 correct game with different formatting earns 50%: 4.5 of 9"
        );
    }
}
