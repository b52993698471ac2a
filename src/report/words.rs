//! The words and figures that all writers share.

use std::iter;

use crate::result::{
    BUNDLED, CaseVerdict, ClassReport, Fault, Finding, FindingKind, GroupResult, StudentReport, Verdict,
};
use crate::result::{Ending, Place, SamePrograms, Sameness, Stop};

pub use crate::diagnostic::wording::{format_count, plural};

mod repair;

pub(super) use repair::{components_sentence, format_repair_sentence, repair_sentence};

/// Points for people: at most two decimals, no zeros after them.
pub fn format_points(points: f64) -> String {
    let hundredths = (points * 100.0).round();
    // A class has thousands of these; whole numbers are much faster to write than fractions.
    if hundredths.abs() > 1e15 || hundredths.is_nan() {
        return points.to_string();
    }

    let hundredths = hundredths as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match (rest, rest % 10) {
        (0, _) => format!("{sign}{whole}"),
        (_, 0) => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Points earned of those that can be: `5 of 20`. Where none can be, nothing is graded.
pub fn points_of(points: f64, max: f64) -> String {
    if max > 0.0 {
        format!("{} of {}", format_points(points), format_points(max))
    } else {
        "not graded".to_owned()
    }
}

/// Points earned of those that can be, with their noun: `5 of 20 points`.
pub fn points_of_words(points: f64, max: f64) -> String {
    if max > 0.0 {
        format!("{} of {}", format_points(points), points_words(max))
    } else {
        points_of(points, max)
    }
}

/// `1 point`, `2.5 points`.
pub fn points_words(points: f64) -> String {
    let number = format_points(points);
    let noun = if number == "1" { "point" } else { "points" };
    format!("{number} {noun}")
}

/// The word of a verdict on a case.
pub fn case_word(verdict: CaseVerdict) -> &'static str {
    match verdict {
        CaseVerdict::Pass => "pass",
        CaseVerdict::Format => "format",
        CaseVerdict::Wrong => "wrong",
        CaseVerdict::Timeout => "timeout",
        CaseVerdict::Crash => "crash",
        CaseVerdict::Skipped => "skipped",
    }
}

/// The word of a verdict on a submission.
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Format => "format",
        Verdict::Wrong => "wrong",
        Verdict::Timeout => "timeout",
        Verdict::Crash => "crash",
        Verdict::BuildFailed => "build-failed",
        Verdict::Missing => "missing",
        Verdict::NeedsAttention => "needs-attention",
        Verdict::GraderError => "grader-error",
    }
}

/// The rule by which a group earns its points, where it is not the usual one, which the calculation already shows.
pub fn unusual_rule(group: &GroupResult) -> Option<&str> {
    Some(group.rule.as_str()).filter(|rule| !rule.is_empty() && *rule != "each case earns its share")
}

/// What a verdict on a submission means, for a legend.
pub fn verdict_meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "every graded case passed",
        Verdict::Format => "every game is correct, but some output is formatted differently",
        Verdict::Wrong => "at least one game was played incorrectly",
        Verdict::Timeout => "every case timed out",
        Verdict::Crash => "every case crashed",
        Verdict::BuildFailed => "the program could not be built",
        Verdict::Missing => "nothing was submitted",
        Verdict::NeedsAttention => "an instructor has to look at this submission; there is no score yet",
        Verdict::GraderError => "the grader failed; there is no score",
    }
}

/// Which assignment it was, and where it came from: `lc3-starter (bundled)`. As it is, hidden characters included.
pub fn assignment_words(class: &ClassReport) -> String {
    let mut words = class.assignment.clone();
    words += &match class.loaded_from.as_str() {
        "" => String::new(),
        BUNDLED => " (bundled)".to_owned(),
        folder => format!(" (from the folder {folder})"),
    };
    if let Some(cases) = &class.cases_from {
        words += &format!(", with the cases in {cases}");
    }
    words
}

/// What submissions without a score have in common, as sentences.
pub fn attention_lead(count: usize) -> String {
    match count {
        1 => "1 submission has no score and is not included in the statistics. Resolve the problem below, then grade again."
            .to_owned(),
        _ => format!(
            "{count} submissions have no score and are not included in the statistics. Resolve the problems below, then \
             grade again."
        ),
    }
}

