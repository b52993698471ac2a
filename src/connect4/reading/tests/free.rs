//! The same game in the words of many programs; and what no words may hide.

use super::games::{against, all, falling, redfirst, scan, script};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Expected, Outcome};
use crate::connect4::reading::{Difference, FormatDifferences, FormatKind, Reading, Words, align, read};
use crate::connect4::rules::{Computer, Game};

/// A first win of player 1 with refusals on the way: a full column, keys that are none.
pub const WIN: &str = "1111111x232323";
/// 42 moves and no line.
pub const DRAW: &str = "121111132222323335354444445556666656777777";

fn reading(game: &Game, keys: &str, change: impl Fn(usize, String) -> String) -> (Expected, Reading) {
    let script = script(keys);
    let expected = Expected::play(game, &script);
    let mut bytes = Vec::new();
    let mut marks = Vec::new();
    for (index, step) in expected.steps.iter().enumerate() {
        if index > 0 {
            marks.push(bytes.len());
        }
        let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
        bytes.extend(change(index, text).into_bytes());
    }

    let reading = read(game, &script, &bytes, &marks, !expected.halts, Words::Free);
    (expected, reading)
}

pub fn aligned(
    game: &Game,
    keys: &str,
    change: impl Fn(usize, String) -> String,
) -> (Option<Difference>, FormatDifferences) {
    let (expected, reading) = reading(game, keys, change);
    align(&expected, &reading, true)
}

pub fn difference(game: &Game, keys: &str, change: impl Fn(usize, String) -> String) -> Difference {
    aligned(game, keys, change).0.expect("another game")
}

