//! Judges what was seen: which of the known causes explains the ending.
//!
//! Events that can only be faults come first, the earliest of them: what comes later follows from it. Where there are
//! none, the ending itself is asked: the access that failed, the loop that does not end.

mod endless;
mod fault;
mod flow;
mod returns;

use super::image::Image;
use super::trace::Trace;
use super::unset;
use super::value::{Read, Unset};
use crate::machine::arm::cpu::{Exit, Machine};
use crate::machine::diagnosis::words::capital;
use crate::machine::{Cause, Ending, Run};

/// The cause of a run's ending, when it is certain. `exit` is how the machine stopped when it was watched.
pub fn find(trace: &Trace<'_>, machine: &Machine, exit: Exit, run: &Run) -> Option<Cause> {
    let ending = run.stop.ending;
    if matches!(ending, Ending::Waiting | Ending::Halted) && !run.output.bytes.is_empty() {
        // That is how good programs end; only a wait for what never comes is not.
        return endless::device_wait(trace, machine, ending);
    }
    let mut events = Vec::new();
    events.extend(returns::wrong(trace));
    events.extend(returns::lone(trace, machine));
    events.extend(flow::into_subroutine(trace));
    events.extend(flow::without_stack(trace));
    events.sort_by_key(|(step, _)| *step);
    let first = events.into_iter().next().map(|(_, cause)| cause);
    let failed = || match exit {
        Exit::Crashed(fault) => flow::into_data(trace).or_else(|| fault::find(trace, machine, fault)),
        _ => None,
    };
    first
        .or_else(failed)
        .or_else(|| latch(trace, run))
        .or_else(|| endless::device_wait(trace, machine, ending))
        .or_else(|| endless::find(trace, ending))
}

/// A cause with the places of some addresses.
fn cause(image: &Image<'_>, key: &str, common: &str, sentence: String, places: &[u32]) -> Cause {
    let mut places = places.to_vec();
    places.dedup();
    Cause {
        key: key.to_owned(),
        common: common.to_owned(),
        sentence,
        places: places.iter().map(|address| image.place(*address)).collect(),
    }
}

/// A read of what nothing set, and what came of it.
pub fn unwritten(image: &Image<'_>, read: Read, rest: &str) -> Cause {
    let (_, name) = unset(image, read);
    let (key, common) = match read.what {
        Unset::Register(13) => (
            "stack-pointer-never-set",
            "the stack pointer SP is used before it is set",
        ),
        Unset::Register(_) => ("register-never-set", "a register is used before it is set"),
        Unset::Memory(_) | Unset::Reserved(_) => ("unwritten-read", "memory is read before the program has written it"),
    };
    let mut sentence = format!(
        "{} reads {name} before anything wrote it.",
        capital(&image.line(read.at))
    );
    if !rest.is_empty() {
        sentence = format!("{sentence} {rest}");
    }
    cause(image, key, common, sentence, &[read.at])
}

/// Everything was printed into the divisor latch.
fn latch(trace: &Trace<'_>, run: &Run) -> Option<Cause> {
    let latch = trace.events.latch.filter(|_| run.output.bytes.is_empty())?;
    let (at, count) = latch.printed.filter(|(_, count)| *count >= 3)?;
    let image = &trace.image;
    let sentence = format!(
        "{} sets bit 7 (DLAB) of UART0's line control register, LCR at 0xE000C00C, and nothing clears it: what {} stores to \
         0xE000C000 goes into the divisor latch and is not printed ({count} bytes). Store 3 to LCR when the divisor is set.",
        capital(&image.instruction(latch.set_by)),
        image.instruction(at),
    );
    let common = "the divisor latch (DLAB) is left open, so nothing is printed";
    Some(cause(image, "latch-left-open", common, sentence, &[latch.set_by, at]))
}
