//! What is printed in a game: in parts, and beside what is required.

use std::ops::Range;

use crate::grade::judge::CaseOutcome;
use crate::grade::judge::compare::{Comparison, without_banners};
use crate::machine::{Arrival, Output, Service};

/// What was printed before an instruction ran first.
pub fn beginning(output: &Output, arrival: &Arrival) -> Output {
    let is_before = |(range, _): &&(Range<usize>, Service)| range.end <= arrival.printed;
    Output {
        bytes: output.bytes[..arrival.printed.min(output.bytes.len())].to_vec(),
        key_marks: output.key_marks.iter().copied().take(arrival.read).collect(),
        banners: output.banners.iter().filter(is_before).cloned().collect(),
    }
}

/// How many bytes two texts have in common at their beginnings.
pub fn in_common(one: &[u8], other: &[u8]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

/// How many bytes are printed by the program itself.
pub fn length(output: &Output) -> usize {
    without_banners(output, &[Service::Halt]).bytes.len()
}

/// The output of several stretches as that of one run.
pub fn joined(stretches: &[Output]) -> Output {
    let mut whole = Output::default();
    for output in stretches {
        let before = whole.bytes.len();
        whole.bytes.extend(&output.bytes);
        whole
            .key_marks
            .extend(output.key_marks.iter().map(|mark| before + mark));
        let moved = |(range, service): &(Range<usize>, Service)| (range.start + before..range.end + before, *service);
        whole.banners.extend(output.banners.iter().map(moved));
    }
    whole
}

/// The key after which a game goes wrong, as its verdict says.
pub fn judged_wrong_after(outcome: &CaseOutcome) -> usize {
    let keys = outcome.script.as_ref().map_or(0, |script| script.keys.len());
    let Comparison::Game(difference, _) = &outcome.comparison else {
        return keys;
    };
    // Before the attempt that follows, all keys of the one that is judged wrong were typed.
    let next = outcome
        .script
        .as_ref()
        .and_then(|script| script.attempts.get(difference.step));
    next.map_or(keys, |attempt| attempt.first_key)
}
