//! Programs in which the wrong player makes the first move: a fixed deduction, once.

use super::Evidence;
use crate::grade::rubric::cents;
use crate::grade::run::Runner;
use crate::grade::score;
use crate::result::{Finding, FindingKind};

/// The finding on a program that was judged with the players exchanged.
pub(super) fn check(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    let (plan, config) = (evidence.plan, evidence.attempts.best.config);
    if !config.exchanged {
        return Vec::new();
    }

    vec![Finding {
        kind: FindingKind::FirstPlayer,
        key: "wrong-first-player".to_owned(),
        common: "the wrong player makes the first move".to_owned(),
        message:
            "In your program, the wrong player makes the first move. The grader judged its games with the players \
                  exchanged: in this report, the first player is the one who moves first in your program."
                .to_owned(),
        places: Vec::new(),
        deducted: cents(score::deduction(plan, plan.assignment.deductions.first_player)),
    }]
}
