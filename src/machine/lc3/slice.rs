//! What the first wrong byte of a run was computed from, on the LC-3: what each instruction reads and writes.

use super::cpu::Machine;
use super::op::{Code, Op};
use super::{os, ready};
use crate::machine::replay::Exit;
use crate::machine::slice::{CONDITIONS, Flow, History, Slice, Uses};

/// Follows a run until more bytes are printed than are right, or for so many instructions.
pub fn slice(machine: &mut Machine, instructions: u64, right: usize) -> Slice {
    let mut history = History::with_room(instructions);
    let mut stores_in_system = false;
    for _ in 0..instructions {
        let at = machine.cpu.pc;
        let op = Op::decode(machine.memory.words[usize::from(at)]);
        let op = if machine.memory.ops[usize::from(at)].own == ready::Step::Native {
            Op::bare(Code::Native)
        } else {
            op
        };
        let mut uses = uses(machine, at, op);
        stores_in_system |= uses.stores.is_some_and(|(word, _)| word < u32::from(os::USER_START));
        let printing = machine.cpu.registers[0];
        let printed = machine.console.output.bytes.len();

        let exit = machine.run::<false>(1);
        let is_wrong = machine.console.output.bytes.len() > right;
        if is_wrong {
            // Of a text that is printed, the wrong character.
            let of_text = printing.wrapping_add((right.max(printed) - printed) as u16);
            uses.loads = Some((of_text.into(), 1));
            uses.reads |= 1;
        }
        history.note(at.into(), uses);
        if is_wrong || !matches!(exit, Exit::Fuel) {
            break;
        }
    }
    Slice {
        stores_in_system,
        ..history.slice()
    }
}

/// What an instruction does that is about to run.
fn uses(machine: &Machine, at: u16, op: Op) -> Uses {
    let here = at.wrapping_add(1).wrapping_add(op.value);
    let word = |at: u16| machine.memory.words[usize::from(at)];
    let based = machine.cpu.registers[usize::from(op.b & 7)].wrapping_add(op.value);
    let cell = |word: u16| Some((u32::from(word), 1));
    let (loads, stores) = match op.code {
        Code::Ld => (cell(here), None),
        Code::Ldi => (cell(word(here)), None),
        Code::Ldr => (cell(based), None),
        Code::St => (None, cell(here)),
        Code::Sti => (None, cell(word(here))),
        Code::Str => (None, cell(based)),
        _ => (None, None),
    };

    let decides = op.code == Code::Br && op.a & 7 != 7;
    let conditions = if decides { CONDITIONS } else { 0 };
    let sets = match op.code {
        // What a trap leaves in R7 nobody reads.
        Code::Trap if op.writes() == Some(0) => 1,
        Code::Trap => 0,
        _ => given(op),
    };
    Uses {
        reads: registers(op) | conditions,
        sets,
        loads,
        stores,
        flow: match op.code {
            Code::Br if decides => Flow::Decides,
            Code::Jsr | Code::Jsrr => Flow::Calls,
            Code::Jmp if op.b == 7 => Flow::Returns,
            _ => Flow::On,
        },
        prints: op.code == Code::Trap && matches!(op.value, 0x21 | 0x22),
    }
}

/// The registers that an instruction reads.
fn registers(op: Op) -> u32 {
    let read = match op.code {
        Code::Add | Code::And => [Some(op.b), Some(op.c)],
        Code::AddValue | Code::AndValue | Code::Not | Code::Ldr | Code::Jmp | Code::Jsrr => [Some(op.b), None],
        Code::St | Code::Sti => [Some(op.a), None],
        Code::Str => [Some(op.a), Some(op.b)],
        _ => [None, None],
    };
    let read = read.into_iter().flatten();
    read.fold(0, |all, register| all | 1 << (register & 7))
}

/// What an instruction may change of what a later one reads, as in [`Slice::live`]. Everything, where it writes memory, prints, or
/// goes elsewhere.
pub fn gives(op: Op) -> u32 {
    match op.code {
        Code::Br | Code::Jmp | Code::Jsr | Code::Jsrr | Code::St | Code::Sti | Code::Str | Code::Trap => u32::MAX,
        _ => given(op),
    }
}

/// What an instruction reads, as in [`Slice::live`].
pub fn taken(op: Op) -> u32 {
    match op.code {
        Code::Br if op.a & 7 != 7 => CONDITIONS,
        Code::Trap if matches!(op.value, 0x21 | 0x22) => 1,
        _ => registers(op),
    }
}

/// What an instruction sets, as in [`Slice::live`].
pub fn given(op: Op) -> u32 {
    let register = op.writes().map_or(0, |register| 1 << register);
    register | if op.sets_conditions() { CONDITIONS } else { 0 }
}
