//! Control that falls through: into data, off the end.

use super::super::architecture::{Lc3, Trace};
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::architecture::Missing;
use crate::machine::diagnosis::cause::{data, unwritten};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::{Fall, Flow};
use crate::machine::lc3::cpu::Machine;
use crate::result::{Cause, Ending};

/// Data was executed as instructions.
pub fn into_data(trace: &Trace<'_>, ending: Ending) -> Option<(u64, Cause)> {
    let events = &trace.events;
    let current = events
        .in_data
        .filter(|fall| fall.is_harmful || ending == Ending::Crashed);
    let fall = events.into_data.or(current)?;

    let cause = data::into_data(trace, &fall, missing(trace, &fall)).or_else(|| jumped_into_data(trace, &fall))?;
    Some((fall.step, cause))
}

/// What is missing where control went from code into the data that follows it.
fn missing(trace: &Trace<'_>, fall: &Fall<u16>) -> Missing {
    let image = &trace.image;
    let after = image.after_data(fall.at);
    let is_last = image.word(after).is_none() || image.is_entry(after);

    if is_last && (fall.depth == 0 && trace.whole || !image.has_halt()) {
        Missing::Stop
    } else if fall.depth > 0 {
        Missing::ReturnOrBranch
    } else {
        Missing::Branch
    }
}

/// A jump into data through a value that nothing set.
fn jumped_into_data(trace: &Trace<'_>, fall: &Fall<u16>) -> Option<Cause> {
    let image = &trace.image;
    let jump = trace.notes.last_jump.filter(|jump| jump.at == fall.before)?;
    let read = trace.read_of(jump.value.unset)?;

    let rest = format!(
        "{} jumps there, into {}.",
        capital(&image.instruction(jump.at)),
        image.described(fall.at)
    );
    Some(unwritten::<Lc3>(image, read, &rest))
}

/// Control went past the last instruction.
pub fn off_the_end(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    let image = &trace.image;
    let falls = ending == Ending::Crashed && trace.flow == Flow::Next && image.word(machine.cpu.pc).is_none();
    if !falls || !image.leads_to(trace.before, machine.cpu.pc) {
        return None;
    }

    let is_main = trace.calls.is_empty() && trace.whole || !image.has_halt();
    (is_main || !trace.calls.is_empty()).then(|| data::off_the_end::<Lc3>(trace, is_main))
}
