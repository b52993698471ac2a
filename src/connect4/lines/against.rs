//! Winning games against a computer: what player 1 must type so that one line is completed, by either side.
//!
//! A computer's replies cannot be chosen, so games cannot be built to a plan. They are looked for: in many games played at
//! random, every position is asked which ways to win are one move away.

use std::collections::BTreeMap;

use super::{Direction, LineGame, lines, wanted};
use crate::connect4::board::{Board, Player};
use crate::connect4::computer::Opponent;
use crate::connect4::rules::{Computer, Rules};
use crate::splitmix::SplitMix64;

/// How many games are played. More find few further ways: those that are left come once in thousands of games.
const GAMES: u64 = 700;

/// Row and column of a cell, from 0.
type Place = (usize, usize);
/// A line by its cells, which of them is filled last, and who wins.
type Way = (Vec<(usize, usize)>, usize, Player);

/// A game for every line, completing position and winner that was found, in the order of
/// [`winning_games`](super::winning_games). Its moves are those of player 1 alone. The same rules always give the same
/// games.
pub fn games_against(computer: Computer, rules: Rules) -> Vec<LineGame> {
    let mut search = Search::new(rules);
    for number in 0..GAMES {
        search.play(computer, SplitMix64::new(number));
    }
    let found = wanted(rules).filter_map(|wish| {
        let way = (wish.cells.clone(), wish.last, wish.winner);
        let moves = search.found.get(&way)?.clone();
        Some(LineGame { moves, ..wish })
    });
    found.collect()
}

/// What was found so far.
struct Search {
    rules: Rules,
    lines: Vec<(Direction, Vec<(usize, usize)>)>,
    /// For each cell, row by row, the lines that it is part of.
    through: Vec<Vec<usize>>,
    found: BTreeMap<Way, Vec<usize>>,
}

impl Search {
    fn new(rules: Rules) -> Self {
        let lines = lines(rules);
        let mut through = vec![Vec::new(); rules.rows * rules.columns];
        for (number, (_, cells)) in lines.iter().enumerate() {
            for (row, column) in cells {
                through[row * rules.columns + column].push(number);
            }
        }

        Self {
            rules,
            lines,
            through,
            found: BTreeMap::new(),
        }
    }

    /// One game. Each position is tried in every column before a move that wins nothing is drawn.
    fn play(&mut self, computer: Computer, mut numbers: SplitMix64) {
        let mut board = Board::new(self.rules.rows, self.rules.columns);
        let mut opponent = Opponent::new(computer);
        let mut moves = Vec::new();
        let columns = self.rules.columns;
        loop {
            let mut quiet = Vec::with_capacity(columns);
            let first = numbers.below(columns);
            // Nobody can win before there are enough pieces for a line: until then one column is enough.
            let tried = if board.pieces() < 2 * (self.rules.line - 1) {
                1
            } else {
                columns
            };

            for column in (0..tried).map(|offset| (first + offset) % columns) {
                moves.push(column);
                let mut knowing = opponent.clone();
                let (mine, reply) = self.exchange(&mut board, &mut knowing, &moves);
                if let (Some(mine), Some(reply)) = (mine, reply)
                    && !self.is_won(&board, reply, &moves)
                    && !board.is_full()
                {
                    quiet.push((mine, reply, knowing));
                }

                for (row, column) in mine.into_iter().chain(reply) {
                    board.set(row, column, None);
                }

                moves.pop();
            }

            if quiet.is_empty() {
                return;
            }

            let (mine, reply, knowing) = quiet.swap_remove(numbers.below(quiet.len()));
            board.set(mine.0, mine.1, Some(Player::One));
            board.set(reply.0, reply.1, Some(Player::Two));
            moves.push(mine.1);
            opponent = knowing;
        }
    }

    /// Plays the last of the moves and, where it does not win, the computer's reply; returns the cells of both.
    fn exchange(
        &mut self,
        board: &mut Board,
        opponent: &mut Opponent,
        moves: &[usize],
    ) -> (Option<Place>, Option<Place>) {
        let put = |board: &mut Board, column: usize, player| Some((board.drop_piece(column, player)?, column));
        let mine = moves.last().and_then(|column| put(board, *column, Player::One));
        if mine.is_none_or(|cell| self.is_won(board, cell, moves)) {
            return (mine, None);
        }

        let reply = opponent
            .choose(board, self.rules.line)
            .and_then(|column| put(board, column, Player::Two));
        if let Some(cell) = reply {
            opponent.took(cell);
        }

        (mine, reply)
    }

    /// Whether the piece in a cell has won. Where it has by one line alone, that way is known from now on.
    fn is_won(&mut self, board: &Board, (row, column): (usize, usize), moves: &[usize]) -> bool {
        let winner = board.cell(row, column);
        let is_line = |line: &&usize| {
            let (_, cells) = &self.lines[**line];
            cells.iter().all(|(row, column)| board.cell(*row, *column) == winner)
        };
        let complete: Vec<usize> = self.through[row * self.rules.columns + column]
            .iter()
            .filter(is_line)
            .copied()
            .collect();

        if let (&[line], Some(winner)) = (&complete[..], winner) {
            let cells = self.lines[line].1.clone();
            if let Some(last) = cells.iter().position(|cell| *cell == (row, column)) {
                self.found
                    .entry((cells, last, winner))
                    .or_insert_with(|| moves.to_vec());
            }
        }

        !complete.is_empty()
    }
}
