//! Stores, stacks and texts that go beyond their place, each beside programs that only look like it.

use super::bench::{BOTH, STARTER, cause, with};
use c4grade::result::Cause;

/// What is told of a program, the same under both linkages.
fn told(lines: &str, keys: &str) -> Option<Cause> {
    let source = format!(".ORIG x3000\n{lines}\n.END");
    let [one, other] = BOTH.map(|traps| cause(&source, traps, keys));
    let key = |cause: &Option<Cause>| cause.as_ref().map(|cause| cause.key.clone());
    assert_eq!(key(&one), key(&other), "{lines}");
    one
}

fn is_told(key: &str, line: u32, says: &str, lines: &str) {
    let found = told(lines, "12").unwrap_or_else(|| panic!("nothing said of\n{lines}"));
    assert_eq!(
        (found.key.as_str(), found.places[0].line),
        (key, Some(line)),
        "{}\n{lines}",
        found.sentence
    );
    assert!(found.sentence.contains(says), "{}\n{lines}", found.sentence);
}

fn is_silent(lines: &str) {
    assert_eq!(told(lines, "12"), None, "{lines}");
}

/// A piece above the top row of a board that code stands before.
#[test]
fn an_array_that_is_left_at_its_beginning() {
    is_told(
        "store-into-code",
        6,
        "before the data at H",
        "LEA R1,H\nADD R1,R1,#-2\nLDR R2,R1,#0\nADD R2,R2,#1\nSTR R2,R1,#0\nJSR A\nHALT\nA ADD R3,R3,#1\nRET\nH .FILL 0",
    );
}

/// The word that is written is a good instruction, but the address was counted from data.
#[test]
fn an_array_that_is_one_word_short() {
    for count in [
        "LEA R1,H\nADD R1,R1,R5\nLDR R2,R1,#0\nADD R2,R2,#1\nSTR R2,R1,#0",
        "LD R1,P\nADD R1,R1,R5\nLDR R2,R1,#0\nADD R2,R2,#1\nSTR R2,R1,#0",
        "LD R1,P\nADD R1,R5,R1\nST R1,Q\nLDI R2,Q\nADD R2,R2,#1\nSTI R2,Q",
        "LD R1,P\nADD R1,R1,#1\nLDR R2,R1,#1\nADD R2,R2,#1\nSTR R2,R1,#1",
    ] {
        let stores = count.lines().count() as u32 + 3;
        let program = format!(
            "AND R5,R5,#0\nADD R5,R5,#2\n{count}\nJSR A\nHALT\nP .FILL H\nQ .FILL 0\nH .FILL 0\n.FILL 0\nA ADD R3,R3,#1\nRET"
        );
        is_told("store-into-code", stores, "past the end of the data at H", &program);
    }
}

#[test]
fn code_that_is_changed_on_purpose() {
    // The address is that of the instruction, or of a label on it.
    is_silent("LEA R1,A\nLDR R2,R1,#0\nADD R2,R2,#1\nSTR R2,R1,#0\nJSR A\nHALT\nH .FILL 0\nA ADD R3,R3,#1\nRET");
    is_silent(
        "LD R1,P\nLDR R2,R1,#0\nADD R2,R2,#1\nSTR R2,R1,#0\nJSR A\nHALT\nP .FILL A\nH .FILL 0\nA ADD R3,R3,#1\nRET",
    );
    is_silent("LD R2,A\nADD R2,R2,#1\nST R2,A\nJSR A\nHALT\nH .FILL 0\nA ADD R3,R3,#1\nRET");
    // The data itself was written and not the code behind it.
    is_silent("LEA R1,H\nADD R2,R1,#0\nSTR R2,R1,#1\nJSR A\nHALT\nH .FILL 0\n.FILL 0\nA ADD R3,R3,#1\nRET");
}

