//! The same fault, planted in the reference program in many ways, is told alike.

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::result::StudentReport;
use c4grade::submission::from_memory;

const REFERENCE: &str = include_str!("../../reference/lc3-starter/connect4.asm");

/// A change of the reference: each pair is a piece of its text, found exactly once, and what stands there instead.
type Change = &'static [(&'static str, &'static str)];

struct Planted {
    /// What the fault is told as: its key and no other, or the difference in format seen most often.
    told: &'static str,
    ways: &'static [Change],
}

fn changed(change: Change) -> String {
    let mut text = REFERENCE.to_owned();
    for (from, to) in change {
        // Columns are for people; a change names words.
        let found = text.matches(from).count();
        assert_eq!(found, 1, "{from:?} is found {found} times");
        text = text.replace(from, to);
    }
    text
}

fn graded(text: &str) -> StudentReport {
    let mut assignment = assignment::find("lc3-starter").expect("it is bundled");
    assignment.comparison.tolerate.upside_down = false;
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false).with_repair(0);
    let found = from_memory([("ada".to_owned(), "connect4.asm".to_owned(), text.as_bytes().to_vec())]);
    grader.grade(&found.submissions[0]).report
}

fn graded_with_contracts(text: &str) -> StudentReport {
    let assignment = assignment::find("lc3-starter").expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false)
        .with_contracts(suite.contracts)
        .with_repair(0);
    let found = from_memory([("ada".to_owned(), "connect4.asm".to_owned(), text.as_bytes().to_vec())]);
    grader.grade(&found.submissions[0]).report
}

fn told(report: &StudentReport) -> String {
    let faults: Vec<&str> = report.faults.iter().map(|fault| fault.key.as_str()).collect();
    let format = report
        .format_differences
        .first()
        .map(|difference| difference.kind.clone());
    if faults.is_empty() {
        format.unwrap_or_default()
    } else {
        faults.join(", ")
    }
}

