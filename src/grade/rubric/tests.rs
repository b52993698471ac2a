//! What groups of the rubric earn.

#![expect(clippy::float_cmp, reason = "these sums are exact in binary, or rounded to cents")]

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
pub(in crate::grade) fn cases(weights: &[(&str, f64)]) -> Vec<Case> {
    let assignment = find("lc3-starter").expect("it is bundled");
    let script = Script::from_moves("1", assignment.protocol);
    let expected = Expected::play(&assignment.game, &script);
    let case = |(tag, points): &(&str, f64)| Case {
        name: (*tag).to_owned(),
        tags: vec![(*tag).to_owned()],
        points: *points,
        script: script.clone(),
        raw: false,
        expected: expected.clone().into(),
        ends: Ending::Waiting,
        family: None,
        goal: None,
        frames: crate::assignment::Frames::Checked,
        demands: Vec::new(),
        place: String::new(),
    };

    weights.iter().map(case).collect()
}

pub(in crate::grade) fn group(tags: &[&str], points: f64, rule: Rule) -> Group {
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
    let planned = groups_of_cases(&[group(&["a"], points, rule)], &cases);
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
    let planned = groups_of_cases(&rubric, &cases);
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
    let planned = groups_of_cases(&[], &cases);
    assert_eq!(planned.len(), 1);
    assert_eq!(planned[0].maxima(&cases), [3.0, 1.5]);
    let verdict = |index: usize| if index == 0 { Format } else { Pass };
    assert_eq!(planned[0].earned(&cases, |index| HALF.of(verdict(index))).points, 3.0);
}

#[test]
fn the_arithmetic_is_explained() {
    let cases = cases(&[("a", 1.0); 3]);
    let planned = groups_of_cases(&[group(&["a"], 9.0, Rule::Proportional)], &cases);
    let verdict = |index: usize| [Pass, Format, Wrong][index];
    assert_eq!(
        planned[0].arithmetic(verdict, HALF, (0, 0), 4.5),
        "1 of 3 cases pass, 1 correct game with different formatting earns 50%: 4.5 of 9"
    );
}

#[test]
fn rounded_parts_add_up_to_the_rounded_sum() {
    use crate::grade::rubric::in_cents;
    assert_eq!(in_cents(&[7.635], 7.63), [7.63]);
    assert_eq!(in_cents(&[1.0 / 3.0; 3], 1.0), [0.34, 0.33, 0.33]);
    assert_eq!(in_cents(&[0.005, 0.0, 2.005], 2.01), [0.01, 0.0, 2.0]);
    assert_eq!(in_cents(&[2.0, 1.0], 2.99), [2.0, 0.99]);
    assert_eq!(in_cents(&[], 0.01), [0.0; 0]);
    assert_eq!(in_cents(&[0.0], 0.01), [0.0]);
}
