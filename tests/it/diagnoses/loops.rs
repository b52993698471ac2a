//! Loops and returns that go wrong, each beside programs that only look like it.

use super::bench::{BOTH, STARTER, cause, key, with};

fn is_told(expected: &str, line: u32, says: &str, lines: &str, keys: &str) {
    for traps in BOTH {
        let source = format!(".ORIG x3000\n{lines}\n.END");
        let found = cause(&source, traps, keys).unwrap_or_else(|| panic!("nothing said of\n{lines}"));
        let is = (found.key.as_str(), found.places[0].line);
        assert_eq!(is, (expected, Some(line)), "{}\n{lines}", found.sentence);
        assert!(found.sentence.contains(says), "{}\n{lines}", found.sentence);
    }
}

fn is_silent(lines: &str, keys: &str) {
    for traps in BOTH {
        assert_eq!(
            cause(&format!(".ORIG x3000\n{lines}\n.END"), traps, keys),
            None,
            "{lines}"
        );
    }
}

#[test]
fn r7_that_is_loaded_from_the_place_of_another_subroutine() {
    for (own, other) in [("CD", "CD1"), ("CW", "CH"), ("CD1", "CL"), ("CVE", "CL")] {
        let source = with(
            STARTER,
            &[(&format!("LD      R7, {own}_R7"), &format!("LD      R7, {other}_R7"))],
        );
        for traps in BOTH {
            let found = cause(&source, traps, "9121212188").unwrap_or_else(|| panic!("{own}: no cause"));
            assert_eq!(found.key, "r7-wrong-slot", "{own}: {}", found.sentence);
            for says in [
                format!("saved R7 in {own}_R7 with"),
                format!("loaded it from {other}_R7."),
            ] {
                assert!(found.sentence.contains(&says), "{}", found.sentence);
            }
        }
    }
}

#[test]
fn a_branch_back_to_where_r7_is_saved() {
    let calls = "B ADD R1,R1,#1\nRET\n";
    for (line, lines) in [
        // In a place of its own, and on a stack; back to the first line or to a later one.
        (
            6,
            format!("JSR A\nHALT\nA ST R7,S\nJSR B\nBRz A\nLD R7,S\nRET\n{calls}S .BLKW 1"),
        ),
        (
            8,
            format!(
                "LEA R6,S\nJSR A\nHALT\nA ADD R6,R6,#-1\nSTR R7,R6,#0\nJSR B\nBRz A\nLDR R7,R6,#0\nADD R6,R6,#1\nRET\n{calls}T .BLKW 9\nS .BLKW 1"
            ),
        ),
        (
            7,
            format!("JSR A\nHALT\nA ADD R2,R2,#0\nG ST R7,S\nJSR B\nBRz G\nLD R7,S\nRET\n{calls}S .BLKW 1"),
        ),
    ] {
        // R1 is -1 at the start, so that the branch is taken once.
        let lines = format!("{}{lines}", "AND R1,R1,#0\nADD R1,R1,#-1\n");
        is_told("r7-saved-again", line + 2, "saves R7 a second time", &lines, "");
    }
    // Before anything was called, R7 is still good; and a loop behind the save does no harm.
    is_silent(
        "AND R1,R1,#0\nADD R1,R1,#-1\nJSR A\nHALT\nA ST R7,S\nADD R1,R1,#1\nBRz A\nJSR B\nLD R7,S\nRET\nB RET\nS .BLKW 1",
        "",
    );
    is_silent(
        "AND R1,R1,#0\nADD R1,R1,#-1\nJSR A\nHALT\nA ST R7,S\nL JSR B\nADD R1,R1,#1\nBRz L\nLD R7,S\nRET\nB RET\nS .BLKW 1",
        "",
    );
    // A call of itself is another fault.
    let recursion = ".ORIG x3000\nAND R1,R1,#0\nADD R1,R1,#1\nJSR A\nHALT\nA ST R7,S\nADD R1,R1,#-1\nBRn D\nJSR A\nD LD R7,S\nRET\nS .BLKW 1\n.END";
    for traps in BOTH {
        assert_ne!(key(recursion, traps, ""), "r7-saved-again");
    }
}

