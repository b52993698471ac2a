//! Returns that go to a wrong place.

use super::super::architecture::{Arm, Trace, WrongReturn};
use crate::diagnostic::wording::capital;
use crate::diagnostic::wording::either;
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::Operation;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::cause::returns::{instead, jumps, not_loaded, overwritten, saved_overwritten, strayed};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::Origin;
use crate::result::Cause;

/// Key and common text of a stack on which the return address is not where it is loaded from.
const UNBALANCED: (&str, &str) = ("stack-unbalanced", "a subroutine does not pop what it pushes");

/// Places farther apart than this are not on one stack by a miscount.
const FARTHEST: u32 = 0x400;

/// A return from a subroutine that does not go to the instruction after its call.
pub fn wrong(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.wrong_return?;
    if let Some(cause) = strayed(trace, &event.call, event.back.at, &instead(trace, &event)) {
        return Some((event.back.step, cause));
    }

    let cause = match event.back.value.slot {
        None => from_register(trace, &event),
        Some(slot) => from_stack(trace, &event, slot),
    };
    Some((event.back.step, cause?))
}

/// LR itself is not what the call left in it.
fn from_register(trace: &Trace<'_>, event: &WrongReturn) -> Option<Cause> {
    let by = match event.back.value.origin {
        // A subroutine that it called may have left its own link there; the first call has overwritten it all the same.
        Origin::Link { by, .. } if event.is_own || event.back.value.by == Some(by) => event.call.lost_by.unwrap_or(by),
        Origin::Computed => event.back.value.by?,
        _ => return None,
    };

    Some(match event.call.saved_by {
        Some(saves) => not_loaded::<Arm>(trace, event, saves, by),
        None => overwritten::<Arm>(trace, event, by, None),
    })
}

/// The address came from the stack.
fn from_stack(trace: &Trace<'_>, event: &WrongReturn, slot: u32) -> Option<Cause> {
    let Some((saved, saves)) = event.call.saved.zip(event.call.saved_by) else {
        // LR itself may have come from memory after a call had overwritten it.
        let operation = trace
            .image
            .operation(event.back.at)
            .map(|instruction| instruction.operation);
        if matches!(operation, Some(Operation::BranchExchange { .. })) {
            return Some(overwritten::<Arm>(trace, event, event.call.lost_by?, None));
        }
        // Perhaps the address was put there on purpose.
        let is_foreign = matches!(event.back.value.origin, Origin::Link { .. }) && !event.is_own;
        return (!is_foreign).then(|| never_pushed(trace, event));
    };
    if saved == slot {
        let by = trace.cell(slot).writer.filter(|by| *by != saves)?;
        let place = format!("at 0x{slot:08X} on the stack");
        return Some(saved_overwritten::<Arm>(trace, event, &place, by));
    }

    (slot.abs_diff(saved) <= FARTHEST).then(|| unbalanced(trace, event, (saved, saves), slot))
}

fn never_pushed(trace: &Trace<'_>, event: &WrongReturn) -> Cause {
    let image = &trace.image;
    let sentence = format!(
        "{}: it pops its return address from the stack, but {name} never pushed LR. Begin {name} with `PUSH {{LR}}`, or end it \
         with `BX LR`.",
        jumps(trace, event),
        name = image.name(event.call.entry),
    );
    let places = [event.back.at, event.call.entry];
    cause(image, UNBALANCED.0, UNBALANCED.1, sentence, &places)
}

/// LR was saved at one place on the stack, by one instruction, and the return address was taken from another.
fn unbalanced(trace: &Trace<'_>, event: &WrongReturn, (saved, saves): (u32, u32), slot: u32) -> Cause {
    let image = &trace.image;
    let (words, what) = if slot < saved {
        ((saved - slot).div_ceil(4), "pushed than popped")
    } else {
        ((slot - saved).div_ceil(4), "popped than pushed")
    };

    let words_were = either(words as usize, "word was", "words were");
    let by = (slot < saved).then(|| writer_of_all(trace, slot, words)).flatten();
    if let Some(by) = by.filter(|by| *by != saves) {
        let sentence = format!(
            "{}: {} saved LR at 0x{saved:08X} on the stack, but the return address was popped from 0x{slot:08X}, because {words} \
             {words_were} pushed by {} and not popped. Pop what it pushes, on every path that runs after it.",
            jumps(trace, event),
            image.instruction(saves),
            image.instruction(by),
        );
        return cause(image, UNBALANCED.0, UNBALANCED.1, sentence, &[event.back.at, by]);
    }
    let sentence = format!(
        "{}: {} saved LR at 0x{saved:08X} on the stack, but the return address was popped from 0x{slot:08X}, because {words} more \
         {words_were} {what} in {name}. Pop the same registers that were pushed, on every path through {name}.",
        jumps(trace, event),
        image.instruction(saves),
        name = image.name(event.call.entry),
    );
    cause(image, UNBALANCED.0, UNBALANCED.1, sentence, &[event.back.at, saves])
}

/// The one instruction that wrote so many words from a place on the stack.
fn writer_of_all(trace: &Trace<'_>, slot: u32, words: u32) -> Option<u32> {
    let writer = |index: u32| trace.cell(slot + 4 * index).writer;
    let by = writer(0)?;
    (1..words).all(|index| writer(index) == Some(by)).then_some(by)
}

/// A return where nothing was called.
pub fn lone(trace: &Trace<'_>, machine: &Machine) -> Option<(u64, Cause)> {
    const ADVICE: &str = "Write `stop B stop` to stop the program; call code that ends with a return with BL.";

    let event = trace.events.lone_return?;
    let image = &trace.image;
    let place = capital(&image.instruction(event.at));
    let sentence = match event.value.origin {
        Origin::Link { by, .. } => format!(
            "{place} jumps to {}: no BL called this code, so LR holds what {} left in it. {ADVICE}",
            image.line(event.target),
            image.instruction(by),
        ),
        Origin::Start(14) if machine.start().r[14] == 0 => format!(
            "{place} has nowhere to return to: no BL called this code, so LR was never set and is 0, and the program starts \
             again. {ADVICE}",
        ),
        Origin::Start(14) => {
            format!("{place} has nowhere to return to: no BL called this code, so LR was never set. {ADVICE}")
        }
        _ => return None,
    };

    let common = "a subroutine returns, but it was never called";
    let cause = cause(image, "return-without-call", common, sentence, &[event.at]);
    Some((event.step, cause))
}