const PLANTED: &[Planted] = &[
    Planted {
        told: "trailing-space",
        ways: &[
            &[
                (
                    "        BRn     DB_ROW_END              ; no space after the sixth\n",
                    "        BRn DB_LAST\n",
                ),
                (
                    "DB_ROW_END\n        LD      R0, NEWLINE",
                    "DB_LAST LD R0, DB_SPACE\n        OUT\nDB_ROW_END\n        LD      R0, NEWLINE",
                ),
            ],
            &[
                (
                    "        ADD     R3, R3, #5              ; R3: cells to go after this one",
                    "        ADD R3, R3, #6",
                ),
                (
                    "        ADD     R3, R3, #-1\n        BRn     DB_ROW_END              ; no space after the sixth",
                    "        ADD R3, R3, #-1",
                ),
                (
                    "        LD      R0, DB_SPACE\n        OUT\n        BRnzp   DB_CELL",
                    "        LD      R0, DB_SPACE\n        OUT\n        ADD R3, R3, #0\n        BRp   DB_CELL",
                ),
            ],
            &[
                (
                    "DB_ROW_END\n        LD      R0, NEWLINE\n        OUT",
                    "DB_ROW_END\n        LEA R0, DB_END\n        PUTS",
                ),
                (
                    "DB_SPACE .FILL  x0020",
                    "DB_SPACE .FILL  x0020\nDB_END .STRINGZ \" \\n\"",
                ),
            ],
            &[(
                "DB_ROW_END\n        LD      R0, NEWLINE\n        OUT",
                "DB_ROW_END\n        AND R0, R0, #0\n        ADD R0, R0, #15\n        ADD R0, R0, #15\n        ADD R0, R0, #2\n        TRAP x21\n        LD      R0, NEWLINE\n        OUT",
            )],
        ],
    },
    Planted {
        told: "missed-win/vertical/every",
        ways: &[
            &[("        JSR     CHECK_VERTICAL\n", "        AND R4, R4, #0\n")],
            &[(
                "        ADD     R2, R2, #7              ; straight below\n        JSR     CHECK_LINE",
                "        ADD     R2, R2, #7\n        AND R4, R4, #0",
            )],
            &[(
                "        ADD     R2, R2, #7              ; straight below\n        JSR     CHECK_LINE",
                "        ADD     R2, R2, #7\n        JSR     CHECK_LINE\n        AND R4, R4, #0",
            )],
            &[(
                "CHECK_VERTICAL\n        ST      R1, CVE_R1",
                "CHECK_VERTICAL\n        AND R4, R4, #0\n        RET\n        ST      R1, CVE_R1",
            )],
        ],
    },
    Planted {
        told: "missed-win/horizontal/every",
        ways: &[
            &[("        JSR     CHECK_HORIZONTAL\n", "        AND R4, R4, #0\n")],
            &[(
                "        JSR     CHECK_HORIZONTAL\n        ADD     R4, R4, #0\n        BRp     CW_DONE",
                "        JSR CHECK_HORIZONTAL\n        ADD R4, R4, #0\n        BRn CW_DONE",
            )],
            &[(
                "        ADD     R2, R2, #1              ; the next word\n        JSR     CHECK_LINE",
                "        ADD     R2, R2, #1\n        JSR     CHECK_LINE\n        AND R4, R4, #0",
            )],
            &[(
                "        LD      R7, CH_R7\n        RET",
                "        LD      R7, CH_R7\n        AND R4, R4, #0\n        RET",
            )],
        ],
    },
    Planted {
        told: "missed-win/diagonal/every",
        ways: &[
            &[("        JSR     CHECK_DIAGONALS\n", "        AND R4, R4, #0\n")],
            &[
                ("        JSR     CHECK_D1\n", "        AND R4, R4, #0\n"),
                ("        JSR     CHECK_D2\n", "        AND R4, R4, #0\n"),
            ],
            &[(
                "CHECK_DIAGONALS\n        ST      R7, CD_R7",
                "CHECK_DIAGONALS\n        AND R4, R4, #0\n        RET\n        ST      R7, CD_R7",
            )],
            &[(
                "        LD      R7, CD_R7\n        RET",
                "        LD      R7, CD_R7\n        AND R4, R4, #0\n        RET",
            )],
        ],
    },
    Planted {
        told: "full-column",
        ways: &[
            &[(
                "        ADD     R1, R1, R2\n        BRz     CV_DONE\n",
                "        ADD     R1, R1, R2\n        BRnzp     CV_DONE\n",
            )],
            &[
                (
                    "        LDR     R1, R1, #-1             ; the top cell of the column",
                    "        LD R1, CV_EMPTY",
                ),
                (
                    "CV_MINUS_ZERO .FILL #-48",
                    "CV_MINUS_ZERO .FILL #-48\nCV_EMPTY .FILL x2D",
                ),
            ],
            &[(
                "        BRp     CV_INVALID\n\n",
                "        BRnz CV_DONE\n        BR CV_INVALID\n\n",
            )],
        ],
    },
    Planted {
        told: "accepted",
        ways: &[&[(
            "        ADD     R1, R6, #-6\n        BRp     CV_INVALID",
            "        ADD     R1, R6, #-6",
        )]],
    },
    Planted {
        told: "missed-tie",
        ways: &[
            &[("        BRz     US_TIE\n", "        BRz     US_NO\nUS_NO\n")],
            &[("NEG_CELLS       .FILL   #-36", "NEG_CELLS       .FILL   #-37")],
            &[("NEG_CELLS       .FILL   #-36", "NEG_CELLS       .FILL   #36")],
            &[("        BRz     US_TIE\n", "        BRp     US_TIE\n")],
            &[("CHECKERS        .FILL   #0", "CHECKERS        .FILL   #-1")],
            &[(
                "        ADD     R0, R0, #1\n        ST      R0, CHECKERS",
                "        ADD     R0, R0, #0\n        ST      R0, CHECKERS",
            )],
        ],
    },
    Planted {
        told: "wrong-turn",
        ways: &[
            &[("        JSR     CHANGE_TURN\n", "        NOP\n")],
            &[(
                "        ADD     R0, R0, #4              ; 3 - TURN\n        ST      R0, TURN",
                "        ADD     R0, R0, #4",
            )],
            &[(
                "        ADD     R0, R0, #4              ; 3 - TURN",
                "        AND R0, R0, #0\n        ADD R0, R0, #1",
            )],
        ],
    },
    Planted {
        told: "upside-down",
        ways: &[&[
            (
                "        LD      R1, BOARD_PTR           ; R1: the cell to print",
                "        LEA R1, ROW6",
            ),
            (
                "        ADD     R1, R1, #1              ; step over the zero",
                "        ADD R1, R1, #-13",
            ),
        ]],
    },
    Planted {
        told: "wrong-winner",
        ways: &[
            &[(
                "        LDI     R1, GO_WINNER\n        BRz     GO_TIE",
                "        LDI R1, GO_WINNER\n        BRz GO_TIE\n        NOT R1, R1\n        ADD R1, R1, #4",
            )],
            &[(
                "        LDI     R1, GO_WINNER\n        BRz     GO_TIE",
                "        LDI R1, GO_WINNER\n        BRz GO_TIE\n        AND R1, R1, #0\n        ADD R1, R1, #1",
            )],
            &[(
                "US_WON\n        LD      R0, TURN",
                "US_WON\n        LD      R0, TURN\n        NOT R0, R0\n        ADD R0, R0, #4",
            )],
            &[(
                "US_WON\n        LD      R0, TURN",
                "US_WON\n        JSR CHANGE_TURN\n        LD      R0, TURN",
            )],
        ],
    },
    Planted {
        told: "blank-lines",
        ways: &[
            &[(
                "        LD      R1, BOARD_PTR           ; R1: the cell to print",
                "        LD      R0, NEWLINE\n        OUT\n        LD      R1, BOARD_PTR",
            )],
            &[(
                "        BRp     DB_ROW\n\n",
                "        BRp     DB_ROW\n        LD R0, NEWLINE\n        OUT\n",
            )],
            &[(
                "DB_ROW_END\n        LD      R0, NEWLINE\n        OUT",
                "DB_ROW_END\n        LD      R0, NEWLINE\n        OUT\n        OUT",
            )],
        ],
    },
    Planted {
        told: "row-spacing",
        ways: &[
            &[("        LD      R0, DB_SPACE\n        OUT\n", "")],
            &[(
                "        LD      R0, DB_SPACE\n        OUT\n",
                "        LD      R0, DB_SPACE\n        OUT\n        OUT\n",
            )],
        ],
    },
    Planted {
        told: "doubled-echo",
        ways: &[
            &[(
                "        GETC\n        OUT\n",
                "        GETC\n        OUT\n        OUT\n",
            )],
            &[
                (
                    "CHECK_VALID\n        ST      R1, CV_R1",
                    "CHECK_VALID\n        ST R7, CV_R7\n        OUT\n        LD R7, CV_R7\n        ST      R1, CV_R1",
                ),
                ("CV_R1   .BLKW   1", "CV_R1   .BLKW   1\nCV_R7 .BLKW 1"),
            ],
        ],
    },
    Planted {
        told: "misspelling",
        ways: &[
            &[("\"Invalid move. Try again.\"", "\"Invalid move. Try agian.\"")],
            &[("\", choose a column: \"", "\", chose a column: \"")],
            &[(
                "PLAYER_TEXT     .STRINGZ \"Player \"",
                "PLAYER_TEXT     .STRINGZ \"Plyer \"",
            )],
        ],
    },
    Planted {
        told: "wrong-row",
        ways: &[
            &[(
                "        ADD     R1, R5, #-6\n        BRz     UB_LAND",
                "        ADD     R1, R5, #-5\n        BRz     UB_LAND",
            )],
            &[(
                "        BRnp    UB_LAND                 ; taken",
                "        BRnzp UB_LAND",
            )],
            &[(
                "UB_LAND\n        LD      R1, CHECKER_1",
                "UB_LAND\n        ADD R0, R0, #-7\n        LD R1, CHECKER_1",
            )],
            &[(
                "        BRnp    UB_LAND                 ; taken\n        ADD     R0, R0, #7",
                "        BRnp UB_TAKEN\n        BR UB_FREE\nUB_TAKEN\n        ADD R0, R0, #7\n        BR UB_LAND\nUB_FREE\n        ADD R0, R0, #7",
            )],
        ],
    },
    Planted {
        told: "turn-lost",
        ways: &[
            &[(
                "        JSR     DISPLAY_TURN\n        BRnzp   GM_READ",
                "        JSR CHANGE_TURN\n        JSR DISPLAY_TURN\n        BRnzp GM_READ",
            )],
            &[(
                "        ADD     R6, R6, #0\n        BRp     GM_DONE\n",
                "        ADD R6, R6, #0\n        BRp GM_DONE\n        JSR CHANGE_TURN\n",
            )],
            &[(
                "        LEA     R0, INVALID_TEXT\n        PUTS",
                "        LD R0, TURN\n        NOT R0, R0\n        ADD R0, R0, #4\n        ST R0, TURN\n        LEA R0, INVALID_TEXT\n        PUTS",
            )],
        ],
    },
    Planted {
        told: "win-as-tie",
        ways: &[
            &[(
                "US_WON\n        LD      R0, TURN",
                "US_WON\n        LD R0, CHECKERS\n        LD R4, NEG_CELLS\n        ADD R0, R0, R4\n        BRz US_TIE\n        LD R0, TURN",
            )],
            &[(
                "        JSR     CHECK_WINNER\n        ADD     R4, R4, #0\n        BRp     US_WON\n        LD      R0, CHECKERS\n        LD      R4, NEG_CELLS\n        ADD     R0, R0, R4\n        BRz     US_TIE\n",
                "        LD R4, NEG_CELLS\n        ADD R0, R0, R4\n        BRz US_TIE\n        JSR CHECK_WINNER\n        ADD R4, R4, #0\n        BRp US_WON\n",
            )],
            &[
                (
                    "        LDI     R1, GO_WINNER\n        BRz     GO_TIE",
                    "        LDI R1, GO_CHECKERS\n        ADD R1, R1, #-16\n        ADD R1, R1, #-16\n        ADD R1, R1, #-4\n        BRz GO_TIE\n        LDI R1, GO_WINNER\n        BRz GO_TIE",
                ),
                (
                    "GO_WINNER      .FILL    WINNER",
                    "GO_WINNER .FILL WINNER\nGO_CHECKERS .FILL CHECKERS",
                ),
            ],
        ],
    },
    Planted {
        told: "false-win/short",
        ways: &[
            &[(
                "        ADD     R4, R4, #-3             ; three more are needed",
                "        ADD R4, R4, #-2",
            )],
            &[(
                "        ADD     R4, R4, #0\n        BRn     CL_NO",
                "        ADD R4, R4, #1\n        BRn CL_NO",
            )],
            &[(
                "        AND     R4, R4, #0\n        ADD     R4, R4, #-3 ",
                "        AND R4, R4, #0\n        ADD R4, R4, #1\n        ADD R4, R4, #-3 ",
            )],
        ],
    },
    Planted {
        told: "false-win/edge",
        ways: &[
            &[(
                "        ADD     R0, R0, R2\n        LDR     R6, R0, #0\n",
                "        ADD R0, R0, R2\n        LDR R6, R0, #0\n        BRnp CS_HERE\n        ADD R1, R1, #0\n        BRnp CS_HERE\n        ADD R0, R0, R2\n        LDR R6, R0, #0\nCS_HERE\n",
            )],
            &[(
                "        ADD     R6, R6, R3\n        BRnp    CS_DONE                 ; another, or none\n        ADD     R4, R4, #1\n",
                "        BRnp CS_CELL\n        ADD R6, R1, #0\n        BRnp CS_DONE\n        BR CS_NEXT\nCS_CELL\n        ADD R6, R6, R3\n        BRnp CS_DONE\n        ADD R4, R4, #1\n",
            )],
        ],
    },
    Planted {
        told: "halted-early",
        ways: &[
            &[(
                "        LEA     R0, INVALID_TEXT\n        PUTS\n        LD      R0, NEWLINE\n        OUT\n",
                "        LEA R0, INVALID_TEXT\n        PUTS\n        LD R0, NEWLINE\n        OUT\n        HALT\n",
            )],
            &[("        LEA     R0, INVALID_TEXT\n        PUTS", "        HALT")],
            &[(
                "        JSR     UPDATE_BOARD\n",
                "        JSR UPDATE_BOARD\n        HALT\n",
            )],
            &[("        JSR     GET_MOVE\n", "        HALT\n")],
        ],
    },
    Planted {
        told: "no-prompt",
        ways: &[&[(
            "        JSR     DISPLAY_BOARD\n        JSR     DISPLAY_TURN\n",
            "        JSR DISPLAY_BOARD\n",
        )]],
    },
    Planted {
        told: "rewording",
        ways: &[
            &[(
                "DISPLAY_TURN\n        ST      R0, DT_R0",
                "DISPLAY_TURN\n        RET\n        ST R0, DT_R0",
            )],
            // "Try again." asks for the next move.
            &[(
                "        JSR     DISPLAY_TURN\n        BRnzp   GM_READ",
                "        BRnzp GM_READ",
            )],
        ],
    },
    Planted {
        told: "refused/6",
        ways: &[
            &[(
                "        ADD     R1, R6, #-6\n        BRp     CV_INVALID",
                "        ADD R1, R6, #-6\n        BRzp CV_INVALID",
            )],
            &[(
                "        ADD     R1, R6, #-6\n        BRp     CV_INVALID",
                "        ADD R1, R6, #-5\n        BRp CV_INVALID",
            )],
        ],
    },
    Planted {
        told: "accepted/7",
        ways: &[
            &[(
                "        ADD     R1, R6, #-6\n        BRp     CV_INVALID",
                "        ADD R1, R6, #-7\n        BRz CV_DONE\n        ADD R1, R6, #-6\n        BRp CV_INVALID",
            )],
            &[
                (
                    "        ADD     R1, R1, R2\n        BRz     CV_DONE\n",
                    "        ADD R1, R1, R2\n        BRz CV_DONE\n        ADD R1, R6, #-7\n        BRz CV_DONE\n",
                ),
                (
                    "        ADD     R1, R6, #-6\n        BRp     CV_INVALID",
                    "        ADD R1, R6, #-7\n        BRp CV_INVALID",
                ),
            ],
        ],
    },
    // The word behind a row is no empty cell, so 7 is refused still.
    Planted {
        told: "accepted/8",
        ways: &[&[(
            "        ADD     R1, R6, #-6\n        BRp     CV_INVALID",
            "        ADD     R1, R6, #-8\n        BRp     CV_INVALID",
        )]],
    },
    Planted {
        told: "in-banner",
        ways: &[
            &[("        GETC\n        OUT\n", "        IN\n")],
            &[("        GETC\n        OUT\n", "        TRAP x23\n")],
        ],
    },
    Planted {
        told: "carriage-return",
        ways: &[
            &[
                ("NEWLINE         .FILL   x000A", "NEWLINE .FILL x000D"),
                ("GO_NEWLINE     .FILL    x000A", "GO_NEWLINE .FILL x000D"),
            ],
            &[(
                "DB_ROW_END\n        LD      R0, NEWLINE\n        OUT",
                "DB_ROW_END\n        AND R0, R0, #0\n        ADD R0, R0, #13\n        OUT\n        LD R0, NEWLINE\n        OUT",
            )],
        ],
    },
    Planted {
        told: "missing-echo",
        ways: &[
            &[("        GETC\n        OUT\n", "        GETC\n")],
            &[("        GETC\n        OUT\n", "        TRAP x20\n")],
        ],
    },
    Planted {
        told: "letter-case",
        ways: &[
            &[(
                "PLAYER_TEXT     .STRINGZ \"Player \"",
                "PLAYER_TEXT .STRINGZ \"PLAYER \"",
            )],
            &[("\"Invalid move. Try again.\"", "\"Invalid Move. Try Again.\"")],
            &[("GO_WINS_TEXT   .STRINGZ \" Wins.\"", "GO_WINS_TEXT .STRINGZ \" wins.\"")],
            &[("CHECKER_1       .FILL   x004F", "CHECKER_1 .FILL x006F")],
        ],
    },
    Planted {
        told: "pieces-lost",
        ways: &[
            &[
                (
                    "        LD      R1, BOARD_PTR           ; R1: the cell to print\n",
                    CLEAR_BEFORE_PRINTING,
                ),
                (
                    "DB_SPACE .FILL  x0020\n",
                    "DB_SPACE .FILL x0020\nDB_EMPTY .FILL x002D\n",
                ),
            ],
            &[
                ("        ST      R2, UB_R2\n", CLEAR_BOTTOM_ROW),
                ("UB_R0   .BLKW   1\n", "UB_EMPTY .FILL x002D\nUB_R0   .BLKW   1\n"),
            ],
        ],
    },
    // The false win comes first, the crash after it.
    Planted {
        told: "false-win/short",
        ways: &[&[
            (
                "        ADD     R4, R4, #-3             ; three more",
                "        ADD     R4, R4, #-2             ; three more",
            ),
            ("        LD      R7, GO_R7\n", "        LD      R7, GO_ZERO\n"),
        ]],
    },
];

