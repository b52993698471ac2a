//! Skipping a loop and running it turn by turn must come to the same, on any loop.

use super::Machine;
use crate::diagnostic::Source;
use crate::machine::arm::Settings;
use crate::machine::arm::exit::Exit;
use crate::machine::arm::op::Code;
use crate::machine::arm::program::{Kind, Piece, Program, RAM};
use crate::splitmix::SplitMix64;
use std::sync::Arc;

const UART: u32 = 0xE000_C000;

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

/// What a loop finds beside its registers.
#[derive(Debug, Clone, Default)]
struct Surroundings {
    /// A text in RAM, and how far from its beginning.
    text: (u32, Vec<u8>),
    keys: Vec<u8>,
    /// Bytes that may be printed.
    cap: usize,
    fifo: bool,
}

/// Runs a loop to its end, and then once more from another character and other numbers: what was found out about it before must not
/// matter.
fn run(machine: &mut Machine, registers: &[u32], around: &Surroundings, watch: bool) -> Exit {
    machine.registers.r[..registers.len()].copy_from_slice(registers);
    machine.registers.r[7] = UART;
    machine.registers.r[8] = RAM.0 + 0x100;
    machine.registers.r[13] = RAM.0 + 0x200;
    for (at, byte) in (around.text.0..).zip(&around.text.1) {
        let _ = machine.store::<false>(RAM.0 + at, 0xFF, u32::from(*byte), 0);
    }

    machine.console.keys.clone_from(&around.keys);
    machine.console.cap = around.cap;
    let fifo = machine.uart.store(8, u8::from(around.fifo), &mut machine.console);
    assert!(fifo.is_ok());
    let exit = run_on(machine, watch);
    if exit != Exit::Halted || registers.len() < 3 {
        return exit;
    }

    machine.registers.r[..registers.len()].copy_from_slice(registers);
    machine.registers.r[1] = registers[1].wrapping_add(1);
    machine.registers.r[2..registers.len()].rotate_left(1);
    machine.pc = 0;
    run_on(machine, watch)
}

/// Runs to the end.
fn run_on(machine: &mut Machine, watch: bool) -> Exit {
    machine.memory.set_checkpoint();
    loop {
        let exit = if watch {
            machine.run::<true>(u64::MAX)
        } else {
            machine.run::<false>(u64::MAX)
        };
        if exit != Exit::Active {
            return exit;
        }
    }
}

fn assert_same(words: &[u32], registers: &[u32], fuel: u64) -> u64 {
    assert_same_around(words, registers, &Surroundings::default(), fuel).0
}

/// How many instructions ran, and how many of them were skipped.
fn assert_same_around(words: &[u32], registers: &[u32], around: &Surroundings, fuel: u64) -> (u64, u64) {
    let mut stepped = machine(words, fuel, false);
    let expected = run(&mut stepped, registers, around, false);
    let mut saved = 0;
    for watch in [true, false] {
        let mut skipped = machine(words, fuel, true);
        let exit = run(&mut skipped, registers, around, watch);
        saved = skipped.skipped;
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
        assert_eq!(
            at_port(&skipped),
            at_port(&stepped),
            "{words:08X?} {registers:X?} {around:?} {fuel}"
        );
    }

    (fuel - stepped.fuel, saved)
}

/// All that is kept of the console and the serial port.
fn at_port(machine: &Machine) -> String {
    let Machine {
        uart,
        console,
        overrun_from,
        noted,
        ..
    } = machine;
    format!("{uart:?} {console:?} {overrun_from:?} {noted:?}")
}

/// An instruction such as counting loops are made of, on R0 to R5, the words at R8 and the line status.
fn random_instruction(random: &mut SplitMix64) -> u32 {
    let mut register = || random.below(6) as u32;
    let (d, n, m) = (register(), register(), register());
    let number = [0, 1, 1, 1, 2, 3, 7, 255][random.below(8)];
    let word = match random.below(18) {
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
        15 => 0x05D8_0000 | d << 12 | random.below(6) as u32, // LDRB Rd, [R8, #0..5]
        16 => [0x0597_0014, 0x05D7_0014][random.below(2)] | d << 12, // LDR or LDRB Rd, [R7, #0x14]
        _ => 0x0370_0000 | n << 16 | number,               // CMN Rn, #number
    };

    let condition = if random.below(8) == 0 {
        random.below(15) as u32
    } else {
        14
    };

    condition << 28 | word
}

