//! A stack that is not there, or is used up.

use super::super::architecture::Trace;
use crate::diagnostic::wording::capital;
use crate::machine::arm::program::RAM;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::cause::endless::deep_recursion;
use crate::machine::diagnosis::cause::returns::UNBALANCED;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::Stray;
use crate::result::Cause;

/// A stack that grows down out of RAM meets the fast GPIO registers first, which take anything.
const BELOW_RAM: u32 = RAM.0 - 0x8000;

/// Something was pushed where there is no stack.
pub fn never_set(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let (step, at) = trace.notes.push_without_stack?;
    let image = &trace.image;
    let sentence = format!(
        "{} pushes, but SP was never set: it points to no memory, and what is pushed is lost. Begin the program with \
         `LDR SP, =0x40010000`.",
        capital(&image.instruction(at)),
    );
    let common = "the stack pointer SP is used before it is set";
    Some((step, cause(image, "stack-pointer-never-set", common, sentence, &[at])))
}

/// The main program has branched into a subroutine, which pops what was never pushed.
fn main_strayed(trace: &Trace<'_>, stray: &Stray<u32>, at: u32) -> Option<Cause> {
    let image = &trace.image;
    let entry = image.owner(stray.at).filter(|entry| image.owner(at) == Some(*entry))?;
    if !image.leads_to(stray.before, stray.at) {
        return None;
    }
    let sentence = format!(
        "{} branches from the main program into {} ({}), where {} pops what was never pushed. Branch to a line of the main \
         program instead, or call a subroutine with BL.",
        capital(&image.instruction(stray.before)),
        image.name(entry),
        image.line(stray.at),
        image.instruction(at),
    );
    let common = "a branch leads from the main program into a subroutine";
    Some(cause(
        image,
        "branch-into-subroutine",
        common,
        sentence,
        &[stray.before, at],
    ))
}

/// Whether the code that pops beyond the stack is what pops too much: the main program, or a subroutine at the stack's very
/// end. Anywhere else, something before has moved SP.
fn pops_too_much(trace: &Trace<'_>, end: u32) -> bool {
    let owner = trace.image.owner(trace.before);
    match trace.calls.last() {
        None => trace.whole && owner.is_none(),
        Some(call) => {
            let is_at_end = call.saved.is_none_or(|saved| saved + 4 == end);
            owner == trace.image.owner(call.entry) && call.strayed.is_none() && is_at_end
        }
    }
}

/// A push or pop beyond the stack.
pub fn beyond(trace: &Trace<'_>, address: u32) -> Option<Cause> {
    let image = &trace.image;
    let at = trace.before;
    let here = capital(&image.instruction(at));

    if address == RAM.0 + RAM.1 {
        if let Some(stray) = trace.events.main_strayed.filter(|_| trace.calls.is_empty()) {
            return main_strayed(trace, &stray, at);
        }
        if !pops_too_much(trace, address) {
            return None;
        }
        let sentence = format!(
            "{here} pops more from the stack than was pushed: it reads at 0x{address:08X}, the end of RAM, where the stack \
             begins. Pop the same registers that were pushed, on every path.",
        );
        return Some(cause(image, UNBALANCED.0, UNBALANCED.1, sentence, &[at]));
    }
    if !(BELOW_RAM..RAM.0).contains(&address) {
        return None;
    }
    if let Some(recursion) = deep_recursion(trace) {
        return Some(recursion);
    }

    let sentence = format!(
        "Stack overflow: {} stores to 0x{address:08X}, below the beginning of RAM. Something is pushed repeatedly and never \
         popped; check that each subroutine ends with its return and not with a branch.",
        image.instruction(at),
    );
    let common = "stack overflow: the stack grows until no RAM is left";
    Some(cause(image, "stack-overflow", common, sentence, &[at]))
}
