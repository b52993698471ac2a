//! Which cases show a fault, or a difference in format: a report has boards and diff of these alone.

use std::collections::{HashMap, HashSet};

use super::failure::format_differences_of;
use super::fault::FoundFault;
use crate::connect4::reading::{FormatDifferences, FormatKind};
use crate::grade::judge::CaseOutcome;
use crate::result::CaseVerdict;

/// Which cases are shown with boards and diff, asked in the order of the report: of a fault the first one, where no shorter
/// game shows it; of correct games the first that differs in these kinds of format; and each that is in no fault.
pub(super) struct Examples<'f> {
    faults: &'f [FoundFault],
    fault_of: HashMap<usize, usize>,
    shown: HashSet<usize>,
    formats: HashSet<Vec<FormatKind>>,
}

impl<'f> Examples<'f> {
    pub fn of(faults: &'f [FoundFault]) -> Self {
        let numbered = faults.iter().enumerate();
        let all = numbered.flat_map(|(fault, found)| found.cases.iter().map(move |case| (*case, fault)));
        Self {
            faults,
            fault_of: all.collect(),
            shown: HashSet::new(),
            formats: HashSet::new(),
        }
    }

    /// Whether a case is one; from now on others of its fault, or of its format, are none.
    pub fn take(&mut self, index: usize, outcome: &CaseOutcome) -> bool {
        if outcome.verdict == CaseVerdict::Format {
            let differences = format_differences_of(&outcome.comparison).map_or(&[][..], FormatDifferences::items);
            let mut kinds: Vec<FormatKind> = differences.iter().map(|difference| difference.kind).collect();
            kinds.sort_unstable();
            return self.formats.insert(kinds);
        }
        self.fault_of
            .get(&index)
            .is_none_or(|fault| self.faults[*fault].shortest.is_none() && self.shown.insert(*fault))
    }
}
