//! What the cases of a suite notice, alone and together: by group, which of them notice nothing that others do not, and a smallest
//! suite that notices as much.
//!
//! Takes mistakes with everyone who notices them; plays nothing.

use std::collections::{BTreeSet, HashMap};

use super::Mutant;
use crate::grade::Grader;
use crate::grade::plan::Plan;

/// What a suite notices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Power {
    /// By the groups of the rubric, those of contracts last.
    pub groups: Vec<GroupPower>,
    /// Positions of the cases that notice no mistake.
    pub idle: Vec<usize>,
    /// Positions of the cases that notice nothing that no other case or contract does; idle ones are among them.
    pub unneeded: Vec<usize>,
    /// Positions of the cases of a smallest suite that notices all that the cases do, and has a case of each group. No
    /// case can be left out of it; there may be another one that is smaller.
    pub smallest: Vec<usize>,
    /// How many mistakes only contracts notice.
    pub by_contracts_alone: usize,
}

/// What the cases of a group notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupPower {
    /// The group's name.
    pub name: String,
    /// How many cases or contracts it has.
    pub cases: usize,
    /// How many mistakes they notice.
    pub noticed: usize,
    /// How many of these no other group notices.
    pub alone: usize,
}

impl Grader {
    /// What the suite notices of mistakes that were played in full.
    pub fn power(&self, mutants: &[Mutant]) -> Power {
        power(&self.plan, mutants)
    }
}

fn power(plan: &Plan, mutants: &[Mutant]) -> Power {
    let noticed = mutants.iter().filter(|mutant| !mutant.noticed_by.is_empty());
    let rows: Vec<&[usize]> = noticed.map(|mutant| &mutant.noticed_by[..]).collect();

    let count = plan.cases.len();
    let sole: BTreeSet<usize> = rows
        .iter()
        .filter_map(|row| match row {
            [only] => Some(*only),
            _ => None,
        })
        .collect();
    let active: BTreeSet<usize> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    let without = |kept: &BTreeSet<usize>| (0..count).filter(|case| !kept.contains(case)).collect();

    Power {
        groups: groups(plan, &rows),
        idle: without(&active),
        unneeded: without(&sole),
        smallest: smallest(plan, &rows),
        by_contracts_alone: rows
            .iter()
            .filter(|row| row.iter().all(|check| *check >= count))
            .count(),
    }
}

fn groups(plan: &Plan, rows: &[&[usize]]) -> Vec<GroupPower> {
    let games = plan.groups.iter().map(|planned| (planned, 0));
    let contracts = plan.contract_groups.iter().map(|planned| (planned, plan.cases.len()));
    let groups = games.chain(contracts).map(|(planned, first)| {
        let members: BTreeSet<usize> = planned.cases.iter().map(|index| first + index).collect();
        let notices = |row: &&&[usize]| row.iter().any(|check| members.contains(check));
        let is_alone = |row: &&&[usize]| row.iter().all(|check| members.contains(check));
        GroupPower {
            name: planned.group.name.clone(),
            cases: members.len(),
            noticed: rows.iter().filter(notices).count(),
            alone: rows.iter().filter(is_alone).count(),
        }
    });
    groups.collect()
}

/// The cases that greedy choice keeps: the one that notices most of what is still unnoticed, of several the one that a person
/// wrote, and the shortest. Then those go of which the rest notices everything.
fn smallest(plan: &Plan, rows: &[&[usize]]) -> Vec<usize> {
    let count = plan.cases.len();
    let of_cases = |row: &&[usize]| -> Vec<usize> { row.iter().copied().filter(|check| *check < count).collect() };
    let mut wanted: BTreeSet<Vec<usize>> = rows.iter().map(of_cases).collect();
    if plan.by_rubric {
        wanted.extend(plan.groups.iter().map(|planned| planned.cases.clone()));
    }
    let wanted: Vec<Vec<usize>> = wanted.into_iter().filter(|row| !row.is_empty()).collect();

    let mut by_case: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, row) in wanted.iter().enumerate() {
        for case in row {
            by_case.entry(*case).or_default().push(index);
        }
    }
    let worth = |case: usize| {
        let case = &plan.cases[case];
        (case.family.is_some(), case.script.keys.len())
    };
    let mut order: Vec<usize> = by_case.keys().copied().collect();
    order.sort_by_key(|case| (worth(*case), *case));

    let mut covered = vec![0_usize; wanted.len()];
    let mut kept: Vec<usize> = Vec::new();
    loop {
        let gain = |case: &usize| by_case[case].iter().filter(|row| covered[**row] == 0).count();
        // The first of the best: `max_by_key` takes the last.
        let Some(best) = order.iter().rev().max_by_key(|case| gain(case)).copied() else {
            break;
        };
        if gain(&best) == 0 {
            break;
        }
        for row in &by_case[&best] {
            covered[*row] += 1;
        }
        kept.push(best);
    }

    for case in kept.clone() {
        let rows = &by_case[&case];
        if rows.iter().all(|row| covered[*row] > 1) {
            for row in rows {
                covered[*row] -= 1;
            }
            kept.retain(|other| *other != case);
        }
    }
    kept.sort_unstable();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assignment;
    use crate::case;
    use crate::connect4::faults::Fault;
    use crate::diagnostic::Source;
    use crate::grade::mutate::{Change, Fate};

    fn plan() -> Plan {
        let assignment = assignment::find("lc3-starter").expect("bundled");
        let moves = ["1", "1 1", "2", "0"];
        let entries = moves
            .iter()
            .map(|moves| format!("- name: case {moves}\n  moves: {moves}\n  ends: waiting\n"));
        let text: String = entries.collect();
        let (cases, _) = case::prove(Source::new("cases", text), &assignment).expect("cases");
        Plan::new(assignment, cases, false, false)
    }

    fn mutants(noticed_by: &[&[usize]]) -> Vec<Mutant> {
        let mutant = |noticed_by: &&[usize]| Mutant {
            change: Change::Fault(Fault::Shorter),
            fate: if noticed_by.is_empty() {
                Fate::Equivalent
            } else {
                Fate::Noticed
            },
            noticed_by: noticed_by.to_vec(),
        };
        noticed_by.iter().map(mutant).collect()
    }

    #[test]
    fn a_smallest_suite_notices_all_that_the_cases_notice() {
        // Greedy takes case 1 first, which cases 0 and 2 together make unneeded.
        let found = power(
            &plan(),
            &mutants(&[&[0, 1], &[1, 2], &[0, 1, 3], &[1, 2, 3], &[0], &[2], &[4], &[]]),
        );
        assert_eq!(found.smallest, [0, 2]);
        assert_eq!(found.unneeded, [1, 3]);
        assert!(found.idle.is_empty());
        assert_eq!(found.by_contracts_alone, 1);
        assert_eq!((found.groups[0].noticed, found.groups[0].alone), (6, 6));
    }

    #[test]
    fn of_cases_that_notice_the_same_the_shortest_is_kept() {
        let found = power(&plan(), &mutants(&[&[0, 1, 2], &[0, 1, 2, 3]]));
        assert_eq!(found.smallest, [0]);
        assert!(found.idle.is_empty());
        assert_eq!(found.unneeded, [0, 1, 2, 3], "each can go, but not all");
    }
}
