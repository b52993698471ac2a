//! Many runs of a C program in one process, which forks one for each.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Suite;
use crate::grade::repair::budget::milliseconds;
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
    cpu: 10_000,
    wall: 20_000,
    asleep: 3_000,
    memory: 512 << 20,
    address_space: 1 << 30,
    disk: 0,
    processes: 8,
    output: 32 << 20,
};

/// Runs that were made, by what was chosen in the program and the case.
pub type Known = BTreeMap<(i32, usize), Run>;

impl Suite<'_, '_> {
    /// Makes the runs of cases, with what is chosen in the program for each, as far as they can be forked. With an edit, none runs
    /// more than so many units.
    pub fn fork(&self, program: &native::Program, pairs: impl Iterator<Item = (i32, usize)>, steps: u32) -> Known {
        let mut known = Known::new();
        let wanted: Vec<((i32, usize), Vec<u8>)> = pairs.filter_map(|pair| Some((pair, self.typed(pair.1)?))).collect();
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
            let printed = program.printed(forks::requests(&requests), LIMITS);
            let runs = forks::results(&printed.unwrap_or_default());
            let mut both = runs.iter().zip(&requests);
            let is_whole = runs.len() == some.len() && both.all(|(run, request)| run.unread <= request.keys.len());
            // A program that starts processes itself, or sleeps, may keep the others waiting; and one may write what it likes.
            if !is_whole {
                self.cannot_fork.set(true);
                break;
            }
            let pairs = some.iter().map(|(pair, _)| *pair);
            known.extend(pairs.zip(runs.into_iter().map(run)));
        }
        known
    }

    /// What is typed in a case whose run can be forked.
    fn typed(&self, case: usize) -> Option<Vec<u8>> {
        let config = self.attempt.config;
        let script = self.attempt.outcomes[case].script.as_ref()?;
        let keys = config.adaptation.typed(&script.keys, config.protocol).keys;
        (self.can_fork(case) && keys.len() <= MOST_KEYS).then_some(keys)
    }

    /// Whether the run of a case can be forked: not at a terminal, nor where a correct program asks for more than is typed, which
    /// nobody sees then.
    pub fn can_fork(&self, case: usize) -> bool {
        let has_pipe = matches!(self.attempt.config.machine, Machine::Native(settings) if !settings.terminal);
        has_pipe && self.plan.cases[case].expected.halts && !self.cannot_fork.get()
    }
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
