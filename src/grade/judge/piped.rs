//! Runs whose whole script went through a pipe: which output came before which key is read from the output itself, and
//! how the run ended is given in the terms of runs that get one key after the other.

use std::sync::Arc;

use super::compare::words;
use crate::assignment::Assignment;
use crate::case::Case;
use crate::connect4::Script;
use crate::connect4::reading;
use crate::machine::{Output, Piped, Run};
use crate::result::{Ending, Stop};

/// The run as if each key had been typed when it was asked for. One that was run so is given back as it is.
pub fn tagged(assignment: &Assignment, case: &Case, script: &Script, run: Arc<Run>) -> Arc<Run> {
    let Some(piped) = run.piped else { return run };
    let bytes = &run.output.bytes;
    // One that stopped of itself, and whose game was to end, may have asked before it played.
    let asked = piped
        .asked
        .filter(|_| run.stop.ending != Ending::Halted || case.ends == Ending::Waiting);
    let tags = reading::tags(&assignment.game, script, bytes, asked.is_some(), words(assignment));
    // What was out when it asked is no reaction to the answer.
    let end = tags.end.max(asked.unwrap_or_default()).min(bytes.len());
    let read = script.keys.len() - run.keys_left;
    let mut key_marks = tags.marks;

    key_marks.truncate(read);
    let stop = match piped {
        Piped { asked: Some(_) } => after_end(case, &run.stop),
        Piped { asked: None } => run.stop.clone(),
    };

    Arc::new(Run {
        output: Arc::new(Output {
            bytes: bytes[..end].to_vec(),
            key_marks,
            banners: Vec::new(),
        }),
        stop,
        instructions: run.instructions,
        keys_left: run.keys_left,
        piped: run.piped,
    })
}

/// How a program ended that asked for more than there was. One that then stopped of itself, having held back all its
/// output until then, may have read everything before it began to play: whether it would have stopped or waited cannot
/// be known, and the case decides.
fn after_end(case: &Case, stop: &Stop) -> Stop {
    match stop.ending {
        Ending::Halted if case.ends == Ending::Waiting => Stop {
            ending: Ending::Waiting,
            place: None,
            reason: String::new(),
        },
        _ => stop.clone(),
    }
}
