//! Whole games that are correct, after which the program does not halt, announces a tie as well, or begins no new one: a fixed
//! deduction, once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Evidence;
use crate::diagnostic::wording::counted;
use crate::grade::explain::diagnose;
use crate::grade::judge::CaseOutcome;
use crate::grade::judge::finish::Finish;
use crate::grade::plan::Plan;
use crate::grade::run::Runner;
use crate::grade::score;
use crate::result::{Ending, Finding, FindingKind, Stop};

/// The key of the cause that needs no other words.
const MISSING_HALT: &str = "missing-halt";

/// Follows what is said of a program that prints something after its game.
const NOT_COMPARED: &str = " What it prints after the end of the game costs nothing more.";

/// The finding on a program that plays whole games correctly and does not halt after them.
pub(super) fn check(evidence: &Evidence, runner: &mut Runner) -> Vec<Finding> {
    let (plan, attempt) = (evidence.plan, &evidence.attempts.best);
    let Some((outcome, count)) = most_frequent_end(plan, &attempt.outcomes) else {
        return Vec::new();
    };
    if outcome.finish == Finish::NoNewGame {
        return vec![no_new_game(evidence, outcome, count)];
    }
    if outcome.finish == Finish::AlsoTie {
        return vec![also_tie(evidence, count)];
    }
    let stop = &outcome.stop;

    let cause = diagnose(attempt.config, runner, outcome).and_then(|diagnosis| diagnosis.cause);
    let advice = cause
        .as_ref()
        .map_or("Make it halt when the game is over.", |cause| &cause.sentence);
    let plain = "the program does not halt at the end of the game";
    let common = match &cause {
        None => plain.to_owned(),
        Some(cause) if cause.key == MISSING_HALT => cause.common.clone(),
        Some(cause) => format!("{plain}: {}", cause.common),
    };

    vec![Finding {
        kind: FindingKind::Ending,
        key: cause.as_ref().map_or("does-not-halt", |cause| &cause.key).to_owned(),
        common,
        message: format!(
            "{}, but then your program does not halt: it {}. {advice}{}",
            games(&attempt.outcomes, count),
            did(stop, outcome.runs_on || outcome.prints_after_end),
            if outcome.runs_on { NOT_COMPARED } else { "" }
        ),
        places: cause.map_or_else(|| stop.place.iter().cloned().collect(), |cause| cause.places),
        deducted: score::ending_deduction(plan, attempt.config, &attempt.outcomes),
    }]
}

/// The finding on a program that plays whole games correctly, after which no new one begins.
fn no_new_game(evidence: &Evidence, outcome: &CaseOutcome, count: usize) -> Finding {
    let (plan, attempt) = (evidence.plan, &evidence.attempts.best);
    let then = match outcome.stop.ending {
        Ending::Waiting => "what it prints then is not the start of a new game".to_owned(),
        _ => format!("it {}", did(&outcome.stop, false)),
    };
    let deducted = score::ending_deduction(plan, attempt.config, &attempt.outcomes);
    let cost = if deducted > 0.0 {
        "points are deducted once"
    } else {
        "nothing more is deducted"
    };
    // Where it waits for a key says nothing of what should have come before.
    let place = outcome
        .stop
        .place
        .iter()
        .filter(|_| outcome.stop.ending != Ending::Waiting);
    Finding {
        kind: FindingKind::Ending,
        key: Finding::NO_NEW_GAME.to_owned(),
        common: "no new game begins after the end of a game".to_owned(),
        message: format!(
            "In {} that end with the end of a game, the game is correct, but your program does not begin a new one as it \
             should: {then}. A new game starts with an empty board and the prompt for the first player. These cases keep \
             their points, and {cost}.",
            counted(count, "case", "cases")
        ),
        places: place.cloned().collect(),
        deducted,
    }
}

/// The finding on a program that plays whole games correctly and announces a tie after it has announced a win.
fn also_tie(evidence: &Evidence, count: usize) -> Finding {
    let (plan, attempt) = (evidence.plan, &evidence.attempts.best);
    Finding {
        kind: FindingKind::Ending,
        key: "tie-after-win".to_owned(),
        common: "the program announces a tie after a win".to_owned(),
        message: format!(
            "In {} the game is correct and your program announces the win, but then it continues and also announces a tie. End \
             the program right after it announces a win. These cases keep their points, and points are deducted once.",
            counted(count, "case", "cases")
        ),
        places: Vec::new(),
        deducted: score::ending_deduction(plan, attempt.config, &attempt.outcomes),
    }
}

/// The games that are correct to their end, as the beginning of a sentence.
fn games(outcomes: &[CaseOutcome], count: usize) -> String {
    let halts = |outcome: &CaseOutcome| outcome.finish == Finish::AsRequired && outcome.stop.ending == Ending::Halted;
    match (count, outcomes.iter().any(halts)) {
        (_, false) => "Every game is correct to its end".to_owned(),
        (1, true) => "In 1 case the game is correct to its end".to_owned(),
        (count, true) => format!("In {count} cases the game is correct to its end"),
    }
}

/// The first of the cases that end without a halt in the most frequent way, and the number of all cases that end without one.
fn most_frequent_end<'o>(plan: &Plan, outcomes: &'o [CaseOutcome<'o>]) -> Option<(&'o CaseOutcome<'o>, usize)> {
    let mut ends: BTreeMap<(Finish, Ending, Option<u32>), (usize, usize)> = BTreeMap::new();
    let shown: Vec<&CaseOutcome> = plan.shown().map(|index| &outcomes[index]).collect();
    for (order, outcome) in shown.iter().enumerate() {
        if outcome.finish.is_after_game() {
            let address = outcome.stop.place.as_ref().and_then(|place| place.address);
            let end = ends
                .entry((outcome.finish, outcome.stop.ending, address))
                .or_insert((order, 0));
            end.1 += 1;
        }
    }

    let (first, _) = ends.values().min_by_key(|(first, count)| (Reverse(*count), *first))?;
    Some((shown[*first], ends.values().map(|(_, count)| count).sum()))
}

/// What the program did when it should have halted, in the words of a sentence about it; one that `prints` something after the
/// result does that first.
fn did(stop: &Stop, prints: bool) -> String {
    let at = stop.at_words();
    let first = if prints && stop.ending != Ending::Flooded {
        "prints more text, and then "
    } else {
        ""
    };
    let then = match stop.ending {
        Ending::Loop => format!("is in an infinite loop{at}"),
        Ending::Limit if !stop.reason.is_empty() => stop.reason.trim_start_matches("it ").to_owned(),
        Ending::Limit => format!("runs on until it is stopped{at}"),
        Ending::Crashed => format!("crashes{at}: {}", stop.reason),
        Ending::Flooded => format!("never stops printing{at}"),
        Ending::Waiting => format!("waits for another key{at}"),
        Ending::Halted => format!("idles{at}"),
    };
    format!("{first}{then}")
}
