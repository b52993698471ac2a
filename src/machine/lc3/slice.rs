//! What the first wrong byte of a run was computed from: a run is followed one instruction at a time, and then back, from value to
//! value and from branch to branch.

use std::collections::BTreeMap;

use super::cpu::Machine;
use super::op::{Code, Op};
use super::{os, ready};
use crate::machine::patch::Slice;
use crate::machine::replay::Exit;

/// What a step depends on at most: two registers, the condition codes, a word of memory, and a branch.
const INPUTS: usize = 5;
/// How far away each of them is: what a branch decided is less certain to matter.
const FAR: [u32; INPUTS] = [1, 1, 1, 1, 3];
/// Subroutines that are followed into each other.
const DEEPEST: usize = 64;
/// The condition codes among what is live: after the eight registers.
const CONDITIONS: u16 = 1 << 8;

/// An instruction that ran.
#[derive(Debug, Clone, Copy)]
struct Step {
    at: u16,
    /// The steps that it depends on, each with what comes from there.
    inputs: [Option<(u32, Place)>; INPUTS],
    /// The registers that it sets.
    gives: u16,
}

/// Where a value is between two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Register(u8),
    Conditions,
    Elsewhere,
}

/// Which steps gave the values that registers and words hold, and which branches led here.
#[derive(Debug)]
struct Known {
    registers: [Option<u32>; 8],
    conditions: Option<u32>,
    words: BTreeMap<u16, u32>,
    /// The last branch of each open subroutine, or its call.
    branches: Vec<Option<u32>>,
}

/// Follows a run until more bytes are printed than are right, or for so many instructions.
pub fn slice(machine: &mut Machine, instructions: u64, right: usize) -> Slice {
    let mut steps: Vec<Step> = Vec::new();
    let mut known = Known {
        registers: [None; 8],
        conditions: None,
        words: BTreeMap::new(),
        branches: vec![None],
    };
    let mut wrong = None;
    let mut stores_in_system = false;
    for number in 0..instructions as u32 {
        let at = machine.cpu.pc;
        let op = Op::decode(machine.memory.words[usize::from(at)]);
        let op = if machine.memory.ops[usize::from(at)].own == ready::Step::Native {
            Op::bare(Code::Native)
        } else {
            op
        };
        let (read, written) = words(machine, at, op);
        stores_in_system |= written.is_some_and(|written| written < os::USER_START);
        let printing = machine.cpu.registers[0];
        let printed = machine.console.output.bytes.len();

        let mut step = known.inputs(at, op, read);
        let exit = machine.run::<false>(1);
        let now = machine.console.output.bytes.len();
        if now > right {
            // Of a text that is printed, the wrong character.
            let of_text = printing.wrapping_add((right.max(printed) - printed) as u16);
            step.inputs[3] = known.words.get(&of_text).map(|by| (*by, Place::Elsewhere));
            step.inputs[0] = known.registers[0].map(|by| (by, Place::Register(0)));
            wrong = Some(number);
        }
        steps.push(step);
        known.note(number, op, written);
        if wrong.is_some() || !matches!(exit, Exit::Fuel) {
            break;
        }
    }
    let from = wrong.or_else(|| (steps.len() as u32).checked_sub(1));
    Slice {
        stores_in_system,
        ..back(&steps, from)
    }
}

/// The word that an instruction reads, and the one that it writes.
fn words(machine: &Machine, at: u16, op: Op) -> (Option<u16>, Option<u16>) {
    let here = at.wrapping_add(1).wrapping_add(op.value);
    let word = |at: u16| machine.memory.words[usize::from(at)];
    let based = machine.cpu.registers[usize::from(op.b & 7)].wrapping_add(op.value);
    match op.code {
        Code::Ld => (Some(here), None),
        Code::Ldi => (Some(word(here)), None),
        Code::Ldr => (Some(based), None),
        Code::St => (None, Some(here)),
        Code::Sti => (None, Some(word(here))),
        Code::Str => (None, Some(based)),
        _ => (None, None),
    }
}

impl Known {
    fn inputs(&self, at: u16, op: Op, read: Option<u16>) -> Step {
        let [first, second] = reads(op);
        let register = |number: Option<u8>| {
            let number = number? & 7;
            Some((self.registers[usize::from(number)]?, Place::Register(number)))
        };
        let conditions = self.conditions.filter(|_| op.code == Code::Br && op.a & 7 != 7);
        let word = read.and_then(|read| self.words.get(&read));
        let branch = self.branches.last().copied().flatten();
        Step {
            at,
            inputs: [
                register(first),
                register(second),
                conditions.map(|by| (by, Place::Conditions)),
                word.map(|by| (*by, Place::Elsewhere)),
                branch.map(|by| (by, Place::Elsewhere)),
            ],
            gives: given(op),
        }
    }

