//! A student's report without what all students share, and the report again.
//!
//! Takes the result model; gives the result model. What is written is in [`Results`], and with the [`CaseList`] of the class
//! it becomes the same report again.

use std::collections::HashMap;

use crate::result::{
    CaseFailure, CaseGroup, CaseInfo, CaseList, CaseNumbers, CaseResult, CaseVerdict, Ending, GroupRecord, GroupResult,
    Outcome, Results, StudentRecord, StudentReport,
};

/// What is the student's own of a report.
pub(super) fn record(report: &StudentReport, list: &CaseList) -> StudentRecord {
    let infos = infos(list);
    let is_shared = |case: &&CaseResult| infos.get(&case.number).is_some_and(|shared| is_info_of(shared, case));
    let own = report.cases().filter(|case| !is_shared(case)).map(info);

    report.with_groups(Results {
        digest: String::new(),
        suite: list.suite.clone(),
        groups: report.groups.iter().map(|group| group_record(group, list)).collect(),
        outcomes: outcomes(report),
        failures: failures(report),
        instructions: report.cases().map(|case| case.instructions).collect(),
        own_cases: own.collect(),
    })
}

/// The report of a record.
///
/// # Errors
/// Why the record and the list do not belong together, to complete "NAME is not a report of this version: ".
pub(super) fn report(record: &StudentRecord, list: &CaseList) -> Result<StudentReport, String> {
    let results = &record.groups;
    if results.suite != list.suite {
        return Err("it belongs to other cases than the cases.json beside it; grade again".to_owned());
    }

    let mut cases = Cases::of(results, list);
    let mut groups = Vec::with_capacity(results.groups.len());
    for group in &results.groups {
        let mut own = Vec::with_capacity(group.cases.0.len());
        for number in &group.cases.0 {
            own.push(cases.take(*number)?);
        }

        groups.push(GroupResult {
            name: group.name.clone(),
            points: group.points,
            max: group.max,
            rule: group.rule.clone().or_else(|| rule_of(group, list)).unwrap_or_default(),
            arithmetic: group.arithmetic.clone(),
            cases: own,
        });
    }
    Ok(record.with_groups(groups))
}

/// What all students share of a case.
fn info(case: &CaseResult) -> CaseInfo {
    CaseInfo {
        number: case.number,
        name: case.name.clone(),
        moves: case.moves.clone(),
        max: case.max,
        calls: case.calls,
    }
}

/// Whether that is what [`info`] gives.
fn is_info_of(shared: &CaseInfo, case: &CaseResult) -> bool {
    let CaseInfo {
        number,
        name,
        moves,
        max,
        calls,
    } = shared;
    let numbers = (*number, *max, *calls) == (case.number, case.max, case.calls);
    numbers && *name == case.name && *moves == case.moves
}

fn infos(list: &CaseList) -> HashMap<usize, &CaseInfo> {
    let cases = list.groups.iter().flat_map(|group| &group.cases);
    cases.map(|case| (case.number, case)).collect()
}

fn group_record(group: &GroupResult, list: &CaseList) -> GroupRecord {
    let record = GroupRecord {
        name: group.name.clone(),
        points: group.points,
        max: group.max,
        rule: None,
        arithmetic: group.arithmetic.clone(),
        cases: CaseNumbers(group.cases.iter().map(|case| case.number).collect()),
    };
    let is_shared = rule_of(&record, list).as_ref() == Some(&group.rule);
    GroupRecord {
        rule: (!is_shared).then(|| group.rule.clone()),
        ..record
    }
}

/// The rule of a group as all students have it.
fn rule_of(group: &GroupRecord, list: &CaseList) -> Option<String> {
    let same = |shared: &&CaseGroup| shared.name == group.name;
    list.groups.iter().find(same).map(|shared| shared.rule.clone())
}

/// The cases of a report by verdict, ending and points, in the order of the first of each.
fn outcomes(report: &StudentReport) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    let mut places: HashMap<(CaseVerdict, Ending, u64), usize> = HashMap::new();
    for case in report.cases() {
        let key = (case.verdict, case.ending, case.points.to_bits());
        let place = *places.entry(key).or_insert(outcomes.len());
        if place == outcomes.len() {
            outcomes.push(Outcome {
                cases: CaseNumbers::default(),
                verdict: case.verdict,
                ending: case.ending,
                points: case.points,
            });
        }
        outcomes[place].cases.0.push(case.number);
    }
    outcomes
}

