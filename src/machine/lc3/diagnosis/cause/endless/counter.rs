//! Loops that reset their counter on every pass.

use super::super::super::architecture::{Ran, Trace};
use super::body::Loop;
use crate::machine::diagnosis::cause::cause;
use crate::machine::diagnosis::code::Code as _;
use crate::machine::lc3::op::{Code, Op};
use crate::result::Cause;

/// A loop in which what `exit` tests, set by `setter`, starts from the same number on every pass and is only counted on
/// from there: it has the same value whenever it is tested.
pub fn reset_counter(looping: &Loop<'_, '_>, exit: u16, setter: Ran, trace: &Trace<'_>) -> Option<Cause> {
    let image = looping.image;
    let op = Op::decode(setter.word);
    if op.code != Code::AddValue || count(looping, exit) != 1 {
        return None;
    }

    let register = op.b & 7;
    let depth = looping.turn.iter().map(|ran| ran.depth).min()?;
    let writing = |ran: &&Ran| {
        let op = Op::decode(ran.word);
        op.changes(register)
    };
    let in_body = looping.body.iter().filter(|at| {
        let op = image.op(**at);
        op.is_some_and(|op| op.changes(register))
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
        "Infinite loop in {}: {} resets R{register} on every pass, so {} always tests the same number. Set R{register} \
         before the loop, or branch to a line after the one that sets it.",
        looping.lines(),
        image.instruction(set.at),
        image.instruction(exit),
    );
    let common = "a loop resets its counter on every pass";

    Some(cause(image, "counter-set-anew", common, sentence, &[exit, set.at]))
}

/// How often an instruction runs in a pass.
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
