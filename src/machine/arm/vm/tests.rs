//! Each ending, the console's registers, and that reuse between runs changes nothing.

mod exactness;

use std::sync::Arc;

use super::Session;
use crate::diagnostic::Source;
use crate::machine::arm::program::{Kind, Piece, Program, Symbol};
use crate::machine::arm::{Settings, isa::Instruction};
use crate::machine::{Ending, Fill, Limits, Run};
use crate::splitmix::SplitMix64;

/// Echoes keys and what it finds in RAM, with a pause in between; `q` stops it, `u` runs into an undefined instruction, `l`
/// into an endless loop, `f` prints forever, `w` writes where there is nothing, `j` jumps to RAM. Made with GNU as.
const BUSY: &[u32] = &[
    0xE3A0_D101, //  0: mov sp, #1073741824
    0xE28D_D902, //  4: add sp, sp, #32768
    0xE3A0_4101, //  8: mov r4, #1073741824
    0xE3A0_7000, //  c: mov r7, #0
    0xEB00_001C, // 10: bl 88 <get>  <loop>
    0xEB00_0022, // 14: bl a4 <put>
    0xE350_0071, // 18: cmp r0, #113
    0x0AFF_FFFE, // 1c: beq 1c <stop>  <stop>
    0xE350_0075, // 20: cmp r0, #117
    0x0A00_0012, // 24: beq 74 <undef>
    0xE350_006C, // 28: cmp r0, #108
    0x0A00_0011, // 2c: beq 78 <hang>
    0xE350_0066, // 30: cmp r0, #102
    0x0A00_0011, // 34: beq 80 <flood>
    0xE350_0077, // 38: cmp r0, #119
    0x03A0_1202, // 3c: moveq r1, #536870912
    0x0581_0000, // 40: streq r0, [r1]
    0xE350_006A, // 44: cmp r0, #106
    0x01A0_F004, // 48: moveq pc, r4
    0xE7C4_0007, // 4c: strb r0, [r4, r7]
    0xE287_7001, // 50: add r7, r7, #1
    0xE59F_1064, // 54: ldr r1, [pc, #100]
    0xE251_1001, // 58: subs r1, r1, #1  <delay>
    0x1AFF_FFFD, // 5c: bne 58 <delay>
    0xE594_2000, // 60: ldr r2, [r4]
    0xE202_000F, // 64: and r0, r2, #15
    0xE280_0041, // 68: add r0, r0, #65
    0xEB00_000C, // 6c: bl a4 <put>
    0xEAFF_FFE6, // 70: b 10 <loop>
    0xE7F0_00F0, // 74: .word 0xe7f000f0  <undef>
    0xE221_1001, // 78: eor r1, r1, #1  <hang>
    0xEAFF_FFFD, // 7c: b 78 <hang>
    0xEB00_0007, // 80: bl a4 <put>  <flood>
    0xEAFF_FFFD, // 84: b 80 <flood>
    0xE92D_4006, // 88: push {r1, r2, lr}  <get>
    0xE59F_1030, // 8c: ldr r1, [pc, #48]
    0xE5D1_2014, // 90: ldrb r2, [r1, #20]  <g1>
    0xE312_0001, // 94: tst r2, #1
    0x0AFF_FFFC, // 98: beq 90 <g1>
    0xE5D1_0000, // 9c: ldrb r0, [r1]
    0xE8BD_8006, // a0: pop {r1, r2, pc}
    0xE92D_4006, // a4: push {r1, r2, lr}  <put>
    0xE59F_1014, // a8: ldr r1, [pc, #20]
    0xE5D1_2014, // ac: ldrb r2, [r1, #20]  <p1>
    0xE312_0020, // b0: tst r2, #32
    0x0AFF_FFFC, // b4: beq ac <p1>
    0xE5C1_0000, // b8: strb r0, [r1]
    0xE8BD_8006, // bc: pop {r1, r2, pc}
    0x0000_0BB8, // c0: .word 0x00000bb8
    0xE000_C000, // c4: .word 0xe000c000
];
const GET: u32 = 0x90;

