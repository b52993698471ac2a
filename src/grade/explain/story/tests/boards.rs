//! Boards that are not printed, and the pictures beside the sentences.

use super::{assert_story, assignment, case, outcome_at, story};
use crate::connect4::Event;
use crate::grade::explain::failure::boards;
use crate::grade::judge::compare::Comparison;
use crate::result::BoardPicture;

#[test]
fn a_key_that_is_asked_for_before_the_board_is_named() {
    let only_prompt = |text: &str| text.lines().last().unwrap_or_default().to_owned();
    let (key, sentence) = story("1", 0, only_prompt);
    assert_eq!(key, "no-board");
    assert_eq!(
        sentence,
        "At the start, your program should show the board, but it asked for a key first."
    );

    let greets = |text: &str| format!("Welcome!\n{}", only_prompt(text));
    let (_, sentence) = story("1", 0, greets);
    assert_eq!(
        sentence,
        "At the start, your program should show the board, but it printed 'Welcome!' and asked for a key first."
    );
}

/// The boards that are shown where the second move is not answered: the one that is expected, and the one that was printed.
fn pictures(expected_again: bool) -> (BoardPicture, Option<BoardPicture>) {
    let case = case(&assignment(), "1 2 3");
    let outcome = outcome_at(&case, None, |step, text| {
        Some(if step == 2 { "2".to_owned() } else { text.to_owned() })
    });
    let Comparison::Game(difference, _) = &outcome.comparison else {
        panic!("{:?}", outcome.comparison);
    };
    let mut difference = difference.clone();
    if expected_again {
        difference.expected = difference.board.clone().map(Event::Board);
    }
    boards(&case, &difference, &[])
}

#[test]
fn a_board_that_is_due_again_and_missing_is_not_shown_as_printed() {
    let (_, printed) = pictures(false);
    assert_eq!(
        printed.map(|printed| printed.rows.concat()),
        Some(format!("{}1.....", "......".repeat(5)))
    );
    let (expected, printed) = pictures(true);
    assert_eq!(expected.rows.last().map(String::as_str), Some("1....."));
    assert_eq!(printed, None);
}

#[test]
fn a_move_that_is_refused_in_own_words_is_named() {
    assert_story(
        "3 3",
        2,
        |_| "3\nColumn full!\nPlayer 2, choose a column: ".to_owned(),
        "refused",
        "Move 2 (player 2, column 3) is valid, but your program printed 'Column full!' and asked for another key.",
    );
    // What is said before the other player is asked refuses nothing.
    assert_story(
        "3 3",
        2,
        |_| "3\nColumn full!\nPlayer 1, choose a column: ".to_owned(),
        "no-board",
        "After move 2 (player 2, column 3), your program should show the board, but it printed 'Column full!', \
         which is not a row, and the prompt for player 1.",
    );
}
