//! Which cases are looked at.

use std::collections::{BTreeMap, BTreeSet};

use crate::case::Case;
use crate::connect4::referee::Fault as ReplyFault;
use crate::connect4::{Event, Outcome, Player};
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::Comparison;
use crate::grade::plan::Plan;
use crate::result::{Ending, Fault};

/// How many of the chosen ones are the shortest.
const SHORTEST: usize = 2;

/// The cases of a fault, as positions in the suite.
pub fn of_fault(plan: &Plan, fault: &Fault) -> Vec<usize> {
    let numbers = plan.numbers();
    let positions = 0..plan.cases.len();
    positions
        .filter(|index| fault.cases.contains(&numbers[*index]))
        .collect()
}

/// What is wrong with the reply of the program's computer player by which a game goes wrong; `None` where it goes wrong otherwise.
pub fn wrong_reply<'o>(outcome: &'o CaseOutcome) -> Option<&'o ReplyFault> {
    let Comparison::Game(difference, _) = &outcome.comparison else {
        return None;
    };
    let ruling = outcome
        .ruling
        .as_ref()
        .filter(|ruling| ruling.step == difference.step)?;
    Some(&ruling.fault)
}

/// Some of these cases: the shortest ones, and some of every length.
pub fn chosen(outcomes: &[CaseOutcome], cases: &[usize], most: usize) -> Vec<usize> {
    let mut by_length: Vec<usize> = cases.to_vec();
    by_length.sort_by_key(|index| {
        let is_long = matches!(outcomes[*index].stop.ending, Ending::Limit | Ending::Flooded);
        (is_long, outcomes[*index].case.script.keys.len(), *index)
    });
    by_length.dedup_by(|one, other| outcomes[*one].case.script.keys == outcomes[*other].case.script.keys);
    let spread = (by_length.len() / (most - SHORTEST)).max(1);
    let some = by_length.iter().skip(SHORTEST).step_by(spread);
    let chosen = by_length.iter().take(SHORTEST).chain(some);
    chosen.copied().take(most).collect()
}

/// Of how many parts of a list [`spread`] takes one first.
const PARTS: usize = 12;

/// Some of all, and then the others.
pub fn spread(cases: &[usize]) -> Vec<usize> {
    let step = cases.len().div_ceil(PARTS).max(1);
    let mut order: Vec<usize> = (0..cases.len()).collect();
    order.sort_by_key(|at| (at % step, *at));
    order.into_iter().map(|at| cases[at]).collect()
}

/// In turn a case of each kind, the rarest kinds first: an edit of what runs in few games, or of what is printed in few, is
/// held to these early.
pub fn of_each_kind(plan: &Plan, cases: &[usize]) -> Vec<usize> {
    let mut of_kind: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    for index in cases {
        for kind in kinds(&plan.cases[*index]) {
            of_kind.entry(kind).or_default().push(*index);
        }
    }
    let mut of_kind: Vec<Vec<usize>> = of_kind.values().map(|cases| spread(cases)).collect();
    of_kind.sort_by_key(Vec::len);

    let rounds = of_kind.last().map_or(0, Vec::len);
    let all = (0..rounds).flat_map(|round| of_kind.iter().filter_map(move |cases| cases.get(round).copied()));
    let mut seen = BTreeSet::new();
    all.filter(|index| seen.insert(*index)).collect()
}

/// What a case has in common with others.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind<'a> {
    /// Somebody wins: the first player, or the second.
    Win { is_first: bool },
    /// A game is a tie.
    Tie,
    /// A move is refused.
    Refusal,
    /// The program stops although no game was decided.
    Left,
    /// It has a tag.
    Tagged(&'a str),
    /// It has none of all that.
    Other,
}

/// The kinds of a case: at least one.
fn kinds(case: &Case) -> BTreeSet<Kind<'_>> {
    let steps = case.expected.steps.iter();
    let printed = steps.flat_map(|step| &step.events).filter_map(|event| match event {
        Event::Result(Outcome::Win(player)) => Some(Kind::Win {
            is_first: *player == Player::One,
        }),
        Event::Result(Outcome::Tie) => Some(Kind::Tie),
        Event::Refusal => Some(Kind::Refusal),
        _ => None,
    });
    let left = case.expected.halts && case.expected.outcome.is_none();
    let tags = case.tags.iter().map(|tag| Kind::Tagged(tag));

    let mut kinds: BTreeSet<Kind> = printed.chain(left.then_some(Kind::Left)).chain(tags).collect();
    if kinds.is_empty() {
        kinds.insert(Kind::Other);
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::of_each_kind;
    use crate::assignment;
    use crate::case;
    use crate::connect4::Outcome;
    use crate::grade::plan::Plan;

    #[test]
    fn the_few_cases_of_a_kind_are_among_the_first() {
        let assignment = assignment::find("arm-redfirst").expect("bundled");
        let suite = case::load(&assignment, None).expect("it is right");
        let plan = Plan::new(assignment, suite.cases, suite.has_rubric, false);
        let all: Vec<usize> = (0..plan.cases.len()).collect();
        let order = of_each_kind(&plan, &all);

        let first = &order[..12];
        let has = |outcome| first.iter().any(|index| plan.cases[*index].expected.outcome == outcome);
        assert!(has(Some(Outcome::Tie)) && has(None), "{first:?}");
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, all);
    }
}
