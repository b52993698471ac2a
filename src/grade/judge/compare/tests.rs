use super::*;
use crate::assignment::{Tolerances, find};
use crate::connect4::Expected;
use crate::result::Stop;
use crate::splitmix::SplitMix64;

const MOVES: &str = "1 1 2 2 3 3 4";

/// Compares a program that prints the whole game as `change` says, and reads so many keys, where they are due.
fn compared(keys: usize, tolerate: &Tolerances, change: impl Fn(&str) -> String) -> Comparison {
    let mut assignment = find("lc3-starter").expect("it is bundled");
    assignment.comparison.tolerate = *tolerate;
    let script = Script::from_moves(MOVES, assignment.protocol);
    let expected = Expected::play(&assignment.game, &script);
    let mut output = Output::default();
    for (step, wanted) in expected.steps.iter().enumerate() {
        if (1..=keys).contains(&step) {
            output.key_marks.push(output.bytes.len());
        }
        let text = String::from_utf8(wanted.text.clone()).expect("transcripts are text");
        output.bytes.extend(change(&text).into_bytes());
    }

    let printed = output.bytes.len();
    output.bytes.extend(b"\n\n----- Halting the processor -----\n");
    output.banners.push((printed..output.bytes.len(), Service::Halt));
    let case = Case {
        name: String::new(),
        tags: Vec::new(),
        points: 1.0,
        script: script.clone(),
        raw: false,
        expected: expected.into(),
        ends: Ending::Halted,
        family: None,
        goal: None,
        frames: crate::assignment::Frames::Checked,
        demands: Vec::new(),
        place: String::new(),
    };

    let run = Run {
        output: output.into(),
        stop: Stop {
            ending: Ending::Halted,
            place: None,
            reason: String::new(),
        },
        instructions: 1,
        keys_left: 0,
        piped: None,
    };

    compare(
        &assignment,
        &mut Transcripts::new(&Vocabulary::default()),
        &case,
        (&script, false),
        &run,
    )
    .comparison
}

#[test]
fn the_last_line_feed_and_the_banner_are_nobodys_business() {
    let all = Tolerances::default();
    assert_eq!(compared(7, &all, str::to_owned), Comparison::Exact);
    let without = |text: &str| text.replace("Wins.\n", "Wins.");
    assert_eq!(compared(7, &all, without), Comparison::Exact);

    let two = |text: &str| text.replace("Wins.\n", "Wins.\n\n");
    assert!(matches!(
        compared(7, &all, two),
        Comparison::Exact | Comparison::Format(_)
    ));

    let other = |text: &str| text.replace("Wins.", "wins.");
    assert!(matches!(compared(7, &all, other), Comparison::Format(_)));
}

/// What begins as required is not read, nor what begins like the transcript before, and rows are read once: all say what
/// they would say if they were read. Of some games in a row each transcript is changed in one byte, or in all its rows, or
/// ends too early.
#[test]
fn what_is_not_read_again_says_what_a_reading_of_it_says() {
    let mut chance = SplitMix64::new(5);
    for package in [
        "lc3-starter",
        "lc3-scratch",
        "native-scratch",
        "arm-scan",
        "arm-redfirst",
        "arm-falling",
    ] {
        let assignment = find(package).expect("it is bundled");
        let suite = crate::case::load(&assignment, None).expect("it is sound");
        let (mut rows, mut before) = (KnownRows::default(), Before::default());
        let mut cases: Vec<&Case> = suite.cases.iter().collect();
        cases.sort_by(|one, other| one.script.keys.cmp(&other.script.keys));
        let mut change = 0;
        for (number, case) in cases.into_iter().enumerate() {
            let script = &case.script;
            let mut bytes = case.expected.transcript();
            let marks = marks_of(case);
            if number.is_multiple_of(8) {
                change = chance.below(8);
            }
            match change {
                0 => bytes.truncate(chance.below(bytes.len())),
                1 => bytes.extend_from_slice(b"bye"),
                2 => bytes
                    .iter_mut()
                    .for_each(|byte| *byte = if *byte == b'X' { b'x' } else { *byte }),
                3 => bytes
                    .iter_mut()
                    .for_each(|byte| *byte = if *byte == b'-' { b'.' } else { *byte }),
                4 | 5 => {
                    let pieces = assignment.game.wording.pieces;
                    for byte in &mut bytes {
                        let player = pieces.iter().position(|piece| *piece == char::from(*byte));
                        *byte = player.map_or(*byte, |player| b"#*"[player]);
                    }
                }
                _ => {
                    let at = chance.below(bytes.len());
                    bytes[at] = *b" X-1\na".get(chance.below(6)).expect("there are six");
                }
            }

            let printed = reading::Printed {
                script,
                bytes: &bytes,
                marks: &marks,
                waits: chance.below(2) == 0,
            };
            let read =
                |known| reading::read_with(&reading::UNKNOWN, &assignment.game, words(&assignment), printed, known);
            let known = Known {
                required: Some(&case.expected),
                rows: Some(&mut rows),
                before: Some(&mut before),
            };
            assert_eq!(read(known), read(Known::default()), "{package}: {}", case.name);
        }
    }
}

/// Where each key of a case is due.
fn marks_of(case: &Case) -> Vec<usize> {
    let mut marks = vec![0; case.script.keys.len()];
    let mut due = 0;
    let ends = case.expected.steps.iter().map(|step| {
        due += step.text.len();
        due
    });
    for (attempt, end) in case.script.attempts.iter().zip(ends) {
        marks[attempt.first_key..].fill(end);
    }
    marks
}

#[test]
fn a_printed_film_of_the_game_is_no_game() {
    let all = Tolerances::default();
    assert_eq!(compared(0, &all, str::to_owned), Comparison::Unread);
    assert_eq!(compared(6, &all, str::to_owned), Comparison::Unread);
}

#[test]
fn what_an_assignment_does_not_forgive_is_not_forgiven() {
    let blank = |text: &str| text.replace("-\n", "- \n");
    let all = Tolerances::default();
    assert!(matches!(compared(7, &all, blank), Comparison::Format(_)));
    let strict = Tolerances {
        trailing_space: false,
        ..all
    };
    assert!(matches!(compared(7, &strict, blank), Comparison::Unforgiven(_)));
    let lower = |text: &str| text.replace("Player", "player");
    assert!(matches!(compared(7, &strict, lower), Comparison::Format(_)));
}

#[test]
fn another_game_is_found_whatever_is_forgiven() {
    let other = |text: &str| text.replace("Player 1 Wins.", "Player 2 Wins.");
    assert!(
        matches!(compared(7, &Tolerances::default(), other), Comparison::Game(difference, _) if difference.step == 7)
    );
}
