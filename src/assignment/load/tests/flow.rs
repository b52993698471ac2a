//! Games that restart, are left, fall in view or have a computer; and the wording that belongs to them.

use super::*;
use crate::assignment::{By, Frames, bundled, find};
use crate::connect4::{Computer, Echo, First, Flow, Quit, Then};

const FALLING: &str = include_str!("../../../../cases/arm-falling/assignment.yaml");

/// Message and help of the only error of the ARM package after a change.
fn error(from: &str, to: &str) -> (String, String) {
    let (_, message, help) = error_with_line(from, to);
    (message, help)
}

/// The same after the line, counted from the change.
fn error_with_line(from: &str, to: &str) -> (isize, String, String) {
    assert!(FALLING.contains(from), "{from}");
    let text = FALLING.replace(from, to);
    let mut errors = errors(&text);
    assert_eq!(errors.len(), 1, "{errors:?}");
    let (line, _, message, help) = errors.remove(0);
    let changed = text.lines().zip(FALLING.lines()).position(|(new, old)| new != old);
    let changed = changed.expect("something was changed") + 1;
    (line as isize - changed as isize, message, help)
}

#[test]
fn the_falling_package_says_what_its_document_asks() {
    let assignment = read(FALLING).expect("the bundled file is good");
    assert_eq!(
        assignment.game.rules,
        Rules {
            rows: 6,
            columns: 7,
            line: 4
        }
    );

    let quit = Some(Quit {
        key: b'q',
        then: Then::Restart,
    });
    assert_eq!(
        assignment.game.flow,
        Flow {
            over: Then::Restart,
            quit,
            falling: true,
            computer: None,
            first: First::Person
        }
    );
    assert_eq!(
        assignment.game.wording,
        Wording {
            greeting: "Let's Play Connect 4!".into(),
            above: "\n\r".into(),
            header: "  1 2 3 4 5 6 7".into(),
            label: "{row} ".into(),
            empty: 'O',
            pieces: ['Y', 'R'],
            separator: " ".into(),
            row_end: " ".into(),
            newline: "\n\r".into(),
            prompts: [
                "YELLOW: Choose a column for your next move (1-7, 'q' to restart): ".into(),
                "RED: Choose a column for your next move (1-7, 'q' to restart): ".into()
            ],
            echo: Echo::Known,
            invalid: "Invalid move, try again.".into(),
            full: "Invalid move, try again.".into(),
            board_again: false,
            wins: ["YELLOW wins!".into(), "RED wins!".into()],
            tie: "It's a draw!".into(),
            farewell: String::new(),
        }
    );
    assert_eq!(assignment.comparison.by, By::Events);

    assert_eq!(assignment.comparison.frames, Frames::Skipped);
}

#[test]
fn the_other_arm_packages_differ_as_their_documents_do() {
    let of = |name| find(name).unwrap_or_else(|error| panic!("{error}"));
    let scan = of("arm-scan");
    assert_eq!(scan.game.flow.over, Then::Stop);
    assert_eq!(scan.game.flow.quit.map(|quit| quit.then), Some(Then::Restart));
    assert_eq!(
        (scan.game.wording.tie.as_str(), scan.game.wording.label.as_str()),
        ("", "")
    );
    assert_eq!(scan.game.wording.full, scan.game.wording.invalid);

    let red = of("arm-redfirst");
    assert_eq!(red.game.flow.quit.map(|quit| quit.then), Some(Then::Stop));
    assert!(red.game.wording.board_again);
    assert_eq!(red.game.wording.farewell, "Thank you for playing Connect Four!");

    for (name, computer) in [
        ("arm-scan-computer", Computer::Blocker),
        ("arm-falling-computer", Computer::Extender),
    ] {
        let (with, without) = (of(name), of(name.trim_end_matches("-computer")));
        assert_eq!(with.game.flow.computer, Some(computer));
        let flow = Flow {
            computer: None,
            ..with.game.flow
        };

        assert_eq!(flow, without.game.flow);
        let wording = Wording {
            prompts: without.game.wording.prompts.clone(),
            ..with.game.wording.clone()
        };
        assert_eq!(wording, without.game.wording);

        assert_eq!(with.game.wording.prompts[0], without.game.wording.prompts[0]);
    }

    for name in bundled::names() {
        let points: f64 = of(name).rubric.iter().map(|group| group.points).sum();
        assert!((points - 100.0).abs() < f64::EPSILON, "{name}: {points}");
    }
}

#[test]
fn what_is_left_out_is_as_it_was() {
    let assignment = read(STARTER).unwrap();
    assert_eq!(assignment.game.flow, Flow::default());
    assert_eq!(
        (assignment.comparison.by, assignment.comparison.frames),
        (By::Bytes, Frames::Checked)
    );
    let off = STARTER.replace("misspelling: true", "rewording: false");
    assert!(!read(&off).unwrap().comparison.tolerate.rewording);
    let silent = STARTER.replace("tie: Tie Game.", "tie: \"\"");
    assert_eq!(read(&silent).unwrap().game.wording.tie, "");
}

