//! Control that falls through: into data, into a subroutine, off the end of the program.

use super::cause;
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::architecture::{Architecture, Missing};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::event::{Fall, Flow};
use crate::machine::diagnosis::trace::Trace;
use crate::result::Cause;

/// Key and common text of data that is executed.
const DATA: (&str, &str) = ("runs-into-data", "data is executed as instructions");

/// The main program falls through into a subroutine.
pub fn into_subroutine<A: Architecture>(trace: &Trace<'_, A>, fall: &Fall<A::Address>) -> Cause {
    let image = &trace.image;
    let sentence = format!(
        "The main program has no {stop} after {}, so it falls through into the subroutine {} ({}). Write {stop} after {}.",
        image.instruction(fall.before),
        image.name(fall.at),
        image.line(fall.at),
        image.line(fall.before),
        stop = A::ENDS.stops,
    );

    let (key, common) = A::ENDS.stop;
    cause(image, key, common, sentence, &[fall.before, fall.at])
}

/// Data is executed as instructions. `missing` is what should be between the code and the data that follows it. `None` after
/// a jump, which has a reason of its own.
pub fn into_data<A: Architecture>(trace: &Trace<'_, A>, fall: &Fall<A::Address>, missing: Missing) -> Option<Cause> {
    let image = &trace.image;
    let data = image.described(fall.at);
    if fall.step == 0 {
        let sentence = format!(
            "The program begins with {data}, which is executed as instructions. {}",
            A::ENDS.first
        );
        return Some(cause(image, DATA.0, DATA.1, sentence, &[fall.at]));
    }

    match fall.flow {
        // An instruction that leads elsewhere as it was written has been overwritten; nothing is missing after it.
        Flow::Next if !image.leads_to(fall.before, fall.at) => None,
        Flow::Next => Some(falls_into_data(trace, fall, &data, missing)),
        Flow::Branch | Flow::Call => {
            let sentence = format!(
                "{} jumps to {data}, which is then executed as instructions.",
                capital(&image.instruction(fall.before)),
            );
            Some(cause(image, DATA.0, DATA.1, sentence, &[fall.before, fall.at]))
        }
        Flow::Jump => None,
    }
}

fn falls_into_data<A: Architecture>(
    trace: &Trace<'_, A>,
    fall: &Fall<A::Address>,
    data: &str,
    missing: Missing,
) -> Cause {
    let image = &trace.image;
    let ends = &A::ENDS;
    let ((key, common), advice) = match missing {
        Missing::Stop => (
            ends.stop,
            format!("Write {} after {}.", ends.stops, image.line(fall.before)),
        ),
        Missing::Return => (
            ends.returns,
            format!("Write {} after {}.", ends.write_return, image.line(fall.before)),
        ),
        Missing::Branch => (DATA, ends.branch.to_owned()),
        Missing::ReturnOrBranch => (DATA, ends.return_or_branch.to_owned()),
    };

    let sentence = format!(
        "After {} the program falls through into {data} and executes it as instructions. {advice}",
        image.instruction(fall.before),
    );
    cause(image, key, common, sentence, &[fall.before, fall.at])
}

/// Control went past the last instruction: of the main program, or of a subroutine.
pub fn off_the_end<A: Architecture>(trace: &Trace<'_, A>, is_main: bool) -> Cause {
    let image = &trace.image;
    let ends = &A::ENDS;
    let subroutine = trace.calls.last().map(|call| image.name(call.entry));
    let ((key, common), who, lacks, what) = if is_main {
        (ends.stop, "the main program".to_owned(), ends.stops, ends.stops)
    } else {
        let who = subroutine.unwrap_or_else(|| "the subroutine".to_owned());
        (ends.returns, who, ends.return_name, ends.write_return)
    };

    let sentence = format!(
        "{} has no {lacks}: after {} it runs off the end of the program, into memory where nothing was loaded. Write {what} \
         after {}.",
        if is_main { capital(&who) } else { who },
        image.instruction(trace.before),
        image.line(trace.before),
    );
    cause(image, key, common, sentence, &[trace.before])
}
