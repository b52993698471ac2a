//! The words and figures that all writers share.

use crate::grade::model::{CaseVerdict, GroupResult, Verdict};
use crate::machine::{Ending, Place, Stop};

/// Points for people: at most two decimals, no zeros behind them.
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

/// A whole number with a comma between thousands.
pub fn format_count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 case`, `2 cases`.
pub fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", format_count(count as u64))
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
        Verdict::GraderError => "grader-error",
    }
}

/// The rule by which a group earns its points, where it is not the usual one, which the arithmetic shows by itself.
pub fn unusual_rule(group: &GroupResult) -> Option<&str> {
    Some(group.rule.as_str()).filter(|rule| !rule.is_empty() && *rule != "each case earns its share")
}

/// What a verdict on a submission means, for a legend.
pub fn verdict_meaning(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "every case passed",
        Verdict::Format => "the right game everywhere, in the wrong format somewhere",
        Verdict::Wrong => "some case is not the game that was asked for",
        Verdict::Timeout => "no case came to an end",
        Verdict::Crash => "every case crashed",
        Verdict::BuildFailed => "the program cannot be built",
        Verdict::Missing => "there is no program to grade",
        Verdict::GraderError => "the grader failed; this is not the student's zero",
    }
}

/// How a run ended, as what the program did: "The program ...".
pub fn ending_words(ending: Ending) -> &'static str {
    match ending {
        Ending::Halted => "halted",
        Ending::Waiting => "asks for a key when none is left",
        Ending::Limit => "was stopped at the limit on instructions",
        Ending::Loop => "is in an endless loop: its whole state repeats",
        Ending::Crashed => "crashed",
        Ending::Flooded => "was stopped at the limit on output",
    }
}

/// The end of a run in one sentence: how, and why.
pub fn stop_sentence(stop: &Stop) -> String {
    let ending = ending_words(stop.ending);
    if stop.reason.is_empty() {
        format!("The program {ending}.")
    } else {
        format!("The program {ending}: {}.", stop.reason.trim_end_matches('.'))
    }
}

/// Where a run ended, without the source line's text: `x3042 (GET_MOVE+3), line 233`.
pub fn place_words(place: &Place) -> String {
    // An LC-3 address has 16 bits and is written as the book does; anything longer as C does.
    let mut words = if place.address > 0xffff {
        format!("0x{:08X}", place.address)
    } else {
        format!("x{:04X}", place.address)
    };
    if let Some(label) = &place.label {
        words.push_str(" (");
        words.push_str(label);
        words.push(')');
    }
    if let Some(line) = place.line {
        words.push_str(", line ");
        words.push_str(&line.to_string());
    }
    words
}

/// `3 more cases fail alike`, below a case that is told in full.
pub fn more_alike(verdict: CaseVerdict, count: usize) -> String {
    let more = plural(count, "more case");
    match (verdict, count) {
        (CaseVerdict::Format, 1) => format!("{more} differs in the same way"),
        (CaseVerdict::Format, _) => format!("{more} differ in the same way"),
        (_, 1) => format!("{more} fails alike"),
        _ => format!("{more} fail alike"),
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

#[cfg(test)]
mod tests {
    use super::{format_count, format_points, ranges};

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
