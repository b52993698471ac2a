//! Loops that never end, judged by the code of the loop.

use std::collections::BTreeSet;

mod counter;
mod device;
mod keys;

use super::super::image::Image;
use super::super::{Lc3, Ran, Trace};
use crate::machine::diagnosis::cause::endless::{closed, endless_recursion, lines, never_tested, to_itself, unchanged};
use crate::machine::diagnosis::cause::{cause, unwritten};
use crate::machine::diagnosis::code::Code as _;
use crate::machine::diagnosis::value::Unset;
use crate::machine::diagnosis::words::capital;
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::op::{Code, Op};
use crate::result::{Cause, Ending};

/// The vector of HALT.
const HALT: u16 = 0x25;
/// Where plain memory ends, below the devices.
const PLAIN_END: u16 = 0xFE00;
/// Words that a loop must have stored one after the other.
const SWEPT: u16 = 16;

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
    if let Some(recursion) = endless_recursion(trace, &turn) {
        return Some(recursion);
    }

    let looping = Loop::new(image, turn)?;
    if let (1, Some(at)) = (looping.own.len(), looping.own.first())
        && image.op(*at).is_some_and(|op| op.code == Code::Br)
    {
        return Some(to_itself(image, *at, "Write HALT to stop the program."));
    }
    if !looping.has_exit() {
        return looping.to_next_line().or_else(|| {
            let (first, last) = looping.ends()?;
            Some(closed(image, &looping.lines(), [last, first]))
        });
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

impl<'t, 'a> Loop<'t, 'a> {
    fn new(image: &'t Image<'a>, turn: Vec<Ran>) -> Option<Self> {
        let depth = turn.iter().map(|ran| ran.depth).min()?;
        let own = turn.iter().filter(|ran| ran.depth == depth).map(|ran| ran.at);
        let head = own.clone().next_back()?;
        let mut own: BTreeSet<u16> = own.collect();

        let body = leads_back(image, head);
        own.retain(|at| body.contains(at));
        Some(Self { image, turn, own, body })
    }

    /// Whether there is any exit from the loop: a branch, a return, a jump, or a HALT in what it calls.
    fn has_exit(&self) -> bool {
        let image = self.image;
        let mut calls: Vec<u16> = Vec::new();

        for at in &self.body {
            let leaves = image
                .ways(*at)
                .into_iter()
                .flatten()
                .any(|next| !self.body.contains(&next));
            match image.op(*at) {
                Some(op) if !leaves && !matches!(op.code, Code::Jmp | Code::Jsrr | Code::Rti) => {
                    calls.extend(image.called(*at));
                }
                _ => return true,
            }
        }
        may_halt(image, calls) || image.names_clock()
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
            "{} branches to the next line, so its condition makes no difference, and the loop in {} has no other exit. Branch \
             to the line where the program should continue.",
            capital(&image.instruction(at)),
            self.lines(),
        );
        let common = "a branch goes to the next line, so its condition makes no difference";
        Some(cause(image, "branch-to-next-line", common, sentence, &[at]))
    }

    /// The instruction that leads out of the loop, when only one does.
    fn only_exit(&self) -> Option<u16> {
        let leaves = |at: &u16| {
            let next = self.image.ways(*at);
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

    /// A loop with a single exit that is never taken.
    fn exit(&self, trace: &Trace<'_>, machine: &Machine) -> Option<Cause> {
        let image = self.image;
        let exit = self.only_exit()?;
        let index = self.turn.iter().position(|ran| ran.at == exit)?;

        let before = self.turn[..index].iter().rev().chain(self.turn[index..].iter().rev());
        let mut setters = before.filter(|ran| sets_conditions(Op::decode(ran.word)));
        let Some(setter) = setters.next() else {
            return Some(never_tested(image, &self.lines(), exit));
        };
        if let Some(found) = device::judge(self, exit, *setter, machine) {
            return Some(found);
        }

        let op = Op::decode(setter.word);
        let sources: Vec<u8> = match op.code {
            Code::Add | Code::And => vec![op.b & 7, op.c & 7],
            Code::AddValue | Code::AndValue | Code::Not => vec![op.b & 7],
            _ => return None,
        };
        if let Some(cause) = self.tests_unset(&sources, exit, trace) {
            return Some(cause);
        }
        if sources.iter().any(|source| self.changes(*source)) {
            return counter::reset_counter(self, exit, *setter, trace);
        }

        let mut names: Vec<String> = sources.iter().map(|source| format!("R{source}")).collect();
        names.dedup();
        Some(unchanged(image, &self.lines(), &names, exit, [exit, setter.at]))
    }

    /// A loop whose exit depends on what nothing set; `sources` are the registers that it tests.
    fn tests_unset(&self, sources: &[u8], exit: u16, trace: &Trace<'_>) -> Option<Cause> {
        let reads = sources
            .iter()
            .filter_map(|source| trace.read_of(trace.registers[usize::from(*source)].unset));
        let read = reads
            .into_iter()
            .find(|read| !matches!(read.what, Unset::Reserved(_)))?;

        let rest = format!(
            "{} depends on that value, and the loop in {} does not end.",
            capital(&self.image.instruction(exit)),
            self.lines()
        );
        Some(unwritten::<Lc3>(self.image, read, &rest))
    }

    /// Whether anything in the loop changes a register.
    fn changes(&self, register: u8) -> bool {
        let mut ops = self.turn.iter().map(|ran| Op::decode(ran.word));
        ops.any(|op| writes(op) == Some(register) && !keeps(op))
    }

    /// The first and the last address of the loop's own subroutine.
    fn ends(&self) -> Option<(u16, u16)> {
        Some((*self.own.first()?, *self.own.last()?))
    }

    /// `lines 40 to 44`, of the loop's own subroutine.
    fn lines(&self) -> String {
        let ends = self.ends();
        ends.map_or_else(String::new, |(first, last)| lines(self.image, first, last))
    }
}

/// What is reached from `head` and leads back to it.
fn leads_back(image: &Image<'_>, head: u16) -> BTreeSet<u16> {
    let reach: BTreeSet<u16> = image.reach(head).into_iter().collect();
    let mut body = BTreeSet::from([head]);

    loop {
        let leads = |at: &u16| image.ways(*at).into_iter().flatten().any(|next| body.contains(&next));
        let more: Vec<u16> = reach.difference(&body).copied().filter(leads).collect();
        if more.is_empty() {
            return body;
        }
        body.extend(more);
    }
}

/// Whether a HALT, or what is not known, is reached from one of these subroutines.
fn may_halt(image: &Image<'_>, mut todo: Vec<u16>) -> bool {
    let mut seen: BTreeSet<u16> = BTreeSet::new();

    while let Some(entry) = todo.pop() {
        if !seen.insert(entry) {
            continue;
        }
        for at in image.reach(entry) {
            match image.op(at) {
                None => return true,
                Some(op) if op.code == Code::Jsrr || op.code == Code::Trap && op.value == HALT => return true,
                Some(_) => todo.extend(image.called(at)),
            }
        }
    }
    false
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
