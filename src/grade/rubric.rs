//! The groups of the rubric with their cases, and what verdicts earn in each.

use crate::assignment::{By, Group, Rule};
use crate::case::{Case, Contract};
use crate::diagnostic::wording::{counted, either};
use crate::result::CaseVerdict;

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
pub fn groups_of_cases(rubric: &[Group], cases: &[Case]) -> Vec<PlannedGroup> {
    if rubric.is_empty() && cases.is_empty() {
        return Vec::new();
    }
    if rubric.is_empty() {
        let points = cases.iter().map(|case| case.points).sum();
        return vec![everything("Cases", points, cases.len())];
    }

    let (mut groups, others) = by_tags(rubric, cases.iter().map(|case| &case.tags[..]));
    if !others.is_empty() {
        groups.push(PlannedGroup {
            cases: others,
            ..everything("Not in the rubric", 0.0, 0)
        });
    }

    groups
}

/// Sorts contracts into the groups of a rubric; those that no group names fall away. Without a rubric there is one group, in
/// which each contract earns its own points.
pub fn groups_of_contracts(rubric: &[Group], contracts: &[Contract]) -> Vec<PlannedGroup> {
    if rubric.is_empty() && contracts.is_empty() {
        return Vec::new();
    }
    if rubric.is_empty() {
        let points = contracts.iter().map(|contract| contract.points).sum();
        return vec![everything("Subroutine contracts", points, contracts.len())];
    }

    let (groups, _) = by_tags(rubric, contracts.iter().map(|contract| &contract.tags[..]));
    groups
}

/// The groups of a rubric that count subroutines by themselves.
pub fn groups_of_components(rubric: &[Group]) -> Vec<PlannedGroup> {
    let groups = rubric.iter().filter(|group| group.rule == Rule::Components);
    groups
        .map(|group| PlannedGroup {
            group: group.clone(),
            cases: Vec::new(),
        })
        .collect()
}

/// One group of all cases.
fn everything(name: &str, points: f64, count: usize) -> PlannedGroup {
    PlannedGroup {
        group: Group {
            name: name.to_owned(),
            tags: Vec::new(),
            points,
            rule: Rule::Proportional,
        },
        cases: (0..count).collect(),
    }
}

/// The groups that have cases, each case in the first group that names one of its tags; and the cases that none names.
fn by_tags<'t>(rubric: &[Group], tags: impl Iterator<Item = &'t [String]>) -> (Vec<PlannedGroup>, Vec<usize>) {
    let mut groups: Vec<PlannedGroup> = rubric
        .iter()
        .map(|group| PlannedGroup {
            group: group.clone(),
            cases: Vec::new(),
        })
        .collect();

    let mut others = Vec::new();
    for (index, tags) in tags.enumerate() {
        let home = groups
            .iter_mut()
            .find(|planned| planned.group.tags.iter().any(|tag| tags.contains(tag)));
        home.map_or(&mut others, |planned| &mut planned.cases).push(index);
    }

    groups.retain(|planned| !planned.cases.is_empty());
    (groups, others)
}

