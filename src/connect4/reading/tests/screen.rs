//! Programs that draw with a terminal: they clear the screen, color their pieces, draw rules, or place each row with the cursor.

use super::{WIN, altered, kinds};
use crate::connect4::reading::{FormatKind, align};

/// Rows of boards changed together.
fn boards(change: impl Fn(&[&str]) -> String) -> impl Fn(usize, String) -> String {
    move |_, text| {
        let rows: Vec<&str> = text.split('\n').filter(|line| line.len() == 11).collect();
        let board = rows.join("\n") + "\n";
        if rows.is_empty() {
            text
        } else {
            text.replace(&board, &change(&rows))
        }
    }
}

/// What is said about the format of a game that is read as what it is.
fn said(change: impl Fn(usize, String) -> String) -> Vec<String> {
    let (expected, reading) = altered(WIN, change);
    let (difference, format) = align(&expected, &reading, true);
    assert_eq!(difference, None);
    format.items().iter().map(|format| format.message.clone()).collect()
}

const MOVED: &str = "control codes that clear the screen or move the cursor";

#[test]
fn rows_that_are_placed_with_the_cursor_are_lines() {
    let placed = |order: fn(usize) -> usize| {
        boards(move |rows| {
            let row = |at: usize| format!("\x1b[{};1H{}", order(at) + 1, rows[order(at)]);
            (0..6).map(row).collect::<String>() + "\x1b[9;1H\x1b[J"
        })
    };
    assert_eq!(kinds(WIN, placed(|at| at)), [FormatKind::ExtraText]);
    assert_eq!(kinds(WIN, placed(|at| 5 - at)), [FormatKind::ExtraText]);
    assert_eq!(said(placed(|at| at)), [MOVED]);

    // Line ends in addition to that, and a picture that is cleared first.
    let closed = boards(|rows| {
        let row = |(at, row)| format!("\x1b[{};1H{row}\n", at + 1);
        rows.iter().enumerate().map(row).collect()
    });
    assert_eq!(kinds(WIN, closed), [FormatKind::ExtraText]);
    let cleared = boards(|rows| {
        let row = |(at, row)| format!("\x1b[{};3f{row}", at + 4);
        let rows: String = rows.iter().enumerate().map(row).collect();
        format!("\x1b[2J{rows}\x1b[12;1H")
    });
    assert_eq!(kinds(WIN, cleared), [FormatKind::RowSpacing, FormatKind::ExtraText]);
}

#[test]
fn cells_that_are_placed_one_by_one_make_rows() {
    let cells = boards(|rows| {
        let cell = |column: usize, row: usize| {
            let cell = &rows[row][2 * column..=2 * column];
            format!("\x1b[{};{}H{cell}", row + 1, 2 * column + 1)
        };
        let column = |column| (0..6).map(move |row| cell(column, row)).collect::<String>();
        (0..6).map(column).collect::<String>() + "\x1b[8;1H"
    });
    assert_eq!(kinds(WIN, cells), [FormatKind::ExtraText]);
}

#[test]
fn a_piece_in_the_wrong_row_stays_there_when_it_is_placed_with_the_cursor() {
    let moved = boards(|rows| {
        let row = |(at, row): (usize, &&str)| format!("\x1b[{};1H{row}", [1, 2, 3, 4, 6, 5][at]);
        rows.iter().enumerate().map(row).collect::<String>() + "\x1b[9;1H"
    });
    let (expected, reading) = altered("1 2", moved);
    assert_eq!(align(&expected, &reading, true).0.map(|found| found.step), Some(1));

    let floating = boards(|rows| {
        let row = |(at, row): (usize, &&str)| format!("\x1b[{};1H{row}", (at + 5) % 6 + 1);
        let mut lines: Vec<String> = rows.iter().enumerate().map(row).collect();
        lines.rotate_left(1);
        lines.concat() + "\x1b[9;1H"
    });
    let (expected, reading) = altered("1 2", floating);
    assert_eq!(align(&expected, &reading, true).0.map(|found| found.step), Some(1));
}

#[test]
fn a_screen_that_is_cleared_begins_a_line() {
    for clear in ["\x1b[2J\x1b[H", "\x1b[H\x1b[2J", "\x1b[1;1H\x1b[J", "\x1bc"] {
        let cleared = boards(|rows| format!("{clear}{}\n", rows.join("\n")));
        assert_eq!(kinds(WIN, cleared), [FormatKind::ExtraText], "{clear:?}");
    }
}

#[test]
fn rules_of_box_drawing_characters_are_drawn_around_a_board() {
    let ruled = |_: usize, text: String| {
        let lines = text.split('\n').map(|line| match line.len() {
            11 => format!("├─┼─┼─┼─┼─┼─┤\n{line}"),
            _ => line.to_owned(),
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(kinds(WIN, ruled), [FormatKind::ExtraText]);
}

#[test]
fn colors_are_not_called_moves_of_the_cursor() {
    let colored = boards(|rows| rows.join("\n").replace('O', "\x1b[31mO\x1b[0m") + "\n");
    assert_eq!(said(colored), ["control codes that change colors"]);
}

#[test]
fn tabs_are_not_called_spaces() {
    let tabs = boards(|rows| rows.join("\n").replace(' ', "\t") + "\n");
    assert_eq!(said(tabs), ["tabs between the cells of a row"]);
}
