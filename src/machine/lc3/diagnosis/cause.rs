//! Judges what was seen: which of the known causes explains the ending.
//!
//! Events that can only be faults come first, the earliest of them: what comes later follows from it. Where there are
//! none, the ending itself is judged: the jump that crashed, the loop that does not end. A string without its end and code that
//! is read as data are named last, as they seldom stop a program.

mod control;
mod endless;
mod returns;
mod stores;
mod string;
mod unwritten;

use super::architecture::{Lc3, Trace};
use crate::machine::Run;
use crate::machine::diagnosis::cause::{data, earliest};
use crate::machine::lc3::cpu::Machine;
use crate::result::{Cause, Ending};

/// The cause of a run's ending, when it is certain, and the step in which it came about.
pub fn find(trace: &Trace<'_>, machine: &Machine, run: &Run) -> Option<(u64, Cause)> {
    let ending = run.stop.ending;
    let into_subroutine = trace.events.into_subroutine.filter(|fall| fall.is_proven);
    let first = earliest([
        returns::wrong(trace),
        returns::lone(trace),
        into_subroutine.map(|fall| (fall.step, data::into_subroutine::<Lc3>(trace, &fall))),
        control::into_data(trace, ending),
        stores::overwritten(trace),
        stores::under_stack(trace),
    ]);

    first
        .or_else(|| Some((trace.step, at_the_end(trace, machine, ending)?)))
        .or_else(|| stores::code_read(trace))
}

/// What the ending itself shows.
fn at_the_end(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    string::floods(trace, ending)
        .or_else(|| control::off_the_end(trace, machine, ending))
        .or_else(|| unwritten::clock(trace, ending))
        .or_else(|| endless::sweep(trace, ending))
        .or_else(|| unwritten::jump(trace, machine, ending))
        .or_else(|| endless::find(trace, machine, ending))
        .or_else(|| string::fault(trace))
}
