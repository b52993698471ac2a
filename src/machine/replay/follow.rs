//! What a program does in a script, one instruction at a time.

use std::collections::BTreeMap;

use super::{Emulator, Exit, Replay};
use crate::machine::Trace;

impl<E: Emulator> Replay<E> {
    /// Runs a script once more, one instruction at a time, at most so many, and says where each of them is, and how many keys
    /// were read before it, and how many it counts as: one with those that are skipped after it.
    pub fn follow(&mut self, keys: &[u8], instructions: u64, mut ran: impl FnMut(u32, usize, u64)) {
        self.restart(keys);
        for _ in 0..instructions {
            let (at, keys) = (self.emulator.next(), self.emulator.console().position());
            let fuel = self.emulator.fuel();
            let exit = self.emulator.run(1, false);
            let counted = fuel - self.emulator.fuel();
            match exit {
                Exit::Fuel => ran(at, keys, counted),
                Exit::Halted | Exit::Flooded => return ran(at, keys, counted),
                _ => return,
            }
        }
    }

    /// What runs between the keys of a script, in its first instructions.
    pub fn trace(&mut self, keys: &[u8], instructions: u64) -> Vec<Trace> {
        let mut traces: Vec<(BTreeMap<u32, u64>, u64, u64)> = vec![Default::default(); keys.len() + 1];
        self.follow(keys, instructions, |at, read, counted| {
            if let Some((last, count, all)) = traces.get_mut(read) {
                *count += 1;
                *all += counted;
                last.insert(at, *count);
            }
        });

        let in_order = |(last, executed, instructions): (BTreeMap<u32, u64>, u64, u64)| {
            let mut addresses: Vec<(u64, u32)> = last.into_iter().map(|(at, time)| (time, at)).collect();
            addresses.sort_unstable();
            Trace {
                addresses: addresses.into_iter().map(|(_, at)| at).collect(),
                instructions,
                executed,
            }
        };
        traces.into_iter().map(in_order).collect()
    }
}
