//! Returns that go to a wrong place.

use super::super::event::{LoneReturn, ReturnKind, WrongReturn};
use super::super::image::Image;
use super::super::trace::Trace;
use super::super::value::Origin;
use super::{capital, cause, data};
use crate::machine::Cause;

/// Key and common text of a return address that is looked for in the wrong place.
const WRONG_SLOT: (&str, &str) = (
    "r7-wrong-slot",
    "R7 is loaded from another place than the one it was saved in",
);

/// A return from a subroutine to another place than behind its call.
pub fn wrong(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.wrong_return?;
    let image = &trace.image;
    let cause = match event.kind {
        ReturnKind::Overwritten { by, saved, slot } => overwritten(trace, &event, by, saved, slot),
        ReturnKind::SlotOverwritten { by, slot } => {
            let sentence = format!(
                "{} does not return to {}: {} had saved R7 in {}, but {} stored something else there before it was \
                 loaded again.",
                capital(&image.instruction(event.at)),
                image.line(event.call.back),
                image.name(event.call.entry),
                image.name(slot),
                image.instruction(by),
            );
            let common = "the place where R7 is saved is overwritten";
            cause(image, "saved-r7-overwritten", common, sentence, &[by, event.at])
        }
        ReturnKind::OtherSlot { saved, slot } => {
            let sentence = format!(
                "{} does not return to {}: {} saved R7 in {}, but loaded it from {}.",
                capital(&image.instruction(event.at)),
                image.line(event.call.back),
                image.name(event.call.entry),
                image.name(saved),
                image.name(slot),
            );
            cause(
                image,
                WRONG_SLOT.0,
                WRONG_SLOT.1,
                sentence,
                &[event.at, event.call.entry],
            )
        }
    };
    Some((event.step, cause))
}

/// R7 is what a JSR or TRAP inside the subroutine left.
fn overwritten(trace: &Trace<'_>, event: &WrongReturn, by: u16, saved: Option<u16>, slot: Option<u16>) -> Cause {
    let image = &trace.image;
    let jumps = format!(
        "{} jumps {} instead of returning to {}",
        capital(&image.instruction(event.at)),
        back_to(image, event.at, event.target),
        image.line(event.call.back),
    );
    let (link, name) = (image.instruction(by), image.name(event.call.entry));
    if let (Some(again), Some(saves), Some(slot)) = (event.call.again, event.call.saved_by, slot)
        && trace.cell(slot).writer == Some(saves)
    {
        let sentence = format!(
            "{jumps}: {} goes back to the beginning of {name}, where {} saves R7 a second time, though it now holds \
             what {link} left there. Let that branch go to a line behind the one that saves R7.",
            image.instruction(again),
            image.instruction(saves),
        );
        let common = "a branch goes back to where its subroutine saves R7";
        return cause(image, "r7-saved-again", common, sentence, &[again, saves, event.at]);
    }
    match (saved, slot) {
        (Some(saved), Some(slot)) if saved == slot => {
            let writer = trace.cell(slot).writer.unwrap_or(by);
            let place = image.name(slot);
            let sentence = format!(
                "{jumps}: {name} saved R7 in {place}, and so did {} before {name} had loaded it again. Give each \
                 subroutine a place of its own to save R7 in.",
                image.instruction(writer),
            );
            let common = "two nested subroutines save R7 in the same place";
            cause(image, "save-place-shared", common, sentence, &[writer, event.at])
        }
        (Some(saved), None) => {
            let sentence = format!(
                "{jumps}: {name} saved R7 in {}, but does not load it again between {link}, which overwrites R7, and \
                 the RET.",
                image.name(saved),
            );
            let common = "R7 is saved, but not loaded again before RET";
            cause(image, "r7-not-loaded", common, sentence, &[event.at, by])
        }
        (Some(saved), Some(slot)) => {
            let sentence = format!(
                "{jumps}: {name} saved R7 in {}, but loaded it from {}. Load it from {0}.",
                image.name(saved),
                image.name(slot),
            );
            cause(
                image,
                WRONG_SLOT.0,
                WRONG_SLOT.1,
                sentence,
                &[event.at, event.call.entry],
            )
        }
        (None, slot) => {
            let never = match slot.and_then(|slot| trace.cell(slot).writer) {
                Some(late) => format!("before {} saved it", image.instruction(late)),
                None => "and never saved".to_owned(),
            };
            let sentence = format!(
                "{jumps}: R7 was overwritten by {link} {never}. Store R7 at the beginning of {name}, and load it \
                 again before the RET.",
            );
            let common = "R7 is overwritten by a nested JSR or TRAP and never saved";
            cause(image, "r7-overwritten", common, sentence, &[by, event.at])
        }
    }
}

/// A RET where nothing was called.
pub fn lone(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.lone_return?;
    let image = &trace.image;
    if let Some(fall) = trace.events.into_subroutine.filter(|fall| fall.step < event.step) {
        return Some((fall.step, data::missing_halt_before(trace, &fall)));
    }
    let Origin::Link { by, .. } = event.value.origin else {
        return Some((event.step, never_called(image, &event)));
    };
    let sentence = format!(
        "{} jumps {}: no JSR called this code, so R7 holds what {} left there. To stop the program write HALT; what \
         ends with RET must be called with JSR.",
        capital(&image.instruction(event.at)),
        back_to(image, event.at, event.target),
        image.instruction(by),
    );
    let common = "a RET jumps back to itself";
    Some((
        event.step,
        cause(image, "ret-into-itself", common, sentence, &[event.at, by]),
    ))
}

fn never_called(image: &Image<'_>, event: &LoneReturn) -> Cause {
    let sentence = format!(
        "{} has nowhere to return to: no JSR called this code, so R7 was never set. To stop the program write HALT; \
         what ends with RET must be called with JSR.",
        capital(&image.instruction(event.at)),
    );
    let common = "a RET runs though nothing was called";
    cause(image, "ret-without-call", common, sentence, &[event.at])
}

fn back_to(image: &Image<'_>, at: u16, target: u16) -> String {
    if at == target {
        "back to itself".to_owned()
    } else {
        format!("back to {}", image.line(target))
    }
}
