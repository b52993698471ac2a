//! Returns that go to a wrong place because the link register lost its address.

use super::cause;
use crate::machine::diagnosis::architecture::Architecture;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::{Return, WrongReturn};
use crate::machine::diagnosis::trace::Trace;
use crate::machine::diagnosis::words::capital;
use crate::result::Cause;

/// `The RET at line 20 jumps back to line 18 instead of returning to line 5`.
pub fn jumps<A: Architecture>(trace: &Trace<'_, A>, wrong: &WrongReturn<A::Address>) -> String {
    let image = &trace.image;
    format!(
        "{} jumps {} instead of returning to {}",
        capital(&image.instruction(wrong.back.at)),
        target(trace, &wrong.back),
        image.line(wrong.call.back),
    )
}

/// `back to itself`, `to line 12`.
pub fn target<A: Architecture>(trace: &Trace<'_, A>, back: &Return<A::Address>) -> String {
    if back.at == back.target {
        "back to itself".to_owned()
    } else {
        format!("to {}", trace.image.line(back.target))
    }
}

/// The link register was overwritten by the instruction at `by`, and the subroutine had not saved it, or did so too late:
/// `late`.
pub fn overwritten<A: Architecture>(
    trace: &Trace<'_, A>,
    wrong: &WrongReturn<A::Address>,
    by: A::Address,
    late: Option<A::Address>,
) -> Cause {
    let image = &trace.image;
    let link = &A::LINK_LOST;
    let never = match late {
        Some(late) => format!("before {} saved it", image.instruction(late)),
        None => "and never saved".to_owned(),
    };

    let sentence = format!(
        "{}: {} was overwritten by {} {never}. {}",
        jumps(trace, wrong),
        link.name,
        image.instruction(by),
        (link.save)(&image.name(wrong.call.entry)),
    );
    let (key, common) = link.overwritten;
    cause(image, key, common, sentence, &[by, wrong.back.at])
}

/// The subroutine saved the link register at `saved_by`, and never loaded it again after `by` had overwritten it.
pub fn not_loaded<A: Architecture>(
    trace: &Trace<'_, A>,
    wrong: &WrongReturn<A::Address>,
    saved_by: A::Address,
    by: A::Address,
) -> Cause {
    let image = &trace.image;
    let link = &A::LINK_LOST;
    let sentence = format!(
        "{}: {} saved {name} with {}, but after {} overwrote {name}, nothing restored it before the return.",
        jumps(trace, wrong),
        image.name(wrong.call.entry),
        image.instruction(saved_by),
        image.instruction(by),
        name = link.name,
    );

    let (key, common) = link.not_loaded;
    cause(image, key, common, sentence, &[wrong.back.at, by])
}

/// What the subroutine saved at `place` was overwritten by the instruction at `by`.
pub fn saved_overwritten<A: Architecture>(
    trace: &Trace<'_, A>,
    wrong: &WrongReturn<A::Address>,
    place: &str,
    by: A::Address,
) -> Cause {
    let image = &trace.image;
    let link = &A::LINK_LOST;
    let sentence = format!(
        "{}: {} saved {} {place}, but {} overwrote it there before it was restored.",
        jumps(trace, wrong),
        image.name(wrong.call.entry),
        link.name,
        image.instruction(by),
    );

    let (key, common) = link.saved_overwritten;
    cause(image, key, common, sentence, &[by, wrong.back.at])
}
