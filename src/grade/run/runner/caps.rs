//! What the next run of a program may use: less once it has hung or flooded, and what its other runs needed in any case.

use std::collections::BTreeSet;

use super::Runner;
use crate::machine::{Limits, Machine, Run};
use crate::result::Ending;

/// Instructions that runs which reach the cap may use up together; from then on the program is given less for each run.
const PATIENCE: u64 = 8_000_000;
/// What it is given then at least: a part of the cap, and no more than so many. On ARM the cap counts loops that are skipped: there
/// it is so many of those that are executed.
const LESS: (u64, u64) = (10, 4_000_000);
/// A run that is given less, and reaches that elsewhere than where the program is known to hang, may only be slow: it is given so
/// many times as much.
const MORE: u64 = 16;
/// Places where a program may be known to hang; from then on no run is given more.
const HANGS: usize = 8;
/// Runs that may print as much as the cap; from then on the program may print less in each.
const FLOODS: u32 = 4;
/// What it may print then at least: a part of the cap.
const LESS_OUTPUT: usize = 4;
/// Either way it is given what its other runs needed at most for each key, as if the script had so many keys more.
const LEEWAY: u64 = 3;

impl Runner {
    /// The caps on the next run, and on what it executes: less than usual for a program that used up its instructions or never
    /// stopped printing in many runs.
    pub(super) fn caps_of_next_run(&self, machine: Machine, keys: &[u8]) -> (Limits, u64) {
        let (mut limits, mut patience) = (self.limits, self.patience);
        // Rounded, so that many runs have the same caps: what they have in common is then executed once.
        let usual = |pace: u64| {
            let needed = pace.saturating_mul(keys.len() as u64 + LEEWAY);
            needed.checked_next_power_of_two().unwrap_or(u64::MAX)
        };
        if self.exhausted >= PATIENCE {
            if matches!(machine, Machine::Arm(_)) {
                patience = usual(self.pace.0).max(LESS.1).min(patience);
            } else {
                let least = (limits.instructions / LESS.0).clamp(1, LESS.1);
                limits.instructions = usual(self.pace.0).max(least).min(limits.instructions);
            }
        }
        if self.floods >= FLOODS {
            let least = limits.output / LESS_OUTPUT;
            let usual = usize::try_from(usual(self.pace.1)).unwrap_or(usize::MAX);
            limits.output = usual.max(least).min(limits.output);
        }
        (limits, patience)
    }

    /// Notes what a run needed, for the caps on the next ones, as [`Runner::play`] gives it.
    pub(super) fn note_pace(&mut self, machine: Machine, run: &Run, (executed, resumed): (u64, usize)) {
        let stretches = run.output.key_marks.len() + 1;
        let (used, new) = match machine {
            Machine::Arm(_) => (executed, stretches.saturating_sub(resumed).max(1)),
            Machine::Lc3(_) | Machine::Native(_) => (run.instructions, stretches),
        };
        match run.stop.ending {
            Ending::Limit => self.exhausted = self.exhausted.saturating_add(used),
            // Runs of native programs may have been made ahead, with the usual caps.
            Ending::Flooded => self.floods += u32::from(!matches!(machine, Machine::Native(_))),
            Ending::Halted | Ending::Waiting => {
                let (instructions, output) = self.pace;
                let printed = run.output.bytes.len() as u64;
                self.pace = (
                    instructions.max(used / new as u64),
                    output.max(printed.div_ceil(stretches as u64)),
                );
            }
            Ending::Crashed | Ending::Loop => {}
        }
    }

    /// More than these caps, for a run that reached them where they were less than usual and the program is not known to hang.
    pub(super) fn more_than(&self, (limits, patience): (Limits, u64), run: &Run) -> Option<(Limits, u64)> {
        let usual = (self.limits.instructions, self.patience);
        let is_less = (limits.instructions, patience) != usual;
        let is_known = hang_of(run).is_none_or(|at| self.is_known_hang(at));
        let may_be_slow = is_less && !is_known && self.hangs.len() < HANGS;

        let times = |less: u64, usual: u64| less.saturating_mul(MORE).min(usual);
        may_be_slow.then(|| {
            let instructions = times(limits.instructions, usual.0);
            let limits = Limits { instructions, ..limits };
            (limits, times(patience, usual.1))
        })
    }

    /// Notes where a program hangs, if a run with all that it may have has reached its cap: with all labels of the loop.
    pub(super) fn note_hang(&mut self, machine: Machine, run: &Run) {
        if let Some(at) = hang_of(run)
            && self.hangs.len() < HANGS
            && !self.is_known_hang(at)
        {
            let mut labels = BTreeSet::from([at.to_owned()]);
            if let Some(session) = self.session(machine) {
                labels.extend(session.labels_at_limit());
            }
            self.hangs.push(labels);
        }
    }

    fn is_known_hang(&self, label: &str) -> bool {
        self.hangs.iter().any(|labels| labels.contains(label))
    }
}

/// The label before the place where a run was that reached a cap on instructions.
fn hang_of(run: &Run) -> Option<&str> {
    let place = run.stop.place.as_ref().filter(|_| run.stop.ending == Ending::Limit)?;
    place.nearest_label()
}
