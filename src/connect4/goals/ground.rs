//! The lines of a board, what a position can be asked without the computer, and how good a column is for a purpose.

use crate::connect4::board::{Board, Player};
use crate::connect4::lines::{Direction, lines};
use crate::connect4::rules::Rules;

/// A cell: row and column from 0.
pub type Cell = (usize, usize);

/// How a game is played by the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// So that a player can complete lines of this direction.
    Build(Player, Direction),
    /// So that nobody gets a line.
    Last,
    /// At random, except that the computer's wins are blocked.
    Chance,
}

/// What never changes in a search.
#[derive(Debug)]
pub struct Ground {
    /// Sizes.
    pub rules: Rules,
    /// Every line.
    pub lines: Vec<(Direction, Vec<Cell>)>,
    /// For each cell, row by row, the lines that it is part of.
    through: Vec<Vec<usize>>,
    /// Cells that are as far apart in memory as those of a line, and are none.
    pub false_lines: Vec<Vec<Cell>>,
}

impl Ground {
    /// The ground of a game.
    pub fn new(rules: Rules) -> Self {
        let lines = lines(rules);
        let mut through = vec![Vec::new(); rules.rows * rules.columns];
        for (number, (_, cells)) in lines.iter().enumerate() {
            for (row, column) in cells {
                through[row * rules.columns + column].push(number);
            }
        }

        Self {
            false_lines: false_lines(rules, &lines),
            rules,
            lines,
            through,
        }
    }

    /// The lines through a cell.
    fn lines_at(&self, (row, column): Cell) -> &[usize] {
        &self.through[row * self.rules.columns + column]
    }

    /// The lines through a cell that are a player's, if a piece of the player lies in that cell.
    pub fn completed(&self, board: &Board, cell: Cell, player: Player) -> Vec<usize> {
        let is_own = |at: &Cell| *at == cell || board.cell(at.0, at.1) == Some(player);
        let through = self.lines_at(cell).iter().copied();
        through.filter(|line| self.lines[*line].1.iter().all(is_own)).collect()
    }

    /// Whether a piece of the player in a cell wins.
    pub fn wins(&self, board: &Board, cell: Cell, player: Player) -> bool {
        let is_own = |at: &Cell| *at == cell || board.cell(at.0, at.1) == Some(player);
        let mut through = self.lines_at(cell).iter();
        through.any(|line| self.lines[*line].1.iter().all(is_own))
    }

    /// The cells in which the next piece can land, by column.
    pub fn landings(&self, board: &Board) -> Vec<Cell> {
        let landing = |column| Some((board.landing(column)?, column));
        (0..self.rules.columns).filter_map(landing).collect()
    }

    /// How good a cell is for the person's next piece. `is_found` says which lines are of no more use.
    pub fn worth(&self, board: &Board, cell: Cell, style: Style, is_found: &dyn Fn(usize) -> bool) -> i64 {
        let mut after = board.clone();
        after.set(cell.0, cell.1, Some(Player::One));
        let above = cell.0.checked_sub(1).map(|row| (row, cell.1));
        let blocks = self.wins(board, cell, Player::Two);
        let gives = above.is_some_and(|above| self.wins(&after, above, Player::Two));

        match style {
            Style::Build(Player::Two, direction) => {
                let harm = self.promise(board, cell, Player::Two, direction, is_found);
                30 * i64::from(gives) - 200 * i64::from(blocks) - harm
            }
            Style::Build(Player::One, direction) => {
                let threats = self.landings(&after);
                let threats = threats.iter().filter(|next| self.wins(&after, **next, Player::One));
                let forks = 40 * i64::from(threats.count() > 1);
                let promise = self.promise(board, cell, Player::One, direction, is_found);
                forks + promise + 60 * i64::from(blocks) - 50 * i64::from(gives)
            }
            Style::Last => {
                let spoiled = self.open_lines(board, cell, Player::Two);
                let made = self.open_lines(board, cell, Player::One);
                let opens = above.is_some_and(|above| self.wins(&after, above, Player::One));
                3 * spoiled - made + 200 * i64::from(blocks) - 150 * i64::from(gives) - 20 * i64::from(opens)
            }
            Style::Chance => 60 * i64::from(blocks) - 50 * i64::from(gives),
        }
    }

    /// How much a piece of the player in a cell does for lines of a direction that can still be completed.
    fn promise(
        &self,
        board: &Board,
        cell: Cell,
        player: Player,
        direction: Direction,
        is_found: &dyn Fn(usize) -> bool,
    ) -> i64 {
        let wanted = self
            .lines_at(cell)
            .iter()
            .filter(|line| self.lines[**line].0 == direction);
        let worth = |line: &usize| {
            let own = self.own_pieces(board, *line, player)?;
            Some(own * own * 4 + if is_found(*line) { 0 } else { 6 })
        };
        wanted.filter_map(worth).sum()
    }

    /// The same for lines of every direction, by the pieces that are there.
    fn open_lines(&self, board: &Board, cell: Cell, player: Player) -> i64 {
        let own = |line: &usize| self.own_pieces(board, *line, player);
        let through = self.lines_at(cell).iter();
        through.filter_map(own).map(|own| 1 + own * own).sum()
    }

    /// How many pieces of the player a line has; `None` where the other one has any.
    fn own_pieces(&self, board: &Board, line: usize, player: Player) -> Option<i64> {
        let mut own = 0;
        for (row, column) in &self.lines[line].1 {
            match board.cell(*row, *column) {
                Some(piece) if piece == player => own += 1,
                Some(_) => return None,
                None => {}
            }
        }
        Some(own)
    }
}

/// Cells one step of a row or of a diagonal apart in memory that are no line on the board.
fn false_lines(rules: Rules, lines: &[(Direction, Vec<Cell>)]) -> Vec<Vec<Cell>> {
    let columns = rules.columns;
    let steps = [1, columns + 1, columns.saturating_sub(1)];
    let mut found = Vec::new();
    for step in steps.into_iter().filter(|step| *step > 0) {
        for first in 0..rules.rows * columns {
            let indices = (0..rules.line).map(|number| first + number * step);
            let cells: Vec<Cell> = indices.map(|index| (index / columns, index % columns)).collect();
            let is_on_board = cells.iter().all(|(row, _)| *row < rules.rows);
            let is_line = |(_, line): &(Direction, Vec<Cell>)| cells.iter().all(|cell| line.contains(cell));
            if is_on_board && !lines.iter().any(is_line) {
                found.push(cells);
            }
        }
    }
    found
}
