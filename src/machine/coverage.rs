//! What of a program ran: how often each line, and which instructions between two keys.

use std::collections::BTreeMap;

/// How often each line with an instruction ran: lines of the whole source, from 1. Of a line with several instructions the
/// one counts that ran most often.
pub type LineCounts = BTreeMap<u32, u64>;

/// Which instructions ran between two keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    /// Their addresses, each once, the one that ran last at the end.
    pub addresses: Vec<u32>,
    /// How many instructions ran.
    pub instructions: u64,
    /// How many of them were executed: of a pause that only counts, the others are skipped.
    pub executed: u64,
}

/// Counts by line, from the lines of all instructions and how often each of them ran.
pub(super) fn by_line(instructions: impl IntoIterator<Item = (u32, u64)>) -> LineCounts {
    let mut lines = LineCounts::new();
    for (line, count) in instructions {
        let most = lines.entry(line).or_default();
        *most = count.max(*most);
    }
    lines
}
