//! What a student reads about a correct program for ARM with one mistake planted: the cause, with its line.

use std::collections::BTreeMap;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::Fault;
use c4grade::submission::from_memory;

const REDFIRST: &str = include_str!("../../reference/arm-redfirst/connect4.s");

/// The faults of the program with this edit of a text that is in it once.
fn faults(from: &str, to: &str) -> Vec<Fault> {
    assert_eq!(REDFIRST.matches(from).count(), 1, "{from}");
    let assignment = assignment::find("arm-redfirst").expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let file = assignment.files[0].clone();
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
    let found = from_memory([("ada".to_owned(), file, REDFIRST.replace(from, to).into_bytes())]);
    grader.grade(&found.submissions[0]).report.faults
}

/// The line of a text that is in the program once.
fn line_of(text: &str) -> usize {
    let before = REDFIRST.split(text).next().unwrap_or_default();
    before.lines().count() + usize::from(before.ends_with('\n'))
}

/// The first fault's message and the sentences of its cause.
#[track_caller]
fn first(faults: &[Fault]) -> (&str, &str) {
    let causes: BTreeMap<&str, bool> = faults
        .iter()
        .map(|fault| (&fault.message[..], fault.cause.is_some()))
        .collect();
    let fault = faults.first().expect("a fault");
    let cause = fault.cause.as_ref().unwrap_or_else(|| panic!("no cause: {causes:?}"));
    (&fault.message, &cause.sentence)
}

#[test]
fn a_text_without_a_zero_is_named_where_the_next_one_announces_a_win() {
    let found = faults("Please try again.\", LF, CR, 0", "Please try again.\", LF, CR");
    let (invalid, red) = (line_of("INVALID_INPUT   DCB"), line_of("RED_WON         DCB"));
    let sentence = format!(
        "The text at INVALID_INPUT (line {invalid}) has no zero byte at its end, so the text at RED_WON (line {red}) is printed \
         after it. End it with `, 0` (`.asciz` does that)."
    );
    assert_eq!(
        first(&found),
        (
            "a text has no zero byte at its end, so the next text is printed too",
            &sentence[..]
        )
    );
}

#[test]
fn a_missing_equals_sign_is_named() {
    let found = faults("LDR     R0, =INVALID_INPUT", "LDR     R0, INVALID_INPUT");
    let (message, sentence) = first(&found);
    assert_eq!(message, "data is loaded in place of its address: the `=` is missing");
    let (load, text) = (line_of("LDR     R0, =INVALID_INPUT"), line_of("INVALID_INPUT   DCB"));
    let begins = format!("The LDR at line {load} loads what is at INVALID_INPUT (line {text}), not its address");
    assert!(sentence.starts_with(&begins), "{sentence}");
    assert!(sentence.ends_with("Write `LDR R0, =INVALID_INPUT`."), "{sentence}");
}

#[test]
fn keys_that_are_not_waited_for_are_named() {
    let found = faults("        BEQ     get1\n", "");
    let (message, sentence) = first(&found);
    assert_eq!(message, "a key is read without waiting for one");
    let load = line_of("LDRB    R0, [R1, #U0RBR]") - 1;
    let begins =
        format!("The LDRB at line {load} reads UART0's receive register at 0xE000C000 without waiting for a key.");
    assert!(sentence.starts_with(&begins), "{sentence}");
}

#[test]
fn registers_that_are_pushed_and_not_popped_are_named_where_the_game_goes_on() {
    let found = faults(
        "MOVE_MADE\n        LDMFD   SP!, {R4-R5, PC}",
        "MOVE_MADE\n        LDMFD   SP!, {R4, PC}",
    );
    let (message, sentence) = first(&found);
    assert_eq!(message, "a subroutine does not pop what it pushes", "{sentence}");
    assert!(
        sentence.contains("because 1 more word was pushed than popped in MAKE_MOVE."),
        "{sentence}"
    );
}
