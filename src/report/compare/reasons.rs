//! Why a student's result changed.

use std::collections::{BTreeMap, BTreeSet};

use super::change::{Change, ChangeKind, change};
use super::sheet::Sheet;
use crate::report::words::{case_word, format_points};
use crate::result::Ending;
use crate::result::{CaseResult, CaseVerdict, Finding, GroupResult, StudentReport};

/// What differs between two results of one student. `of_class` is what changed for everybody.
pub(super) fn of(old: &Sheet, new: &Sheet, of_class: &[Change]) -> Vec<Change> {
    let mut reasons = Vec::new();
    if old.file != new.file {
        reasons.push(change(ChangeKind::File, "", &old.file, &new.file));
    }

    // Without a score there are no points to compare.
    let is_scored = old.result.score.is_some() && new.result.score.is_some();
    let points = |sheet: &Sheet| -> Vec<(String, String)> {
        let groups = sheet.groups.iter().filter(|_| is_scored);
        groups
            .map(|(name, points, max)| {
                let words = format!("{} of {}", format_points(*points), format_points(*max));
                (name.clone(), words)
            })
            .collect()
    };

    for (name, was, is) in side_by_side(&points(old), &points(new)) {
        // A group that was added or removed changed for everybody.
        let is_reported = (was.is_none() || is.is_none())
            && of_class
                .iter()
                .any(|change| change.kind == ChangeKind::Rubric && change.subject == name);
        if was != is && !is_reported {
            let (was, is) = arithmetic(old, new, name).unwrap_or((was.unwrap_or(""), is.unwrap_or("")));
            reasons.push(change(ChangeKind::Group, name, was, is));
        }
    }

    if old.result.verdict != new.result.verdict && old.summary != new.summary {
        reasons.push(change(ChangeKind::Summary, "", &old.summary, &new.summary));
    }

    if let (Some(old), Some(new)) = (&old.report, &new.report) {
        settings(old, new, &mut reasons);
        let is_same_grader = of_class.iter().all(|change| change.kind != ChangeKind::Version);
        cases(old, new, is_same_grader, &mut reasons);
        findings(&old.findings, &new.findings, &mut reasons);
    }
    reasons
}

/// The arithmetic of a group whose points changed though no verdict did: the rubric or the comparison changed.
fn arithmetic<'a>(old: &'a Sheet, new: &'a Sheet, name: &str) -> Option<(&'a str, &'a str)> {
    let group = |sheet: &'a Sheet| {
        let groups = &sheet.report.as_ref()?.groups;
        groups.iter().find(|group| group.name == name)
    };
    let (old, new) = (group(old)?, group(new)?);

    let verdicts = |group: &'a GroupResult| -> Vec<(&str, CaseVerdict)> {
        let cases = group.cases.iter();
        cases.map(|case| (case.name.as_str(), case.verdict)).collect()
    };

    let is_same = verdicts(old) == verdicts(new);
    if is_same && old.rule != new.rule {
        return Some((&old.rule, &new.rule));
    }
    (is_same && old.arithmetic != new.arithmetic).then_some((&old.arithmetic, &new.arithmetic))
}

/// Two named lists, name by name, in the order of the new one and then of what is only in the old one.
pub(super) fn side_by_side<'a, T>(
    old: &'a [(String, T)],
    new: &'a [(String, T)],
) -> Vec<(&'a str, Option<&'a str>, Option<&'a str>)>
where
    T: AsRef<str>,
{
    let find = |list: &'a [(String, T)], name: &str| {
        let found = list.iter().find(|(other, _)| other == name);
        found.map(|(_, words)| words.as_ref())
    };

    let mut rows: Vec<_> = new
        .iter()
        .map(|(name, words)| (name.as_str(), find(old, name), Some(words.as_ref())))
        .collect();

    let gone = old.iter().filter(|(name, _)| find(new, name).is_none());
    rows.extend(gone.map(|(name, words)| (name.as_str(), Some(words.as_ref()), None)));
    rows
}

fn settings(old: &StudentReport, new: &StudentReport, reasons: &mut Vec<Change>) {
    if old.settings != new.settings {
        let (was, is) = (old.settings.join("; "), new.settings.join("; "));
        reasons.push(change(ChangeKind::Settings, "", was, is));
    }
}

/// Cases by their names, which are unique in a suite.
fn cases(old: &StudentReport, new: &StudentReport, is_same_grader: bool, reasons: &mut Vec<Change>) {
    let before: BTreeMap<&str, &CaseResult> = old.cases().map(|case| (case.name.as_str(), case)).collect();
    let mut known = BTreeSet::new();
    let mut other_counts = 0;
    for case in new.cases() {
        known.insert(case.name.as_str());
        let Some(was) = before.get(case.name.as_str()) else {
            reasons.push(change(ChangeKind::Case, &case.name, "", case_word(case.verdict)));
            continue;
        };
        if was.verdict != case.verdict {
            let (was, is) = (case_word(was.verdict), case_word(case.verdict));
            reasons.push(change(ChangeKind::Case, &case.name, was, is));
        }

        // One that is stopped at the cap is as long as the cap.
        let is_whole = was.ending != Ending::Limit && case.ending != Ending::Limit;
        if is_whole && was.moves == case.moves && was.instructions != case.instructions {
            other_counts += 1;
        }
    }
    for case in old.cases().filter(|case| !known.contains(case.name.as_str())) {
        reasons.push(change(ChangeKind::Case, &case.name, case_word(case.verdict), ""));
    }

    // The same program plays the same moves in the same way, step by step.
    if is_same_grader && old.settings == new.settings && other_counts > 0 {
        let words = "it executes a different number of instructions for the same moves";
        reasons.push(change(ChangeKind::Program, "", "", words));
    }
}

fn findings(old: &[Finding], new: &[Finding], reasons: &mut Vec<Change>) {
    let words = |findings: &[Finding]| -> Vec<(String, String)> {
        let list = findings.iter();
        list.map(|finding| {
            let points = if finding.deducted > 0.0 {
                format!(" ({} points off)", format_points(finding.deducted))
            } else {
                String::new()
            };
            (finding.key.clone(), format!("{}{points}", finding.common))
        })
        .collect()
    };
    let message = |list: &[Finding], key: &str| {
        let found = list.iter().find(|finding| finding.key == key);
        found.map(|finding| finding.message.clone())
    };

    for (key, was, is) in side_by_side(&words(old), &words(new)) {
        let is_worded_differently = message(old, key) != message(new, key);
        if was != is {
            reasons.push(change(ChangeKind::Finding, key, was.unwrap_or(""), is.unwrap_or("")));
        } else if is_worded_differently {
            let (was, is) = (message(old, key), message(new, key));
            reasons.push(change(
                ChangeKind::Finding,
                key,
                was.unwrap_or_default(),
                is.unwrap_or_default(),
            ));
        }
    }
}
