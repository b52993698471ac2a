//! The same boards as many programs format them.

use super::free::{DRAW, WIN, aligned, assert_same_game, difference, formats, lines, with};
use super::games::{all, falling, printed, redfirst, scan, script};
use crate::connect4::expected::{Event, Expected};
use crate::connect4::reading::known::PROMPT_NOT_AGAIN;
use crate::connect4::reading::{BOARD_NOT_AGAIN, FormatKind, ROWS_JOINED, Words, align, read};
use crate::connect4::rules::Game;

mod rows;

/// Rows of the board changed: what they hold, less label and blanks.
fn rows(change: impl Fn(usize, &str) -> String) -> impl Fn(usize, String) -> String {
    let number = std::cell::Cell::new(0);
    lines(move |line| {
        let cells = line
            .trim_start_matches(|letter: char| ('1'..='9').contains(&letter))
            .trim();
        let is_row = cells.len() == 13 && cells.bytes().step_by(2).all(|cell| b"RYO0".contains(&cell));
        if !is_row {
            return line.to_owned();
        }

        number.set(number.get() % 6 + 1);
        change(number.get(), cells)
    })
}

/// 10 was read as a piece of player 1 after a 1 where pieces are the letter O.
#[test]
fn row_numbers_of_two_digits_are_no_pieces() {
    let mut game = super::game();
    game.rules.rows = 12;
    game.wording.label = "{row} ".to_owned();
    let numbered = |change: fn(&str, &str) -> String| {
        lines(move |line| match line.split_once(' ') {
            Some((number, cells)) if number.parse::<usize>().is_ok() && cells.len() == 11 => change(number, cells),
            _ => line.to_owned(),
        })
    };
    for keys in ["1212121", "111111111111122", "1122334"] {
        for change in [
            |number: &str, cells: &str| format!("{number} {cells} "),
            |number: &str, cells: &str| format!("{number:>2} {cells}"),
            |number: &str, cells: &str| format!("{number} | {cells} |"),
            |number: &str, cells: &str| format!("{number} {}", cells.replace('-', ".")),
            |number: &str, cells: &str| format!("{number}  {}", cells.replace(' ', "")),
            |_: &str, cells: &str| cells.to_owned(),
            |number: &str, cells: &str| format!("{number} {cells} {number}"),
            |number: &str, cells: &str| format!("{cells} {number}"),
        ] {
            assert_same_game(&game, keys, numbered(change));
        }
    }
}

#[test]
fn boards_are_read_in_any_format() {
    let empties = |shown: &'static str| move |_, cells: &str| cells.replace(['O', '0'], shown);
    for game in [scan(), falling(), redfirst()] {
        for keys in [WIN, DRAW, "1q27"] {
            for shown in [".", "-", "_", "*", "+", "o", "0", "O"] {
                assert_same_game(&game, keys, rows(move |_, cells| empties(shown)(0, cells)));
                assert_same_game(
                    &game,
                    keys,
                    rows(move |row, cells| format!("{row} | {} |", empties(shown)(0, cells))),
                );
            }

            assert_same_game(&game, keys, rows(|_, cells| cells.replace(' ', "")));
            assert_same_game(&game, keys, rows(|_, cells| cells.to_lowercase()));
            assert_same_game(
                &game,
                keys,
                rows(|row, cells| format!("{row}\t{}", cells.replace(' ', "\t"))),
            );
            assert_same_game(&game, keys, rows(|row, cells| format!("{cells} {row}")));
            assert_same_game(
                &game,
                keys,
                rows(|row, cells| format!("{} {cells} {}", 7 - row, 7 - row)),
            );
            assert_same_game(&game, keys, rows(|row, cells| format!("{} {cells}", row - 1)));
            assert_same_game(
                &game,
                keys,
                rows(|_, cells| format!("[{}]\n\r", cells.replace(' ', "]["))),
            );
            assert_same_game(
                &game,
                keys,
                rows(|_, cells| format!("|{}|\n\r+-+-+-+-+-+-+-+", cells.replace(' ', "|"))),
            );
            assert_same_game(&game, keys, rows(|_, cells| format!("{cells}\n\r-------------")));

            let framed = |row: usize, cells: &str| {
                let fields: Vec<String> = cells.split(' ').map(|cell| cell.replace(['O', '0'], " ")).collect();
                format!("{row} |{}|", fields.join("|"))
            };
            assert_same_game(&game, keys, rows(framed));

            for pieces in [["1", "2"], ["X", "O"], ["x", "o"]] {
                let [first, second] = game.wording.pieces;
                let other = move |_, cells: &str| {
                    let cells = cells.replace(['O', '0'], ".");
                    cells.replace(first, pieces[0]).replace(second, pieces[1])
                };
                assert_same_game(&game, keys, rows(other));
            }

            for header in [
                "",
                "|1|2|3|4|5|6|7|",
                "\t1\t2\t3\t4\t5\t6\t7",
                "1234567",
                " A B C D E F G",
                "---1-2-3-4-5-6-7---",
            ] {
                let other = move |line: &str| {
                    if line.trim() == "1 2 3 4 5 6 7" {
                        header.to_owned()
                    } else {
                        line.to_owned()
                    }
                };
                assert_same_game(&game, keys, lines(other));
            }
        }
    }
}