#[test]
fn a_full_column_may_have_its_own_text() {
    let text = FALLING.replace("  invalid:", "  full: No room.\n  invalid:");
    assert_eq!(read(&text).unwrap().game.wording.full, "No room.");
}

#[test]
fn every_wrong_value_is_reported_with_what_is_known() {
    let reported = |from, to| {
        let (line, message, help) = error_with_line(from, to);
        assert_eq!(line, 0, "{message}");
        format!("{message}; {help}")
    };
    assert_eq!(
        reported("falling: true ", "falling: yes "),
        "`falling` is `yes`, but must be `true` or `false`; "
    );
    assert_eq!(
        reported("over: restart ", "over: begin "),
        "`begin` is not a value of `over`; expected stop or restart"
    );
    assert_eq!(
        reported("then: restart}", "then: stops}"),
        "`stops` is not a value of `then`; did you mean `stop`?"
    );
    assert_eq!(
        reported("  over:", "  computer: blokker\n  over:"),
        "`blokker` is not a value of `computer`; did you mean `blocker`?"
    );
    assert_eq!(
        reported("above: newline", "above: lf"),
        "`lf` is not a value of `above`; expected newline or nothing"
    );
    assert_eq!(
        reported("echo: known", "echo: some"),
        "`some` is not a value of `echo`; expected all or known"
    );
    assert_eq!(
        reported("by: events", "by: event"),
        "`event` is not a value of `by`; did you mean `events`?"
    );
    assert_eq!(
        reported("frames: skipped", "frames: skip"),
        "`skip` is not a value of `frames`; did you mean `skipped`?"
    );
    assert_eq!(
        reported("rewording: true", "rewording: 1"),
        "`rewording` is `1`, but must be `true` or `false`; "
    );
    assert_eq!(
        reported("  invalid:", "  board-again: 1\n  invalid:"),
        "`board-again` is `1`, but must be `true` or `false`; "
    );
    assert_eq!(
        reported("label: \"{row} \"", "label: \"{row}\\n\""),
        "`label` is `{row}\\n`, but must be one line of at most 200 characters; "
    );

    assert_eq!(
        reported("greeting:", "greating:"),
        "unknown field `greating`; did you mean `greeting`?"
    );
}

#[test]
fn the_key_that_leaves_a_game_is_no_move_and_can_be_seen() {
    assert_eq!(
        error("key: q", "key: 7"),
        (
            "the key `7` already selects column 7".into(),
            "choose a key that is not a column number, such as `q`".into()
        )
    );
    assert_eq!(
        read(&FALLING.replace("key: q", "key: 8"))
            .unwrap()
            .game
            .flow
            .quit
            .unwrap()
            .key,
        b'8'
    );
    assert_eq!(
        error("key: q", "key: qq").0,
        "`key` is `qq`, but must be exactly one character"
    );

    for key in ["\"\\n\"", "\" \"", "ö"] {
        assert!(
            error("key: q", &format!("key: {key}"))
                .0
                .ends_with("but must be a printable character, such as `q`")
        );
    }

    assert_eq!(
        error("{key: q, then: restart}", "{key: q}").1,
        "add a line like `then: stop`"
    );
}

#[test]
fn players_must_be_reported_apart() {
    let (message, help) = error("  - \"RED: ", "  - \"YELLOW: ");
    assert_eq!(
        message,
        "`prompts` has the same text for both players, which hides whose turn it is"
    );
    assert_eq!(
        help,
        "write {player} in place of 1 or 2, or a list of two different texts"
    );

    let (message, _) = error("[YELLOW wins!, RED wins!]", "You win!");
    assert_eq!(
        message,
        "`wins` has the same text for both players, which hides who has won"
    );
}

#[test]
fn fields_that_say_nothing_are_errors() {
    let (message, help) = error("  falling: true ", "  falling: false ");
    assert_eq!(message, "`frames` requires a game with falling pieces");
    assert_eq!(
        help,
        "remove `frames`, or set `falling: true` in the `game` of the assignment"
    );
    let farewell = FALLING
        .replace("  invalid:", "  farewell: Bye.\n  invalid:")
        .replace("  quit: {key: q, then: restart}", "");
    assert_eq!(errors(&farewell)[0].2, "`farewell` requires a key that quits the game");
}

#[test]
fn what_only_an_lc3_has_is_refused_on_arm() {
    let (message, help) = error("  protocol: key", "  protocol: in");
    assert_eq!(
        (message.as_str(), help.as_str()),
        (
            "`protocol` is `in`, but must be key, enter or line; `in` exists on the LC-3 only",
            ""
        )
    );
    let (message, _) = error("rubric:", "starter: {file: starter.s}\nrubric:");
    assert_eq!(message, "`starter` requires an LC-3 program");
}
