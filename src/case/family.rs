//! Generated cases: a game for each way to complete each winning line, games at random, and games that show a fault.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::contract::Shared;
use super::entry::{Aim, Entry, Games, Wish};
use super::goal::{GoalCase, Reach};
use super::{Case, Moves, ending, promise};
use crate::assignment::Assignment;
use crate::connect4::goals::Goal;
use crate::connect4::lines::{Direction, LineGame, line_game_count};
use crate::connect4::{Game, Outline, Script, Then, random};
use crate::splitmix::SplitMix64;

mod boards;
mod keys;

/// The cases of every winning line, and how many could not be generated. The points are shared over all of
/// them.
pub fn winning_lines(
    assignment: &Assignment,
    game: &Arc<Game>,
    entry: &Entry,
    place: &str,
    shared: &Shared,
) -> (Vec<Case>, usize) {
    let rules = assignment.game.rules;
    let games = shared.winning_games(rules);
    let impossible = line_game_count(rules) - games.len();
    let cases = games.iter().map(|line| {
        let keys: Vec<u8> = line.moves.iter().map(|column| b'1' + *column as u8).collect();
        let script = Script::from_attempts(keys.iter().map(std::slice::from_ref), assignment.protocol);
        let mut case = generated(game, entry, place, script, halts_when_over(game));
        let direction = direction_tag(line.direction).to_owned();
        if !case.tags.contains(&direction) {
            case.tags.push(direction);
        }
        Case {
            name: name(line),
            ..case
        }
    });

    (without_repetitions(cases.collect(), entry.points), impossible)
}

/// Whole games of legal and refused keys. The points are shared over all of them.
pub fn random_games(assignment: &Assignment, game: &Arc<Game>, entry: &Entry, wish: Wish, place: &str) -> Vec<Case> {
    let mut numbers = SplitMix64::new(wish.seed);
    let played = random::games(game, wish.length, wish.count, &mut numbers);
    let games = played.iter().map(|keys| {
        let script = Script::from_attempts(keys.iter().map(std::slice::from_ref), assignment.protocol);
        generated(game, entry, place, script, halts_when_over(game))
    });

    let mut cases = without_repetitions(games.collect(), entry.points);
    for (case, number) in cases.iter_mut().zip(1..) {
        case.name = format!("{}, game {number}", entry.name);
    }
    cases
}

/// The cases without those that are played like an earlier one, as happens on a small board. The points are shared over all
/// of them.
fn without_repetitions(mut cases: Vec<Case>, points: f64) -> Vec<Case> {
    let mut scripts = BTreeSet::new();
    cases.retain(|case| scripts.insert(case.script.keys.clone()));

    let points = points / cases.len().max(1) as f64;
    for case in &mut cases {
        case.points = points;
    }
    cases
}

/// Cases for a goal, without moves yet. The points are shared over all of them.
pub fn goals(assignment: &Assignment, game: &Arc<Game>, entry: &Entry, aim: &Aim, place: &str) -> Vec<Case> {
    let script = Script::from_moves("", assignment.protocol);
    let halts = Outline::play(game, &script).halts;
    let games = (0..aim.count).map(|number| Case {
        name: format!("{}, game {}", entry.name, number + 1),
        points: entry.points / aim.count as f64,
        demands: match aim.goal {
            Goal::Demand(demand) => vec![demand],
            _ => Vec::new(),
        },
        goal: Some(GoalCase {
            goal: aim.goal,
            number,
            then: aim.then.clone(),
            reach: Reach::Missed,
        }),
        ..generated(game, entry, place, script.clone(), halts)
    });

    games.collect()
}

/// A game of a family.
struct Shown {
    name: String,
    /// What is typed for each attempt.
    typed: Vec<Vec<u8>>,
    /// Of the line that is completed.
    direction: Option<Direction>,
}