/// A loop of a few instructions, some with a call or a way out, and `B .` after it.
fn random_loop(random: &mut SplitMix64) -> Vec<u32> {
    const CALL: u32 = 0xEB00_0000;
    let length = 1 + random.below(5);
    let mut words: Vec<u32> = (0..length).map(|_| random_instruction(random)).collect();
    if random.below(4) == 0 {
        words.insert(random.below(length + 1), CALL);
    }
    let length = words.len();
    if random.below(3) == 0 {
        let at = 1 + random.below(length);
        let condition = random.below(14) as u32;
        words.insert(at, condition << 28 | 0x0A00_0000 | (length - at) as u32);
    }

    let condition = if random.below(4) == 0 {
        14
    } else {
        random.below(14) as u32
    };
    words.push(branch(condition << 28 | 0x0A00_0000, words.len(), 0));
    words.push(0xEAFF_FFFE);

    let routine = words.len();
    if let Some(at) = words.iter().position(|word| *word == CALL) {
        words[at] = branch(CALL, at, routine);
        let (saves, restores): (&[u32], &[u32]) = [
            (&[][..], &[0xE12F_FF1E][..]),            // BX LR
            (&[0xE92D_4006][..], &[0xE8BD_8006][..]), // STMFD SP!, {R1, R2, LR}; LDMFD SP!, {R1, R2, PC}
        ][random.below(2)];
        words.extend(saves);
        words.extend((0..random.below(3)).map(|_| random_instruction(random)));
        words.extend(restores);
    }
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
        let around = Surroundings {
            keys: [vec![], vec![b'1']][random.below(2)].clone(),
            ..Surroundings::default()
        };
        let ran = assert_same_around(&words, &registers, &around, fuel).0;
        long += u64::from(ran > 2_000);
        all += 1;
    }

    assert!(long * 4 > all, "{long} of {all} loops are long ones");
}

/// A loop that reads the bytes at R1 and prints them in one of many ways, and `B .` after it, then a text.
fn random_text_loop(random: &mut SplitMix64, text: &[u8]) -> Vec<u32> {
    const CALL: u32 = 0x0B00_0000;
    const OUT: u32 = 0x0A00_0000;
    let mut words = Vec::new();
    if random.below(6) == 0 {
        words.push(random_instruction(random));
    }
    words.extend(
        [
            &[0xE4D1_0001][..],          // LDRB R0, [R1], #1
            &[0xE5D1_0000, 0xE281_1001], // LDRB R0, [R1]; ADD R1, R1, #1
            &[0xE7D1_0002, 0xE282_2001], // LDRB R0, [R1, R2]; ADD R2, R2, #1
            &[0xE4D1_3001, 0xE1A0_0003], // LDRB R3, [R1], #1; MOV R0, R3
            &[0xE5D1_0000, 0xE241_1001], // LDRB R0, [R1]; SUB R1, R1, #1
            &[0xE5D1_0000],              // LDRB R0, [R1]
        ][random.below(6)],
    );

    let number = [0, 0, 0, 10, 32, 97][random.below(6)];
    words.extend(
        [
            &[0xE350_0000 | number, OUT][..],                       // CMP R0, #number; BEQ out
            &[0xE330_0000 | number, OUT],                           // TEQ R0, #number; BEQ out
            &[0xE1B0_0000, OUT],                                    // MOVS R0, R0; BEQ out
            &[0xE200_00FF, 0xE350_0000 | number, OUT],              // AND R0, R0, #255; CMP; BEQ out
            &[0xE350_0000, OUT, 0xE350_0000 | number, 0x0285_5001], // a count of one character, too
            &[0xE310_0000 | number, 0x1284_4001],                   // TST R0, #number; ADDNE R4, R4, #1
            &[0xE250_0000 | number, 0x0A00_0000],                   // SUBS R0, R0, #number; BEQ out
        ][random.below(7)],
    );

    let is_called = random.below(3) > 0;
    let put: &[u32] = [
        &[0xE5C7_0000][..],                                                 // STRB R0, [R7]
        &[0xE587_0000],                                                     // STR R0, [R7]
        &[0xE5D7_2014, 0xE312_0020, 0x0AFF_FFFC, 0xE5C7_0000],              // wait for the transmitter
        &[0xE5C7_0000, 0xE5D7_2014, 0xE312_0020, 0x0AFF_FFFC],              // and afterwards
        &[0xE5D7_2014, 0xE5D7_2014, 0xE5C7_0000, 0xE3A0_3020, 0xE5C7_3000], // two bytes
        &[],
    ][random.below(6)];
    if is_called {
        words.push(0xE000_0000 | CALL);
    } else {
        words.extend(put);
    }
    if random.below(6) == 0 {
        words.push(random_instruction(random));
    }

    let condition = [14, 14, 14, 1, 2][random.below(5)];
    words.push(branch(condition << 28 | OUT, words.len(), 0));
    let out = words.len();
    words.push(0xEAFF_FFFE);

    let routine = words.len();
    let (saves, restores): (&[u32], &[u32]) = [
        (&[][..], &[0xE12F_FF1E][..]),            // BX LR
        (&[][..], &[0xE1A0_F00E][..]),            // MOV PC, LR
        (&[0xE92D_4006][..], &[0xE8BD_8006][..]), // STMFD SP!, {R1, R2, LR}; LDMFD SP!, {R1, R2, PC}
        (&[0xE92D_400D][..], &[0xE8BD_400D, 0xE12F_FF1E][..]),
    ][random.below(4)];
    words.extend(saves);
    words.extend(put);
    words.extend(restores);

    for (at, word) in words.iter_mut().enumerate().take(routine) {
        if *word & 0x0FFF_FFFF == CALL {
            *word = branch(*word, at, routine);
        } else if *word == OUT {
            *word = branch(OUT, at, out);
        }
    }
    words.extend(text.chunks(4).map(|bytes| {
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
    }));
    words
}

