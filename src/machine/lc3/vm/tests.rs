//! Each ending, the devices, both linkages, and that reuse between runs changes nothing.

mod exactness;
mod routines;

use std::sync::Arc;

use super::Session;
use crate::machine::lc3::{Banner, Fill, Settings, Traps, assembler};
use crate::machine::{Ending, Limits, Run, Service};

fn session(source: &str, settings: Settings) -> Session {
    let build = assembler::assemble("test.asm", source.as_bytes());
    let Some(crate::machine::Program::Lc3(program)) = build.program else {
        panic!("does not assemble: {:?}", build.diagnostics);
    };
    Session::new(Arc::clone(&program), settings)
}

fn with(source: &str, keys: &str, settings: Settings) -> Run {
    session(source, settings).play(keys.as_bytes(), Limits::default())
}

fn run(source: &str, keys: &str) -> Run {
    with(source, keys, Settings::default())
}

fn keep_r7() -> Settings {
    Settings {
        traps: Traps::KeepR7,
        ..Settings::default()
    }
}

fn printed(run: &Run) -> String {
    String::from_utf8_lossy(&run.output.bytes).into_owned()
}

#[test]
fn halt_stops_and_its_banner_is_marked() {
    let run = run(".ORIG x3000\nLD R0,A\nOUT\nHALT\nA .FILL x41\n.END", "");
    assert_eq!(run.stop.ending, Ending::Halted);
    assert_eq!(printed(&run), "A\n\n--- halting the LC-3 ---\n\n");
    let (range, service) = &run.output.banners[0];
    assert_eq!((range.clone(), *service), (1..29, Service::Halt));
    assert_eq!(run.instructions, 3, "a trap counts as one instruction");
}

#[test]
fn the_halt_and_in_texts_of_each_simulator() {
    let source = ".ORIG x3000\nIN\nHALT\n.END";
    let text = |banner| {
        let settings = Settings {
            banner,
            ..Settings::default()
        };
        printed(&with(source, "k", settings))
    };
    assert_eq!(
        text(Banner::Lc3sim),
        "\nInput a character> k\n\n\n--- halting the LC-3 ---\n\n"
    );

    assert_eq!(
        text(Banner::Lc3tools),
        "\nInput a character> k\n\n\n--- Halting the LC-3 ---\n\n"
    );
    assert_eq!(
        text(Banner::Lc3edit),
        "\nInput a character> k\n----- Halting the processor ----- \n"
    );
    assert_eq!(text(Banner::None), "Input character: k");
}

#[test]
fn getc_waits_at_the_moment_no_key_is_left() {
    let run = run(".ORIG x3000\nL GETC\nOUT\nBR L\n.END", "ab");
    assert_eq!(run.stop.ending, Ending::Waiting);
    assert_eq!(printed(&run), "ab");
    assert_eq!(run.output.key_marks, [0, 1]);
    assert_eq!(run.instructions, 6, "the GETC that waits has not run");
    assert_eq!(run.stop.place.as_ref().and_then(|place| place.line), Some(2));
}

#[test]
fn in_waits_with_its_prompt_on_the_screen() {
    let run = run(".ORIG x3000\nIN\nHALT\n.END", "");
    assert_eq!(run.stop.ending, Ending::Waiting);
    assert_eq!(printed(&run), "\nInput a character> ");
}

const ECHO_BY_DEVICES: &str = ".ORIG x3000
L LDI R1,KBSR
BRzp L
LDI R0,KBDR
W LDI R1,DSR
BRzp W
STI R0,DDR
BR L
KBSR .FILL xFE00
KBDR .FILL xFE02
DSR .FILL xFE04
DDR .FILL xFE06
.END";

