//! Loops that are proved, and loops that only look like them.

use crate::machine::arm::{Session, Settings, build};
use crate::machine::{Ending, Limits, Run};

/// Runs a body in armasm's syntax, with R4 at free RAM, R5 at UART0, and a key to offer.
fn run(body: &str, keys: &str) -> Run {
    run_and_count(body, keys).0
}

/// The same, and how many instructions were executed.
fn run_and_count(body: &str, keys: &str) -> (Run, u64) {
    let text = format!(
        " AREA t, CODE, READONLY\n ENTRY\n LDR SP, =0x40008000\n LDR R4, =0x40001000\n LDR R5, =0xE000C000\n{body}\n END\n"
    );
    let build = build("t.s", text.as_bytes());
    let Some(crate::machine::Program::Arm(program)) = build.program else {
        panic!("{:?}", build.diagnostics);
    };

    let limits = Limits {
        instructions: 20_000_000,
        ..Limits::ARM
    };
    let mut session = Session::new(program, Settings::default());
    (session.play(keys.as_bytes(), limits), session.spent())
}

#[test]
fn counting_without_a_bound_is_endless() {
    for body in [
        "go BL tick\n B go\ntick ADD R0, R0, #1\n BX LR",
        // What is set by a sum changes, and decides nothing.
        "go ADDS R0, R0, #1\n B go",
        "go BL tick\n B go\ntick STMFD SP!, {R0-R3, LR}\n LDR R0, [R4]\n ADDS R0, R0, #1\n STR R0, [R4]\n LDMFD SP!, {R0-R3, PC}",
        "go ADD R0, R0, #1\n EOR R1, R0, R1, ROR #3\n MLA R2, R1, R0, R2\n UMULL R6, R7, R2, R1\n B go",
        "go MOV R1, #20\nin SUBS R1, R1, #1\n STRB R0, [R4, R1]\n BNE in\n ADD R0, R0, #1\n B go",
        // A key is ready, and never taken.
        "go LDRB R0, [R5, #0x14]\n TST R0, #1\n ADDNE R1, R1, R0\n BL back\n B go\nback BX LR",
        // What is compared is set before it is.
        "go ADDS R0, R0, #1\n CMP R2, #0\n BEQ more\n B .\nmore ADCS R3, R3, R0\n B go",
    ] {
        let (run, executed) = run_and_count(body, "k");
        assert_eq!(run.stop.ending, Ending::Loop, "{body:?}");
        assert!(executed < 1_000_000, "{body:?}: {executed}");
    }
}

/// Each of these ends, or prints, after millions of instructions; only the last is never known to do so.
#[test]
fn what_ends_after_a_long_time_is_not_endless() {
    let late = |body: &str| (run(body, "k").stop.ending, run(body, "k").output.bytes.len());
    for body in [
        // The counter decides a branch, a conditional instruction, an address, a jump.
        "go BL tick\n CMP R0, #0x100000\n BNE go\n STRB R0, [R5]\n B .\ntick ADD R0, R0, #1\n BX LR",
        "go BL tick\n CMP R0, #0x100000\n STRBEQ R0, [R5]\n BEQ end\n B go\nend B end\ntick ADD R0, R0, #1\n BX LR",
        "go BL tick\n LDRB R1, [R2, R0, LSR #16]\n CMP R1, #0\n BEQ go\n STRB R0, [R5]\n B .\n\
         tick ADD R0, R0, #1\n LDR R2, =table\n BX LR\ntable DCD 0, 0, 0, 1",
        "go BL tick\n ADR R1, go\n AND R2, R0, #0x100000\n ADD PC, R1, R2, LSR #15\n\
         tick ADD R0, R0, #1\n BX LR\n NOP\n NOP\nfar STRB R0, [R5]\n B .",
        // Through memory, through the carry, through the stack.
        "go BL tick\n LDR R1, [R4]\n CMP R1, #0x100000\n BNE go\n STRB R0, [R5]\n B .\n\
         tick LDR R0, [R4]\n ADD R0, R0, #1\n STR R0, [R4]\n BX LR",
        "go BL tick\n BCC go\n STRB R0, [R5]\n B .\ntick ADDS R0, R0, #0x1000\n BX LR",
        "go BL tick\n MOVS R1, R0, RRX\n BPL go\n STRB R0, [R5]\n B .\ntick ADDS R0, R0, #0x1000\n BX LR",
        "go STMFD SP!, {R0}\n BL tick\n LDMFD SP!, {R1}\n CMP R1, #0x100000\n BNE go\n STRB R0, [R5]\n B .\n\
         tick ADD R0, R0, #1\n BX LR",
        // One turn passes the counter on to the next one only.
        "go BL tick\n CMP R3, #0x100000\n BEQ out\n MOV R3, R2\n MOV R2, R1\n MOV R1, R0\n B go\nout STRB R0, [R5]\n B .\n\
         tick ADD R0, R0, #1\n BX LR",
        // The stack grows, until it meets the end of RAM.
        "go STMFD SP!, {R0}\n BL tick\n B go\ntick ADD R0, R0, #1\n BX LR",
    ] {
        let (ending, printed) = late(body);
        assert!(ending != Ending::Loop, "{body:?}");
        assert!(
            printed == 1 || ending == Ending::Crashed,
            "{body:?}: {ending:?}, {printed} printed"
        );
    }
}
