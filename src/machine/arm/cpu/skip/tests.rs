//! Skipping a loop and running it turn by turn must come to the same, on any loop.

use super::Machine;
use crate::diagnostic::Source;
use crate::machine::arm::Settings;
use crate::machine::arm::exit::Exit;
use crate::machine::arm::op::Code;
use crate::machine::arm::program::{Kind, Piece, Program, RAM};
use crate::splitmix::SplitMix64;
use std::sync::Arc;

fn machine(words: &[u32], fuel: u64, skipping: bool) -> Machine {
    let flash: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let program = Program {
        source: Arc::new(Source::read("test", b"")),
        pieces: vec![Piece {
            address: 0,
            length: flash.len() as u32,
            kind: Kind::Code,
            line: 0,
        }],
        flash,
        symbols: Vec::new(),
    };
    let mut machine = Machine::new(&program, Settings::default());

    machine.fuel = fuel;
    if !skipping {
        let mut ops = machine.ops.to_vec();
        for op in &mut ops {
            if op.code == Code::LoopBranch {
                op.code = Code::Branch;
            }
        }
        machine.ops = ops.into();
    }

    machine
}

/// What a loop leaves; the number is how many steps it took, where a skipped stretch is none.
fn run(machine: &mut Machine, registers: &[u32], watch: bool) -> Exit {
    machine.registers.r[..registers.len()].copy_from_slice(registers);
    machine.registers.r[8] = RAM.0 + 0x100;
    machine.memory.set_checkpoint();
    if watch {
        machine.run::<true>(u64::MAX)
    } else {
        machine.run::<false>(u64::MAX)
    }
}

fn assert_same(words: &[u32], registers: &[u32], fuel: u64) -> u64 {
    let mut stepped = machine(words, fuel, false);
    let expected = run(&mut stepped, registers, false);
    for watch in [false, true] {
        let mut skipped = machine(words, fuel, true);
        let exit = run(&mut skipped, registers, watch);
        if exit == Exit::Endless || exit == Exit::Repeats {
            assert_eq!((expected, stepped.fuel), (Exit::Fuel, 0), "{words:08X?} {registers:X?}");
            continue;
        }
        assert_eq!(exit, expected, "{words:08X?} {registers:X?} {fuel}");
        assert_eq!(skipped.fuel, stepped.fuel, "{words:08X?} {registers:X?} {fuel}");
        assert_eq!(
            (skipped.pc, skipped.last),
            (stepped.pc, stepped.last),
            "{words:08X?} {registers:X?} {fuel}"
        );
        assert_eq!(
            skipped.registers, stepped.registers,
            "{words:08X?} {registers:X?} {fuel}"
        );
        for at in (0..0x400).step_by(4) {
            let word = |machine: &Machine| machine.memory.ram(RAM.0 + at);
            assert_eq!(word(&skipped), word(&stepped), "{words:08X?} {registers:X?} {fuel}");
        }
    }

    fuel - stepped.fuel
}

/// An instruction such as counting loops are made of, on R0 to R5 and the words at R8.
fn random_instruction(random: &mut SplitMix64) -> u32 {
    let mut register = || random.below(6) as u32;
    let (d, n, m) = (register(), register(), register());
    let number = [0, 1, 1, 1, 2, 3, 7, 255][random.below(8)];
    let word = match random.below(16) {
        0..=2 => 0x0280_0000 | d << 16 | d << 12 | number, // ADD Rd, Rd, #number
        3 => 0x0240_0000 | d << 16 | d << 12 | number,     // SUB Rd, Rd, #number
        4 => 0x0250_0000 | d << 16 | d << 12 | number,     // SUBS Rd, Rd, #number
        5 => 0x0290_0000 | d << 16 | d << 12 | number,     // ADDS Rd, Rd, #number
        6 => 0x0350_0000 | n << 16 | number,               // CMP Rn, #number
        7 => 0x0150_0000 | n << 16 | m,                    // CMP Rn, Rm
        8 => 0x0080_0000 | d << 16 | d << 12 | m,          // ADD Rd, Rd, Rm
        9 => 0x0050_0000 | n << 16 | d << 12 | m,          // SUBS Rd, Rn, Rm
        10 => 0x01A0_0000 | d << 12 | m | (random.below(4) as u32) << 7, // MOV Rd, Rm, LSL #0..3
        11 => 0x01B0_0000 | d << 12 | m,                   // MOVS Rd, Rm
        12 => 0x0310_0000 | n << 16 | number,              // TST Rn, #number
        13 => 0x0598_0000 | d << 12 | (random.below(3) as u32) << 2, // LDR Rd, [R8, #0..8]
        14 => 0x0588_0000 | d << 12 | (random.below(3) as u32) << 2, // STR Rd, [R8, #0..8]
        _ => 0x0370_0000 | n << 16 | number,               // CMN Rn, #number
    };

    let condition = if random.below(8) == 0 {
        random.below(15) as u32
    } else {
        14
    };

    condition << 28 | word
}