/// Empties the bottom row whenever player 2 has moved.
const CLEAR_BOTTOM_ROW: &str = "\
        ST      R2, UB_R2
        LD      R0, TURN
        ADD     R0, R0, #-1
        BRz     UB_KEEP
        LD      R0, BOARD_PTR
        ADD     R0, R0, #15
        ADD     R0, R0, #15
        LD      R1, UB_EMPTY
        STR     R1, R0, #5
        STR     R1, R0, #6
        STR     R1, R0, #7
        STR     R1, R0, #8
        STR     R1, R0, #9
        STR     R1, R0, #10
UB_KEEP
";

/// Empties the board whenever player 2 has moved.
const CLEAR_BEFORE_PRINTING: &str = "\
        LD      R1, TURN
        ADD     R1, R1, #-1
        BRp     DB_PRINT
        LD      R1, BOARD_PTR
        LD      R0, DB_EMPTY
        AND     R2, R2, #0
        ADD     R2, R2, #6
DB_ALL  AND     R3, R3, #0
        ADD     R3, R3, #6
DB_ONE  STR     R0, R1, #0
        ADD     R1, R1, #1
        ADD     R3, R3, #-1
        BRp     DB_ONE
        ADD     R1, R1, #1
        ADD     R2, R2, #-1
        BRp     DB_ALL
