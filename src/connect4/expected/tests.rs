use super::super::rules::{Flow, Protocol, Rules, Wording};
use super::*;

mod arm;

/// The sample game of document 000, written out by hand.
const SAMPLE: &str = "\
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
Player 1, choose a column: 1
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
O - - - - -
Player 2, choose a column: 2
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
O X - - - -
Player 1, choose a column: 2
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- O - - - -
O X - - - -
Player 2, choose a column: 3
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- O - - - -
O X X - - -
Player 1, choose a column: 3
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- O O - - -
O X X - - -
Player 2, choose a column: 1
- - - - - -
- - - - - -
- - - - - -
- - - - - -
X O O - - -
O X X - - -
Player 1, choose a column: 4
- - - - - -
- - - - - -
- - - - - -
- - - - - -
X O O - - -
O X X O - -
Player 2, choose a column: 4
- - - - - -
- - - - - -
- - - - - -
- - - - - -
X O O X - -
O X X O - -
Player 1, choose a column: 3
- - - - - -
- - - - - -
- - - - - -
- - O - - -
X O O X - -
O X X O - -
Player 2, choose a column: 4
- - - - - -
- - - - - -
- - - - - -
- - O X - -
X O O X - -
O X X O - -
Player 1, choose a column: 4
- - - - - -
- - - - - -
- - - O - -
- - O X - -
X O O X - -
O X X O - -
Player 1 Wins.
";

fn game() -> Game {
    sized(6, 6, 4)
}

fn sized(rows: usize, columns: usize, line: usize) -> Game {
    Game {
        rules: Rules { rows, columns, line },
        wording: Wording {
            empty: '-',
            pieces: ['O', 'X'],
            separator: " ".into(),
            newline: "\n".into(),
            prompts: [
                "Player 1, choose a column: ".into(),
                "Player 2, choose a column: ".into(),
            ],
            invalid: "Invalid move. Try again.".into(),
            wins: ["Player 1 Wins.".into(), "Player 2 Wins.".into()],
            tie: "Tie Game.".into(),
            ..Wording::default()
        },
        flow: Flow::default(),
    }
}

fn keys(moves: &str) -> Expected {
    Expected::play(&game(), &Script::from_moves(moves, Protocol::Key))
}

fn lines(input: &[u8]) -> Expected {
    Expected::play(&game(), &Script::from_input(input, Protocol::Enter))
}

fn text(step: &Step) -> &str {
    std::str::from_utf8(&step.text).expect("transcripts of these tests are text")
}

#[test]
fn the_documents_sample_game_comes_out_to_the_byte() {
    let expected = keys("1 2 2 3 3 1 4 4 3 4 4");
    assert_eq!(String::from_utf8(expected.transcript()).unwrap(), SAMPLE);
    assert_eq!(expected.outcome, Some(Outcome::Win(Player::One)));
    assert_eq!(expected.steps.len(), 12);
}

#[test]
fn a_typed_enter_is_not_part_of_the_transcript() {
    let expected = Expected::play(&game(), &Script::from_moves("1 2 2 3 3 1 4 4 3 4 4", Protocol::Enter));
    assert_eq!(String::from_utf8(expected.transcript()).unwrap(), SAMPLE);
}

#[test]
fn the_opening_is_the_empty_board_and_the_first_prompt() {
    let expected = keys("");
    assert_eq!(expected.steps.len(), 1);
    assert_eq!(
        text(&expected.steps[0]),
        "- - - - - -\n".repeat(6) + "Player 1, choose a column: "
    );
    assert_eq!(expected.steps[0].player, None);
    assert_eq!(
        expected.steps[0].events,
        [Event::Board(Board::new(6, 6)), Event::Prompt(Player::One)]
    );

    assert_eq!(expected.outcome, None);
}

#[test]
fn a_refused_move_repeats_the_prompt_and_not_the_board() {
    for typed in ["D", "7", "0", "-", "9", "\0", "\u{1b}"] {
        let expected = Expected::play(&game(), &Script::from_input(typed.as_bytes(), Protocol::Key));
        let step = &expected.steps[1];
        assert_eq!(
            text(step),
            format!("{typed}\nInvalid move. Try again.\nPlayer 1, choose a column: ")
        );
        assert_eq!(step.placed, None);
        assert_eq!(step.player, Some(Player::One));

        assert_eq!(
            step.events,
            [
                Event::Echo(typed.as_bytes().to_vec()),
                Event::Refusal,
                Event::Prompt(Player::One)
            ]
        );
    }
}

