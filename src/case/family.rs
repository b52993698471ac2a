//! Generated cases: a game for each way to complete each winning line.

use super::Case;
use super::entry::Entry;
use crate::assignment::Assignment;
use crate::connect4::lines::{Direction, LineGame, line_game_count, winning_games};
use crate::connect4::{Expected, Script};
use crate::machine::Ending;

/// The family's cases, and how many could not be generated. The points are shared over all of them.
pub fn winning_lines(assignment: &Assignment, entry: &Entry, place: &str) -> (Vec<Case>, usize) {
    let rules = assignment.game.rules;
    let games = winning_games(rules);
    let impossible = line_game_count(rules) - games.len();
    let points = entry.points / games.len().max(1) as f64;
    let cases = games
        .iter()
        .map(|game| {
            let moves: Vec<String> = game.moves.iter().map(|column| (column + 1).to_string()).collect();
            let script = Script::from_moves(&moves.join(" "), assignment.protocol);
            let expected = Expected::play(&assignment.game, &script);
            let mut tags = entry.tags.clone();
            let direction = direction_tag(game.direction).to_owned();
            if !tags.contains(&direction) {
                tags.push(direction);
            }
            Case {
                name: name(game),
                tags,
                points,
                script,
                raw: false,
                transcript: expected.transcript(),
                expected,
                ends: Ending::Halted,
                family: Some(entry.name.clone()),
                place: place.to_owned(),
            }
        })
        .collect();
    (cases, impossible)
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
