//! Stories that agree with others of the same submission.

use super::{Story, assignment, case, outcome_at, tell};
use crate::case::Case;
use crate::grade::explain::ExplainedCase;
use crate::grade::explain::story::{agree, tell_as};

/// The keys of the stories of a program that prints all the games as `printed` says.
fn agreed(games: &[&str], printed: impl Fn(usize, &str) -> String) -> Vec<String> {
    stories(games, printed).into_iter().map(|story| story.key).collect()
}

/// The stories themselves.
fn stories(games: &[&str], printed: impl Fn(usize, &str) -> String) -> Vec<Story> {
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
    explained.into_iter().filter_map(|case| case.story).collect()
}

/// What a program prints that announces a win after seven moves.
fn win(step: usize, text: &str) -> String {
    if step == 7 {
        text.replace("Player 2, choose a column: ", "Player 1 Wins.")
    } else {
        text.to_owned()
    }
}

#[test]
fn a_false_win_with_two_reasons_is_explained_as_those_with_one() {
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
fn pieces_with_a_gap_are_the_reason_where_they_explain_all_false_wins() {
    // Player 1 has four in row 6 with one cell between them; in the second game three of them are a run, too.
    let (gap, also_short, edge) = ("1 6 2 6 5 6 4", "1 6 2 6 5 6 3", "1 5 2 6 5 4 6");
    let explained = stories(&[gap, also_short], win);
    let keys: Vec<&str> = explained.iter().map(|story| &story.key[..]).collect();
    assert_eq!(keys, ["false-win/gap", "false-win/gap"]);
    assert_eq!(
        explained[0].sentence,
        "After move 7 (player 1, column 4), your program announced that player 1 wins, but player 1 has only 2 in a row. The 4 pieces \
         from row 6, column 1 to row 6, column 5 are not all next to each other."
    );

    assert_eq!(agreed(&[gap], win), ["false-win"], "once may be chance");
    assert!(!agreed(&[gap, edge], win).contains(&"false-win/gap".to_owned()));
}

#[test]
fn a_line_across_the_edge_is_no_reason_where_most_false_wins_have_none() {
    let edge = "1 5 2 6 5 4 6";
    let without = ["1 2 3 4 5 6 1", "1 2 3 4 5 6 3"];
    assert_eq!(agreed(&[edge, without[0]], win), ["false-win/edge", "false-win"]);

    let stories = stories(&[edge, without[0], without[1]], win);
    assert!(stories.iter().all(|story| story.key == "false-win"), "{stories:?}");
    assert!(
        stories[0].cells.is_empty() && stories[0].sentence.ends_with("but player 1 has only 2 in a row."),
        "{stories:?}"
    );
}

// It said that ties are not recognized, and sent the student to that part of the program.
#[test]
fn a_win_on_a_full_board_is_a_false_win_where_there_are_others() {
    let tie = "1 6 5 5 6 3 2 4 5 6 4 2 2 5 2 6 6 1 4 4 3 1 6 3 3 3 1 3 1 1 4 2 2 4 5 5";
    let row_by_row = ["1 2 3 4 5 6 1", "1 2 3 4 5 6 3"];
    let printed = |step: usize, text: &str| {
        let text = text.replace("Tie Game.", "Player 2 Wins.");
        if text.contains("O X O X O X") {
            win(step, &text)
        } else {
            text
        }
    };
    assert_eq!(agreed(&[tie], printed), ["missed-tie"]);
    assert_eq!(agreed(&[tie, row_by_row[0], row_by_row[1]], printed), ["false-win"; 3]);
}

#[test]
fn what_is_explained_by_a_line_across_the_edge_says_so() {
    let both = "1 6 6 5 2 5 3";
    let stories = stories(&["1 5 2 6 5 4 6", both], win);
    assert_eq!(stories[1].key, "false-win/edge");
    assert!(
        stories[1].sentence.contains("only if it may wrap around the edge"),
        "{stories:?}"
    );
    assert_eq!(stories[1].cells.len(), 4);

    let assignment = assignment();
    let case = case(&assignment, both);
    let outcome = outcome_at(&case, None, |step, text| Some(win(step, text)));
    let explained_as = |key| tell_as(&assignment.game, &outcome, key);
    assert_eq!(explained_as("false-win/edge"), stories[1]);
    assert_eq!(explained_as("missed-win"), tell(&assignment.game, &outcome));
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

#[test]
fn a_column_that_is_refused_before_it_is_full_is_named() {
    let refuse = |step: usize, text: &str, at: usize| {
        if step == at {
            format!(
                "{}\nInvalid move. Try again.\n",
                text.lines().next().unwrap_or_default()
            )
        } else {
            text.to_owned()
        }
    };
    let common = |games: &[&str]| {
        let last = |step: usize, text: &str| {
            let steps = games.iter().map(|moves| moves.split(' ').count());
            refuse(step, text, steps.max().unwrap_or_default())
        };
        stories(games, last)
            .into_iter()
            .map(|story| story.common)
            .collect::<Vec<_>>()
    };

    assert_eq!(
        common(&["1 1 1 1 1 1", "2 1 1 1 1 1"])[0],
        "column 1 is refused before it is full"
    );
    assert_eq!(
        common(&["1 1 1 1 1 1"]),
        ["column 1 is refused although its top cell is free"]
    );
    assert_eq!(common(&["2 1 1"]), ["column 1 is refused before it is full"]);
    assert_eq!(common(&["1"]), ["the key 1 is refused"]);
    let of_all = |games: &[&str]| common(games).into_iter().next();
    assert_eq!(
        of_all(&["1 1 1 1 1 1", "2 2 2 2 2 2"]).as_deref(),
        Some("columns are refused although their top cells are free")
    );
    assert_eq!(
        of_all(&["1 1 1 1 1 1", "3 2 2 2 2 2"]).as_deref(),
        Some("columns are refused before they are full")
    );
    assert_eq!(of_all(&["1", "2"]).as_deref(), Some("a valid move is refused"));
}
