//! Many instructions at once do what they do one by one, on any program.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{BUSY, program, random_image};
use crate::machine::arm::exit::Exit;
use crate::machine::arm::program::{Program, RAM};
use crate::machine::arm::vm::Session;
use crate::machine::arm::{Settings, assembler};
use crate::splitmix::SplitMix64;

/// What a machine comes to within so many instructions, run in slices of a length: everything that it can change.
fn after(program: &Arc<Program>, keys: &[u8], fuel: u64, slice: u64, watch: bool) -> (Exit, u64, [String; 2]) {
    let mut session = Session::new(Arc::clone(program), Settings::default());
    session.0.restart(keys);
    let machine = &mut session.0.emulator.machine;
    machine.fuel = fuel;
    machine.console.cap = 2_000;
    let exit = loop {
        if watch {
            machine.memory.set_checkpoint();
        }
        let exit = if watch {
            machine.run::<true>(slice)
        } else {
            machine.run::<false>(slice)
        };
        let goes_on = matches!(exit, Exit::Fuel | Exit::Active | Exit::Repeats);
        if !goes_on || machine.fuel == 0 {
            break exit;
        }
    };

    let at = format!(
        "{:?} {:X} {:X} {:X?} {:?}",
        machine.registers, machine.pc, machine.last, machine.in_data, machine.overrun_from
    );
    let ram: Vec<u32> = (0..RAM.1).step_by(4).map(|at| machine.memory.ram(RAM.0 + at)).collect();
    let ran: Vec<bool> = (0..machine.ops.len()).map(|at| machine.has_run(at)).collect();
    let around = format!(
        "{ram:?} {ran:?} {:?} {:?} {:?}",
        machine.uart, machine.console, machine.noted
    );
    (exit, machine.fuel, [at, around])
}

/// Compares all ways with one instruction at a time; whether most of the fuel was used, and how it ended.
fn compare(program: &Arc<Program>, keys: &[u8], round: usize) -> (bool, String) {
    const FUEL: u64 = 8_000;
    let one_by_one = after(program, keys, FUEL, 1, false);
    for slice in [2, 3, 7, 8, 9, 10, 64, u64::MAX] {
        for watch in [false, true] {
            let ended = after(program, keys, FUEL, slice, watch);
            // A loop that never ends may be known as one.
            if ended.0 == Exit::Endless || one_by_one.0 == Exit::Endless {
                continue;
            }
            let is_last = matches!(ended.0, Exit::Repeats | Exit::Active) && one_by_one.0 == Exit::Fuel;
            assert!(
                ended.0 == one_by_one.0 || is_last,
                "round {round}, {slice}, {watch}: {:?} {:?}",
                ended.0,
                one_by_one.0
            );
            assert_eq!(
                (ended.1, &ended.2[0]),
                (one_by_one.1, &one_by_one.2[0]),
                "round {round}, {slice}, {watch}"
            );
            assert!(ended.2[1] == one_by_one.2[1], "round {round}, {slice}, {watch}");
        }
    }

    let ending = format!("{:?}", one_by_one.0);
    let kind = ending.split(['(', ' ']).take(2).collect::<Vec<_>>().join("(");
    (one_by_one.1 < FUEL / 2, kind)
}

/// The image of a program with a word changed.
fn mutant(words: &[u32], random: &mut SplitMix64) -> Vec<u32> {
    let mut words = words.to_vec();
    let at = random.below(words.len());
    words[at] = match random.below(3) {
        0 => random.next_u64() as u32,
        1 => words[random.below(words.len())],
        _ => words[at] ^ 1 << random.below(32),
    };
    words
}

#[test]
fn many_instructions_at_once_do_what_they_do_one_by_one() {
    let source = include_str!("../../../../../reference/arm-falling/connect4.s");
    let Some(crate::machine::Program::Arm(reference)) = assembler::assemble("connect4.s", source.as_bytes()).program
    else {
        panic!("the reference program assembles");
    };
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let words: Vec<u32> = reference.flash.chunks_exact(4).map(word).collect();
    let mut random = SplitMix64::new(15);
    let mut kinds = BTreeSet::new();
    for round in 0..240 {
        let image = match round % 4 {
            0 => random_image(&mut random),
            1 => mutant(BUSY, &mut random),
            _ => mutant(&words, &mut random),
        };
        kinds.insert(compare(&program(&image, None), b"1212126u3", round).1);
    }

    assert!(kinds.len() >= 6, "{kinds:?}");
}

