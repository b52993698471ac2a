//! Returns that go to a wrong place.

use super::super::event::{Return, WrongReturn};
use super::super::image::Image;
use super::super::trace::Trace;
use super::super::value::Origin;
use super::{capital, cause};
use crate::machine::Cause;
use crate::machine::arm::cpu::Machine;

/// Key and common text of a stack on which the return address is not where it is looked for.
const UNBALANCED: (&str, &str) = ("stack-unbalanced", "what a subroutine pushes and pops does not match");

/// Places farther apart than this are not on one stack by a miscount.
const FARTHEST: u32 = 0x400;

/// A return from a subroutine to another place than behind its call.
pub fn wrong(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.wrong_return?;
    let cause = match event.back.value.slot {
        None => from_register(trace, &event),
        Some(slot) => from_stack(trace, &event, slot),
    };
    Some((event.back.step, cause?))
}

/// `The BX at line 20 jumps back to line 18 instead of returning to line 5`.
fn jumps(image: &Image<'_>, event: &WrongReturn) -> String {
    let target = event.back.target;
    let to = if image.piece(target).is_some() {
        image.line(target)
    } else {
        format!("0x{target:08X}")
    };
    format!(
        "{} jumps to {to} instead of returning to {}",
        capital(&image.instruction(event.back.at)),
        image.line(event.call.back),
    )
}

/// LR itself is not what the call left in it.
fn from_register(trace: &Trace<'_>, event: &WrongReturn) -> Option<Cause> {
    let image = &trace.image;
    let by = match event.back.value.origin {
        Origin::Link { by, .. } if event.is_own => by,
        Origin::Computed => event.back.value.by?,
        _ => return None,
    };
    let (jumps, name) = (jumps(image, event), image.name(event.call.entry));
    let overwritten = image.instruction(by);
    if let Some(saves) = event.call.saved_by {
        let sentence = format!(
            "{jumps}: {name} saved LR with {}, but {overwritten} overwrote LR, and nothing loaded it again. End {name} with \
             `POP {{..., PC}}` that matches its PUSH.",
            image.instruction(saves),
        );
        let common = "LR is saved, but not loaded again before the return";
        return Some(cause(image, "lr-not-loaded", common, sentence, &[event.back.at, by]));
    }
    let sentence = format!(
        "{jumps}: LR was overwritten by {overwritten} and never saved. Begin {name} with `PUSH {{LR}}` and end it with \
         `POP {{PC}}` (STMFD and LDMFD with SP! do the same).",
    );
    let common = "LR is overwritten by a nested BL and never saved";
    Some(cause(image, "lr-overwritten", common, sentence, &[by, event.back.at]))
}

/// The address came from the stack.
fn from_stack(trace: &Trace<'_>, event: &WrongReturn, slot: u32) -> Option<Cause> {
    let image = &trace.image;
    let name = image.name(event.call.entry);
    let jumps = jumps(image, event);
    let Some((saved, saves)) = event.call.saved.zip(event.call.saved_by) else {
        // Perhaps the address was put there on purpose.
        if matches!(event.back.value.origin, Origin::Link { .. }) && !event.is_own {
            return None;
        }
        let sentence = format!(
            "{jumps}: it takes its return address from the stack, but {name} has not pushed LR before. Begin {name} with \
             `PUSH {{LR}}`, or end it with `BX LR`.",
        );
        return Some(cause(
            image,
            UNBALANCED.0,
            UNBALANCED.1,
            sentence,
            &[event.back.at, event.call.entry],
        ));
    };
    if saved == slot {
        let by = trace.cell(slot)?.writer.filter(|by| *by != saves)?;
        let sentence = format!(
            "{jumps}: {} had saved LR at 0x{slot:08X}, but {} stored something else there before it was loaded \
             again.",
            image.instruction(saves),
            image.instruction(by),
        );
        let common = "the place on the stack where LR is saved is overwritten";
        return Some(cause(
            image,
            "saved-lr-overwritten",
            common,
            sentence,
            &[by, event.back.at],
        ));
    }
    if slot.abs_diff(saved) > FARTHEST {
        return None;
    }
    let (words, what) = if slot < saved {
        ((saved - slot).div_ceil(4), "more pushed than popped")
    } else {
        ((slot - saved).div_ceil(4), "more popped than pushed")
    };
    let plural = if words == 1 { "word was" } else { "words were" };
    let sentence = format!(
        "{jumps}: {} saved LR at 0x{saved:08X} on the stack, but the return address was taken from 0x{slot:08X}: {words} \
         {plural} {what} in {name} until then. Pop the same registers that were pushed, on every way through {name}.",
        image.instruction(saves),
    );
    Some(cause(
        image,
        UNBALANCED.0,
        UNBALANCED.1,
        sentence,
        &[event.back.at, saves],
    ))
}

/// A return where nothing was called.
pub fn lone(trace: &Trace<'_>, machine: &Machine) -> Option<(u64, Cause)> {
    let event: Return = trace.events.lone_return?;
    let image = &trace.image;
    let place = image.instruction(event.at);
    let advice = "To stop the program write `stop B stop`; what ends with a return must be called with BL.";
    let sentence = match event.value.origin {
        Origin::Link { by, .. } => format!(
            "{} jumps to {}: no BL called this code, so LR holds what {} left there. {advice}",
            capital(&place),
            image.line(event.target),
            image.instruction(by),
        ),
        _ if machine.start().r[14] == 0 => format!(
            "{} has nowhere to return to: no BL called this code, so LR was never set and is 0, and the program starts \
             again. {advice}",
            capital(&place),
        ),
        _ => format!(
            "{} has nowhere to return to: no BL called this code, so LR was never set. {advice}",
            capital(&place),
        ),
    };
    let common = "a subroutine's return runs though nothing was called";
    Some((
        event.step,
        cause(image, "return-without-call", common, sentence, &[event.at]),
    ))
}
