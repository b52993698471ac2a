//! What a program does between two keys: the machine goes on from a saved state, so that many games are played from one beginning.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use super::{Emulator, Exit, Replay};
use crate::machine::{Limits, Output, Stop};

/// A key that is there, so that a program which looks at the keyboard's status reads on; it is never read.
const FURTHER: u8 = b'1';

/// What a program did from some keys on.
#[derive(Debug)]
pub struct Stretch<Frozen> {
    /// What it printed.
    pub output: Output,
    /// Where it is about to read a further key; else how its run ended.
    pub end: Result<Paused<Frozen>, Stop>,
}

/// A program that is about to read a key.
#[derive(Debug)]
pub struct Paused<Frozen> {
    /// The machine.
    pub frozen: Frozen,
    /// Equal for two programs that go on in the same way, whatever keys follow. States that differ have the same value with a
    /// probability of one in 2^128.
    pub fingerprint: u128,
}

impl<E: Emulator> Replay<E> {
    /// Goes on from a state, or from the program's start, with some keys, until a further key is about to be read.
    pub fn stretch(&mut self, from: Option<&E::Frozen>, keys: &[u8], limits: Limits) -> Stretch<E::Frozen> {
        self.forget(limits);
        let console = self.emulator.console_mut();
        console.keys.clear();
        console.keys.extend_from_slice(keys);
        console.keys.push(FURTHER);
        console.granted = keys.len();
        console.output = Output::default();
        console.polled_at = None;
        console.cap = limits.output;
        self.emulator.restore(None);
        if let Some(frozen) = from {
            self.emulator.thaw(frozen);
        }
        self.emulator.set_fuel(limits.instructions);

        let end = self.drive_to(keys.len());
        self.spent += limits.instructions - self.emulator.fuel();
        let end = if matches!(end.exit, Exit::KeyWanted) {
            let frozen = self.emulator.freeze();
            let fingerprint = fingerprint(&frozen);
            Ok(Paused { frozen, fingerprint })
        } else {
            Err(self.emulator.stop(&end))
        };
        Stretch {
            output: std::mem::take(&mut self.emulator.console_mut().output),
            end,
        }
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
