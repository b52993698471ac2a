//! A program that reads numbers shows the number that it made of each key: one difference in format, however it shows it.

use super::{FormatKind, WIN, Words, align, game, read};
use crate::connect4::expected::Expected;
use crate::connect4::rules::Protocol;
use crate::connect4::script::Script;

/// What is different in a transcript in which each echo, with the line break after it, is what `shown` makes of the key and the
/// number: the kinds, and how each is reported.
fn differences(protocol: Protocol, shown: impl Fn(&str, &str) -> String) -> Vec<(FormatKind, String)> {
    differences_in(WIN, protocol, shown)
}

fn differences_in(moves: &str, protocol: Protocol, shown: impl Fn(&str, &str) -> String) -> Vec<(FormatKind, String)> {
    let game = game();
    let script = Script::from_moves(moves, protocol);
    let expected = Expected::play(&game, &script);
    let (mut bytes, mut marks) = (Vec::new(), Vec::new());
    for (index, step) in expected.steps.iter().enumerate() {
        let mut text = String::from_utf8(step.text.clone()).expect("transcripts are text");
        if let Some(attempt) = index.checked_sub(1).map(|index| &script.attempts[index]) {
            marks.resize(attempt.first_key + attempt.typed.len(), bytes.len());
            let typed = String::from_utf8(attempt.typed.clone()).expect("scripts are text");
            let number = if ("1"..="6").contains(&&typed[..]) { &typed } else { "0" };
            let behind = text.strip_prefix(&format!("{typed}\n")).expect("an echo");
            text = shown(&typed, number) + behind;
        }
        bytes.extend(text.into_bytes());
    }

    let waits = expected.outcome.is_none();
    let reading = read(&game, &script, &bytes, &marks, waits, Words::Fixed);
    let (difference, format) = align(&expected, &reading, true);
    assert_eq!(difference, None, "{}", String::from_utf8_lossy(&bytes));
    let items = format.items().iter();
    items.map(|item| (item.kind, item.message.clone())).collect()
}

/// The only kind of difference.
fn kind(protocol: Protocol, shown: impl Fn(&str, &str) -> String) -> FormatKind {
    let differences = differences(protocol, shown);
    let first = differences.first().expect("a difference").0;
    assert!(differences.iter().all(|(kind, _)| *kind == first), "{differences:?}");
    first
}

const BOTH: [Protocol; 2] = [Protocol::Key, Protocol::Enter];

/// Before, a key that is no number was not shown, and its number was extra text as well.
#[test]
fn a_number_in_place_of_the_key_is_one_difference() {
    for protocol in BOTH {
        let differences = differences(protocol, |_, number| format!("{number}\n"));
        let number = (
            FormatKind::MissingEcho,
            "a number is shown in place of a key".to_owned(),
        );
        assert_eq!(differences, [number], "{protocol:?}");
    }
}

/// A program that reads one character shows that one.
#[test]
fn the_beginning_of_a_line_is_no_number_in_place_of_it() {
    let first = |key: &str, _: &str| format!("{}\n", key.get(..1).unwrap_or(key));
    let messages: Vec<String> = differences_in("1 03 2", Protocol::Enter, first)
        .into_iter()
        .map(|(_, message)| message)
        .collect();
    assert_eq!(messages, ["only the beginning of what was typed is shown"]);
}

#[test]
fn a_number_after_the_key_is_one_difference() {
    for protocol in BOTH {
        let after = |between: &'static str| move |key: &str, number: &str| format!("{key}{between}{number}\n");
        for between in ["", " ", "\n"] {
            assert_eq!(kind(protocol, after(between)), FormatKind::DoubledEcho, "{between:?}");
        }
    }
}

#[test]
fn a_number_on_the_next_line_is_one_difference() {
    for protocol in BOTH {
        let next_line = |_: &str, number: &str| format!("\n{number}\n");
        assert_eq!(kind(protocol, next_line), FormatKind::BlankLines, "{protocol:?}");
    }
}

#[test]
fn a_sentence_with_the_number_is_one_difference() {
    for protocol in BOTH {
        for end in ["", ".", " as your column!"] {
            let alone = |_: &str, number: &str| format!("You chose {number}{end}\n");
            assert_eq!(kind(protocol, alone), FormatKind::ExtraText, "{end:?}");
            let after_key = |key: &str, number: &str| format!("{key}\nYou chose {number}{end}\n");
            assert_eq!(kind(protocol, after_key), FormatKind::ExtraText, "{end:?}");
        }
    }
}

/// Before, the first row of the board was none, and neither was the board.
#[test]
fn a_board_that_follows_the_sentence_in_its_line_is_read() {
    let joined = |_: &str, number: &str| format!("You chose {number}");
    assert_eq!(kind(Protocol::Enter, joined), FormatKind::ExtraText);
    let differences = differences(Protocol::Key, joined);
    assert!(differences.contains(&(
        FormatKind::BlankLines,
        "the line break before the board is missing".to_owned()
    )));
}

/// What is no number is extra text, and then the key is not shown.
#[test]
fn other_text_in_place_of_the_key_is_no_number() {
    let differences = differences(Protocol::Key, |_, _| "Thank you\n".to_owned());
    let kinds: Vec<FormatKind> = differences.iter().map(|(kind, _)| *kind).collect();
    assert!(kinds.contains(&FormatKind::MissingEcho) && kinds.contains(&FormatKind::ExtraText));
}
