//! Games that fill the board: ties, and games that the last piece wins.

use super::board::{Board, Player};
use super::lines::Direction;
use super::rules::Rules;
use crate::splitmix::SplitMix64;

/// How many moves are tried for one game before another beginning is.
const MOST_MOVES: usize = 3_000;
/// How many beginnings are tried at random.
const BEGINNINGS: u64 = 60;
/// How many lines are planned for the last piece before no such game is taken to exist.
const PLANS: u64 = 240;

/// How a game ends in which the board gets full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastPiece {
    /// Nobody wins.
    Ties,
    /// The last piece completes a line.
    Wins,
}

/// The columns (from 0) of a game that fills the board, at random. The same seed always gives the same game. On large boards,
/// and where three win, a game at random does not find its end: then most of the board is filled by a pattern that has no line.
///
/// `None` where there is no such game. Where two win there is none but on a single row or column. A tie is on every other
/// board. The last piece completes no line where players take turns in the only column, where the winner has too few pieces in the only
/// row, and where the line takes the whole of one of two rows or columns: the other player fills the other one before.
pub fn full_board(rules: Rules, last: LastPiece, seed: u64) -> Option<Vec<usize>> {
    let mut numbers = SplitMix64::new(seed);
    let at_random = (0..BEGINNINGS).find_map(|number| {
        let mut search = Search::new(rules, last);
        search.order = if number % 2 == 1 {
            Order::LowestFirst
        } else {
            Order::AtRandom
        };
        search.fill(&mut numbers, Player::One).then_some(search.moves)
    });

    at_random.or_else(|| match last {
        _ if rules.line < 3 => None,
        LastPiece::Ties => {
            // With this shift an odd number of rows has as many pieces of each player as a game has.
            let shift = usize::from(rules.columns.is_multiple_of(2));
            Some(pattern_moves(rules.rows, rules.columns, shift, &mut numbers))
        }
        LastPiece::Wins => (0..PLANS).find_map(|number| {
            let mut search = Search::new(rules, last);
            search.plan(number, &mut numbers);
            search.fill(&mut numbers, Player::One).then_some(search.moves)
        }),
    })
}

/// Who begins a column of the pattern, in which the players' pieces alternate in every column. Two columns are the same, the next
/// two the other way round: no direction has three in a line.
fn beginner(column: usize, shift: usize) -> Player {
    if (column + shift) % 4 < 2 {
        Player::One
    } else {
        Player::Two
    }
}

/// The moves that fill so many rows with the pattern.
fn pattern_moves(rows: usize, columns: usize, shift: usize, numbers: &mut SplitMix64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..columns).collect();
    order.sort_by_cached_key(|_| numbers.below(1 << 16));
    let (ones, twos): (Vec<usize>, Vec<usize>) = order
        .into_iter()
        .partition(|column| beginner(*column, shift) == Player::One);
    let mut moves = Vec::with_capacity(rows * columns);
    let fill = |moves: &mut Vec<usize>, column: usize, count: usize| moves.extend(std::iter::repeat_n(column, count));

    if rows.is_multiple_of(2) {
        // Player 2 begins the other columns after the first piece of player 1, which the rest of its column follows.
        fill(&mut moves, ones[0], 1);
        for column in twos {
            fill(&mut moves, column, rows);
        }
        fill(&mut moves, ones[0], rows - 1);
        for column in &ones[1..] {
            fill(&mut moves, *column, rows);
        }
        return moves;
    }

    for (number, column) in ones.into_iter().enumerate() {
        fill(&mut moves, column, rows);
        if let Some(column) = twos.get(number) {
            fill(&mut moves, *column, rows);
        }
    }
    moves
}

/// Which columns a search tries first.
#[derive(Debug, Clone, Copy)]
enum Order {
    AtRandom,
    /// Those with fewer pieces: on large boards a dead end is then found soon.
    LowestFirst,
    /// Those where the pattern of this shift has the player's piece.
    Pattern(usize),
}

/// Moves one after another, each at random, and back where none is left.
struct Search {
    rules: Rules,
    last: LastPiece,
    order: Order,
    board: Board,
    moves: Vec<usize>,
    /// How many more moves may be tried.
    left: usize,
    /// The cells of the line that the last piece is to complete, its own first; empty for any line.
    line: Vec<(usize, usize)>,
}

impl Search {
    fn new(rules: Rules, last: LastPiece) -> Self {
        Self {
            rules,
            last,
            order: Order::AtRandom,
            board: Board::new(rules.rows, rules.columns),
            moves: Vec::new(),
            left: MOST_MOVES,
            line: Vec::new(),
        }
    }

