//! Generated cases: a game for each way to complete each winning line, and games at random.

use super::entry::{Aim, Entry, Wish};
use super::goal::{GoalCase, Reach};
use super::{Case, ending};
use crate::assignment::Assignment;
use crate::connect4::goals::Goal;
use crate::connect4::lines::{Direction, LineGame, line_game_count, winning_games};
use crate::connect4::{Expected, Script, random};
use crate::splitmix::SplitMix64;

/// The cases of every winning line, and how many could not be generated. The points are shared over all of
/// them.
pub fn winning_lines(assignment: &Assignment, entry: &Entry, place: &str) -> (Vec<Case>, usize) {
    let rules = assignment.game.rules;
    let games = winning_games(rules);
    let impossible = line_game_count(rules) - games.len();
    let points = entry.points / games.len().max(1) as f64;
    let cases = games.iter().map(|game| {
        let keys: Vec<String> = game.moves.iter().map(|column| (column + 1).to_string()).collect();
        let script = Script::from_moves(&keys.join(" "), assignment.protocol);
        let mut case = generated(assignment, entry, place, script);
        let direction = direction_tag(game.direction).to_owned();
        if !case.tags.contains(&direction) {
            case.tags.push(direction);
        }
        Case {
            name: name(game),
            points,
            ..case
        }
    });

    (cases.collect(), impossible)
}

/// Whole games of legal and refused keys. The points are shared over all of them.
pub fn random_games(assignment: &Assignment, entry: &Entry, wish: Wish, place: &str) -> Vec<Case> {
    let mut numbers = SplitMix64::new(wish.seed);
    let games = (1..=wish.count).map(|number| {
        let keys = random::keys(&assignment.game, wish.length, &mut numbers);
        let script = Script::from_attempts(keys.iter().map(std::slice::from_ref), assignment.protocol);
        Case {
            name: format!("{}, game {number}", entry.name),
            points: entry.points / wish.count as f64,
            ..generated(assignment, entry, place, script)
        }
    });

    games.collect()
}

/// Cases for a goal, without moves yet. The points are shared over all of them.
pub fn goals(assignment: &Assignment, entry: &Entry, aim: &Aim, place: &str) -> Vec<Case> {
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
        ..generated(assignment, entry, place, Script::from_moves("", assignment.protocol))
    });

    games.collect()
}

/// A case of an entry with the given script.
fn generated(assignment: &Assignment, entry: &Entry, place: &str, script: Script) -> Case {
    let expected = Expected::play(&assignment.game, &script);
    Case {
        name: entry.name.clone(),
        tags: entry.tags.clone(),
        points: entry.points,
        script,
        raw: false,
        transcript: expected.transcript(),
        ends: ending(&expected),
        frames: entry.frames,
        demands: Vec::new(),
        expected,
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
    let place = |index: usize| (game.cells[index].0 + 1, game.cells[index].1 + 1);
    let (row, column) = place(0);
    let (end_row, end_column) = place(game.cells.len() - 1);
    let (last_row, last_column) = place(game.last);
    let player = game.winner.number();

    match game.direction {
        Direction::Horizontal => format!(
            "horizontal in row {row}, columns {column} to {end_column}, completed in column {last_column} by player {player}"
        ),
        Direction::Vertical => {
            format!(
                "vertical in column {column}, rows {end_row} to {row}, completed in row {last_row} by player {player}"
            )
        }
        Direction::DiagonalDown | Direction::DiagonalUp => format!(
            "diagonal from row {row}, column {column} to row {end_row}, column {end_column}, completed in column \
             {last_column} by player {player}"
        ),
    }
}
