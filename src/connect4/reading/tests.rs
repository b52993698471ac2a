//! A perfect transcript in every kind of formatting is still the same game; a wrong one is reported at its first difference.

use super::{FormatKind, Reading, Seen, Words, align, read};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Expected, Outcome};
use crate::connect4::rules::{Flow, Game, Protocol, Rules, Wording};
use crate::connect4::script::Script;

mod boards;
mod chance;
mod drawing;
mod drawn;
mod free;
pub(in crate::connect4) mod games;
mod learned;
mod mistaken;
mod numbers;
mod on_terminal;
mod prompts;
mod screen;
mod vocabulary;

pub(super) fn game() -> Game {
    Game {
        rules: Rules {
            rows: 6,
            columns: 6,
            line: 4,
        },
        wording: Wording {
            empty: '-',
            pieces: ['O', 'X'],
            separator: " ".to_owned(),
            newline: "\n".to_owned(),
            prompts: ["Player 1, choose a column: ", "Player 2, choose a column: "].map(str::to_owned),
            invalid: "Invalid move. Try again.".to_owned(),
            wins: ["Player 1 Wins.", "Player 2 Wins."].map(str::to_owned),
            tie: "Tie Game.".to_owned(),
            ..Wording::default()
        },
        flow: Flow::default(),
    }
}

/// A transcript in steps, changed by `change`, read again.
fn altered(moves: &str, change: impl Fn(usize, String) -> String) -> (Expected, Reading) {
    let game = game();
    let script = Script::from_moves(moves, Protocol::Key);
    let expected = Expected::play(&game, &script);
    let mut bytes = Vec::new();
    let mut marks = Vec::new();
    for (index, step) in expected.steps.iter().enumerate() {
        if index > 0 {
            marks.push(bytes.len());
        }
        let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
        bytes.extend(change(index, text).into_bytes());
    }

    let reading = read(&game, &script, &bytes, &marks, expected.outcome.is_none(), Words::Fixed);
    (expected, reading)
}

const WIN: &str = "1 7 2 3 2 1 2 x 3 2";

