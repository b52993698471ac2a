//! Which subroutines are wrong, proved by putting the reference program's in their place.
//!
//! With all subroutines of the reference every case must pass: else something else is wrong as well, and nothing is said. Then
//! one after the other stays the program's own as long as every case passes. What is left is a smallest set that must be
//! replaced, however many edits that would take. The others are right unless something else speaks against them. What each of these is
//! worth is seen where it alone is the program's own.

use super::attempt::Attempt;
use super::plan::{Plan, Transplants};
use super::repair::Budget;
use super::repair::proof::Suite;
use crate::diagnostic::Source;
use crate::machine::Program;
use crate::result::{Component, Components};

/// The subroutines that have to be replaced before every case passes. `None` where that is not known.
pub(super) fn components(
    plan: &Plan,
    attempt: &Attempt,
    source: &Source,
    program: &Program,
    budget: &mut Budget,
) -> Option<Components> {
    let Transplants { parts, names, .. } = plan.transplants.as_ref()?;
    let Program::Lc3(image) = program else { return None };
    let own: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| image.address_of(name).is_some())
        .collect();
    let failing = attempt.failing();
    if own.is_empty() || failing.is_empty() {
        return None;
    }

    let suite = Suite::new(plan, attempt, program);
    let mut passes = |replaced: &[&str]| {
        let text = parts.put_into(&source.text, replaced)?;
        let holds = suite.holds(&text, &failing, false, budget).is_ok();
        (!budget.is_used_up()).then_some(holds)
    };
    // Those that break their contracts are the likely ones, and may be all of them.
    let suspects: Vec<&str> = own.iter().copied().filter(|name| suite.is_suspect(name)).collect();
    let mut replaced = if !suspects.is_empty() && passes(&suspects)? {
        suspects
    } else if passes(&own)? {
        own.clone()
    } else {
        return None;
    };
    for name in &own {
        if !replaced.contains(name) {
            continue;
        }
        let without: Vec<&str> = replaced.iter().copied().filter(|other| other != name).collect();
        if !without.is_empty() && passes(&without)? {
            replaced = without;
        }
    }

    let broken = replaced.iter().map(|name| {
        let others: Vec<&str> = own.iter().copied().filter(|other| other != name).collect();
        let text = parts.put_into(&source.text, &others)?;
        let passed = suite.passed(&text, budget)?;
        Some(Component {
            name: (*name).to_owned(),
            passed,
        })
    });
    let broken = broken.collect::<Option<Vec<Component>>>()?;

    let right: Vec<String> = own
        .iter()
        .filter(|name| !replaced.contains(name))
        .map(|name| (*name).to_owned())
        .collect();
    let helpers = parts.helpers(&source.text, &replaced);
    // What a subroutine calls that is right is right as well, as far as is known.
    let is_called_by_right = |helper: &String| {
        let mut proved = right.iter().filter(|name| !suite.is_suspect(name));
        proved.any(|name| parts.helpers(&source.text, &[&name[..]]).common.contains(helper))
    };
    let mut shared = if replaced.len() > 1 { helpers.common } else { Vec::new() };
    shared.retain(|helper| !is_called_by_right(helper));
    // In the required format, too: a game that went wrong may have hidden that it is not.
    let is_exact = parts
        .put_into(&source.text, &replaced)
        .is_some_and(|text| suite.holds(&text, &failing, true, budget).is_ok());
    let is_rest_right = is_exact && !right.iter().any(|name| suite.is_suspect(name)) && !helpers.are_used_elsewhere;
    Some(Components {
        broken,
        shared,
        right,
        is_rest_right,
        cases: plan.cases.len(),
    })
}