#[test]
fn a_poll_on_the_wrong_flag() {
    let data = "K .FILL xFE00\nD .FILL xFE04";
    for (line, lines) in [
        (3, format!("L LDI R0,K\nBRn L\nHALT\n{data}")),
        (3, format!("L LDI R0,D\nBRnz L\nHALT\n{data}")),
        (3, format!("L LDI R0,D\nBRzp G\nBR L\nG HALT\n{data}")),
        (4, format!("LD R1,D\nL LDR R0,R1,#0\nBRn L\nHALT\n{data}")),
    ] {
        is_told("poll-inverted", line, "Wait with BRzp", &lines, "1");
    }
    for lines in [
        format!("LD R2,M\nL LDI R0,D\nAND R1,R0,R2\nBRz L\nHALT\nM .FILL x4000\n{data}"),
        format!("L LDI R0,K\nLD R2,M\nAND R1,R2,R0\nBRz L\nHALT\nM .FILL x0001\n{data}"),
        format!("L LDI R0,K\nAND R0,R0,#1\nBRz L\nHALT\n{data}"),
    ] {
        is_told(
            "poll-wrong-bit",
            if lines.starts_with("L LDI R0,K\nAND") { 3 } else { 4 },
            "bit 15",
            &lines,
            "1",
        );
    }
    for lines in [
        format!("L LDI R0,K\nBRzp L\nM LDI R0,D\nBRzp M\nHALT\n{data}"),
        format!("LD R2,B\nL LDI R0,D\nAND R1,R0,R2\nBRz L\nHALT\nB .FILL x8000\n{data}"),
        format!("L LDI R0,K\nBRzp L\nBR L\n{data}"),
    ] {
        let found = cause(&format!(".ORIG x3000\n{lines}\n.END"), BOTH[0], "1");
        assert!(found.is_none_or(|found| found.key == "loop-without-exit"), "{lines}");
    }
    // It waits for a key to be gone, and one comes.
    is_silent(&format!("L LDI R0,K\nBRn G\nBR L\nG HALT\n{data}"), "1");
}

#[test]
fn a_counter_that_is_set_in_the_loop() {
    for (line, lines) in [
        (
            6,
            "L AND R2,R2,#0\nADD R2,R2,#6\nADD R1,R1,#1\nADD R2,R2,#-1\nBRp L\nHALT",
        ),
        (5, "L LD R2,N\nADD R1,R1,#1\nADD R2,R2,#-1\nBRp L\nHALT\nN .FILL 6"),
        (
            6,
            "L LD R2,N\nADD R1,R1,#1\nADD R2,R2,#-1\nBRz D\nBR L\nD HALT\nN .FILL 6",
        ),
        (6, "L LD R2,N\nAND R0,R0,#0\nOUT\nADD R2,R2,#-1\nBRp L\nHALT\nN .FILL 6"),
        (
            9,
            "L LD R2,N\nLD R3,N\nM ADD R1,R1,#1\nADD R3,R3,#-1\nBRp M\nJSR A\nADD R2,R2,#-1\nBRp L\nHALT\nN .FILL 6\nA ADD R4,R4,#1\nRET",
        ),
    ] {
        let line = if lines.contains("BRz D") { 5 } else { line };
        is_told("counter-set-anew", line, "resets R2 on every pass", lines, "");
    }
    // The number that it begins with changes, so nobody knows whether it ends.
    is_silent(
        "L LD R2,N\nADD R2,R2,#1\nST R2,N\nADD R2,R2,#0\nADD R3,R2,#1\nBRnp L\nHALT\nN .FILL 6",
        "",
    );
    is_silent(
        "L LD R2,N\nADD R2,R2,#-1\nST R2,N\nADD R2,R2,#0\nBRp L\nHALT\nN .FILL 6",
        "",
    );
    // A loop in a loop sets its counter in every turn of the outer one.
    is_silent(
        "LD R3,N\nO LD R2,N\nL ADD R1,R1,#1\nADD R2,R2,#-1\nBRp L\nADD R3,R3,#-1\nBRp O\nHALT\nN .FILL 6",
        "",
    );
}

#[test]
fn a_line_that_ends_with_a_carriage_return() {
    for (line, lines) in [
        (4, "L GETC\nOUT\nADD R1,R0,#-13\nBRz D\nADD R2,R0,#0\nBR L\nD HALT"),
        (4, "L GETC\nOUT\nADD R1,R0,#-13\nBRnp L\nHALT"),
        (5, "LD R4,M\nL GETC\nOUT\nADD R1,R4,R0\nBRnp L\nHALT\nM .FILL x-D"),
        (
            4,
            "L JSR K\nADD R2,R2,#1\nADD R1,R0,#-13\nBRnp L\nHALT\nK LDI R0,S\nBRzp K\nLDI R0,T\nRET\nS .FILL xFE00\nT .FILL xFE02",
        ),
    ] {
        is_told("enter-is-line-feed", line, "Compare with x0A", lines, "1\n2\n");
        // Without an Enter nobody knows.
        is_silent(lines, "12");
    }
    // Both are taken, or a carriage return is only skipped.
    is_silent(
        "L GETC\nADD R1,R0,#-10\nBRz L\nADD R1,R0,#-13\nBRz D\nBR L\nD BR L",
        "1\n2\n",
    );
    is_silent("L GETC\nADD R1,R0,#-13\nBRz L\nADD R1,R0,#-10\nBRnp L\nHALT", "12");
    is_silent(
        "L GETC\nADD R1,R0,#-13\nBRz L\nOUT\nADD R1,R1,#-5\nBRz D\nBR L\nD HALT",
        "1\n2\n",
    );
}
