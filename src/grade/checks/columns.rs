//! Programs that take other keys for the columns than the assignment asks for: a fixed deduction, once.

use super::Evidence;
use crate::grade::rubric::cents;
use crate::grade::run::Runner;
use crate::grade::run::config::ColumnKeys;
use crate::grade::score;
use crate::result::{Finding, FindingKind};

/// The finding on a program whose columns have other keys.
pub(super) fn check(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    let (plan, config) = (evidence.plan, evidence.attempts.best.config);
    if config.columns == ColumnKeys::FromOne {
        return Vec::new();
    }

    let count = plan.assignment.game.rules.columns;
    let last = char::from(config.columns.typed(b'0' + count as u8));
    let first = char::from(config.columns.typed(b'1'));
    vec![Finding {
        kind: FindingKind::Columns,
        key: "other-column-keys".to_owned(),
        common: "the columns have other keys than the assignment requires".to_owned(),
        message: format!(
            "Your program takes the keys {first} to {last} for the columns; the assignment requires 1 to {count}. The \
             grader typed the keys that your program takes. Moves in this report are written as the assignment has them."
        ),
        places: Vec::new(),
        deducted: cents(score::deduction(plan, plan.assignment.deductions.columns)),
    }]
}
