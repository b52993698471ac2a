//! Stories that agree with others of the same submission.

use super::{assignment, case, outcome_at, tell};
use crate::case::Case;
use crate::grade::explain::ExplainedCase;
use crate::grade::explain::story::agree;

/// The keys of the stories of a program that prints all the games as `printed` says.
fn agreed(games: &[&str], printed: impl Fn(usize, &str) -> String) -> Vec<String> {
    let assignment = assignment();
    let cases: Vec<Case> = games.iter().map(|moves| case(&assignment, moves)).collect();
    let outcomes = cases
        .iter()
        .map(|case| outcome_at(case, None, |step, text| Some(printed(step, text))));
    let outcomes: Vec<_> = outcomes.collect();

    let explained = outcomes.iter().map(|outcome| ExplainedCase {
        outcome,
        story: Some(tell(&assignment.game, outcome)),
        cause: None,
        diagnosis: None,
        failure: None,
    });
    let mut explained: Vec<ExplainedCase> = explained.collect();
    agree(&assignment.game, &mut explained);
    explained.into_iter().filter_map(|case| Some(case.story?.key)).collect()
}

#[test]
fn a_false_win_with_two_reasons_is_explained_as_those_with_one() {
    let win = |step: usize, text: &str| {
        if step == 7 {
            text.replace("Player 2, choose a column: ", "Player 1 Wins.")
        } else {
            text.to_owned()
        }
    };

    // Player 1 has three in row 6, and with the last cell of row 5 four that run across the edge.
    let both = "1 6 6 5 2 5 3";
    let (short, edge) = ("1 6 5 6 2 5 3", "1 5 2 6 5 4 6");
    assert_eq!(agreed(&[both], win), ["false-win"]);
    assert_eq!(agreed(&[both, short], win), ["false-win/short", "false-win/short"]);
    assert_eq!(agreed(&[edge, both], win), ["false-win/edge", "false-win/edge"]);

    assert_eq!(
        agreed(&[edge, both, short], win),
        ["false-win/edge", "false-win", "false-win/short"]
    );
}

#[test]
fn one_piece_in_the_top_row_is_explained_as_the_certain_boards_are() {
    let flip = |_: usize, text: &str| {
        let (rows, others): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.len() == 11);
        let rows: Vec<&str> = rows.into_iter().rev().collect();
        let (echo, rest) = others.split_at(others.len() - 1);
        [echo, &rows[..], rest].concat().join("\n")
    };
    assert_eq!(agreed(&["1", "1 1"], flip), ["upside-down", "upside-down"]);
    assert_eq!(agreed(&["1", "2"], flip), ["wrong-row", "wrong-row"]);
}

#[test]
fn the_key_that_all_cases_share_is_named() {
    let accept = |_: usize, text: &str| text.replace("Invalid move. Try again.\n", &"O - - - - -\n".repeat(6));
    assert_eq!(agreed(&["7", "1 7"], accept), ["accepted/7", "accepted/7"]);
    assert_eq!(agreed(&["7", "8"], accept), ["accepted", "accepted"]);
}
