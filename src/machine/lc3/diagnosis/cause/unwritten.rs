//! Values that nothing set, where they lead to the ending.

use super::super::image::Image;
use super::super::trace::Trace;
use super::super::unset;
use super::super::value::{Origin, Read, Unset};
use super::{capital, cause as made};
use crate::machine::lc3::cpu::Machine;
use crate::machine::{Cause, Ending};

/// Key and common text for memory words.
const WORD: (&str, &str) = ("unwritten-read", "a word is read before the program has written it");

/// A read of what nothing set, and what came of it.
pub fn cause(image: &Image<'_>, read: Read, rest: &str) -> Cause {
    let (_, name) = unset(image, read);
    let (key, common) = match read.what {
        Unset::Register(6) => (
            "stack-pointer-never-set",
            "the stack pointer R6 is used before it is set",
        ),
        Unset::Register(_) => ("register-never-set", "a register is used before it is set"),
        Unset::Memory(_) | Unset::Reserved(_) => ("unwritten-read", "a word is read before the program has written it"),
    };
    let mut sentence = format!(
        "{} reads {name} before anything wrote it.",
        capital(&image.line(read.at))
    );
    if !rest.is_empty() {
        sentence = format!("{sentence} {rest}");
    }
    made(image, key, common, sentence, &[read.at])
}

/// The machine was stopped by a store through an address that nothing set: on LC-3 the clock's switch is at xFFFE, where
/// a stack that begins at zero soon arrives.
pub fn clock(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    let stop = trace.events.clock_stop?;
    let read = trace.read_of(stop.through).filter(|_| ending == Ending::Halted)?;
    let rest = format!(
        "{} stored at xFFFE because of it, which stops the machine.",
        capital(&trace.image.instruction(trace.before))
    );
    Some(cause(&trace.image, read, &rest))
}

/// A jump to where no code is, through a value that nothing set.
pub fn jump(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    let jump = trace.events.last_jump?;
    let image = &trace.image;
    if ending != Ending::Crashed || jump.at != trace.before || image.word(machine.cpu.pc).is_some() {
        return None;
    }
    let (name, target) = (capital(&image.instruction(jump.at)), machine.cpu.pc);
    let read = trace.read_of(jump.value.unset).or(match jump.value.origin {
        // A place to save in that is written as `.FILL 0` was never written by the program either.
        Origin::Image(slot) if target == 0 && image.is_data(slot) && jump.register == 7 => Some(Read {
            at: jump.at,
            what: Unset::Reserved(slot),
        }),
        _ => None,
    })?;
    if let (7, Some(call), Unset::Reserved(slot)) = (jump.register, trace.calls.last(), read.what) {
        let sentence = format!(
            "{name} jumps to x{target:04X}, where there is no code: R7 was loaded from {}, but {} never stored R7 \
             there. Store R7 there at the beginning of {1}.",
            image.name(slot),
            image.name(call.entry),
        );
        let (key, common) = WORD;
        return Some(made(image, key, common, sentence, &[call.entry, read.at]));
    }
    let rest = format!("{name} jumps there, to x{target:04X}, where there is no code.");
    Some(cause(image, read, &rest))
}
