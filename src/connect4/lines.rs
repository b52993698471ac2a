//! Every winning line, and a game for each way to complete it.

use serde::{Deserialize, Serialize};

use super::board::{Board, DIRECTIONS, Player};
use super::rules::Rules;
use crate::splitmix::SplitMix64;

/// How often a game is tried before it counts as impossible. On 6 x 6 the worst of all 324 takes a few tries.
const TRIES: u64 = 1500;
/// From this try on moves that bring the line no nearer are made at random too.
const PATIENT_TRIES: u64 = 300;

/// Which way a line runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
    /// From top left to bottom right.
    DiagonalDown,
    /// From bottom left to top right.
    DiagonalUp,
}

/// A game whose last move completes one line, and nothing else, with one piece for one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineGame {
    /// Which way the line runs.
    pub direction: Direction,
    /// The cells of the line (row and column from 0), from the left, a vertical one from the bottom.
    pub cells: Vec<(usize, usize)>,
    /// Which of the cells is filled last.
    pub last: usize,
    /// Who wins.
    pub winner: Player,
    /// Columns from 0, in order.
    pub moves: Vec<usize>,
}

/// A game for every line, completing position (a vertical line has only its top) and player, in a fixed order. The same
/// rules always give the same games. Where no game can be found there is none: [`line_game_count`] says how many there
/// would be.
pub fn winning_games(rules: Rules) -> Vec<LineGame> {
    wanted(rules)
        .enumerate()
        .filter_map(|(number, wish)| find_game(rules, &wish, number as u64))
        .collect()
}

/// How many games [`winning_games`] looks for.
pub fn line_game_count(rules: Rules) -> usize {
    wanted(rules).count()
}

/// Every line: direction and cells.
pub fn lines(rules: Rules) -> Vec<(Direction, Vec<(usize, usize)>)> {
    let directions = [
        Direction::Horizontal,
        Direction::Vertical,
        Direction::DiagonalDown,
        Direction::DiagonalUp,
    ];
    let mut lines = Vec::new();

    for direction in directions {
        let (down, right) = direction.step();
        for row in 0..rules.rows {
            for column in 0..rules.columns {
                let cells: Option<Vec<_>> = (0..rules.line as isize)
                    .map(|step| {
                        let row = row.checked_add_signed(step * down).filter(|row| *row < rules.rows)?;
                        let column = column
                            .checked_add_signed(step * right)
                            .filter(|column| *column < rules.columns)?;
                        Some((row, column))
                    })
                    .collect();
                lines.extend(cells.filter(|cells| !cells.is_empty()).map(|cells| (direction, cells)));
            }
        }
    }

    lines
}

impl Direction {
    /// A step along a line, in rows and columns.
    fn step(self) -> (isize, isize) {
        match self {
            Self::Horizontal => (0, 1),
            Self::Vertical => (-1, 0),
            Self::DiagonalDown => (1, 1),
            Self::DiagonalUp => (-1, 1),
        }
    }
}

/// A game to look for: one without moves yet.
fn wanted(rules: Rules) -> impl Iterator<Item = LineGame> {
    lines(rules).into_iter().flat_map(|(direction, cells)| {
        let lasts = match direction {
            Direction::Vertical => cells.len() - 1..cells.len(),
            _ => 0..cells.len(),
        };
        lasts.flat_map(move |last| {
            let cells = cells.clone();
            [Player::One, Player::Two].map(|winner| LineGame {
                direction,
                cells: cells.clone(),
                last,
                winner,
                moves: Vec::new(),
            })
        })
    })
}

fn find_game(rules: Rules, wish: &LineGame, number: u64) -> Option<LineGame> {
    let plan = Plan::new(rules, wish);
    (0..TRIES).find_map(|attempt| {
        let random = SplitMix64::new(number << 32 | attempt);
        let moves = Playout::new(rules, &plan, random, attempt >= PATIENT_TRIES).play()?;
        Some(LineGame { moves, ..wish.clone() })
    })
}

/// Which pieces must be where before the last move.
struct Plan {
    winner: Player,
    last: (usize, usize),
    step: (isize, isize),
    /// Who may fill a cell, row by row.
    reserved: Vec<Reserved>,
    /// How many pieces each column holds before the last move, at least.
    heights: Vec<usize>,
}

