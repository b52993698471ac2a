//! Loops that set their counter anew in every turn.

use super::super::super::tail::Ran;
use super::super::super::trace::Trace;
use super::super::{capital, cause};
use super::{Loop, keeps, writes};
use crate::machine::Cause;
use crate::machine::lc3::op::{Code, Op};

/// A loop in which what `exit` tests, set by `setter`, begins at the same number in every turn and is only counted on
/// from there: it has the same value whenever it is tested.
pub fn set_anew(looping: &Loop<'_, '_>, exit: u16, setter: Ran, trace: &Trace<'_>) -> Option<Cause> {
    let image = looping.image;
    let op = Op::decode(setter.word);
    if op.code != Code::AddValue || count(looping, exit) != 1 {
        return None;
    }
    let register = op.b & 7;
    let depth = looping.turn.iter().map(|ran| ran.depth).min()?;
    let writing = |ran: &&Ran| {
        let op = Op::decode(ran.word);
        writes(op) == Some(register) && !keeps(op)
    };
    let in_body = looping.body.iter().filter(|at| {
        let op = image.op(**at);
        op.is_some_and(|op| writes(op) == Some(register) && !keeps(op))
    });
    let ran: Vec<&Ran> = looping.turn.iter().filter(writing).collect();
    if in_body.count() != ran.len() || ran.iter().any(|ran| ran.depth != depth || count(looping, ran.at) != 1) {
        return None;
    }
    let mut sets = ran.iter().filter(|ran| is_start(looping, ***ran, trace));
    let (set, None) = (sets.next()?, sets.next()) else {
        return None;
    };
    let counts = |ran: &&&Ran| {
        let op = Op::decode(ran.word);
        ran.at == set.at || op.code == Code::AddValue && (op.b & 7 == register)
    };
    if !ran.iter().all(|ran| counts(&ran)) {
        return None;
    }
    let sentence = format!(
        "{} repeat for ever: {} sets R{register} anew in every turn, so that {} always finds the same number. Set it \
         before the loop, or let the branch go to a line behind.",
        capital(&looping.lines()),
        image.instruction(set.at),
        image.instruction(exit),
    );
    let common = "a loop sets its counter anew in every turn";
    Some(cause(image, "counter-set-anew", common, sentence, &[exit, set.at]))
}

/// How often an instruction runs in a turn.
fn count(looping: &Loop<'_, '_>, at: u16) -> usize {
    looping.turn.iter().filter(|ran| ran.at == at).count()
}

/// Whether an instruction gives its register a number that does not depend on what was there before.
fn is_start(looping: &Loop<'_, '_>, ran: Ran, trace: &Trace<'_>) -> bool {
    let op = Op::decode(ran.word);
    match op.code {
        Code::AndValue => op.value == 0,
        Code::Ld => {
            let address = ran.at.wrapping_add(1).wrapping_add(op.value);
            let writer = trace.cell(address).writer;
            writer.is_none_or(|by| !looping.turn.iter().any(|ran| ran.at == by))
        }
        _ => false,
    }
}
