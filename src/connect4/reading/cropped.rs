//! Boards that a program prints without one of their outer rows or columns, in each game from the first board on: one fault of
//! the loop that prints, and none of the game.

use std::borrow::Cow;

use super::glyphs::FRAME;
use super::{FormatKind, Reading, Seen};
use crate::connect4::board::{Board, Cell};
use crate::connect4::expected::{Event, Expected};

/// Boards are printed without their first or their last row.
const ROW_MISSING: &str = "the board is printed without one of its rows";
/// The same with columns.
const COLUMN_MISSING: &str = "the board is printed without one of its columns";

/// A row has so many cells at least.
const FEWEST_CELLS: usize = 4;

/// What is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

const EDGES: [Edge; 4] = [Edge::Bottom, Edge::Top, Edge::Right, Edge::Left];

/// Whether a line is single characters side by side: a row, with marks that are no pieces.
pub fn holds_cells(line: &[u8]) -> bool {
    cells(line).is_some_and(|cells| cells >= FEWEST_CELLS)
}

/// How many single characters a line is, side by side; `None` where there is more in it.
pub fn cells(line: &[u8]) -> Option<usize> {
    let (mut cells, mut is_in_cell) = (0, false);
    for letter in letters(line) {
        let is_gap = letter.is_whitespace() || u8::try_from(letter).is_ok_and(|byte| FRAME.contains(&byte));
        if is_in_cell && !is_gap {
            return None;
        }
        cells += usize::from(!is_gap);
        is_in_cell = !is_gap;
    }
    Some(cells)
}

/// The characters of some bytes; those that are not UTF-8 are one that is no letter. Read as far as they are needed: a line may
/// have thousands.
fn letters(bytes: &[u8]) -> impl Iterator<Item = char> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let invalid = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
        chunk.valid().chars().chain(invalid)
    })
}

/// The reading with whole boards in place of those that lack one outer row or column, the same one from the first board on, and
/// are right otherwise: that is a format difference of the step.
pub fn completed<'r>(expected: &Expected, reading: &'r Reading) -> Cow<'r, Reading> {
    let is_broken = |seen: &Seen| matches!(seen, Seen::BrokenBoard(_));
    // A row with a stray character in it is there, and is not read as one.
    let is_cropped = reading.steps.first().is_some_and(|step| step.iter().any(is_broken))
        && !reading.lines.iter().flatten().any(|line| holds_cells(&line.text));
    let edge = Some(()).filter(|()| is_cropped).and_then(|()| edge(expected, reading));
    let Some(edge) = edge else {
        return Cow::Borrowed(reading);
    };

    let message = match edge {
        Edge::Top | Edge::Bottom => ROW_MISSING,
        Edge::Left | Edge::Right => COLUMN_MISSING,
    };
    let mut whole = reading.clone();
    for step in 0..whole.steps.len() {
        for at in 0..whole.steps[step].len() {
            let Seen::BrokenBoard(rows) = &whole.steps[step][at] else {
                continue;
            };
            let Some(board) = boards_of(expected, step).find(|board| is_without(edge, board, rows)) else {
                continue;
            };
            whole.steps[step][at] = Seen::Event(Event::Board(board.clone()));
            if let Some(format) = whole.format.get_mut(step) {
                format.note(FormatKind::MissingBoard, message, b"", "");
            }
        }
    }
    Cow::Owned(whole)
}

/// What all broken boards lack, as far as the game goes right; of several edges the one with which it goes right for longest.
fn edge(expected: &Expected, reading: &Reading) -> Option<Edge> {
    let steps = |edge: Edge| {
        let is_right = |step: &usize| {
            reading.steps[*step].iter().all(|seen| match seen {
                Seen::BrokenBoard(rows) => boards_of(expected, *step).any(|board| is_without(edge, board, rows)),
                _ => true,
            })
        };
        (0..reading.steps.len()).take_while(is_right).count()
    };
    let edges = EDGES.map(|edge| (edge, steps(edge)));
    let most = edges.iter().map(|(_, steps)| *steps).max().filter(|steps| *steps > 0)?;
    edges.iter().find(|(_, steps)| *steps == most).map(|(edge, _)| *edge)
}

/// The boards that may be shown in a step.
fn boards_of(expected: &Expected, step: usize) -> impl Iterator<Item = &Board> {
    let steps = expected.steps.get(step).into_iter();
    let events = steps.clone().flat_map(|step| &step.events);
    let of_events = events.filter_map(|event| match event {
        Event::Board(board) | Event::Frame(board) => Some(board),
        _ => None,
    });
    of_events.chain(steps.map(|step| &step.board))
}

/// Whether rows are those of a board without one at an edge.
fn is_without(edge: Edge, board: &Board, rows: &[Vec<Cell>]) -> bool {
    let (height, width) = (board.rows(), board.columns());
    let (down, right) = match edge {
        Edge::Top => (1..height, 0..width),
        Edge::Bottom => (0..height - 1, 0..width),
        Edge::Left => (0..height, 1..width),
        Edge::Right => (0..height, 0..width - 1),
    };
    let shown = down.map(|row| {
        right
            .clone()
            .map(|column| board.cell(row, column))
            .collect::<Vec<Cell>>()
    });
    rows.iter().cloned().eq(shown)
}