fn program(words: &[u32], data_from: Option<u32>) -> Arc<Program> {
    let flash: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let length = flash.len() as u32;
    let code = data_from.unwrap_or(length);
    let piece = |address, length, kind, line| Piece {
        address,
        length,
        kind,
        line,
    };

    Arc::new(Program {
        source: Arc::new(Source::read("test", b"the code\nthe data\n")),
        flash,
        pieces: vec![piece(0, code, Kind::Code, 1), piece(code, length - code, Kind::Data, 2)],
        symbols: vec![Symbol {
            name: "TEXT".to_owned(),
            value: code,
            is_label: true,
            line: 2,
        }],
    })
}

fn session(words: &[u32]) -> Session {
    Session::new(program(words, None), Settings::default())
}

fn run(words: &[u32], keys: &str) -> Run {
    session(words).play(keys.as_bytes(), Limits::ARM)
}

fn printed(run: &Run) -> String {
    String::from_utf8_lossy(&run.output.bytes).into_owned()
}

fn ending(run: &Run) -> (Ending, Option<u32>) {
    (run.stop.ending, run.stop.place.as_ref().and_then(|place| place.address))
}

#[test]
fn a_branch_to_itself_halts() {
    let stopped = run(BUSY, "abq");
    assert_eq!(
        ending(&stopped),
        (Ending::Halted, Some(0x1C)),
        "a conditional one, when it is taken"
    );
    assert_eq!(printed(&stopped), "aBbBq");
    assert_eq!(stopped.output.key_marks, [0, 2, 4]);

    assert_eq!(
        ending(&run(&[0xE3A0_0001, 0xEAFF_FFFE], "")),
        (Ending::Halted, Some(4)),
        "B ."
    );
    assert_eq!(run(&[0xE3A0_0001, 0xEAFF_FFFE], "").instructions, 2);
}

#[test]
fn asking_for_a_key_when_none_is_left_is_waiting_where_it_asks() {
    let waiting = run(BUSY, "ab");
    assert_eq!(ending(&waiting), (Ending::Waiting, Some(GET)));
    assert_eq!(printed(&waiting), "aBbB");
    let at_once = run(BUSY, "");
    // Six instructions lead to the first look, three make a look; the last one that finds nothing does not run.
    assert_eq!(
        (at_once.stop.ending, at_once.instructions),
        (Ending::Waiting, 7 + 1_999 * 3)
    );
}

#[test]
fn output_between_looks_is_no_waiting() {
    // MOV R1, #0xE0000000; ADD R1, R1, #0xC000; LDRB R0, [R1, #0x14]; STRB R0, [R1]; B to the load.
    let words = [0xE3A0_120E, 0xE281_1903, 0xE5D1_0014, 0xE5C1_0000, 0xEAFF_FFFC];
    let limits = Limits {
        output: 5_000,
        ..Limits::ARM
    };
    assert_eq!(session(&words).play(b"", limits).stop.ending, Ending::Flooded);
}

#[test]
fn endless_loops_are_proved_and_limits_are_exact() {
    assert_eq!(run(BUSY, "al").stop.ending, Ending::Loop);
    assert!(run(BUSY, "al").instructions < 200_000);
    let limited = |instructions| {
        let limits = Limits {
            instructions,
            ..Limits::ARM
        };
        let run = session(BUSY).play(b"abq", limits);
        (run.stop.ending, run.instructions)
    };

    let whole = run(BUSY, "abq").instructions;
    assert_eq!(limited(whole), (Ending::Halted, whole));
    for short in [1, 100, 3_000, 3_001, 3_002, whole - 1] {
        assert_eq!(limited(short), (Ending::Limit, short));
    }

    let flood = run(BUSY, "f");
    assert_eq!(flood.stop.ending, Ending::Flooded);
    assert!(flood.output.bytes.len() < 100_000, "the cap is {}", Limits::ARM.output);
}

