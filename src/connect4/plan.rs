//! Games whose last move makes a planned position: which pieces must be where, and what that move completes.

use super::board::{Board, DIRECTIONS, Player};
use super::rules::Rules;
use crate::splitmix::SplitMix64;

/// From this try on moves that bring the position no nearer are made at random too.
const PATIENT_TRIES: u64 = 300;

/// A game is begun like so many others, until that succeeds, ...
const BEGINNINGS: usize = 4;
/// ... and tried so often with each.
const TRIES_EACH: u64 = 8;

/// A beginning that is so many moves longer must spare more than one of its own.
const LONGER: usize = 4;

/// A cell: row and column from 0, rows from the top.
pub type Cell = (usize, usize);

/// What the last move completes.
#[derive(Debug, Clone, Copy)]
pub enum Goal {
    /// One line of exactly so many pieces, in steps of rows and columns, and no other.
    OnlyLine {
        /// A step along it.
        step: (isize, isize),
        /// How many pieces it has.
        length: usize,
    },
    /// No line.
    NoLine,
}

/// Which pieces must be where before the last move.
#[derive(Debug, Clone)]
pub struct Plan {
    rules: Rules,
    mover: Player,
    last: Cell,
    goal: Goal,
    /// Who may fill a cell, row by row.
    reserved: Vec<Reserved>,
    /// How many pieces each column holds before the last move, at least.
    heights: Vec<usize>,
}

/// Who may fill a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Reserved {
    ForBoth,
    For(Player),
    /// It stays empty until the last move.
    ForNobody,
}

impl Plan {
    /// The last move alone: whose it is, and where.
    pub fn new(rules: Rules, mover: Player, last: Cell, goal: Goal) -> Self {
        let mut plan = Self {
            rules,
            mover,
            last,
            goal,
            reserved: vec![Reserved::ForBoth; rules.rows * rules.columns],
            heights: vec![0; rules.columns],
        };
        plan.keep_empty(last);
        plan.heights[last.1] = rules.rows - last.0 - 1;
        plan
    }

    /// A cell that only one player may fill. Nothing for a cell that is not on the board, and for the last move's.
    pub fn reserve(&mut self, cell: Cell, player: Player) {
        if cell != self.last && cell.0 < self.rules.rows && cell.1 < self.rules.columns {
            self.reserved[cell.0 * self.rules.columns + cell.1] = Reserved::For(player);
        }
    }

    /// A cell that must hold a player's piece before the last move. Nothing for the last move's own.
    pub fn require(&mut self, cell: Cell, player: Player) {
        if cell != self.last {
            self.reserve(cell, player);
            let height = &mut self.heights[cell.1];
            *height = (*height).max(self.rules.rows - cell.0);
        }
    }

    /// A cell that must be empty.
    pub fn keep_empty(&mut self, cell: Cell) {
        self.reserved[cell.0 * self.rules.columns + cell.1] = Reserved::ForNobody;
    }

    /// The beginning of a game, without its last move, that leaves the fewest moves to be made for this plan, and at least how many
    /// those are.
    fn beginning_of<'g>(&self, game: &'g [usize]) -> (usize, &'g [usize]) {
        let mut work: usize = self.heights.iter().sum();
        let mut heights = vec![0; self.rules.columns];
        let mut player = Player::One;
        let left = |work: usize, next: Player| {
            let is_movers = (next == self.mover) == work.is_multiple_of(2);
            work + usize::from(!is_movers)
        };

        let mut best = (left(work, player), 0);
        let but_last = game.split_last().map_or(game, |(_, before)| before);
        for (index, column) in but_last.iter().copied().enumerate() {
            let row = self.rules.rows - 1 - heights[column];
            if !self.is_open_to(player, (row, column)) {
                break;
            }
            work -= usize::from(heights[column] < self.heights[column]);
            heights[column] += 1;
            player = player.other();
            best = best.min((left(work, player), index + 1));
        }
        (best.0, &game[..best.1])
    }

    /// Whether a player may fill a cell.
    fn is_open_to(&self, player: Player, (row, column): Cell) -> bool {
        match self.reserved[row * self.rules.columns + column] {
            Reserved::ForBoth => true,
            Reserved::For(owner) => player == owner,
            Reserved::ForNobody => false,
        }
    }
}

