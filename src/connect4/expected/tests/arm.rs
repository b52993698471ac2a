//! The games of documents 001, 003 and 004, written out by hand.

use super::*;
use crate::connect4::rules::{Computer, Echo, First, Quit, Then};

const SIX_BY_SEVEN: Rules = Rules {
    rows: 6,
    columns: 7,
    line: 4,
};
/// Two legal drawn games: R begins, Y begins.
const DRAWN: [&str; 2] = [
    "121111132222323335354444445556666656777777",
    "213111115222232333536444444556666567777775",
];

fn wording() -> Wording {
    Wording {
        separator: " ".into(),
        row_end: " ".into(),
        newline: "\n\r".into(),
        ..Wording::default()
    }
}

fn scan() -> Game {
    Game {
        rules: SIX_BY_SEVEN,
        wording: Wording {
            greeting: "Let's play Connect4!!".into(),
            header: "1 2 3 4 5 6 7".into(),
            empty: '0',
            pieces: ['R', 'Y'],
            prompts: ["R? ".into(), "Y? ".into()],
            invalid: "This column is full.".into(),
            wins: ["R IS THE WINNER.".into(), "Y IS THE WINNER.".into()],
            ..wording()
        },
        flow: Flow {
            quit: Some(quit(Then::Restart)),
            ..Flow::default()
        },
    }
}

fn falling() -> Game {
    Game {
        rules: SIX_BY_SEVEN,
        wording: Wording {
            greeting: "Let's Play Connect 4!".into(),
            above: "\n\r".into(),
            header: "  1 2 3 4 5 6 7".into(),
            label: "{row} ".into(),
            empty: 'O',
            pieces: ['Y', 'R'],
            prompts: ["YELLOW: ".into(), "RED: ".into()],
            echo: Echo::Known,
            invalid: "Invalid move, try again.".into(),
            wins: ["YELLOW wins!".into(), "RED wins!".into()],
            tie: "It's a draw!".into(),
            ..wording()
        },
        flow: Flow {
            over: Then::Restart,
            quit: Some(quit(Then::Restart)),
            falling: true,
            ..Flow::default()
        },
    }
}

fn red_first() -> Game {
    let mut game = falling();
    game.wording = Wording {
        empty: '0',
        pieces: ['R', 'Y'],
        prompts: ["RED: ".into(), "YELLOW: ".into()],
        echo: Echo::All,
        invalid: "Invalid Input!".into(),
        board_again: true,
        wins: ["RED PLAYER HAS WON!".into(), "YELLOW PLAYER HAS WON!".into()],
        tie: "THE GAME ENDED IN A DRAW!".into(),
        farewell: "Thank you".into(),
        ..game.wording
    };
    game.flow = Flow {
        quit: Some(quit(Then::Stop)),
        ..Flow::default()
    };

    game
}

fn quit(then: Then) -> Quit {
    Quit { key: b'q', then }
}

fn against(computer: Computer, mut game: Game) -> Game {
    game.flow.computer = Some(computer);
    game
}

fn play(game: &Game, keys: &str) -> Expected {
    Expected::play(game, &Script::from_input(keys.as_bytes(), Protocol::Key))
}

/// What is printed after the last key, with plain line feeds.
fn last(game: &Game, keys: &str) -> String {
    let expected = play(game, keys);
    text(expected.steps.last().expect("there is an opening")).replace("\n\r", "\n")
}

/// A board of 6 x 7 in a game's format, from its lowest rows.
fn shown(game: &Game, rows: &[&str]) -> String {
    let wording = &game.wording;
    let mut text = wording.above.replace("\n\r", "\n") + &wording.header + "\n";
    for number in 1..=6 {
        let empty = wording.empty.to_string().repeat(7);
        let row = (number + rows.len())
            .checked_sub(7)
            .map_or(empty.as_str(), |row| rows[row]);
        text += &wording.label.replace("{row}", &number.to_string());
        text.extend(row.chars().flat_map(|cell| [cell, ' ']));
        text.push('\n');
    }

    text
}

/// Document 003 shows the board as it lies in memory, before and after a first move.
#[test]
fn the_hex_dump_of_document_003_comes_out_to_the_byte() {
    let dump = "0A 0D 20 20 31 20 32 20 33 20 34 20 35 20 36 20 37 0A 0D 31 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 0A \
                0D 32 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 0A 0D 33 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 0A \
                0D 34 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 0A 0D 35 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 0A \
                0D 36 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 4F 20 0A 0D";
    let bytes: Vec<u8> = dump
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).expect("hex"))
        .collect();
    let opening = [b"Let's Play Connect 4!\n\r", &bytes[..], b"YELLOW: "].concat();

    assert_eq!(play(&falling(), "").transcript(), opening);
    let mut moved = bytes;
    let first = moved.len() - 16;
    assert_eq!(&moved[first - 2..first], b"6 ");
    moved[first] = b'Y';

    let step = &play(&falling(), "1").steps[1];
    assert!(step.text.ends_with(&[&moved[..], b"RED: "].concat()));
}

