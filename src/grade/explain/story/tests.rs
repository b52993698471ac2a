//! Every kind of story, from what was printed.

use std::sync::Arc;

use super::{Story, tell};
use crate::assignment::{Assignment, find};
use crate::case::Case;
use crate::connect4::reading::UNKNOWN;
use crate::connect4::{Expected, Script};
use crate::grade::judge::compare::Transcripts;
use crate::grade::judge::{CaseOutcome, judge};
use crate::grade::run::RunConfig;
use crate::machine::{Output, Run};
use crate::result::CaseVerdict;
use crate::result::{Ending, Stop};

mod agree;
mod boards;
mod quit;

fn assignment() -> Assignment {
    find("lc3-starter").expect("it is bundled")
}

fn case(assignment: &Assignment, moves: &str) -> Case {
    let script = Script::from_moves(moves, assignment.protocol);
    let expected = Expected::play(&assignment.game, &script);
    Case {
        name: moves.to_owned(),
        tags: Vec::new(),
        points: 1.0,
        ends: if expected.outcome.is_some() || expected.halts {
            Ending::Halted
        } else {
            Ending::Waiting
        },
        script,
        raw: false,
        expected: expected.into(),
        family: None,
        goal: None,
        frames: crate::assignment::Frames::Checked,
        demands: Vec::new(),
        place: String::new(),
    }
}

/// The story of a program that prints each step of a game as `printed` says; `None` where it never comes to it.
fn story_at(
    moves: &str,
    ending: Option<Ending>,
    printed: impl Fn(usize, &str) -> Option<String>,
) -> (CaseVerdict, Story) {
    let case = case(&assignment(), moves);
    let outcome = outcome_at(&case, ending, printed);
    (outcome.verdict, tell(&assignment().game, &outcome))
}

/// What becomes of a case.
fn outcome_at(case: &Case, ending: Option<Ending>, printed: impl Fn(usize, &str) -> Option<String>) -> CaseOutcome<'_> {
    outcome_of(assignment(), case, ending, printed)
}

/// What becomes of a case of an assignment.
fn outcome_of(
    mut assignment: Assignment,
    case: &Case,
    ending: Option<Ending>,
    printed: impl Fn(usize, &str) -> Option<String>,
) -> CaseOutcome<'_> {
    assignment.comparison.tolerate.missing_board = false;
    let mut output = Output::default();
    for (step, wanted) in case.expected.steps.iter().enumerate() {
        let text = String::from_utf8(wanted.text.clone()).expect("transcripts are text");
        let Some(text) = printed(step, &text) else { break };
        if step > 0 {
            output.key_marks.push(output.bytes.len());
        }
        output.bytes.extend(text.into_bytes());
    }

    let run = Run {
        output: Arc::new(output),
        stop: Stop {
            ending: ending.unwrap_or(case.ends),
            place: None,
            reason: "illegal opcode xD000".to_owned(),
        },
        instructions: 1,
        keys_left: 0,
        piped: None,
    };

    let config = RunConfig::all(&assignment)[0];
    let mut transcripts = Transcripts::new(&UNKNOWN);
    judge(
        &assignment,
        &mut transcripts,
        config,
        case,
        case.script.clone(),
        &run,
        |_| None,
    )
    .outcome
}

/// The key and sentence where one step is printed otherwise.
fn story(moves: &str, at: usize, change: impl Fn(&str) -> String) -> (String, String) {
    let (verdict, story) = story_at(moves, None, |step, text| {
        Some(if step == at { change(text) } else { text.to_owned() })
    });
    assert_eq!(verdict, CaseVerdict::Wrong, "{}", story.sentence);
    assert_eq!(story.at_move, at.checked_sub(1));
    (story.key, story.sentence)
}

/// Exchanges a text that must be there.
fn exchange(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from:?} in {text:?}");
    text.replace(from, to)
}

