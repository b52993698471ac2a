//! Loops that never end, judged by the code of the loop.

mod body;
mod counter;
mod device;
mod keys;

use super::super::architecture::{Lc3, Ran, Trace};
use super::super::image::Image;
use crate::diagnostic::wording::capital;
use crate::machine::diagnosis::cause::endless::{closed, endless_recursion, never_tested, to_itself, unchanged};
use crate::machine::diagnosis::cause::{cause, unwritten};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::Unset;
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::op::{Code, Op};
use crate::result::{Cause, Ending};
use body::Loop;

/// Where plain memory ends, below the devices.
const PLAIN_END: u16 = 0xFE00;
/// Words that a loop must have stored one after the other.
const SWEPT: u16 = 16;

/// Why a loop does not end.
pub fn find(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    if matches!(ending, Ending::Crashed | Ending::Halted) {
        return None;
    }

    let image = &trace.image;
    if ending == Ending::Waiting {
        let tail = trace.tail.all();
        return outward(image, &tail, &|one| {
            (!one.has_exit()).then(|| to_next_line(one)).flatten()
        })
        .or_else(|| outward(image, &tail, &|one| keys::takes_return(trace, one)));
    }

    let turn = trace.tail.turn()?;
    if let Some(recursion) = endless_recursion(trace, &turn) {
        return Some(recursion);
    }

    let looping = Loop::new(image, turn)?;
    if let (1, Some(at)) = (looping.own.len(), looping.own.first())
        && image.op(*at).is_some_and(|op| op.code == Code::Br)
    {
        return Some(to_itself(image, *at, "Write HALT if the program should stop there."));
    }
    if !looping.has_exit() {
        return to_next_line(&looping).or_else(|| {
            let (first, last) = looping.ends()?;
            Some(closed(image, &looping.lines(), [last, first]))
        });
    }
    never_left(&looping, trace, machine)
}

/// Judges the loops that run when the program asks for one more key: in the subroutine that runs, in the one that called
/// it, and so on.
fn outward<'t, 'a>(
    image: &'t Image<'a>,
    tail: &[Ran],
    judge: &dyn Fn(&Loop<'t, 'a>) -> Option<Cause>,
) -> Option<Cause> {
    let mut depth = tail.last()?.depth;
    loop {
        let start = tail
            .iter()
            .rposition(|ran| ran.depth < depth)
            .map_or(0, |last| last + 1);
        let found = Loop::new(image, tail[start..].to_vec()).and_then(|one| judge(&one));
        if found.is_some() || start == 0 {
            return found;
        }

        depth = tail[start - 1].depth;
    }
}

/// A loop stored through all of memory, until it met the switch of the clock.
pub fn sweep(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    let stop = trace.notes.clock_stop.filter(|_| ending == Ending::Halted)?;
    let image = &trace.image;
    let stored = |address| trace.cell(address).writer == Some(stop.by);
    let up = (PLAIN_END - SWEPT..PLAIN_END).all(stored);
    if stop.by != trace.before || !up && !(0..SWEPT).all(stored) {
        return None;
    }

    let looping = Loop::new(image, trace.tail.turn()?).filter(|one| one.own.contains(&stop.by))?;
    let where_from = match stop.base.filter(|base| image.is_data(*base)) {
        Some(base) if up => format!("past the end of {} ({})", image.name(base), image.line(base)),
        Some(base) => format!("before the beginning of {} ({})", image.name(base), image.line(base)),
        None => "through all of memory".to_owned(),
    };

    let sentence = format!(
        "Out-of-bounds access: the loop in {lines} runs on {where_from}, until {} stores to xFFFE, which stops the machine. \
         Check the bounds of the loop.",
        image.instruction(stop.by),
        lines = looping.lines(),
    );
    let common = "a loop stores out of bounds until the machine stops";
    let last = *looping.own.last()?;
    Some(cause(image, "store-stops-machine", common, sentence, &[last, stop.by]))
}

/// A branch that should lead out of a loop that nothing leads out of.
fn to_next_line(looping: &Loop<'_, '_>) -> Option<Cause> {
    let image = looping.image;
    let to_next = looping.own.iter().find(|at| {
        image
            .op(**at)
            .is_some_and(|op| op.code == Code::Br && matches!(op.a & 7, 1..=6) && op.value == 0)
    });
    let at = *to_next?;
    let sentence = format!(
        "{} branches to the next line, so its condition makes no difference, and the loop in {} has no other exit. Branch \
         to the line where the program should continue.",
        capital(&image.instruction(at)),
        looping.lines(),
    );

    let common = "a branch goes to the next line, so its condition makes no difference";
    Some(cause(image, "branch-to-next-line", common, sentence, &[at]))
}

/// A loop with a single exit that is never taken.
fn never_left(looping: &Loop<'_, '_>, trace: &Trace<'_>, machine: &Machine) -> Option<Cause> {
    let image = looping.image;
    let exit = looping.only_exit()?;
    let index = looping.turn.iter().position(|ran| ran.at == exit)?;

    let before = looping.turn[..index]
        .iter()
        .rev()
        .chain(looping.turn[index..].iter().rev());
    let mut setters = before.filter(|ran| Op::decode(ran.word).sets_conditions());
    let Some(setter) = setters.next() else {
        return Some(never_tested(image, &looping.lines(), exit));
    };
    if let Some(found) = device::judge(looping, exit, *setter, machine) {
        return Some(found);
    }

    let op = Op::decode(setter.word);
    let sources: Vec<u8> = match op.code {
        Code::Add | Code::And => vec![op.b & 7, op.c & 7],
        Code::AddValue | Code::AndValue | Code::Not => vec![op.b & 7],
        _ => return None,
    };
    if let Some(cause) = tests_unset(looping, &sources, exit, trace) {
        return Some(cause);
    }
    if sources.iter().any(|source| looping.changes(*source)) {
        return counter::reset_counter(looping, exit, *setter, trace);
    }

    let mut names: Vec<String> = sources.iter().map(|source| format!("R{source}")).collect();
    names.dedup();
    Some(unchanged(image, &looping.lines(), &names, exit, [exit, setter.at]))
}

/// A loop whose exit depends on what nothing set; `sources` are the registers that it tests.
fn tests_unset(looping: &Loop<'_, '_>, sources: &[u8], exit: u16, trace: &Trace<'_>) -> Option<Cause> {
    let reads = sources
        .iter()
        .filter_map(|source| trace.read_of(trace.registers[usize::from(*source)].unset));
    let read = reads
        .into_iter()
        .find(|read| !matches!(read.what, Unset::Reserved(_)))?;

    let rest = format!(
        "{} depends on that value, and the loop in {} does not end.",
        capital(&looping.image.instruction(exit)),
        looping.lines()
    );
    Some(unwritten::<Lc3>(looping.image, read, &rest))
}
