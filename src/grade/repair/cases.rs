//! Which cases are looked at.

use crate::grade::judge::CaseOutcome;
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
