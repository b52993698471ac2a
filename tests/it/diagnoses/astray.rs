//! Control that leaves its subroutine without a call. What a register save then looks like is no advice.

use super::bench::{BOTH, SCRATCH, STARTER, cause, with};

const GAME: &str = "9121212188";
const LINES: &str = "1\n2\n1\n2\n1\n2\n1\n";

/// The changed program, the keys typed, and what its cause must be: key, text of the line to change first, words said.
struct Astray {
    source: &'static str,
    changes: &'static [(&'static str, &'static str)],
    key: &'static str,
    line: &'static str,
    says: &'static [&'static str],
}

const STRAY: &str = "branch-into-subroutine";

const PROGRAMS: &[Astray] = &[
    // A branch where a call was meant.
    Astray {
        source: STARTER,
        changes: &[("        JSR     CHECK_D2\nCD_DONE", "        BR      CHECK_D2\nCD_DONE")],
        key: STRAY,
        line: "BR CHECK_D2",
        says: &["branches from CHECK_DIAGONALS into CHECK_D2", "Call CHECK_D2 with JSR."],
    },
    // A branch into the tail of another subroutine, which restores its own R7.
    Astray {
        source: STARTER,
        changes: &[
            (
                "        JSR     CHECK_LINE\n        LD      R1, CH_R1",
                "        JSR     CHECK_LINE\n        BR      CVE_OUT\n        LD      R1, CH_R1",
            ),
            ("        LD      R1, CVE_R1", "CVE_OUT LD      R1, CVE_R1"),
        ],
        key: STRAY,
        line: "BR CVE_OUT",
        says: &[
            "from CHECK_HORIZONTAL into CHECK_VERTICAL",
            "Branch to a line of CHECK_HORIZONTAL",
        ],
    },
    Astray {
        source: SCRATCH,
        changes: &[
            ("PP_OUT  PUTS\n", "PP_OUT  PUTS\n        BR      ASK_OUT\n"),
            ("        LD      R0, ASK_R0\n", "ASK_OUT LD      R0, ASK_R0\n"),
        ],
        key: STRAY,
        line: "BR ASK_OUT",
        says: &["from PRINT_PLAYER into ASK"],
    },
    // A label within another subroutine is no subroutine: it is reached from its beginning.
    Astray {
        source: STARTER,
        changes: &[
            (
                "        JSR     CHECK_LINE\n        LD      R1, CH_R1",
                "        JSR     CHECK_LINE\n        BR      CVE_OUT\n        LD      R1, CH_R1",
            ),
            (
                "        LD      R1, CVE_R1",
                "        BR      CVE_OUT\nCVE_R9  .BLKW   1\nCVE_OUT LD      R1, CVE_R1",
            ),
        ],
        key: STRAY,
        line: "BR CVE_OUT",
        says: &[
            "from CHECK_HORIZONTAL into CHECK_VERTICAL",
            "Branch to a line of CHECK_HORIZONTAL",
        ],
    },
    // Its address is that of an older call, so that the same call is made again and again.
    Astray {
        source: SCRATCH,
        changes: &[("        BRz     FC_DONE\n", "        BRz     RL_DONE\n")],
        key: STRAY,
        line: "BRz RL_DONE",
        says: &["from FIND_CELL into READ_LINE"],
    },
    // A call of a line in the middle, after R7 is saved.
    Astray {
        source: STARTER,
        changes: &[(
            "        JSR     COUNT_SIDE              ; and the opposite way\n",
            "        JSR     CD_DONE\n",
        )],
        key: "call-into-subroutine",
        line: "JSR CD_DONE",
        says: &["CD_DONE, which is in the middle of CHECK_DIAGONALS"],
    },
    // Saved in one word, loaded from another that nothing wrote.
    Astray {
        source: STARTER,
        changes: &[("        LD      R7, CD1_R7\n", "        LD      R7, CD2_R7\n")],
        key: "r7-wrong-slot",
        line: "LD R7, CD2_R7",
        says: &["saved R7 in CD1_R7", "loaded it from CD2_R7", "in the same memory word"],
    },
    Astray {
        source: STARTER,
        changes: &[("        LD      R7, DB_R7\n", "        LD      R7, DB_SPACE\n")],
        key: "r7-wrong-slot",
        line: "LD R7, DB_SPACE",
        says: &["saved R7 in DB_R7"],
    },
    // Another register in place of R7.
    Astray {
        source: STARTER,
        changes: &[("        ST      R7, CD_R7\n", "        ST      R3, CD_R7\n")],
        key: "r7-other-register",
        line: "ST R3, CD_R7",
        says: &["stored R3 there, not R7"],
    },
];

#[test]
fn a_subroutine_that_is_left_or_entered_in_the_middle() {
    for astray in PROGRAMS {
        let source = with(astray.source, astray.changes);
        let keys = if astray.source == STARTER { GAME } else { LINES };
        for traps in BOTH {
            let found = cause(&source, traps, keys).unwrap_or_else(|| panic!("{}: no cause", astray.line));
            assert_eq!(found.key, astray.key, "{}", found.sentence);
            let text = found.places[0].text.clone().unwrap_or_default();
            assert!(text.ends_with(astray.line), "{text}: {}", found.sentence);
            for words in astray.says {
                assert!(found.sentence.contains(words), "{words}: {}", found.sentence);
            }
        }
    }
}

/// Two subroutines may share an end, as long as they share what it restores.
#[test]
fn a_shared_end_that_works() {
    let source = with(
        STARTER,
        &[
            (
                "        LD      R1, CD1_R1\n        LD      R2, CD1_R2\n        LD      R7, CD1_R7\n        RET\n",
                "        BR      CD2_OUT\n",
            ),
            ("        LD      R1, CD2_R1\n", "CD2_OUT LD      R1, CD2_R1\n"),
        ],
    );
    let source =
        source
            .replace("CD1_R", "CD2_R")
            .replacen("CD2_R1  .BLKW   1\nCD2_R2  .BLKW   1\nCD2_R7  .BLKW   1\n", "", 1);
    for traps in BOTH {
        assert_eq!(cause(&source, traps, GAME), None);
    }
}

/// What is executed from reserved memory is never named as if it were an instruction of the source.
#[test]
fn saved_registers_that_are_executed() {
    let source =
        ".ORIG x3000\nLEA R1,DATA\nST R1,SAVE\nADD R0,R0,#1\nSAVE .BLKW 1\nADD R0,R0,#2\nHALT\nDATA .FILL 5\n.END\n";
    for traps in BOTH {
        let found = cause(source, traps, "");
        let said = found.map(|found| found.sentence).unwrap_or_default();
        assert!(!said.contains("NOP"), "{said}");
    }
}

/// A RET that the program has overwritten is there in the source: nothing is missing after it.
#[test]
fn a_ret_that_was_overwritten() {
    let source = ".ORIG x3000\nLD R1,WORD\nST R1,LAST\nJSR SUB\nHALT\nSUB ADD R0,R0,#1\nLAST RET\nTEXT .STRINGZ \"abc\"\nWORD .FILL x1021\n.END\n";
    for traps in BOTH {
        let found = cause(source, traps, "");
        let said = found.map(|found| found.sentence).unwrap_or_default();
        assert!(!said.contains("Write RET after"), "{said}");
    }
}
