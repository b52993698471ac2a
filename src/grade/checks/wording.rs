//! What is said without the player's name, or with the wrong one, where the words are the student's own: a fixed deduction
//! for each, whatever the number of cases.

use super::Evidence;
use crate::connect4::reading::{FormatDifference, NO_PROMPT, UNNAMED_TURN, WRONG_TURN};
use crate::grade::explain::story::Quoted;
use crate::grade::rubric::cents;
use crate::grade::run::Runner;
use crate::grade::score;
use crate::result::{Finding, FindingKind};

/// A finding for each kind of thing that is not said.
pub(super) fn check(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    let plan = evidence.plan;
    let found = score::unnamed(plan, &evidence.attempts.best.outcomes);
    let finding = |difference: FormatDifference| {
        let (key, message) = key_and_message(&difference);
        Finding {
            kind: FindingKind::Wording,
            key: key.to_owned(),
            common: difference.message,
            message,
            places: Vec::new(),
            deducted: cents(score::deduction(plan, plan.assignment.deductions.wording)),
        }
    };
    found.into_iter().map(finding).collect()
}

fn key_and_message(difference: &FormatDifference) -> (&'static str, String) {
    let printed = Quoted(&difference.printed);
    match &difference.message[..] {
        UNNAMED_TURN => (
            "unnamed-turn",
            format!("Your program prompts both players with {printed}. Say in the prompt whose turn it is."),
        ),
        WRONG_TURN => (
            "wrong-turn",
            format!("Your program prompts the wrong player: it prints {printed} when it is the other player's turn."),
        ),
        NO_PROMPT => (
            "no-prompt",
            "Your program reads moves without a prompt. Say whose turn it is before you read a key.".to_owned(),
        ),
        _ => (
            "unnamed-winner",
            "Your program announces the end of a game without saying who has won.".to_owned(),
        ),
    }
}
