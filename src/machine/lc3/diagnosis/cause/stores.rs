//! Stores that hit what they should not, the program's own code, or data through the stack; and loads of code.

use super::super::architecture::{Lc3, Trace};
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::cause::{cause, endless, unwritten};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::Origin;
use crate::machine::lc3::isa;
use crate::machine::lc3::op::{Code, Op};
use crate::result::Cause;

/// The program stored into its own code and executed it.
pub fn overwritten(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.notes.overwritten?;
    let image = &trace.image;
    // What stored was itself stored by the program: what led there is not known.
    let writes = |op: Op| matches!(op.code, Code::St | Code::Sti | Code::Str);
    if !image.op(event.by).is_some_and(writes) {
        return None;
    }
    if let Some(recursion) = stack_overflow(trace) {
        return Some((event.step, recursion));
    }
    if let Some(read) = trace.read_of(trace.cell(event.at).through) {
        let rest = format!(
            "That value led {} to the wrong address, where it overwrote the program's own code at {}.",
            image.instruction(event.by),
            image.line(event.at)
        );
        return Some((event.step, unwritten::<Lc3>(image, read, &rest)));
    }

    let (how, advice) = led_astray(trace, event.at, event.by);
    let sentence = format!(
        "{} wrote into the program's own code: {how}it overwrote the instruction `{}` at {} with x{:04X}, which was \
         executed later. {advice}",
        capital(&image.instruction(event.by)),
        isa::disassemble(event.was, event.at, |address| image.label(address)),
        image.line(event.at),
        event.is,
    );
    let common = "a store overwrites the program's own code";
    let cause = cause(image, "store-into-code", common, sentence, &[event.by, event.at]);
    Some((event.step, cause))
}

/// A recursion whose return addresses have filled memory down to the code.
fn stack_overflow(trace: &Trace<'_>) -> Option<Cause> {
    let entry = trace.calls.last()?.entry;
    let open = trace.calls.iter().filter(|call| call.entry == entry).count();

    (open > 1000).then(|| endless::recursion(&trace.image, entry, trace.calls[0].site))
}

/// How a store came to the code at `at`, as far as its address shows, and what to do.
fn led_astray(trace: &Trace<'_>, at: u16, by: u16) -> (String, String) {
    let image = &trace.image;
    let cell = trace.cell(at);
    let pushes = image.op(by).is_some_and(|op| op.code == Code::Str && op.b & 7 == 6)
        && matches!(cell.value.origin, Origin::Link { .. });

    match cell.base {
        Some(base) if pushes && base > at => (
            format!(
                "the stack, which begins at {}, has grown down into the code, and ",
                image.name(base)
            ),
            "Reserve more memory for the stack, and check that everything that is pushed is popped.".to_owned(),
        ),
        Some(base) if image.is_data(base) => (
            format!(
                "it stored out of bounds, {} the data at {} ({}), and ",
                if at < base { "before" } else { "past the end of" },
                image.name(base),
                image.line(base)
            ),
            format!(
                "Check the bounds of the loop, and how many words {} has.",
                image.name(base)
            ),
        ),
        _ => (
            String::new(),
            "Check the address that it stores to; a label must have a `.BLKW` or `.FILL` of its own.".to_owned(),
        ),
    }
}

/// The stack grew down into data, and the program read there what it had pushed.
pub fn under_stack(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.notes.stack_in_data?;
    let image = &trace.image;
    let sentence = format!(
        "The stack begins at {} and has grown down into the data at {}: {} pushed a return address to {}, and {} reads it \
         there as data. Reserve more memory for the stack, and check that everything that is pushed is popped.",
        image.name(event.stack),
        image.name(event.data),
        image.instruction(event.by),
        image.name(event.address),
        image.instruction(event.at),
    );

    let places = [event.stack, event.by, event.at];
    let common = "stack overflow: the stack grows down into data";
    Some((event.step, cause(image, "stack-into-data", common, sentence, &places)))
}

/// An instruction was read as data. One that the program then changes was read on purpose.
pub fn code_read(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let read = trace.notes.code_read?;
    let event = Some(read).filter(|read| trace.cell(read.address).writer.is_none())?;
    let image = &trace.image;
    let reads = capital(&image.instruction(event.at));
    let what = format!(
        "the instruction at {} ({})",
        image.name(event.address),
        image.line(event.address)
    );
    let (sentence, places) = match event.pointer {
        Some(pointer) => (
            format!(
                "{reads} follows the pointer at {} ({}) to {what} and reads it as data. Let the pointer name the data.",
                image.name(pointer),
                image.line(pointer)
            ),
            [pointer, event.at],
        ),
        None => (
            format!("{reads} reads {what} as data. Load from the label of a `.FILL`, `.BLKW` or `.STRINGZ`."),
            [event.at, event.address],
        ),
    };

    let common = "an instruction is read as data";
    Some((event.step, cause(image, "code-read-as-data", common, sentence, &places)))
}