fn assert_story(moves: &str, at: usize, change: impl Fn(&str) -> String, key: &str, sentence: &str) {
    assert_eq!(story(moves, at, change), (key.to_owned(), sentence.to_owned()));
}

const ROW_WIN: &str = "1 1 2 2 3 3 4";

#[test]
fn wins_that_are_missed_or_given_to_another() {
    let line = "column 4 completes player 1's horizontal line from row 6, column 1 to row 6, column 4";
    assert_story(
        ROW_WIN,
        7,
        |text| exchange(text, "Player 1 Wins.\n", "Player 2, choose a column: "),
        "missed-win/horizontal",
        &format!(
            "Your program missed a horizontal win: after move 7 (player 1, column 4), {line}. Your program asked for another move instead."
        ),
    );
    assert_story(
        ROW_WIN,
        7,
        |text| exchange(text, "Player 1", "Player 2"),
        "wrong-winner",
        &format!("After move 7 (player 1, column 4), {line}. Your program announced that player 2 wins."),
    );
    assert_story(
        ROW_WIN,
        7,
        |text| exchange(text, "Player 1 Wins.", "Tie Game."),
        "win-announced-as-tie",
        &format!(
            "Your program missed a horizontal win: after move 7 (player 1, column 4), {line}. Your program announced a tie."
        ),
    );
    assert_story(
        ROW_WIN,
        7,
        |text| exchange(text, "Player 1 Wins.", "You won!"),
        "unclear-result",
        "After move 7 (player 1, column 4), your program should announce that player 1 wins, but it printed 'You won!', \
         which does not say so.",
    );

    assert_eq!(
        story(ROW_WIN, 7, |text| exchange(text, "Player 1 Wins.\n", "")).0,
        "no-result"
    );
}

#[test]
fn results_that_are_not_there() {
    assert_story(
        "1 6 2 6 3",
        5,
        |text| exchange(text, "Player 2, choose a column: ", "Player 1 Wins."),
        "false-win/short",
        "After move 5 (player 1, column 3), your program announced that player 1 wins, but player 1 has only 3 in a row.",
    );
    assert_story(
        "1 1 2 3 5 5 6 6 5 4 6",
        11,
        |text| exchange(text, "Player 2, choose a column: ", "Player 2 Wins."),
        "false-win",
        "After move 11 (player 1, column 6), your program announced that player 2 wins, but player 2 has only 2 in a row.",
    );

    assert_story(
        "1 3 2 4 5 5 3 6 5 4 6",
        11,
        |text| exchange(text, "Player 2, choose a column: ", "Tie Game."),
        "false-tie",
        "After move 11 (player 1, column 6), your program announced a tie, but 25 cells are still empty.",
    );
}

#[test]
fn a_win_across_the_edge_is_named() {
    // Row 5 ends and row 6 begins with player 1's pieces: 5 and 6 above, 1 and 2 below.
    let (key, sentence) = story("1 5 2 6 5 4 6", 7, |text| {
        exchange(text, "Player 2, choose a column: ", "Player 1 Wins.")
    });
    assert_eq!(key, "false-win/edge");
    assert!(
        sentence.contains("from row 5, column 5 to row 6, column 2 form a line only if it may wrap around the edge"),
        "{sentence}"
    );
}

#[test]
fn a_win_that_goes_on_in_the_next_column_is_named() {
    // Column 2 ends at the top, and column 3 begins at the bottom, with player 1's pieces.
    let (key, sentence) = story("2 4 2 2 2 5 2 5 3 4 3 3 6 5 2", 15, |text| {
        exchange(text, "Player 2, choose a column: ", "Player 1 Wins.")
    });
    assert_eq!(key, "false-win", "it may be either: {sentence}");
}

#[test]
fn what_cannot_be_seen_is_quoted() {
    let (_, sentence) = story("1 2 1 2 1 2 1", 7, |text| {
        exchange(text, "Player 1 Wins.", "Player \u{18} Wins.")
    });
    assert!(sentence.contains("'Player \\x18 Wins.'"), "{sentence}");
}

