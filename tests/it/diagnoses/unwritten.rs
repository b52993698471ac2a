//! The first value that a run depends on and that nothing set, for the portability check.

use super::bench::{BOTH, diagnose, unwritten};
use c4grade::machine::lc3::{self, Fill, Settings, UnwrittenKind};
use c4grade::machine::{Limits, Program, Run};

fn read(lines: &str, keys: &str) -> Option<(UnwrittenKind, String, String)> {
    let source = format!(".ORIG x3000\n{lines}\n.END");
    let [two, three] = BOTH.map(|traps| unwritten(source.as_bytes(), traps, keys));
    assert_eq!(two, three, "both linkages");
    two.map(|read| (read.kind, read.name, read.cause.sentence))
}

#[expect(clippy::unnecessary_wraps, reason = "it is compared with what may be nothing")]
fn is(kind: UnwrittenKind, name: &str, line: u32) -> Option<(UnwrittenKind, String, String)> {
    let sentence = format!("Line {line} reads {name} before anything wrote it.");
    Some((kind, name.to_owned(), sentence))
}

#[test]
fn registers() {
    let register = UnwrittenKind::Register;
    assert_eq!(read("ADD R1,R1,#1\nBRp D\nD HALT", ""), is(register, "R1", 2));
    assert_eq!(read("L ADD R0,R0,#0\nBRp L\nHALT", ""), is(register, "R0", 2));
    assert_eq!(read("OUT\nHALT", ""), is(register, "R0", 2));
    assert_eq!(read("ADD R6,R6,#-1\nSTR R1,R6,#0\nHALT", ""), is(register, "R6", 2));
    assert_eq!(read("AND R0,R1,R2\nNOT R0,R0\nOUT\nHALT", ""), is(register, "R1", 2));
}

#[test]
fn memory_outside_the_image() {
    let memory = UnwrittenKind::Memory;
    assert_eq!(
        read("LDI R1,P\nBRz D\nD HALT\nP .FILL x4000", ""),
        is(memory, "x4000", 2)
    );
    assert_eq!(
        read("LD R2,P\nLDR R0,R2,#3\nOUT\nHALT\nP .FILL x4000", ""),
        is(memory, "x4003", 3)
    );
    assert_eq!(read("LD R0,P\nPUTS\nHALT\nP .FILL x4000", ""), is(memory, "x4000", 3));
    let written = "LD R0,P\nAND R1,R1,#0\nSTR R1,R0,#0\nPUTS\nHALT\nP .FILL x4000";
    assert_eq!(read(written, ""), None);
}

#[test]
fn reserved_words_come_last() {
    assert_eq!(
        read("LD R1,B\nBRz D\nD HALT\nA .FILL 0\nB .BLKW 2", ""),
        is(UnwrittenKind::Reserved, "B", 2)
    );
    assert_eq!(
        read("LD R1,B\nBRz D\nD ADD R2,R2,#0\nBRz E\nE HALT\nB .BLKW 2", ""),
        is(UnwrittenKind::Register, "R2", 4)
    );
    assert_eq!(read("LD R1,B\nBRz D\nD HALT\nB .FILL 0", ""), None);
    assert_eq!(
        read("LD R1,B\nBRz D\nD HALT\nB .BLKW 1 0", ""),
        None,
        "a value is stated"
    );
}

#[test]
fn to_save_and_to_restore_is_no_use() {
    let saves = "JSR A\nHALT\nA ST R1,S\nST R2,T\nST R7,U\nAND R1,R1,#0\nADD R2,R1,#1\nLD R1,S\nLD R2,T\nLD R7,U\nRET\n\
                 S .BLKW 1\nT .BLKW 1\nU .BLKW 1";
    assert_eq!(read(saves, ""), None);
    let never_used = "LD R1,S\nADD R1,R1,#1\nAND R1,R1,#0\nBRz D\nD HALT\nS .BLKW 1";
    assert_eq!(read(never_used, ""), None, "what is cleared again changes nothing");
}

#[test]
fn keys_are_set_by_whoever_types() {
    assert_eq!(read("GETC\nOUT\nADD R1,R0,#-10\nBRz D\nD HALT", "x"), None);
}

fn filled(lines: &str, fill: Fill) -> Run {
    let build = lc3::build("test.asm", format!(".ORIG x3000\n{lines}\n.END").as_bytes());
    let Some(Program::Lc3(program)) = build.program else {
        panic!("{:?}", build.diagnostics)
    };
    let settings = Settings {
        fill,
        ..Settings::default()
    };
    lc3::Session::new(program, settings).play(b"", Limits::default())
}

#[test]
fn reserved_words_are_random_when_that_is_asked_for() {
    let prints = |name: &str, fill| {
        let program = format!("LD R0,{name}\nOUT\nHALT\nR .BLKW 1\nZ .FILL 0\nV .BLKW 1 7");
        filled(&program, fill).output.bytes[0]
    };
    assert_eq!(prints("R", Fill::Random(1)), 0, "as on most machines");
    let seeds: Vec<u8> = (0..4).map(|seed| prints("R", Fill::RandomReserved(seed))).collect();
    assert!(seeds.iter().any(|byte| *byte != seeds[0]), "{seeds:?}");
    assert_eq!(
        prints("R", Fill::RandomReserved(2)),
        seeds[2],
        "the same for the same seed"
    );
    assert_eq!(prints("Z", Fill::RandomReserved(1)), 0);
    assert_eq!(prints("V", Fill::RandomReserved(1)), 7);
    let outside = "LDI R0,P\nOUT\nHALT\nP .FILL x4000";
    assert_eq!(
        filled(outside, Fill::Random(5)).output.bytes,
        filled(outside, Fill::RandomReserved(5)).output.bytes,
        "everything else is as it was"
    );
}

#[test]
fn registers_are_told_in_the_programs_terms() {
    let program = ".ORIG x3000\nGETC\nADD R1,R0,#0\nLEA R2,BOARD\nADD R3,R2,#3\nAND R4,R4,#0\nADD R4,R4,#-1\n\
                   LD R6,CELL\nJSR SUB\nHALT\nSUB JMP R5\nBOARD .BLKW 9\nCELL .FILL x4F\n.END";
    let (_, diagnosis) = diagnose(program, BOTH[0], "1");
    let meanings: Vec<String> = diagnosis
        .registers
        .iter()
        .map(|register| format!("{}: {}", register.name, register.meaning))
        .collect();
    assert_eq!(
        meanings,
        [
            "R0: '1' (a key)",
            "R1: '1' (a key)",
            "R2: the address of BOARD",
            "R3: the address of BOARD+3",
            "R4: -1",
            "R5: 0, never set",
            "R6: 79, or 'O'",
            "R7: the return address into line 10",
            "PC: the address of SUB (line 11)",
            "CC: p: the last result was positive",
        ]
    );
    let steps: Vec<&str> = diagnosis.steps.iter().map(|step| step.instruction.as_str()).collect();
    assert_eq!(steps[7..], ["JSR SUB", "JMP R5"]);
}

#[test]
fn a_loop_is_shown_once() {
    let program = ".ORIG x3000\nAND R1,R1,#0\nL ADD R1,R1,#1\nM ADD R2,R2,#0\nBRp M\nBR L\n.END";
    let (_, diagnosis) = diagnose(program, BOTH[0], "");
    let lines: Vec<Option<u32>> = diagnosis.steps.iter().map(|step| step.place.line).collect();
    let mut once = lines.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!((once.len(), lines.len()), (4, 4), "{lines:?}");
}