/// A branch from one place to another.
fn branch(word: u32, at: usize, to: usize) -> u32 {
    word | (to as i32 - at as i32 - 2) as u32 & 0x00FF_FFFF
}

#[test]
fn a_skipped_text_leaves_what_printing_it_leaves() {
    let mut random = SplitMix64::new(7);
    let (mut long, mut skipped) = (0, 0);
    for round in 0..6_000 {
        let length = random.below(90);
        let mut text: Vec<u8> = (0..length)
            .map(|_| [b'a', b'b', b' ', b'0', b'O', b'Y', b'R', 200][random.below(8)])
            .collect();
        for _ in 0..random.below(3) {
            text.push(10);
            text.extend((0..random.below(40)).map(|_| b'.'));
        }
        text.push(0);

        let words = random_text_loop(&mut random, &text);
        let in_flash = (words.len() - text.len().div_ceil(4)) as u32 * 4;
        let in_ram = [0x300, 0x1E0, 0x1F5][random.below(3)];
        let starts = [in_flash, RAM.0 + in_ram, RAM.0 + in_ram + text.len() as u32 - 2];
        let mut registers: Vec<u32> = (0..6).map(|_| random.below(50) as u32).collect();
        registers[1] = starts[random.below(3)];
        registers[2] = 0;
        let around = Surroundings {
            text: (in_ram, text),
            keys: [vec![], vec![b'1']][random.below(2)].clone(),
            cap: [10_000, 10_000, 30, 31 + round % 64][random.below(4)],
            fifo: random.below(2) == 0,
        };
        let fuel = [100_000, 100_000, 100 + round as u64 % 1_000][random.below(3)];
        let (ran, saved) = assert_same_around(&words, &registers, &around, fuel);
        long += u64::from(ran > 300);
        skipped += u64::from(saved > 0);
    }

    assert!(
        skipped * 3 > long && long > 2_000,
        "{skipped} of {long} texts are skipped"
    );
}

#[test]
fn the_pauses_that_students_write_cost_next_to_nothing() {
    let pauses: [&[u32]; 5] = [
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
        // BL tick; BNE; and tick: SUBS R0, R0, #1; BX LR
        &[0xEB00_0001, 0x1AFF_FFFD, 0xEAFF_FFFE, 0xE250_0001, 0xE12F_FF1E],
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
fn waiting_for_a_key_costs_next_to_nothing() {
    // LDRB R2, [R7, #0x14]; TST R2, #1; BEQ
    let mut waits = machine(&[0xE5D7_2014, 0xE312_0001, 0x0AFF_FFFC, 0xEAFF_FFFE], 1 << 40, true);
    waits.registers.r[7] = UART;
    assert_eq!(waits.run::<false>(1 << 14), Exit::KeyWanted);
    assert_eq!(
        (1_u64 << 40) - waits.fuel,
        1_999 * 3,
        "as many looks as without skipping"
    );
    assert!(waits.skipped > 5_900);
}

#[test]
fn a_loop_that_counts_for_ever_is_known_as_endless() {
    for words in [
        &[0xE280_0001, 0xEAFF_FFFD][..],
        &[0xE280_0001, 0xE351_0000, 0x0AFF_FFFC],
        // LDRB R0, [R1]; CMP R0, #0; BEQ
        &[0xE5D1_0000, 0xE350_0000, 0x0AFF_FFFC],
    ] {
        let mut machine = machine(words, 1 << 40, true);
        assert_eq!(machine.run::<false>(1_000), Exit::Endless);
    }
}
