//! The source of a program for its page: what is written, and what ran in the game that shows the costliest fault.

use std::collections::BTreeMap;

use super::attempt::Attempt;
use super::plan::Plan;
use super::run::Runner;
use crate::diagnostic::Source;
use crate::result::{Coverage, Listing, Ran, StudentReport, Verdict};

/// The longest source that is listed, in bytes.
const LONGEST: usize = 256 << 10;
/// Instructions of a game that are counted.
const COUNTED: u64 = 2_000_000;

/// The lines of a source; `None` where it is none, such as an object file, or too long to be shown.
pub(super) fn listing(source: &Source) -> Option<Listing> {
    let text = &source.text;
    let is_text = |letter: char| !letter.is_control() || letter.is_whitespace() || letter == '\u{1a}';
    if text.trim().is_empty() || text.len() > LONGEST || !text.chars().all(is_text) {
        return None;
    }

    let count = source.row(text.len());
    let lines = (1..=count).map(|row| (source.written(row).0, source.line(row).unwrap_or_default()));
    let mut listing = Listing::new(lines);
    // A line end at the end of the file starts no further line.
    if let Some(last) = listing.files.last_mut()
        && last.lines.last().is_some_and(|line| line.text.is_empty())
    {
        last.lines.pop();
    }
    Some(listing)
}

/// Whether somebody will look for a line of the source: something went wrong, or a finding names a line.
pub(super) fn is_wanted(report: &StudentReport) -> bool {
    let names_line = report.findings.iter().any(|finding| !finding.places.is_empty());
    names_line || !report.faults.is_empty() || report.verdict == Verdict::BuildFailed
}

/// Adds what ran in the game of the costliest fault that is over soonest, and what never ran in any.
pub(super) fn cover(
    listing: &mut Listing,
    plan: &Plan,
    report: &StudentReport,
    attempt: &Attempt,
    runner: &mut Runner,
) {
    let Some(fault) = report.faults.first() else { return };
    let numbered = plan.numbers().into_iter().zip(&attempt.outcomes);
    let of_fault = numbered.filter(|(number, _)| fault.cases.contains(number));
    let Some((case, outcome)) = of_fault.min_by_key(|(_, outcome)| outcome.instructions) else {
        return;
    };
    let Some(script) = &outcome.script else { return };

    // Where not every case was run, a line that never ran may be one of the others'.
    let is_whole = attempt.outcomes.iter().all(|outcome| !outcome.stop.is_not_run());
    let ever = runner.lines_run(attempt.config).filter(|_| is_whole);
    let Some(counts) = runner.line_counts(attempt.config, &script.keys, outcome.instructions.min(COUNTED)) else {
        return;
    };
    let ran: BTreeMap<u32, Ran> = counts
        .into_iter()
        .map(|(line, count)| {
            let ran_elsewhere = ever
                .as_ref()
                .is_none_or(|ever| ever.get(&line).is_some_and(|ran| *ran > 0));
            let ever = count > 0 || ran_elsewhere;
            (line, Ran { count, ever })
        })
        .collect();
    let first = (outcome.instructions > COUNTED).then_some(COUNTED);
    listing.cover(
        Coverage {
            case: Some(case),
            first,
        },
        &ran,
    );
}