/// Why there is no score, and when there will be one.
pub fn no_score(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NeedsAttention => "your submission will be graded once this is resolved",
        _ => "your submission has to be graded again",
    }
}

/// What a fault's cases have in common, with their number: `12 cases fail for the same reason: misses every vertical win`.
/// How many of them are not graded is said too, because the summary does not count them. The message is that of the fault, made
/// visible.
pub fn fault_lead(fault: &Fault, ungraded: usize, message: &str) -> String {
    let count = fault.cases.len();
    let cases = match (count, ungraded) {
        (1, 0) => return format!("1 case fails: {message}"),
        (1, _) => return format!("1 case that is not graded fails: {message}"),
        (_, 0) => format!("{count} cases"),
        _ if ungraded == count => format!("{count} cases that are not graded"),
        _ => format!("{count} cases, {ungraded} of them not graded,"),
    };
    format!("{cases} fail for the same reason: {message}")
}

/// How many of a fault's cases are not graded: those of groups that are worth nothing, where any is worth something.
pub fn ungraded(report: &StudentReport, fault: &Fault) -> usize {
    let (graded, others): (Vec<&GroupResult>, Vec<&GroupResult>) =
        report.groups.iter().partition(|group| group.max > 0.0);
    if graded.is_empty() {
        return 0;
    }
    let others = others.iter().flat_map(|group| &group.cases);
    others.filter(|case| fault.cases.contains(&case.number)).count()
}

/// In what way programs are the same, in a sentence.
pub fn same_words(group: &SamePrograms) -> &'static str {
    match group.sameness {
        _ if group.is_starter => "These programs are the starter file as it was given",
        Sameness::Assembled => "These programs are the same after assembly",
        Sameness::Form => {
            "These programs are the same but for labels, names of registers and the order of independent lines"
        }
        Sameness::Source => "These programs are the same but for comments and white space",
    }
}

/// What a fault costs.
pub fn lost_words(lost: f64) -> String {
    if lost > 0.0 {
        format!("{} lost", points_words(lost))
    } else {
        "no points lost".to_owned()
    }
}

/// What a finding is about.
pub fn kind_words(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Ending => "End of the program",
        FindingKind::Starter => "Starter file",
        FindingKind::Portability => "Portability",
        FindingKind::Lint => "Requirements",
        FindingKind::Wording => "Wording",
        FindingKind::Playing => "How it is played",
    }
}

/// What a finding costs. Points are taken off once for each kind of finding.
pub fn deduction_words(finding: &Finding, all: &[Finding]) -> String {
    if finding.deducted > 0.0 {
        format!("{} deducted", points_words(finding.deducted))
    } else if all
        .iter()
        .any(|other| other.kind == finding.kind && other.deducted > 0.0)
    {
        "deducted once".to_owned()
    } else {
        "no points deducted".to_owned()
    }
}

/// How a group's points were calculated. Where none can be earned, only its cases are counted.
pub fn group_arithmetic(group: &GroupResult) -> &str {
    let words = group.arithmetic.as_str();
    if group.max > 0.0 {
        return words;
    }
    words.strip_suffix(": 0 of 0").unwrap_or(words)
}

/// How a submission was run: the settings, and what the program itself expects of keys and traps.
pub fn run_words(report: &StudentReport) -> Vec<String> {
    let protocol = report.protocol.as_deref().map(protocol_words);
    let linkage = report.linkage.as_deref().map(linkage_words);
    report.settings.iter().cloned().chain(protocol).chain(linkage).collect()
}

fn protocol_words(protocol: &str) -> String {
    match protocol {
        "key" => "your program reads each key as soon as it is typed (key)".to_owned(),
        "enter" => "your program reads a key and then Enter (enter)".to_owned(),
        "line" => "your program reads a whole line, up to Enter (line)".to_owned(),
        "in" => "your program reads each key with the trap IN (in)".to_owned(),
        other => format!("your program reads its input in the way {other}"),
    }
}

fn linkage_words(linkage: &str) -> String {
    match linkage {
        "overwrite-r7" => {
            "your program works best where TRAP overwrites R7, as in the 2nd edition (overwrite-r7)".to_owned()
        }
        "keep-r7" => "your program works best where TRAP keeps R7, as in the 3rd edition (keep-r7)".to_owned(),
        "any" => "your program behaves the same whether or not TRAP overwrites R7 (any)".to_owned(),
        other => format!("your program expects the TRAP linkage {other}"),
    }
}

