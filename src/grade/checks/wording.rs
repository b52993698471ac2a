//! What a person notices in games that are right, where the words are the student's own: no player's name or the wrong one,
//! no echo, rows below the board or all in one line, a text that runs on into the next one. A fixed deduction for each, whatever
//! the number of cases.

use super::Evidence;
use crate::assignment::By;
use crate::connect4::reading::{
    BOARD_NOT_AGAIN, CR_ALONE, FormatDifference, KEYS_NOT_SHOWN, NO_PROMPT, ROWS_BELOW, ROWS_JOINED, UNNAMED_TURN,
    WRONG_TURN, text_of,
};
use crate::grade::explain::diagnose;
use crate::grade::explain::story::Quoted;
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::Comparison;
use crate::grade::rubric::cents;
use crate::grade::run::Runner;
use crate::grade::score;
use crate::result::{Cause, Fault, Finding, FindingKind};

/// Cases that are run step by step to find a text without an end.
const TRACED: usize = 3;
/// Longer runs, in instructions, are not.
const LONGEST_TRACED: u64 = 500_000;
/// This many characters of the text that follows have to be among the differences.
const FOLLOWING: usize = 4;

/// A finding for each kind of thing that is noticed.
pub(super) fn check(evidence: &Evidence, runner: &mut Runner) -> Vec<Finding> {
    let plan = evidence.plan;
    let mut found = score::noticed(plan, &evidence.attempts.best.outcomes);
    let deducted = cents(score::deduction(plan, plan.assignment.deductions.wording));

    let runs_on = text_that_runs_on(evidence, runner);
    if runs_on.is_some() {
        // The name is that of the text that follows.
        found.retain(|difference| difference.message != WRONG_TURN);
    }
    let finding = |difference: FormatDifference| {
        let (key, message) = key_and_message(&difference);
        Finding {
            kind: FindingKind::Wording,
            key: key.to_owned(),
            common: difference.message,
            message,
            places: Vec::new(),
            deducted,
        }
    };

    let runs_on = runs_on.map(|cause| Finding {
        kind: FindingKind::Wording,
        key: cause.key,
        common: cause.common,
        message: cause.sentence,
        places: cause.places,
        deducted,
    });
    runs_on.into_iter().chain(found.into_iter().map(finding)).collect()
}

/// A text that is printed together with the one after it, where that is seen in games that are right.
fn text_that_runs_on(evidence: &Evidence, runner: &mut Runner) -> Option<Cause> {
    let (plan, attempt) = (evidence.plan, &evidence.attempts.best);
    let is_said = |fault: &Fault| fault.key == Cause::STRING_WITHOUT_END;
    if plan.assignment.comparison.by == By::Bytes || evidence.report.faults.iter().any(is_said) {
        return None;
    }

    let outcomes = plan.shown().map(|index| &attempt.outcomes[index]);
    let differing = outcomes.filter(|outcome| {
        matches!(outcome.comparison, Comparison::Format(_)) && outcome.instructions <= LONGEST_TRACED
    });
    let differing: Vec<&CaseOutcome> = differing.collect();
    let apart = differing.len().div_ceil(TRACED).max(1);
    let mut traced = differing.into_iter().step_by(apart);
    traced.find_map(|outcome| run_on_in(evidence, outcome, runner))
}

/// The same in one game: what is printed there must be among its differences.
fn run_on_in(evidence: &Evidence, outcome: &CaseOutcome, runner: &mut Runner) -> Option<Cause> {
    let config = evidence.attempts.best.config;
    let diagnosis = diagnose(config, runner, outcome)?;
    let cause = diagnosis.cause.filter(|cause| cause.key == Cause::STRING_WITHOUT_END)?;

    let run = runner.run(config, &outcome.script.as_ref()?.keys)?;
    let (before, after) = run.output.bytes.split_at_checked(diagnosis.printed?)?;
    let begin = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let follows = after.iter().take_while(|byte| !byte.is_ascii_control()).take(FOLLOWING);
    let line: Vec<u8> = before[begin..].iter().chain(follows).copied().collect();

    let Comparison::Format(differences) = &outcome.comparison else {
        return None;
    };
    let line = text_of(&line);
    let is_seen = |difference: &FormatDifference| difference.printed.contains(line.trim());
    differences.items().iter().any(is_seen).then_some(cause)
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
            "Your program does not print the board again after an invalid move, as the expected output does."
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