    /// Chooses the line that the last piece completes in the top row, and fills the rows far below it with the pattern.
    fn plan(&mut self, number: u64, numbers: &mut SplitMix64) {
        let Rules { rows, columns, line } = self.rules;
        let (is_low, is_narrow) = (line > rows, line > columns);
        let kind = match (number / 2) % 3 {
            0 if !is_narrow => Direction::Horizontal,
            2 if !is_narrow && !is_low => Direction::DiagonalDown,
            _ if is_low => Direction::Horizontal,
            _ => Direction::Vertical,
        };
        let first = match kind {
            Direction::Vertical => numbers.below(columns),
            _ => numbers.below(columns - line + 1),
        };
        self.line = (0..line)
            .map(|step| match kind {
                Direction::Horizontal => (0, first + step),
                Direction::Vertical => (step, first),
                _ => (step, first + step),
            })
            .collect();
        if kind == Direction::Horizontal {
            self.line.swap(0, numbers.below(line));
        }

        // One column has a beginner that the pattern of the shift must have.
        let shift = match columns {
            1 | 2 => columns - 1,
            _ => numbers.below(4),
        };
        self.order = match number % 3 {
            2 => Order::LowestFirst,
            _ => Order::Pattern(shift),
        };
        let depth = if kind == Direction::Horizontal { 1 } else { line };
        let below = rows.saturating_sub(depth + 2 + numbers.below(4));
        let below = below - below % 2;
        if below == 0 {
            return;
        }
        let mut player = Player::One;
        for column in pattern_moves(below, columns, shift, numbers) {
            self.board.drop_piece(column, player);
            self.moves.push(column);
            player = player.other();
        }
    }

    fn fill(&mut self, numbers: &mut SplitMix64, player: Player) -> bool {
        let is_last = self.moves.len() + 1 == self.rules.rows * self.rules.columns;
        for column in self.columns(numbers, player) {
            let Some(row) = self.board.landing(column).filter(|_| self.left > 0) else {
                continue;
            };
            if !self.is_as_planned((row, column), player, is_last) {
                continue;
            }
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

    /// Whether the planned line stays possible: its cells are the winner's, and one is left for the last piece.
    fn is_as_planned(&self, cell: (usize, usize), player: Player, is_last: bool) -> bool {
        let is_odd = (self.rules.rows * self.rules.columns) % 2 == 1;
        let winner = if is_odd { Player::One } else { Player::Two };
        match self.line.iter().position(|planned| *planned == cell) {
            None => true,
            Some(place) => player == winner && (place == 0) == is_last,
        }
    }

    fn columns(&self, numbers: &mut SplitMix64, player: Player) -> Vec<usize> {
        let columns = self.rules.columns;
        let first = numbers.below(columns);
        let mut order: Vec<usize> = (0..columns).map(|offset| (first + offset) % columns).collect();
        match self.order {
            Order::AtRandom => {}
            Order::LowestFirst => order.sort_by_key(|column| std::cmp::Reverse(self.board.landing(*column))),
            Order::Pattern(shift) => order.sort_by_key(|column| {
                let height = self.rules.rows - self.board.landing(*column).map_or(0, |row| row + 1);
                let begins = beginner(*column, shift) == player;
                begins != height.is_multiple_of(2)
            }),
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_full_board(rules: Rules, last: LastPiece, moves: &[usize]) {
        assert_eq!(moves.len(), rules.rows * rules.columns, "{rules:?}");
        let mut board = Board::new(rules.rows, rules.columns);
        let mut player = Player::One;
        for (number, column) in moves.iter().enumerate() {
            let row = board.drop_piece(*column, player).expect("a column that is not full");
            let may_win = last == LastPiece::Wins && number + 1 == moves.len();
            assert_eq!(board.wins_at(row, *column, rules.line), may_win, "{rules:?} {last:?}");
            player = player.other();
        }
    }

    #[test]
    fn boards_get_full_as_they_are_wanted() {
        for (rows, columns, line) in [(4, 4, 4), (6, 6, 4), (6, 7, 4), (5, 9, 4), (9, 9, 4), (4, 5, 3)] {
            let rules = Rules { rows, columns, line };
            for (last, seed) in [LastPiece::Ties, LastPiece::Wins].into_iter().zip(7..) {
                let moves = full_board(rules, last, seed).unwrap_or_else(|| panic!("{rules:?} {last:?}"));
                is_full_board(rules, last, &moves);
            }
        }
    }

    /// Whether the rules allow such a game, by the reasons that [`full_board`] gives.
    fn exists(rules: Rules, last: LastPiece) -> bool {
        let Rules { rows, columns, line } = rules;
        let (small, large) = (rows.min(columns), rows.max(columns));
        match last {
            LastPiece::Ties => line > 2 || small == 1,
            LastPiece::Wins if columns == 1 => false,
            LastPiece::Wins if rows == 1 => columns.div_ceil(2) >= line,
            LastPiece::Wins => line > 2 && !(small == 2 && large == line),
        }
    }

    #[test]
    fn boards_of_every_size_get_full_where_they_can() {
        for line in [2, 3, 4, 9] {
            let heights = (1..=9).chain([12, 13, 20]);
            for (rows, columns) in heights.flat_map(|rows| (1..=9).map(move |columns| (rows, columns))) {
                let rules = Rules { rows, columns, line };
                if line > rows.max(columns) {
                    continue;
                }
                for last in [LastPiece::Ties, LastPiece::Wins] {
                    let moves = full_board(rules, last, 1);
                    assert_eq!(moves.is_some(), exists(rules, last), "{rules:?} {last:?}");
                    if let Some(moves) = moves {
                        is_full_board(rules, last, &moves);
                    }
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