    fn note(&mut self, number: u32, op: Op, written: Option<u16>) {
        if let Some(register) = op.writes().filter(|register| op.code != Code::Trap || *register == 0) {
            self.registers[usize::from(register)] = Some(number);
        }
        if op.sets_conditions() && op.code != Code::Trap {
            self.conditions = Some(number);
        }
        if let Some(word) = written {
            self.words.insert(word, number);
        }
        match op.code {
            Code::Br if op.a & 7 != 7 => {
                if let Some(last) = self.branches.last_mut() {
                    *last = Some(number);
                }
            }
            Code::Jsr | Code::Jsrr if self.branches.len() < DEEPEST => self.branches.push(Some(number)),
            Code::Jmp if op.b == 7 && self.branches.len() > 1 => {
                self.branches.pop();
            }
            _ => {}
        }
    }
}

/// The registers that an instruction reads.
fn reads(op: Op) -> [Option<u8>; 2] {
    match op.code {
        Code::Add | Code::And => [Some(op.b), Some(op.c)],
        Code::AddValue | Code::AndValue | Code::Not | Code::Ldr | Code::Jmp | Code::Jsrr => [Some(op.b), None],
        Code::St | Code::Sti => [Some(op.a), None],
        Code::Str => [Some(op.a), Some(op.b)],
        _ => [None, None],
    }
}

/// What a step depends on, the nearest first; and which registers hold a part of it, by the instructions that run meanwhile.
fn back(steps: &[Step], from: Option<u32>) -> Slice {
    let Some(from) = from else { return Slice::default() };
    // All of a step's inputs come before it.
    let mut distance = vec![u32::MAX; steps.len()];
    distance[from as usize] = 0;
    for number in (0..=from).rev() {
        let own = distance[number as usize];
        if own == u32::MAX {
            continue;
        }
        let inputs = &steps[number as usize].inputs;
        for (input, far) in inputs.iter().zip(FAR) {
            if let Some((input, _)) = input {
                let known = &mut distance[*input as usize];
                *known = (*known).min(own + far);
            }
        }
    }

    let mut nearest: BTreeMap<u16, (u32, u32)> = BTreeMap::new();
    let mut live: BTreeMap<u32, u16> = BTreeMap::new();
    let mut held = 0;
    for number in (0..=from).rev() {
        let Step { at, inputs, gives } = &steps[number as usize];
        let about = live.entry((*at).into()).or_default();
        *about |= held;
        held &= !gives;
        let distance = distance[number as usize];
        if distance != u32::MAX {
            inputs.iter().flatten().for_each(|(_, place)| held |= bit(*place));
            let nearest = nearest.entry(*at).or_insert((distance, from - number));
            *nearest = (*nearest).min((distance, from - number));
        }
        *about |= held;
    }

    let mut addresses: Vec<(u32, u32, u16)> = nearest.into_iter().map(|(at, (far, ago))| (far, ago, at)).collect();
    addresses.sort_unstable();
    Slice {
        addresses: addresses.into_iter().map(|(.., at)| at.into()).collect(),
        live,
        stores_in_system: false,
    }
}

fn bit(place: Place) -> u16 {
    match place {
        Place::Register(register) => 1 << register,
        Place::Conditions => CONDITIONS,
        Place::Elsewhere => 0,
    }
}

/// What an instruction may change of what a later one reads, as in [`Slice::live`]. Everything, where it writes memory, prints, or
/// goes elsewhere.
pub fn gives(op: Op) -> u16 {
    match op.code {
        Code::Br | Code::Jmp | Code::Jsr | Code::Jsrr | Code::St | Code::Sti | Code::Str | Code::Trap => u16::MAX,
        _ => given(op),
    }
}

/// What an instruction reads, as in [`Slice::live`].
pub fn taken(op: Op) -> u16 {
    let registers = reads(op).into_iter().flatten();
    let registers = registers.fold(0, |all, register| all | 1 << (register & 7));
    match op.code {
        Code::Br if op.a & 7 != 7 => CONDITIONS,
        Code::Trap if matches!(op.value, 0x21 | 0x22) => 1,
        _ => registers,
    }
}

/// What an instruction sets, as in [`Slice::live`].
pub fn given(op: Op) -> u16 {
    let register = op.writes().map_or(0, |register| 1 << register);
    register | if op.sets_conditions() { CONDITIONS } else { 0 }
}
