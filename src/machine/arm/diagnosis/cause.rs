//! Judges what was seen: which of the known causes explains the ending.
//!
//! Events that can only be faults come first, the earliest of them: what comes later follows from it. Where there are
//! none, the ending itself is judged: the access that failed, the loop that does not end.

mod astray;
mod device;
mod endless;
mod fault;
mod returns;
mod stack;
mod text;

use super::architecture::{Arm, Trace};
use crate::machine::Run;
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::exit::Exit;
use crate::machine::diagnosis::architecture::Missing;
use crate::machine::diagnosis::cause::{data, earliest};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::Fall;
use crate::result::{Cause, Ending};

/// The cause of a run's ending, when it is certain, and the step in which it came about. `exit` is how the machine stopped
/// when it was watched.
pub fn find(trace: &Trace<'_>, machine: &Machine, exit: Exit, run: &Run) -> Option<(u64, Cause)> {
    let ending = run.stop.ending;
    if matches!(ending, Ending::Waiting | Ending::Halted) && !run.output.bytes.is_empty() {
        // That is how good programs end: only what is never right is a cause.
        let first = earliest([returns::wrong(trace), text::without_end(trace)]);
        return first.or_else(|| Some((trace.step, device::wait(trace, machine, ending)?)));
    }

    let into_subroutine = trace.events.into_subroutine.filter(|fall| fall.is_proven);
    let first = earliest([
        into_subroutine.map(|fall| (fall.step, data::into_subroutine::<Arm>(trace, &fall))),
        returns::wrong(trace),
        returns::lone(trace, machine),
        stack::never_set(trace),
    ]);

    first
        .or_else(|| Some((trace.step, at_the_end(trace, machine, exit, run)?)))
        .or_else(|| text::without_end(trace))
}

/// What the ending itself shows.
fn at_the_end(trace: &Trace<'_>, machine: &Machine, exit: Exit, run: &Run) -> Option<Cause> {
    let ending = run.stop.ending;
    crash(trace, machine, exit)
        .or_else(|| device::latch(trace, run))
        .or_else(|| device::wait(trace, machine, ending))
        .or_else(|| device::early(trace, ending))
        .or_else(|| endless::find(trace, ending))
}

/// The cause of a crash: data that was being executed, or the access or jump that failed.
fn crash(trace: &Trace<'_>, machine: &Machine, exit: Exit) -> Option<Cause> {
    let Exit::Crashed(fault) = exit else { return None };
    let in_data = trace.events.in_data;

    in_data
        .and_then(|fall| data::into_data(trace, &fall, missing(trace, &fall)))
        .or_else(|| fault::find(trace, machine, fault))
}

/// What is missing where control went from code into the data that follows it.
fn missing(trace: &Trace<'_>, fall: &Fall<u32>) -> Missing {
    let image = &trace.image;
    let after = image.after_data(fall.at);
    let is_last = image.piece(after).is_none() || image.is_entry(after);

    match (is_last, fall.is_main) {
        (false, _) => Missing::Branch,
        (true, true) => Missing::Stop,
        (true, false) => Missing::Return,
    }
}
