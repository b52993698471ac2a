//! Why a run stopped: plays it once more, watching every instruction, and tells what the machine looked like at the
//! end, what it did last, and the cause where it is one of those known to be certain.
//!
//! Takes a program, a machine at its start with all keys granted, and the run as it was played; gives a
//! [`Diagnosis`]. `trace` collects what is known of each value, `cause` judges. A cause is named only when it is
//! certain: students act on it. Nothing here knows the game.

use super::cpu::{Exit, Machine};
use super::program::Program;
use crate::machine::diagnosis::{UnwrittenKind, UnwrittenRead};
use crate::machine::{Diagnosis, Ending, Run};

mod cause;
mod event;
mod image;
mod meaning;
#[cfg(test)]
mod tests;
mod trace;
mod value;

use image::Image;
use trace::Trace;
use value::{Read, Unset};

/// Instructions watched from the start of a run, and as many before its end; between them the run is played fast.
const WATCHED: u64 = 140_000;

/// Tells why a run ended as it did. `machine` stands at the start, with the run's keys granted.
pub fn diagnose(program: &Program, machine: &mut Machine, run: &Run) -> Diagnosis {
    let (trace, mut exit) = follow(program, machine, run.instructions);
    if run.stop.ending == Ending::Crashed && exit == Exit::Fuel {
        // To find no code at an address costs no instruction.
        exit = machine.step();
    }
    Diagnosis {
        registers: meaning::registers(&trace, machine, run),
        steps: trace.tail.steps(&trace.image),
        cause: cause::find(&trace, machine, exit, run),
    }
}

/// The first use of a value that nothing set: of a register or of memory that the source does not name, or else of a place
/// that it reserves. To put a register's value away and to bring it back is no use of it.
pub fn first_unwritten_read(program: &Program, machine: &mut Machine, run: &Run) -> Option<UnwrittenRead> {
    let (trace, _) = follow(program, machine, run.instructions);
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
        Unset::Register(number) => (UnwrittenKind::Register, meaning::register(number)),
        Unset::Memory(address) => (UnwrittenKind::Memory, image.name(address)),
        Unset::Reserved(address) => (UnwrittenKind::Reserved, image.name(address)),
    }
}

/// Watches a run of that many instructions; of a very long one its beginning and its end.
fn follow<'a>(program: &'a Program, machine: &mut Machine, instructions: u64) -> (Trace<'a>, Exit) {
    let mut trace = Trace::new(Image::new(program));
    let skipped = instructions.saturating_sub(2 * WATCHED);
    let first = if skipped > 0 { WATCHED } else { instructions };
    let mut exit = watch(&mut trace, machine, first);
    if skipped > 0 && exit == Exit::Fuel {
        skip(machine, skipped);
        trace.lose();
        exit = watch(&mut trace, machine, WATCHED);
    }
    (trace, exit)
}

fn watch(trace: &mut Trace<'_>, machine: &mut Machine, instructions: u64) -> Exit {
    for _ in 0..instructions {
        trace.watch(machine);
        match machine.step() {
            Exit::Fuel | Exit::Active | Exit::Repeats => {}
            exit => return exit,
        }
    }
    Exit::Fuel
}

/// Runs on without watching. A loop that never ends is left where it is.
fn skip(machine: &mut Machine, instructions: u64) {
    let kept = machine.fuel.saturating_sub(instructions);
    machine.fuel -= kept;
    while machine.fuel > 0 && machine.run::<false>(machine.fuel) == Exit::Fuel {}
    machine.fuel += kept;
}