#[test]
fn a_stack_that_grows_into_data() {
    let data = |room: u32, reads: &str| {
        format!(
            "LEA R6,TOP\nJSR A\n{reads}\nHALT\nA ADD R6,R6,#-1\nSTR R7,R6,#0\nJSR B\nLDR R7,R6,#0\nADD R6,R6,#1\nRET\n\
             B ADD R6,R6,#-2\nSTR R1,R6,#0\nSTR R7,R6,#1\nJSR C\nLDR R7,R6,#1\nADD R6,R6,#2\nRET\n\
             C ADD R6,R6,#-1\nSTR R7,R6,#0\nLDR R7,R6,#0\nADD R6,R6,#1\nRET\n\
             BP .FILL BOARD\nBOARD .BLKW 4\nSTK .BLKW {room}\nTOP .BLKW 1"
        )
    };
    let scan = "LEA R2,BOARD\nLDR R3,R2,#3\nADD R2,R2,#1\nLDR R3,R2,#1";
    let through = "LD R2,BP\nLDR R3,R2,#3\nADD R2,R2,#1\nLDR R3,R2,#1";
    for reads in [scan, through] {
        for room in 1..4 {
            let program = data(room, reads);
            let found = told(&program, "");
            assert_eq!(found.is_some(), room < 4, "{room}: {found:?}");
            if let Some(found) = found {
                assert_eq!(found.key, "stack-into-data", "{room}");
                assert!(found.sentence.contains("begins at TOP"), "{}", found.sentence);
                assert!(found.sentence.contains("the data at BOARD"), "{}", found.sentence);
            }
        }
        is_silent(&data(4, reads));
        is_silent(&data(9, reads));
    }
    // A frame that is read through a register of its own is the stack all the same.
    is_silent(
        "LEA R6,TOP\nJSR A\nHALT\nA ADD R6,R6,#-2\nADD R5,R6,#0\nSTR R7,R6,#1\nLDR R2,R5,#1\nLDR R7,R6,#1\nRET\nS .BLKW 4\nTOP .BLKW 1",
    );
    // R6 may be a pointer into the board, if nothing is pushed there.
    is_silent("LEA R6,E\nADD R6,R6,#-2\nSTR R1,R6,#0\nLEA R2,B\nLDR R3,R2,#2\nHALT\nB .BLKW 4\nE .BLKW 1");
}

#[test]
fn a_stack_that_grows_into_code() {
    is_told(
        "store-into-code",
        8,
        "has grown down into the code",
        "LEA R6,TOP\nJSR A\nJSR B\nHALT\nA ADD R6,R6,#-2\nADD R1,R1,#0\nSTR R7,R6,#0\nLDR R7,R6,#0\nRET\nB ADD R2,R2,#1\nTOP RET",
    );
}

#[test]
fn a_loop_that_stores_until_the_machine_stops() {
    for (line, program) in [
        (
            7,
            "LEA R1,B\nLD R2,N\nAND R0,R0,#0\nL STR R0,R1,#0\nADD R1,R1,#1\nBRnp L\nHALT\nN .FILL 36\nB .BLKW 4",
        ),
        (
            8,
            "LEA R1,B\nLD R2,N\nAND R0,R0,#0\nL STR R0,R1,#0\nADD R1,R1,#1\nADD R2,R2,#1\nBRnp L\nHALT\nN .FILL 36\nB .BLKW 4",
        ),
        (
            8,
            "LD R1,P\nLD R2,N\nAND R0,R0,#0\nL STR R0,R1,#0\nADD R1,R1,#1\nADD R2,R2,#1\nBRnp L\nHALT\nN .FILL 36\nP .FILL B\nB .BLKW 4",
        ),
        (
            7,
            "AND R0,R0,#0\nL STI R0,P\nLD R1,P\nADD R1,R1,#1\nST R1,P\nBR L\nHALT\nP .FILL B\nB .BLKW 4",
        ),
    ] {
        is_told("store-stops-machine", line, "past the end of B (line", program);
    }
    // To stop the machine on purpose, without a word that holds its address.
    is_silent("AND R0,R0,#0\nADD R1,R0,#-2\nSTR R0,R1,#0\nBR #-2");
    is_silent("AND R0,R0,#0\nSTI R0,M\nHALT\nM .FILL xFFFE");
}

