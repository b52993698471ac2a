//! A perfect transcript in every kind of dress is still the same game; a wrong one is told at its first difference.

use super::{DressKind, Reading, Seen, align, read};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Expected, Outcome};
use crate::connect4::rules::{Game, Protocol, Rules, Wording};
use crate::connect4::script::Script;

fn game() -> Game {
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
        },
    }
}

/// A transcript in steps, changed by `dress`, read again.
fn dressed(moves: &str, dress: impl Fn(usize, String) -> String) -> (Expected, Reading) {
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
        bytes.extend(dress(index, text).into_bytes());
    }
    let reading = read(&game, &script, &bytes, &marks);
    (expected, reading)
}

const WIN: &str = "1 7 2 3 2 1 2 x 3 2";

/// The kinds of dress that were noted, when the game is the same.
fn kinds(moves: &str, dress: impl Fn(usize, String) -> String) -> Vec<DressKind> {
    let (expected, reading) = dressed(moves, dress);
    let mut wardrobe = reading.dress.clone();
    let difference = align(&expected, &reading, &mut wardrobe);
    assert_eq!(difference, None);
    let mut kinds: Vec<_> = wardrobe.items().iter().map(|dress| dress.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn replacing(from: &'static str, to: &'static str) -> impl Fn(usize, String) -> String {
    move |_, text| text.replace(from, to)
}

#[test]
fn a_perfect_transcript_has_no_dress() {
    for moves in [WIN, "", "1 2 3", "7 0 a", "1 1 1 1 1 1 1 2"] {
        assert_eq!(kinds(moves, |_, text| text), [], "{moves}");
    }
}

#[test]
fn each_kind_of_dress_is_read_through_and_named() {
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
    assert_eq!(kinds(WIN, rows_end_in_blank), [DressKind::TrailingSpace]);
    assert_eq!(kinds(WIN, replacing("column: ", "column:")), [DressKind::TrailingSpace]);
    assert_eq!(kinds(WIN, replacing("\n", "\r\n")), [DressKind::CarriageReturn]);
    assert_eq!(kinds(WIN, replacing("\n", "\r")), [DressKind::CarriageReturn]);
    assert_eq!(kinds(WIN, replacing("\n", "\n\0")), [DressKind::Nul]);
    assert_eq!(kinds(WIN, replacing("Player", "player")), [DressKind::LetterCase]);
    assert_eq!(kinds(WIN, replacing("- ", "-")), [DressKind::RowSpacing]);
    assert_eq!(
        kinds(WIN, replacing("Try again", "Try agian")),
        [DressKind::Misspelling]
    );
    assert_eq!(kinds(WIN, replacing(" Wins.", " Win")), [DressKind::Misspelling]);
    assert_eq!(
        kinds(WIN, replacing("Player 2 Wins.", "The winner is player 2!")),
        [DressKind::Rewording]
    );
    assert_eq!(
        kinds(WIN, replacing("Player 1,", "\nPlayer 1,")),
        [DressKind::BlankLines]
    );
    assert_eq!(kinds(WIN, replacing("again.\n", "again. ")), [DressKind::BlankLines]);
    let twice = |index: usize, text: String| {
        if index == 0 {
            text
        } else {
            format!("{}{text}", &text[..1])
        }
    };
    assert_eq!(kinds(WIN, twice), [DressKind::DoubledEcho]);
    let silent = |index: usize, text: String| if index == 0 { text } else { text[1..].to_owned() };
    assert_eq!(kinds(WIN, silent), [DressKind::MissingEcho]);
    assert_eq!(
        kinds(WIN, replacing("Player 2 Wins.", "Well played!\nPlayer 2 Wins.")),
        [DressKind::ExtraText]
    );
}

#[test]
fn a_board_printed_again_is_dress_and_a_board_that_did_not_change_is_not() {
    let again = |_: usize, text: String| {
        let board: Vec<&str> = text.split('\n').filter(|line| line.len() == 11).collect();
        let board = board.join("\n");
        if board.is_empty() {
            text
        } else {
            text.replacen(&board, &format!("{board}\n{board}"), 1)
        }
    };
    assert_eq!(kinds(WIN, again), [DressKind::ReprintedBoard]);
    let (expected, reading) = dressed(
        "1 2",
        |index, text| if index == 2 { text.replace("O X", "O -") } else { text },
    );
    let difference = align(&expected, &reading, &mut reading.dress.clone()).expect("the piece is missing");
    assert_eq!(difference.step, 2);
    assert!(matches!(difference.seen, Some(Seen::Event(Event::Board(_)))));
}

#[test]
fn the_players_number_is_never_a_misspelling() {
    let (expected, reading) = dressed(WIN, replacing("Player 2 Wins.", "Player 1 Wins."));
    let difference = align(&expected, &reading, &mut reading.dress.clone()).expect("another winner");
    assert_eq!(difference.expected, Some(Event::Result(Outcome::Win(Player::Two))));
    assert_eq!(
        difference.seen,
        Some(Seen::Event(Event::Result(Outcome::Win(Player::One))))
    );
    let (expected, reading) = dressed("1", replacing("Player 2,", "Player 3,"));
    assert!(align(&expected, &reading, &mut reading.dress.clone()).is_some());
}

#[test]
fn a_missing_board_is_another_game() {
    let (expected, reading) = dressed("1 2", |index, text| {
        if index == 1 {
            text.lines().next().unwrap_or_default().to_owned() + "\nPlayer 2, choose a column: "
        } else {
            text
        }
    });
    let difference = align(&expected, &reading, &mut reading.dress.clone()).expect("no board");
    assert_eq!(
        (difference.step, difference.seen),
        (1, Some(Seen::Event(Event::Prompt(Player::Two))))
    );
}

#[test]
fn a_flood_of_noise_is_read_without_harm() {
    let game = game();
    let script = Script::from_moves("1 2", Protocol::Key);
    let noise: Vec<u8> = (0..100_000u32).map(|index| (index * 7919 >> 3) as u8).collect();
    let reading = read(&game, &script, &noise, &[10, 50_000]);
    assert_eq!(reading.steps.len(), 3);
    let reading = read(&game, &script, &noise, &[200_000, 3]);
    assert_eq!(reading.steps.len(), 3);
}
