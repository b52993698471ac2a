//! Executes a run once more, watching every instruction.

use super::trace::Trace;
use super::unwritten::UnwrittenRead;
use super::watch::Semantics;
use super::{cause, meaning};
use crate::machine::Run;
use crate::machine::replay::Exit;
use crate::result::{Diagnosis, Ending};

/// Instructions watched from the start of a run, and as many before its end; between them the run is executed at full
/// speed. A loop of five instructions that stores through all of an LC-3's memory is seen whole.
const WATCHED: u64 = 140_000;

/// Why a run ended as it did. `machine` is in its start state, with the run's keys granted.
pub fn diagnose<A: Semantics>(image: A::Image<'_>, machine: &mut A::Machine, run: &Run) -> Diagnosis {
    let (trace, mut exit) = follow::<A>(image, machine, run.instructions);
    if run.stop.ending == Ending::Crashed && goes_on(exit) {
        exit = A::crash(machine, exit);
    }

    let is_endless = matches!(run.stop.ending, Ending::Loop | Ending::Limit | Ending::Flooded);
    let (step, cause) = A::cause(&trace, machine, exit, run).unzip();
    Diagnosis {
        registers: meaning::registers(&trace, machine, run),
        steps: trace.tail.steps(&trace.image, is_endless),
        cause,
        printed: step.map(|step| trace.printed_at(step)),
    }
}

/// The first use of a value that nothing set: of a register or of memory that the source does not name, or else of memory
/// that it reserves. To save a register and to restore it is no use of its value.
pub fn first_unwritten_read<A: Semantics>(
    image: A::Image<'_>,
    machine: &mut A::Machine,
    run: &Run,
) -> Option<UnwrittenRead> {
    let (trace, _) = follow::<A>(image, machine, run.instructions);
    let read = trace.first_used(false).or_else(|| trace.first_used(true))?;
    let (kind, name) = cause::unset::<A>(&trace.image, read);

    Some(UnwrittenRead {
        kind,
        cause: cause::unwritten::<A>(&trace.image, read, ""),
        name,
    })
}

/// Watches a run of that many instructions; of a very long one its beginning and its end.
fn follow<'a, A: Semantics>(
    image: A::Image<'a>,
    machine: &mut A::Machine,
    instructions: u64,
) -> (Trace<'a, A>, Exit<A::Fault>) {
    let mut trace = Trace::new(image);
    let skipped = instructions.saturating_sub(2 * WATCHED);
    let first = if skipped > 0 { WATCHED } else { instructions };

    let mut exit = watch(&mut trace, machine, first);
    if skipped > 0 && goes_on(exit) {
        A::skip(machine, skipped);
        trace.lose();
        exit = watch(&mut trace, machine, WATCHED);
    }
    (trace, exit)
}

fn watch<A: Semantics>(trace: &mut Trace<'_, A>, machine: &mut A::Machine, instructions: u64) -> Exit<A::Fault> {
    for _ in 0..instructions {
        trace.watch(machine);
        let exit = A::step(machine);
        trace.note_printed(A::printed(machine));
        if !goes_on(exit) {
            return exit;
        }
    }
    Exit::Fuel
}

fn goes_on<Fault: Copy>(exit: Exit<Fault>) -> bool {
    matches!(exit, Exit::Fuel | Exit::Active | Exit::Repeats)
}