#[test]
fn a_text_that_runs_on_into_another() {
    let fills = "T .FILL x50\n.FILL x6C\n.FILL x20";
    for program in [
        format!("LEA R0,T\nPUTS\nLEA R0,W\nPUTS\nHALT\n{fills}\nW .STRINGZ \"Wins\""),
        format!("LEA R0,T\nPUTS\nLD R0,P\nPUTS\nHALT\nP .FILL W\n{fills}\nW .STRINGZ \"Wins\""),
        format!(
            "LEA R1,T\nL LDR R0,R1,#0\nBRz D\nOUT\nADD R1,R1,#1\nBR L\nD LEA R0,W\nPUTS\nHALT\n{fills}\nW .STRINGZ \"Wins\""
        ),
        format!(
            "LEA R1,T\nL LDR R0,R1,#0\nADD R0,R0,#0\nBRz D\nOUT\nADD R1,R1,#1\nBR L\nD LEA R0,W\nPUTS\nHALT\n{fills}\nW .STRINGZ \"Wins\""
        ),
        format!(
            "LEA R1,T\nL LDR R0,R1,#0\nBRz D\nJSR C\nADD R1,R1,#1\nBR L\nD HALT\nC STI R0,DDR\nRET\nDDR .FILL xFE06\nP .FILL W\n{fills}\nW .STRINGZ \"Wins\""
        ),
        format!("LEA R1,T\nL LDR R0,R1,#0\nBRz D\nOUT\nADD R1,R1,#1\nBR L\nD HALT\n{fills}\nSUB ADD R1,R1,#1\nRET"),
    ] {
        let found = told(&program, "").unwrap_or_else(|| panic!("nothing said of\n{program}"));
        assert_eq!(found.key, "string-without-end", "{}", found.sentence);
        assert_eq!(found.places[0].text.as_deref(), Some(".FILL x20"));
        assert!(found.sentence.contains("the text at T"), "{}", found.sentence);
    }
    is_told(
        "string-end-overwritten",
        5,
        "overwritten by the STR at line 5",
        "LEA R1,T\nLD R2,C\nADD R0,R1,#0\nSTR R2,R1,#2\nPUTS\nLEA R0,W\nPUTS\nHALT\nC .FILL x21\nT .STRINGZ \"Hi\"\nW .STRINGZ \"Wins\"",
    );
}

#[test]
fn texts_that_are_meant_to_run_on() {
    // A line feed before a text that is also printed without it.
    is_silent("LEA R0,T\nPUTS\nLEA R0,W\nPUTS\nHALT\nT .FILL x0A\nW .STRINGZ \"Wins\"");
    // A board of words, with its frame, and a text behind it that nobody prints otherwise.
    is_silent("LEA R0,B\nPUTS\nLEA R1,W\nHALT\nB .FILL x2D\n.FILL x20\n.FILL x2D\nW .STRINGZ \"\\n\"");
    is_silent("LEA R0,T\nPUTS\nHALT\nT .FILL x50\n.FILL x6C\nW .STRINGZ \"ay\"");
    // A loop that counts prints what it was told to.
    is_silent(
        "LEA R1,T\nAND R2,R2,#0\nADD R2,R2,#5\nL LDR R0,R1,#0\nOUT\nADD R1,R1,#1\nADD R2,R2,#-1\nBRp L\nLEA R0,W\nPUTS\nHALT\nT .FILL x50\n.FILL x6C\nW .STRINGZ \"ays\"",
    );
    // Two texts that stand behind each other, each with its end.
    is_silent(
        "LEA R1,T\nL LDR R0,R1,#0\nBRz D\nOUT\nADD R1,R1,#1\nBR L\nD LEA R0,W\nPUTS\nHALT\nT .FILL x50\n.FILL x6C\n.FILL 0\nW .STRINGZ \"ays\"",
    );
}

#[test]
fn an_instruction_that_is_read_as_data() {
    for (changes, line) in [
        (
            [("CL_BOARD .FILL  BOARD_PTR", "CL_BOARD .FILL  CHECK_LINE")],
            "CL_BOARD .FILL CHECK_LINE",
        ),
        (
            [("GO_WINNER      .FILL    WINNER", "GO_WINNER      .FILL    GO_PRINT")],
            "GO_WINNER .FILL GO_PRINT",
        ),
        (
            [("        LD      R0, DB_SPACE\n", "        LD      R0, DB_ROW_END\n")],
            "LD R0, DB_ROW_END",
        ),
    ] {
        let source = with(STARTER, &changes);
        for traps in BOTH {
            let found = cause(&source, traps, "121212121212").unwrap_or_else(|| panic!("{line}: no cause"));
            assert_eq!(found.key, "code-read-as-data", "{}", found.sentence);
            assert_eq!(found.places[0].text.as_deref(), Some(line), "{}", found.sentence);
        }
    }

    // A word that the program wrote, or that is reserved as a NOP, is data.
    is_silent("LD R0,LATER\nST R0,HERE\nLD R1,HERE\nLD R2,ROOM\nHERE NOP\nHALT\nROOM NOP\nLATER .FILL x1021");
}
