//! Where the texts are given, what a program says in its own way is learned from its games: reports of moves, wins of nobody.

use super::{altered, game, kinds};
use crate::connect4::board::Player;
use crate::connect4::expected::{Event, Expected, Outcome, Step};
use crate::connect4::reading::{
    Difference, FormatKind, Known, Learner, NO_PROMPT, Printed, Seen, UNKNOWN, UNNAMED_TURN, UNNAMED_WINNER,
    Vocabulary, Words, align, read_with,
};
use crate::connect4::rules::Protocol;
use crate::connect4::script::Script;

const PROMPTS: [&str; 2] = ["Player 1, choose a column: ", "Player 2, choose a column: "];

/// Wins of both players, refused keys, ties.
const GAMES: [&str; 14] = [
    "1 2 1 2 1 2 1",
    "4 3 4 3 4 3 4",
    "6 5 6 5 6 5 6",
    "1 2 1 2 1 2 3 2",
    "1 3 1 3 6 3 5 3",
    "5 6 5 6 1 6 2 6",
    "1 x 2 3 x 4",
    "x 6 9 5 0 4 x 3",
    "1 1 1 1 1 1 1 2 x 3",
    "2 7 2 4 8 4 6",
    "3 4 5 6 1 2",
    "1 1 2 2 6 5 4 5 6 1 2 1 5 2 1 3 4 3 1 3 6 2 4 6 6 5 3 4 3 6 2 4 4 3 5 5",
    "2 3 5 2 3 5 5 2 4 5 6 2 1 3 5 5 2 4 3 2 4 1 4 3 6 6 3 4 1 4 1 6 6 6 1 1",
    "3 5 4 2 4 5 6 1 2 3 5 3 3 5 5 1 4 4 6 6 2 6 4 3 1 4 3 6 2 5 1 2 2 1 1 6",
];

/// Plays every game as `change` alters the text of each step, twice, and learns in between. Returns the differences of the second
/// time, and what is noted of the format.
fn learned(change: &dyn Fn(&Step, String) -> String) -> (Vec<Difference>, Vec<String>) {
    let game = game();
    let played = GAMES.map(|moves| {
        let script = Script::from_moves(moves, Protocol::Key);
        let expected = Expected::play(&game, &script);
        let (mut bytes, mut marks) = (Vec::new(), Vec::new());
        for (index, step) in expected.steps.iter().enumerate() {
            if index > 0 {
                marks.push(bytes.len());
            }
            let text = String::from_utf8(step.text.clone()).expect("transcripts are text");
            bytes.extend(change(step, text).into_bytes());
        }
        (script, expected, bytes, marks)
    });
    let read = |vocabulary: &Vocabulary, (script, expected, bytes, marks): &(Script, Expected, Vec<u8>, Vec<usize>)| {
        let printed = Printed {
            script,
            bytes,
            marks,
            waits: expected.outcome.is_none(),
        };
        read_with(vocabulary, &game, Words::Fixed, printed, Known::default())
    };

    let mut learner = Learner::default();
    for game in &played {
        learner.observe(&game.1, &read(&UNKNOWN, game));
    }
    let vocabulary = learner.vocabulary(&game);
    let (mut differences, mut notes) = (Vec::new(), Vec::new());
    for game in &played {
        let (difference, format) = align(&game.1, &read(&vocabulary, game), true);
        differences.extend(difference);
        let kinds = format.items().iter().filter(|note| note.kind == FormatKind::Rewording);
        notes.extend(kinds.map(|note| note.message.clone()));
    }
    notes.sort();
    notes.dedup();
    (differences, notes)
}

/// A text with other prompts.
fn prompting(text: &str, own: [&str; 2]) -> String {
    text.replace(PROMPTS[0], own[0]).replace(PROMPTS[1], own[1])
}

/// What a program says of a move that it has made.
fn report(step: &Step) -> String {
    let (Some(player), Some((_, column))) = (step.player, step.placed) else {
        return String::new();
    };
    format!("Player {} played {}\n", player.number(), column + 1)
}

/// The text of a step with a report of its move above the board, or below it.
fn reporting(step: &Step, text: &str, is_above: bool) -> String {
    let report = report(step);
    if is_above {
        let (key, rest) = text.split_at(text.find('\n').map_or(0, |at| at + 1));
        return if report.is_empty() {
            text.to_owned()
        } else {
            format!("{key}{report}{rest}")
        };
    }
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    let (board, rest) = text.split_at(end);
    format!("{board}{report}{rest}")
}

