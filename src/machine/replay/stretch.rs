//! What a program does between two keys: the machine goes on from a saved state, so that many games are played from one beginning.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use super::{Emulator, Exit, Replay};
use crate::machine::{Limits, Output, Stop};

/// A key that is there, so that a program which looks at the keyboard's status reads on; it is never read.
const FURTHER: u8 = b'1';
/// Instructions of a stretch that are followed one by one, at most.
const FOLLOWED: u64 = 1 << 20;

/// When a stretch ends before the program's limits are reached.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bounds<'r> {
    /// So many instructions are executed at most, beside those that are skipped.
    pub patience: Option<u64>,
    /// What is printed first is this: it ends with the first byte that is another one, as if that were the last one allowed.
    pub required: &'r [u8],
}

/// What a program did from some keys on.
#[derive(Debug)]
pub struct Stretch<Frozen> {
    /// What it printed.
    pub output: Output,
    /// Where it is about to read a further key; else how its run ended.
    pub end: Result<Frozen, Stop>,
}

/// A program that is about to run an instruction for the first time.
#[derive(Debug)]
pub struct Arrival<Frozen> {
    /// The instruction's address.
    pub address: u32,
    /// The machine.
    pub paused: Frozen,
    /// How many bytes were printed since the stretch began.
    pub printed: usize,
    /// How many of its keys were read.
    pub read: usize,
}

impl<E: Emulator> Replay<E> {
    /// Goes on from a state, or from the program's start, with some keys, until a further key is about to be read.
    pub fn stretch(
        &mut self,
        from: Option<&E::Frozen>,
        keys: &[u8],
        limits: Limits,
        bounds: Bounds,
    ) -> Stretch<E::Frozen> {
        self.begin(from, keys, limits);
        self.patience = bounds.patience.unwrap_or(u64::MAX);
        self.emulator.console_mut().required.extend_from_slice(bounds.required);
        let before = self.executed();
        let end = self.drive_to(keys.len());
        self.spent += self.executed().wrapping_sub(before);
        let end = if matches!(end.exit, Exit::KeyWanted) {
            Ok(self.emulator.freeze())
        } else {
            Err(self.emulator.stop(&end))
        };
        Stretch {
            output: std::mem::take(&mut self.emulator.console_mut().output),
            end,
        }
    }

    /// The same one instruction at a time: where instructions are about to run that `is_new` says are wanted.
    pub fn arrivals(
        &mut self,
        from: Option<&E::Frozen>,
        keys: &[u8],
        limits: Limits,
        mut is_new: impl FnMut(u32) -> bool,
    ) -> Vec<Arrival<E::Frozen>> {
        self.begin(from, keys, limits);
        let before = self.executed();
        let mut arrivals = Vec::new();
        for _ in 0..limits.instructions.min(FOLLOWED) {
            let address = self.emulator.next();
            if is_new(address) {
                let console = self.emulator.console();
                let (printed, read) = (console.output.bytes.len(), console.position());
                arrivals.push(Arrival {
                    address,
                    paused: self.emulator.freeze(),
                    printed,
                    read,
                });
            }
            if !matches!(self.emulator.run(1, false), Exit::Fuel) {
                break;
            }
        }
        self.spent += self.executed().wrapping_sub(before);
        arrivals
    }

    fn begin(&mut self, from: Option<&E::Frozen>, keys: &[u8], limits: Limits) {
        self.forget(limits);
        self.at_limit = false;
        let console = self.emulator.console_mut();
        console.keys.clear();
        console.keys.extend_from_slice(keys);
        console.keys.push(FURTHER);
        console.granted = keys.len();
        console.output = Output::default();
        console.polled_at = None;
        console.cap = limits.output;
        console.required.clear();
        self.emulator.restore(None);
        if let Some(frozen) = from {
            self.emulator.thaw(frozen);
        }
        self.emulator.set_fuel(limits.instructions);
    }
}

/// 128 bits that are equal for equal values.
pub fn fingerprint(value: &impl Hash) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(salt);
        value.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}