/// Who may fill a cell.
#[derive(Clone, Copy, PartialEq)]
enum Reserved {
    Nobody,
    ForWinner,
    ForLoser,
    ForTheLastMove,
}

impl Plan {
    fn new(rules: Rules, wish: &LineGame) -> Self {
        let mut reserved = vec![Reserved::Nobody; rules.rows * rules.columns];
        let mut heights = vec![0; rules.columns];
        let step = wish.direction.step();

        // A piece of the winner just beyond either end would make five of the four.
        let (first, end) = (wish.cells[0], wish.cells[wish.cells.len() - 1]);
        for ((row, column), sign) in [(first, -1), (end, 1)] {
            let row = row.checked_add_signed(sign * step.0).filter(|row| *row < rules.rows);
            let column = column
                .checked_add_signed(sign * step.1)
                .filter(|column| *column < rules.columns);
            if let (Some(row), Some(column)) = (row, column) {
                reserved[row * rules.columns + column] = Reserved::ForLoser;
            }
        }

        for (index, (row, column)) in wish.cells.iter().copied().enumerate() {
            let is_last = index == wish.last;
            reserved[row * rules.columns + column] = if is_last {
                Reserved::ForTheLastMove
            } else {
                Reserved::ForWinner
            };
            let pieces = rules.rows - row - usize::from(is_last);
            heights[column] = heights[column].max(pieces);
        }

        Self {
            winner: wish.winner,
            last: wish.cells[wish.last],
            step,
            reserved,
            heights,
        }
    }
}

/// One try: both players work on the plan with moves drawn at random, and nobody wins before its last move.
struct Playout<'a> {
    rules: Rules,
    plan: &'a Plan,
    random: SplitMix64,
    wasteful: bool,
    board: Board,
    heights: Vec<usize>,
    moves: Vec<usize>,
}

impl<'a> Playout<'a> {
    fn new(rules: Rules, plan: &'a Plan, random: SplitMix64, wasteful: bool) -> Self {
        Self {
            rules,
            plan,
            random,
            wasteful,
            board: Board::new(rules.rows, rules.columns),
            heights: vec![0; rules.columns],
            moves: Vec::with_capacity(rules.rows * rules.columns),
        }
    }

    fn play(mut self) -> Option<Vec<usize>> {
        let mut work: usize = self.plan.heights.iter().sum();
        let mut player = Player::One;
        while work > 0 || player != self.plan.winner {
            let waste_first = self.wasteful && self.random.below(4) == 0;
            let column = self
                .choose(player, !waste_first)
                .or_else(|| self.choose(player, waste_first))?;
            if self.heights[column] < self.plan.heights[column] {
                work -= 1;
            }
            self.put(column, player);
            player = player.other();
        }

        let (row, column) = self.plan.last;
        self.put(column, player);
        let only_line = DIRECTIONS.into_iter().all(|step| {
            let run = self.board.run_length(row, column, step);
            if step == self.plan.step {
                run == self.rules.line
            } else {
                run < self.rules.line
            }
        });

        only_line.then_some(self.moves)
    }

    fn put(&mut self, column: usize, player: Player) {
        let row = self.rules.rows - 1 - self.heights[column];
        self.board.set(row, column, Some(player));
        self.heights[column] += 1;
        self.moves.push(column);
    }

    /// A column that is allowed to a player now, and useful to the plan or else not.
    fn choose(&mut self, player: Player, useful: bool) -> Option<usize> {
        let columns = self.rules.columns;
        let first = self.random.below(columns);
        (0..columns).map(|offset| (first + offset) % columns).find(|column| {
            (self.heights[*column] < self.plan.heights[*column]) == useful && self.allows(player, *column)
        })
    }

    fn allows(&mut self, player: Player, column: usize) -> bool {
        if self.heights[column] == self.rules.rows {
            return false;
        }

        let row = self.rules.rows - 1 - self.heights[column];
        let is_theirs = match self.plan.reserved[row * self.rules.columns + column] {
            Reserved::Nobody => true,
            Reserved::ForWinner => player == self.plan.winner,
            Reserved::ForLoser => player != self.plan.winner,
            Reserved::ForTheLastMove => false,
        };

        if !is_theirs {
            return false;
        }

        self.board.set(row, column, Some(player));
        let wins = self.board.wins_at(row, column, self.rules.line);
        self.board.set(row, column, None);
        !wins
    }
}

#[cfg(test)]
mod tests;
