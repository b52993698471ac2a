//! What the first wrong byte of a run was computed from, on the ARM7TDMI: what each instruction reads and writes.

use super::cpu::Machine;
use super::exit::Exit;
use super::isa::{Condition, Instruction, Operation, Register, Unit};
use crate::machine::origin::{CONDITIONS, Flow, Origins, Work};
use crate::machine::patch::Slice;

const LINK: u32 = 1 << 14;
const COUNTER: u32 = 1 << 15;

/// Follows a run until more bytes are printed than are right, or for so many instructions.
pub fn slice(machine: &mut Machine, instructions: u64, right: usize) -> Slice {
    let mut origins = Origins::with_room(instructions);
    for _ in 0..instructions {
        let at = machine.pc;
        let instruction = machine.memory.word(at).and_then(Instruction::decode);
        let works = instruction.map_or_else(Vec::new, |instruction| works(machine, at, instruction));
        let exit = machine.run::<false>(1);
        for work in works {
            origins.note(at, work);
        }
        if machine.console.output.bytes.len() > right || exit != Exit::Fuel {
            break;
        }
    }
    origins.slice()
}

/// What an instruction does that is about to run; that of several words for each of them.
fn works(machine: &Machine, at: u32, instruction: Instruction) -> Vec<Work> {
    let Instruction { condition, operation } = instruction;
    let mut work = Work {
        reads: computed_with(operation),
        sets: given(instruction),
        flow: flow(instruction),
        ..Work::default()
    };
    if condition != Condition::Al {
        // Where the condition does not hold, everything stays as it is: that was decided by the flags.
        work.reads |= CONDITIONS | work.sets;
        if !machine.registers.flags.hold(condition) {
            work.flow = if work.flow == Flow::On { Flow::On } else { Flow::Decides };
            return vec![only_registers(work)];
        }
    }

    match operation {
        Operation::Transfer { load, unit, rd, .. } => {
            let (address, _) = machine.transfer_address(at, operation);
            let moved = match unit {
                Unit::Word => (address & !3, 4),
                Unit::Half | Unit::SignedHalf => (address & !1, 2),
                Unit::Byte | Unit::SignedByte => (address, 1),
            };
            vec![only_registers(with_moved(work, load, rd, moved))]
        }
        Operation::Block { load, list, .. } => {
            let (lowest, _) = machine.block_addresses(at, operation);
            let base = Work {
                sets: work.sets & !u32::from(list),
                flow: Flow::On,
                ..work
            };
            let registers = (0..16).filter(|register| list >> register & 1 != 0);
            let moved = registers.zip(0_u32..).map(|(register, word)| {
                let own = Work {
                    sets: 0,
                    flow: if register == 15 { work.flow } else { Flow::On },
                    ..work
                };
                let address = (lowest & !3).wrapping_add(word * 4);
                only_registers(with_moved(own, load, register, (address, 4)))
            });
            moved.chain([only_registers(base)]).collect()
        }
        _ => vec![only_registers(work)],
    }
}

/// The registers, and the flags, from which an operation makes addresses and results.
fn computed_with(operation: Operation) -> u32 {
    let effect = operation.effect();
    let keeps_some = effect.keeps_flags && effect.sets_flags;
    let flags = if effect.reads_flags || keeps_some {
        CONDITIONS
    } else {
        0
    };
    bits(effect.reads.into_iter().chain(effect.addresses).flatten()) | flags
}

/// What an instruction reads, as in [`Slice::live`].
pub fn taken(Instruction { condition, operation }: Instruction) -> u32 {
    let stored = match operation {
        Operation::Transfer { load: false, rd, .. } => bits([rd]),
        Operation::Block { load: false, list, .. } => u32::from(list),
        _ => 0,
    };
    let flags = if condition == Condition::Al { 0 } else { CONDITIONS };
    computed_with(operation) | stored | flags
}

/// What an instruction sets, as in [`Slice::live`].
pub fn given(Instruction { operation, .. }: Instruction) -> u32 {
    let effect = operation.effect();
    u32::from(effect.writes) | if effect.sets_flags { CONDITIONS } else { 0 }
}

/// The same, which loads a register or stores it.
fn with_moved(work: Work, load: bool, register: Register, moved: (u32, u32)) -> Work {
    let register = bits([register]);
    if load {
        Work {
            loads: Some(moved),
            sets: work.sets | register,
            ..work
        }
    } else {
        Work {
            stores: Some(moved),
            reads: work.reads | register,
            ..work
        }
    }
}

/// Where an instruction may lead.
fn flow(Instruction { condition, operation }: Instruction) -> Flow {
    let goes_back = match operation {
        Operation::BranchExchange { rm } => rm == 14,
        Operation::Block { load, rn, list, .. } => load && rn == 13 && u32::from(list) & COUNTER != 0,
        Operation::Transfer { load, rd, rn, .. } => load && rn == 13 && rd == 15,
        Operation::Data { .. } => {
            operation.effect().writes(15) && bits(operation.effect().reads.into_iter().flatten()) == LINK
        }
        _ => false,
    };
    match operation {
        _ if goes_back => Flow::Returns,
        Operation::Branch { link: true, .. } => Flow::Calls,
        Operation::Branch { .. } if condition == Condition::Al => Flow::On,
        Operation::Branch { .. } => Flow::Decides,
        _ if operation.effect().writes(15) => Flow::Decides,
        _ => Flow::On,
    }
}

fn bits(registers: impl IntoIterator<Item = Register>) -> u32 {
    let registers = registers.into_iter();
    registers.fold(0, |all, register| all | 1 << (register & 15))
}

/// The same without the program counter, which no instruction gives to another one.
fn only_registers(work: Work) -> Work {
    Work {
        reads: work.reads & !COUNTER,
        sets: work.sets & !COUNTER,
        ..work
    }
}
