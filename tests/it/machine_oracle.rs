//! The machine against an independent one: `lc3-ensemble`, where the dialects agree (3rd edition linkage, no banner);
//! and against anything at all: random images end within their limits and never panic.

use std::collections::VecDeque;
use std::sync::{Arc, RwLock};

use c4grade::machine::lc3::{Banner, Fill, Routines, Settings, Traps};
use c4grade::machine::{Limits, Machine};
use c4grade::result::Ending;
use c4grade::splitmix::SplitMix64;
use lc3_ensemble::asm::assemble;
use lc3_ensemble::parse::parse_ast;
use lc3_ensemble::sim::device::{BufferedDisplay, BufferedKeyboard};
use lc3_ensemble::sim::mem::MachineInitStrategy;
use lc3_ensemble::sim::{SimFlags, Simulator};

const THIRD_EDITION: Settings = Settings {
    traps: Traps::KeepR7,
    banner: Banner::None,
    fill: Fill::Zero,
    routines: Routines::Native,
};

fn ours(source: &str, keys: &[u8]) -> Vec<u8> {
    let machine = Machine::Lc3(THIRD_EDITION);
    let build = machine
        .build("program.asm", source.as_bytes(), None)
        .expect("it is embedded");
    let program = build
        .program
        .unwrap_or_else(|| panic!("{:?}\n{source}", build.diagnostics));
    let run = machine
        .session(&program)
        .play(keys, Limits::default())
        .expect("it is embedded");
    assert_eq!(run.stop.ending, Ending::Halted, "{:?}\n{source}", run.stop);
    run.output.bytes.clone()
}

fn theirs(source: &str, keys: &[u8]) -> Vec<u8> {
    let object = assemble(parse_ast(source).expect("it parses")).expect("it assembles");
    let flags = SimFlags {
        strict: false,
        machine_init: MachineInitStrategy::Known { value: 0 },
        ..SimFlags::default()
    };
    let mut simulator = Simulator::new(flags);
    let keyboard = Arc::new(RwLock::new(keys.iter().copied().collect::<VecDeque<u8>>()));
    let display = Arc::new(RwLock::new(Vec::new()));
    simulator.device_handler.set_keyboard(BufferedKeyboard::new(keyboard));
    simulator
        .device_handler
        .set_display(BufferedDisplay::new(Arc::clone(&display)));
    simulator.load_obj_file(&object).expect("it loads");
    simulator.run_with_limit(20_000_000).expect("it runs");
    // The simulator may still hold the buffer: a copy comes back.
    let printed = display.read().expect("no writer panicked");
    printed.clone()
}

/// Prints the bits of a word: R0 in, all registers kept but R0.
const TAIL: &str = "
        ST R0, S0
        ST R1, S1
        ST R2, S2
        ST R3, S3
        ST R4, S4
        ST R5, S5
        ST R6, S6
        ST R7, S7
        LEA R4, S0
        AND R5, R5, #0
        ADD R5, R5, #8
NEXT    LDR R1, R4, #0
        AND R2, R2, #0
        ADD R2, R2, #8
        ADD R2, R2, #8
BITS    LD R0, ZERO
        ADD R1, R1, #0
        BRzp PRINT
        ADD R0, R0, #1
PRINT   OUT
        ADD R1, R1, R1
        ADD R2, R2, #-1
        BRp BITS
        ADD R4, R4, #1
        ADD R5, R5, #-1
        BRp NEXT
        HALT
ZERO    .FILL x30
S0      .BLKW 1
S1      .BLKW 1
S2      .BLKW 1
S3      .BLKW 1
S4      .BLKW 1
S5      .BLKW 1
S6      .BLKW 1
S7      .BLKW 1
CELLS   .FILL x1234
        .FILL xFFFF
        .FILL x8000
        .FILL x0000
        .FILL x7FFF
";

/// A random instruction on random operands. Branches go forward by at most one.
fn instruction(random: &mut SplitMix64) -> String {
    let mut pick = |bound| random.below(bound);
    let (a, b, c) = (pick(8), pick(8), pick(8));
    let immediate = pick(32) as i32 - 16;
    let cell = pick(5);
    match pick(12) {
        0 | 1 => format!("ADD R{a}, R{b}, R{c}"),
        2 | 3 => format!("ADD R{a}, R{b}, #{immediate}"),
        4 => format!("AND R{a}, R{b}, R{c}"),
        5 => format!("AND R{a}, R{b}, #{immediate}"),
        6 | 7 => format!("NOT R{a}, R{b}"),
        8 => format!("LEA R{a}, CELLS\nLDR R{b}, R{a}, #{cell}"),
        9 => format!("LEA R{a}, CELLS\nSTR R{b}, R{a}, #{cell}"),
        10 => format!("LD R{a}, CELLS"),
        _ => {
            let flags = ["n", "z", "p", "nz", "np", "zp", "nzp"][pick(7)];
            format!("BR{flags} #1\nADD R{a}, R{a}, #{immediate}")
        }
    }
}

