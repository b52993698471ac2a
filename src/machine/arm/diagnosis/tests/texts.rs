//! Texts, their addresses and keys: what is printed, and what is read.

use super::{CONSOLE, diagnose, explains};
use crate::machine::Ending;

/// Prints the text whose address `load` loads, and the second one, and waits for a key.
fn prints(load: &str, texts: &str) -> String {
    format!(
        "        LDR   SP, =0x40010000\n        {load}\n        BL    puts\n        LDR   R0, =second\n        BL    puts\n\
         again   BL    get\n        B     again\n{texts}\n        ALIGN\n\
         puts    PUSH  {{R4, LR}}\n        MOV   R4, R0\nputs1   LDRB  R0, [R4], #1\n        CMP   R0, #0\n        BEQ   puts2\n        \
         BL    put\n        B     puts1\nputs2   POP   {{R4, PC}}\n{CONSOLE}",
    )
}

#[test]
fn a_text_without_a_zero_at_its_end() {
    let load = "LDR   R0, =first";
    let code = prints(load, "first   DCB   \"Invalid\", 13, 10\nsecond  DCB   \"Red wins\", 0");
    explains(
        &code,
        "string-without-end",
        &[
            "The text at first (line 10) has no zero byte at its end, so the text at second (line 11) is printed after it.",
            "End it with `, 0`",
        ],
        &[8, 13],
    );

    let two_lines = "first   DCB   \"Invalid\", 13, 10\n        DCB   \"again\"\nsecond  DCB   \"Red wins\", 0";
    explains(
        &prints(load, two_lines),
        "string-without-end",
        &["The text at first (line 11) has no zero byte"],
        &[9, 14],
    );
}

#[test]
fn texts_that_are_printed_as_they_should_be() {
    let said = |code: &str| {
        let (ending, diagnosis) = diagnose(code, b"12");
        (ending, diagnosis.cause.map(|cause| cause.sentence))
    };
    let load = "LDR   R0, =first";
    let fine = (Ending::Waiting, None);

    let ended = prints(load, "first   DCB   \"Invalid\", 0\nsecond  DCB   \"Red wins\", 0");
    assert_eq!(said(&ended), fine);
    // A line end that begins another text may be meant.
    let shared = prints(load, "first   DCB   13, 10\nsecond  DCB   \"Red wins\", 0");
    assert_eq!(said(&shared), fine);
    // So may a text of two lines, the second of which has a label and is printed by nothing else.
    let unused = "first   DCB   \"Invalid\", 13, 10\nmore    DCB   \"again\", 0\nsecond  DCB   \"Red wins\", 0";
    assert_eq!(said(&prints(load, unused)), fine);
}

#[test]
fn data_that_is_loaded_in_place_of_its_address() {
    let texts = "first   DCB   \"Invalid\", 0\nsecond  DCB   \"Red wins\", 0";
    explains(
        &prints("LDR   R0, first", texts),
        "missing-equals",
        &[
            "The LDR at line 4 loads what is at first (line 10), not its address: the `=` is missing.",
            "The LDRB at line 15 then reads 0x61766E49, where there is no memory.",
            "Write `LDR R0, =first`.",
        ],
        &[2, 13],
    );

    let board = "        LDR   R1, board\n        MOV   R0, #1\n        STR   R0, [R1, #8]\nstop    B     stop\nboard   SPACE 42\n";
    explains(
        board,
        "missing-equals",
        &[
            "The LDR at line 3 loads what is at board (line 7), not its address",
            "The STR at line 5 then stores to 0x00000008, which is flash. Write `LDR R1, =board`.",
        ],
        &[1, 3],
    );

    // A word may be a wrong address.
    let word = board.replace("SPACE 42", "DCD   0x80000000");
    explains(&word, "address-outside-memory", &["R1 holds 0x80000000"], &[3]);
}

#[test]
fn keys_that_are_not_waited_for() {
    let code = format!(
        "        LDR   SP, =0x40010000\n        LDR   R5, =0xE000C000\nagain   MOV   R0, #'?'\n        BL    put\n\
         LDRB  R0, [R5]\n        CMP   R0, #'q'\n        BNE   again\nstop    B     stop\n{CONSOLE}"
    );
    let code = code.replace("\nLDRB", "\n        LDRB");
    explains(
        &code,
        "reads-without-waiting",
        &[
            "The LDRB at line 7 reads UART0's receive register at 0xE000C000 without waiting for a key.",
            "Read it only when bit 0 (0x01) of the line status register, LSR at 0xE000C014, is set.",
        ],
        &[5],
    );

    // One that waits and prints for ever is another fault.
    let waits = code.replace("        LDRB  R0, [R5]\n", "");
    let (_, diagnosis) = diagnose(&waits, b"");
    assert!(diagnosis.cause.is_none_or(|cause| cause.key != "reads-without-waiting"));

    // An instruction that reads something else, too, was not meant to read keys.
    let text = code.replace(
        "again   MOV",
        "        ADR   R6, put\n        BL    byte\nagain   MOV   R6, R5\n        BL    byte\n        MOV",
    );
    let text = text.replace("        LDRB  R0, [R5]\n", "") + "byte    LDRB  R0, [R6]\n        BX    LR\n";
    let (_, diagnosis) = diagnose(&text, b"");
    assert!(diagnosis.cause.is_none_or(|cause| cause.key != "reads-without-waiting"));
}

#[test]
fn a_wrong_return_after_which_the_program_runs_on() {
    let code = format!(
        "        LDR   SP, =0x40010000\n        MOV   R4, #0\n        MOV   R5, #0\n        MOV   R0, #'?'\n        BL    put\n        \
         BL    get\n        BL    drop\nstop    B     stop\ndrop    PUSH  {{R4, R5, LR}}\n        POP   {{R4, PC}}\n{CONSOLE}"
    );
    explains(
        &code,
        "stack-unbalanced",
        &[
            "The POP at line 12 jumps to line 3 instead of returning to line 10",
            "1 more word was pushed than popped in drop",
        ],
        &[10, 9],
    );
}

// What later calls had stored there by the end of the run was taken for what had been pushed and not popped.
#[test]
fn a_wrong_return_is_explained_by_what_was_on_the_stack_then() {
    let code = format!(
        "        LDR   SP, =0x40010000\n        LDR   R4, =again\n        BL    drop\nstop    B     stop\n\
         drop    PUSH  {{R4, LR}}\n        MOV   R5, #1\n        POP   {{PC}}\n\
         again   BL    other\n        BL    get\n        B     again\n\
         other   PUSH  {{R5, LR}}\n        POP   {{R5, PC}}\n{CONSOLE}"
    );
    explains(
        &code,
        "stack-unbalanced",
        &["1 more word was pushed than popped in drop. Pop the same registers"],
        &[7, 5],
    );
}
