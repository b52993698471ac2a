//! What is said of a program that is not played as the assignment has it, and what that costs: each deviation once.

use crate::assignment::Opening;
use crate::grade::plan::Plan;
use crate::grade::rubric::cents;
use crate::grade::run::RunConfig;
use crate::grade::run::adaptation::{ColumnKeys, Exchanged};
use crate::grade::score;
use crate::result::{Finding, FindingKind};

/// The points that the deviations cost together.
pub fn deduction(plan: &Plan, config: RunConfig) -> f64 {
    cents(findings(plan, config).iter().map(|finding| finding.deducted).sum())
}

/// Whether the program is played as the assignment has it: where it is not, nothing that it prints is exact.
pub fn is_as_required(plan: &Plan, config: RunConfig) -> bool {
    findings(plan, config).is_empty()
}

/// A finding for each way in which the program is not played as the assignment has it.
pub fn findings(plan: &Plan, config: RunConfig) -> Vec<Finding> {
    let deductions = &plan.assignment.deductions;
    let all = [
        (opening(plan, config), deductions.opening),
        (columns(plan, config), deductions.columns),
        (rows(config), deductions.columns),
        (confirmation(config), deductions.confirmation),
        (first_player(plan, config), deductions.first_player),
    ];

    let finding = |((key, common, message), points): (Deviation, f64)| Finding {
        kind: FindingKind::Playing,
        key: key.to_owned(),
        common: common.to_owned(),
        message,
        places: Vec::new(),
        deducted: cents(score::deduction(plan, points)),
    };
    let deviating = all
        .into_iter()
        .filter_map(|(deviation, points)| Some((deviation?, points)));
    deviating.map(finding).collect()
}

/// Key, what such programs have in common, and what is said of this one.
type Deviation = (&'static str, &'static str, String);

fn opening(plan: &Plan, config: RunConfig) -> Option<Deviation> {
    let keys = config.adaptation.opening;
    match plan.assignment.input.opening {
        Opening::None if !keys.is_empty() => Some((
            "opening-question",
            "the program asks for a key before the game begins",
            format!(
                "Your program asks for a key before it shows the board, which the assignment does not require. The grader \
                 answered with {} before each game.",
                keys.words()
            ),
        )),
        Opening::Demanded if keys.is_empty() => Some((
            "no-opening-question",
            "the program does not ask anything before the game begins",
            "The assignment requires a question before the game begins. Your program shows the board without asking."
                .to_owned(),
        )),
        _ => None,
    }
}

fn columns(plan: &Plan, config: RunConfig) -> Option<Deviation> {
    let columns = config.adaptation.columns;
    if columns == ColumnKeys::FromOne {
        return None;
    }

    let count = plan.assignment.game.rules.columns;
    let last = char::from(columns.typed(b'0' + count as u8));
    let first = char::from(columns.typed(b'1'));
    Some((
        "other-column-keys",
        "the columns have other keys than the assignment requires",
        format!(
            "Your program takes the keys {first} to {last} for the columns; the assignment requires 1 to {count}. The \
             grader typed the keys that your program takes. Moves in this report are written as the assignment has them."
        ),
    ))
}

fn rows(config: RunConfig) -> Option<Deviation> {
    let row = config.adaptation.row?;
    let order = if row.comes_first { "before" } else { "after" };
    Some((
        "asks-for-row",
        "the program asks for the row of each move",
        format!(
            "Your program asks for a row {order} each column. The assignment requires the column alone: the piece falls \
             to the lowest empty row. The grader typed that row each time."
        ),
    ))
}

fn confirmation(config: RunConfig) -> Option<Deviation> {
    let keys = config.adaptation.confirmation;
    (!keys.is_empty()).then(|| {
        (
            "confirmed-moves",
            "the program wants each move confirmed",
            format!(
                "Your program asks for another key after each move, which the assignment does not require. The grader \
                 answered with {} each time.",
                keys.words()
            ),
        )
    })
}

fn first_player(plan: &Plan, config: RunConfig) -> Option<Deviation> {
    let has_computer = plan.assignment.game.flow.computer.is_some();
    Some(match config.adaptation.exchanged {
        Exchanged::Nothing => return None,
        Exchanged::Players if has_computer => (
            "computer-begins",
            "the computer makes the first move",
            "In your program, the computer makes the first move. In the assignment, the player does. The grader judged its \
             games as games that the computer begins."
                .to_owned(),
        ),
        Exchanged::Players => (
            "wrong-first-player",
            "the wrong player makes the first move",
            "In your program, the wrong player makes the first move. The grader judged its games with the players \
             exchanged: in this report, the first player is the one who moves first in your program."
                .to_owned(),
        ),
        Exchanged::Prompts => (
            "wrong-prompts",
            "each prompt names the other player",
            "Each prompt of your program names the other player: the second player is asked for the moves of the first. \
             The grader judged its games with the prompts exchanged."
                .to_owned(),
        ),
    })
}