#[test]
fn line_ends_are_held_against_those_that_were_asked_for() {
    use FormatKind::{BlankLines, CarriageReturn};

    for game in all() {
        for other in ["\n", "\r\n", "\r"] {
            assert_eq!(
                formats(&game, WIN, |_, text| text.replace("\n\r", other)),
                [CarriageReturn],
                "{other:?}"
            );
        }

        let open = |_: usize, text: String| text.replace("7\n\r", "7\n\r\n\r");
        assert_eq!(formats(&game, WIN, open), [BlankLines]);
    }

    let close = |_: usize, text: String| text.replace("\n\r\n\r", "\n\r");
    assert_eq!(formats(&falling(), WIN, close), [BlankLines]);
}

#[test]
fn what_is_left_out_around_the_game_is_a_format_difference() {
    use FormatKind::{ExtraText, MissingEcho, Rewording, RowSpacing, TrailingSpace};

    let game = redfirst();
    let no_greeting = with(&[("Let's play Connect4!!\n\r", "")]);
    assert_eq!(formats(&game, WIN, no_greeting), [ExtraText]);
    assert_eq!(
        formats(&game, "1q", with(&[("Thank you for playing Connect Four!\n\r", "")])),
        [ExtraText]
    );
    assert_eq!(
        formats(
            &game,
            "1q",
            with(&[("q\n\rThank you for playing Connect Four!\n\r", "")])
        ),
        [MissingEcho, ExtraText]
    );
    assert_eq!(formats(&game, WIN, with(&[("  1 2 3 4 5 6 7\n\r", "")])), [ExtraText]);
    assert_eq!(formats(&game, WIN, rows(|_, cells| format!("{cells} "))), [RowSpacing]);
    assert_eq!(
        formats(&game, WIN, rows(|row, cells| format!("{row} {cells}"))),
        [TrailingSpace]
    );

    let silent = |index: usize, text: String| if index == 0 { text } else { text[1..].to_owned() };
    assert_eq!(formats(&game, WIN, silent), [MissingEcho]);
    let silent = |_: usize, text: String| text.replace("R HAS WON", "R WON");
    assert_eq!(
        formats(&game, "12121213", |index, text| silent(
            index,
            text.replace("PLAYER ", "")
        )),
        [Rewording]
    );
}

#[test]
fn a_board_printed_again_after_a_refusal_or_not_is_a_format_difference() {
    use FormatKind::ReprintedBoard;

    let game = redfirst();
    let once = |index: usize, text: String| {
        if index == 2 {
            text.split("  1 2 3").next().unwrap_or_default().to_owned() + &game.wording.prompts[1]
        } else {
            text
        }
    };

    assert_eq!(formats(&game, "1x2", once), [ReprintedBoard]);
    let other = |index: usize, text: String| if index == 2 { text.replace("6 R", "6 Y") } else { text };
    assert_eq!(difference(&game, "1x2", other).step, 2);
    let mut plain = game.clone();
    plain.wording.board_again = false;

    let (bytes, marks) = printed(&Expected::play(&game, &script("1x2")));
    let reading = read(&plain, &script("1x2"), &bytes, &marks, true, Words::Free);
    let (difference, format) = align(&Expected::play(&plain, &script("1x2")), &reading, true);
    assert_eq!(difference, None);
    assert_eq!(format.items()[0].kind, ReprintedBoard);
}

