//! The same game in the words and the dress of many programs; and what no words may hide.

use super::games::{against, all, falling, printed, redfirst, scan, script};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Expected, Outcome};
use crate::connect4::reading::{Difference, DressKind, Reading, Seen, Wardrobe, Words, align, read};
use crate::connect4::rules::{Computer, Game};

/// A first win of player 1 with refusals on the way: a full column, keys that are none.
pub const WIN: &str = "1111111x232323";
/// 42 moves and no line.
const DRAW: &str = "121111132222323335354444445556666656777777";

fn reading(game: &Game, keys: &str, dress: impl Fn(usize, String) -> String) -> (Expected, Reading) {
    let script = script(keys);
    let expected = Expected::play(game, &script);
    let mut bytes = Vec::new();
    let mut marks = Vec::new();
    for (index, step) in expected.steps.iter().enumerate() {
        if index > 0 {
            marks.push(bytes.len());
        }
        let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
        bytes.extend(dress(index, text).into_bytes());
    }
    let reading = read(game, &script, &bytes, &marks, !expected.halts, Words::Free);
    (expected, reading)
}

pub fn aligned(game: &Game, keys: &str, dress: impl Fn(usize, String) -> String) -> (Option<Difference>, Wardrobe) {
    let (expected, reading) = reading(game, keys, dress);
    align(&expected, &reading, true)
}

pub fn difference(game: &Game, keys: &str, dress: impl Fn(usize, String) -> String) -> Difference {
    aligned(game, keys, dress).0.expect("another game")
}

