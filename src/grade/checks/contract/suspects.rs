//! Subroutines that are likely causes of faults whose cause is not known.
//!
//! Where exactly one subroutine breaks its contract, it is a likely cause of the faults that are about the same work, and of the one
//! that costs most where it does not show what that is about. It is called no more than that. Subroutines that are still empty are
//! the cause of what is missing.

use std::collections::BTreeSet;

use crate::case::Contract;
use crate::case::contract::{About, Call};
use crate::connect4::lines::Direction;
use crate::diagnostic::wording::{all_of, either};
use crate::result::{CaseResult, CaseVerdict, Cause, StudentReport};

/// What a subroutine, or a fault, is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Work {
    Board,
    Result,
    Keys,
    Horizontal,
    Vertical,
    Diagonal,
}

/// Gives faults without a cause the subroutines that are likely causes.
pub(in crate::grade) fn suspect(contracts: &[Contract], report: &mut StudentReport) {
    if let Some((cause, works)) = only_broken(contracts, report) {
        let unknown = report
            .faults
            .iter_mut()
            .enumerate()
            .filter(|(_, fault)| fault.cause.is_none());
        for (index, fault) in unknown {
            let about = works_of_fault(&fault.key);
            if index == 0 && about.is_empty() || !about.is_disjoint(&works) {
                fault.cause = Some(cause.clone());
            }
        }
        return;
    }

    let empty = empty_ones(contracts, report);
    for fault in report.faults.iter_mut().filter(|fault| fault.cause.is_none()) {
        fault.cause = is_empty(&empty, &works_of_fault(&fault.key));
    }
}

/// The broken contract, if there is one alone, as a cause.
fn only_broken(contracts: &[Contract], report: &StudentReport) -> Option<(Cause, BTreeSet<Work>)> {
    let is_broken = |case: &&CaseResult| {
        let verdicts = [CaseVerdict::Wrong, CaseVerdict::Timeout, CaseVerdict::Crash];
        case.calls.is_some() && verdicts.contains(&case.verdict)
    };
    let mut broken = report.cases().filter(is_broken);
    let (Some(only), None) = (broken.next(), broken.next()) else {
        return None;
    };

    let failure = only.failure.as_ref()?;
    let works = works_of(contracts, &only.name);
    if failure.unfinished {
        return Some((is_empty(&[(only.name.clone(), works.clone())], &works)?, works));
    }
    let cause = Cause {
        key: format!("contract/{}", slug(&only.name)),
        common: format!("{} does not work correctly", only.name),
        sentence: format!(
            "Likely, as seen when the subroutine is called in isolation (case {}): {}",
            only.number, failure.sentence
        ),
        places: Vec::new(),
    };
    Some((cause, works))
}

/// The subroutines that are still empty, with what they are about.
fn empty_ones(contracts: &[Contract], report: &StudentReport) -> Vec<(String, BTreeSet<Work>)> {
    let is_unfinished = |case: &&CaseResult| case.failure.as_ref().is_some_and(|failure| failure.unfinished);
    let empty = report.cases().filter(is_unfinished);
    empty
        .map(|case| (case.name.clone(), works_of(contracts, &case.name)))
        .collect()
}

/// The empty subroutines among those about some work, as a cause.
fn is_empty(empty: &[(String, BTreeSet<Work>)], works: &BTreeSet<Work>) -> Option<Cause> {
    let concerned = empty.iter().filter(|(_, of)| !of.is_disjoint(works));
    let names: Vec<&str> = concerned.map(|(name, _)| name.as_str()).collect();
    let first = names.first()?;
    let sentence = match &names[..] {
        [only] => format!("{only} is still empty: it only returns."),
        _ => format!("{} are still empty: they only return.", all_of(&names)),
    };

    Some(Cause {
        key: format!("empty/{}", slug(first)),
        common: format!("{} {} still empty", all_of(&names), either(names.len(), "is", "are")),
        sentence,
        places: Vec::new(),
    })
}

fn slug(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// What the contract of that name is about.
fn works_of(contracts: &[Contract], name: &str) -> BTreeSet<Work> {
    let contract = contracts.iter().find(|contract| contract.name == name);
    let calls = contract.iter().flat_map(|contract| contract.calls.iter());
    calls.filter_map(work_of).collect()
}

fn work_of(call: &Call) -> Option<Work> {
    match &call.about {
        About::Key { .. } => Some(Work::Keys),
        // A direction that is not asked for has 0 for its answer, as a line that is none has.
        About::Line { direction, .. } if call.after.iter().flatten().any(|(_, answer)| *answer == 1) => {
            Some(match direction {
                Direction::Horizontal => Work::Horizontal,
                Direction::Vertical => Work::Vertical,
                Direction::DiagonalDown | Direction::DiagonalUp => Work::Diagonal,
            })
        }
        About::Line { .. } => None,
        About::Plain if call.prints.is_some() && call.board.is_some() => Some(Work::Board),
        About::Plain => call.prints.as_ref().map(|_| Work::Result),
    }
}

/// What the cases of a fault with that key are about.
fn works_of_fault(key: &str) -> BTreeSet<Work> {
    let parts: Vec<&str> = key.split(['/', '-']).collect();
    let lines = || {
        let named = [
            ("horizontal", Work::Horizontal),
            ("vertical", Work::Vertical),
            ("diagonal", Work::Diagonal),
            ("falling", Work::Diagonal),
            ("rising", Work::Diagonal),
        ];
        let named = named.into_iter().filter(|(word, _)| parts.contains(word));
        let named: BTreeSet<Work> = named.map(|(_, work)| work).collect();
        if named.is_empty() {
            BTreeSet::from([Work::Horizontal, Work::Vertical, Work::Diagonal])
        } else {
            named
        }
    };

    match &parts[..] {
        ["no" | "broken", "board", ..] => BTreeSet::from([Work::Board]),
        ["no" | "unclear", "result", ..] => BTreeSet::from([Work::Result]),
        ["refused" | "accepted", ..] | ["full", "column", ..] | ["no", "refusal", ..] => BTreeSet::from([Work::Keys]),
        ["missed" | "false", "win", ..] | ["win", "as", "tie"] => lines(),
        _ => BTreeSet::new(),
    }
}