#[test]
fn a_program_that_polls_the_devices_reads_prints_and_waits() {
    let run = run(ECHO_BY_DEVICES, "hi");
    assert_eq!(run.stop.ending, Ending::Waiting);
    assert_eq!(printed(&run), "hi");
    assert_eq!(run.output.key_marks, [0, 1]);
    assert_eq!(run.instructions, 14, "waiting from the first poll that finds no key");
    assert_eq!(
        run.stop.place.as_ref().and_then(|place| place.label.clone()).as_deref(),
        Some("L")
    );
}

#[test]
fn polling_while_a_counter_runs_is_waiting_too() {
    let source = ".ORIG x3000\nL ADD R2,R2,#1\nLDI R1,KBSR\nBRzp L\nLDI R0,KBDR\nOUT\nBR L\nKBSR .FILL xFE00\nKBDR .FILL xFE02\n.END";
    let run = run(source, "q");
    assert_eq!((run.stop.ending, printed(&run).as_str()), (Ending::Waiting, "q"));
}

#[test]
fn a_state_that_repeats_is_a_loop_and_one_that_does_not_is_a_limit() {
    assert_eq!(run(".ORIG x3000\nL BR L\n.END", "").stop.ending, Ending::Loop);
    let counter = ".ORIG x3000\nL ADD R0,R0,#1\nBR L\n.END";
    let wrapping = run(counter, "");
    assert_eq!(wrapping.stop.ending, Ending::Loop, "sixteen bits come round again");
    let limits = Limits {
        instructions: 50_000,
        ..Limits::default()
    };

    let cut = session(counter, Settings::default()).play(b"", limits);
    assert_eq!((cut.stop.ending, cut.instructions), (Ending::Limit, 50_000));
    let memory = ".ORIG x3000\nL LD R0,N\nADD R0,R0,#1\nST R0,N\nBRnp L\nLD R1,M\nADD R1,R1,#1\nST R1,M\nBR L\nN .FILL 0\nM .FILL 0\n.END";
    assert_eq!(
        run(memory, "").stop.ending,
        Ending::Limit,
        "the state is in memory and does not repeat in time"
    );
}

#[test]
fn a_long_count_that_ends_is_no_loop() {
    let source = ".ORIG x3000\nL ADD R0,R0,#1\nBRnp L\nHALT\n.END";
    let run = run(source, "");
    assert_eq!((run.stop.ending, run.instructions), (Ending::Halted, 131_073));
}

#[test]
fn printing_for_ever_is_a_flood() {
    let run = run(".ORIG x3000\nLD R0,A\nL OUT\nBR L\nA .FILL x41\n.END", "");
    assert_eq!(run.stop.ending, Ending::Flooded);
    assert!(
        run.output.bytes.len() < 100_000,
        "that it prints the same for ever is known before the cap is reached"
    );
    let long = self::run(
        ".ORIG x3000\nLD R0,A\nL OUT\nADD R1,R1,#1\nBRnp L\nHALT\nA .FILL x41\n.END",
        "",
    );
    assert_eq!(
        (long.stop.ending, printed(&long).matches('A').count()),
        (Ending::Halted, 65_536)
    );

    let endless = ".ORIG x3000\nLD R0,P\nPUTS\nHALT\nP .FILL x4000\n.END";
    let filled = Settings {
        fill: Fill::Random(1),
        ..Settings::default()
    };
    assert!(with(endless, "", filled).output.bytes.len() <= Limits::default().output);
}

fn crash(source: &str) -> (String, Option<u32>) {
    let run = run(source, "");
    assert_eq!(run.stop.ending, Ending::Crashed, "{run:?}");
    (run.stop.reason, run.stop.place.and_then(|place| place.line))
}

