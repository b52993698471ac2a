//! Games that fill the board: ties, and games that the last piece wins.

use super::board::{Board, Player};
use super::rules::Rules;
use crate::splitmix::SplitMix64;

/// How many moves are tried for one game before another beginning is.
const MOST_MOVES: usize = 3_000;
/// How many beginnings are tried before no such game is taken to exist.
const BEGINNINGS: u64 = 60;

/// How a game ends in which the board gets full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastPiece {
    /// Nobody wins.
    Ties,
    /// The last piece completes a line.
    Wins,
}

/// The columns (from 0) of a game that fills the board, at random. The same seed always gives the same game; `None` where none is found.
pub fn full_board(rules: Rules, last: LastPiece, seed: u64) -> Option<Vec<usize>> {
    let mut numbers = SplitMix64::new(seed);
    (0..BEGINNINGS).find_map(|number| {
        let mut search = Search {
            rules,
            last,
            lowest_first: number % 2 == 1,
            board: Board::new(rules.rows, rules.columns),
            moves: Vec::new(),
            left: MOST_MOVES,
        };
        search.fill(&mut numbers, Player::One).then_some(search.moves)
    })
}

/// Moves one after another, each at random, and back where none is left.
struct Search {
    rules: Rules,
    last: LastPiece,
    /// Whether columns with fewer pieces come first: on large boards a dead end is then found soon.
    lowest_first: bool,
    board: Board,
    moves: Vec<usize>,
    /// How many more moves may be tried.
    left: usize,
}

impl Search {
    fn fill(&mut self, numbers: &mut SplitMix64, player: Player) -> bool {
        let is_last = self.moves.len() + 1 == self.rules.rows * self.rules.columns;
        for column in self.order(numbers) {
            let Some(row) = self.board.landing(column).filter(|_| self.left > 0) else {
                continue;
            };
            self.left -= 1;
            self.board.set(row, column, Some(player));
            let wins = self.board.wins_at(row, column, self.rules.line);
            self.moves.push(column);
            let is_wanted = wins == (is_last && self.last == LastPiece::Wins);
            if is_wanted && (is_last || self.fill(numbers, player.other())) {
                return true;
            }
            self.moves.pop();
            self.board.set(row, column, None);
        }
        false
    }

    fn order(&self, numbers: &mut SplitMix64) -> Vec<usize> {
        let columns = self.rules.columns;
        let first = numbers.below(columns);
        let mut order: Vec<usize> = (0..columns).map(|offset| (first + offset) % columns).collect();
        if self.lowest_first {
            order.sort_by_key(|column| std::cmp::Reverse(self.board.landing(*column)));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_get_full_as_they_are_wanted() {
        for (rows, columns, line) in [(4, 4, 4), (6, 6, 4), (6, 7, 4), (5, 9, 4), (9, 9, 4), (4, 5, 3)] {
            let rules = Rules { rows, columns, line };
            for (last, seed) in [LastPiece::Ties, LastPiece::Wins].into_iter().zip(7..) {
                let moves = full_board(rules, last, seed).unwrap_or_else(|| panic!("{rules:?} {last:?}"));
                assert_eq!(moves.len(), rows * columns, "{rules:?}");
                let mut board = Board::new(rows, columns);
                let mut player = Player::One;
                for (number, column) in moves.iter().enumerate() {
                    let row = board.drop_piece(*column, player).expect("a column that is not full");
                    let may_win = last == LastPiece::Wins && number + 1 == moves.len();
                    assert_eq!(board.wins_at(row, *column, line), may_win, "{rules:?} {last:?}");
                    player = player.other();
                }
            }
        }
    }

    #[test]
    fn where_every_game_is_won_there_is_no_tie() {
        let rules = Rules {
            rows: 3,
            columns: 3,
            line: 2,
        };
        assert_eq!(full_board(rules, LastPiece::Ties, 1), None);
    }
}
