//! Returns that go to a wrong place.

use super::super::architecture::{Call, Lc3, Trace, WrongReturn};
use crate::diagnostic::wording::{capital, counted};
use crate::machine::diagnosis::cause::returns::{
    UNBALANCED, instead, jumps, not_loaded, overwritten, saved_overwritten, strayed, target,
};
use crate::machine::diagnosis::cause::{cause, data};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::{Return, Uneven};
use crate::machine::diagnosis::value::{Origin, Value};
use crate::machine::lc3::op::Code;
use crate::result::Cause;

/// A return from a subroutine that does not go to the instruction after its call.
pub fn wrong(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.wrong_return?;
    let went = instead(trace, &event);
    if let Some(cause) = led_away(trace, &event.call, event.back.at, event.back.value.slot, &went) {
        return Some((event.back.step, cause));
    }

    let cause = match event.back.value.origin {
        Origin::Link { by, .. } if event.is_own => own_link(trace, &event, by),
        _ => restored_wrongly(trace, &event)?,
    };
    Some((event.back.step, cause))
}

/// The subroutine did not come to its own return: it went on in another one, or was called in the middle. What to do about
/// R7 does not follow from that.
fn led_away(trace: &Trace<'_>, call: &Call, at: u16, slot: Option<u16>, went: &str) -> Option<Cause> {
    strayed::<Lc3>(trace, call, at, went).or_else(|| called_in_the_middle(trace, call, at, slot?, went))
}

/// A JSR into another subroutine, past the line that saves R7.
fn called_in_the_middle(trace: &Trace<'_>, call: &Call, at: u16, slot: u16, went: &str) -> Option<Cause> {
    let image = &trace.image;
    let entry = image.owner(call.entry.wrapping_sub(1))?;
    let saves = |at: u16| {
        let op = image.op(at);
        op.is_some_and(|op| op.code == Code::St && op.a & 7 == 7 && at.wrapping_add(1).wrapping_add(op.value) == slot)
    };
    let is_inside = image.reach(entry).contains(&call.entry);
    if call.saved.is_some() || !is_inside || !(entry..call.entry).any(saves) {
        return None;
    }

    let label = image.label(call.entry).unwrap_or_else(|| image.name(call.entry));
    let sentence = format!(
        "{} calls {label}, which is in the middle of {}, after the line that saves R7: {} {went}. Call the beginning of a \
         subroutine.",
        capital(&image.instruction(call.site)),
        image.name(entry),
        image.instruction(at),
    );
    let common = "a JSR calls the middle of a subroutine";
    Some(cause(image, "call-into-subroutine", common, sentence, &[call.site, at]))
}

/// A RET that jumped to where no code is, with what is known of R7.
pub fn into_nothing(trace: &Trace<'_>, value: Value<u16>, at: u16, target: u16) -> Option<Cause> {
    let image = &trace.image;
    let (call, slot) = (trace.calls.last()?, value.slot?);
    let went = format!("jumps to x{target:04X}, where there is no code");
    if let Some(cause) = led_away(trace, call, at, Some(slot), &went) {
        return Some(cause);
    }

    let went = format!("{} {went}", capital(&image.instruction(at)));
    if let Some((saved, saves)) = call.saved.zip(call.saved_by).filter(|(saved, _)| *saved != slot) {
        return Some(other_slot(trace, &went, call, (saved, saves), (slot, value.by)));
    }

    // Nobody stored a return address there, but some other register.
    let by = trace.cell(slot).writer?;
    let op = image.op(by).filter(|op| op.code == Code::St && op.a & 7 != 7)?;
    let is_here = image.owner(by) == image.owner(call.entry) && call.saved.is_none();
    let sentence = format!(
        "{went}: R7 was loaded from {slot}, but {} stored R{} there, not R7. Store R7 in {slot} at the beginning of {}.",
        image.instruction(by),
        op.a & 7,
        image.name(call.entry),
        slot = image.name(slot),
    );
    let common = "another register is saved in place of R7";
    is_here.then(|| cause(image, "r7-other-register", common, sentence, &[by, at]))
}

/// R7 was loaded again, but its place holds something else by now, or it is the wrong place.
fn restored_wrongly(trace: &Trace<'_>, event: &WrongReturn) -> Option<Cause> {
    let (saved, slot, by) = (event.call.saved?, event.back.value.slot?, event.writer?);
    if saved != slot {
        return Some(wrong_slot(trace, event, (saved, event.call.saved_by?), slot));
    }

    let place = format!("in {}", trace.image.name(slot));
    Some(saved_overwritten::<Lc3>(trace, event, &place, by))
}

/// R7 is what a JSR or TRAP inside the subroutine left.
fn own_link(trace: &Trace<'_>, event: &WrongReturn, by: u16) -> Cause {
    if let Some(cause) = saved_again(trace, event, by) {
        return cause;
    }

    let slot = event.back.value.slot;
    match (event.call.saved.zip(event.call.saved_by), slot) {
        (Some((saved, _)), Some(slot)) if saved == slot => shared_slot(trace, event, slot, by),
        (Some((_, saved_by)), None) => not_loaded::<Lc3>(trace, event, saved_by, by),
        (Some(saved), Some(slot)) => wrong_slot(trace, event, saved, slot),
        (None, _) => overwritten::<Lc3>(trace, event, by, event.writer),
    }
}