#[test]
fn frames_are_held_or_passed_over() {
    let game = falling();
    let script = script("1213");
    let expected = Expected::play(&game, &script);
    let mut still = game.clone();
    still.flow.falling = false;

    let plain = Expected::play(&still, &script);
    let aligned = |wanted: &Expected, shown: &Expected, checks: bool| {
        let (bytes, marks) = printed(shown);
        align(wanted, &read(&game, &script, &bytes, &marks, true, Words::Free), checks)
    };
    for (wanted, shown, checks, same, kinds) in [
        (&expected, &expected, true, true, vec![]),
        (&expected, &expected, false, true, vec![]),
        (&expected, &plain, false, true, vec![]),
        (&expected, &plain, true, false, vec![]),
        (&plain, &expected, true, true, vec![FormatKind::ReprintedBoard]),
    ] {
        let (difference, format) = aligned(wanted, shown, checks);
        assert_eq!(difference.is_none(), same);
        let found: Vec<_> = format.items().iter().map(|format| format.kind).collect();
        if same {
            assert_eq!(found, kinds);
        }
    }

    // A piece that stays in the air is never passed over.
    let mut hung = expected.clone();
    let board = hung.steps[1].events.len() - 2;
    hung.steps[1].text = {
        let text = String::from_utf8(hung.steps[1].text.clone()).unwrap();
        let boards: Vec<&str> = text.split("\n\r  1 2").collect();
        [
            &boards[..boards.len() - 1].join("\n\r  1 2"),
            "\n\r",
            &game.wording.prompts[1],
        ]
        .concat()
        .into_bytes()
    };
    assert!(board > 1);

    for checks in [true, false] {
        let found = aligned(&expected, &hung, checks).0.expect("the piece never lands");
        assert_eq!(found.step, 1);
        assert!(matches!(found.expected, Some(Event::Board(_))), "{:?}", found.expected);
    }
}

/// What is said about the format, where the game is the same.
#[track_caller]
fn said(game: &Game, keys: &str, change: impl Fn(usize, String) -> String) -> Vec<String> {
    let (difference, found) = aligned(game, keys, change);
    assert_eq!(difference, None);
    found.items().iter().map(|format| format.message.clone()).collect()
}

#[test]
fn a_greeting_in_another_language_is_not_missing() {
    let game = redfirst();
    let german = with(&[
        ("Let's play Connect4!!", "Willkommen zu Vier gewinnt!"),
        ("Thank you for playing Connect Four!", "Danke und auf Wiedersehen!"),
    ]);
    let kinds = said(&game, "1q", german);
    assert_eq!(
        kinds,
        [
            "the greeting is worded differently",
            "the farewell is worded differently"
        ]
    );

    let silent = with(&[("Let's play Connect4!!\n\r", "")]);
    assert_eq!(said(&game, "1", silent), ["the greeting is missing"]);
}

#[test]
fn column_numbers_below_the_board_are_not_missing() {
    let game = redfirst();
    let below = |_: usize, text: String| {
        let numbers = "  1 2 3 4 5 6 7\n\r";
        text.replace(numbers, "")
            .split_inclusive("\n\r")
            .map(|line| {
                if line.starts_with("6 ") {
                    format!("{line}{numbers}")
                } else {
                    line.to_owned()
                }
            })
            .collect()
    };
    let message = "the column numbers are printed below the board instead of above it";
    assert_eq!(said(&game, WIN, below), [message]);
    let both = lines(|line| {
        if line.starts_with("6 ") {
            format!("{line}\n\r  1 2 3 4 5 6 7")
        } else {
            line.to_owned()
        }
    });
    let message = "the column numbers are printed below the board, too";
    assert_eq!(said(&falling(), "1x2", both), [message]);

    let missing = with(&[("  1 2 3 4 5 6 7\n\r", "")]);
    assert_eq!(said(&game, WIN, missing), ["the column numbers are missing"]);
}