#[test]
fn random_programs_compute_what_an_independent_machine_computes() {
    let mut random = SplitMix64::new(2024);
    for _ in 0..150 {
        let body: Vec<String> = (0..60).map(|_| instruction(&mut random)).collect();
        let source = format!(".ORIG x3000\n{}\n{TAIL}\n.END\n", body.join("\n"));
        assert_eq!(
            String::from_utf8_lossy(&ours(&source, b"")),
            String::from_utf8_lossy(&theirs(&source, b"")),
            "{source}"
        );
    }
}

/// A random instruction of those that go through memory, subroutines and traps. `at` makes its labels unique.
fn indirect(random: &mut SplitMix64, at: usize) -> String {
    let mut pick = |bound| random.below(bound);
    // R7 is the link, R6 points at the cells; the rest is free.
    let (a, b) = (pick(6), pick(6));
    let cell = pick(5);
    match pick(11) {
        0 => format!("LDI R{a}, PCELL{cell}"),
        1 => format!("STI R{a}, PCELL{cell}"),
        2 => format!("LDR R{a}, R6, #{cell}"),
        3 => format!("STR R{a}, R6, #{cell}"),
        4 => format!("ADD R6, R6, #2\nLDR R{a}, R6, #-{}\nADD R6, R6, #-2", 1 + pick(2)),
        5 => "JSR SUBA".to_owned(),
        6 => format!("LEA R{a}, SUBB\nJSRR R{a}"),
        7 => "LD R0, LETTER\nTRAP x21".to_owned(),
        8 => ["LEA R0, WORD\nPUTS", "LEA R0, PAIRS\nPUTSP"][pick(2)].to_owned(),
        9 => format!("GETC\nADD R{a}, R{b}, R0"),
        _ => format!(
            "LEA R{a}, HOP{at}\nADD R{a}, R{a}, #{}\nJMP R{a}\nHOP{at} ADD R{b}, R{b}, #1\nADD R{b}, R{b}, #2",
            pick(2)
        ),
    }
}

/// What [`indirect`] refers to, near enough to every instruction.
const PARTS: &str = "
        BR GOON
PCELL0  .FILL CELLS
PCELL1  .FILL FAR
PCELL2  .FILL x5000
PCELL3  .FILL xFDFF
PCELL4  .FILL CELLS
LETTER  .FILL x51
WORD    .STRINGZ \"wo;rd\"
PAIRS   .FILL x6261
        .FILL x0063
SUBA    ADD R2, R2, #3
        NOT R3, R2
        RET
SUBB    ST R7, LINK
        JSR SUBA
        LD R7, LINK
        JMP R7
LINK    .BLKW 1
FAR     .FILL xBEEF
GOON    LEA R6, CELLS
";

#[test]
fn random_programs_with_pointers_calls_and_traps_agree_too() {
    let mut random = SplitMix64::new(11);
    for _ in 0..150 {
        let body: Vec<String> = (0..35).map(|at| indirect(&mut random, at)).collect();
        // The tail reads cells of its own; R6 at the end is an address, which is the same on both.
        let source = format!(".ORIG x3000\n{PARTS}\n{}\n{TAIL}\n.END\n", body.join("\n"));
        let keys: Vec<u8> = (0..40).map(|_| 1 + random.below(126) as u8).collect();
        assert_eq!(
            String::from_utf8_lossy(&ours(&source, &keys)),
            String::from_utf8_lossy(&theirs(&source, &keys)),
            "{source}"
        );
    }
}

#[test]
fn the_reference_program_prints_the_same_on_an_independent_machine() {
    let source = include_str!("../../reference/lc3-starter/connect4.asm");
    let mut random = SplitMix64::new(36);
    for _ in 0..25 {
        // Long enough to fill any board, so that the game always comes to its end.
        let keys: Vec<u8> = (0..400).map(|_| b"123456x7"[random.below(8)]).collect();
        assert_eq!(
            String::from_utf8_lossy(&ours(source, &keys)),
            String::from_utf8_lossy(&theirs(source, &keys)),
        );
    }
}

#[test]
fn any_image_ends_within_its_limits() {
    let mut random = SplitMix64::new(7);
    let limits = Limits {
        instructions: 30_000,
        output: 5_000,
    };
    for round in 0..400 {
        // Words of an object file: anything at all, or mostly instructions that do something.
        let count = 20 + random.below(300);
        let mut object = vec![0x30, 0x00];
        for _ in 0..count {
            let mut word = random.next_u64() as u16;
            if round % 2 == 0 && matches!(word >> 12, 0x8 | 0xD) {
                word = 0xF020 + (word & 7);
            }
            object.extend(word.to_be_bytes());
        }
        for traps in [Traps::OverwriteR7, Traps::KeepR7] {
            let machine = Machine::Lc3(Settings {
                traps,
                fill: Fill::Random(round),
                ..Settings::default()
            });
            let build = machine.build("image.obj", &object, None).expect("it is embedded");
            let Some(program) = build.program else { continue };
            let run = machine
                .session(&program)
                .play(b"12345", limits)
                .expect("it is embedded");
            assert!(run.instructions <= limits.instructions);
            assert!(
                run.output.bytes.len() <= limits.output + 64,
                "{}",
                run.output.bytes.len()
            );
        }
    }
}