/// The columns (from 0) of a game that keeps to a plan, in which nobody wins before the last move. The same number always
/// gives the same game; `None` where so many tries find none.
pub fn find(plan: &Plan, number: u64, tries: u64) -> Option<Vec<usize>> {
    (0..tries).find_map(|attempt| {
        let random = SplitMix64::new(number << 32 | attempt);
        Playout::new(plan, random, attempt >= PATIENT_TRIES).play()
    })
}

/// Like [`find`], but a game that begins like one of `games` and is good, where there is one, and has few moves of its own: what
/// games have in common is played once.
pub fn find_like(
    plan: &Plan,
    games: &[&[usize]],
    is_good: impl Fn(&[usize]) -> bool,
    number: u64,
    tries: u64,
) -> Option<Vec<usize>> {
    let mut beginnings: Vec<(usize, &[usize])> = games.iter().map(|game| plan.beginning_of(game)).collect();
    beginnings.sort_by_key(|(left, beginning)| left * LONGER + beginning.len());

    let likely = beginnings.into_iter().take(BEGINNINGS);
    let mut started = likely.filter_map(|(_, beginning)| {
        (0..TRIES_EACH).find_map(|attempt| {
            let random = SplitMix64::new(number << 32 | attempt);
            let game = Playout::new(plan, random, false).after(beginning).play();
            game.filter(|moves| is_good(moves))
        })
    });
    started.next().or_else(|| find(plan, number, tries))
}

/// One try: both players work on the plan with moves drawn at random, and nobody wins before its last move.
struct Playout<'a> {
    plan: &'a Plan,
    random: SplitMix64,
    wasteful: bool,
    board: Board,
    heights: Vec<usize>,
    moves: Vec<usize>,
}

impl<'a> Playout<'a> {
    fn new(plan: &'a Plan, random: SplitMix64, wasteful: bool) -> Self {
        let rules = plan.rules;
        Self {
            plan,
            random,
            wasteful,
            board: Board::new(rules.rows, rules.columns),
            heights: vec![0; rules.columns],
            moves: Vec::with_capacity(rules.rows * rules.columns),
        }
    }

    /// The same after these moves.
    fn after(mut self, beginning: &[usize]) -> Self {
        let players = [Player::One, Player::Two].into_iter().cycle();
        for (column, player) in beginning.iter().zip(players) {
            self.put(*column, player);
        }
        self
    }

    fn play(mut self) -> Option<Vec<usize>> {
        let columns = self.plan.heights.iter().zip(&self.heights);
        let mut work: usize = columns.map(|(wanted, height)| wanted.saturating_sub(*height)).sum();
        let mut player = match self.moves.len() % 2 {
            0 => Player::One,
            _ => Player::Two,
        };
        while work > 0 || player != self.plan.mover {
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

        let last = self.plan.last;
        self.put(last.1, player);
        self.reaches_goal(last).then_some(self.moves)
    }

    fn reaches_goal(&self, (row, column): Cell) -> bool {
        DIRECTIONS.into_iter().all(|direction| {
            let run = self.board.run_length(row, column, direction);
            match self.plan.goal {
                Goal::OnlyLine { step, length } if step == direction => run == length,
                Goal::OnlyLine { .. } | Goal::NoLine => run < self.plan.rules.line,
            }
        })
    }

    fn put(&mut self, column: usize, player: Player) {
        let row = self.plan.rules.rows - 1 - self.heights[column];
        self.board.set(row, column, Some(player));
        self.heights[column] += 1;
        self.moves.push(column);
    }

    /// A column that is allowed to a player now, and useful to the plan or else not.
    fn choose(&mut self, player: Player, useful: bool) -> Option<usize> {
        let columns = self.plan.rules.columns;
        let first = self.random.below(columns);
        (0..columns).map(|offset| (first + offset) % columns).find(|column| {
            (self.heights[*column] < self.plan.heights[*column]) == useful && self.allows(player, *column)
        })
    }

    fn allows(&mut self, player: Player, column: usize) -> bool {
        let rules = self.plan.rules;
        if self.heights[column] == rules.rows {
            return false;
        }

        let row = rules.rows - 1 - self.heights[column];
        if !self.plan.is_open_to(player, (row, column)) {
            return false;
        }

        self.board.set(row, column, Some(player));
        let wins = self.board.wins_at(row, column, rules.line);
        self.board.set(row, column, None);
        !wins
    }
}
