//! Judges what was seen: which of the known causes explains the ending.
//!
//! Events that can only be faults come first, the earliest of them: what comes later follows from it. Where there are
//! none, the ending itself is asked: the jump that crashed, the loop that does not end. A string without its end is
//! named last, as it seldom stops a program.

mod data;
mod endless;
mod returns;
mod unwritten;

use super::image::Image;
use super::string::{FaultyString, StringKind};
use super::trace::Trace;
use super::value::Origin;
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::isa;
use crate::machine::lc3::op::Code;
use crate::machine::{Cause, Ending, Run};

use crate::machine::diagnosis::words::capital;

pub use unwritten::cause as unwritten;

/// The cause of a run's ending, when it is certain.
pub fn find(trace: &Trace<'_>, machine: &Machine, run: &Run) -> Option<Cause> {
    let ending = run.stop.ending;
    let mut events = Vec::new();
    events.extend(returns::wrong(trace));
    events.extend(returns::lone(trace));
    events.extend(data::into_subroutine(trace));
    events.extend(data::into_data(trace, ending));
    events.extend(overwritten(trace));
    events.extend(data::under_stack(trace));
    events.sort_by_key(|(step, _)| *step);
    let first = events.into_iter().next().map(|(_, cause)| cause);
    let floods = || {
        let (_, fault) = trace.events.string.filter(|_| ending == Ending::Flooded)?;
        let is_printed_still = fault.at == trace.before
            || trace
                .printing
                .is_some_and(|printing| (printing.at, printing.start) == (fault.at, fault.start));
        is_printed_still.then(|| string(trace)).flatten()
    };
    first
        .or_else(floods)
        .or_else(|| data::off_the_end(trace, machine, ending))
        .or_else(|| unwritten::clock(trace, ending))
        .or_else(|| endless::sweep(trace, ending))
        .or_else(|| unwritten::jump(trace, machine, ending))
        .or_else(|| endless::find(trace, machine, ending))
        .or_else(|| string(trace))
}

/// A cause with the places of some addresses.
fn cause(image: &Image<'_>, key: &str, common: &str, sentence: String, places: &[u16]) -> Cause {
    let mut places = places.to_vec();
    places.dedup();
    Cause {
        key: key.to_owned(),
        common: common.to_owned(),
        sentence,
        places: places.iter().map(|address| image.place(*address)).collect(),
    }
}

/// The program stored into its own code and ran it.
fn overwritten(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.overwritten?;
    let image = &trace.image;
    let entry = trace.calls.last().map(|call| call.entry);
    let open = trace.calls.iter().filter(|call| Some(call.entry) == entry).count();
    if let (Some(entry), true) = (entry, open > 1000) {
        return Some((event.step, endless::recursion(image, entry, trace.calls[0].site)));
    }
    if let Some(read) = trace.read_of(trace.cell(event.at).through) {
        let rest = format!(
            "That value led {} to the wrong address, where it overwrote the program's own code at {}.",
            image.instruction(event.by),
            image.line(event.at)
        );
        return Some((event.step, unwritten(image, read, &rest)));
    }
    let (how, advice) = led_astray(trace, event.at, event.by);
    let sentence = format!(
        "{} wrote into the program's own code: {how}it overwrote the instruction `{}` at {} with x{:04X}, which was \
         run later. {advice}",
        capital(&image.instruction(event.by)),
        isa::disassemble(event.was, event.at, |address| image.label(address)),
        image.line(event.at),
        event.is,
    );
    let common = "a store overwrites the program's own code";
    Some((
        event.step,
        cause(image, "store-into-code", common, sentence, &[event.by, event.at]),
    ))
}

/// How a store came to the code at `at`, as far as its address tells, and what to do.
fn led_astray(trace: &Trace<'_>, at: u16, by: u16) -> (String, String) {
    let image = &trace.image;
    let cell = trace.cell(at);
    let pushes = image.op(by).is_some_and(|op| op.code == Code::Str && op.b & 7 == 6)
        && matches!(cell.value.origin, Origin::Link { .. });
    match cell.base {
        Some(base) if pushes && base > at => (
            format!(
                "the stack, which begins at {}, has grown down into it, and ",
                image.name(base)
            ),
            "Give the stack more room, and check that everything that is pushed is popped.".to_owned(),
        ),
        Some(base) if image.is_data(base) => (
            format!(
                "it stored {} the data at {} ({}), and ",
                if at < base { "before" } else { "beyond" },
                image.name(base),
                image.line(base)
            ),
            format!("Check how far it counts, and how many words {} has.", image.name(base)),
        ),
        _ => (
            String::new(),
            "Check the address that it stores to; a label must have a `.BLKW` or `.FILL` of its own.".to_owned(),
        ),
    }
}

/// A PUTS that printed beyond its string.
fn string(trace: &Trace<'_>) -> Option<Cause> {
    let (_, FaultyString { at, start, kind }) = trace.events.string?;
    let image = &trace.image;
    let puts = capital(&image.instruction(at));
    let (name, line) = (image.name(start), image.line(start));
    let missing = ("string-without-end", "a string has no zero at its end");
    Some(match kind {
        StringKind::NoEnd { into } => {
            let sentence = format!(
                "{puts} prints on beyond the text at {name} ({line}), into {} ({}): the text has no zero at its end. \
                 Put `.FILL x0000` behind it, or write it with `.STRINGZ`.",
                image.name(into),
                image.line(into)
            );
            cause(image, missing.0, missing.1, sentence, &[into.wrapping_sub(1), at])
        }
        StringKind::EndOverwritten { by, zero } => {
            let sentence = format!(
                "{puts} prints on beyond the text at {name} ({line}): the zero at its end, {}, was overwritten by {}.",
                image.name(zero),
                image.instruction(by)
            );
            cause(image, missing.0, missing.1, sentence, &[by, at])
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