#[test]
fn a_header_stands_above_rows_that_end_in_a_blank() {
    let game = scan();
    let empty = shown(&game, &[]);
    assert_eq!(last(&game, ""), format!("Let's play Connect4!!\n{empty}R? "));
    let moved = shown(&game, &["000R000"]);
    assert_eq!(last(&game, "4"), format!("4\n{moved}Y? "));
    assert!(moved.starts_with("1 2 3 4 5 6 7\n0 0 0 0 0 0 0 \n"));
}

#[test]
fn a_falling_piece_is_shown_in_each_row_that_it_passes() {
    let game = falling();
    let step = &play(&game, "17").steps[2];
    let rows: Vec<usize> = step
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Frame(board) | Event::Board(board) => {
                assert_eq!(board.pieces(), 2, "one piece, and that on its way down");
                (0..6).find(|row| board.cell(*row, 6).is_some())
            }
            _ => None,
        })
        .collect();

    assert_eq!(rows, [0, 1, 2, 3, 4, 5]);
    assert!(matches!(step.events[6], Event::Board(_)), "the last is no frame");
    // The sixth piece of a column lies where it is first drawn.
    let full = &play(&game, "111111").steps[6];
    assert!(matches!(
        full.events[..],
        [Event::Echo(_), Event::Board(_), Event::Prompt(_)]
    ));

    let fifth = last(&game, "11111");
    let (first, second) = (
        ["YOOOOOO", "OOOOOOO", "ROOOOOO", "YOOOOOO", "ROOOOOO", "YOOOOOO"],
        ["YOOOOOO", "ROOOOOO", "YOOOOOO", "ROOOOOO", "YOOOOOO"],
    );

    assert_eq!(
        fifth,
        format!("1{}{}RED: ", shown(&game, &first), shown(&game, &second))
    );
}

#[test]
fn keys_that_are_no_move_are_shown_or_not_as_the_wording_has_it() {
    let game = falling();
    for key in ["8", "0", "x", "\n", "Q"] {
        assert_eq!(last(&game, key), "\nInvalid move, try again.\nYELLOW: ", "{key:?}");
        let game = red_first();
        let again = shown(&game, &[]);
        assert_eq!(
            last(&game, key),
            format!("{key}\nInvalid Input!\n{again}RED: "),
            "{key:?}"
        );
    }

    assert_eq!(last(&game, "1111111"), "1\nInvalid move, try again.\nYELLOW: ");
}

#[test]
fn a_full_column_may_have_a_text_of_its_own() {
    let mut game = scan();
    game.wording.invalid = "No column.".into();
    assert_eq!(last(&game, "1111111"), "1\nNo column.\nR? ");
    game.wording.full = "Full.".into();
    assert_eq!(last(&game, "1111111"), "1\nFull.\nR? ");
    assert_eq!(last(&game, "8"), "8\nNo column.\nR? ");
}

#[test]
fn the_key_that_leaves_a_game_stops_it_or_begins_a_new_one() {
    let game = falling();
    let left = play(&game, "12q");
    assert_eq!(left.steps[3].board, Board::new(6, 7));
    assert_eq!((left.outcome, left.halts), (None, false));

    let empty = shown(&game, &[]);
    assert_eq!(last(&game, "12q"), format!("q\nLet's Play Connect 4!\n{empty}YELLOW: "));
    // The order of the players starts again, too.
    assert_eq!(play(&game, "1q1").steps[3].player, Some(Player::One));
    let game = red_first();
    let stopped = play(&game, "1q2");
    assert_eq!((stopped.steps.len(), stopped.outcome, stopped.halts), (3, None, true));

    assert_eq!(last(&game, "1q2"), "q\nThank you\n");
}

#[test]
fn a_win_stops_the_program_or_begins_a_new_game() {
    let game = falling();
    let won = play(&game, "12121213");
    assert_eq!((won.outcome, won.halts, won.steps.len()), (None, false, 9));

    let step = &won.steps[7];
    assert_eq!(step.board, Board::new(6, 7));
    assert_eq!(step.placed, Some((2, 0)));
    let end = &step.events[step.events.len() - 4..];
    assert!(matches!(end[0], Event::Board(_)));
    assert_eq!(end[1], Event::Result(Outcome::Win(Player::One)));
    assert_eq!(end[2..], [Event::Board(Board::new(6, 7)), Event::Prompt(Player::One)]);

    let empty = shown(&game, &[]);
    let said = last(&game, "1212121");
    assert!(
        said.ends_with(&format!("\nYELLOW wins!\nLet's Play Connect 4!\n{empty}YELLOW: ")),
        "{said}"
    );
    assert_eq!(
        won.steps[8].placed,
        Some((5, 2)),
        "the next key is a move in the new game"
    );

    let stopped = play(&scan(), "12121213");
    assert_eq!(stopped.outcome, Some(Outcome::Win(Player::One)));
    assert_eq!((stopped.halts, stopped.steps.len()), (true, 8));
    assert!(last(&scan(), "1212121").ends_with("\nR IS THE WINNER.\n"));
}