#[test]
fn boards_that_are_wrong() {
    let first = "After move 1 (player 1, column 2), ";
    assert_story(
        "2",
        1,
        |text| exchange(text, "- O - - - -", "O - - - - -"),
        "wrong-column",
        &format!("{first}the piece should be in column 2, but your program put it in column 1."),
    );
    assert_story(
        "2",
        1,
        |text| exchange(text, "- O -", "- X -"),
        "wrong-piece",
        &format!("{first}your program placed player 2's piece."),
    );
    assert_story(
        "2",
        1,
        |text| exchange(text, "- O -", "- - -"),
        "piece-lost",
        &format!("{first}the piece should be in row 6, but your program's board did not change."),
    );
    assert_story(
        "2",
        1,
        |text| exchange(text, "- O - - - -\n", "- O - - - - -\n"),
        "broken-board/columns",
        &format!("{first}the board should have 6 columns, but row 6 of your program's board has 7."),
    );
    let (key, _) = story("2", 1, |text| exchange(text, "- O - - - -\n", "- \0 - - - -\n"));
    assert_eq!(key, "nul-cells");
    assert_story(
        "2",
        1,
        |text| exchange(text, "- O - - - -\n", "- R - - - -\n"),
        "broken-board",
        &format!(
            "{first}your program should show the board, but it printed 5 of its 6 rows and '- R - - - -', which is not a row."
        ),
    );

    assert_story(
        "2",
        0,
        |text| text.replacen("- -", "X -", 1),
        "start-board",
        "The board at the start should be empty, but your program's board shows 1 piece.",
    );
}

#[test]
fn a_board_upside_down_is_named_when_it_is_beyond_doubt() {
    let flip = |text: &str| {
        let (rows, others): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.len() == 11);
        let rows: Vec<&str> = rows.into_iter().rev().collect();
        let (echo, rest) = others.split_at(others.len() - 1);
        [echo, &rows[..], rest].concat().join("\n")
    };
    let upside_down = |moves| story_at(moves, None, |_, text| Some(flip(text))).1.key;
    assert_eq!(upside_down("1 1 2"), "upside-down");
    assert_eq!(upside_down("1 2"), "wrong-row");
}

#[test]
fn the_final_board_may_be_missing() {
    assert_eq!(
        story(ROW_WIN, 7, |_| "4\nPlayer 1 Wins.\n".to_owned()).0,
        "no-final-board"
    );

    // A win that is not there is a win that is not there, whether or not its board is shown.
    assert_eq!(
        story("1 6 2 6 3", 5, |_| "3\nPlayer 1 Wins.\n".to_owned()).0,
        "false-win/short"
    );
}

#[test]
fn turns_and_refusals() {
    assert_story(
        "1",
        0,
        |text| exchange(text, "Player 1", "Player 2"),
        "wrong-start",
        "Player 1 goes first, but your program asked player 2.",
    );
    assert_story(
        "1",
        1,
        |text| exchange(text, "Player 2", "Player 1"),
        "wrong-turn",
        "After move 1 (player 1, column 1), it is player 2's turn, but your program asked player 1.",
    );
    assert_story(
        "1 7",
        2,
        |text| exchange(text, "Player 2", "Player 1"),
        "turn-lost",
        "Move 2 (player 2, '7') is invalid, so it is still player 2's turn, but your program asked player 1.",
    );
    assert_story(
        "1 7",
        2,
        |_| "7\nPlayer 1, choose a column: ".to_owned(),
        "accepted",
        "Move 2 (player 2, '7') is invalid, but your program did not refuse it: it asked player 1.",
    );
    assert_story(
        "1 7",
        2,
        |_| "7\nOops!\nPlayer 1, choose a column: ".to_owned(),
        "turn-lost",
        "Move 2 (player 2, '7') is invalid, but your program printed 'Oops!' and asked player 1.",
    );
    assert_story(
        "1 7",
        2,
        |_| "7\nPlayer 2, choose a column: ".to_owned(),
        "no-refusal",
        "Move 2 (player 2, '7') is invalid and should be refused with the required message, but your program asked again without it.",
    );
    assert_story(
        "1 1 1 1 1 1 1",
        7,
        |text| exchange(text, "Invalid move. Try again.\n", &"O - - - - -\n".repeat(6)),
        "full-column",
        "Move 7 (player 1, '1') goes into a full column, but your program accepted it.",
    );
    assert_story(
        "1",
        1,
        |_| "1\nInvalid move. Try again.\nPlayer 1, choose a column: ".to_owned(),
        "refused",
        "Move 1 (player 1, column 1) is valid, but your program refused it.",
    );

    assert_story(
        "1",
        1,
        |text| exchange(text, "Player 2, choose", "Choose"),
        "unclear-prompt",
        "After move 1 (player 1, column 1), your program should ask player 2 for a move, but it printed 'Choose a column:', which \
         does not say whose turn it is.",
    );
}

