//! Programs that play one game whatever is typed: next to nothing, however many groups of the rubric have a case that this game
//! passes.
//!
//! A correct program passes games that differ, and a program with a fault passes those that do not show it. Where the only game
//! that passes to its end is one, and every other case that passes is how it begins, nothing says that the program read a key.
//! Where all games are printed the same whatever is typed, or whatever is typed after the first moves, that is certain.

use std::collections::BTreeSet;

use super::Evidence;
use crate::connect4::Event;
use crate::grade::judge::CaseOutcome;
use crate::grade::rubric::cents;
use crate::grade::run::Runner;
use crate::grade::score;
use crate::result::{CaseResult, CaseVerdict, Finding, FindingKind};

mod ignored_keys;

/// What one game earns at most, as a part of all points.
const MOST: f64 = 0.03;

/// Where the cases that pass are worth more than this part of all points, the cases are too few to say so.
const FEW: f64 = 0.1;

/// The finding on a program whose correct games are all the same, or do not depend on its keys.
pub(super) fn check(evidence: &Evidence, runner: &mut Runner) -> Vec<Finding> {
    let (plan, report) = (evidence.plan, evidence.report);
    let best = &evidence.attempts.best;
    let rows = report.groups.iter().flat_map(|group| &group.cases);
    let games: Vec<&CaseResult> = rows.filter(|case| case.calls.is_none()).collect();
    let passed = games.iter().filter(|case| case.verdict <= CaseVerdict::Format);
    let worth: f64 = passed.map(|case| case.max).sum();
    let of_rows: f64 = games.iter().map(|case| case.points).sum();
    let earned = score::total(plan, best.config, &best.outcomes, plan.share, &BTreeSet::new()).max(of_rows);
    let without_cases = report.groups.iter().filter(|group| group.cases.is_empty());
    let of_subroutines: f64 = without_cases.map(|group| group.points).sum();
    let for_format: f64 = report.format_differences.iter().map(|one| one.deducted).sum();
    let deducted = cents(earned + of_subroutines - for_format - MOST * plan.max());
    let is_mostly_wrong = best.is_mostly_wrong(plan);
    let is_little = worth <= FEW * plan.max();
    if deducted <= 0.0 || !(is_mostly_wrong || is_little) {
        return Vec::new();
    }

    let games = passed_games(&best.outcomes);
    let passes_a_game = games.iter().any(|(is_whole, _)| *is_whole);
    let ignored = is_mostly_wrong.then(|| ignored_keys::choosing_moves(evidence, runner, passes_a_game));
    let (key, common, message) = match ignored.flatten() {
        Some(0) => (
            "ignored-keys",
            "plays the same game whatever is typed",
            "Your program prints the same game whatever is typed: no board depends on a key. Such a program earns at most 3 of 100 \
             points.",
        ),
        Some(1) => (
            "ignored-keys",
            "plays the same games whatever is typed after the first move",
            "Your program prints the same game whatever is typed after the first move: no later board depends on a key. Such a \
             program earns at most 3 of 100 points.",
        ),
        Some(_) => (
            "ignored-keys",
            "plays the same games whatever is typed after the first two moves",
            "Your program prints the same game whatever is typed after the first two moves: no later board depends on a key. Such a \
             program earns at most 3 of 100 points.",
        ),
        None if is_little && is_one_game(&games) => (
            "one-game",
            "the cases that pass are all one game",
            "The cases that pass are all one game, or how it begins: as far as they show, your program plays this game whatever is \
             typed. One game earns at most 3 of 100 points.",
        ),
        None => return Vec::new(),
    };

    vec![Finding {
        kind: FindingKind::Playing,
        key: key.to_owned(),
        common: common.to_owned(),
        message: message.to_owned(),
        places: Vec::new(),
        deducted,
    }]
}

/// What the cases that pass ask for, and whether it is a game to its end. Which key is refused makes no difference.
fn passed_games<'o>(outcomes: &'o [CaseOutcome]) -> Vec<(bool, Vec<&'o Event>)> {
    let passed = outcomes.iter().filter(|outcome| outcome.verdict <= CaseVerdict::Format);
    let games = passed.map(|outcome| {
        let expected = &outcome.compared_with().expected;
        let events = expected.steps.iter().flat_map(|step| &step.events);
        let events: Vec<&Event> = events.filter(|event| !matches!(event, Event::Echo(_))).collect();
        // Where a tie has no text, or a new game follows, one of the two is missing.
        let has_result = events.iter().any(|event| matches!(event, Event::Result(_)));
        (has_result || expected.outcome.is_some(), events)
    });
    games.collect()
}

/// Whether all games are how the longest of them begins, which is a game to its end.
fn is_one_game(games: &[(bool, Vec<&Event>)]) -> bool {
    let longest = games.iter().max_by_key(|(_, events)| events.len());
    longest.is_some_and(|(is_whole, longest)| *is_whole && games.iter().all(|(_, events)| longest.starts_with(events)))
}