fn crash(words: &[u32], data_from: Option<u32>, keys: &str) -> (String, Option<u32>, Option<u32>) {
    let run = Session::new(program(words, data_from), Settings::default()).play(keys.as_bytes(), Limits::ARM);
    assert_eq!(run.stop.ending, Ending::Crashed, "{run:?}");
    let place = run.stop.place;
    (
        run.stop.reason,
        place.as_ref().and_then(|place| place.address),
        place.and_then(|place| place.line),
    )
}

#[test]
fn crashes_name_their_reason_and_their_place() {
    for (keys, reason, at) in [
        ("u", "0xE7F000F0 is not an ARM7TDMI instruction", 0x74),
        ("w", "wrote to 0x20000000, where there is no memory", 0x40),
        ("j", "execution ran into RAM at 0x40000000 and off the end of it", 0x48),
    ] {
        assert_eq!(crash(BUSY, None, keys), (reason.to_owned(), Some(at), Some(1)));
    }

    let thumb = "Thumb code at 0x00000100: this processor runs in ARM state only";
    assert_eq!(crash(&[0xE3A0_1C01, 0xE381_1001, 0xE12F_FF11], None, "").0, thumb);
    let past = "execution ran off the end of the program, to 0x00000004 in flash, where nothing was loaded";
    assert_eq!(crash(&[0xE3A0_0001], None, ""), (past.to_owned(), Some(0), Some(1)));
    let away = "jumped to 0x00001000, where there is no code";
    assert_eq!(crash(&[0xE3A0_FA01], None, ""), (away.to_owned(), Some(0), Some(1)));
    let service = "SWI 0x123456 has no service routine: the board has no operating system";
    assert_eq!(crash(&[0xEF12_3456], None, "").0, service);
}

#[test]
fn running_on_into_data_is_reported_where_the_data_begins() {
    let words = [0xE3A0_0001, 0x0000_0041, 0xE7F0_00F0];
    let (reason, at, line) = crash(&words, Some(4), "");
    assert_eq!(
        reason,
        "execution ran into the data at TEXT: 0xE7F000F0 is not an ARM7TDMI instruction"
    );
    assert_eq!((at, line), (Some(4), Some(2)));
    let (reason, ..) = crash(&words[..2], Some(4), "");
    assert_eq!(reason, "execution ran into the data at TEXT and off the end of it");
}

/// Sets up R1 for UART0 and runs some instructions; what is left in the registers is printed: R2, R3 and R4.
fn uart(words: &[u32]) -> Vec<u8> {
    let mut all = vec![0xE3A0_120E, 0xE281_1903];
    all.extend(words);
    all.extend([0xE3A0_0003, 0xE5C1_000C]); // MOV R0, #3; STRB R0, [R1, #0x0C]: the latch is closed
    all.extend([0xE5C1_2000, 0xE5C1_3000, 0xE5C1_4000, 0xEAFF_FFFE]);
    run(&all, "k").output.bytes.clone()
}

#[test]
fn the_divisor_latch_hides_the_data_register() {
    // MOV R0, #0x83; STRB R0, [R1, #0x0C]; MOV R0, #'a'; STRB R0, [R1]; LDRB R2, [R1]; MOV R0, #1; STRB R0, [R1, #4];
    // LDR R3, [R1, #4]; LDRH R4, [R1, #0x0C]
    let words = [
        0xE3A0_0083,
        0xE5C1_000C,
        0xE3A0_0061,
        0xE5C1_0000,
        0xE5D1_2000,
        0xE3A0_0001,
        0xE5C1_0004,
        0xE591_3004,
        0xE1D1_40BC,
    ];
    assert_eq!(uart(&words), [0x61, 1, 0x83], "no stray `a` is printed");
}

