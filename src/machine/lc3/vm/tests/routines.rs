//! The trap services that run at once do what the routines do instruction by instruction.

use std::sync::Arc;

use crate::machine::lc3::cpu::conditions;
use crate::machine::lc3::os::{DEVICES, USER_START};
use crate::machine::lc3::vm::Session;
use crate::machine::lc3::{Banner, Program, Routines, Settings, Traps, assembler};
use crate::machine::{Ending, Limits, Run};
use crate::splitmix::SplitMix64;

const BANNERS: [Banner; 4] = [Banner::Lc3sim, Banner::Lc3tools, Banner::Lc3edit, Banner::None];
const STARTER: &str = include_str!("../../../../../reference/lc3-starter/connect4.asm");
const LIMITS: Limits = Limits {
    instructions: 10_000_000,
    output: 1 << 20,
};

/// Words that traps print: with and without a high byte, and both ends of a text of pairs.
const TEXT: [u16; 12] = [
    0x0041, 0x1242, 0xFF43, 0, 0x6261, 0x6463, 0x0065, 0x0700, 0, 0x8180, 0x000A, 0,
];

fn program(name: &str, bytes: &[u8]) -> Arc<Program> {
    let build = assembler::assemble(name, bytes);
    let Some(crate::machine::Program::Lc3(program)) = build.program else {
        panic!("does not assemble: {:?}", build.diagnostics);
    };
    program
}

/// An object file that calls trap services between other instructions and ends in an illegal opcode.
fn calls(random: &mut SplitMix64) -> Vec<u8> {
    let mut code = Vec::new();
    let length = 60;
    while code.len() < length {
        match random.below(12) {
            0 => code.push(0xF020),
            1 | 2 => code.push(0xF021),
            3 if random.below(3) == 0 => code.push(0xF023),
            4 if random.below(8) == 0 => code.push(0xF025),
            5..=7 => {
                let distance = length + 2 - code.len() + random.below(TEXT.len());
                code.push(0xE000 | distance as u16);
                code.push([0xF022, 0xF024][random.below(2)]);
            }
            8 => code.push(0x5020 | (random.below(8) as u16 * 0x240)),
            9 => code.extend([0x0001 | (random.below(8) as u16) << 9, 0x1DA1]),
            _ => code.push(0x1020 | (random.next_u64() as u16 & 0x0FDF)),
        }
    }

    code.resize(length + 2, 0xD000);
    let words = std::iter::once(USER_START).chain(code).chain(TEXT);
    words.flat_map(u16::to_be_bytes).collect()
}

/// What a program can feel, where it did not stop within a routine. The device registers are not compared: a key that a
/// service took at once is not in the keyboard's data register afterwards.
#[derive(Debug, PartialEq, Eq)]
struct State {
    registers: [u16; 8],
    conditions: u8,
    pc: u16,
    words: Vec<u16>,
}

fn play(program: &Arc<Program>, keys: &[u8], settings: Settings) -> (Run, Option<State>) {
    let mut session = Session::new(Arc::clone(program), settings);
    let run = session.play(keys, LIMITS);
    let machine = &session.0.emulator.machine;
    let state = (run.stop.ending == Ending::Crashed).then(|| State {
        registers: machine.cpu.registers,
        conditions: conditions(machine.cpu.condition),
        pc: machine.cpu.pc,
        words: machine.memory.words[usize::from(USER_START)..usize::from(DEVICES)].to_vec(),
    });
    (run, state)
}

#[test]
fn services_leave_what_their_routines_leave() {
    let mut random = SplitMix64::new(2025);
    let mut endings = std::collections::BTreeMap::new();
    for round in 0..600 {
        let image = calls(&mut random);
        let program = program("calls.obj", &image);
        let keys: Vec<u8> = (0..random.below(12)).map(|_| random.next_u64() as u8).collect();
        let native = Settings {
            traps: [Traps::OverwriteR7, Traps::KeepR7][round % 2],
            banner: BANNERS[round / 2 % 4],
            ..Settings::default()
        };
        let emulated = Settings {
            routines: Routines::Emulated,
            ..native
        };

        let (at_once, left) = play(&program, &keys, native);
        let (stepped, left_by_code) = play(&program, &keys, emulated);
        let about = format!("round {round}, {native:?}, keys {keys:?}, {image:02X?}");
        assert_eq!(at_once.stop.ending, stepped.stop.ending, "{about}");
        assert_eq!(at_once.output.bytes, stepped.output.bytes, "{about}");
        assert_eq!(at_once.output.key_marks, stepped.output.key_marks, "{about}");
        assert_eq!(left, left_by_code, "{about}");
        *endings.entry(at_once.stop.ending).or_insert(0) += 1;
    }

    for ending in [Ending::Crashed, Ending::Halted, Ending::Waiting] {
        assert!(endings.get(&ending) > Some(&50), "{endings:?}");
    }
}

#[test]
fn a_game_is_the_same_with_both() {
    let program = program("connect4.asm", STARTER.as_bytes());
    for traps in [Traps::OverwriteR7, Traps::KeepR7] {
        for keys in ["1213141", "0x7112233445566", "111111122"] {
            let of = |routines| {
                let settings = Settings {
                    traps,
                    routines,
                    ..Settings::default()
                };
                play(&program, keys.as_bytes(), settings).0
            };
            let (native, emulated) = (of(Routines::Native), of(Routines::Emulated));
            assert_eq!(native.output.bytes, emulated.output.bytes, "{traps:?} {keys}");
            assert_eq!(native.stop.ending, emulated.stop.ending, "{traps:?} {keys}");
            assert!(emulated.instructions > native.instructions, "the routines run");
        }
    }
}
