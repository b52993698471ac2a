//! Loops that never end.

use super::cause;
use crate::diagnostic::wording::capital;
use crate::diagnostic::wording::{all_of, either};
use crate::machine::diagnosis::architecture::Architecture;
use crate::machine::diagnosis::code::Code;
use crate::machine::diagnosis::tail::Ran;
use crate::machine::diagnosis::trace::Trace;
use crate::result::Cause;

/// Key and common text of a loop whose condition never changes.
const UNCHANGED: (&str, &str) = (
    "counter-never-changed",
    "a loop never changes the value that its condition tests",
);

/// The subroutine that is called again on every pass without having returned.
pub fn endless_recursion<A: Architecture>(trace: &Trace<'_, A>, turn: &[Ran<A::Address>]) -> Option<Cause> {
    let first = turn.first()?;
    let before = trace.tail.back(2 * turn.len() - 1)?;
    let call = trace.calls.last()?;
    let again = trace.calls.iter().rev().skip(1).find(|open| open.entry == call.entry)?;

    (before.at == first.at && first.depth > before.depth).then(|| recursion(&trace.image, again.entry, call.site))
}

/// A subroutine that calls itself and never returns.
pub fn recursion<N: Copy + PartialEq>(image: &impl Code<N>, entry: N, site: N) -> Cause {
    let sentence = format!(
        "Infinite recursion: {} calls {} again before the earlier call has returned, and no call ever returns.",
        image.instruction(site),
        image.name(entry),
    );
    let common = "infinite recursion: a subroutine calls itself and never returns";
    cause(image, "endless-recursion", common, sentence, &[site, entry])
}

/// A subroutine that is open more often than any game can need, with the latest call of it.
pub fn deep_recursion<A: Architecture>(trace: &Trace<'_, A>) -> Option<Cause> {
    let last = trace.calls.last()?;
    let open = trace.calls.iter().filter(|call| call.entry == last.entry).count();

    (open > 1000).then(|| recursion(&trace.image, last.entry, last.site))
}

/// A loop in `lines` from which no branch leads out.
pub fn closed<N: Copy + PartialEq>(image: &impl Code<N>, lines: &str, places: [N; 2]) -> Cause {
    let sentence = format!(
        "Infinite loop in {lines}: no instruction in it branches out of the loop, returns or stops the program."
    );
    let common = "an infinite loop has no exit";
    cause(image, "loop-without-exit", common, sentence, &places)
}

/// A loop in `lines` whose exit acts on registers that nothing in the loop changes; `test` is the instruction that reads
/// them.
pub fn unchanged<N: Copy + PartialEq>(
    image: &impl Code<N>,
    lines: &str,
    registers: &[String],
    test: N,
    places: [N; 2],
) -> Cause {
    let sentence = format!(
        "Infinite loop in {lines}: {} depends on {}, but nothing in the loop changes {}.",
        image.instruction(test),
        all_of(registers),
        either(registers.len(), "it", "them"),
    );
    cause(image, UNCHANGED.0, UNCHANGED.1, sentence, &places)
}

/// A loop in which nothing sets the condition of its branch at `exit`.
pub fn never_tested<N: Copy + PartialEq>(image: &impl Code<N>, lines: &str, exit: N) -> Cause {
    let sentence = format!(
        "Infinite loop in {lines}: {} tests the condition codes, but nothing in the loop sets them.",
        image.instruction(exit)
    );
    cause(image, UNCHANGED.0, UNCHANGED.1, sentence, &[exit])
}

/// `lines 40 to 44`.
pub fn lines<N: Copy>(image: &impl Code<N>, first: N, last: N) -> String {
    let (first, last) = (image.line(first), image.line(last));
    match (first.strip_prefix("line "), last.strip_prefix("line ")) {
        (Some(one), Some(other)) if one != other => format!("lines {one} to {other}"),
        (None, _) | (_, None) if first != last => format!("{first} to {last}"),
        _ => first,
    }
}

/// A branch to itself, where the program should stop.
pub fn to_itself<N: Copy + PartialEq>(image: &impl Code<N>, at: N, advice: &str) -> Cause {
    let sentence = format!(
        "{} branches to itself forever. {advice}",
        capital(&image.instruction(at))
    );
    cause(image, "branch-to-itself", "a branch goes to itself", sentence, &[at])
}