#[test]
fn a_full_column_is_refused_and_the_same_player_goes_on() {
    let expected = keys("1 1 1 1 1 1 1 2");
    assert_eq!(expected.steps[7].player, Some(Player::One));
    assert_eq!(expected.steps[7].placed, None);
    assert_eq!(
        text(&expected.steps[7]),
        "1\nInvalid move. Try again.\nPlayer 1, choose a column: "
    );
    assert_eq!(expected.steps[8].player, Some(Player::One));
    assert_eq!(expected.steps[8].placed, Some((5, 1)));
}

#[test]
fn nothing_is_played_after_the_end() {
    let expected = keys("1 2 1 2 1 2 1 3 3 9");
    assert_eq!(expected.outcome, Some(Outcome::Win(Player::One)));
    assert_eq!(expected.attempts_played(), 7);
    assert!(text(&expected.steps[7]).ends_with("O X - - - -\nPlayer 1 Wins.\n"));
    assert_eq!(
        expected.steps[7].events.last(),
        Some(&Event::Result(Outcome::Win(Player::One)))
    );
}

#[test]
fn a_line_on_the_last_cell_is_a_win_and_no_line_is_a_tie() {
    // Two columns of one row on a board of 1 x 2: nobody can have three.
    let tie = Expected::play(&sized(1, 2, 3), &Script::from_moves("1 2", Protocol::Key));
    assert_eq!(tie.outcome, Some(Outcome::Tie));
    assert!(
        String::from_utf8(tie.transcript())
            .unwrap()
            .ends_with("O X\nTie Game.\n")
    );

    let win = Expected::play(&sized(3, 1, 1), &Script::from_moves("1", Protocol::Key));
    assert_eq!(win.outcome, Some(Outcome::Win(Player::One)));
    // Three rows, three columns, three in a line: the ninth piece fills the board and makes a line.
    let last = Expected::play(&sized(3, 3, 3), &Script::from_moves("1 1 1 2 2 3 2 3 3", Protocol::Key));
    assert_eq!(last.steps.len(), 10);
    assert_eq!(last.outcome, Some(Outcome::Win(Player::One)));
}

#[test]
fn with_enter_only_a_line_of_one_digit_is_a_move() {
    for line in ["12", "", " 1", "1 ", "11", "x", "1\r"] {
        let expected = lines(format!("{line}\n").as_bytes());
        assert_eq!(expected.steps[1].placed, None, "{line:?}");
        assert_eq!(
            text(&expected.steps[1]),
            format!("{line}\nInvalid move. Try again.\nPlayer 1, choose a column: ")
        );
    }
    assert_eq!(lines(b"6\n").steps[1].placed, Some((5, 5)));
}

#[test]
fn an_unfinished_last_line_leaves_the_program_in_the_middle_of_it() {
    let expected = lines(b"1\n2");
    assert_eq!(expected.steps.len(), 3);
    assert_eq!(text(&expected.steps[2]), "2");
    assert_eq!(expected.steps[2].events, [Event::Echo(b"2".to_vec())]);
    assert_eq!(expected.steps[2].player, Some(Player::Two));
    assert_eq!(expected.steps[2].placed, None);
    assert_eq!(expected.outcome, None);
}

#[test]
fn wording_and_sizes_are_data() {
    let mut game = sized(2, 3, 2);
    game.wording.empty = '·';
    game.wording.separator = "|".into();
    game.wording.newline = "\r\n".into();
    game.wording.prompts = ["eins? ".into(), "zwei? ".into()];
    game.wording.wins = ["eins!".into(), "zwei!".into()];

    let expected = Expected::play(&game, &Script::from_moves("1 3 1", Protocol::Key));
    assert_eq!(
        String::from_utf8(expected.transcript()).unwrap(),
        "·|·|·\r\n·|·|·\r\neins? 1\r\n·|·|·\r\nO|·|·\r\nzwei? 3\r\n·|·|·\r\nO|·|X\r\neins? 1\r\nO|·|·\r\nO|·|X\r\neins!\r\n"
    );
}
