//! Loops that read keys until one comes that Enter does not send.

use super::super::super::architecture::Trace;
use super::body::Loop;
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::code::Code as _;
use crate::result::Cause;

/// The condition that a result of zero sets.
const ZERO: u8 = 2;

/// A loop that only a carriage return ends, in a run in which Enter was a line feed.
pub fn takes_return(trace: &Trace<'_>, looping: &Loop<'_, '_>) -> Option<Cause> {
    let image = looping.image;
    let compares = trace.notes.takes_return.filter(|at| looping.own.contains(at))?;
    let exit = looping.only_exit().filter(|exit| *exit == compares.wrapping_add(1))?;
    if looping.stays(exit)? != 7 ^ ZERO {
        return None;
    }

    let sentence = format!(
        "{} compares the key with x0D, a carriage return, but Enter sends x0A, a line feed: the loop in {} never stops \
         reading keys. Compare with x0A.",
        capital(&image.instruction(compares)),
        looping.lines(),
    );
    let common = "the program waits for a carriage return (x0D), but Enter sends a line feed (x0A)";

    Some(cause(image, "enter-is-line-feed", common, sentence, &[compares, exit]))
}
