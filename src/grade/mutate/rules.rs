//! The faults of the rules against a suite. No program is run: what one with a fault would print is compared with what a correct
//! one prints.

use std::sync::LazyLock;

use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use super::{Change, Fate, Mutant};
use crate::connect4::faults::Fault;
use crate::connect4::full_boards::{LastPiece, full_board};
use crate::connect4::lines::winning_games;
use crate::connect4::near_misses::{long_lines, near_misses};
use crate::connect4::{Expected, Script};
use crate::grade::explain::shrink::shrink;
use crate::grade::explore::{Depth, Difference, typed, whole_games};
use crate::grade::plan::Plan;
use crate::result::CaseVerdict;

/// Games of more moves are not all played, however far programs are explored.
const MOST_PLIES: usize = 3;
/// Near misses that are played at most.
const NEAR_MISSES: usize = 400;
/// Full boards of each kind that are played.
const FULL_BOARDS: u64 = 4;

/// The fate of every fault that a program for the assignment can have, and the cases that notice it.
pub(super) fn play_all(plan: &Plan, depth: Depth) -> Vec<Mutant> {
    let games = LazyLock::new(|| games(plan, depth));
    let faults = Fault::all(&plan.assignment.game);
    let play = |fault: Fault| {
        let shows = |index: &usize| {
            let case = &plan.cases[*index];
            !case.is_missed() && first_difference(plan, &case.script, &case.expected, fault).is_some()
        };
        let noticed_by: Vec<usize> = (0..plan.cases.len()).filter(shows).collect();
        let fate = match noticed_by[..] {
            [] => telling_game(plan, &games, fault).map_or(Fate::Equivalent, |found| Fate::Missed(Box::new(found))),
            _ => Fate::Noticed,
        };
        Mutant {
            change: Change::Fault(fault),
            fate,
            noticed_by,
        }
    };
    faults.into_par_iter().map(play).collect()
}

/// How many attempts it takes until a program with a fault does something else.
fn first_difference(plan: &Plan, script: &Script, expected: &Expected, fault: Fault) -> Option<usize> {
    let faulty = Expected::play_faulty(&plan.assignment.game, script, fault);
    let steps = expected.steps.len().max(faulty.steps.len());
    let different = (0..steps).find(|step| text(&faulty, *step) != text(expected, *step));
    different.or_else(|| (faulty.halts != expected.halts).then_some(steps - 1))
}

fn text(game: &Expected, step: usize) -> Option<&[u8]> {
    game.steps.get(step).map(|step| &step.text[..])
}

/// A shortest game, as far as a search finds, that shows a fault.
fn telling_game(plan: &Plan, games: &[Script], fault: Fault) -> Option<Difference> {
    let differs = |script: &Script| {
        let expected = Expected::play(&plan.assignment.game, script);
        first_difference(plan, script, &expected, fault)
    };
    let (script, at) = games.iter().find_map(|script| Some((script, differs(script)?)))?;
    let shorter = shrink(script, differs);
    let script = shorter.as_ref().unwrap_or(script);
    let at = differs(script).unwrap_or(at);

    let moves = script.attempts.iter().take(at).map(|attempt| attempt.typed.clone());
    let words = fault.words();
    Some(Difference {
        is_shortest: false,
        key: format!("rules/{fault:?}"),
        common: format!("the program {words}"),
        sentence: match at {
            0 => "It prints something else before the first move.".to_owned(),
            at => format!("It prints something else after move {at}."),
        },
        verdict: CaseVerdict::Wrong,
        moves: moves.collect(),
        count: 1,
    })
}

/// Every short game, then those that are made to show faults and games at random; shorter ones come first.
fn games(plan: &Plan, depth: Depth) -> Vec<Script> {
    let (game, protocol) = (&plan.assignment.game, plan.assignment.protocol);
    let keys = typed(game);
    let mut short: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    let mut layer = short.clone();
    for _ in 0..depth.plies.min(MOST_PLIES) {
        let longer = layer.iter().flat_map(|moves| {
            let with = |key: &Vec<u8>| [&moves[..], std::slice::from_ref(key)].concat();
            keys.iter().map(with)
        });
        layer = longer.collect();
        short.extend(layer.iter().cloned());
    }

    let rules = game.rules;
    let mut planned: Vec<Vec<usize>> = near_misses(rules, NEAR_MISSES)
        .into_iter()
        .map(|found| found.moves)
        .collect();
    planned.extend(long_lines(rules).into_iter().map(|found| found.moves));
    for last in [LastPiece::Ties, LastPiece::Wins] {
        planned.extend((0..FULL_BOARDS).filter_map(|seed| full_board(rules, last, seed)));
    }
    if game.flow.computer.is_none() {
        planned.extend(winning_games(rules).into_iter().map(|won| won.moves));
    }
    planned.extend((0..rules.columns).map(|column| vec![column; rules.rows + 1]));
    let planned = planned.into_iter().map(|moves| {
        let moves: Vec<String> = moves.into_iter().map(|column| (column + 1).to_string()).collect();
        Script::from_attempts(moves.iter().map(String::as_bytes), protocol)
    });

    let short = short
        .iter()
        .map(|moves| Script::from_attempts(moves.iter().map(Vec::as_slice), protocol));
    let (deep, _) = whole_games(game, depth.games, protocol);
    let mut games: Vec<Script> = short.chain(planned).chain(deep).collect();
    games.sort_by_key(|script| script.attempts.len());
    games
}
