//! Sentences that claim no more than the cases show: that only longer lines are missed, or that only ties are not the end.

use super::{ENOUGH, Win, is_longer_line};
use crate::connect4::Outcome;
use crate::grade::explain::ExplainedCase;
use crate::grade::explain::story::GOES_ON;
use crate::result::CaseVerdict;

/// Names the missed wins of a program that finds lines of just the length that wins, and misses nothing but longer ones.
pub(super) fn name_longer_lines(wins: &[Vec<Win>], cases: &mut [ExplainedCase], line: usize) {
    let is_missed = |case: &ExplainedCase| {
        let story = case.story.as_ref();
        story.is_some_and(|story| story.key.starts_with("missed-win/"))
    };
    let missed: Vec<usize> = (0..cases.len()).filter(|index| is_missed(&cases[*index])).collect();
    let is_found = |windows: &Vec<Win>| matches!(windows[..], [Win { found: Some(true), .. }]);
    let are_longer = missed.iter().all(|index| is_longer_line(&wins[*index]));
    if missed.len() < ENOUGH || !are_longer || !wins.iter().any(is_found) {
        return;
    }

    for index in missed {
        rename(
            &mut cases[index],
            "missed-win/longer",
            &format!("the program misses wins with more than {line} in a row"),
        );
    }
}

/// Says after which end the program continues, where it stops after the other.
pub fn name_ends(cases: &mut [ExplainedCase]) {
    let goes_on = |case: &ExplainedCase| case.story.as_ref().is_some_and(|story| story.key == GOES_ON);
    let is_tie = |case: &ExplainedCase| case.outcome.compared_with().expected.outcome == Some(Outcome::Tie);
    let is_end = |case: &ExplainedCase| case.outcome.compared_with().expected.outcome.is_some();
    let stops = |case: &ExplainedCase| is_end(case) && case.outcome.verdict <= CaseVerdict::Format;

    for (of_ties, key, after) in [(true, "goes-on/tie", "a tie"), (false, "goes-on/win", "a win")] {
        let mut ends = cases.iter().filter(|case| goes_on(case));
        let is_narrow = ends.all(|case| is_tie(case) == of_ties);
        if is_narrow && cases.iter().any(|case| stops(case) && is_tie(case) != of_ties) {
            let named = cases.iter_mut().filter(|case| goes_on(case));
            named.for_each(|case| rename(case, key, &format!("the program continues after {after}")));
        }
    }
}

fn rename(case: &mut ExplainedCase, key: &str, common: &str) {
    if let Some(story) = &mut case.story {
        key.clone_into(&mut story.key);
        common.clone_into(&mut story.common);
    }
}
