//! Returns that go to a wrong place because the link register lost its address.

use super::cause;
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::architecture::{Architecture, Kind};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::{Call, Flow, Return, WrongReturn};
use crate::machine::diagnosis::trace::Trace;
use crate::result::Cause;

/// A stack on which the return address is not where it is loaded from.
pub const UNBALANCED: Kind = ("stack-unbalanced", "a subroutine does not pop what it pushes");

/// `The RET at line 20 jumps back to line 18 instead of returning to line 5`.
pub fn jumps<A: Architecture>(trace: &Trace<'_, A>, wrong: &WrongReturn<A::Address>) -> String {
    format!(
        "{} {}",
        capital(&trace.image.instruction(wrong.back.at)),
        instead(trace, wrong)
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

/// Control had left the subroutine for another without a call, and what returned there was not the subroutine's own return.
/// `went` says where it went.
pub fn strayed<A: Architecture>(
    trace: &Trace<'_, A>,
    call: &Call<A::Address>,
    at: A::Address,
    went: &str,
) -> Option<Cause> {
    let image = &trace.image;
    let stray = call.strayed?;
    let other = image.owner(stray.at)?;
    if image.owner(at) == image.owner(call.entry) || !image.leads_to(stray.before, stray.at) {
        return None;
    }

    // Code of its own, and no loop or end that is within the other subroutine.
    let is_apart = image.begins(stray.at) && !image.goes_to(other, stray.at);
    let own_label = image.label(stray.at).filter(|_| is_apart);
    let is_beginning = stray.at == other || own_label.is_some();
    let (from, to) = (image.name(call.entry), own_label.unwrap_or_else(|| image.name(other)));
    let (before, ends) = (image.instruction(stray.before), &A::ENDS);
    if stray.flow == Flow::Next {
        let sentence = format!(
            "{from} has no {} after {before}, so it falls through into {to}, where {} {went}. Write {} after {}.",
            ends.return_name,
            image.instruction(at),
            ends.write_return,
            image.line(stray.before),
        );
        let (key, common) = ends.returns;
        return Some(cause(image, key, common, sentence, &[stray.before, at]));
    }

    let advice = if is_beginning {
        format!("Call {to} with {}.", ends.calls)
    } else {
        format!("Branch to a line of {from} instead.")
    };
    let sentence = format!(
        "{} branches from {from} into {to} ({}), where {} {went}. {advice}",
        capital(&before),
        image.line(stray.at),
        image.instruction(at),
    );
    let common = "a branch leads from one subroutine into another";
    Some(cause(
        image,
        "branch-into-subroutine",
        common,
        sentence,
        &[stray.before, at],
    ))
}

/// `jumps to line 18 instead of returning to line 5`.
pub fn instead<A: Architecture>(trace: &Trace<'_, A>, wrong: &WrongReturn<A::Address>) -> String {
    format!(
        "jumps {} instead of returning to {}",
        target(trace, &wrong.back),
        trace.image.line(wrong.call.back)
    )
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
        A::save_link(image, wrong.call.entry),
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