/// An instruction of those that are often met one after the other, on R0 to R3, with R7 at the serial port and R8 and R9 in RAM.
fn random_part(random: &mut SplitMix64) -> u32 {
    let mut register = || random.below(4) as u32;
    let (d, n, m) = (register() << 12, register() << 16, register());
    let number = [0, 1, 1, 2, 7, 48, 255][random.below(7)];
    let base = [0x8_0000, 0x9_0000][random.below(2)];
    let near = random.below(8) as u32;
    let list = 1 + random.below(15) as u32;
    let word = match random.below(30) {
        0..=2 => 0x03A0_0000 | d | number,                             // MOV Rd, #number
        3 => 0x01A0_0000 | d | m,                                      // MOV Rd, Rm
        4 => 0x0280_0000 | n | d | number,                             // ADD Rd, Rn, #number
        5 => 0x0080_0000 | n | d | m,                                  // ADD Rd, Rn, Rm
        6 => 0x0250_0000 | n | d | number,                             // SUBS Rd, Rn, #number
        7 | 8 => 0x0350_0000 | n | number,                             // CMP Rn, #number
        9 => 0x0150_0000 | n | m,                                      // CMP Rn, Rm
        10 => 0x0310_0000 | n | number,                                // TST Rn, #number
        11 => [0x0040_0100, 0x0060_0180][random.below(2)] | n | d | m, // SUB, RSB with a shift
        12 => [0x0000_0090, 0x0020_1090][random.below(2)] | n | m << 8 | d >> 12, // MUL, MLA
        13 => 0x05D0_0000 | base | d | near,                           // LDRB Rd, [base, #near]
        14 => 0x05C0_0000 | base | d | near,                           // STRB Rd, [base, #near]
        15 => 0x0590_0000 | base | d | near,                           // LDR Rd, [base, #near]
        16 => 0x0580_0000 | base | d | near,                           // STR Rd, [base, #near]
        17 => 0x04D9_0001 | d,                                         // LDRB Rd, [R9], #1
        18 => 0x04C9_0001 | d,                                         // STRB Rd, [R9], #1
        19 => [0x0499_0004, 0x0489_0004, 0x05F9_0001, 0x0529_0004][random.below(4)] | d, // and other ways to move R9
        20 => [0x0699_0005, 0x06D9_0005, 0x0689_0005, 0x06C9_0005][random.below(4)] | d, // by R5
        21 => 0x01D8_00D0 | d | near,                                  // LDRSB Rd, [R8, #near]
        22 => 0x05D7_0014 | d,                                         // LDRB Rd, [R7, #0x14]
        23 => [0x05C7_0000, 0x05D7_0000][random.below(2)] | d,         // STRB, LDRB Rd, [R7]
        24 => 0x092D_0000 | list,                                      // STMFD SP!, {..}
        25 => 0x08BD_0000 | list,                                      // LDMFD SP!, {..}
        26 => 0x07D8_0000 | d | m,                                     // LDRB Rd, [R8, Rm]
        27 => 0x0B00_0000,                                             // BL, to be aimed
        _ => 0x0A00_0000 | near,                                       // B, forward or a little back
    };
    let back = if word >> 24 == 0x0A && random.below(2) == 0 {
        0x00FF_FFF4
    } else {
        0
    };
    let condition = [14, 14, 14, 0, 1, random.below(15) as u32][random.below(6)];
    condition << 28 | word | back
}

/// A random program of such instructions, with subroutines that they call.
fn random_parts(random: &mut SplitMix64) -> Vec<u32> {
    // R7 the serial port, R8 and R9 in RAM, SP, R5 = 3.
    let mut words = vec![
        0xE3A0_720E,
        0xE287_7903,
        0xE3A0_8101,
        0xE288_9F40,
        0xE288_DA01,
        0xE3A0_5003,
    ];
    words.extend((0..40).map(|_| random_part(random)));
    words.push(0xEAFF_FFD8);
    let routines = words.len();
    for saved in [0x400F, 0x4006, 0x4000] {
        words.push(0xE92D_0000 | saved);
        words.extend((0..random.below(4)).map(|_| random_part(random) & 0xF0FF_FFFF | 0x0300_0000));
        words.push(0xE8BD_0000 | (saved & 0x3FFF) | 0x8000);
    }
    for (at, word) in words[..routines].iter_mut().enumerate() {
        if *word & 0x0F00_0000 == 0x0B00_0000 {
            *word |= (routines - at - 2) as u32;
        }
    }
    words
}

#[test]
fn instructions_that_are_executed_together_are_those_that_are_there() {
    let mut random = SplitMix64::new(16);
    let (mut long, mut kinds) = (0, BTreeSet::new());
    for round in 0..400 {
        let image = random_parts(&mut random);
        let (is_long, kind) = compare(&program(&image, None), b"1234567", round);
        long += usize::from(is_long);
        kinds.insert(kind);
    }

    assert!(long > 60 && kinds.len() >= 4, "{long} ran for long, {kinds:?}");
}