/// How the score was calculated from the groups and deductions: `18.33 + 34.17 - 5 = 47.5`. `None` where there is
/// nothing to add, or the sum is not the score.
pub fn score_arithmetic(report: &StudentReport) -> Option<String> {
    let earned: Vec<f64> = report
        .groups
        .iter()
        .filter(|group| group.max > 0.0)
        .map(|group| group.points)
        .collect();

    let deducted: Vec<f64> = deductions(report).map(|(_, points)| points).collect();
    if earned.is_empty() || earned.len() + deducted.len() < 2 || report.cases().next().is_none() {
        return None;
    }

    let terms: Vec<String> = earned.iter().copied().map(format_points).collect();
    let mut words = terms.join(" + ");
    for points in &deducted {
        words += &format!(" - {}", format_points(*points));
    }

    let sum = earned.iter().sum::<f64>() - deducted.iter().sum::<f64>();
    // Each term is rounded to cents.
    let near = 0.0051 * (earned.len() + deducted.len() + 1) as f64;
    let scored = report.score?;
    let score = format_points(scored);
    if (sum - scored).abs() <= near {
        Some(format!("{words} = {score}"))
    } else if sum < 0.0 && scored == 0.0 {
        Some(format!("{words} is less than 0, so the score is 0"))
    } else {
        None
    }
}

/// What points are taken off for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Differences in format.
    Format,
    /// A finding.
    Finding(FindingKind),
}

/// What is deducted: for differences in format together, then for each finding.
pub fn deductions(report: &StudentReport) -> impl Iterator<Item = (Reason, f64)> {
    let for_format: f64 = report.format_differences.iter().map(|one| one.deducted).sum();
    let findings = report.findings.iter();
    let findings = findings.map(|finding| (Reason::Finding(finding.kind), finding.deducted));
    iter::once((Reason::Format, for_format))
        .chain(findings)
        .filter(|(_, points)| *points > 0.0)
}

/// How a run ended, without a full stop. `is_counted` says whether its instructions were counted.
pub fn ending_sentence(ending: Ending, is_counted: bool) -> &'static str {
    match ending {
        Ending::Limit if !is_counted => "Your program was stopped",
        Ending::Halted => "Your program halted",
        Ending::Waiting => "Your program asked for another key after all keys had been typed",
        Ending::Limit => "Your program was stopped at the instruction limit",
        Ending::Loop => "Your program is in an infinite loop: nothing that could end it changes",
        Ending::Crashed => "Your program crashed",
        Ending::Flooded => "Your program was stopped because it printed too much",
    }
}

/// The end of a run in one sentence: how, and why.
pub fn stop_sentence(stop: &Stop) -> String {
    if stop.is_not_run() {
        return "Your program was not run: the budget for all runs of this submission was already used up.".to_owned();
    }

    let ending = ending_sentence(stop.ending, stop.reason.is_empty());
    if stop.reason.is_empty() {
        format!("{ending}.")
    } else {
        format!("{ending}: {}.", stop.reason.trim_end_matches('.'))
    }
}

/// Where a run ended, without the source line's text: `x3042 (GET_MOVE+3), line 233`.
pub fn place_words(place: &Place) -> String {
    let mut words = place.address.map(super::trace::hex).unwrap_or_default();
    if let Some(label) = &place.label {
        words.push_str(" (");
        words.push_str(label);
        words.push(')');
    }

    if let Some(line) = place.line_words() {
        words.push_str(if words.is_empty() { "" } else { ", " });
        words.push_str(&line);
    }

    words
}

/// `3 more cases fail for the same reason`, below a case that is explained in full.
pub fn more_with_the_same_reason(verdict: CaseVerdict, count: usize) -> String {
    match (verdict, count) {
        (CaseVerdict::Format, 1) => "1 more case differs in the same way".to_owned(),
        (CaseVerdict::Format, _) => format!("{count} more cases differ in the same way"),
        (_, 1) => "1 more case fails for the same reason".to_owned(),
        _ => format!("{count} more cases fail for the same reason"),
    }
}

/// Numbers in order as ranges: `3-7, 9`.
pub fn ranges(numbers: impl IntoIterator<Item = usize>) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }

    let words: Vec<String> = runs
        .iter()
        .map(|(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first}-{last}"),
        })
        .collect();

    words.join(", ")
}

