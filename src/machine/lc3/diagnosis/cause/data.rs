//! Control that runs where it was not meant to: into data, into a subroutine, off the end.

use super::super::event::{Flow, IntoData, IntoSubroutine};
use super::super::image::{Directive, Image};
use super::super::trace::Trace;
use super::{capital, cause, unwritten};
use crate::machine::lc3::cpu::Machine;
use crate::machine::{Cause, Ending};

const HALT_KEY: &str = "missing-halt";
const HALT_COMMON: &str = "the main program has no HALT at its end";

/// The main program ran on into a subroutine.
pub fn into_subroutine(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.into_subroutine.filter(|event| event.is_proven)?;
    Some((event.step, missing_halt_before(trace, &event)))
}

/// The HALT that should stand before a subroutine is missing.
pub fn missing_halt_before(trace: &Trace<'_>, event: &IntoSubroutine) -> Cause {
    let image = &trace.image;
    let sentence = format!(
        "Behind {} the main program has no HALT, so it runs on into the subroutine {} ({}) that follows. Write HALT \
         behind that line.",
        image.instruction(event.before),
        image.name(event.entry),
        image.line(event.entry),
    );
    cause(image, HALT_KEY, HALT_COMMON, sentence, &[event.before, event.entry])
}

/// Data was run as instructions.
pub fn into_data(trace: &Trace<'_>, ending: Ending) -> Option<(u64, Cause)> {
    let events = &trace.events;
    let harms = |event: &IntoData| event.harmful || ending == Ending::Crashed;
    let event = events.into_data.or(events.pending_data.filter(harms))?;
    let image = &trace.image;
    let data = described(image, event.at);
    let behind = image.behind_data(event.at);
    let is_last = image.word(behind).is_none() || image.is_entry(behind);
    let jump = events.last_jump.filter(|jump| jump.at == event.before);
    let key = "runs-into-data";
    let common = "data is run as instructions";
    let cause = match (event.flow, jump) {
        _ if event.is_first => {
            let sentence = format!(
                "The program begins with {data}, which is run as instructions. Put the data behind the HALT, or jump \
                 over it with BR."
            );
            cause(image, key, common, sentence, &[event.at])
        }
        (Flow::Next, _) if is_last && (event.depth == 0 && trace.whole || !image.has_halt()) => {
            let sentence = format!(
                "Behind {} there is no HALT, so the program runs on into {data} and takes it for instructions. Write \
                 HALT behind that line.",
                image.instruction(event.before),
            );
            cause(image, HALT_KEY, HALT_COMMON, sentence, &[event.before, event.at])
        }
        (Flow::Next, _) => {
            let missing = if event.depth > 0 {
                "A RET is missing behind that line, or a BR over the data."
            } else {
                "Put the data behind the HALT, or jump over it with BR."
            };
            let sentence = format!(
                "Behind {} the program runs on into {data} and takes it for instructions. {missing}",
                image.instruction(event.before),
            );
            cause(image, key, common, sentence, &[event.before, event.at])
        }
        (Flow::Jump, Some(jump)) => {
            let read = trace.read_of(jump.value.unset)?;
            let rest = format!("{} jumps there, into {data}.", capital(&image.instruction(jump.at)));
            unwritten(image, read, &rest)
        }
        (Flow::Jump, None) => return None,
        (Flow::Branch | Flow::Call, _) => {
            let sentence = format!(
                "{} goes to {data}, which is then taken for instructions.",
                capital(&image.instruction(event.before)),
            );
            cause(image, key, common, sentence, &[event.before, event.at])
        }
    };
    Some((event.step, cause))
}

/// Control went past the last instruction.
pub fn off_the_end(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    let image = &trace.image;
    let falls = ending == Ending::Crashed && trace.flow == Flow::Next && image.word(machine.cpu.pc).is_none();
    if !falls || !image.is_code(trace.before) {
        return None;
    }
    let last = image.instruction(trace.before);
    if trace.calls.is_empty() && trace.whole || !image.has_halt() {
        let sentence = format!(
            "Behind {last} there is no HALT, so the program runs off its end, into memory where nothing was loaded. \
             Write HALT behind that line.",
        );
        return Some(cause(image, HALT_KEY, HALT_COMMON, sentence, &[trace.before]));
    }
    let name = image.name(trace.calls.last()?.entry);
    let sentence = format!(
        "{name} has no RET behind {last}, so the program runs off its end, into memory where nothing was loaded. \
         Write RET behind that line.",
    );
    let common = "a subroutine has no RET";
    Some(cause(image, "missing-ret", common, sentence, &[trace.before]))
}

/// The stack grew down into data, and the program read there what it had pushed.
pub fn under_stack(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.stack_in_data?;
    let image = &trace.image;
    let sentence = format!(
        "The stack, which begins at {}, has grown down into the data at {}: {} pushed a return address into {}, and \
         {} reads it there as data. Give the stack more room, and check that everything that is pushed is popped.",
        image.name(event.stack),
        image.name(event.data),
        image.instruction(event.by),
        image.name(event.address),
        image.instruction(event.at),
    );
    let common = "the stack grows down into data";
    Some((
        event.step,
        cause(
            image,
            "stack-into-data",
            common,
            sentence,
            &[event.stack, event.by, event.at],
        ),
    ))
}

/// `the text at MSG (line 12)`.
fn described(image: &Image<'_>, at: u16) -> String {
    let what = match image.directive(at) {
        Some(Directive::Text) => "the text",
        Some(Directive::Block) => "the `.BLKW`",
        _ => "the data",
    };
    format!("{what} at {} ({})", image.name(at), image.line(at))
}
