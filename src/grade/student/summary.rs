//! What happened to a submission, in a sentence.

use std::collections::BTreeSet;

use crate::diagnostic::wording::{counted, either, lower_first};
use crate::grade::plan::Plan;
use crate::result::{CaseVerdict, Fault, Finding, Verdict};

/// The summary of the games, with what else is wrong, such as how the program ends, and what its contracts show.
pub(super) fn summary(games: String, verdict: Verdict, also: Option<&Finding>, contracts: Option<String>) -> String {
    let games = match also {
        Some(finding) if games.ends_with(&lower_first(&finding.common)) => games,
        Some(finding) if verdict != Verdict::Pass => format!("{games}; also {}", lower_first(&finding.common)),
        Some(finding) => format!("{games}, but {}", lower_first(&finding.common)),
        None => games,
    };
    match contracts {
        Some(contracts) if games.is_empty() => contracts,
        Some(contracts) => format!("{games}; {contracts}"),
        None if games.is_empty() => "no case was graded".to_owned(),
        None => games,
    }
}

/// The first fault, which costs most, of those that cases show which count; and how many of these.
pub(super) fn costliest_fault<'f>(plan: &Plan, faults: &'f [Fault]) -> Option<(&'f str, usize)> {
    let numbers = plan.numbers();
    let graded: BTreeSet<usize> = plan.graded().into_iter().map(|index| numbers[index]).collect();
    let mut counted = faults.iter().map(|fault| {
        let cases = fault.cases.iter().filter(|number| graded.contains(number));
        (&fault.message[..], cases.count())
    });
    counted.find(|(_, count)| *count > 0)
}

/// The verdicts in a sentence, with the fault that costs most and in how many of the cases it is. Empty where there are no
/// cases.
pub(super) fn of_games(verdicts: &[CaseVerdict], costliest: Option<(&str, usize)>) -> String {
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let (passed, format) = (count(CaseVerdict::Pass), count(CaseVerdict::Format));
    // Cases that were skipped say nothing.
    let total = verdicts.len() - count(CaseVerdict::Skipped);
    if verdicts.is_empty() {
        return String::new();
    }
    if passed == total {
        return format!("all {total} cases pass");
    }
    if passed + format == total {
        let differ = counted(format, "case is", "cases are");
        return format!("every game is correct, but {differ} formatted differently");
    }

    let failed = total - passed - format;
    let opening = format!("{failed} of {total} cases {}", either(failed, "fails", "fail"));
    match costliest {
        Some((fault, count)) if count == failed => format!("{opening}: {}", lower_first(fault)),
        Some((fault, count)) => format!("{opening}; in {count} of them {}", lower_first(fault)),
        None => opening,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::FindingKind;

    #[test]
    fn the_summary_names_the_fault_that_costs_most() {
        use CaseVerdict::{Crash, Format, Pass, Wrong};

        let crash = Some(("A loop has no way out", 1));
        assert_eq!(
            of_games(&[Pass, Wrong, Wrong, Crash], crash),
            "3 of 4 cases fail; in 1 of them a loop has no way out"
        );
        assert_eq!(
            of_games(&[Format, Crash], crash),
            "1 of 2 cases fails: a loop has no way out"
        );
        assert_eq!(of_games(&[Pass, Pass], None), "all 2 cases pass");

        assert_eq!(
            of_games(&[Pass, Format], None),
            "every game is correct, but 1 case is formatted differently"
        );
    }

    #[test]
    fn what_cases_show_and_a_finding_says_too_is_said_once() {
        let finding = |common: &str| Finding {
            kind: FindingKind::Ending,
            key: String::new(),
            common: common.to_owned(),
            message: String::new(),
            places: Vec::new(),
            deducted: 0.0,
        };
        let games = "9 of 12 cases fail: the program does not halt".to_owned();
        let said = |common: &str| summary(games.clone(), Verdict::Wrong, Some(&finding(common)), None);

        assert_eq!(said("the program does not halt"), games);
        assert_eq!(said("it waits"), format!("{games}; also it waits"));
    }
}
