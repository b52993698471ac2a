//! Positions that a faulty program takes for a line, or overlooks: three and a gap, three of one player and one of the other,
//! pieces in a line in memory but not on the board; and lines that are longer than they must be.

use super::board::Player;
use super::lines::{Direction, LineGame, line_plan, lines};
use super::plan::{self, Cell, Goal, Plan};
use super::rules::Rules;

/// How often a game is tried before it counts as impossible.
const TRIES: u64 = 200;

/// What makes a position a near miss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// One cell of a line is empty, by its index; the others are one player's.
    Gap(Direction, usize),
    /// One cell of a line is the other player's.
    Blocked(Direction, usize),
    /// The pieces are evenly spaced in memory, where row follows row or column follows column, and go around the edge.
    Edge,
}

/// A game that stops at a near miss: nobody has won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// What kind it is.
    pub kind: Kind,
    /// Its cells (row and column from 0).
    pub cells: Vec<Cell>,
    /// Whose pieces are in all cells but perhaps one.
    pub player: Player,
    /// Columns from 0, in order. The last move is in one of the cells.
    pub moves: Vec<usize>,
}

/// Near misses of each kind on a board, `count` of them at most, spread over all there are. Those that no game was found for
/// are left out.
pub fn near_misses(rules: Rules, count: usize) -> Vec<NearMiss> {
    let wanted = wanted(rules);
    let count = count.min(wanted.len());
    let first = |number: usize| number * wanted.len() / count;
    let find = |number: usize| {
        let mut near = wanted[first(number)..first(number + 1)].iter();
        near.find_map(|wish| find(rules, wish, number))
    };
    (0..count).filter_map(find).collect()
}

/// A game for each run of more pieces than a line needs, which the last piece joins from two shorter ones.
pub fn long_lines(rules: Rules) -> Vec<LineGame> {
    let lengths = rules.line + 1..2 * rules.line;
    let runs = lengths.flat_map(|line| lines(Rules { line, ..rules }));
    let joined = runs.filter(|(direction, _)| *direction != Direction::Vertical);
    let games = joined.enumerate().filter_map(|(number, (direction, cells))| {
        let (least, most) = (cells.len() - rules.line, rules.line - 1);
        let wish = LineGame {
            direction,
            last: least + number % (most - least + 1),
            winner: player(number),
            moves: Vec::new(),
            cells,
        };
        let moves = plan::find(&line_plan(rules, &wish), number as u64, TRIES)?;
        Some(LineGame { moves, ..wish })
    });
    games.collect()
}

/// Every near miss, without moves yet.
fn wanted(rules: Rules) -> Vec<(Kind, Vec<Cell>)> {
    let mut wanted = Vec::new();
    for (direction, cells) in lines(rules) {
        for odd in 0..cells.len() {
            // A gap in a column has nothing above it.
            if direction != Direction::Vertical || odd + 1 == cells.len() {
                wanted.push((Kind::Gap(direction, odd), cells.clone()));
            }
            wanted.push((Kind::Blocked(direction, odd), cells.clone()));
        }
    }
    wanted.extend(around_the_edge(rules).into_iter().map(|cells| (Kind::Edge, cells)));
    wanted
}

/// Cells that are evenly spaced in memory and in no line on the board.
fn around_the_edge(rules: Rules) -> Vec<Vec<Cell>> {
    let (rows, columns) = (rules.rows, rules.columns);
    let mut found = Vec::new();
    let mut add = |cells: Vec<Cell>, (down, right): (isize, isize)| {
        let is_step = |pair: &[Cell]| {
            pair[0].0.checked_add_signed(down) == Some(pair[1].0)
                && pair[0].1.checked_add_signed(right) == Some(pair[1].1)
        };
        if !cells.windows(2).all(is_step) && !found.contains(&cells) {
            found.push(cells);
        }
    };

    let steps = [(1, (0, 1)), (columns + 1, (1, 1)), (columns - 1, (1, -1))];
    for (spacing, step) in steps.into_iter().filter(|(spacing, _)| *spacing > 0) {
        for first in 0..(rows * columns).saturating_sub(spacing * (rules.line - 1)) {
            let places = (0..rules.line).map(|index| first + index * spacing);
            add(places.map(|place| (place / columns, place % columns)).collect(), step);
        }
    }

    // Column after column, each from the bottom.
    for first in 0..(rows * columns).saturating_sub(rules.line - 1) {
        let places = first..first + rules.line;
        add(
            places.map(|place| (rows - 1 - place % rows, place / rows)).collect(),
            (-1, 0),
        );
    }
    found
}

/// A game for a near miss: which of its pieces comes last, and whose they are, goes by its number; where one player cannot have
/// such pieces, they are the other's.
fn find(rules: Rules, wish: &(Kind, Vec<Cell>), number: usize) -> Option<NearMiss> {
    let first = player(number);
    [first, first.other()]
        .into_iter()
        .find_map(|player| find_for(player, rules, wish, number))
}

fn find_for(player: Player, rules: Rules, (kind, cells): &(Kind, Vec<Cell>), number: usize) -> Option<NearMiss> {
    let odd = match kind {
        Kind::Gap(_, odd) | Kind::Blocked(_, odd) => Some(*odd),
        Kind::Edge => None,
    };
    let is_gap = matches!(kind, Kind::Gap(..));
    let owner = |index: usize| if odd == Some(index) { player.other() } else { player };
    let candidates = (0..cells.len()).map(|offset| (number + offset) % cells.len());

    candidates
        .filter(|last| !is_gap || odd != Some(*last))
        .find_map(|last| {
            let mut plan = Plan::new(rules, owner(last), cells[last], Goal::NoLine);
            for (index, cell) in cells.iter().copied().enumerate() {
                if is_gap && odd == Some(index) {
                    plan.keep_empty(cell);
                } else {
                    plan.require(cell, owner(index));
                }
            }
            // Nothing lies on the last piece.
            let is_open = |(index, cell): (usize, &Cell)| {
                let is_empty = is_gap && odd == Some(index);
                is_empty || cell.1 != cells[last].1 || cell.0 >= cells[last].0
            };
            if !cells.iter().enumerate().all(is_open) {
                return None;
            }
            let moves = plan::find(&plan, number as u64, TRIES)?;
            Some(NearMiss {
                kind: *kind,
                cells: cells.clone(),
                player,
                moves,
            })
        })
}

fn player(number: usize) -> Player {
    if number.is_multiple_of(2) {
        Player::One
    } else {
        Player::Two
    }
}

#[cfg(test)]
mod tests;
