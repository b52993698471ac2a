//! Single instructions: against an independent emulator, and against the manual where that does otherwise.

mod corners;

use std::fmt::Write as _;
use std::sync::Arc;

use super::Machine;
use crate::diagnostic::Source;
use crate::machine::arm::Settings;
use crate::machine::arm::exit::Exit;
use crate::machine::arm::isa::Condition;
use crate::machine::arm::op::{Code, Op};
use crate::machine::arm::program::{Kind, Piece, Program, RAM};
use crate::machine::arm::registers::{FLAGS, THUMB};
use crate::splitmix::SplitMix64;

/// Where the instruction is.
const CODE: u32 = 0x100;
/// The part of RAM that the cases use.
const USED: std::ops::Range<u32> = RAM.0 + 0x3E00..RAM.0 + 0xC200;

pub(super) fn program(words: &[u32]) -> Program {
    let flash: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Program {
        source: Arc::new(Source::read("test", b"")),
        pieces: vec![Piece {
            address: 0,
            length: flash.len() as u32,
            kind: Kind::Code,
            line: 0,
        }],
        flash,
        symbols: Vec::new(),
    }
}

/// A machine about to run one instruction; `interpreted` leaves nothing to the fast loop.
pub(super) fn machine(word: u32, interpreted: bool) -> Machine {
    let mut words = vec![0xFFFF_FFFF; CODE as usize / 4];
    words.push(word);
    let mut machine = Machine::new(&program(&words), Settings::default());
    if interpreted {
        let mut ops: Vec<Op> = machine.ops.to_vec();
        for op in &mut ops {
            op.code = Code::Other;
        }
        machine.ops = ops.into();
    }

    machine.pc = CODE;
    machine.fuel = 10;
    machine
}

/// What RAM holds at the start of each case.
fn ram_word(address: u32) -> u32 {
    address.wrapping_mul(0x9E37_79B1) ^ 0x5BD1_E995
}

/// `name=value` in hex, both sides of a line of expectations.
fn assignments(text: &str) -> impl Iterator<Item = (&str, u32)> {
    text.split_whitespace().map(|part| {
        let (name, value) = part.split_once('=').expect("name=value");
        (name, u32::from_str_radix(value, 16).expect("hex"))
    })
}

/// Runs a case and gives what it changed, as the expectations do.
fn run_case(before: &str, interpreted: bool) -> String {
    let mut parts = before.splitn(3, ' ');
    let mut hex = || u32::from_str_radix(parts.next().expect("a number"), 16).expect("hex");
    let (word, seed) = (hex(), hex());
    let mut machine = machine(word, interpreted);
    let mut numbers = SplitMix64::new(u64::from(seed));
    let mut start = [0; 16];

    start[..15].fill_with(|| numbers.next_u64() as u32);
    let flags = numbers.next_u64() as u32;
    for (name, value) in assignments(parts.next().unwrap_or_default()) {
        match name.strip_prefix('r') {
            Some(number) => start[number.parse::<usize>().expect("a number")] = value,
            None => machine.registers.set_saved(value, u32::MAX),
        }
    }

    machine.registers.r = start;
    machine.registers.set_status(flags, FLAGS).expect("flags only");
    for address in USED.step_by(4) {
        machine.memory.store::<false>(address, ram_word(address));
    }

    let exit = machine.step();
    assert_eq!(exit, Exit::Fuel, "{before}");
    let mut changed = String::new();
    let registers = &machine.registers;
    for (number, before) in start.iter().enumerate().take(15) {
        if registers.r[number] != *before {
            let _ = write!(changed, "r{number}={:x} ", registers.r[number]);
        }
    }

    for address in USED.step_by(4) {
        let word = machine.memory.ram(address);
        if word != ram_word(address) {
            let _ = write!(changed, "m{address:x}={word:x} ");
        }
    }

    let _ = write!(changed, "pc={:x} cpsr={:x}", machine.pc, registers.status());
    if !matches!(registers.status() & 0x1F, 0x10 | 0x1F) {
        let _ = write!(changed, " spsr={:x}", registers.saved() & !THUMB);
    }

    changed
}

/// Expectations of Unicorn; `tests/arm_core/differential.py` makes them, and as many more as `C4GRADE_ARM_CORE` names.
#[test]
fn one_instruction_does_what_an_independent_emulator_does() {
    let named = std::env::var("C4GRADE_ARM_CORE").map(|path| std::fs::read_to_string(path).expect("it is there"));
    let text = named.unwrap_or_else(|_| include_str!("../../../../tests/data/arm-core.txt").to_owned());
    let mut differences = String::new();
    let mut count = 0;

    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (before, expected) = line.split_once(" > ").expect("two sides");
        for interpreted in [false, true] {
            let ours = run_case(before, interpreted);
            if ours != expected {
                let _ = writeln!(differences, "{before}\n  {ours}\n  {expected}");
            }
        }
        count += 1;
    }

    assert!(count >= 4_000, "{count} cases");
    let first: String = differences.split_inclusive('\n').take(30).collect();
    assert!(
        differences.is_empty(),
        "{} differ:\n{first}",
        differences.lines().count() / 3
    );
}

#[test]
fn every_condition_is_met_as_the_manual_has_it() {
    // DDI 0100, A3.2.1, written out: for each condition, bit n is set where flags n (N, Z, C, V) meet it.
    let met: [u16; 15] = [
        0xF0F0, 0x0F0F, 0xCCCC, 0x3333, 0xFF00, 0x00FF, 0xAAAA, 0x5555, 0x0C0C, 0xF3F3, 0xAA55, 0x55AA, 0x0A05, 0xF5FA,
        0xFFFF,
    ];
    for condition in Condition::ALL {
        for flags in 0..16u32 {
            let word = u32::from(condition.code()) << 28 | 0x03A0_0001; // MOV<cond> R0, #1
            let mut machine = machine(word, false);
            machine.registers.set_status(flags << 28, FLAGS).expect("flags only");
            machine.step();
            let expected = u32::from(met[usize::from(condition.code())] >> flags & 1);
            assert_eq!(machine.registers.r[0], expected, "{condition:?} {flags:04b}");
        }
    }
}
