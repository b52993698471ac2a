//! What a program does in a script, one instruction at a time.

use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use super::{Emulator, End, Exit, Replay};
use crate::machine::{Ending, Limits, Trace};

/// Instructions that are followed where a run has reached its limit: most loops have come round by then.
const ROUND: u64 = 1 << 16;

impl<E: Emulator> Replay<E> {
    /// Runs a script once more, one instruction at a time, at most so many, and says where each of them is, and how many keys
    /// were read before it, and how many it counts as: one with those that are skipped after it. Gives the instruction that it
    /// crashes at.
    pub fn follow(&mut self, keys: &[u8], instructions: u64, mut ran: impl FnMut(u32, usize, u64)) -> Option<u32> {
        self.restart(keys);
        for _ in 0..instructions {
            let (at, keys) = (self.emulator.next(), self.emulator.console().position());
            let fuel = self.emulator.fuel();
            let exit = self.emulator.run(1, false);
            let counted = fuel - self.emulator.fuel();
            match exit {
                Exit::Fuel => ran(at, keys, counted),
                Exit::Halted | Exit::Flooded => {
                    ran(at, keys, counted);
                    return None;
                }
                Exit::Crashed(_) => return Some(at),
                _ => return None,
            }
        }
        None
    }

    /// The labels of the loop in which the last run reached its limit. None where that does not come round soon, and after other runs.
    pub fn labels_at_limit(&mut self) -> BTreeSet<String> {
        if !std::mem::take(&mut self.at_limit) {
            return BTreeSet::new();
        }

        self.emulator.set_fuel(u64::MAX);
        let start = self.emulator.next();
        let mut addresses = BTreeSet::new();
        for _ in 0..ROUND {
            addresses.insert(self.emulator.next());
            if !matches!(self.emulator.run(1, false), Exit::Fuel) {
                break;
            }
            if self.emulator.next() == start {
                return self.labels(addresses);
            }
        }
        BTreeSet::new()
    }

    /// The nearest labels of some addresses.
    fn labels(&self, addresses: BTreeSet<u32>) -> BTreeSet<String> {
        let stop = |at: u32| {
            self.emulator.stop(&End {
                exit: Exit::Fuel,
                ending: Ending::Limit,
                at,
                instructions: 0,
            })
        };
        let label = |at: u32| stop(at).place?.nearest_label().map(str::to_owned);
        addresses.into_iter().filter_map(label).collect()
    }

    /// What runs between the keys of a script, in its first instructions.
    pub fn trace(&mut self, keys: &[u8], instructions: u64) -> Vec<Trace> {
        // Not within those of a part of a game that was played before.
        self.forget(Limits::default());
        let mut traces: Vec<Trace> = Vec::new();
        let mut last = Last::default();
        let mut own = Trace::default();
        let crashed = self.follow(keys, instructions, |at, read, counted| {
            while traces.len() < read {
                own.addresses = last.take();
                traces.push(std::mem::take(&mut own));
            }
            own.executed += 1;
            own.instructions += counted;
            last.note(at);
        });
        // What a run crashes at is as suspect as what ran.
        if let Some(at) = crashed {
            last.note(at);
        }
        own.addresses = last.take();
        traces.push(own);
        traces.resize_with(keys.len() + 1, Trace::default);
        traces
    }
}

/// When each instruction ran last.
#[derive(Debug, Default)]
struct Last {
    times: HashMap<u32, u64, BuildHasherDefault<Spread>>,
    steps: u64,
}

impl Last {
    fn note(&mut self, at: u32) {
        self.steps += 1;
        self.times.insert(at, self.steps);
    }

    /// The addresses in the order in which they ran last; and forgets them.
    fn take(&mut self) -> Vec<u32> {
        let mut addresses: Vec<(u64, u32)> = self.times.drain().map(|(at, time)| (time, at)).collect();
        addresses.sort_unstable();
        addresses.into_iter().map(|(_, at)| at).collect()
    }
}

/// Spreads addresses over a table.
#[derive(Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32((*byte).into());
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(32);
    }
}