/// A loop of a few instructions, some with a way out, and `B .` after it.
fn random_loop(random: &mut SplitMix64) -> Vec<u32> {
    let length = 1 + random.below(5);
    let mut words: Vec<u32> = (0..length).map(|_| random_instruction(random)).collect();
    if random.below(3) == 0 {
        let at = 1 + random.below(length);
        let condition = random.below(14) as u32;
        words.insert(
            at.min(length),
            condition << 28 | 0x0A00_0000 | (length - at.min(length)) as u32,
        );
    }

    let condition = if random.below(4) == 0 {
        14
    } else {
        random.below(14) as u32
    };

    let back = (-2 - words.len() as i32) as u32 & 0x00FF_FFFF;
    words.push(condition << 28 | 0x0A00_0000 | back);
    words.push(0xEAFF_FFFE);
    words
}

#[test]
fn a_skipped_loop_leaves_what_running_it_leaves() {
    let mut random = SplitMix64::new(5);
    let (mut long, mut all) = (0, 0);
    for round in 0..3_000 {
        let words = random_loop(&mut random);
        let registers: Vec<u32> = (0..6)
            .map(|_| {
                let near = [0, 0x8000_0000, 0xFFFF_FFFF, 0x7FFF_FFFF, 100, 1][random.below(6)];
                let off = (random.next_u64() as u32) & [0x1, 0xFF, 0xFFF, 0x3FFF][random.below(4)];
                if random.below(2) == 0 {
                    near + off.min(u32::MAX - near)
                } else {
                    u32::wrapping_sub(near, off)
                }
            })
            .collect();
        let fuel = [100_000, 777, 20_000 + round][random.below(3)];
        let ran = assert_same(&words, &registers, fuel);
        long += u64::from(ran > 2_000);
        all += 1;
    }

    assert!(long * 4 > all, "{long} of {all} loops are long ones");
}

#[test]
fn the_pauses_that_students_write_cost_next_to_nothing() {
    let pauses: [&[u32]; 4] = [
        // SUBS R0, R0, #1; BNE
        &[0xE250_0001, 0x1AFF_FFFD, 0xEAFF_FFFE],
        // ADD R1, R1, #1; CMP R1, R0; BLT
        &[0xE281_1001, 0xE151_0000, 0xBAFF_FFFC, 0xEAFF_FFFE],
        // CMP R1, R0; BEQ out; ADD R1, R1, #1; B
        &[0xE151_0000, 0x0A00_0001, 0xE281_1001, 0xEAFF_FFFB, 0xEAFF_FFFE],
        // LDR R1, [R8]; ADD R1, R1, #1; STR R1, [R8]; CMP R1, R0; BLT
        &[
            0xE598_1000,
            0xE281_1001,
            0xE588_1000,
            0xE151_0000,
            0xBAFF_FFFA,
            0xEAFF_FFFE,
        ],
    ];
    for words in pauses {
        let ran = assert_same(words, &[400_000], 10_000_000);
        assert!(ran > 800_000, "{words:08X?}");
        let mut quick = machine(words, 1 << 40, true);
        quick.registers.r[0] = 400_000;
        quick.registers.r[8] = RAM.0;
        // So few steps do not do without skipping.
        assert_eq!(quick.run::<false>(400), Exit::Halted, "{words:08X?}");
    }
}

#[test]
fn a_loop_that_counts_for_ever_is_known_as_endless() {
    for words in [
        &[0xE280_0001, 0xEAFF_FFFD][..],
        &[0xE280_0001, 0xE351_0000, 0x0AFF_FFFC],
    ] {
        let mut machine = machine(words, 1 << 40, true);
        assert_eq!(machine.run::<false>(1_000), Exit::Endless);
    }
}
