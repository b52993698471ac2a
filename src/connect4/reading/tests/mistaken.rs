//! What may be taken for something else: rules for results, a line end for an echo, a fall or the next game for a move's
//! board.

use super::altered;
use super::free::{WIN, aligned, assert_same_game, difference, formats, lines};
use super::games::{falling, redfirst, scan};
use crate::connect4::board::{Board, Player};
use crate::connect4::expected::{Event, Outcome};
use crate::connect4::reading::{FormatKind, Seen, has_nul_cells, other_width};

#[test]
fn rules_greetings_and_praise_tell_no_result() {
    for text in [
        "Welcome to Connect Four, RED",
        "Get four in a row to win, RED goes first",
        "RED, try to get 4 in a row",
        "RED: four to go",
        "RED needs four in a row",
        "Who will be the champion, RED?",
        "Well played RED",
        "Congratulations RED, it is your turn: choose",
        "Four in a row!",
        "RED has not connected four",
    ] {
        for game in [scan(), falling(), redfirst()] {
            let reported = |index: usize, step: String| match index {
                2 => step.replacen("\n\r", &format!("\n\r{text}\n\r"), 1),
                _ => step,
            };
            assert_same_game(&game, "1234", reported);
        }
    }

    // Praise for who has a line says that they have won.
    let game = redfirst();
    assert_same_game(&game, "12121213", |_, step| {
        step.replace(&game.wording.wins[0], "Well done RED")
    });
}

#[test]
fn a_line_end_that_was_typed_is_not_mistaken_for_the_programs_own() {
    use FormatKind::ExtraText;

    let step = |printed: &'static str| {
        move |index: usize, text: String| {
            if index == 2 {
                let (_, said) = text.split_once("nvalid").expect("a refusal");
                format!("{printed}Invalid{said}")
            } else {
                text
            }
        }
    };

    let game = falling();
    for keys in ["1\n2", "1\r2", "1 2"] {
        assert_eq!(formats(&game, keys, |_, text| text), [], "{keys:?}");
        assert_eq!(formats(&game, keys, step("\n\r")), [], "{keys:?}");
    }

    assert_eq!(formats(&game, "1\n2", step("\n\n\r")), [ExtraText]);
    assert_eq!(formats(&game, "1\r2", step("\r\n\r")), [ExtraText]);
    // Where every key is shown, it may be one line end or two.
    let game = redfirst();
    for keys in ["1\n2", "1\r2"] {
        assert_eq!(formats(&game, keys, |_, text| text), [], "{keys:?}");
    }

    assert_eq!(formats(&game, "1\n2", step("\n\r\n\r")), []);
    assert_eq!(formats(&game, "1\n2", step("\n\r")), []);
}

#[test]
fn tabs_between_the_cells_are_named() {
    let tabs = lines(|line| match line.len() {
        16 => line.trim_end().replace(' ', "\t").replacen('\t', " ", 1) + " ",
        _ => line.to_owned(),
    });
    let (found, format) = aligned(&redfirst(), WIN, tabs);
    assert_eq!(found, None);
    let messages: Vec<&str> = format.items().iter().map(|format| &format.message[..]).collect();
    assert_eq!(messages, ["tabs between the cells of a row"]);
}