#[test]
fn crashes_name_their_reason_and_their_line() {
    assert_eq!(
        crash(".ORIG x3000\nLD R0,C\nST R0,H\nH NOP\nHALT\nC .FILL xD123\n.END"),
        ("illegal opcode in xD123".to_owned(), Some(4))
    );
    assert_eq!(
        crash(".ORIG x3000\nBR C\nHALT\nC .FILL xD123\n.END"),
        (
            "execution ran into the data at C: illegal opcode in xD123".to_owned(),
            Some(4)
        )
    );
    assert_eq!(
        crash(".ORIG x3000\nADD R0,R0,#0\nRTI\n.END"),
        ("RTI in user mode".to_owned(), Some(3))
    );

    assert_eq!(
        crash(".ORIG x3000\nTRAP x77\n.END"),
        ("TRAP x77 has no service routine".to_owned(), Some(2))
    );
    assert_eq!(
        crash(".ORIG x3000\nRET\n.END"),
        ("jumped to x0000, where there is no code".to_owned(), Some(2))
    );
    assert_eq!(
        crash(".ORIG x3000\nLD R0,P\nJMP R0\nP .FILL xFE00\n.END"),
        ("jumped to xFE00, among the device registers".to_owned(), Some(3))
    );

    assert_eq!(
        crash(".ORIG x3000\nADD R0,R0,#1\n.END"),
        (
            "execution ran off the end of the program, to x3001, where nothing was loaded".to_owned(),
            Some(2)
        )
    );
}

#[test]
fn running_on_into_a_string_is_reported_where_the_data_begins() {
    let (reason, line) = crash(".ORIG x3000\nLEA R0,S\nPUTS\nS .STRINGZ \"hello\"\n.END");
    assert_eq!(
        reason,
        "execution ran into the data at S and off the end of the program"
    );
    assert_eq!(line, Some(4));
}

#[test]
fn a_string_in_the_way_that_does_no_harm_is_run_through_as_simulators_do() {
    let run = run(".ORIG x3000\nS .STRINGZ \"hello\"\nLEA R0,S\nPUTS\nHALT\n.END", "");
    assert_eq!(run.stop.ending, Ending::Halted);
    assert!(printed(&run).starts_with("hello"));
}

const CALLS_WITHOUT_SAVING: &str = ".ORIG x3000\nJSR F\nHALT\nF LD R0,A\nOUT\nRET\nA .FILL x41\n.END";

#[test]
fn whether_trap_destroys_r7_is_the_linkage() {
    assert_eq!(run(CALLS_WITHOUT_SAVING, "").stop.ending, Ending::Loop);
    assert_eq!(with(CALLS_WITHOUT_SAVING, "", keep_r7()).stop.ending, Ending::Halted);
}

#[test]
fn lea_sets_the_condition_codes_in_the_second_edition_only() {
    let source = ".ORIG x3000\nAND R1,R1,#0\nLEA R0,X\nBRz Z\nX LD R0,P\nOUT\nHALT\nZ LD R0,Q\nOUT\nHALT\nP .FILL x50\nQ .FILL x5A\n.END";
    assert!(printed(&run(source, "")).starts_with('P'));
    assert!(printed(&with(source, "", keep_r7())).starts_with('Z'));
}

#[test]
fn a_program_may_write_the_trap_vector_table() {
    let source = |back: &str| {
        format!(
            ".ORIG x3000\nLEA R0,MINE\nSTI R0,V\nTRAP x26\nLD R0,B\nOUT\nHALT\nMINE LD R1,A\nSTI R1,DDR\n{back}\nV .FILL x26\nA .FILL x41\nB .FILL x42\nDDR .FILL xFE06\n.END"
        )
    };
    assert!(printed(&run(&source("RET"), "")).starts_with("AB"));
    assert!(printed(&with(&source("RTI"), "", keep_r7())).starts_with("AB"));
    let replaced = ".ORIG x3000\nLEA R0,MINE\nSTI R0,V\nOUT\nHALT\nMINE LD R1,A\nSTI R1,DDR\nRET\nV .FILL x21\nA .FILL x41\nDDR .FILL xFE06\n.END";
    assert!(printed(&run(replaced, "")).starts_with('A'));
}

