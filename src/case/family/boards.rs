//! Games that show something on the board: near misses, long lines, ties, a line on the last cell.

use super::{Shown, line_words, name};
use crate::case::entry::{Games, Show};
use crate::connect4::Rules;
use crate::connect4::full_boards::{LastPiece, full_board};
use crate::connect4::near_misses::{Kind, NearMiss, long_lines, near_misses};

/// The games of a family; `None` where it is none of these.
pub(super) fn shown(rules: Rules, games: &Games) -> Option<Vec<Shown>> {
    match games.show {
        Show::NearMisses => {
            let misses = near_misses(rules, games.count);
            Some(
                misses
                    .iter()
                    .map(|miss| Shown::of_moves(near_words(miss), &miss.moves))
                    .collect(),
            )
        }
        Show::LongLines => {
            let lines = long_lines(rules);
            let shown = lines.iter().map(|game| Shown {
                direction: Some(game.direction),
                ..Shown::of_moves(format!("{} in a line, {}", game.cells.len(), name(game)), &game.moves)
            });
            Some(shown.collect())
        }
        Show::Ties => Some(full_boards(rules, games, LastPiece::Ties, "tie on a full board")),
        Show::LastCell => Some(full_boards(rules, games, LastPiece::Wins, "win on the last cell")),
        Show::FullColumns | Show::InvalidKeys | Show::Lines => None,
    }
}

/// Each game from the next seed.
fn full_boards(rules: Rules, games: &Games, last: LastPiece, words: &str) -> Vec<Shown> {
    let mut found: Vec<Vec<usize>> = Vec::new();
    for number in 0..games.count as u64 {
        let moves = full_board(rules, last, games.seed.wrapping_add(number));
        found.extend(moves.filter(|moves| !found.contains(moves)));
    }
    let named = found.iter().zip(1..);
    named
        .map(|(moves, number)| Shown::of_moves(format!("{words}, game {number}"), moves))
        .collect()
}

fn near_words(miss: &NearMiss) -> String {
    let player = miss.player.number();
    let words = |index: usize| format!("row {}, column {}", miss.cells[index].0 + 1, miss.cells[index].1 + 1);
    match miss.kind {
        Kind::Gap(direction, odd) => {
            let line = line_words(direction, &miss.cells);
            format!("no line of player {player}: {line}, nothing in {}", words(odd))
        }
        Kind::Blocked(direction, odd) => {
            let line = line_words(direction, &miss.cells);
            format!("no line of player {player}: {line}, the opponent in {}", words(odd))
        }
        Kind::Edge => {
            let cells: Vec<String> = (0..miss.cells.len()).map(words).collect();
            format!("no line of player {player}: around the edge, {}", cells.join("; "))
        }
    }
}
