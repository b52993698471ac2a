//! ARM programs: the board has no HALT, so a program that idles after its game is done, however it idles.

use super::{CaseVerdict, StudentReport, Verdict, assignment, count, ending, graded, graded_on_hand_kept, said, with};

const REFERENCE: &str = include_str!("../../../reference/arm-scan/connect4.s");
const END: &str = "stop    B       stop\n";

/// The reference with something else in place of its last branch.
fn with_end(end: &str) -> String {
    with(REFERENCE, END, &format!("{end}\n"))
}

fn ended(end: &str) -> StudentReport {
    graded(assignment("arm-scan"), &with_end(end))
}

/// Ways to idle.
const IDLE: &[&str] = &[
    "stop B stop",
    "stop NOP\n NOP\n B stop",
    "stop B other\nother B stop",
    "stop MOV R0, #0\ncount ADD R0, R0, #1\n B count",
    "stop MOV R0, #0\ncount ADD R0, R0, #1\n CMP R0, #100\n MOVEQ R0, #0\n B count",
    "stop ADDS R0, R0, #1\n BNE stop\n B stop",
    "stop LDR R0, =10000000\npause SUBS R0, R0, #1\n BNE pause\n B stop",
    "stop CMP R0, R0\n BEQ stop\n B stop",
    // The line status: whether something can be sent, whether a key is there.
    "stop LDR R1, =U0BASE\npoll LDRB R0, [R1, #U0LSR]\n TST R0, #0x20\n BNE poll\n B stop",
    "stop LDR R1, =U0BASE\npoll LDRB R0, [R1, #U0LSR]\n TST R0, #1\n BEQ poll\n B stop",
    // Keys are taken and do nothing.
    "stop BL get\n B stop",
    "stop LDR R1, =U0BASE\npoll LDRB R0, [R1, #U0LSR]\n TST R0, #1\n LDRBNE R0, [R1]\n B poll",
    // Any key, and it stops.
    "stop BL get\nhalt B halt",
    // A wait for an interrupt that never comes: the flag is in memory, or in a peripheral.
    "stop LDR R1, =0x40001000\n MOV R0, #0\n STR R0, [R1]\nwait LDR R0, [R1]\n CMP R0, #0\n BEQ wait\n B stop",
    "stop LDR R1, =0xE0004000\nwait LDR R0, [R1]\n TST R0, #1\n BEQ wait\n B stop",
    // Counters in a subroutine, in memory, and in two places.
    "stop BL tick\n B stop\ntick ADD R5, R5, #1\n BX LR",
    "stop LDR R1, =0x40001000\ntick LDR R0, [R1]\n ADD R0, R0, #1\n STR R0, [R1]\n B tick",
    "stop BL tick\n B stop\ntick STMFD SP!, {R0, R1, LR}\n LDR R1, =0x40001000\n LDR R0, [R1]\n ADD R0, R0, #1\n \
     STR R0, [R1]\n LDMFD SP!, {R0, R1, PC}",
    "stop ADD R5, R5, #1\n EOR R6, R5, R6, ROR #3\n ADD R7, R6, R7\n B stop",
    // Without a bound that is reached within the limit.
    "stop BL tick\n CMP R5, #0\n BNE stop\n B stop\ntick ADD R5, R5, #1\n BX LR",
];

#[test]
fn a_program_that_idles_after_its_games_is_done() {
    for end in IDLE {
        let report = graded_on_hand_kept(assignment("arm-scan"), &with_end(end));
        let what = format!("{end:?}: {}", said(&report));
        assert_eq!(report.verdict, Verdict::Pass, "{what}");
        assert_eq!(report.score, Some(report.max), "{what}");
        assert_eq!(ending(&report), None, "{what}");
    }
}

/// The document has no words for a tie.
#[test]
fn a_win_that_is_announced_for_a_tie_without_words_is_a_wrong_result_and_no_text_after_the_end() {
    let text = with(
        REFERENCE,
        "        BL      ISFULL\n        CMP     R0, #TRUE\n        BEQ     stop\n",
        "        BL      ISFULL\n        CMP     R0, #TRUE\n        BEQ     won\n",
    );
    let report = graded(assignment("arm-scan"), &text);
    assert_eq!(ending(&report), None, "{}", said(&report));
    assert_eq!(report.verdict, Verdict::Wrong);
    let faults: Vec<&str> = report.faults.iter().map(|fault| &fault.key[..]).collect();
    assert_eq!(faults, ["goes-on/tie"], "{}", said(&report));
}

#[test]
fn a_program_that_plays_on_is_not_excused() {
    let report = ended("stop B newgame");
    let what = said(&report);
    assert_eq!(report.verdict, Verdict::Wrong, "{what}");
    assert_eq!(ending(&report), None, "{what}");
    assert!(report.score < Some(60.0), "{what}");
}

/// What follows the game is no other game, and is deducted once.
#[test]
fn what_is_printed_after_the_end_costs_the_deduction() {
    for end in [
        // The game begins again when a key comes.
        "stop BL get\n B newgame",
        "stop BL get\n CMP R0, #'y'\n BNE stop\n B newgame",
        // A prompt that reads nothing, at once or after a long time.
        "stop LDR R0, =askred\n BL puts\nhalt B halt",
        "stop LDR R0, =100000000\npause SUBS R0, R0, #1\n BNE pause\n LDR R0, =askred\n BL puts\nhalt B halt",
        "stop LDR R0, =askred\n BL puts\n B stop",
    ] {
        let report = ended(end);
        let what = format!("{end:?}: {}", said(&report));
        assert_eq!((report.verdict, report.score), (Verdict::Pass, Some(90.0)), "{what}");
        assert_eq!(ending(&report).map(|(_, points)| points), Some(10.0), "{what}");
    }
}

/// Where there is no HALT and words are free, more text after the game costs nothing.
#[test]
fn text_before_it_idles_is_free() {
    for end in [
        "stop LDR R0, =greeting\n BL puts\nhalt B halt",
        "stop BL PRINT\nhalt B halt",
    ] {
        let report = graded_on_hand_kept(assignment("arm-scan"), &with_end(end));
        let what = format!("{end:?}: {}", said(&report));
        assert_eq!(
            (report.verdict, report.score),
            (Verdict::Pass, Some(report.max)),
            "{what}"
        );
        assert_eq!(ending(&report), None, "{what}");
    }
}

#[test]
fn a_crash_after_the_end_costs_the_deduction() {
    for end in ["stop MOV R0, #0x20000000\n STR R0, [R0]", "stop SWI 11"] {
        let report = ended(end);
        let what = format!("{end:?}: {}", said(&report));
        assert_eq!((report.verdict, report.score), (Verdict::Pass, Some(90.0)), "{what}");
        assert_eq!(ending(&report).map(|(_, points)| points), Some(10.0), "{what}");
    }
}

#[test]
fn a_program_that_stops_answering_in_the_middle_of_a_game_is_not_excused() {
    let hangs = with(
        REFERENCE,
        "moved   BL      PRINT\n",
        "moved   BL      PRINT\nhang B hang\n",
    );
    let report = graded(assignment("arm-scan"), &hangs);
    assert!(count(&report, CaseVerdict::Pass) < 20, "{}", said(&report));
    assert_eq!(ending(&report), None, "{}", said(&report));
}
