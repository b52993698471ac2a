//! Boards side by side, in letters.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::lines::Lines;
use crate::report::picture::{Grid, Piece, Square};

/// Between two boards.
const GAP: usize = 6;

/// Boards with their captions, and an empty line before and after them.
pub(super) fn boards(lines: &mut Lines, boards: &[(&'static str, Grid)]) {
    let columns: Vec<Vec<String>> = boards.iter().map(|(caption, grid)| drawn(caption, grid)).collect();
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = columns
        .iter()
        .map(|column| column.iter().map(|line| line.width()).max().unwrap_or(0))
        .collect();

    lines.blank();
    for index in 0..height {
        let mut line = String::new();
        for (column, width) in columns.iter().zip(&widths) {
            let text = column.get(index).map_or("", String::as_str);
            line.push_str(text);
            line.push_str(&" ".repeat(width - text.width() + GAP));
        }
        lines.verbatim("    ", line.trim_end());
    }
    lines.blank();
}

fn drawn(caption: &str, grid: &Grid) -> Vec<String> {
    let mut head = String::new();
    for column in 1..=grid.columns {
        // Writing into a string cannot fail.
        let _ = write!(head, "{column:^3}");
    }

    let mut lines = vec![caption.to_owned(), head];
    for row in &grid.rows {
        lines.push(row.iter().flat_map(|square| square_text(*square)).collect());
    }
    lines
}

fn square_text(square: Square) -> [char; 3] {
    let piece = match square.piece {
        Piece::Empty => '.',
        Piece::One => '1',
        Piece::Two => '2',
        Piece::Unreadable => '?',
    };
    if square.marked {
        ['[', piece, ']']
    } else {
        [' ', piece, ' ']
    }
}
