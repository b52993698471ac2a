//! The verdict on a case, from what was compared and how the run ended.

use super::compare::Comparison;
use super::model::{CaseVerdict, Verdict};
use crate::case::Case;
use crate::machine::{Ending, Run};

/// Judges one run.
///
/// A crash or an endless run is the verdict when it is what went wrong first: when the transcript was right as far as it
/// went, or the first difference lies in the last thing the program did.
pub fn judge(case: &Case, run: &Run, comparison: &Comparison, steps_read: usize) -> CaseVerdict {
    let ending = run.stop.ending;
    let broke = match ending {
        Ending::Crashed => Some(CaseVerdict::Crash),
        Ending::Loop | Ending::Limit | Ending::Flooded => Some(CaseVerdict::Timeout),
        Ending::Halted | Ending::Waiting => None,
    };
    match comparison {
        Comparison::Game(difference, _) => match broke {
            Some(verdict) if difference.step >= steps_read => verdict,
            _ => CaseVerdict::Wrong,
        },
        Comparison::Unread | Comparison::Unforgiven(_) => broke.unwrap_or(CaseVerdict::Wrong),
        Comparison::Exact | Comparison::Dress(_) => {
            if let Some(verdict) = broke {
                verdict
            } else if ending != case.ends {
                CaseVerdict::Wrong
            } else if matches!(comparison, Comparison::Exact) {
                CaseVerdict::Pass
            } else {
                CaseVerdict::Format
            }
        }
    }
}

/// The verdict on a submission from those on its cases.
pub fn overall(verdicts: &[CaseVerdict]) -> Verdict {
    let all = |wanted: &[CaseVerdict]| verdicts.iter().all(|verdict| wanted.contains(verdict));
    if all(&[CaseVerdict::Pass]) {
        Verdict::Pass
    } else if all(&[CaseVerdict::Pass, CaseVerdict::Format]) {
        Verdict::Format
    } else if all(&[CaseVerdict::Timeout]) {
        Verdict::Timeout
    } else if all(&[CaseVerdict::Crash]) {
        Verdict::Crash
    } else {
        Verdict::Wrong
    }
}