#[test]
fn both_drawn_games_are_ties() {
    for keys in DRAWN {
        for game in [scan(), falling(), red_first()] {
            let expected = play(&game, &keys[..41]);
            let won = expected.steps.iter().flat_map(|step| &step.events);
            assert_eq!(won.filter(|event| matches!(event, Event::Result(_))).count(), 0);
        }

        let drawn = play(&red_first(), keys);
        assert_eq!((drawn.outcome, drawn.halts), (Some(Outcome::Tie), true));
        assert!(last(&red_first(), keys).ends_with("\nTHE GAME ENDED IN A DRAW!\n"));
        let restarted = play(&falling(), keys);
        assert_eq!((restarted.outcome, restarted.halts), (None, false));
        assert!(last(&falling(), keys).contains("\nIt's a draw!\nLet's Play"));

        // Document 001 has no text for it.
        let silent = play(&scan(), keys);
        assert_eq!((silent.outcome, silent.halts), (Some(Outcome::Tie), true));
        let step = &silent.steps[42];
        assert!(matches!(step.events[..], [Event::Echo(_), Event::Board(_)]));
        assert!(last(&scan(), keys).ends_with(" \n"));
    }
}

#[test]
fn a_computer_replies_in_the_same_step_and_is_not_asked() {
    let game = against(Computer::Blocker, scan());
    let expected = play(&game, "4");
    let step = &expected.steps[1];
    assert_eq!(
        (step.player, step.placed, step.reply),
        (Some(Player::One), Some((5, 3)), Some((5, 0)))
    );
    let (mine, both) = (shown(&game, &["000R000"]), shown(&game, &["Y00R000"]));
    assert_eq!(last(&game, "4"), format!("4\n{mine}{both}R? "));
    assert_eq!(last(&game, "48"), "8\nThis column is full.\nR? ");
}

#[test]
fn a_computer_wins_and_a_person_who_wins_gets_no_reply() {
    let game = against(Computer::Extender, scan());
    // It lays 1, 2, 3, 4 in the lowest row.
    let lost = play(&game, "6767");
    assert_eq!(lost.outcome, Some(Outcome::Win(Player::Two)));
    assert_eq!(lost.steps[4].reply, Some((5, 3)));
    assert!(
        last(&game, "6767").ends_with("Y Y Y Y 0 R R \nY IS THE WINNER.\n"),
        "{}",
        last(&game, "6767")
    );

    let won = play(&game, "7777");
    assert_eq!(won.outcome, Some(Outcome::Win(Player::One)));
    assert_eq!(won.steps[4].reply, None);
    assert!(last(&game, "7777").ends_with("R IS THE WINNER.\n"));
}

#[test]
fn other_replies_are_played_where_they_are_legal() {
    let game = against(Computer::Blocker, scan());
    let script = Script::from_input(b"1111", Protocol::Key);
    let mut seen = Vec::new();
    let expected = Expected::play_with(&game, &script, &mut |turn| {
        seen.push((turn.step, turn.last, turn.own, turn.board.pieces()));
        [1, 0, 0, 9][seen.len() - 1]
    });

    assert_eq!(
        seen,
        [
            (1, None, 0, 1),
            (2, Some((5, 1)), 1, 3),
            (3, Some((3, 0)), 2, 5),
            // Column 1 is full now.
            (4, Some((1, 0)), 3, 7),
        ]
    );

    let replies: Vec<_> = expected.steps.iter().map(|step| step.reply).collect();
    assert_eq!(
        replies,
        [None, Some((5, 1)), Some((3, 0)), Some((1, 0)), Some((5, 3))],
        "a column that is not on the board is no reply"
    );
}

#[test]
fn a_computer_that_begins_is_in_every_new_game_before_the_first_key() {
    let mut game = against(Computer::Blocker, scan());
    for (first, boards) in [(First::Computer, 2), (First::ComputerUnseen, 1)] {
        game.flow.first = first;
        let expected = play(&game, "4q4");
        let replies: Vec<_> = expected.steps.iter().map(|step| step.reply).collect();
        assert_eq!(replies[..2], [Some((5, 0)), Some((5, 1))]);
        assert_eq!(expected.steps[0].board.pieces(), 1);

        let is_board = |event: &&Event| matches!(event, Event::Board(_));
        assert_eq!(expected.steps[0].events.iter().filter(is_board).count(), boards);
    }
}

#[test]
fn a_new_game_against_a_computer_begins_with_its_memory_empty() {
    let game = against(Computer::Blocker, scan());
    let expected = play(&game, "44q4");
    assert_eq!(expected.steps[2].reply, Some((5, 1)));
    assert_eq!(expected.steps[4].reply, Some((5, 0)), "the counter is at 1 again");
    let game = against(Computer::Extender, falling());
    let expected = play(&game, "44q4");
    assert_eq!(expected.steps[4].reply, Some((5, 0)));
}