#[test]
fn a_refusal_in_other_words_is_a_difference_in_format() {
    let (verdict, story) = story_at("1 7", None, |step, text| {
        Some(if step == 2 {
            "7\nColumn full!\nPlayer 2, choose a column: ".to_owned()
        } else {
            text.to_owned()
        })
    });

    assert_eq!((verdict, &story.key[..]), (CaseVerdict::Format, "dress"));
    // What is said after every move refuses none.
    let (verdict, story) = story_at("1 7", None, |step, text| match step {
        1 => Some(exchange(text, "1\n", "1\nColumn 1 chosen.\n")),
        2 => Some("7\nColumn 7 chosen.\nPlayer 2, choose a column: ".to_owned()),
        _ => Some(text.to_owned()),
    });

    assert_eq!((verdict, &story.key[..]), (CaseVerdict::Wrong, "no-refusal"));
}

#[test]
fn endings() {
    use CaseVerdict::{Crash, Pass, Timeout, Wrong};

    let key = |moves: &str, ending, until: usize| {
        let (verdict, story) = story_at(moves, Some(ending), |step, text| {
            (step <= until).then(|| text.to_owned())
        });
        (verdict, story.key)
    };
    assert_eq!(key("1 2", Ending::Loop, 9), (Timeout, "loop".to_owned()));
    assert_eq!(key("1 2", Ending::Crashed, 9), (Crash, "crashed".to_owned()));
    assert_eq!(key(ROW_WIN, Ending::Crashed, 6), (Crash, "crashed".to_owned()));
    // What a native program had not written out is lost.
    let (_, lost) = story_at("1 2", Some(Ending::Crashed), |_, _| Some(String::new()));
    assert_eq!(lost.key, "crashed");
    assert!(
        lost.sentence.ends_with("it is not known at which move it crashed."),
        "{}",
        lost.sentence
    );
    // After the last line of the game that is no matter of the case.
    assert_eq!(key(ROW_WIN, Ending::Loop, 9).0, Pass);
    assert_eq!(key(ROW_WIN, Ending::Crashed, 9).0, Pass);
    assert_eq!(key(ROW_WIN, Ending::Waiting, 9).0, Pass);
    assert_eq!(key("1 2", Ending::Halted, 9), (Wrong, "halted-early".to_owned()));
    assert_eq!(key("1 2", Ending::Halted, 1), (Wrong, "halted-early".to_owned()));
    assert_eq!(key("1 2", Ending::Limit, 1), (Timeout, "limit".to_owned()));

    let goes_on = story(ROW_WIN, 7, |text| format!("{text}Player 1, choose a column: "));
    assert_eq!(goes_on.0, "goes-on");
    let silent = story("1", 1, |_| String::new());
    assert_eq!(silent.0, "silence");
}
