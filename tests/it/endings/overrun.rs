//! What a program prints after its game because it does not halt is a consequence of the missing end, which is deducted once.

use super::{StudentReport, Verdict, assignment, ending, graded, said, with};

const REFERENCE: &str = include_str!("../../../reference/lc3-starter/connect4.asm");
const END: &str = "        JSR     GAME_OVER\n        HALT\n";
const CALL: &str = "        JSR     GAME_OVER\n";

/// The reference with something else in place of its HALT.
fn ended(with_what: &str) -> String {
    with(REFERENCE, END, &format!("{CALL}{with_what}\n"))
}

/// The reference without its HALT, with the text from one label to another right behind the main program.
fn falls_into(from: &str, to: &str) -> String {
    let start = REFERENCE.find(&format!("\n{from}\n")).expect("a subroutine");
    let end = start + REFERENCE[start..].find(to).expect("what follows it");
    let subroutine = &REFERENCE[start..end];
    let rest = with(REFERENCE, subroutine, "\n");
    with(&rest, END, &format!("{CALL}{subroutine}\n"))
}

fn assert_deducted_once(report: &StudentReport, what: &str) {
    let what = format!("{what}: {}", said(report));
    assert_eq!(report.verdict, Verdict::Pass, "{what}");
    let scores = (report.score, report.exact_score, report.game_score);
    assert_eq!(scores, (Some(90.0), Some(90.0), Some(90.0)), "{what}");
    assert_eq!(ending(report).map(|(_, points)| points), Some(10.0), "{what}");
    assert_eq!(report.faults, [], "{what}");
    assert_eq!(report.format_differences, [], "{what}");
}

#[test]
fn what_is_printed_without_a_halt_is_deducted_once() {
    for end in [
        "LEA R0,MORE\nPUTS\nSTOP BR STOP\nMORE .STRINGZ \"Bye!\\n\"",
        "LEA R0,MORE\nSTOP PUTS\nBR STOP\nMORE .STRINGZ \"Bye!\\n\"",
        "STOP JSR GAME_OVER\nBR STOP",
        "STOP JSR DISPLAY_BOARD\nBR STOP",
        "STOP JSR DISPLAY_BOARD\nJSR GAME_OVER\nBR STOP",
        // The operating system prints what R0 points at; then data is executed.
        ".FILL xF022\n.FILL xF022\n.FILL #0",
        // A prompt that reads nothing, at once or after a long time.
        "JSR DISPLAY_TURN\nSTOP BR STOP",
        "AND R0,R0,#0\nAND R1,R1,#0\nADD R1,R1,#8\nWAIT ADD R0,R0,#1\nBRnp WAIT\nADD R1,R1,#-1\nBRp WAIT\n\
         JSR DISPLAY_TURN\nSTOP BR STOP",
        // One more key, and it is shown.
        "GETC\nOUT\nHALT",
        "STOP GETC\nOUT\nBR STOP",
        // A crash after some text.
        "JSR GAME_OVER\n.FILL xD000",
    ] {
        assert_deducted_once(&graded(assignment("lc3-starter"), &ended(end)), end);
    }
}

#[test]
fn a_program_that_falls_into_a_subroutine_pays_for_that_alone() {
    for (from, to) in [
        ("DISPLAY_BOARD", "; CHECK_VALID: is this key"),
        ("DISPLAY_TURN", "; GET_MOVE: reads"),
        ("GET_MOVE", "; UPDATE_BOARD: drops"),
        ("GAME_OVER", "        .END"),
    ] {
        let report = graded(assignment("lc3-starter"), &falls_into(from, to));
        assert_deducted_once(&report, from);
        assert_eq!(
            report.summary,
            "all 667 cases pass, but the main program has no HALT at its end"
        );
    }
}

/// No line break ends the result: the text that follows in its line is no part of it.
#[test]
fn a_result_without_a_line_break_is_followed_by_what_is_not_compared() {
    let newline = "        PUTS\n        LD      R0, GO_NEWLINE\n        OUT\n";
    for end in ["STOP JSR DISPLAY_BOARD\nBR STOP", "STOP JSR GAME_OVER\nBR STOP"] {
        let program = with(&ended(end), newline, "        PUTS\n");
        assert_deducted_once(&graded(assignment("lc3-starter"), &program), end);
    }
}

#[test]
fn a_difference_in_format_is_deducted_as_well() {
    let program = with(&ended("STOP JSR DISPLAY_BOARD\nBR STOP"), "\" Wins.\"", "\" wins!\"");
    let report = graded(assignment("lc3-starter"), &program);
    let what = said(&report);
    assert_eq!((report.verdict, report.score), (Verdict::Format, Some(85.0)), "{what}");
    assert_eq!(ending(&report).map(|(_, points)| points), Some(10.0), "{what}");
    let messages = report
        .format_differences
        .iter()
        .map(|difference| &difference.message[..]);
    assert!(
        messages.clone().all(|message| message.contains("Wins.")),
        "{messages:?}"
    );
}

/// The board of the last move, printed after the result and before the loop, belongs to the game.
#[test]
fn a_board_after_the_result_is_compared() {
    let end = "        JSR     DISPLAY_BOARD\n        JSR     GAME_OVER\n        HALT\n";
    let program = with(
        REFERENCE,
        end,
        "        JSR     GAME_OVER\n        JSR     DISPLAY_BOARD\nSTOP    BR STOP\n",
    );
    let report = graded(assignment("lc3-starter"), &program);
    let what = said(&report);
    assert_eq!((report.verdict, report.score), (Verdict::Format, Some(85.0)), "{what}");
    let first = report
        .format_differences
        .first()
        .map(|difference| &difference.message[..]);
    assert_eq!(
        first,
        Some("a message is printed above the board instead of below it"),
        "{what}"
    );
}
