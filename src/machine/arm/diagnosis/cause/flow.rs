//! Control that runs where it was not meant to, and a stack that is not there.

use super::super::event::{Fall, Flow};
use super::super::image::Image;
use super::super::trace::Trace;
use super::{capital, cause};
use crate::machine::Cause;
use crate::machine::arm::program::Kind;

const STOP: (&str, &str) = (
    "missing-stop",
    "the endless branch (`stop B stop`) behind the main program is missing",
);
const RETURN: (&str, &str) = (
    "missing-return",
    "code runs on into what follows it: its return is missing",
);

/// The main program ran on into a subroutine.
pub fn into_subroutine(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let event = trace.events.into_subroutine?;
    let image = &trace.image;
    let sentence = format!(
        "Behind {} the main program does not stop, so it runs on into the subroutine {} ({}) that follows. Write \
         `stop B stop` behind that line.",
        image.instruction(event.before),
        image.name(event.at),
        image.line(event.at),
    );
    Some((
        event.step,
        cause(image, STOP.0, STOP.1, sentence, &[event.before, event.at]),
    ))
}

/// Data was being run as instructions when the run ended.
pub fn into_data(trace: &Trace<'_>) -> Option<Cause> {
    let event = trace.events.in_data?;
    let image = &trace.image;
    let data = described(image, event.at);
    if event.step == 0 {
        let sentence = format!(
            "The program begins with {data}, which is run as instructions. Put the data behind the code, or begin with a \
             branch over it."
        );
        return Some(cause(
            image,
            "runs-into-data",
            "data is run as instructions",
            sentence,
            &[event.at],
        ));
    }
    match event.flow {
        Flow::Next => Some(ran_on(image, event, &data)),
        Flow::Branch | Flow::Call => {
            let sentence = format!(
                "{} goes to {data}, which is then taken for instructions.",
                capital(&image.instruction(event.before))
            );
            let places = [event.before, event.at];
            Some(cause(
                image,
                "runs-into-data",
                "data is run as instructions",
                sentence,
                &places,
            ))
        }
        Flow::Jump => None,
    }
}

fn ran_on(image: &Image<'_>, event: Fall, data: &str) -> Cause {
    let behind = image.behind_data(event.at);
    let is_last = image.piece(behind).is_none() || image.is_entry(behind);
    let last = image.instruction(event.before);
    let takes = format!("Behind {last} the program runs on into {data} and takes it for instructions.");
    let places = [event.before, event.at];
    if !is_last {
        let sentence = format!(
            "{takes} Write a branch over it, or move the data (or the `LTORG`) behind code that does not run on."
        );
        return cause(
            image,
            "runs-into-data",
            "data is run as instructions",
            sentence,
            &places,
        );
    }
    if event.is_main {
        let sentence = format!("{takes} Write `stop B stop` behind that line.");
        return cause(image, STOP.0, STOP.1, sentence, &places);
    }
    let sentence =
        format!("{takes} Write the return (`BX LR`, or `POP {{..., PC}}` where LR was pushed) behind that line.");
    cause(image, RETURN.0, RETURN.1, sentence, &places)
}

/// Control went past the last instruction.
pub fn off_the_end(trace: &Trace<'_>) -> Cause {
    let image = &trace.image;
    let last = image.instruction(trace.before);
    let runs = format!("Behind {last} the program runs off its end, to where nothing was loaded.");
    if trace.whole && trace.calls.is_empty() {
        let sentence = format!("{runs} Write `stop B stop` behind that line.");
        return cause(image, STOP.0, STOP.1, sentence, &[trace.before]);
    }
    let sentence =
        format!("{runs} Write the return (`BX LR`, or `POP {{..., PC}}` where LR was pushed) behind that line.");
    cause(image, RETURN.0, RETURN.1, sentence, &[trace.before])
}

/// Something was pushed where there is no stack.
pub fn without_stack(trace: &Trace<'_>) -> Option<(u64, Cause)> {
    let (step, at) = trace.events.push_without_stack?;
    let image = &trace.image;
    let sentence = format!(
        "{} pushes, but nothing has set SP before: there is no memory where it points to, and what is pushed is lost. Begin \
         the program with `LDR SP, =0x40010000`.",
        capital(&image.instruction(at)),
    );
    let common = "the stack pointer SP is used before it is set";
    Some((step, cause(image, "stack-pointer-never-set", common, sentence, &[at])))
}

/// `the text at greeting (line 12)`.
fn described(image: &Image<'_>, at: u32) -> String {
    match image.piece(at).map(|piece| piece.kind) {
        Some(Kind::Literal) => format!("the literal pool at 0x{at:08X}"),
        Some(Kind::Reserved) => format!("the SPACE at {} ({})", image.name(at), image.line(at)),
        _ => format!("the data at {} ({})", image.name(at), image.line(at)),
    }
}
