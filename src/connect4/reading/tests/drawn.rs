//! Lines that are drawn around a board or a message.

use super::{WIN, align, altered};

const STARS: &str = "*****************";

/// What is noted of a game that is the same, with the number of times.
fn noted(change: impl Fn(usize, String) -> String) -> Vec<(String, u64)> {
    let (expected, reading) = altered(WIN, change);
    let (difference, formats) = align(&expected, &reading, true);
    assert_eq!(difference, None);
    let items = formats.items().iter();
    items.map(|item| (item.message.clone(), item.count)).collect()
}

fn lines_around(what: &str, count: u64) -> Vec<(String, u64)> {
    vec![(format!("lines are drawn around {what}"), count)]
}

#[test]
fn lines_around_a_result_are_not_around_the_board() {
    let boxed = |text: &str| format!("{STARS}\n{text}\n{STARS}");
    let result = |_: usize, text: String| text.replace("Player 2 Wins.", &boxed("Player 2 Wins."));
    assert_eq!(noted(result), lines_around("a message", 2));

    let below = |_: usize, text: String| text.replace("Player 2 Wins.", &format!("Player 2 Wins.\n{STARS}"));
    assert_eq!(noted(below), lines_around("a message", 1));
}

#[test]
fn lines_above_and_below_boards_are_around_them() {
    let prompt = "Player 1, choose a column: ";
    let below = |step: usize, text: String| {
        if step == 8 {
            // A move is refused: there is no board.
            text
        } else {
            text.replace(prompt, &format!("{STARS}\n{prompt}"))
        }
    };
    assert_eq!(noted(below), lines_around("the board", 4));

    let above = |step: usize, text: String| {
        if step == 0 { format!("{STARS}\n{text}") } else { text }
    };
    assert_eq!(noted(above), lines_around("the board", 1));
}

#[test]
fn lines_around_a_greeting_are_not_around_the_board_below_it() {
    let greeting = |step: usize, text: String| {
        if step == 0 {
            format!("{STARS}\nWelcome!\n{STARS}\n{text}")
        } else {
            text
        }
    };
    let noted = noted(greeting);
    assert!(noted.contains(&lines_around("a message", 2)[0]), "{noted:?}");
    assert_eq!(noted.len(), 2, "{noted:?}");
}
