//! Tables in columns as wide as their widest cell; the last one is wrapped.

use unicode_width::UnicodeWidthStr as _;

use super::lines::Lines;
use crate::report::block::{Cell, Row, Table, TableKind};

/// Between two columns.
const GAP: usize = 2;
/// No column before the last is wider.
const WIDEST: usize = 40;

/// A table with its headings.
pub(super) fn table(lines: &mut Lines, table: &Table) {
    let mut indent = "  ";
    if table.kind == TableKind::Registers {
        lines.prose(indent, &table.caption);
        indent = "          ";
    }

    let headings: Vec<String> = table.columns.iter().map(|column| column.heading.to_owned()).collect();
    let rows: Vec<&Row> = table.rows.iter().chain(&table.total).collect();
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.cells.iter().map(words).collect()).collect();
    let widths = widths(&headings, &cells);

    line(lines, indent, &headings, &widths);
    for (row, cells) in rows.iter().zip(&cells) {
        line(lines, indent, cells, &widths);
        if let Some(note) = &row.note {
            lines.prose("      ", &note.plain());
        }
    }
}

fn words(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.plain(),
        Cell::Verdict(verdict) => (*verdict).to_owned(),
        Cell::Group(name, _) => name.clone(),
    }
}

fn widths(headings: &[String], rows: &[Vec<String>]) -> Vec<usize> {
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.width()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.width().min(WIDEST).max(*width);
        }
    }
    widths
}

fn line(lines: &mut Lines, indent: &str, cells: &[String], widths: &[usize]) {
    let Some((last, before)) = cells.split_last() else {
        return;
    };

    let mut lead = indent.to_owned();
    for (cell, width) in before.iter().zip(widths) {
        if cell.width() > WIDEST {
            // A cell that is too wide has lines of its own.
            lines.prose(indent, cell);
            lead = " ".repeat(indent.len() + width + GAP);
        } else {
            lead.push_str(cell);
            lead.push_str(&" ".repeat(width.saturating_sub(cell.width()) + GAP));
        }
    }
    lines.hanging(&lead, last);
}
