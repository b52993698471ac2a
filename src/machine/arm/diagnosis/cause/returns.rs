//! Returns that go to a wrong place.

use super::super::architecture::{Arm, Trace, WrongReturn};
use crate::diagnostic::wording::capital;
use crate::diagnostic::wording::either;
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::Operation;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::cause::returns::{
    UNBALANCED, instead, jumps, not_loaded, overwritten, saved_overwritten, strayed,
};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::Uneven;
use crate::machine::diagnosis::value::Origin;
use crate::result::Cause;

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
        let by = event.writer.filter(|by| *by != saves)?;
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
    let what = if slot < saved {
        "pushed than popped"
    } else {
        "popped than pushed"
    };
    let words = saved.abs_diff(slot).div_ceil(4);
    let name = image.name(event.call.entry);
    let begin = format!(
        "{}: {} saved LR at 0x{saved:08X} on the stack, but the return address was popped from 0x{slot:08X}, because {words} more \
         {} {what} in",
        jumps(trace, event),
        image.instruction(saves),
        either(words as usize, "word was", "words were"),
    );

    let uneven = event.call.uneven;
    let by_other = uneven.filter(|uneven| uneven.lower == i64::from(saved) - i64::from(slot));
    let (sentence, place) = if let Some(Uneven { entry, .. }) = by_other {
        let other = image.name(entry);
        let advice = format!("Pop in {other} what it pushes, or in {name} after the call.");
        (format!("{begin} {other}, which {name} calls. {advice}"), entry)
    } else {
        let or_others = uneven.map_or("", |_| " or in what it calls");
        let advice = format!("Pop the same registers that were pushed, on every path through {name}.");
        (format!("{begin} {name}{or_others}. {advice}"), saves)
    };
    cause(image, UNBALANCED.0, UNBALANCED.1, sentence, &[event.back.at, place])
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