/// The kinds of format differences that were noted, when the game is the same.
fn kinds(moves: &str, change: impl Fn(usize, String) -> String) -> Vec<FormatKind> {
    let (expected, reading) = altered(moves, change);
    let (difference, formats) = align(&expected, &reading, true);
    assert_eq!(difference, None);
    let mut kinds: Vec<_> = formats.items().iter().map(|format| format.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn replacing(from: &'static str, to: &'static str) -> impl Fn(usize, String) -> String {
    move |_, text| text.replace(from, to)
}

#[test]
fn a_perfect_transcript_has_no_format_difference() {
    for moves in [WIN, "", "1 2 3", "7 0 a", "1 1 1 1 1 1 1 2"] {
        assert_eq!(kinds(moves, |_, text| text), [], "{moves}");
    }
}

#[test]
fn each_kind_of_format_difference_is_tolerated_and_named() {
    let rows_end_in_blank = |_: usize, text: String| {
        let lines = text.split('\n').map(|line| {
            if line.len() == 11 {
                format!("{line} ")
            } else {
                line.to_owned()
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    };

    assert_eq!(kinds(WIN, rows_end_in_blank), [FormatKind::TrailingSpace]);
    assert_eq!(
        kinds(WIN, replacing("column: ", "column:")),
        [FormatKind::TrailingSpace]
    );
    assert_eq!(kinds(WIN, replacing("\n", "\r\n")), [FormatKind::CarriageReturn]);
    assert_eq!(kinds(WIN, replacing("\n", "\r")), [FormatKind::CarriageReturn]);
    assert_eq!(kinds(WIN, replacing("\n", "\n\0")), [FormatKind::Nul]);
    assert_eq!(kinds(WIN, replacing("Player", "player")), [FormatKind::LetterCase]);
    assert_eq!(kinds(WIN, replacing("- ", "-")), [FormatKind::RowSpacing]);
    assert_eq!(
        kinds(WIN, replacing("Try again", "Try agian")),
        [FormatKind::Misspelling]
    );
    assert_eq!(kinds(WIN, replacing(" Wins.", " Win")), [FormatKind::Misspelling]);
    assert_eq!(
        kinds(WIN, replacing("Player 2 Wins.", "The winner is player 2!")),
        [FormatKind::Rewording]
    );
    assert_eq!(
        kinds(WIN, replacing("Player 1,", "\nPlayer 1,")),
        [FormatKind::BlankLines]
    );
    assert_eq!(kinds(WIN, replacing("again.\n", "again. ")), [FormatKind::BlankLines]);

    let twice = |index: usize, text: String| {
        if index == 0 {
            text
        } else {
            format!("{}{text}", &text[..1])
        }
    };

    assert_eq!(kinds(WIN, twice), [FormatKind::DoubledEcho]);
    let silent = |index: usize, text: String| if index == 0 { text } else { text[1..].to_owned() };
    assert_eq!(kinds(WIN, silent), [FormatKind::MissingEcho]);
    assert_eq!(
        kinds(WIN, replacing("Player 2 Wins.", "Well played!\nPlayer 2 Wins.")),
        [FormatKind::ExtraText]
    );
}

#[test]
fn a_board_printed_again_is_a_format_difference_and_a_board_that_did_not_change_is_not() {
    let again = |_: usize, text: String| {
        let board: Vec<&str> = text.split('\n').filter(|line| line.len() == 11).collect();
        let board = board.join("\n");
        if board.is_empty() {
            text
        } else {
            text.replacen(&board, &format!("{board}\n{board}"), 1)
        }
    };

    assert_eq!(kinds(WIN, again), [FormatKind::ReprintedBoard]);
    let (expected, reading) = altered(
        "1 2",
        |index, text| if index == 2 { text.replace("O X", "O -") } else { text },
    );
    let difference = align(&expected, &reading, true).0.expect("the piece is missing");
    assert_eq!(difference.step, 2);

    assert!(matches!(difference.seen, Some(Seen::Event(Event::Board(_)))));
}

#[test]
fn the_players_number_is_never_a_misspelling() {
    let (expected, reading) = altered(WIN, replacing("Player 2 Wins.", "Player 1 Wins."));
    let difference = align(&expected, &reading, true).0.expect("another winner");
    assert_eq!(difference.expected, Some(Event::Result(Outcome::Win(Player::Two))));
    assert_eq!(
        difference.seen,
        Some(Seen::Event(Event::Result(Outcome::Win(Player::One))))
    );
    let (expected, reading) = altered("1", replacing("Player 2,", "Player 3,"));
    assert!(align(&expected, &reading, true).0.is_some());
}

#[test]
fn a_missing_board_is_another_game() {
    let (expected, reading) = altered("1 2", |index, text| {
        if index == 1 {
            text.lines().next().unwrap_or_default().to_owned() + "\nPlayer 2, choose a column: "
        } else {
            text
        }
    });

    let difference = align(&expected, &reading, true).0.expect("no board");
    assert_eq!(
        (difference.step, difference.seen),
        (1, Some(Seen::Event(Event::Prompt(Player::Two))))
    );
}

#[test]
fn a_flood_of_noise_is_read_without_harm() {
    let game = game();
    let script = Script::from_moves("1 2", Protocol::Key);
    let noise: Vec<u8> = (0..100_000u32).map(|index| ((index * 7919) >> 3) as u8).collect();
    let reading = read(&game, &script, &noise, &[10, 50_000], true, Words::Fixed);
    assert_eq!(reading.steps.len(), 3);
    let reading = read(&game, &script, &noise, &[200_000, 3], false, Words::Fixed);
    assert_eq!(reading.steps.len(), 3);
}

/// The format differences with their counts, when the game is the same.
fn formats(moves: &str, change: impl Fn(usize, String) -> String) -> Vec<(FormatKind, u64)> {
    let (expected, reading) = altered(moves, change);
    let (difference, formats) = align(&expected, &reading, true);
    assert_eq!(difference, None);
    formats
        .items()
        .iter()
        .map(|format| (format.kind, format.count))
        .collect()
}

/// Every row of a transcript put in other words.
fn rows(change: impl Fn(&str) -> String) -> impl Fn(usize, String) -> String {
    move |_, text| {
        let is_row = |line: &str| line.len() == 11 && line.bytes().step_by(2).all(|byte| b"-OX".contains(&byte));
        let lines = text
            .split('\n')
            .map(|line| if is_row(line) { change(line) } else { line.to_owned() });
        lines.collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn a_drawn_board_is_the_same_board() {
    use FormatKind::{ExtraText, RowSpacing};

    let framed = rows(|line| format!("| {} |", line.replace(' ', " | ")));
    assert_eq!(formats("1 2", framed), [(RowSpacing, 18)]);
    assert_eq!(
        formats("1 2", rows(|line| format!("[{}]", line.replace(' ', "][")))),
        [(RowSpacing, 18)]
    );
    assert_eq!(formats("1 2", rows(|line| format!("1 {line}"))), [(RowSpacing, 18)]);
    assert_eq!(formats("1 2", rows(|line| line.replace(' ', "\t"))), [(RowSpacing, 18)]);
    assert_eq!(
        formats("1 2", rows(|line| format!("{line}\n+---------+"))),
        [(ExtraText, 18)]
    );

    assert_eq!(
        formats("1 2", rows(|line| format!("{line}\n-----------"))),
        [(ExtraText, 18)]
    );
}

#[test]
fn column_numbers_above_the_board_are_no_second_echo() {
    let header = |_: usize, text: String| text.replacen("- - - - - -\n", "1 2 3 4 5 6\n- - - - - -\n", 1);
    assert_eq!(formats("1 2 1", header), [(FormatKind::ExtraText, 4)]);
}

#[test]
fn a_cleared_screen_and_other_empty_cells_hide_no_board() {
    let cleared = |_: usize, text: String| text.replacen("- - - - - -\n", "\x1b[2J\x1b[H\x0c- - - - - -\n", 1);
    assert_eq!(formats("1 2", cleared), [(FormatKind::ExtraText, 9)]);
    assert_eq!(
        formats("1 2", rows(|line| line.replace('-', "."))),
        [(FormatKind::Rewording, 18)]
    );
    assert_eq!(
        formats("1 2", rows(|line| line.replace('-', "_"))),
        [(FormatKind::Rewording, 18)]
    );
}

#[test]
fn a_prompt_in_other_words_names_its_player() {
    let range = |_: usize, text: String| text.replace(", choose a column: ", "'s turn, enter a column (1-6): ");
    assert_eq!(kinds(WIN, range), [FormatKind::Rewording]);
    let short = |_: usize, text: String| text.replace(", choose a column: ", ": ");
    assert_eq!(kinds(WIN, short), [FormatKind::Rewording]);
    let lines = |_: usize, text: String| text.replace(", choose a column: ", "'s turn\nWhich column? ");
    assert_eq!(kinds(WIN, lines), [FormatKind::Rewording]);
    let (expected, reading) = altered("1", replacing("Player 2, choose", "Choose"));
    let difference = align(&expected, &reading, true).0.expect("nobody is named");
    assert_eq!(difference.said.as_deref(), Some("Choose a column:"));
}

#[test]
fn a_refusal_in_other_words_is_one_difference() {
    let refusal = "Invalid move. Try again.";
    for own in ["Nope!", "Bad move!", "You cannot do that, sorry."] {
        let (expected, reading) = altered(WIN, replacing(refusal, own));
        let (difference, formats) = align(&expected, &reading, true);
        assert_eq!(difference, None);
        let [format] = formats.items() else {
            panic!("{own}: {formats:?}")
        };
        let said = (format.kind, &format.printed[..], &format.expected[..], format.count);
        assert_eq!(said, (FormatKind::Rewording, own, refusal, 2));
    }

    let (expected, reading) = altered(WIN, replacing(refusal, "Nope!\nNot there, please."));
    let formats = align(&expected, &reading, true).1;
    let kinds: Vec<_> = formats
        .items()
        .iter()
        .map(|format| (format.kind, &format.printed[..]))
        .collect();
    let both = [
        (FormatKind::ExtraText, "Nope!"),
        (FormatKind::Rewording, "Not there, please."),
    ];
    assert_eq!(kinds, both, "of two lines one is the refusal");
}

#[test]
fn blanks_and_control_characters_are_shown_twice_too() {
    let twice = |index: usize, text: String| if index == 0 { text } else { text[..1].to_owned() + &text };
    let game = game();
    for key in [" ", "\t", "\x01", "\0"] {
        let script = Script::from_input(key.as_bytes(), Protocol::Key);
        let expected = Expected::play(&game, &script);
        let opening = &expected.steps[0].text;
        let text = twice(1, String::from_utf8(expected.steps[1].text.clone()).expect("text"));
        let bytes = [opening.as_slice(), text.as_bytes()].concat();
        let reading = read(&game, &script, &bytes, &[opening.len()], true, Words::Fixed);
        let (difference, format) = align(&expected, &reading, true);

        assert_eq!(difference, None, "{key:?}");
        assert_eq!(format.items()[0].kind, FormatKind::DoubledEcho, "{key:?}");
    }
}

#[test]
fn what_follows_from_a_wrong_game_is_no_format_difference() {
    // The second 1 is taken for a move into a board that does not change, and the turn passes.
    let (expected, reading) = altered("1 7 2", |index, text| match index {
        2 => {
            let board: String = expected_rows("1").join("\n");
            format!("7\n{board}\nPlayer 1, choose a column: ")
        }
        _ => text,
    });

    let (difference, format) = align(&expected, &reading, true);
    assert_eq!(difference.map(|difference| difference.step), Some(2));
    assert_eq!(format.items(), []);
}

/// The rows printed after the last of some moves.
fn expected_rows(moves: &str) -> Vec<String> {
    let expected = Expected::play(&game(), &Script::from_moves(moves, Protocol::Key));
    let text = String::from_utf8(expected.steps[expected.steps.len() - 1].text.clone()).expect("text");
    text.lines().skip(1).take(6).map(str::to_owned).collect()
}

#[test]
fn a_board_of_another_width_is_no_board() {
    for other in ["- - - - -", "- - - - - - -"] {
        let (expected, reading) = altered("1", rows(move |_| other.to_owned()));
        let difference = align(&expected, &reading, true).0.expect("another board");
        assert_eq!(difference.step, 0);
        assert!(
            matches!(difference.seen, Some(Seen::BrokenBoard(rows)) if rows.len() == 6),
            "{other}"
        );
    }
}

#[test]
fn a_line_printed_behind_the_end_is_no_prompt() {
    let thanks = |_: usize, text: String| text.replace("Player 2 Wins.\n", "Player 2 Wins.\nWell done, player 1");
    let (expected, reading) = altered(WIN, thanks);
    assert_eq!(align(&expected, &reading, true).0, None);
}

#[test]
fn dashes_around_a_board_are_no_rows() {
    use FormatKind::{ExtraText, RowSpacing};

    let board = |close: bool, above: &'static str, below: &'static str| {
        move |_: usize, text: String| {
            let mut lines: Vec<String> = Vec::new();
            let mut rows = 0;
            for line in text.split('\n') {
                if line.len() != 11 {
                    lines.push(line.to_owned());
                    continue;
                }

                if rows == 0 {
                    lines.extend(above.split_whitespace().map(str::to_owned));
                }

                rows += 1;
                lines.push(if close { line.replace(' ', "") } else { line.to_owned() });
                if rows == 6 {
                    lines.extend(below.split_whitespace().map(str::to_owned));
                }
            }

            lines.join("\n")
        }
    };

    for moves in ["", "1 2", "1 1 1 1 1 1 2"] {
        let boards = moves.split_whitespace().count() as u64 + 1;
        assert_eq!(
            formats(moves, board(false, "------", "------")),
            [(ExtraText, boards * 2)]
        );
        assert_eq!(formats(moves, board(false, "", "------")), [(ExtraText, boards)]);
        assert_eq!(
            formats(moves, board(true, "------", "------")),
            [(ExtraText, boards * 2), (RowSpacing, boards * 6)]
        );

        assert_eq!(
            formats(moves, board(true, "------", "")),
            [(ExtraText, boards), (RowSpacing, boards * 6)]
        );
    }

    // A row too many that holds a piece is no line.
    let (expected, reading) = altered("1", board(true, "", "O-----"));
    assert!(matches!(align(&expected, &reading, true).0, Some(difference) if difference.step == 0));
}

#[test]
fn a_refusal_printed_twice_is_extra_text() {
    let again = |times: usize| {
        let refusal = "Invalid move. Try again.\n";
        move |_: usize, text: String| text.replace(refusal, &refusal.repeat(times))
    };
    assert_eq!(formats("1 7 2", again(2)), [(FormatKind::ExtraText, 1)]);
    assert_eq!(formats("1 7 x", again(3)), [(FormatKind::ExtraText, 4)]);

    // Behind a valid move it is another game.
    let (expected, reading) = altered("1 2", |step, text| {
        if step == 1 {
            text.replace("Player", "Invalid move. Try again.\nPlayer")
        } else {
            text
        }
    });

    assert!(matches!(align(&expected, &reading, true).0, Some(difference) if difference.step == 1));
}
