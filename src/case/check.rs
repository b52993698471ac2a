//! Problems that loading accepts: moves that are never played, tags whose promise does not hold, and duplicate cases.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Contract, Suite, promise};
use crate::assignment::Assignment;

/// A problem of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Case file and line.
    pub place: String,
    /// The case's name.
    pub case: String,
    /// Stable name of the kind: `unreachable`, `promise`, `tag`, `duplicate`.
    pub code: &'static str,
    /// What is wrong and what to do.
    pub message: String,
}

/// Finds moves after the end of a game, tags whose promise does not hold or that seem misspelt, and cases with the same script
/// or calls as an earlier one. A hand-kept case may repeat a generated one, and two families may have the same game.
pub fn check(assignment: &Assignment, suite: &Suite) -> Vec<Finding> {
    let game = &assignment.game;
    let groups = assignment.rubric.iter().flat_map(|group| &group.tags);
    let of_rubric: Vec<&str> = groups.map(String::as_str).collect();
    let mut findings = Vec::new();
    let mut scripts: BTreeMap<(&[u8], Option<&str>), &str> = BTreeMap::new();
    for case in &suite.cases {
        let finding = |code, message| Finding {
            place: case.place.clone(),
            case: case.name.clone(),
            code,
            message,
        };
        let (played, typed) = (case.expected.attempts_played(), case.script.attempts.len());
        if played < typed {
            let message = format!(
                "the game ends after {played} of {typed} moves, and the rest is never played: remove it, or change an \
                 earlier move"
            );
            findings.push(finding("unreachable", message));
        }
        // Games that are looked for may serve two goals.
        if case.goal.is_some() {
            continue;
        }
        for (tag, words) in promise::broken(game, &case.tags, &case.script, &case.expected) {
            findings.push(finding("promise", promise::words(tag, words)));
        }
        for tag in &case.tags {
            if let Some(meant) = promise::resembled(tag, &of_rubric) {
                let message = format!("has the tag `{tag}`: did you mean `{meant}`?");
                findings.push(finding("tag", message));
            }
        }
        if let Some(first) = scripts.insert((&case.script.keys, case.family.as_deref()), &case.name) {
            let message = format!("has the same script as `{first}`; remove one of them");
            findings.push(finding("duplicate", message));
        }
    }

    findings.extend(repeated_contracts(&suite.contracts));
    findings
}

/// Contracts that make the same calls of the same subroutine as an earlier one.
fn repeated_contracts(contracts: &[Contract]) -> Vec<Finding> {
    let is_same = |one: &Contract, other: &Contract| one.labels == other.labels && one.calls[..] == other.calls[..];
    let repeated = contracts.iter().enumerate().filter_map(|(index, contract)| {
        let first = contracts[..index].iter().find(|first| is_same(first, contract))?;
        Some(Finding {
            place: contract.place.clone(),
            case: contract.name.clone(),
            code: "duplicate",
            message: format!("makes the same calls as `{}`; remove one of them", first.name),
        })
    });

    repeated.collect()
}
