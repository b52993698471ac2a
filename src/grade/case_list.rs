//! What all students of a class share in their reports: the cases with their numbers and points.

use sha2::{Digest as _, Sha256};

use super::Grader;
use super::explain::failure;
use super::fingerprint::hex;
use super::plan::Plan;
use super::rubric::{PlannedGroup, cents};
use crate::result::{CaseGroup, CaseInfo, CaseList, FORMAT};

impl Grader {
    /// The cases of the class, numbered as in every report.
    pub fn case_list(&self) -> CaseList {
        let groups = groups(&self.plan);
        CaseList {
            format: FORMAT,
            suite: hash(&self.plan.assignment.name, &groups),
            assignment: self.plan.assignment.name.clone(),
            groups,
        }
    }
}

/// The groups with their cases; those of contracts come last.
fn groups(plan: &Plan) -> Vec<CaseGroup> {
    let mut number = 0;
    let mut groups = Vec::new();
    for planned in &plan.groups {
        let cases = planned.cases.iter().zip(planned.maxima(&plan.cases));
        let cases = cases.map(|(index, max)| {
            let case = &plan.cases[*index];
            number += 1;
            CaseInfo {
                number,
                name: case.name.clone(),
                moves: failure::moves(&case.script),
                max: cents(max),
                calls: None,
            }
        });
        groups.push(group(planned, cases.collect()));
    }

    for planned in &plan.contract_groups {
        let weights: Vec<f64> = planned
            .cases
            .iter()
            .map(|index| plan.contracts[*index].points)
            .collect();
        let cases = planned.cases.iter().zip(planned.maxima_of(&weights));
        let cases = cases.map(|(index, max)| {
            let contract = &plan.contracts[*index];
            number += 1;
            CaseInfo {
                number,
                name: contract.name.clone(),
                moves: Vec::new(),
                max: cents(max),
                calls: Some(contract.calls.count()),
            }
        });
        groups.push(group(planned, cases.collect()));
    }
    let of_components = plan.component_groups.iter();
    groups.extend(of_components.map(|planned| group(planned, Vec::new())));
    groups
}

fn group(planned: &PlannedGroup, cases: Vec<CaseInfo>) -> CaseGroup {
    CaseGroup {
        name: planned.group.name.clone(),
        max: cents(planned.group.points),
        rule: planned.rule(),
        cases,
    }
}

/// A short hash of everything in the list. Half of SHA-256 is far more than a class can mix up by chance.
fn hash(assignment: &str, groups: &[CaseGroup]) -> String {
    let mut hash = Sha256::new();
    hash.update(format!("{FORMAT} {assignment:?} {groups:?}"));
    hex(&hash.finalize()[..16])
}