/// Why a fault's cases fail, as far as it is known: the place that an edit proves, and its cause. What is proved comes first.
pub(super) fn reasons(fault: &Fault) -> String {
    let cause = fault.cause.as_ref().map(|cause| cause.sentence.clone());
    let repair = fault.repair.as_ref().map(repair_sentence);
    let mut sentences: Vec<String> = cause.into_iter().chain(repair).collect();
    if fault.repair.as_ref().is_some_and(|repair| repair.is_whole) {
        sentences.reverse();
    }
    sentences.insert(0, String::new());
    sentences.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{
        deduction_words, fault_lead, format_count, format_points, group_arithmetic, points_of, ranges,
        score_arithmetic, ungraded,
    };
    use crate::report::fixture;
    use crate::result::Fault;

    #[test]
    fn the_score_is_the_sum_of_the_groups_less_the_deductions() {
        let mut report = fixture::hostile_student();
        assert_eq!(score_arithmetic(&report).as_deref(), Some("18.33 + 34.17 - 5 = 47.5"));
        report.findings[0].deducted = 60.0;
        report.score = Some(0.0);

        let below = score_arithmetic(&report);
        assert_eq!(
            below.as_deref(),
            Some("18.33 + 34.17 - 60 is less than 0, so the score is 0")
        );
        // A sum that is not the score is not shown as one.
        report.score = Some(12.0);

        assert_eq!(score_arithmetic(&report), None);
    }

    #[test]
    fn cases_that_are_not_graded_are_counted_in_the_line_of_a_fault() {
        let mut report = fixture::hostile_student();
        let fault = report.faults[0].clone();
        assert_eq!((fault.cases.len(), ungraded(&report, &fault)), (4, 0));
        let group = report
            .groups
            .iter_mut()
            .find(|group| group.cases.iter().any(|case| case.number == 3));
        let group = group.expect("it has the first case of the fault");
        group.max = 0.0;

        let in_group = group
            .cases
            .iter()
            .filter(|case| fault.cases.contains(&case.number))
            .count();
        assert_eq!(ungraded(&report, &fault), in_group);
        assert_eq!(
            fault_lead(&fault, 3, "x"),
            "4 cases, 3 of them not graded, fail for the same reason: x"
        );
        assert_eq!(
            fault_lead(&fault, 4, "x"),
            "4 cases that are not graded fail for the same reason: x"
        );
        let one = Fault {
            cases: vec![3],
            ..fault
        };
        assert_eq!(fault_lead(&one, 1, "x"), "1 case that is not graded fails: x");

        report.groups.iter_mut().for_each(|group| group.max = 0.0);
        assert_eq!(ungraded(&report, &one), 0);
    }

    #[test]
    fn nothing_is_earned_where_nothing_is_graded() {
        let mut group = fixture::hostile_student().groups.remove(2);
        group.arithmetic = "3 of 4 cases pass: 0 of 0".to_owned();
        assert_eq!(group_arithmetic(&group), "3 of 4 cases pass");
        assert_eq!([points_of(0.0, 0.0), points_of(2.5, 5.0)], ["not graded", "2.5 of 5"]);
    }

    #[test]
    fn a_kind_of_finding_costs_once() {
        let mut findings = fixture::hostile_student().findings;
        findings[1].kind = findings[0].kind;
        let words: Vec<String> = findings.iter().map(|one| deduction_words(one, &findings)).collect();
        assert_eq!(words, ["5 points deducted", "deducted once", "no points deducted"]);
    }

    #[test]
    fn points_have_at_most_two_decimals() {
        let shown: Vec<String> = [0.0, -0.001, 100.0, 18.333_333, 0.5, 66.666, 20.1]
            .map(format_points)
            .into();
        assert_eq!(shown, ["0", "0", "100", "18.33", "0.5", "66.67", "20.1"]);
    }

    #[test]
    fn thousands_are_set_apart() {
        let shown: Vec<String> = [0, 999, 1_000, 4_000_000].map(format_count).into();
        assert_eq!(shown, ["0", "999", "1,000", "4,000,000"]);
    }

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(ranges([1, 2, 3, 5, 7, 8]), "1-3, 5, 7, 8");
        assert_eq!(ranges([]), "");
    }
}