impl Shown {
    /// A game of legal moves, columns from 0.
    fn of_moves(name: String, moves: &[usize]) -> Self {
        Self {
            name,
            typed: moves.iter().copied().map(digit).collect(),
            direction: None,
        }
    }
}

/// What is typed for a column, from 0.
fn digit(column: usize) -> Vec<u8> {
    (column + 1).to_string().into_bytes()
}

/// The cases of a family, and how many were left out: every game is played to its last key, and keeps the promise of its tag,
/// as the rules model decides. The points are shared over all of them.
pub fn games(
    assignment: &Assignment,
    game: &Arc<Game>,
    entry: &Entry,
    games: &Games,
    place: &str,
) -> (Vec<Case>, usize) {
    let shown = boards::shown(assignment.game.rules, games).unwrap_or_else(|| keys::shown(assignment, games.show));
    let count = shown.len();
    let cases = shown.into_iter().map(|shown| {
        let script = Script::from_attempts(shown.typed.iter().map(Vec::as_slice), assignment.protocol);
        let direction = shown.direction.map(direction_tag);
        let halts = Outline::play(game, &script).halts;
        let mut case = generated(game, entry, place, script, halts);
        for tag in direction.into_iter().chain(games.show.tag()) {
            if !case.tags.iter().any(|own| own == tag) {
                case.tags.push(tag.to_owned());
            }
        }
        Case {
            name: shown.name,
            ..case
        }
    });

    let is_played = |case: &Case| case.expected.attempts_played() == case.script.attempts.len();
    let is_kept = |case: &Case| {
        games
            .show
            .tag()
            .is_none_or(|tag| promise::is_kept(&assignment.game, case, tag))
    };
    let cases: Vec<Case> = cases.filter(|case| is_played(case) && is_kept(case)).collect();
    let impossible = count - cases.len();
    (without_repetitions(cases, entry.points), impossible)
}

/// Whether a program halts at the end of a script that is a whole game, and that nobody leaves.
fn halts_when_over(game: &Game) -> bool {
    game.flow.over == Then::Stop
}

/// A case of an entry with the given script, at whose end the program halts or waits.
fn generated(game: &Arc<Game>, entry: &Entry, place: &str, script: Script, halts: bool) -> Case {
    Case {
        name: entry.name.clone(),
        tags: entry.tags.clone(),
        points: entry.points,
        expected: Moves::of(game, &script),
        ends: ending(halts),
        script,
        raw: false,
        frames: entry.frames,
        demands: Vec::new(),
        family: Some(entry.name.clone()),
        goal: None,
        place: place.to_owned(),
    }
}

fn direction_tag(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => "horizontal",
        Direction::Vertical => "vertical",
        Direction::DiagonalDown | Direction::DiagonalUp => "diagonal",
    }
}

/// A game's name, with rows and columns from 1 as people count them: row 1 is the top.
fn name(game: &LineGame) -> String {
    let (row, column) = game.cells[game.last];
    let last = match game.direction {
        Direction::Vertical => format!("row {}", row + 1),
        _ => format!("column {}", column + 1),
    };
    let line = line_words(game.direction, &game.cells);
    format!("{line}, completed in {last} by player {}", game.winner.number())
}

/// Where a line is: `horizontal in row 6, columns 1 to 4`.
fn line_words(direction: Direction, cells: &[(usize, usize)]) -> String {
    let place = |index: usize| (cells[index].0 + 1, cells[index].1 + 1);
    let ((row, column), (end_row, end_column)) = (place(0), place(cells.len() - 1));
    match direction {
        Direction::Horizontal => format!("horizontal in row {row}, columns {column} to {end_column}"),
        Direction::Vertical => format!("vertical in column {column}, rows {end_row} to {row}"),
        Direction::DiagonalDown | Direction::DiagonalUp => {
            format!("diagonal from row {row}, column {column} to row {end_row}, column {end_column}")
        }
    }
}

#[cfg(test)]
mod tests;
