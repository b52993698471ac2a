//! What is reported without a cause, and when nothing is reported.

use super::{CONSOLE, diagnose, limits, session};
use crate::machine::diagnosis::UnwrittenKind;
use crate::machine::{Diagnosis, Ending, Session};

#[test]
fn what_is_not_certain_is_not_said() {
    // A computed jump, a mode of its own, and a game that ends as most do.
    let fine = format!(
        "        LDR   SP, =0x40010000\nagain   BL    get\n        BL    put\n        CMP   R0, #'q'\n        BNE   again\nstop    B     stop\n{CONSOLE}"
    );
    assert_eq!(
        diagnose(&fine, b"12"),
        (Ending::Waiting, with_no_cause(diagnose(&fine, b"12").1))
    );
    let (ending, diagnosis) = diagnose(&fine, b"1q");

    assert_eq!((ending, diagnosis.cause), (Ending::Halted, None));
    let restart = format!(
        "start   LDR   SP, =0x40010000\n        BL    game\nstop    B     stop\ngame    PUSH  {{LR}}\n        BL    get\n        \
         CMP   R0, #'q'\n        BEQ   start\n        CMP   R0, #'x'\n        SWIEQ 0x12\n        POP   {{PC}}\n{CONSOLE}"
    );
    let (ending, diagnosis) = diagnose(&restart, b"qqx");
    assert_eq!((ending, diagnosis.cause), (Ending::Crashed, None));
}

fn with_no_cause(diagnosis: Diagnosis) -> Diagnosis {
    Diagnosis {
        cause: None,
        ..diagnosis
    }
}

#[test]
fn registers_and_steps_are_in_the_programs_terms() {
    let code = "        LDR   SP, =0x40010000\n        LDR   R1, =0xE000C000\n        LDR   R2, =text\n        MOV   R3, #'A'\n        \
                BL    sub\nstop    B     stop\nsub     MOV   R8, #0x80000000\n        LDR   R9, [R8]\ntext    DCB   \"Hi\", 0\n";
    let (ending, diagnosis) = diagnose(code, b"");
    assert_eq!(ending, Ending::Crashed);
    let meaning = |name: &str| {
        let register = diagnosis.registers.iter().find(|register| register.name == name);
        register.map(|register| register.meaning.as_str()).unwrap()
    };

    assert_eq!(meaning("R1"), "the data register of UART0");
    assert_eq!(meaning("R3"), "65, or 'A'");
    assert_eq!(meaning("R5"), "0, never set");
    assert_eq!(meaning("SP"), "the end of RAM, where a stack begins");
    assert_eq!(meaning("LR"), "the return address into stop (line 8)");
    let last: Vec<_> = diagnosis
        .steps
        .iter()
        .rev()
        .take(2)
        .filter_map(|step| step.place.text.clone())
        .collect();

    assert_eq!(last, ["LDR R9, [R8]", "sub MOV R8, #0x80000000"]);
}

#[test]
fn the_first_value_that_nothing_set_is_found() {
    let first = |code: &str| {
        let Session::Arm(mut session) = session(code) else {
            panic!("an ARM program");
        };
        let read = session.first_unwritten_read(b"12", limits());
        read.map(|read| (read.kind, read.name, read.cause.places[0].line.unwrap() - 2))
    };

    let register = "        CMP   R4, #0\n        MOVEQ R0, #1\nstop    B     stop\n";
    assert_eq!(first(register), Some((UnwrittenKind::Register, "R4".to_owned(), 1)));
    let ram = "        MOV   R1, #0x40000000\n        LDRB  R2, [R1, #5]\n        CMP   R2, #0\n        BEQ   stop\nstop    B     stop\n";
    assert_eq!(first(ram), Some((UnwrittenKind::Memory, "0x40000005".to_owned(), 2)));
    let saved = "        LDR   SP, =0x40010000\n        PUSH  {R4-R11, LR}\n        POP   {R4-R11, LR}\n        MOV   R0, #0\n        \
                 STRB  R0, [SP, #-1]\n        LDRB  R1, [SP, #-1]\n        CMP   R1, #0\n        BEQ   stop\nstop    B     stop\n";
    assert_eq!(first(saved), None);
    let reserved = "        LDR   R1, =turn\n        LDR   R2, [R1]\n        CMP   R2, #0\n        BEQ   stop\nstop    B     stop\n        LTORG\n\
                    \n        AREA  d, DATA, READWRITE\nturn    SPACE 4\n";

    assert_eq!(first(reserved), Some((UnwrittenKind::Reserved, "turn".to_owned(), 2)));
}
