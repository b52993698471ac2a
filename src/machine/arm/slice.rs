//! What the first wrong byte of a run was computed from, on the ARM7TDMI: what each instruction reads and writes.

use super::cpu::Machine;
use super::exit::Exit;
use super::isa::{Condition, Instruction, Operation, Register, Unit};
use crate::machine::slice::{CONDITIONS, Flow, History, Slice, Uses};

const LINK: u32 = 1 << 14;
const COUNTER: u32 = 1 << 15;

/// Follows a run until more bytes are printed than are right, or for so many instructions.
pub fn slice(machine: &mut Machine, instructions: u64, right: usize) -> Slice {
    let mut history = History::with_room(instructions);
    for _ in 0..instructions {
        let at = machine.pc;
        let instruction = machine.memory.word(at).and_then(Instruction::decode);
        let all_uses = instruction.map_or_else(Vec::new, |instruction| all_uses(machine, at, instruction));
        let exit = machine.run::<false>(1);
        for uses in all_uses {
            history.note(at, uses);
        }
        if machine.console.output.bytes.len() > right || exit != Exit::Fuel {
            break;
        }
    }
    history.slice()
}

/// What an instruction does that is about to run; that of several words for each of them.
fn all_uses(machine: &Machine, at: u32, instruction: Instruction) -> Vec<Uses> {
    let Instruction { condition, operation } = instruction;
    let mut uses = Uses {
        reads: computed_with(operation),
        sets: given(instruction),
        flow: flow(instruction),
        ..Uses::default()
    };
    if condition != Condition::Al {
        // Where the condition does not hold, everything stays as it is: that was decided by the flags.
        uses.reads |= CONDITIONS | uses.sets;
        if !machine.registers.flags.hold(condition) {
            uses.flow = if uses.flow == Flow::On { Flow::On } else { Flow::Decides };
            return vec![only_registers(uses)];
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
            vec![only_registers(with_moved(uses, load, rd, moved))]
        }
        Operation::Block { load, list, .. } => {
            let (lowest, _) = machine.block_addresses(at, operation);
            let base = Uses {
                sets: uses.sets & !u32::from(list),
                flow: Flow::On,
                ..uses
            };
            let registers = (0..16).filter(|register| list >> register & 1 != 0);
            let moved = registers.zip(0_u32..).map(|(register, word)| {
                let own = Uses {
                    sets: 0,
                    flow: if register == 15 { uses.flow } else { Flow::On },
                    ..uses
                };
                let address = (lowest & !3).wrapping_add(word * 4);
                only_registers(with_moved(own, load, register, (address, 4)))
            });
            moved.chain([only_registers(base)]).collect()
        }
        _ => vec![only_registers(uses)],
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
fn with_moved(uses: Uses, load: bool, register: Register, moved: (u32, u32)) -> Uses {
    let register = bits([register]);
    if load {
        Uses {
            loads: Some(moved),
            sets: uses.sets | register,
            ..uses
        }
    } else {
        Uses {
            stores: Some(moved),
            reads: uses.reads | register,
            ..uses
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
fn only_registers(uses: Uses) -> Uses {
    Uses {
        reads: uses.reads & !COUNTER,
        sets: uses.sets & !COUNTER,
        ..uses
    }
}

#[cfg(test)]
mod tests {
    use crate::machine::arm::{self, Session, Settings};

    const SOURCE: &str = "        AREA    test, CODE, READONLY
        ENTRY
        LDR     SP, =0x40001000
        MOV     R4, #'A'
        MOV     R5, #7
        MOV     R8, #0
        STMFD   SP!, {R4-R5}
        MOV     R4, #0
        LDMFD   SP!, {R4-R5}
        CMP     R8, #0
        MOVEQ   R0, R4
        ADD     R6, R6, #1
        LDR     R1, =0xE000C000
        STRB    R0, [R1]
stop    B       stop
        END
";

    #[test]
    fn a_slice_has_what_a_byte_was_computed_from_and_nothing_else() {
        let build = arm::build("test.s", SOURCE.as_bytes());
        let Some(crate::machine::Program::Arm(program)) = build.program else {
            panic!("it assembles: {:?}", build.diagnostics);
        };
        let mut session = Session::new(program.clone(), Settings::default());
        let slice = session.slice(b"", 100, 0);

        let lines = slice.addresses.iter().filter_map(|at| program.place(*at).line);
        let lines: Vec<u32> = lines.collect();
        assert_eq!(lines[0], 14, "what printed it comes first: {lines:?}");
        let mut sorted = lines.clone();
        sorted.sort_unstable();
        // Neither what goes through the stack with it, nor what is overwritten from there, nor another sum.
        assert_eq!(sorted, [3, 4, 6, 7, 9, 10, 11, 13, 14]);
    }
}