#[test]
fn the_board_of_a_fall_is_the_last_one() {
    let mut game = falling();
    game.flow.falling = false;
    let board = |rows: std::ops::Range<usize>, column: usize| {
        let mut board = Board::new(6, 7);
        rows.for_each(|row| board.set(row, column, Some(Player::One)));
        board
    };

    let text = |board: &Board| {
        let row = |row: usize| {
            let cells = (0..7).map(|column| if board.cell(row, column).is_some() { "Y " } else { "O " });
            format!("{} {}\n\r", row + 1, cells.collect::<String>())
        };
        "\n\r  1 2 3 4 5 6 7\n\r".to_owned() + &(0..6).map(row).collect::<String>()
    };

    let trail: Vec<Board> = (1..7).map(|end| board(0..end, 1)).collect();
    let beside: Vec<Board> = (0..6).map(|row| board(row..row + 1, 4)).collect();
    let high: Vec<Board> = (0..5).map(|row| board(row..row + 1, 1)).collect();
    for shown in [trail, beside, high] {
        let boards = |index: usize, step: String| match index {
            1 => "2".to_owned() + &shown.iter().map(text).collect::<String>() + &game.wording.prompts[1],
            _ => step,
        };
        let (found, _) = aligned(&game, "2", boards);
        let found = found.expect("another board");

        assert!(matches!(found.expected, Some(Event::Board(_))), "{found:?}");
        assert_eq!(
            found.seen,
            shown.last().cloned().map(|board| Seen::Event(Event::Board(board)))
        );

        assert_eq!(found.next, Some(Seen::Event(Event::Prompt(Player::Two))));
    }
}

#[test]
fn the_next_games_board_is_not_the_answer_to_a_win() {
    let game = falling();
    for (text, said) in [
        ("YELLOW rules!\n\rLet us play!", Some("YELLOW rules!")),
        ("Let us play!", None),
        ("Let us play!\n\rBravo, YELLOW", Some("Bravo, YELLOW")),
    ] {
        let reported = |_: usize, step: String| {
            let step = step.replace(&game.wording.greeting, "Let us play!");
            step.replace(&format!("{}\n\rLet us play!", game.wording.wins[0]), text)
        };
        let found = difference(&game, "12121213", reported);
        assert_eq!(found.expected, Some(Event::Result(Outcome::Win(Player::One))));
        assert_eq!((found.step, found.seen, found.said.as_deref()), (7, None, said));
    }

    // The game goes on: the win was missed.
    let missed = |index: usize, step: String| match index {
        7 => step.split("YELLOW wins").next().unwrap_or_default().to_owned() + &game.wording.prompts[1],
        _ => step,
    };
    let found = difference(&game, "12121213", missed);
    assert_eq!(found.seen, Some(Seen::Event(Event::Prompt(Player::Two))));
}

#[test]
fn empty_cells_that_are_blanks_are_read_by_the_numbers_above() {
    let game = redfirst();
    for trim in [false, true] {
        let blank = lines(|line| match line.len() {
            16 if trim => line.replace('0', " ").trim_end().to_owned(),
            16 => line.replace('0', " "),
            _ => line.to_owned(),
        });
        assert_eq!(formats(&game, WIN, blank), [FormatKind::Rewording], "{trim}");
    }

    let wrong = lines(|line| match line.len() {
        16 => line.replace('0', " ").replace("6 R  ", "6   R"),
        _ => line.to_owned(),
    });

    assert_eq!(difference(&game, WIN, wrong).step, 1);
}

/// Each may be the end of the text in place of the key.
#[test]
fn thousands_of_rows_in_the_line_of_a_key_are_read() {
    let (_, reading) = altered("1", |index, text| match index {
        1 => format!("You chose 1{}\n{text}", "- - - - - -".repeat(20_000)),
        _ => text,
    });
    assert!(reading.format.iter().any(|format| !format.items().is_empty()));
}

#[test]
fn labels_and_ends_of_rows_are_no_cells() {
    let game = super::game();
    let rows = |row: &str| row.repeat(6).into_bytes();
    assert_eq!(other_width(&game, &rows("| - | O | - | - | X |\n")), Some(5));
    let labelled = [1, 2, 3, 4, 5, 6].map(|row| format!("{row}| . | . | . | . | . | . |\n"));
    assert_eq!(other_width(&game, labelled.concat().as_bytes()), None);
    assert_eq!(other_width(&game, &rows("- - - - - -\n")), None);

    assert!(has_nul_cells(&game, b"- - - - - -\n- - \0 - - -\n"));
    assert!(has_nul_cells(&game, b"- - - - - -\n- - - - - \0\n"));
    assert!(!has_nul_cells(&game, &rows("- - - - - \0\n")));
}