/// Rows that are not ended.
#[test]
fn rows_in_one_line_are_read_and_named_once() {
    let game = redfirst();
    let joined = with(&[(" \n\r", " ")]);
    for keys in [WIN, DRAW, "1x2", "1q"] {
        assert_eq!(said(&game, keys, &joined), [ROWS_JOINED], "{keys}");
    }

    // No spaces end the rows, and the text below the board has a line of its own.
    let open = lines(|line| line.trim_end().to_owned());
    let joined = |index: usize, text: String| {
        let rows: Vec<String> = (1..6).map(|row| format!("\n\r{} ", row + 1)).collect();
        rows.iter()
            .fold(open(index, text), |text, row| text.replace(row, &row[2..]))
    };
    assert_same_game(&game, WIN, joined);

    // One row more or less is no board.
    let short = |_: usize, text: String| text.replace(" \n\r", " ").replace("6 0 0 0 0 0 0 0 ", "");
    assert_eq!(difference(&game, "1", short).step, 0);
    let lc3 = crate::connect4::reading::tests::game();
    for keys in ["1 2", "1 1 1 1 1 1 1"] {
        let rows = with(&[("-\n", "-"), ("O\n", "O"), ("X\n", "X")]);
        assert_same_game(&lc3, keys, rows);
    }
}

/// A refusal that asks for another column itself.
#[test]
fn a_prompt_that_is_not_printed_again_after_a_refusal_is_a_difference_in_format() {
    let game = redfirst();
    let without = |refusal: &'static str| {
        move |_: usize, text: String| match text.find("Invalid Input!") {
            Some(at) => format!("{}{refusal}", &text[..at]),
            None => text,
        }
    };
    for refusal in [
        "Invalid Input! Please try again: ",
        "Invalid Input! Please try again.\n\rYour column: ",
        "Not a valid column, another one please: ",
    ] {
        for keys in ["x", "1x", "1x2", "1111111x2", WIN] {
            let said = said(&game, keys, without(refusal));
            assert!(said.iter().any(|said| said == PROMPT_NOT_AGAIN), "{said:?}");
            assert!(said.iter().any(|said| said == BOARD_NOT_AGAIN), "{said:?}");
        }
    }

    // Without the refusal it is another game.
    assert_eq!(difference(&game, "1x2", without("Your column: ")).step, 2);
}

#[test]
fn a_bell_neither_clears_the_screen_nor_moves_the_cursor() {
    let bell = with(&[("Invalid Input!", "\u{7}Invalid Input!")]);
    assert_eq!(said(&redfirst(), "x", bell), ["control codes that sound the bell"]);
}

/// The line that wins may be marked on the board on which the game ends, where that is the only one.
#[test]
fn the_pieces_that_win_may_be_marked() {
    let marked = |cells: &'static str, with: &'static str| {
        move |index: usize, text: String| {
            if index >= 7 {
                text.replacen(cells, with, 1)
            } else {
                text
            }
        }
    };
    let game = redfirst();
    let row = |with| marked("6 R R R R Y 0 Y", with);
    let keys = "4537231";
    assert_same_game(&game, keys, row("6 * * * * Y 0 Y"));
    let (_, found) = aligned(&game, keys, row("6 # # # # Y 0 Y"));
    let said: Vec<&str> = found.items().iter().map(|format| &format.message[..]).collect();
    assert_eq!(said, ["winning pieces are marked with '#'"]);

    // Four of five are a line, too.
    let five = marked("6 R R R R R Y Y", "6 R * * * * Y Y");
    assert_eq!(aligned(&game, "162736574", five).0.map(|found| found.step), None);

    // Marks on other pieces, or on three of them, are no board that is known for certain.
    for other in [
        "6 * * * R Y 0 Y",
        "6 R R R R * 0 *",
        "6 * * * * * 0 Y",
        "6 * * * * Y Y Y",
        "6 * * * * 0 0 Y",
    ] {
        let (difference, _) = aligned(&game, keys, row(other));
        assert!(difference.is_some(), "{other}");
    }
}
