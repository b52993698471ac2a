//! Returns that go to a wrong place.

use super::super::architecture::{Lc3, Trace, WrongReturn};
use crate::machine::diagnosis::cause::returns::{jumps, not_loaded, overwritten, saved_overwritten, target};
use crate::machine::diagnosis::cause::{cause, data};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::Return;
use crate::machine::diagnosis::value::Origin;
use crate::machine::diagnosis::words::capital;
use crate::result::Cause;

/// A return from a subroutine that does not go to the instruction after its call.
pub fn wrong(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.wrong_return?;
    let cause = match event.back.value.origin {
        Origin::Link { by, .. } if event.is_own => own_link(trace, &event, by),
        _ => restored_wrongly(trace, &event)?,
    };
    Some((event.back.step, cause))
}

/// R7 was loaded again, but its place holds something else by now, or it is the wrong place.
fn restored_wrongly(trace: &Trace<'_>, event: &WrongReturn) -> Option<Cause> {
    let (saved, slot, by) = (event.call.saved?, event.back.value.slot?, event.writer?);
    if saved != slot {
        return Some(other_slot(trace, event, saved, slot));
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
        (Some((saved, _)), Some(slot)) => other_slot(trace, event, saved, slot),
        (None, slot) => {
            let late = slot.and_then(|slot| trace.cell(slot).writer);
            overwritten::<Lc3>(trace, event, by, late)
        }
    }
}

/// A branch went back to the beginning of the subroutine, where R7 is saved a second time.
fn saved_again(trace: &Trace<'_>, event: &WrongReturn, by: u16) -> Option<Cause> {
    let image = &trace.image;
    let (again, saves) = event.call.again.zip(event.call.saved_by)?;
    let slot = event.back.value.slot?;
    if trace.cell(slot).writer != Some(saves) {
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
    let writer = trace.cell(slot).writer.unwrap_or(by);
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

/// R7 was saved in one place and loaded from another.
fn other_slot(trace: &Trace<'_>, event: &WrongReturn, saved: u16, slot: u16) -> Cause {
    let image = &trace.image;
    let sentence = format!(
        "{}: {} saved R7 in {saved}, but loaded it from {}. Load it from {saved}.",
        jumps(trace, event),
        image.name(event.call.entry),
        image.name(slot),
        saved = image.name(saved),
    );

    let common = "R7 is saved in one memory word and loaded from another";
    let places = [event.back.at, event.call.entry];
    cause(image, "r7-wrong-slot", common, sentence, &places)
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
