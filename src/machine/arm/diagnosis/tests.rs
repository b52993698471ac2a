//! Small programs with one planted fault each: the cause is named, or, where it is not certain, nothing is said.

mod silent;
mod texts;

use crate::machine::arm::{self, Settings};
use crate::machine::{Cause, Diagnosis, Ending, Limits, Machine, Program, Session};

/// What students are given, and paste in.
const CONSOLE: &str = "
put     LDR   R11, =0xE000C000
put1    LDRB  R12, [R11, #0x14]
        TST   R12, #0x20
        BEQ   put1
        STRB  R0, [R11]
        BX    LR
get     LDR   R11, =0xE000C000
get1    LDRB  R12, [R11, #0x14]
        TST   R12, #1
        BEQ   get1
        LDRB  R0, [R11]
        BX    LR
";

fn session(code: &str) -> Session {
    let source = format!("        AREA  a, CODE, READONLY\n        ENTRY\n{code}\n        END\n");
    let build = arm::build("connect4.s", source.as_bytes());
    let Some(Program::Arm(program)) = build.program else {
        panic!("{:#?}", build.diagnostics);
    };
    Machine::Arm(Settings::default()).session(&Program::Arm(program))
}

fn limits() -> Limits {
    Limits {
        instructions: 2_000_000,
        ..Limits::ARM
    }
}

fn diagnose(code: &str, keys: &[u8]) -> (Ending, Diagnosis) {
    let mut session = session(code);
    let ending = session.play(keys, limits()).expect("it is embedded").stop.ending;
    (ending, session.diagnose(keys, limits()).expect("it is embedded"))
}

#[track_caller]
fn cause(code: &str) -> Cause {
    let (ending, diagnosis) = diagnose(code, b"12");
    diagnosis
        .cause
        .unwrap_or_else(|| panic!("no cause of {ending:?}: {:#?}", diagnosis.steps))
}

/// Key, sentence, and the lines that matter, counted from the first of `code`.
#[track_caller]
fn explains(code: &str, key: &str, words: &[&str], lines: &[u32]) {
    let cause = cause(code);
    assert_eq!(cause.key, key, "{}", cause.sentence);
    for word in words {
        assert!(cause.sentence.contains(word), "{word:?} is not in {:?}", cause.sentence);
    }

    let named: Vec<u32> = cause
        .places
        .iter()
        .filter_map(|place| place.line)
        .map(|line| line - 2)
        .collect();
    assert_eq!(named, lines, "{}", cause.sentence);
}

#[test]
fn lr_that_a_nested_call_overwrites() {
    let code = "        LDR   SP, =0x40010000\n        BL    outer\nstop    B     stop\n\
                outer   BL    inner\n        BX    LR\ninner   MOV   R1, #1\n        BX    LR\n";
    explains(
        code,
        "lr-overwritten",
        &[
            "The BX at line 7 jumps back to itself instead of returning to line 5",
            "overwritten by the BL at line 6 and never saved",
            "Begin outer with `PUSH {LR}`",
        ],
        &[4, 5],
    );
    let other = "        LDR   SP, =0x40010000\n        BL    outer\nstop    B     stop\n\
                 outer   PUSH  {R4}\n        BL    inner\n        POP   {R4}\n        BX    LR\ninner   BX    LR\n";
    explains(
        other,
        "lr-overwritten",
        &["Add LR to the registers that the PUSH at line 6 saves, and return by popping them with PC in place of LR."],
        &[5, 7],
    );
    let saved = "        LDR   SP, =0x40010000\n        BL    outer\nstop    B     stop\n\
                 outer   PUSH  {LR}\n        BL    inner\n        ADD   SP, SP, #4\n        BX    LR\ninner   BX    LR\n";

    explains(
        saved,
        "lr-not-loaded",
        &["outer saved LR with the PUSH at line 6"],
        &[7, 5],
    );
    let used = "        LDR   SP, =0x40010000\n        BL    outer\nstop    B     stop\n\
                outer   MOV   LR, #0x40\n        LDR   R1, =stop\n        BX    LR\n";
    explains(used, "lr-overwritten", &["overwritten by the MOV at line 6"], &[4, 6]);
}

#[test]
fn pushes_and_pops_that_do_not_match() {
    let code = "        LDR   SP, =0x40010000\n        BL    sub\nstop    B     stop\n\
                sub     PUSH  {R4, R5, LR}\n        MOV   R4, #1\n        POP   {R4, PC}\n";
    explains(
        code,
        "stack-unbalanced",
        &[
            "the PUSH at line 6 saved LR at 0x4000FFFC",
            "popped from 0x4000FFF8, because 1 more word was pushed than popped",
        ],
        &[6, 4],
    );
    let of_callee = "        LDR   SP, =0x40010000\n        BL    sub\nstop    B     stop\n\
                     sub     PUSH  {LR}\n        BL    inner\n        POP   {PC}\n\
                     inner   PUSH  {LR}\n        B     leaf\nleaf    BX    LR\n";
    explains(
        of_callee,
        "stack-unbalanced",
        &[
            "1 more word was pushed than popped in inner, which sub calls. Pop in inner what it pushes, or in sub after the call.",
        ],
        &[6, 7],
    );
    let more = "        LDR   SP, =0x40010000\n        PUSH  {R1, R2}\n        BL    sub\nstop    B     stop\n\
                sub     PUSH  {R4, LR}\n        POP   {R4, R5, PC}\n";

    explains(
        more,
        "stack-unbalanced",
        &["1 more word was popped than pushed"],
        &[6, 5],
    );
    let never = "        LDR   SP, =0x40010000\n        PUSH  {R1, R2}\n        BL    sub\nstop    B     stop\n\
                 sub     MOV   R1, #1\n        POP   {PC}\n";
    explains(never, "stack-unbalanced", &["sub never pushed LR"], &[6, 5]);

    let nested = "        LDR   SP, =0x40010000\n        BL    sub\nstop    B     stop\n\
                  sub     BL    inner\n        ADD   R1, R1, #1\n        BX    LR\n\
                  inner   PUSH  {LR}\n        BL    leaf\n        NOP\n        POP   {PC}\nleaf    BX    LR\n";
    explains(
        nested,
        "lr-overwritten",
        &["LR was overwritten by the BL at line 6 and never saved. Begin sub with `PUSH {LR}`"],
        &[4, 6],
    );

    let from_memory = "        LDR   SP, =0x40010000\n        BL    sub\nstop    B     stop\n\
                       sub     PUSH  {R4}\n        BL    inner\n        POP   {R4}\n        BX    LR\n\
                       inner   MOV   R8, LR\n        ADR   R7, cell\n        LDR   LR, [R7]\n        BX    R8\ncell    DCD   0\n";
    explains(
        from_memory,
        "lr-overwritten",
        &["LR was overwritten by the BL at line 7 and never saved"],
        &[5, 7],
    );

    let into = "        LDR   SP, =0x40010000\n        BL    sub\n        CMP   R1, #1\n        BEQ   done\nstop    B     stop\n\
                sub     PUSH  {R4, LR}\n        MOV   R1, #1\ndone    POP   {R4, PC}\n";
    explains(
        into,
        "branch-into-subroutine",
        &[
            "The BEQ at line 6 branches from the main program into sub (line 10)",
            "pops what was never pushed",
        ],
        &[4, 8],
    );

    let empty = "        LDR   SP, =0x40010000\n        POP   {R4}\nstop    B     stop\n";
    explains(
        empty,
        "stack-unbalanced",
        &["pops more from the stack than was pushed"],
        &[2],
    );
}

#[test]
fn a_saved_return_address_that_is_overwritten() {
    let code = "        LDR   SP, =0x40010000\n        BL    sub\nstop    B     stop\n\
                sub     PUSH  {LR}\n        MOV   R1, #0x10000\n        STR   R1, [SP]\n        POP   {PC}\n";
    explains(
        code,
        "saved-lr-overwritten",
        &["but the STR at line 8 overwrote it there"],
        &[6, 7],
    );
}

#[test]
fn a_program_that_does_not_stop() {
    let into_sub = "        LDR   SP, =0x40010000\n        BL    sub\n        MOV   R0, #1\nsub     MOV   R1, #1\n        BX    LR\n";
    explains(
        into_sub,
        "missing-stop",
        &[
            "no `stop B stop` after the MOV at line 5",
            "falls through into the subroutine sub (line 6)",
        ],
        &[3, 4],
    );
    let into_pool = "        LDR   R1, =0x40000104\n        LDR   R2, =0xE7F000F0\n        MOV   R0, #1\n";

    explains(
        into_pool,
        "missing-stop",
        &["After the MOV at line 5 the program falls through into the literal pool"],
        &[3, 1],
    );
    let off = "        MOV   R0, #1\n";
    explains(off, "missing-stop", &["runs off the end"], &[1]);

    let in_sub = "        LDR   SP, =0x40010000\n        BL    sub\nstop    B     stop\nsub     MOV   R1, #1\n        LDR   R2, =0xE7F000F0\n";
    explains(
        in_sub,
        "missing-return",
        &["After the LDR at line 7", "Write the return"],
        &[5, 1],
    );
}

#[test]
fn data_in_the_way_of_the_code() {
    let between = "        MOV   R0, #1\nwrong   DCD   0xE7F000F0\n        MOV   R1, #1\nstop    B     stop\n";
    explains(
        between,
        "runs-into-data",
        &["the data at wrong (line 4)", "Branch over it"],
        &[1, 2],
    );
    let branch = "        B     wrong\nstop    B     stop\nwrong   DCD   0xE7F000F0\n";

    explains(
        branch,
        "runs-into-data",
        &["The B at line 3 jumps to the data at wrong"],
        &[1, 3],
    );
    let first = "text    DCD   0xE7F000F0\n        MOV   R1, #1\nstop    B     stop\n";
    explains(
        first,
        "runs-into-data",
        &["The program begins with the data at text"],
        &[1],
    );
}

#[test]
fn returns_without_a_call() {
    let code = format!(
        "        MOV   R0, #65\n        LDR   SP, =0x40010000\n        MOV   R3, LR\n        BX    LR\n{CONSOLE}"
    );
    explains(
        &code,
        "return-without-call",
        &["The BX at line 6 has nowhere to return to", "the program starts again"],
        &[4],
    );
    let after = format!("        MOV   R0, #65\n        BL    put\n        BX    LR\n{CONSOLE}");

    explains(
        &after,
        "return-without-call",
        &["LR holds what the BL at line 4 left in it"],
        &[3],
    );
}

#[test]
fn a_stack_that_nothing_set() {
    let code = "        BL    sub\nstop    B     stop\nsub     PUSH  {R4, LR}\n        POP   {R4, PC}\n";
    explains(
        code,
        "stack-pointer-never-set",
        &["The PUSH at line 5 pushes", "LDR SP, =0x40010000"],
        &[3],
    );
}

#[test]
fn stores_that_no_board_takes() {
    let readonly = "        LDR   R1, =board\n        MOV   R0, #1\n        STRB  R0, [R1, #2]\nstop    B     stop\n\
                    board   SPACE 42\n        LTORG\n";
    explains(
        readonly,
        "store-to-flash",
        &["stores to board+2 in flash", "board (line 7) is in a READONLY area"],
        &[3, 5],
    );
    let unset = "        MOV   R0, #1\n        STRB  R0, [R5]\nstop    B     stop\n";

    explains(
        unset,
        "register-never-set",
        &["Line 4 reads R5 before anything wrote it", "which is flash"],
        &[2],
    );
    let beyond = "        LDR   R1, =board\n        MOV   R0, #1\nloop    STRB  R0, [R1], #1\n        B     loop\n        LTORG\n\
                  \n        AREA  d, DATA, READWRITE\nboard   SPACE 42\n";
    explains(
        beyond,
        "address-outside-memory",
        &[
            "the STRB at line 5 stores to 0x40010000",
            "past the end of the data at board",
        ],
        &[3],
    );

    let wild = "        MOV   R1, #0x80000000\n        LDR   R0, [R1]\nstop    B     stop\n";
    explains(
        wild,
        "address-outside-memory",
        &["R1 holds 0x80000000, set by the MOV at line 3"],
        &[2],
    );
}

#[test]
fn recursion_and_a_stack_that_only_grows() {
    let recursion = "        LDR   SP, =0x40010000\n        BL    sub\nstop    B     stop\nsub     PUSH  {LR}\n        BL    sub\n        POP   {PC}\n";
    explains(
        recursion,
        "endless-recursion",
        &["Infinite recursion: the BL at line 7 calls sub"],
        &[5, 4],
    );
    let grows =
        "        LDR   SP, =0x40010000\nagain   PUSH  {R4}\n        BL    sub\n        B     again\nsub     BX    LR\n";

    explains(
        grows,
        "stack-overflow",
        &["Stack overflow: the PUSH at line 4 stores to"],
        &[2],
    );
}

#[test]
fn loops_that_never_end() {
    let closed = "        MOV   R0, #0\nagain   ADD   R0, R0, #1\n        AND   R0, R0, #7\n        B     again\n";
    explains(closed, "loop-without-exit", &["Infinite loop in lines 4 to 6"], &[2, 4]);
    let unchanged = "        MOV   R0, #0\nagain   CMP   R0, #9\n        EOR   R1, R1, #1\n        BNE   again\nstop    B     stop\n";
    explains(
        unchanged,
        "counter-never-changed",
        &["the CMP at line 4 depends on R0, but nothing in the loop changes it"],
        &[2, 4],
    );
}

#[test]
fn waits_for_what_never_comes() {
    let bit = "        LDR   R1, =0xE000C000\nwait    LDRB  R2, [R1, #0x14]\n        TST   R2, #2\n        BEQ   wait\nstop    B     stop\n";
    explains(bit, "wrong-status-bit", &["The TST at line 5 tests bits 0x02"], &[3, 2]);
    let other = "        LDR   R1, =0xE0010000\nwait    LDRB  R2, [R1, #0x14]\n        ANDS  R2, R2, #1\n        BEQ   wait\nstop    B     stop\n";
    explains(
        other,
        "waits-for-other-device",
        &["The LDRB at line 4 waits for a device at 0xE0010014"],
        &[2, 3],
    );
}

#[test]
fn a_latch_that_is_left_open() {
    let code = format!(
        "        LDR   R1, =0xE000C000\n        MOV   R0, #0x83\n        STRB  R0, [R1, #0x0C]\nagain   MOV   R0, #65\n        \
         BL    put\n        ADD   R4, R4, #1\n        CMP   R4, #9\n        BNE   again\n        MOV   R9, #0x80000000\n        \
         STR   R0, [R9]\nstop    B     stop\n{CONSOLE}"
    );
    let cause = cause(&code);

    // The store that crashes is seen first; without it the open latch is all there is to say.
    assert_eq!(cause.key, "address-outside-memory");
    let waits = code.replace("        STR   R0, [R9]\n", "        BL    get\n");
    let (ending, diagnosis) = diagnose(&waits, b"");
    let cause = diagnosis.cause.unwrap_or_else(|| panic!("{ending:?}"));
    assert_eq!((ending, cause.key.as_str()), (Ending::Waiting, "latch-left-open"));
    assert!(
        cause.sentence.starts_with("The STRB at line 5 sets bit 7 (DLAB)"),
        "{}",
        cause.sentence
    );

    assert!(cause.sentence.contains("(9 bytes)"), "{}", cause.sentence);
}

#[test]
fn words_from_odd_addresses_that_lead_astray() {
    let table = "table   DCD   0x40000000, 0x40000000\n";
    let code = format!(
        "        ADR   R1, table\n        LDR   R2, [R1, #1]\n        LDR   R0, [R2]\nstop    B     stop\n{table}"
    );
    explains(
        &code,
        "unaligned-load",
        &[
            "the LDR at line 4 loads a word from an address that is not a multiple of 4",
            "table (line 7) holds words of 4 bytes each: count in steps of 4.",
        ],
        &[2, 3],
    );

    let index = format!(
        "        LDR   R1, =table\n        MOV   R3, #1\n        LDR   R2, [R1, R3]\n        LDR   R0, [R2]\nstop    B     stop\n{table}"
    );
    explains(
        &index,
        "unaligned-load",
        &["table (line 8) holds words of 4 bytes each: multiply the index by 4, `LDR R2, [R1, R3, LSL #2]`."],
        &[3, 4],
    );

    let bytes = code.replace("DCD   0x40000000, 0x40000000", "DCB   0, 0, 0, 0x40, 0, 0, 0, 0x40");
    explains(
        &bytes,
        "unaligned-load",
        &["Load bytes with LDRB; multiply the index of a word by 4."],
        &[2, 3],
    );
    let odd = bytes.replace("table   DCB", "one     DCB   1\ntable   DCB");
    explains(
        &odd.replace("[R1, #1]", "[R1]"),
        "unaligned-load",
        &["Load bytes with LDRB, and write `ALIGN` before words."],
        &[2, 3],
    );
}
