//! Texts that are printed past their end.

use super::super::architecture::Trace;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::code::Code as _;
use crate::result::Cause;

/// A text without a zero at its end, and the step in which the text after it began to be printed.
pub fn without_end(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let (step, printing) = trace.notes.without_end?;
    let image = &trace.image;
    let last = printing.last.wrapping_sub(1);
    let sentence = format!(
        "The text at {} ({}) has no zero byte at its end, so the text at {} ({}) is printed after it. End it with `, 0` \
         (`.asciz` does that).",
        image.name(printing.start),
        image.line(last),
        image.name(printing.last),
        image.line(printing.last),
    );

    let common = "a text has no zero byte at its end, so the next text is printed too";
    let cause = cause(
        image,
        Cause::STRING_WITHOUT_END,
        common,
        sentence,
        &[last, printing.load],
    );
    Some((step, cause))
}