/// A branch went back to the beginning of the subroutine, where R7 is saved a second time.
fn saved_again(trace: &Trace<'_>, event: &WrongReturn, by: u16) -> Option<Cause> {
    let image = &trace.image;
    let (again, saves) = event.call.again.zip(event.call.saved_by)?;
    if event.writer != Some(saves) {
        return None;
    }

    let sentence = format!(
        "{}: {} goes back to the beginning of {}, where {} saves R7 a second time, although R7 now holds what {} left in it. \
         Branch to a line after the one that saves R7.",
        jumps(trace, event),
        image.instruction(again),
        image.name(event.call.entry),
        image.instruction(saves),
        image.instruction(by),
    );
    let common = "a branch goes back to where its subroutine saves R7";
    let places = [again, saves, event.back.at];
    Some(cause(image, "r7-saved-again", common, sentence, &places))
}

/// Two nested subroutines save R7 in the same place.
fn shared_slot(trace: &Trace<'_>, event: &WrongReturn, slot: u16, by: u16) -> Cause {
    let image = &trace.image;
    let writer = event.writer.unwrap_or(by);
    let sentence = format!(
        "{}: {name} saved R7 in {}, and {} saved its own R7 there before {name} had restored it. Give each subroutine its \
         own memory word for R7.",
        jumps(trace, event),
        image.name(slot),
        image.instruction(writer),
        name = image.name(event.call.entry),
    );

    let common = "two nested subroutines save R7 in the same memory word";
    cause(image, "save-place-shared", common, sentence, &[writer, event.back.at])
}

fn wrong_slot(trace: &Trace<'_>, event: &WrongReturn, saved: (u16, u16), slot: u16) -> Cause {
    let went = jumps(trace, event);
    other_slot(trace, &went, &event.call, saved, (slot, event.back.value.by))
}

/// R7 was saved in one place and loaded from another, each with the instruction that did so.
fn other_slot(
    trace: &Trace<'_>,
    went: &str,
    call: &Call,
    (saved, saves): (u16, u16),
    (slot, loads): (u16, Option<u16>),
) -> Cause {
    let image = &trace.image;
    let loads = loads.unwrap_or(saves);
    let name = image.name(call.entry);
    let begin = format!(
        "{went}: {name} saved R7 in {} with {}, but {} loaded it from {}",
        image.name(saved),
        image.instruction(saves),
        image.instruction(loads),
        image.name(slot),
    );

    let on_stack = |at: u16, code: Code| image.op(at).filter(|op| op.code == code && op.b & 7 == 6);
    if let (Some(save), Some(load)) = (on_stack(saves, Code::Str), on_stack(loads, Code::Ldr)) {
        let lower = i64::from(saved.wrapping_sub(save.value)) - i64::from(slot.wrapping_sub(load.value));
        let side = if lower > 0 { "lower" } else { "higher" };
        let words = counted(lower.unsigned_abs() as usize, "word", "words");
        let begin = format!("{begin}, because R6 was {words} {side} by then.");
        if let Some(Uneven { entry, .. }) = call.uneven.filter(|uneven| uneven.lower == lower) {
            let other = image.name(entry);
            let sentence = format!(
                "{begin} {other}, which {name} calls, returned with R6 {side} than when it was called. Pop in {other} what it \
                 pushes, or in {name} after the call.",
            );
            return cause(image, UNBALANCED.0, UNBALANCED.1, sentence, &[loads, entry]);
        }
        if lower != 0 {
            let sentence = format!("{begin} Pop what is pushed, and no more, on every path through {name}.");
            return cause(image, UNBALANCED.0, UNBALANCED.1, sentence, &[loads, saves]);
        }
    }

    let sentence = format!("{begin}. Save and load R7 in the same memory word.");
    let common = "R7 is saved in one memory word and loaded from another";
    cause(image, "r7-wrong-slot", common, sentence, &[loads, saves])
}

/// A RET where nothing was called.
pub fn lone(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.lone_return?;
    let fall = trace.events.into_subroutine.filter(|fall| fall.step < event.step);
    if let Some(fall) = fall {
        return Some((fall.step, data::into_subroutine::<Lc3>(trace, &fall)));
    }

    let cause = match event.value.origin {
        Origin::Link { by, .. } => into_itself(trace, &event, by),
        _ => never_called(trace, &event),
    };
    Some((event.step, cause))
}

fn into_itself(trace: &Trace<'_>, event: &Return<u16>, by: u16) -> Cause {
    let image = &trace.image;
    let sentence = format!(
        "{} jumps {}: no JSR called this code, so R7 holds what {} left in it. Write HALT to stop the program; call code \
         that ends with RET with JSR.",
        capital(&image.instruction(event.at)),
        target(trace, event),
        image.instruction(by),
    );
    let common = "a RET jumps back to itself";
    cause(image, "ret-into-itself", common, sentence, &[event.at, by])
}

fn never_called(trace: &Trace<'_>, event: &Return<u16>) -> Cause {
    let image = &trace.image;
    let sentence = format!(
        "{} has nowhere to return to: no JSR called this code, so R7 was never set. Write HALT to stop the program; call \
         code that ends with RET with JSR.",
        capital(&image.instruction(event.at)),
    );
    let common = "a RET is executed, but no subroutine was called";
    cause(image, "ret-without-call", common, sentence, &[event.at])
}
