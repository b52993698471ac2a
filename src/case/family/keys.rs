//! Games that show how keys are taken: full columns, keys that name no column, lines that are not one character.

use super::{Shown, digit};
use crate::assignment::Assignment;
use crate::case::entry::Show;
use crate::connect4::full_boards::{LastPiece, full_board};
use crate::connect4::lines::winning_games;
use crate::connect4::{Board, Player, Protocol, Rules};

/// Keys next to the digits, letters, signs, and letters that have the lower bits of a digit.
const STRANGE: &str = "/:@AQZaqxz-+.!*~";

/// The games of a family.
pub(super) fn shown(assignment: &Assignment, show: Show) -> Vec<Shown> {
    match show {
        Show::FullColumns => full_columns(assignment.game.rules),
        Show::InvalidKeys => invalid_keys(assignment),
        Show::Lines => lines(assignment.game.rules),
        _ => Vec::new(),
    }
}

/// Each column is filled and tried by both players; and each of a whole game, as soon as it is full.
fn full_columns(rules: Rules) -> Vec<Shown> {
    let next = |column: usize| (column + 1) % rules.columns;
    let mut shown = Vec::new();
    for column in 0..rules.columns {
        for before in [0, 1] {
            let player = (rules.rows + before) % 2 + 1;
            let name = format!("column {} is full, tried twice by player {player}", column + 1);
            let mut moves = vec![next(column); before];
            moves.extend(vec![column; rules.rows + 2]);
            moves.push(next(column));
            shown.push(Shown::of_moves(name, &moves));
        }
    }

    for (words, last) in [("a tie", LastPiece::Ties), ("a win on the last cell", LastPiece::Wins)] {
        let Some(moves) = full_board(rules, last, 1) else {
            continue;
        };
        let name = format!("each column is tried when it is full, {words}");
        shown.push(Shown::of_moves(name, &with_full_columns(rules, &moves)));
    }
    shown
}

/// A game in which each column is typed once more when it is full, except at the end.
fn with_full_columns(rules: Rules, moves: &[usize]) -> Vec<usize> {
    let mut board = Board::new(rules.rows, rules.columns);
    let mut tried = Vec::new();
    for column in moves.iter().copied() {
        tried.push(column);
        board.drop_piece(column, Player::One);
        if board.landing(column).is_none() && !board.is_full() {
            tried.push(column);
        }
    }
    tried
}

fn invalid_keys(assignment: &Assignment) -> Vec<Shown> {
    let rules = assignment.game.rules;
    let beyond = (rules.columns + 1..10)
        .map(|digit| digit.to_string())
        .collect::<String>();
    let quit = assignment.game.flow.quit.map(|quit| char::from(quit.key));
    let mut keys: Vec<char> = format!("{beyond}0{STRANGE}")
        .chars()
        .filter(|key| Some(*key) != quit)
        .collect();
    if assignment.protocol == Protocol::Key {
        keys.push(' ');
    }

    let typed = |key: char| vec![key as u8];
    let words = |key: char| match key {
        ' ' => "the space bar".to_owned(),
        key => format!("the key {key}"),
    };
    let valid = rules.columns - 1;
    let mut shown: Vec<Shown> = Vec::new();
    for (number, key) in keys.iter().copied().enumerate() {
        shown.push(Shown {
            name: format!("{} before the first move", words(key)),
            typed: vec![typed(key), digit(number % rules.columns)],
            direction: None,
        });
    }
    for key in keys.iter().copied().take(4) {
        shown.push(Shown {
            name: format!("{} typed by player 2", words(key)),
            typed: vec![digit(valid), typed(key), digit(valid)],
            direction: None,
        });
    }

    let mut many: Vec<Vec<u8>> = keys.iter().copied().map(typed).collect();
    many.push(digit(0));
    shown.push(Shown {
        name: "many wrong keys one after another".to_owned(),
        typed: many,
        direction: None,
    });
    if let Some(won) = winning_games(rules).first() {
        let mut game = Shown::of_moves("a wrong key just before the winning move".to_owned(), &won.moves);
        game.typed.insert(won.moves.len() - 1, typed(keys[0]));
        shown.push(game);
    }
    shown
}

fn lines(rules: Rules) -> Vec<Shown> {
    let last = rules.columns.to_string();
    let wrong = [
        ("an empty line", String::new()),
        ("a space", " ".to_owned()),
        ("a space before the digit", " 1".to_owned()),
        ("a space after the digit", "1 ".to_owned()),
        ("two digits", format!("1{last}")),
        ("the same digit twice", last.repeat(2)),
        ("a zero before the digit", format!("0{last}")),
        ("three digits", "111".to_owned()),
        ("a sign before the digit", "+1".to_owned()),
        ("a negative number", "-1".to_owned()),
        ("a number with a point", "1.0".to_owned()),
        ("a digit and a letter", "1a".to_owned()),
        ("a letter and a digit", "a1".to_owned()),
        ("a word", "column".to_owned()),
        ("a long line", "1".repeat(40)),
    ];
    let shown = wrong.into_iter().map(|(words, line)| Shown {
        name: format!("{words} in place of one digit"),
        typed: vec![line.into_bytes(), digit(rules.columns - 1)],
        direction: None,
    });
    shown.collect()
}
