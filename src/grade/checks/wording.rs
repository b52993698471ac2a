//! What a person notices in games that are right, where the words are the student's own: no player's name or the wrong one,
//! no echo, rows below the board or all in one line. A fixed deduction for each, whatever the number of cases.

use super::Evidence;
use crate::connect4::reading::{
    BOARD_NOT_AGAIN, CR_ALONE, FormatDifference, KEYS_NOT_SHOWN, NO_PROMPT, ROWS_BELOW, ROWS_JOINED, UNNAMED_TURN,
    WRONG_TURN,
};
use crate::grade::explain::story::Quoted;
use crate::grade::rubric::cents;
use crate::grade::run::Runner;
use crate::grade::score;
use crate::result::{Finding, FindingKind};

/// A finding for each kind of thing that is noticed.
pub(super) fn check(evidence: &Evidence, _: &mut Runner) -> Vec<Finding> {
    let plan = evidence.plan;
    let found = score::noticed(plan, &evidence.attempts.best.outcomes);
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
        KEYS_NOT_SHOWN => (
            "keys-not-shown",
            "Your program does not show the keys that are typed, which the assignment requires.".to_owned(),
        ),
        BOARD_NOT_AGAIN => (
            "no-board-after-refusal",
            "Your program does not print the board again after an invalid move, which the assignment requires."
                .to_owned(),
        ),
        ROWS_BELOW => (
            "rows-below-board",
            "Your program prints more rows below the board than the board has.".to_owned(),
        ),
        ROWS_JOINED => (
            "rows-in-one-line",
            "Your program prints all rows of the board in one line: end each row with a line break.".to_owned(),
        ),
        message if message.starts_with(CR_ALONE) => (
            "cr-alone",
            "Your program ends lines with CR alone: on a terminal, the next line is printed over them. Print LF too."
                .to_owned(),
        ),
        _ => (
            "unnamed-winner",
            "Your program announces the end of a game without saying who has won.".to_owned(),
        ),
    }
}
