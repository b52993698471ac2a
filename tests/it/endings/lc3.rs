//! LC-3 programs: not halting after a game that is right costs a fixed deduction once.

use super::{CaseVerdict, StudentReport, Verdict, assignment, count, ending, graded, said, with};

const REFERENCE: &str = include_str!("../../../reference/lc3-starter/connect4.asm");
const END: &str = "        JSR     GAME_OVER\n        HALT\n";

/// The reference with something else in place of its HALT.
fn ended(with_what: &str) -> StudentReport {
    let end = format!("        JSR     GAME_OVER\n{with_what}\n");
    graded(assignment("lc3-starter"), &with(REFERENCE, END, &end))
}

/// Ways not to halt without printing anything, and the cause that is named.
const SILENT: &[(&str, &str)] = &[
    ("STOP BR STOP", "branch-to-itself"),
    ("STOP BR STOQ\nSTOQ BR STOP", "loop-without-exit"),
    ("AND R0,R0,#0\nSTOP ADD R0,R0,#1\nBRnzp STOP", "loop-without-exit"),
    (
        "AND R0,R0,#0\nSTOP ADD R0,R0,#1\nBRp STOP\nADD R0,R0,#2\nBRnzp STOP",
        "loop-without-exit",
    ),
    ("STOP LDI R0,STATUS\nBRzp STOP\nBR STOP\nSTATUS .FILL xFE00", ""),
    ("STOP GETC\nBR STOP", ""),
    ("GETC\nHALT", ""),
    ("STOP JSR STOP", "endless-recursion"),
    ("RET", "ret-into-itself"),
    ("", "missing-halt"),
    (".FILL x0000\n.FILL x0000\n.FILL x0FFD", ""),
    (".FILL xD000", ""),
    ("AND R0,R0,#0\nJMP R0", ""),
];

#[test]
fn a_program_that_only_fails_to_halt_loses_ten_points_once() {
    for (end, cause) in SILENT {
        let report = ended(end);
        let what = format!("{end:?}: {}", said(&report));
        assert_eq!(report.verdict, Verdict::Pass, "{what}");
        assert_eq!(
            (report.score, report.exact_score, report.game_score),
            (Some(90.0), Some(90.0), Some(90.0)),
            "{what}"
        );
        assert_eq!(report.faults, [], "{what}");
        let (key, points) = ending(&report).expect(&what);
        assert_eq!(points, 10.0, "{what}");
        assert!(cause.is_empty() || key == *cause, "{key}: {what}");
        assert!(
            report.summary.contains("halt") || report.summary.contains("HALT"),
            "{what}"
        );
    }
}

#[test]
fn the_cause_is_named() {
    let report = ended("");
    assert_eq!(report.findings[0].common, "the main program has no HALT at its end");
}

#[test]
fn what_is_printed_before_the_halt_is_format() {
    for end in [
        "LEA R0,MORE\nPUTS\nHALT\nMORE .STRINGZ \"Bye!\\n\"",
        "JSR GAME_OVER\nHALT",
        "JSR DISPLAY_BOARD\nHALT",
    ] {
        let report = ended(end);
        let what = format!("{end:?}: {}", said(&report));
        assert_eq!(report.verdict, Verdict::Format, "{what}");
        assert!(count(&report, CaseVerdict::Format) > 100, "{what}");
        assert_eq!(report.faults, [], "{what}");
        assert_eq!(report.score, Some(95.0), "{what}");
        assert_eq!(ending(&report), None, "{what}");
    }
}

#[test]
fn a_program_that_plays_on_is_not_excused() {
    for end in [
        // The game begins again.
        "BR NEXT_TURN",
        // One more prompt, and a key is read.
        "JSR DISPLAY_TURN\nGETC\nHALT",
        "JSR DISPLAY_BOARD\nJSR DISPLAY_TURN\nSTOP GETC\nOUT\nBR STOP",
    ] {
        let report = ended(end);
        let what = format!("{end:?}: {}", said(&report));
        assert_eq!(report.verdict, Verdict::Wrong, "{what}");
        assert_eq!(ending(&report), None, "{what}");
        assert!(report.score < Some(40.0), "{what}");
    }
}

#[test]
fn a_program_that_stops_answering_in_the_middle_of_a_game_is_not_excused() {
    let land = "UB_LAND\n        LD      R1, CHECKER_1\n";
    for stop in ["", "        ADD R1, R6, #-5\n        BRnp UB_GOES\n"] {
        let hangs = format!("UB_LAND\n{stop}UB_STOP BR UB_STOP\nUB_GOES LD R1, CHECKER_1\n");
        let report = graded(assignment("lc3-starter"), &with(REFERENCE, land, &hangs));
        assert!(count(&report, CaseVerdict::Timeout) > 50, "{}", said(&report));
        assert_eq!(ending(&report), None, "{}", said(&report));
    }
}