/// The kinds of format, where the game is the same.
#[track_caller]
pub fn formats(game: &Game, keys: &str, change: impl Fn(usize, String) -> String) -> Vec<FormatKind> {
    let (difference, found) = aligned(game, keys, change);
    assert_eq!(difference, None);
    let mut kinds: Vec<_> = found.items().iter().map(|format| format.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Texts exchanged, one pair after the other.
pub fn with(pairs: &'static [(&'static str, &'static str)]) -> impl Fn(usize, String) -> String {
    move |_, text| pairs.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// Lines changed one by one.
pub fn lines(change: impl Fn(&str) -> String) -> impl Fn(usize, String) -> String {
    move |_, text| text.split("\n\r").map(&change).collect::<Vec<_>>().join("\n\r")
}

#[test]
fn perfect_transcripts_have_no_format_difference() {
    for game in all() {
        for keys in ["", "q", "1q", "11111118xq2", WIN, "12345671234567", DRAW, "12q12121213"] {
            assert_eq!(formats(&game, keys, |_, text| text), [], "{keys} {:?}", game.flow);
        }
    }
}

#[track_caller]
pub fn assert_same_game(game: &Game, keys: &str, change: impl Fn(usize, String) -> String) {
    let (difference, _) = aligned(game, keys, change);
    assert_eq!(difference, None, "{keys}");
}

/// X is usual beside O, but no program has to know that.
#[test]
fn pieces_of_no_usual_pair_are_learned_one_by_one() {
    for game in all() {
        for (first, second) in [("X", "@"), ("O", "#"), ("W", "B"), ("@", "X"), ("O", "X")] {
            let [one, two] = game.wording.pieces.map(String::from);
            let empty = game.wording.empty.to_string();
            let cells = |line: &str| {
                let marks = [&one, &two, &empty];
                let is_row = line
                    .split_whitespace()
                    .skip(1)
                    .all(|mark| marks.iter().any(|known| *known == mark));
                if !is_row || line.trim().len() < 7 {
                    return line.to_owned();
                }
                line.replace(&empty, ".")
                    .replace(&one, "<1>")
                    .replace(&two, "<2>")
                    .replace("<1>", first)
                    .replace("<2>", second)
            };
            assert_same_game(&game, "1234567", lines(cells));
            assert_same_game(&game, "1121212", lines(cells));
        }
    }
}

#[test]
fn refusals_are_read_in_many_words() {
    for refusal in [
        "Invalid Input! Please try again.",
        "This column is full. Please enter a different column number.",
        "column full",
        "That column is out of range",
        "Not a valid move!",
        "wrong key",
        "ERROR",
        "You can't go there",
        "There is no room in that column.",
        "Invaild move",
        "Please choose another column:",
        "That slot is already taken",
        "The number must be between 1 and 7",
        "Sorry RED, that is not allowed",
    ] {
        for game in all() {
            let said = |_: usize, text: String| {
                let text = text.replace(&game.wording.invalid, refusal);
                text.replace(&game.wording.full, refusal)
            };
            assert_same_game(&game, "1111111x2", said);

            // On the line of the prompt.
            let joined = |index: usize, text: String| {
                said(index, text).replace(&format!("{refusal}\n\r"), &format!("{refusal} "))
            };
            assert_same_game(&game, "1111111x2", joined);

            // Behind a move that was made, it is another game.
            let refused = |index: usize, text: String| {
                if index == 2 {
                    text.replacen("\n\r", &format!("\n\r{refusal}\n\r"), 1)
                } else {
                    text
                }
            };

            assert_eq!(difference(&game, "1122", refused).step, 2, "{refusal}");
        }
    }
    for game in all() {
        let silent = |_: usize, text: String| text.replace(&format!("{}\n\r", game.wording.invalid), "");
        let found = difference(&game, "1x2", silent);
        assert_eq!((found.step, found.expected), (2, Some(Event::Refusal)));
    }
}

#[test]
fn results_are_read_in_many_words() {
    for game in [scan(), falling(), redfirst()] {
        let [winner, loser] = if game.wording.pieces[0] == 'R' {
            ["RED", "YELLOW"]
        } else {
            ["YELLOW", "RED"]
        };

        let texts = [
            "{W} wins!!",
            "{w} has won the game",
            "{i} IS THE WINNER.",
            "Congratulations {w}, you win",
            "Game over. Winner: {i}",
            "The winner is {w}!",
            "Player 1 wins",
            "Player {i} won!",
            "{w} wins, {l} loses",
            "Bad luck {l}, {w} wins",
            "{w} WINS! Play again? (Y/N)",
            "PLAYER ONE IS VICTORIOUS",
            "FOUR IN A ROW! {W} IS THE CHAMPION",
            "{i} has four in a row!",
            "Four in a row for {W}!",
            "{W} has connected 4!",
            "Congratulations {W}!",
            "Congratulatons {W}, well played",
            "{W} got 4 in a row and takes the game",
            "Bad luck {l}, {w} got four in a row! Play again?",
        ];

        for text in texts {
            let text = text
                .replace("{W}", winner)
                .replace("{w}", &winner.to_lowercase())
                .replace("{l}", loser)
                .replace("{i}", &winner[..1]);
            assert_same_game(&game, "12121213", |_, step| step.replace(&game.wording.wins[0], &text));

            let found = difference(&game, "312121213", |_, step| step.replace(&game.wording.wins[1], &text));
            assert!(
                matches!(found.expected, Some(Event::Result(Outcome::Win(Player::Two)))),
                "{text}: {found:?}"
            );

            let missing = |_: usize, step: String| step.replace(&format!("{}\n\r", game.wording.wins[0]), "");
            assert!(aligned(&game, "12121213", missing).0.is_some());
        }

        for text in [
            "It's a draw!",
            "TIE",
            "Nobody won",
            "There is no winner",
            "The board is full",
            "The game ends in a stalemate.",
            "No more moves: a draw",
            "Neither red nor yellow wins",
        ] {
            let reported = |index: usize, step: String| {
                let text = format!("{text}\n\r");
                if index != 42 {
                    step
                } else if game.wording.tie.is_empty() {
                    step + &text
                } else {
                    step.replace(&format!("{}\n\r", game.wording.tie), &text)
                }
            };

            let draw = if game.wording.pieces[0] == 'R' {
                DRAW.to_owned()
            } else {
                Y_DRAW.to_owned()
            };
            assert_same_game(&game, &draw, reported);

            let needs_full_board = [
                "The board is full",
                "No more moves: a draw",
                "Neither red nor yellow wins",
            ];
            if !needs_full_board.contains(&text) {
                let early = |index: usize, step: String| {
                    if index == 5 {
                        step.replacen("\n\r", &format!("\n\r{text}\n\r"), 1)
                    } else {
                        step
                    }
                };
                assert_eq!(difference(&game, DRAW, early).step, 5, "{text}");
            }
        }
    }
}

#[test]
fn a_tie_that_is_denied_is_none() {
    let game = redfirst();
    for text in ["This is not a draw", "No draw", "It isn't a draw"] {
        let denied = |_: usize, step: String| step.replace(&game.wording.tie, text);
        assert!(aligned(&game, DRAW, denied).0.is_some(), "{text}");
    }
}

const Y_DRAW: &str = "213111115222232333536444444556666567777775";

#[test]
fn prompts_are_read_in_many_words() {
    for game in [scan(), falling(), redfirst()] {
        let [one, two] = if game.wording.pieces[0] == 'R' {
            ["RED", "YELLOW"]
        } else {
            ["YELLOW", "RED"]
        };
        for text in [
            "{n}'s turn: ",
            "{N}: ",
            "Player {i}, pick a column: ",
            "Player {1} (1-7): ",
            "It is your turn {n}\n\rEnter a column (1-7): ",
            "{N} TO MOVE\n\r",
            "Next: {n}\n\r",
            "Turn: {i}\n\rColumn? ",
            "Choose column, Player {1}\n\r> ",
            "{n}, enter a column that is not full: ",
        ] {
            let say = |name: &str, number: &str| {
                text.replace("{N}", name)
                    .replace("{n}", &name.to_lowercase())
                    .replace("{i}", &name[..1])
                    .replace("{1}", number)
            };

            let said = |_: usize, step: String| {
                let step = step.replace(&game.wording.prompts[0], &say(one, "1"));
                step.replace(&game.wording.prompts[1], &say(two, "2"))
            };
            assert_same_game(&game, "11x2345", said);

            // The other player is asked.
            for step in 0..4 {
                let other = |index: usize, text: String| {
                    let [first, second] = [say(one, "1"), say(two, "2")];
                    let text = said(index, text);
                    if index != step {
                        text
                    } else if text.contains(&first) {
                        text.replace(&first, &second)
                    } else {
                        text.replace(&second, &first)
                    }
                };

                let found = difference(&game, "11x2345", other);
                assert!(
                    matches!((found.step, found.expected), (at, Some(Event::Prompt(_))) if at == step),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn only_one_person_plays_against_the_computer() {
    for game in [
        against(scan(), Computer::Blocker),
        against(falling(), Computer::Extender),
    ] {
        for text in [
            "Choose a column: ",
            "Your turn: ",
            "Enter column (1-7)> ",
            "Your move?\n\r",
        ] {
            assert_same_game(&game, "1x23", |_, step| step.replace(&game.wording.prompts[0], text));
        }

        let none = |_: usize, step: String| step.replace(&game.wording.prompts[0], "");
        assert_eq!(difference(&game, "1", none).expected, Some(Event::Prompt(Player::One)));
        let [_, computer] = &game.wording.prompts;
        let announced = |index: usize, step: String| match index {
            0 => step,
            _ => step.replacen("\n\r", &format!("\n\r{computer}\n\r"), 1),
        };

        assert_same_game(&game, "123", announced);
        let asked = |_: usize, step: String| step.replace(&game.wording.prompts[0], computer);
        assert_eq!(difference(&game, "1", asked).step, 0);
        // Whoever "you" are, you are the one who types.
        let lost = |index: usize, step: String| match index {
            0 => step,
            _ => step
                .replace(&game.wording.wins[1], "You lose!")
                .replace(&game.wording.wins[0], "You win!"),
        };

        assert_same_game(&game, "1213141516171", lost);
        let swapped = |_: usize, step: String| {
            let step = step.replace(&game.wording.wins[1], "You win!");
            step.replace(&game.wording.wins[0], "The computer wins")
        };
        let keys = "12131415161712131415161723242526273435363745";
        assert_same_game(&game, keys, lost);

        assert!(aligned(&game, keys, swapped).0.is_some());
    }
}