#[test]
fn a_report_of_what_was_played_prompts_nobody() {
    for is_above in [true, false] {
        let without = |step: &Step, text: String| prompting(&reporting(step, &text, is_above), ["", ""]);
        let (differences, notes) = learned(&without);
        assert!(differences.is_empty(), "{:?}", differences[0]);
        assert_eq!(notes, [NO_PROMPT]);

        let nameless = |step: &Step, text: String| prompting(&reporting(step, &text, is_above), ["Column? "; 2]);
        let (differences, notes) = learned(&nameless);
        assert!(differences.is_empty(), "{:?}", differences[0]);
        assert_eq!(notes, [UNNAMED_TURN]);
    }
}

#[test]
fn a_banner_above_the_first_board_is_no_prompt() {
    let with_banner = |step: &Step, text: String| {
        let banner = if step.player.is_none() {
            "Welcome to Connect 4!\n"
        } else {
            ""
        };
        format!("{banner}{}", prompting(&text, ["", ""]))
    };
    let (differences, notes) = learned(&with_banner);
    assert!(differences.is_empty(), "{:?}", differences[0]);
    assert_eq!(notes, [NO_PROMPT]);
}

#[test]
fn prompts_for_the_wrong_player_and_other_text_in_their_place_stay_faults() {
    let exchanged = |_: &Step, text: String| prompting(&text, [PROMPTS[1], PROMPTS[0]]);
    assert_eq!(learned(&exchanged).0.len(), GAMES.len());
    let for_mover = |step: &Step, text: String| match step.player {
        Some(player) if step.placed.is_some() => {
            let own = PROMPTS[player.index()];
            prompting(&text, [own, own])
        }
        _ => text,
    };
    assert_eq!(learned(&for_mover).0.len(), GAMES.len());

    let below_board = |step: &Step, text: String| {
        let below = if step.player.is_none() { "Have fun!\n" } else { "" };
        prompting(&text, [below, ""])
    };
    assert_eq!(learned(&below_board).0.len(), GAMES.len());
}

#[test]
fn a_win_of_nobody_is_worded_differently_and_no_tie() {
    let nobody = |text: &str, said: &str| text.replace("Player 1 Wins.", said).replace("Player 2 Wins.", said);
    for said in ["You win!", "WINNER!!!", "Congratulations, four in a row!"] {
        let (differences, notes) = learned(&|_, text| nobody(&text, said));
        assert!(differences.is_empty(), "{said}: {:?}", differences[0]);
        assert_eq!(notes, [UNNAMED_WINNER]);

        let (differences, _) = learned(&|_, text| nobody(&text, said).replace("Tie Game.", said));
        let ties = differences.iter().filter(|difference| {
            difference.expected == Some(Event::Result(Outcome::Tie))
                && difference.seen == Some(Seen::Event(Event::Result(Outcome::Win(Player::Two))))
        });
        assert_eq!((ties.count(), differences.len()), (2, 2), "{said}");
    }

    // Where it is said too often, it is a false win.
    let early = |step: &Step, text: String| {
        let said = if step.board.pieces() == 5 { "You win!\n" } else { "" };
        nobody(&text, "You win!").replace(PROMPTS[1], &format!("{said}{}", PROMPTS[1]))
    };
    let (differences, _) = learned(&early);
    let false_win = Some(Seen::Event(Event::Result(Outcome::Win(Player::One))));
    assert!(
        differences.iter().any(|difference| difference.seen == false_win),
        "{differences:?}"
    );

    // That a game is over does not say that it is won.
    let (differences, _) = learned(&|_, text| nobody(&text, "Over and out."));
    assert_eq!(differences.len(), 7);
}

#[test]
fn a_rule_in_a_banner_is_no_result() {
    let banner = "WELCOME\n 2. First to get 4 in a row wins!\n";
    let begun_by_2 = |index: usize, text: String| match index {
        0 => format!("{banner}{}", text.replace("Player 1,", "Player 2,")),
        _ => text,
    };
    let (expected, reading) = altered("1 2 3", begun_by_2);
    let difference = align(&expected, &reading, true).0.expect("player 2 begins");
    assert_eq!(difference.expected, Some(Event::Prompt(Player::One)));
    assert_eq!(difference.seen, Some(Seen::Event(Event::Prompt(Player::Two))));

    let each_time = |index: usize, text: String| match index {
        0 => format!("{banner}{text}"),
        _ => text.replacen('\n', &format!("\n{banner}"), 1),
    };
    assert_eq!(kinds("1 2 3 1 2", each_time), [FormatKind::ExtraText]);
}
