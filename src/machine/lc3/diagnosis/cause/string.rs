//! Strings that are printed past their end.

use super::super::architecture::Trace;
use super::super::notes::{FaultyString, StringKind};
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::code::Code as _;
use crate::result::{Cause, Ending};

/// A string without its end that is still being printed when the output is full.
pub fn floods(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    let (_, string) = trace.notes.string.filter(|_| ending == Ending::Flooded)?;
    let is_same = trace
        .notes
        .printing
        .is_some_and(|printing| (printing.at, printing.start) == (string.at, string.start));

    (string.at == trace.before || is_same).then(|| fault(trace)).flatten()
}

/// A string that was printed past its end.
pub fn fault(trace: &Trace<'_>) -> Option<Cause> {
    let (_, FaultyString { at, start, kind }) = trace.notes.string?;
    let image = &trace.image;
    let puts = capital(&image.instruction(at));
    let (name, line) = (image.name(start), image.line(start));

    Some(match kind {
        StringKind::NoEnd { into } => {
            let sentence = format!(
                "{puts} prints past the end of the text at {name} ({line}), into {} ({}): the text has no null terminator. \
                 Write `.FILL x0000` after it, or use `.STRINGZ`.",
                image.name(into),
                image.line(into)
            );
            let common = "a string has no null terminator";
            cause(
                image,
                Cause::STRING_WITHOUT_END,
                common,
                sentence,
                &[into.wrapping_sub(1), at],
            )
        }
        StringKind::EndOverwritten { by, zero } => {
            let sentence = format!(
                "{puts} prints past the end of the text at {name} ({line}): its null terminator, {}, was overwritten by {}.",
                image.name(zero),
                image.instruction(by)
            );
            let common = "the null terminator of a string is overwritten";
            cause(image, "string-end-overwritten", common, sentence, &[by, at])
        }
        StringKind::Character { text } => {
            let sentence = format!(
                "{puts} needs the address of a text in R0, but R0 holds the first character of {}. Load the address \
                 with LEA, not with LD.",
                image.name(text)
            );
            let common = "PUTS is given a character where it needs an address";
            cause(image, "character-for-address", common, sentence, &[at, text])
        }
    })
}