/// The kinds of dress, where the game is the same.
#[track_caller]
pub fn worn(game: &Game, keys: &str, dress: impl Fn(usize, String) -> String) -> Vec<DressKind> {
    let (difference, wardrobe) = aligned(game, keys, dress);
    assert_eq!(difference, None);
    let mut kinds: Vec<_> = wardrobe.items().iter().map(|dress| dress.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Texts exchanged, one pair behind the other.
fn with(pairs: &'static [(&'static str, &'static str)]) -> impl Fn(usize, String) -> String {
    move |_, text| pairs.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// Lines changed one by one.
pub fn lines(change: impl Fn(&str) -> String) -> impl Fn(usize, String) -> String {
    move |_, text| text.split("\n\r").map(&change).collect::<Vec<_>>().join("\n\r")
}

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

#[test]
fn perfect_transcripts_have_no_dress() {
    for game in all() {
        for keys in ["", "q", "1q", "11111118xq2", WIN, "12345671234567", DRAW, "12q12121213"] {
            assert_eq!(worn(&game, keys, |_, text| text), [], "{keys} {:?}", game.flow);
        }
    }
}

#[test]
fn boards_are_read_in_any_dress() {
    let empties = |shown: &'static str| move |_, cells: &str| cells.replace(['O', '0'], shown);
    for game in [scan(), falling(), redfirst()] {
        for keys in [WIN, DRAW, "1q27"] {
            for shown in [".", "-", "_", "*", "+", "o", "0", "O"] {
                aligned_alike(&game, keys, rows(move |_, cells| empties(shown)(0, cells)));
                aligned_alike(
                    &game,
                    keys,
                    rows(move |row, cells| format!("{row} | {} |", empties(shown)(0, cells))),
                );
            }
            aligned_alike(&game, keys, rows(|_, cells| cells.replace(' ', "")));
            aligned_alike(&game, keys, rows(|_, cells| cells.to_lowercase()));
            aligned_alike(
                &game,
                keys,
                rows(|row, cells| format!("{row}\t{}", cells.replace(' ', "\t"))),
            );
            aligned_alike(&game, keys, rows(|row, cells| format!("{cells} {row}")));
            aligned_alike(
                &game,
                keys,
                rows(|row, cells| format!("{} {cells} {}", 7 - row, 7 - row)),
            );
            aligned_alike(&game, keys, rows(|row, cells| format!("{} {cells}", row - 1)));
            aligned_alike(
                &game,
                keys,
                rows(|_, cells| format!("[{}]\n\r", cells.replace(' ', "]["))),
            );
            aligned_alike(
                &game,
                keys,
                rows(|_, cells| format!("|{}|\n\r+-+-+-+-+-+-+-+", cells.replace(' ', "|"))),
            );
            aligned_alike(&game, keys, rows(|_, cells| format!("{cells}\n\r-------------")));
            let blank = |cells: &str| cells.replace(['O', '0'], " ").replace("  ", " ");
            let _ = blank;
            let framed = |row: usize, cells: &str| {
                let fields: Vec<String> = cells.split(' ').map(|cell| cell.replace(['O', '0'], " ")).collect();
                format!("{row} |{}|", fields.join("|"))
            };
            aligned_alike(&game, keys, rows(framed));
            for pieces in [["1", "2"], ["X", "O"], ["x", "o"]] {
                let [first, second] = game.wording.pieces;
                let other = move |_, cells: &str| {
                    let cells = cells.replace(['O', '0'], ".");
                    cells.replace(first, pieces[0]).replace(second, pieces[1])
                };
                aligned_alike(&game, keys, rows(other));
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
                aligned_alike(&game, keys, lines(other));
            }
        }
    }
}

#[track_caller]
pub fn aligned_alike(game: &Game, keys: &str, dress: impl Fn(usize, String) -> String) {
    let (difference, _) = aligned(game, keys, dress);
    assert_eq!(difference, None, "{keys}");
}

#[test]
fn line_ends_are_held_against_those_that_were_asked_for() {
    use DressKind::{BlankLines, CarriageReturn};
    for game in all() {
        for other in ["\n", "\r\n", "\r"] {
            assert_eq!(
                worn(&game, WIN, |_, text| text.replace("\n\r", other)),
                [CarriageReturn],
                "{other:?}"
            );
        }
        let open = |_: usize, text: String| text.replace("7\n\r", "7\n\r\n\r");
        assert_eq!(worn(&game, WIN, open), [BlankLines]);
    }
    let close = |_: usize, text: String| text.replace("\n\r\n\r", "\n\r");
    assert_eq!(worn(&falling(), WIN, close), [BlankLines]);
}

#[test]
fn what_is_left_out_of_the_dress_is_dress() {
    use DressKind::{ExtraText, MissingEcho, Rewording, RowSpacing, TrailingSpace};
    let game = redfirst();
    let no_greeting = with(&[("Let's play Connect4!!\n\r", "")]);
    assert_eq!(worn(&game, WIN, no_greeting), [ExtraText]);
    assert_eq!(
        worn(&game, "1q", with(&[("Thank you for playing Connect Four!\n\r", "")])),
        [ExtraText]
    );
    assert_eq!(
        worn(
            &game,
            "1q",
            with(&[("q\n\rThank you for playing Connect Four!\n\r", "")])
        ),
        [MissingEcho, ExtraText]
    );
    assert_eq!(worn(&game, WIN, with(&[("  1 2 3 4 5 6 7\n\r", "")])), [ExtraText]);
    assert_eq!(worn(&game, WIN, rows(|_, cells| format!("{cells} "))), [RowSpacing]);
    assert_eq!(
        worn(&game, WIN, rows(|row, cells| format!("{row} {cells}"))),
        [TrailingSpace]
    );
    let silent = |index: usize, text: String| if index == 0 { text } else { text[1..].to_owned() };
    assert_eq!(worn(&game, WIN, silent), [MissingEcho]);
    let silent = |_: usize, text: String| text.replace("R HAS WON", "R WON");
    assert_eq!(
        worn(&game, "12121213", |index, text| silent(
            index,
            text.replace("PLAYER ", "")
        )),
        [Rewording]
    );
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
            aligned_alike(&game, "1111111x2", said);
            // On the line of the prompt.
            let joined = |index: usize, text: String| {
                said(index, text).replace(&format!("{refusal}\n\r"), &format!("{refusal} "))
            };
            aligned_alike(&game, "1111111x2", joined);
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
            aligned_alike(&game, "12121213", |_, step| step.replace(&game.wording.wins[0], &text));
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
        ] {
            let told = |index: usize, step: String| {
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
            aligned_alike(&game, &draw, told);
            if text != "The board is full" {
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
            aligned_alike(&game, "11x2345", said);
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
            aligned_alike(&game, "1x23", |_, step| step.replace(&game.wording.prompts[0], text));
        }
        let none = |_: usize, step: String| step.replace(&game.wording.prompts[0], "");
        assert_eq!(difference(&game, "1", none).expected, Some(Event::Prompt(Player::One)));
        let [_, computer] = &game.wording.prompts;
        let announced = |index: usize, step: String| match index {
            0 => step,
            _ => step.replacen("\n\r", &format!("\n\r{computer}\n\r"), 1),
        };
        aligned_alike(&game, "123", announced);
        let asked = |_: usize, step: String| step.replace(&game.wording.prompts[0], computer);
        assert_eq!(difference(&game, "1", asked).step, 0);
        let won = |text: &'static str| {
            let wins = game.wording.wins[0].clone();
            move |_: usize, step: String| step.replace(&wins, text)
        };
        // The keys are those that win against both.
        let keys = (1..=7u8)
            .flat_map(|key| [key; 6])
            .map(|key| char::from(b'0' + key))
            .collect::<String>();
        let _ = (won, keys);
    }
}

#[test]
fn a_board_printed_again_behind_a_refusal_or_not_is_dress() {
    use DressKind::ReprintedBoard;
    let game = redfirst();
    let once = |index: usize, text: String| {
        if index == 2 {
            text.split("  1 2 3").next().unwrap_or_default().to_owned() + &game.wording.prompts[1]
        } else {
            text
        }
    };
    assert_eq!(worn(&game, "1x2", once), [ReprintedBoard]);
    let other = |index: usize, text: String| if index == 2 { text.replace("6 R", "6 Y") } else { text };
    assert_eq!(difference(&game, "1x2", other).step, 2);
    let mut plain = game.clone();
    plain.wording.board_again = false;
    let (bytes, marks) = printed(&Expected::play(&game, &script("1x2")));
    let reading = read(&plain, &script("1x2"), &bytes, &marks, true, Words::Free);
    let (difference, dress) = align(&Expected::play(&plain, &script("1x2")), &reading, true);
    assert_eq!(difference, None);
    assert_eq!(dress.items()[0].kind, ReprintedBoard);
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
        (&plain, &expected, true, true, vec![DressKind::ReprintedBoard]),
    ] {
        let (difference, dress) = aligned(wanted, shown, checks);
        assert_eq!(difference.is_none(), same);
        let worn: Vec<_> = dress.items().iter().map(|dress| dress.kind).collect();
        if same {
            assert_eq!(worn, kinds);
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
    let _ = Seen::Other(String::new());
}