#[test]
fn the_clock_bit_of_mcr_stops_the_machine_without_a_banner() {
    let run = run(
        ".ORIG x3000\nAND R0,R0,#0\nSTI R0,MCR\nBR #-1\nMCR .FILL xFFFE\n.END",
        "",
    );
    assert_eq!((run.stop.ending, printed(&run).as_str()), (Ending::Halted, ""));
}

#[test]
fn putsp_stops_at_a_zero_in_either_half() {
    let source = ".ORIG x3000\nLEA R0,S\nPUTSP\nLEA R0,T\nPUTSP\nHALT\nS .FILL x6261\n.FILL x0063\n.FILL x6464\nT .FILL x6665\n.FILL 0\n.END";
    assert!(printed(&run(source, "")).starts_with("abcef\n"));
}

#[test]
fn every_byte_passes_as_it_is() {
    let keys: Vec<u8> = (0..=255).collect();
    let run = session(".ORIG x3000\nL GETC\nOUT\nBR L\n.END", Settings::default()).play(&keys, Limits::default());
    assert_eq!(run.output.bytes, keys);
}

#[test]
fn a_random_fill_is_the_same_for_the_same_seed() {
    let source =
        ".ORIG x3000\nADD R0,R5,#0\nOUT\nLDR R0,R5,#0\nLD R1,FAR\nLDR R0,R1,#0\nOUT\nHALT\nFAR .FILL x5000\n.END";
    let seeded = |seed| {
        let settings = Settings {
            fill: Fill::Random(seed),
            ..Settings::default()
        };
        with(source, "", settings)
    };
    assert_eq!(seeded(7), seeded(7));

    assert_ne!(seeded(7).output, seeded(8).output);
    assert_eq!(&run(source, "").output.bytes[..2], [0, 0]);
}

#[test]
fn code_that_a_program_writes_is_run_as_written() {
    let source = ".ORIG x3000\nLD R0,C\nST R0,H\nLD R0,A\nH NOP\nHALT\nC .FILL xF021\nA .FILL x41\n.END";
    assert!(printed(&run(source, "")).starts_with('A'));
    let elsewhere = ".ORIG x3000\nLD R2,P\nLD R0,C\nSTR R0,R2,#0\nLD R0,D\nSTR R0,R2,#1\nLD R0,A\nJMP R2\nP .FILL x5000\nC .FILL xF021\nD .FILL xF025\nA .FILL x41\n.END";
    assert!(printed(&run(elsewhere, "")).starts_with('A'));
}

/// Writes keys into its own code and into blank memory, polls, and prints what it has seen: everything that a snapshot
/// must bring back.
const BUSY: &str = ".ORIG x3000
L GETC
OUT
LD R1,P
ADD R1,R1,#1
ST R1,P
STR R0,R1,#0
LD R2,N
ADD R2,R2,#1
ST R2,N
ADD R3,R0,#-10
BRz DONE
LEA R0,N
PUTS
LD R4,P
LDR R0,R4,#-1
OUT
BR L
DONE JMP R1
P .FILL x4FFF
N .FILL x30
 .FILL 0
.END";

#[test]
fn what_runs_share_changes_none_of_them() {
    let scripts = [
        "abc", "abd", "ab", "", "ab\n", "b", "abc\n", "abcdefgh", "ab\nzz", "abd", "ab\n\n",
    ];
    for (source, settings) in [
        (BUSY, Settings::default()),
        (BUSY, keep_r7()),
        (ECHO_BY_DEVICES, Settings::default()),
    ] {
        let mut one = session(source, settings);
        for (keys, most) in scripts
            .into_iter()
            .flat_map(|keys| [(keys, u64::MAX), (keys, 100), (keys, 150)])
        {
            let play = |session: &mut Session| {
                session.execute_at_most(most);
                session.play(keys.as_bytes(), Limits::default())
            };
            assert_eq!(
                play(&mut one),
                play(&mut session(source, settings)),
                "script {keys:?}, {most}"
            );
        }
    }
}
