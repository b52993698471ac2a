//! Why a run stopped: plays it once more, watching every instruction, and tells what the machine looked like at the
//! end, what it did last, and the cause where it is one of those known to be certain.
//!
//! Takes a program, a machine at its start with all keys granted, and the run as it was played; gives a
//! [`Diagnosis`]. `trace` collects what is known of each value, `cause` judges. A cause is named only when it is
//! certain: students act on it. Nothing here knows the game.

use super::cpu::{Exit, Machine};
use super::isa::{self, Instruction};
use super::program::Program;
use crate::machine::diagnosis::{UnwrittenKind, UnwrittenRead};
use crate::machine::{Diagnosis, Run};

mod cause;
mod event;
mod image;
mod meaning;
mod string;
mod tail;
mod trace;
mod value;

use image::Image;
use trace::Trace;
use value::{Read, Unset};

/// Instructions watched from the start of a run, and as many before its end; between them the run is played fast. A loop
/// of five instructions that stores through all of memory is seen whole.
const WATCHED: u64 = 140_000;

/// Tells why a run ended as it did. `machine` stands at the start, with the run's keys granted.
pub fn diagnose(program: &Program, machine: &mut Machine, run: &Run) -> Diagnosis {
    let trace = follow(program, machine, run.instructions);
    Diagnosis {
        registers: meaning::registers(&trace, machine, run),
        steps: trace.tail.steps(&trace.image),
        cause: cause::find(&trace, machine, run),
    }
}

/// The first use of a value that nothing set: of a register or of memory outside the image, or else of a `.BLKW` word.
/// To put a register's value away and to bring it back is no use of it.
pub fn first_unwritten_read(program: &Program, machine: &mut Machine, run: &Run) -> Option<UnwrittenRead> {
    let trace = follow(program, machine, run.instructions);
    let read = trace.first_used(false).or_else(|| trace.first_used(true))?;
    let (kind, name) = unset(&trace.image, read);
    Some(UnwrittenRead {
        kind,
        cause: cause::unwritten(&trace.image, read, ""),
        name,
    })
}

/// Kind and name of a place that nothing set.
fn unset(image: &Image<'_>, read: Read) -> (UnwrittenKind, String) {
    match read.what {
        Unset::Register(number) => (UnwrittenKind::Register, format!("R{number}")),
        Unset::Memory(address) => (UnwrittenKind::Memory, image.name(address)),
        Unset::Reserved(address) => (UnwrittenKind::Reserved, image.name(address)),
    }
}

/// Watches a run of that many instructions; of a very long one its beginning and its end.
fn follow<'a>(program: &'a Program, machine: &mut Machine, instructions: u64) -> Trace<'a> {
    let mut trace = Trace::new(Image::new(program));
    let skipped = instructions.saturating_sub(2 * WATCHED);
    let first = if skipped > 0 { WATCHED } else { instructions };
    watch(&mut trace, machine, first);
    if skipped > 0 {
        skip(machine, skipped);
        trace.lose();
        watch(&mut trace, machine, WATCHED);
    }
    trace
}

fn watch(trace: &mut Trace<'_>, machine: &mut Machine, instructions: u64) {
    for _ in 0..instructions {
        trace.watch(machine);
        // Watching for a repetition, the keyboard says that no key is there and the program goes on.
        if machine.run::<true>(1) != Exit::Fuel {
            break;
        }
    }
}

fn skip(machine: &mut Machine, instructions: u64) {
    let end = machine.fuel - instructions;
    while machine.fuel > end {
        let exit = match machine.run::<false>(machine.fuel - end) {
            Exit::Starved => machine.run::<true>(1),
            exit => exit,
        };
        if exit != Exit::Fuel {
            break;
        }
    }
}

/// Whether a student could have written this word as an instruction.
fn is_canonical(word: u16) -> bool {
    let instruction = isa::decode(word);
    instruction.encode() == word && !matches!(instruction, Instruction::Illegal(_) | Instruction::Rti)
}