DB_PRINT LD     R1, BOARD_PTR
";

/// Those that are told otherwise, of every so many-th way.
fn told_otherwise(part: usize, parts: usize) -> Vec<String> {
    let ways = PLANTED
        .iter()
        .flat_map(|planted| planted.ways.iter().enumerate().map(move |way| (planted, way)));
    let mut wrong = Vec::new();
    for (planted, (number, way)) in ways.skip(part).step_by(parts) {
        let report = graded(&changed(way));
        let told = told(&report);
        if told != planted.told {
            wrong.push(format!("{} {}: {told}; {}", planted.told, number + 1, report.summary));
        }
    }
    wrong
}

#[test]
fn each_fault_is_told_alike_however_it_was_written() {
    let parts = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..parts)
            .map(|part| scope.spawn(move || told_otherwise(part, parts)))
            .collect();
        let parts = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no thread panics"));
        parts.collect()
    });
    assert_eq!(wrong, [""; 0], "told otherwise:\n{}", wrong.join("\n"));
}

/// What is missing is explained by the subroutine that is still empty, in a short report.
#[test]
fn an_empty_skeleton_is_explained_by_its_empty_subroutines() {
    let report = graded_with_contracts(include_str!("../../reference/lc3-starter/starter.asm"));
    let cause = report.faults[0].cause.as_ref().expect("it is known");
    assert_eq!(cause.sentence, "DISPLAY_BOARD is still empty: it only returns.");

    let report = graded_with_contracts(&changed(&[(
        "CHECK_D2\n        ST      R1, CD2_R1",
        "CHECK_D2\n        RET\n        ST      R1, CD2_R1",
    )]));
    let cause = report.faults[0].cause.as_ref().expect("it is known");
    assert_eq!(cause.sentence, "CHECK_D2 is still empty: it only returns.");
    assert_eq!(report.faults.len(), 1);
}