#[test]
fn the_line_status_tells_of_a_key_until_it_is_read() {
    // LDRB R2, [R1, #0x14]; LDR R3, [R1]; LDRB R4, [R1, #0x14]
    assert_eq!(uart(&[0xE5D1_2014, 0xE591_3000, 0xE5D1_4014]), [0x61, b'k', 0x60]);
    // LDRB R2, [R1]; LDRB R3, [R1]: the old key again. LDRB R4, [R1, #8]: no interrupt.
    assert_eq!(uart(&[0xE5D1_2000, 0xE5D1_3000, 0xE5D1_4008]), [b'k', b'k', 1]);
}

#[test]
fn other_peripherals_read_zero_and_are_noted_once() {
    // MOV R1, #0xE0000000; ADD R1, R1, #0x2C000; LDR R0, [R1]: PINSEL0, which is no news. LDR R0, [R1, #4];
    // STR R0, [R1, #4]; STR R0, [R1, #8]; B .
    let words = [
        0xE3A0_120E,
        0xE281_1A2C,
        0xE591_0000,
        0xE591_0004,
        0xE581_0004,
        0xE581_0008,
        0xEAFF_FFFE,
    ];
    let mut session = session(&words);
    assert_eq!(session.play(b"", Limits::ARM).stop.ending, Ending::Halted);

    let noted: Vec<(u32, u32)> = session
        .noted(b"", Limits::ARM)
        .iter()
        .map(|(at, place)| (*at, place.address.expect("it has one")))
        .collect();
    assert_eq!(noted, [(0xE002_C004, 12), (0xE002_C008, 20)]);
}

// A pointer that left RAM at its lower end was called a peripheral that the program uses.
#[test]
fn what_is_used_just_below_ram_is_no_peripheral() {
    // MOV R1, #0x40000000; STR R0, [R1, #-0x28]; SUB R1, R1, #0x4000; STR R0, [R1]: FIO0DIR; B .
    let words = [0xE3A0_1101, 0xE501_0028, 0xE241_1901, 0xE581_0000, 0xEAFF_FFFE];
    let noted = session(&words).noted(b"", Limits::ARM);
    let noted: Vec<u32> = noted.iter().map(|(address, _)| *address).collect();
    assert_eq!(noted, [0x3FFF_C000]);
}

#[test]
fn what_is_used_below_address_0_is_no_peripheral() {
    // MVN R1, #0; LDRB R0, [R1]: the last byte; SUB R1, R1, #0xF00; LDR R0, [R1, #-0xCF]: VICVectAddr; B .
    let words = [0xE3E0_1000, 0xE5D1_0000, 0xE241_1C0F, 0xE511_00CF, 0xEAFF_FFFE];
    let noted = session(&words).noted(b"", Limits::ARM);
    let noted: Vec<u32> = noted.iter().map(|(address, _)| *address).collect();
    assert_eq!(noted, [0xFFFF_F030]);
}

#[test]
fn a_random_fill_is_the_same_for_the_same_seed() {
    // MOV R1, #0xE0000000; ADD R1, R1, #0xC000; MOV R2, #0x40000000; LDRB R0, [R2, #5]; STRB R0, [R1]; STRB R5, [R1]; B .
    let words = [
        0xE3A0_120E,
        0xE281_1903,
        0xE3A0_2101,
        0xE5D2_0005,
        0xE5C1_0000,
        0xE5C1_5000,
        0xEAFF_FFFE,
    ];
    let filled = |fill| {
        Session::new(program(&words, None), Settings { fill })
            .play(b"", Limits::ARM)
            .output
    };
    assert_eq!(filled(Fill::Zero).bytes, [0, 0]);

    assert_eq!(filled(Fill::Random(7)), filled(Fill::RandomReserved(7)));
    assert_ne!(filled(Fill::Random(7)), filled(Fill::Random(8)));
}