/// The groups of a rubric where some cases have no points because their goal is not reached. Where that is all of a group,
/// its points go to the others, in proportion.
pub(super) fn groups_of_reached(groups: &[PlannedGroup], cases: &[Case]) -> Vec<PlannedGroup> {
    let is_missed = |planned: &PlannedGroup| planned.cases.iter().all(|index| cases[*index].is_missed());
    let all: f64 = groups.iter().map(|planned| planned.group.points).sum();
    let kept: f64 = groups
        .iter()
        .filter(|planned| !is_missed(planned))
        .map(|planned| planned.group.points)
        .sum();
    let mut groups = groups.to_vec();
    if kept >= all || kept <= 0.0 {
        return groups;
    }

    for planned in &mut groups {
        let points = if is_missed(planned) {
            0.0
        } else {
            planned.group.points * all / kept
        };
        planned.group.points = cents(points);
    }
    // Rounding must not change what can be earned.
    let rounded: f64 = groups.iter().map(|planned| planned.group.points).sum();
    let greatest = groups
        .iter_mut()
        .max_by(|one, other| one.group.points.total_cmp(&other.group.points));
    if let Some(planned) = greatest {
        planned.group.points = cents(planned.group.points + all - rounded);
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
    pub fn maxima_of(&self, weights: &[f64]) -> Vec<f64> {
        let total: f64 = weights.iter().sum();
        let count = weights.len() as f64;
        let weighty = weights.iter().filter(|weight| **weight > 0.0).count();
        weights
            .iter()
            .map(|weight| match self.group.rule {
                Rule::Proportional | Rule::AllOrNothing | Rule::Components if total > 0.0 => {
                    self.group.points * weight / total
                }
                Rule::Proportional | Rule::AllOrNothing | Rule::Components => self.group.points / count,
                Rule::Best(_) if *weight <= 0.0 && weighty > 0 => 0.0,
                Rule::Best(best) if weighty > 0 => self.group.points / (best.clamp(1, weighty) as f64),
                Rule::Best(best) => self.group.points / (best.clamp(1, weights.len()) as f64),
            })
            .collect()
    }

    /// What the group earns. `share` gives the part of its points, 0 to 1, that a case earns.
    pub fn earned(&self, cases: &[Case], share: impl Fn(usize) -> f64) -> Earned {
        self.earned_of(&self.maxima(cases), share)
    }

    /// The same from what each of its cases can earn.
    pub fn earned_of(&self, maxima: &[f64], share: impl Fn(usize) -> f64) -> Earned {
        let shares: Vec<f64> = self.cases.iter().map(|index| share(*index)).collect();
        let mut points: Vec<f64> = maxima.iter().zip(&shares).map(|(max, share)| max * share).collect();
        match self.group.rule {
            Rule::Proportional | Rule::Components => {}
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
            Rule::Components => {
                "each subroutine that is right by itself earns its share, or the games do if that is more".to_owned()
            }
        }
    }

    /// The arithmetic in words: `5 of 6 cases pass, 1 correct game with different formatting earns 50%: 18.33 of 20`. `excused` says how many of
    /// the cases fail like another one that is deducted already, `missed` how many there is no game for.
    pub fn arithmetic(
        &self,
        verdict: impl Fn(usize) -> CaseVerdict,
        share: Share,
        (excused, missed): (usize, usize),
        points: f64,
    ) -> String {
        let count = |wanted| self.cases.iter().filter(|index| verdict(**index) == wanted).count();
        let (passed, format) = (count(CaseVerdict::Pass), count(CaseVerdict::Format));
        let total = self.cases.len() - missed;
        let noun = either(total, "case passes", "cases pass");
        let mut words = format!("{passed} of {total} {noun}");
        if format > 0 {
            let games = counted(format, "correct game", "correct games");
            let verb = either(format, "earns", "earn");
            let earned = if share.format < 1.0 {
                format!("{}%", share.format * 100.0)
            } else {
                "full points".to_owned()
            };
            words += &format!(", {games} with different formatting {verb} {earned}");
        }

        if missed > 0 {
            words += &format!(", {missed} not reached");
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

    /// The share of one verdict.
    pub fn of(self, verdict: CaseVerdict) -> f64 {
        match verdict {
            CaseVerdict::Pass => 1.0,
            CaseVerdict::Format => self.format,
            CaseVerdict::Wrong | CaseVerdict::Timeout | CaseVerdict::Crash | CaseVerdict::Skipped => 0.0,
        }
    }
}

/// Rounds to two decimals.
pub fn cents(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

/// The parts of a sum in whole cents that add up to it: those with the greatest remainders are rounded up.
pub fn in_cents(parts: &[f64], sum: f64) -> Vec<f64> {
    const NEARLY: f64 = 1e-6;
    let mut whole: Vec<i64> = parts
        .iter()
        .map(|part| (part * 100.0 + NEARLY).floor() as i64)
        .collect();
    let left = (sum * 100.0).round() as i64 - whole.iter().sum::<i64>();

    let remainder = |index: &usize| parts[*index] * 100.0 - whole[*index] as f64;
    let mut order: Vec<usize> = (0..parts.len()).filter(|index| parts[*index] > NEARLY).collect();
    order.sort_by(|one, other| remainder(other).total_cmp(&remainder(one)).then(one.cmp(other)));
    if left < 0 {
        order.reverse();
    }
    let most = usize::try_from(left.unsigned_abs()).unwrap_or_default();
    for index in order.iter().cycle().take(if order.is_empty() { 0 } else { most }) {
        whole[*index] += left.signum();
    }
    whole.into_iter().map(|cents| cents.max(0) as f64 / 100.0).collect()
}

#[cfg(test)]
pub(in crate::grade) mod tests;
