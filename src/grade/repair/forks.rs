//! Many runs of a C program in one process, which forks one for each.

use std::collections::HashMap;
use std::sync::Arc;

use super::budget::milliseconds;
use crate::case::Case;
use crate::grade::attempt::Attempt;
use crate::grade::plan::Plan;
use crate::grade::run::RunConfig;
use crate::machine::edits::forks::{self, CHOICE, FORKS, Forked, MOST_KEYS, Request};
use crate::machine::{Machine, Output, Piped, Run, native};
use crate::result::{Ending, Stop};
use crate::sandbox;

/// What a run costs that is forked.
pub const FORK: u64 = milliseconds(1) / 3;
/// Runs in one process at most.
const MOST: usize = 256;
/// What that process may use, and print.
const LIMITS: sandbox::Limits = sandbox::Limits {
    cpu: 20_000,
    wall: 60_000,
    asleep: 60_000,
    memory: 512 << 20,
    address_space: 1 << 30,
    disk: 0,
    processes: 8,
    output: 32 << 20,
};

/// Runs that were made, by what was chosen in the program and the case.
pub type Known = HashMap<(i32, usize), Run>;

/// Whether the run of a case can be forked: not at a terminal, nor where a correct program asks for more than is typed, which
/// nobody sees then.
pub fn can_fork(config: RunConfig, case: &Case) -> bool {
    let has_pipe = matches!(config.machine, Machine::Native(settings) if !settings.terminal);
    has_pipe && case.expected.halts
}

/// Makes the runs of cases, with what is chosen in the program for each, as far as they can be forked. With an edit, none runs
/// more than so many units.
pub fn fork(
    (plan, attempt): (&Plan, &Attempt),
    program: &native::Program,
    pairs: impl Iterator<Item = (i32, usize)>,
    steps: u32,
) -> Known {
    let config = attempt.config;
    let typed = |case: usize| {
        let script = attempt.outcomes[case].script.as_ref()?;
        let keys = config.adaptation.typed(&script.keys, config.protocol).keys;
        (can_fork(config, &plan.cases[case]) && keys.len() <= MOST_KEYS).then_some(keys)
    };
    let wanted: Vec<((i32, usize), Vec<u8>)> = pairs.filter_map(|pair| Some((pair, typed(pair.1)?))).collect();
    let mut known = Known::new();
    if wanted.len() < 2 {
        return known;
    }

    let program = program.with_variable(CHOICE, FORKS);
    for some in wanted.chunks(MOST) {
        let requests = some.iter().map(|((choice, _), keys)| {
            let choice = *choice;
            Request { choice, steps, keys }
        });
        let requests: Vec<Request> = requests.collect();
        let Ok(printed) = program.printed(forks::requests(&requests), LIMITS) else {
            break;
        };
        let pairs = some.iter().map(|(pair, _)| *pair);
        known.extend(pairs.zip(forks::results(&printed).into_iter().map(run)));
    }
    known
}

/// What became of a run, as if it had had a process of its own.
fn run(forked: Forked) -> Run {
    let ending = match forked.exit {
        _ if forked.is_flooded => Ending::Flooded,
        Ok(_) => Ending::Halted,
        Err(_) => Ending::Crashed,
    };
    Run {
        stop: Stop {
            ending,
            place: None,
            reason: String::new(),
        },
        instructions: 0,
        keys_left: forked.unread,
        piped: Some(Piped { asked: None }),
        output: Arc::new(Output {
            bytes: forked.output,
            key_marks: Vec::new(),
            banners: Vec::new(),
        }),
    }
}
