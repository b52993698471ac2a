//! Loops that never end, judged by the code of the loop.

use std::collections::BTreeSet;

mod counter;
mod device;
mod keys;

use super::super::image::Image;
use super::super::tail::Ran;
use super::super::trace::Trace;
use super::super::value::Unset;
use super::{capital, cause, unwritten};
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::op::{Code, Op};
use crate::machine::{Cause, Ending};

/// The vector of HALT.
const HALT: u16 = 0x25;
/// Where plain memory ends, below the devices.
const PLAIN_END: u16 = 0xFE00;
/// Words that a loop must have stored one after the other.
const SWEPT: u16 = 16;

/// Key and common text of a loop whose test always gives the same.
const UNCHANGED: (&str, &str) = (
    "counter-never-changed",
    "a loop never changes what its end is tested by",
);

/// A loop as it ran last.
struct Loop<'t, 'a> {
    image: &'t Image<'a>,
    /// One turn, calls included.
    turn: Vec<Ran>,
    /// The addresses that ran in the loop's own subroutine.
    own: BTreeSet<u16>,
    /// Everything that may run in it.
    body: BTreeSet<u16>,
}

/// Why a loop does not end.
pub fn find(trace: &Trace<'_>, machine: &Machine, ending: Ending) -> Option<Cause> {
    if matches!(ending, Ending::Crashed | Ending::Halted) {
        return None;
    }
    let image = &trace.image;
    if ending == Ending::Waiting {
        let tail = trace.tail.all();
        return outward(image, &tail, &|one| {
            (!one.has_exit()).then(|| one.to_next_line()).flatten()
        })
        .or_else(|| outward(image, &tail, &|one| keys::takes_return(trace, one)));
    }
    let turn = trace.tail.turn()?;
    if let Some((entry, site)) = grows(trace, &turn) {
        return Some(recursion(image, entry, site));
    }
    let looping = Loop::new(image, turn)?;
    if let (1, Some(at)) = (looping.own.len(), looping.own.first())
        && image.op(*at).is_some_and(|op| op.code == Code::Br)
    {
        return Some(to_itself(image, *at));
    }
    if !looping.has_exit() {
        return looping.to_next_line().or_else(|| looping.closed());
    }
    looping.exit(trace, machine)
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

/// The subroutine that is called anew in every turn without having returned, and a call of it.
fn grows(trace: &Trace<'_>, turn: &[Ran]) -> Option<(u16, u16)> {
    let first = turn.first()?;
    let before = trace.tail.back(2 * turn.len() - 1)?;
    let call = trace.calls.last()?;
    let again = trace.calls.iter().rev().skip(1).find(|open| open.entry == call.entry)?;
    (before.at == first.at && first.depth > before.depth).then_some((again.entry, call.site))
}

/// A subroutine that calls itself for ever.
pub fn recursion(image: &Image<'_>, entry: u16, site: u16) -> Cause {
    let sentence = format!(
        "{} is called again and again and never returns: {} calls it before the call before that has ended.",
        image.name(entry),
        image.instruction(site),
    );
    let common = "a subroutine calls itself for ever";
    cause(image, "endless-recursion", common, sentence, &[site, entry])
}

/// A loop stored through all of memory, until it met the switch of the clock.
pub fn sweep(trace: &Trace<'_>, ending: Ending) -> Option<Cause> {
    let stop = trace.events.clock_stop.filter(|_| ending == Ending::Halted)?;
    let image = &trace.image;
    let stored = |address| trace.cell(address).writer == Some(stop.by);
    let up = (PLAIN_END - SWEPT..PLAIN_END).all(stored);
    if stop.by != trace.before || !up && !(0..SWEPT).all(stored) {
        return None;
    }
    let looping = Loop::new(image, trace.tail.turn()?).filter(|one| one.own.contains(&stop.by))?;
    let where_from = match stop.base.filter(|base| image.is_data(*base)) {
        Some(base) if up => format!("past the end of {} ({})", image.name(base), image.line(base)),
        Some(base) => format!("past the beginning of {} ({})", image.name(base), image.line(base)),
        None => "through all of memory".to_owned(),
    };
    let sentence = format!(
        "{} stored to xFFFE, which stops the machine: the loop in {} runs on {where_from}. Check how it counts, and \
         when it ends.",
        capital(&image.instruction(stop.by)),
        looping.lines(),
    );
    let common = "a loop stores past the end of its data, until the machine stops";
    let last = *looping.own.last()?;
    Some(cause(image, "store-stops-machine", common, sentence, &[last, stop.by]))
}

impl<'t, 'a> Loop<'t, 'a> {
    fn new(image: &'t Image<'a>, turn: Vec<Ran>) -> Option<Self> {
        let depth = turn.iter().map(|ran| ran.depth).min()?;
        let own = turn.iter().filter(|ran| ran.depth == depth).map(|ran| ran.at);
        let head = own.clone().next_back()?;
        let mut own: BTreeSet<u16> = own.collect();
        // What is reached from the loop and leads back to it.
        let reach: BTreeSet<u16> = image.reach(head).into_iter().collect();
        let mut body = BTreeSet::from([head]);
        loop {
            let more: Vec<u16> = reach
                .iter()
                .filter(|at| !body.contains(at))
                .filter(|at| {
                    image
                        .successors(**at)
                        .into_iter()
                        .flatten()
                        .any(|next| body.contains(&next))
                })
                .copied()
                .collect();
            if more.is_empty() {
                break;
            }
            body.extend(more);
        }
        own.retain(|at| body.contains(at));
        Some(Self { image, turn, own, body })
    }

    /// Whether there is any way out of the loop: a branch, a return, a jump, or a HALT in what it calls.
    fn has_exit(&self) -> bool {
        let image = self.image;
        let mut seen: BTreeSet<u16> = BTreeSet::new();
        let mut todo: Vec<u16> = Vec::new();
        for at in &self.body {
            let leaves = image
                .successors(*at)
                .into_iter()
                .flatten()
                .any(|next| !self.body.contains(&next));
            match image.op(*at) {
                Some(op) if !leaves && !matches!(op.code, Code::Jmp | Code::Jsrr | Code::Rti) => {
                    if op.code == Code::Jsr {
                        todo.push(at.wrapping_add(1).wrapping_add(op.value));
                    }
                }
                _ => return true,
            }
        }
        while let Some(entry) = todo.pop() {
            if !seen.insert(entry) {
                continue;
            }
            for at in image.reach(entry) {
                match image.op(at) {
                    None => return true,
                    Some(op) if op.code == Code::Jsrr || op.code == Code::Trap && op.value == HALT => return true,
                    Some(op) if op.code == Code::Jsr => todo.push(at.wrapping_add(1).wrapping_add(op.value)),
                    Some(_) => {}
                }
            }
        }
        image.names_clock()
    }

    /// A branch that should lead out of a loop that nothing leads out of.
    fn to_next_line(&self) -> Option<Cause> {
        let image = self.image;
        let to_next = self.own.iter().find(|at| {
            image
                .op(**at)
                .is_some_and(|op| op.code == Code::Br && matches!(op.a & 7, 1..=6) && op.value == 0)
        });
        let at = *to_next?;
        let sentence = format!(
            "{} branches to the next line, so it does the same whether its condition holds or not, and nothing leads \
             out of the loop in {}. Let it branch to where the program should go on.",
            capital(&image.instruction(at)),
            self.lines(),
        );
        let common = "a branch goes to the next line";
        Some(cause(image, "branch-to-next-line", common, sentence, &[at]))
    }

    /// A loop that nothing leads out of.
    fn closed(&self) -> Option<Cause> {
        let image = self.image;
        let (first, last) = (*self.own.first()?, *self.own.last()?);
        let sentence = format!(
            "{} repeat for ever: nothing in them branches out of the loop, returns or halts.",
            capital(&self.lines())
        );
        let common = "a loop has no way out";
        Some(cause(image, "loop-without-exit", common, sentence, &[last, first]))
    }

    /// The instruction that leads out of the loop, when only one does.
    fn only_exit(&self) -> Option<u16> {
        let leaves = |at: &u16| {
            let next = self.image.successors(*at);
            next.into_iter().flatten().any(|next| !self.body.contains(&next))
        };
        let mut exits = self.body.iter().filter(|at| leaves(at));
        let exit = *exits.next()?;
        exits.next().is_none().then_some(exit)
    }

    /// The conditions under which the branch at `exit`, which leads out, stays in the loop: bits n, z, p.
    fn stays(&self, exit: u16) -> Option<u8> {
        let op = self.image.op(exit).filter(|op| op.code == Code::Br)?;
        let taken = op.a & 7;
        let target = exit.wrapping_add(1).wrapping_add(op.value);
        Some(if self.body.contains(&target) { taken } else { 7 ^ taken })
    }

    /// A loop with a single way out that is never taken.
    fn exit(&self, trace: &Trace<'_>, machine: &Machine) -> Option<Cause> {
        let image = self.image;
        let exit = self.only_exit()?;
        let index = self.turn.iter().position(|ran| ran.at == exit)?;
        let before = self.turn[..index].iter().rev().chain(self.turn[index..].iter().rev());
        let mut setters = before.filter(|ran| sets_conditions(Op::decode(ran.word)));
        let Some(setter) = setters.next() else {
            let sentence = format!(
                "{} repeat for ever: nothing in them sets the condition that {} tests.",
                capital(&self.lines()),
                image.instruction(exit)
            );
            return Some(cause(image, UNCHANGED.0, UNCHANGED.1, sentence, &[exit]));
        };
        let op = Op::decode(setter.word);
        if let Some(found) = device::judge(self, exit, *setter, machine) {
            return Some(found);
        }
        let sources: Vec<u8> = match op.code {
            Code::Add | Code::And => vec![op.b & 7, op.c & 7],
            Code::AddValue | Code::AndValue | Code::Not => vec![op.b & 7],
            _ => return None,
        };
        for source in &sources {
            let unset = trace.registers[usize::from(*source)].unset;
            if let Some(read) = trace
                .read_of(unset)
                .filter(|read| !matches!(read.what, Unset::Reserved(_)))
            {
                let rest = format!(
                    "{} tests what came of it, and the loop in {} does not end.",
                    capital(&image.instruction(exit)),
                    self.lines()
                );
                return Some(unwritten(image, read, &rest));
            }
        }
        let changed = |source: &u8| {
            self.turn
                .iter()
                .any(|ran| writes(Op::decode(ran.word)) == Some(*source) && !keeps(Op::decode(ran.word)))
        };
        if sources.iter().any(changed) {
            return counter::set_anew(self, exit, *setter, trace);
        }
        let mut names: Vec<String> = sources.iter().map(|source| format!("R{source}")).collect();
        names.dedup();
        let sentence = format!(
            "{} repeat for ever: nothing in them changes {}, which {} tests.",
            capital(&self.lines()),
            names.join(" or "),
            image.instruction(exit)
        );
        Some(cause(image, UNCHANGED.0, UNCHANGED.1, sentence, &[exit, setter.at]))
    }

    /// `lines 40 to 44`, of the loop's own subroutine.
    fn lines(&self) -> String {
        let image = self.image;
        let (first, last) = (self.own.first(), self.own.last());
        let line = |at: Option<&u16>| at.map_or_else(String::new, |at| image.line(*at));
        let (first, last) = (line(first), line(last));
        match (first.strip_prefix("line "), last.strip_prefix("line ")) {
            (Some(one), Some(other)) if one != other => format!("lines {one} to {other}"),
            _ => first,
        }
    }
}

fn to_itself(image: &Image<'_>, at: u16) -> Cause {
    let sentence = format!(
        "{} branches to itself for ever. To stop the program write HALT.",
        capital(&image.instruction(at)),
    );
    let common = "a branch goes to itself";
    cause(image, "branch-to-itself", common, sentence, &[at])
}

fn sets_conditions(op: Op) -> bool {
    writes(op).is_some() && op.code != Code::Lea && !matches!(op.code, Code::Jsr | Code::Jsrr) || op.code == Code::Trap
}

/// The register that an operation writes.
fn writes(op: Op) -> Option<u8> {
    match op.code {
        Code::Add
        | Code::AddValue
        | Code::And
        | Code::AndValue
        | Code::Not
        | Code::Ld
        | Code::Ldi
        | Code::Ldr
        | Code::Lea => Some(op.a & 7),
        Code::Trap => match op.value {
            0x20 | 0x23 => Some(0),
            _ => Some(7),
        },
        Code::Jsr | Code::Jsrr => Some(7),
        _ => None,
    }
}

/// Whether an operation writes back what its register held, to set the condition codes.
fn keeps(op: Op) -> bool {
    op.a & 7 == op.b & 7
        && match op.code {
            Code::AddValue => op.value == 0,
            Code::AndValue => op.value == 0xFFFF,
            Code::And => op.b & 7 == op.c & 7,
            _ => false,
        }
}