#[test]
fn code_that_a_program_writes_is_run_as_written() {
    // Copies MOV R5, #n; MOV PC, LR to RAM and calls it, twice with other numbers; prints what it left.
    let words = [
        0xE3A0_120E, // mov r1, #0xE0000000
        0xE281_1903, // add r1, r1, #0xC000
        0xE3A0_4101, // mov r4, #0x40000000
        0xE59F_0028, // ldr r0, =0xE3A05041
        0xE59F_2028, // ldr r2, =0xE1A0F00E
        0xE584_2004, // str r2, [r4, #4]
        0xE584_0000, // str r0, [r4]
        0xE1A0_E00F, // mov lr, pc
        0xE1A0_F004, // mov pc, r4
        0xE5C1_5000, // strb r5, [r1]
        0xE280_0001, // add r0, r0, #1
        0xE315_0004, // tst r5, #4
        0x0AFF_FFF8, // beq to str r0, [r4]
        0xEAFF_FFFE, // b .
        0,
        0xE3A0_5041,
        0xE1A0_F00E,
    ];
    assert_eq!(printed(&run(&words, "")), "ABCD");
}

#[test]
fn what_runs_share_changes_none_of_them() {
    let mut one = session(BUSY);
    for keys in [
        "abc", "abd", "ab", "", "abq", "b", "abq", "abcdefgh", "abqzz", "abl", "ablx", "al", "au", "aux", "abd", "abw",
        "j", "",
    ] {
        let again = one.play(keys.as_bytes(), Limits::ARM);
        assert_eq!(again, run(BUSY, keys), "script {keys:?}");
    }
}

/// A random image: what programs are made of, with the console's address at hand, and any words in between.
fn random_image(random: &mut SplitMix64) -> Vec<u32> {
    let mut words = vec![0xE3A0_120E, 0xE281_1903, 0xE3A0_D101, 0xE28D_DA01, 0xE3A0_4101];
    let length = 8 + random.below(40);
    while words.len() < length {
        let any = random.next_u64() as u32;
        words.push(match random.below(10) {
            0 => any,
            1..=3 => BUSY[random.below(BUSY.len())],
            4 => 0x0AFF_FF00 | any & 0xF000_00FF, // a branch back
            5 => 0xE5C1_0000 | any & 0xF000,      // STRB Rx, [R1]
            6 => [0xE5D1_0014, 0xE5D1_0000, 0xEAFF_FFFE, 0xE12F_FF1E][random.below(4)],
            _ => loop {
                let word = random.next_u64() as u32 & 0xEFFF_FFFF;
                if Instruction::decode(word).is_some() {
                    break word;
                }
            },
        });
    }

    words
}

#[test]
fn a_used_player_plays_as_a_fresh_one_on_any_program_and_none_does_harm() {
    let mut random = SplitMix64::new(7);
    let mut endings = std::collections::BTreeSet::new();
    for round in 0..400 {
        let program = program(&random_image(&mut random), None);
        let fill = if round % 3 == 0 {
            Fill::Random(round)
        } else {
            Fill::Zero
        };
        let mut used = Session::new(Arc::clone(&program), Settings { fill });
        for _ in 0..6 {
            let keys: Vec<u8> = (0..random.below(5)).map(|_| b"12qlf"[random.below(5)]).collect();
            let limits = Limits {
                instructions: [60_000, 60_000, 37][random.below(3)],
                output: [900, 900, 7][random.below(3)],
            };
            let fresh = Session::new(Arc::clone(&program), Settings { fill }).play(&keys, limits);
            assert!(fresh.instructions <= limits.instructions && fresh.output.bytes.len() <= limits.output);
            assert_eq!(used.play(&keys, limits), fresh, "round {round}, {keys:?}, {limits:?}");
            endings.insert(fresh.stop.ending);
        }
    }

    assert_eq!(endings.len(), 6, "every ending occurs: {endings:?}");
}
