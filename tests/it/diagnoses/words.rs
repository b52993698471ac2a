//! The words in which a diagnosis is told.

use super::bench::{BOTH, cause, diagnose};

/// One program for each key, some of them with faults of their own in their comments.
const PROGRAMS: &[&str] = &[
    "JSR A\nHALT\nA JSR B\nRET\nB RET",
    "JSR A\nHALT\nA ST R7,S\nAND R7,R7,#0\nRET\nS .BLKW 1",
    "JSR A\nHALT\nA ST R7,S\nJSR B\nRET\nB RET\nS .BLKW 1",
    "JSR A\nHALT\nA ST R7,S\nJSR B\nLD R7,S\nRET\nB ST R7,S\nLD R7,S\nRET\nS .BLKW 1",
    "RET",
    "JSR A\nADD R1,R1,#1\nRET\nA RET",
    "JSR A\nHALT\nA ADD R1,R1,#1",
    "AND R0,R0,#0",
    "V .FILL xD000\nHALT",
    "L BR L",
    "L ADD R0,R0,#1\nBR L",
    "L ADD R1,R1,#1\nADD R2,R1,#-5\nBRz D\nD BR L\nHALT",
    "AND R2,R2,#0\nADD R2,R2,#5\nL ADD R1,R1,#1\nADD R2,R2,#0\nBRp L\nHALT",
    "JSR A\nHALT\nA JSR A\nRET",
    "L LDI R1,D\nBRzp L\nHALT\nD .FILL xFE12",
    "L LDI R1,D\nBRn L\nHALT\nD .FILL xFE04",
    "LEA R0,T\nPUTS\nHALT\nT .FILL x48\n.FILL x69\nS ADD R1,R1,#1\nRET",
    "LD R0,T\nPUTS\nHALT\nT .STRINGZ \"Hi\"",
    "LD R0,X\nST R0,L\nL ADD R1,R1,#1\nHALT\nX .FILL x58",
    "LD R1,P\nJMP R1\nHALT\nP .BLKW 1",
    "JMP R3\nHALT",
    "JSR A\nHALT\nA ADD R6,R6,#-1\nSTR R7,R6,#0\nADD R6,R6,#-1\nSTR R1,R6,#0\nRET",
];

/// They stand in the middle of sentences.
#[test]
fn what_programs_have_in_common_is_no_sentence() {
    let mut told = 0;
    for program in PROGRAMS {
        for traps in BOTH {
            let Some(found) = cause(&format!(".ORIG x3000\n{program}\n.END"), traps, "1") else {
                continue;
            };
            let first = found.common.split([' ', ',']).next().unwrap_or_default();
            let is_name = ["R7", "PUTS"].contains(&first);
            assert!(is_name || first == first.to_lowercase(), "{}", found.common);
            assert!(!found.common.ends_with('.'), "{}", found.common);
            assert!(found.sentence.ends_with('.'), "{}", found.sentence);
            told += 1;
        }
    }
    assert!(told >= 38, "{told}");
}

#[test]
fn quoted_lines_have_no_comments_and_single_blanks() {
    let program =
        ".ORIG x3000\n\tLEA\tR0,  T   ; the text; \"all\"\n  PUTS;print\n RET\nT .STRINGZ \"a;  \\\"b\"  ; here\n.END";
    let (_, diagnosis) = diagnose(program, BOTH[0], "");
    let texts: Vec<Option<&str>> = diagnosis.steps.iter().map(|step| step.place.text.as_deref()).collect();
    assert_eq!(texts, [Some("LEA R0, T"), Some("PUTS"), Some("RET")]);
    let into_text = ".ORIG x3000\nJSR T\nHALT\nT .STRINGZ \"a;  \\\"b\"  ; here\n.END";
    let found = cause(into_text, BOTH[0], "").expect("a cause");
    assert_eq!(found.places[1].text.as_deref(), Some("T .STRINGZ \"a;  \\\"b\""));
}

#[test]
fn a_register_that_holds_no_return_address_is_not_called_one() {
    let (_, diagnosis) = diagnose(".ORIG x3000\nA .FILL xFFD0\nB .FILL 1\n.END", BOTH[0], "");
    assert_eq!(diagnosis.registers[7].meaning, "0");
    let (_, diagnosis) = diagnose(".ORIG x3000\nA ADD R1,R1,#0\nTRAP xD0\nB .FILL 1\n.END", BOTH[0], "");
    assert!(
        !diagnosis.registers[7].meaning.contains('B'),
        "{}",
        diagnosis.registers[7].meaning
    );
}

/// A loop of a few lines says little without what led into it.
#[test]
fn a_short_loop_is_shown_with_what_led_into_it() {
    let program =
        ".ORIG x3000\nAND R1,R1,#0\nADD R2,R1,#3\nJSR WAIT\nHALT\nWAIT LDI R3,D\nBRn WAIT\nRET\nD .FILL xFE04\n.END";
    let (_, diagnosis) = diagnose(program, BOTH[0], "");
    let steps: Vec<&str> = diagnosis.steps.iter().map(|step| step.instruction.as_str()).collect();
    assert_eq!(
        steps,
        ["AND R1, R1, #0", "ADD R2, R1, #3", "JSR WAIT", "LDI R3, D", "BRn WAIT"]
    );
    // What ran before and runs in the loop again is not known: nothing is made up.
    let again = ".ORIG x3000\nAND R1,R1,#0\nADD R1,R1,#2\nBR W\nL ADD R4,R1,#0\nADD R1,R1,#-1\nW LDI R3,D\nBRnz W\nHALT\n\
                 D .FILL xFE04\n.END";
    let (_, diagnosis) = diagnose(again, BOTH[0], "");
    let lines: Vec<u32> = diagnosis.steps.iter().filter_map(|step| step.place.line).collect();
    assert_eq!(lines, [2, 3, 4, 7, 8]);
}
