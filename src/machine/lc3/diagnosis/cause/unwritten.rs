//! Values that nothing set, where they lead to the ending.

use super::super::architecture::{Lc3, Trace};
use super::returns;
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::cause::{cause, unwritten};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::{Origin, Read, Unset};
use crate::machine::lc3::cpu::Machine;
use crate::result::{Cause, Ending};

/// The machine was stopped by a store through an address that nothing set: on LC-3 the clock's switch is at xFFFE, where
/// a stack that begins at zero soon arrives.
pub fn clock(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    let stop = trace.notes.clock_stop?;
    let read = trace.read_of(stop.through).filter(|_| ending == Ending::Halted)?;
    let rest = format!(
        "Because of that value {} stored to xFFFE, which stops the machine.",
        trace.image.instruction(trace.before)
    );
    Some(unwritten::<Lc3>(&trace.image, read, &rest))
}

/// A jump to where no code is, through a value that nothing set.
pub fn jump(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    let jump = trace.notes.last_jump?;
    let image = &trace.image;
    if ending != Ending::Crashed || jump.at != trace.before || image.word(machine.cpu.pc).is_some() {
        return None;
    }

    let (name, target) = (capital(&image.instruction(jump.at)), machine.cpu.pc);
    if jump.register == 7
        && let Some(cause) = returns::into_nothing(trace, jump.value, jump.at, target)
    {
        return Some(cause);
    }
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
        let common = "memory is read before the program has written it";
        let places = [call.entry, read.at];
        return Some(cause(image, "unwritten-read", common, sentence, &places));
    }

    // What was in another register came to R7 by way of memory: the instruction that jumps does not read that register.
    if let (7, Some(call), Unset::Register(..6), Some(_)) =
        (jump.register, trace.calls.last(), read.what, jump.value.slot)
        && call.saved_by.is_none()
    {
        let entry = image.name(call.entry);
        let sentence = format!(
            "{name} jumps to x{target:04X}, where there is no code: R7 was loaded from memory, but {entry} had not stored R7 there. \
             Store R7 there at the beginning of {entry}.",
        );
        let common = "R7 is restored from memory in which it was not saved";
        let places = [call.entry, jump.at];
        return Some(cause(image, "r7-not-saved", common, sentence, &places));
    }

    let rest = format!("{name} jumps there, to x{target:04X}, where there is no code.");
    Some(unwritten::<Lc3>(image, read, &rest))
}
