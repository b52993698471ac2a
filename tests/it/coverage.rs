//! How often each line of a program runs: counted by hand beside the programs.

use c4grade::machine::{Limits, LineCounts, Machine, Session, arm, lc3};

/// Waits for a key, then prints it as often as R2 says; the last line is never reached. The count is at the line.
const LC3: &str = "
        .ORIG x3000
        AND R2, R2, #0  ; 1
        ADD R2, R2, #3  ; 1
        GETC            ; 1
LOOP    OUT             ; 3
        ADD R2, R2, #-1 ; 3
        BRp LOOP        ; 3
        ADD R1, R0, #-16 ; 1
        ADD R1, R1, #-16 ; 1
        ADD R1, R1, #-16 ; 1
        BRz ZERO        ; 1
        HALT            ; 1
ZERO    HALT            ; 0
TEXT    .STRINGZ \"data\"
        .END
";

/// The same for ARM: a loop of three turns, and a branch that is not taken.
const ARM: &str = "
        AREA    code, CODE, READONLY
        ENTRY
        MOV     R2, #3      ; 1
LOOP    SUBS    R2, R2, #1  ; 3
        BNE     LOOP        ; 3
        CMP     R2, #0      ; 1
        BNE     NEVER       ; 1
STOP    B       STOP        ; 1
NEVER   MOV     R0, #1      ; 0
        B       STOP        ; 0
NUMBER  DCD     7
        END
";

/// The counts that are written at the lines.
fn written(source: &str) -> LineCounts {
    let lines = (1..).zip(source.lines());
    lines
        .filter_map(|(number, line)| Some((number, line.rsplit_once(';')?.1.trim().parse().ok()?)))
        .collect()
}

fn session(machine: Machine, name: &str, source: &str) -> Session {
    let build = machine
        .build(name, source.as_bytes(), None)
        .expect("no sandbox is needed");
    let program = build.program.unwrap_or_else(|| panic!("{:?}", build.diagnostics));
    machine.session(&program)
}

#[test]
fn each_line_has_its_count() {
    let lc3 = Machine::Lc3(lc3::Settings::default());
    let arm = Machine::Arm(arm::Settings::default());
    for (machine, name, source) in [(lc3, "connect4.asm", LC3), (arm, "connect4.asm", ARM)] {
        let mut session = session(machine, name, source);
        assert_eq!(session.line_counts(b"x", 1_000), Some(written(source)), "{name}");
    }
}

#[test]
fn counting_stops_where_it_is_told_to() {
    let mut session = session(Machine::Lc3(lc3::Settings::default()), "connect4.asm", LC3);
    let counts = session.line_counts(b"x", 5).expect("counts");
    assert_eq!(counts.values().sum::<u64>(), 5);
}

#[test]
fn a_line_that_no_script_reached_has_never_run() {
    let idle = |session: &Session| -> Vec<u32> {
        let ran = session.lines_run().expect("an emulated machine");
        ran.into_iter()
            .filter(|(_, ran)| *ran == 0)
            .map(|(line, _)| line)
            .collect()
    };
    let mut session = session(Machine::Lc3(lc3::Settings::default()), "connect4.asm", LC3);
    session.play(b"x", Limits::default()).expect("a run");
    assert_eq!(idle(&session), [14]);
    session.play(b"0", Limits::default()).expect("a run");
    assert!(idle(&session).is_empty());
}
