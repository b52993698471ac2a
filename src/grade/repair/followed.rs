//! What runs in games, followed one instruction at a time: each once for all searches.

use std::collections::HashMap;
use std::rc::Rc;

use crate::machine::Trace;

/// What runs in the games that were looked at.
#[derive(Debug, Default)]
pub struct Followed {
    /// By their cases.
    pub traces: HashMap<usize, Rc<[Trace]>>,
    /// The most instructions between two keys that were seen to be right.
    pub longest: Longest,
}

/// How many instructions run between two keys at most.
#[derive(Debug, Clone, Copy, Default)]
pub struct Longest {
    /// As they are counted, with those that are skipped.
    pub counted: u64,
    /// Those that are executed.
    pub executed: u64,
}

impl Longest {
    /// Of some stretches between two keys.
    pub fn of(traces: &[Trace]) -> Self {
        let longest = |of: fn(&Trace) -> u64| traces.iter().map(of).max().unwrap_or_default();
        Self {
            counted: longest(|trace| trace.instructions),
            executed: longest(|trace| trace.executed),
        }
    }

    /// Of both.
    pub fn max(self, other: Self) -> Self {
        Self {
            counted: self.counted.max(other.counted),
            executed: self.executed.max(other.executed),
        }
    }
}