/// What is known of cases that did not pass, in the order of the first case of each.
fn failures(report: &StudentReport) -> Vec<CaseFailure> {
    let mut failures: Vec<CaseFailure> = Vec::new();
    let mut by_sentence: HashMap<&str, Vec<usize>> = HashMap::new();
    for case in report.cases() {
        if case.failure.is_none() && case.command.is_empty() {
            continue;
        }

        let sentence = case.failure.as_ref().map_or("", |failure| &failure.sentence);
        let places = by_sentence.entry(sentence).or_default();
        let is_same =
            |place: &&usize| failures[**place].failure == case.failure && failures[**place].command == case.command;
        if let Some(place) = places.iter().find(is_same).copied() {
            failures[place].cases.0.push(case.number);
            continue;
        }
        places.push(failures.len());
        failures.push(CaseFailure {
            cases: CaseNumbers(vec![case.number]),
            failure: case.failure.clone(),
            command: case.command.clone(),
        });
    }
    failures
}

/// Everything that a record and the list say about each case, by its number.
struct Cases<'a> {
    infos: HashMap<usize, &'a CaseInfo>,
    outcomes: HashMap<usize, &'a Outcome>,
    failures: HashMap<usize, &'a CaseFailure>,
    instructions: std::slice::Iter<'a, u64>,
}

impl<'a> Cases<'a> {
    fn of(results: &'a Results, list: &'a CaseList) -> Self {
        let mut infos = infos(list);
        infos.extend(results.own_cases.iter().map(|case| (case.number, case)));
        let outcomes = results.outcomes.iter();
        let failures = results.failures.iter();
        Self {
            infos,
            outcomes: outcomes
                .flat_map(|one| one.cases.0.iter().map(move |number| (*number, one)))
                .collect(),
            failures: failures
                .flat_map(|one| one.cases.0.iter().map(move |number| (*number, one)))
                .collect(),
            instructions: results.instructions.iter(),
        }
    }

    /// The next case, which has this number.
    fn take(&mut self, number: usize) -> Result<CaseResult, String> {
        let missing = |what: &str| format!("it has no {what} for case {number}");
        let info = self.infos.get(&number).ok_or_else(|| missing("name and moves"))?;
        let outcome = self.outcomes.get(&number).ok_or_else(|| missing("outcome"))?;
        let instructions = self
            .instructions
            .next()
            .ok_or_else(|| missing("count of instructions"))?;
        let failure = self.failures.get(&number);
        Ok(CaseResult {
            number,
            name: info.name.clone(),
            moves: info.moves.clone(),
            verdict: outcome.verdict,
            points: outcome.points,
            max: info.max,
            ending: outcome.ending,
            instructions: *instructions,
            calls: info.calls,
            failure: failure.and_then(|known| known.failure.clone()),
            command: failure.map(|known| known.command.clone()).unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{record, report};
    use crate::report::fixture;
    use crate::result::{CaseNumbers, StudentReport};

    #[test]
    fn a_record_and_the_cases_are_the_report_again() {
        let (good, hostile, long) = (
            fixture::good_student(),
            fixture::hostile_student(),
            fixture::long_student(300),
        );
        let unplayed = StudentReport {
            groups: Vec::new(),
            ..good.clone()
        };
        let list = fixture::cases_of(&good);

        for student in [&good, &hostile, &long, &unplayed] {
            let record = record(student, &list);
            // The source is in the page only.
            let without_source = StudentReport {
                source: None,
                ..student.clone()
            };
            assert_eq!(report(&record, &list), Ok(without_source));
        }
        assert!(record(&good, &list).groups.own_cases.is_empty());
    }

    #[test]
    fn names_and_moves_that_all_share_are_not_in_a_record() {
        let student = fixture::long_student(300);
        let list = fixture::cases_of(&student);
        let json = serde_json::to_string(&record(&student, &list)).expect("JSON");
        assert!(!json.contains("winning line 41"), "{json}");
        assert!(serde_json::to_string(&list).expect("JSON").contains("winning line 41"));
    }

    #[test]
    fn a_record_of_other_cases_is_refused() {
        let student = fixture::good_student();
        let list = fixture::cases_of(&student);
        let mut other = record(&student, &list);
        other.groups.suite = "other".to_owned();
        let error = report(&other, &list).expect_err("other cases");
        assert!(
            error.contains("other cases") && error.contains("grade again"),
            "{error}"
        );
    }

    #[test]
    fn a_damaged_record_is_refused_with_the_case() {
        let student = fixture::good_student();
        let list = fixture::cases_of(&student);
        let whole = record(&student, &list);

        let mut unknown = whole.clone();
        unknown.groups.groups[0].cases = CaseNumbers(vec![77]);
        let mut without_outcome = whole.clone();
        without_outcome.groups.outcomes.clear();
        let mut short = whole.clone();
        short.groups.instructions.pop();
        for (damaged, said) in [
            (unknown, "name and moves for case 77"),
            (without_outcome, "outcome"),
            (short, "instructions"),
        ] {
            let error = report(&damaged, &list).expect_err(said);
            assert!(error.contains(said), "{error}");
        }
    }
}
