//! Proofs that a program never ends: its state repeats, or nothing that could end it changes.

use super::{Emulator, End, Exit, Replay, SILENCE};
use crate::result::Ending;

/// Steps without input or output before a loop is suspected whose state never repeats.
const LONG_SILENCE: u64 = 1 << 16;
/// Steps that a proof may take once the limit is reached.
const PROOF: u64 = 1 << 12;
/// Once a program has printed so many bytes since the last key, it may be in a loop that prints the same output forever. That is
/// more than is read of most floods.
const FLOOD: usize = 1 << 15;

impl<E: Emulator> Replay<E> {
    /// Where a program has printed a lot since the last key, looks for a proof that it prints the same output forever. Gives up
    /// when it reads another key.
    pub(super) fn watch_output(&mut self) -> Option<End<E::Fault>> {
        if self.emulator.console().printed_since_key() < FLOOD {
            return None;
        }
        self.emulator.console_mut().output_repeats = true;
        let end = self.watch(None);
        self.emulator.console_mut().output_repeats = false;
        end
    }

    /// Looks for a proof that the state repeats (Brent's algorithm), until there is input or output again. `starved` is
    /// the moment at which the keyboard first said that no key is left: when it turns out that nothing changes any more,
    /// the program was waiting from then on.
    pub(super) fn watch(&mut self, mut starved: Option<End<E::Fault>>) -> Option<End<E::Fault>> {
        let activity = self.emulator.console().activity();
        let mut slice = SILENCE;
        loop {
            self.emulator.set_checkpoint();
            let (polls, printed) = (self.emulator.console().polls, self.printed());
            let mut exit = self.run(slice, true);
            let has_printed = self.printed() != printed;
            let is_silent = self.emulator.console().activity() == activity;
            if matches!(exit, Exit::Fuel) && slice >= LONG_SILENCE && is_silent && !has_printed && !self.is_over() {
                exit = self.emulator.prove_endless();
            }

            match exit {
                Exit::Active => return None,
                Exit::Fuel if self.is_over() => return Some(self.end_of_fuel()),
                Exit::Fuel if self.emulator.console().activity() != activity => return None,
                Exit::Fuel => slice *= 2,
                Exit::Repeats if has_printed => return Some(self.finish(Exit::Flooded)),
                Exit::Repeats if self.emulator.console().polls == polls => {
                    return Some(self.end(Exit::Repeats, Ending::Loop));
                }
                Exit::Repeats => {
                    // What repeats looks for a key. A look on the way there was not yet the wait.
                    let from = self.emulator.console().polled_from;
                    let waiting = starved.take().filter(|waiting| waiting.at == from);
                    let now = || End {
                        at: from,
                        ..self.end(Exit::Repeats, Ending::Waiting)
                    };

                    return Some(waiting.unwrap_or_else(now));
                }
                Exit::KeyWanted if self.emulator.console().ready() => return None,
                exit => return Some(self.finish(exit)),
            }
        }
    }

    /// The end of a run that has used up what it may. Where it skipped a loop for so long, it was not asked yet whether it would
    /// ever end.
    pub(super) fn end_of_fuel(&mut self) -> End<E::Fault> {
        let end = self.end(Exit::Fuel, Ending::Limit);
        let left = self.emulator.fuel();
        self.emulator.set_fuel(PROOF);
        let exit = self.emulator.prove_endless();
        self.emulator.set_fuel(left);
        if matches!(exit, Exit::Endless) {
            self.finish(exit)
        } else {
            end
        }
    }

    /// How many bytes were printed.
    fn printed(&self) -> usize {
        self.emulator.console().output.bytes.len()
    }
}
