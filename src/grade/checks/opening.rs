//! Programs that want a key before the game begins: a fixed deduction, once.

use super::Evidence;
use crate::grade::rubric::cents;
use crate::grade::run::Runner;
use crate::grade::score;
use crate::result::{Finding, FindingKind};

/// The finding on a program that was sent keys before each game.
pub(super) fn check(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    let (plan, config) = (evidence.plan, evidence.attempts.best.config);
    if config.opening.is_empty() {
        return Vec::new();
    }

    let keys = match config.opening {
        b"\n" => "Enter".to_owned(),
        b" " => "the space bar".to_owned(),
        [key, b'\n'] => format!("'{}' and Enter", char::from(*key)),
        keys => format!("'{}'", keys.escape_ascii()),
    };
    vec![Finding {
        kind: FindingKind::Opening,
        key: "opening-question".to_owned(),
        common: "the program asks for a key before the game begins".to_owned(),
        message: format!(
            "Your program asks for a key before it shows the board, which the assignment does not require. The grader \
             answered with {keys} before each game."
        ),
        places: Vec::new(),
        deducted: cents(score::deduction(plan, plan.assignment.deductions.opening)),
    }]
}
