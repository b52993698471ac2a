//! The lines that a program prints for rows of cells.

use std::collections::HashMap;

use crate::connect4::board::Cell;

/// Lines of rows, by the numbers of the rows and their cells.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// `None` where the same row is printed in several ways.
    lines: HashMap<(usize, Vec<Cell>), Option<Vec<u8>>>,
    /// What each byte of a line follows from, where all lines have the same length.
    bytes: Option<Vec<Source>>,
}

/// What a byte of a line follows from.
#[derive(Debug, Clone)]
enum Source {
    /// Nothing: it is always the same.
    Fixed(u8),
    /// The number of the row.
    Row(HashMap<usize, u8>),
    /// The cell in a column.
    Cell(usize, HashMap<Cell, u8>),
}

impl Rows {
    /// Takes a line that is printed for a row.
    pub fn take(&mut self, row: usize, cells: Vec<Cell>, line: &[u8]) {
        let known = self.lines.entry((row, cells)).or_insert_with(|| Some(line.to_vec()));
        if known.as_ref().is_some_and(|known| known != line) {
            *known = None;
        }
    }

    /// Finds what the bytes of lines follow from, once all lines are there.
    pub fn settle(&mut self) {
        let known = self
            .lines
            .iter()
            .filter_map(|((row, cells), line)| Some((*row, &cells[..], &line.as_ref()?[..])));
        let mut known: Vec<(usize, &[Cell], &[u8])> = known.collect();
        known.sort_unstable();
        let Some((_, cells, line)) = known.first() else { return };
        let (columns, length) = (cells.len(), line.len());
        if known
            .iter()
            .any(|(_, cells, line)| cells.len() != columns || line.len() != length)
        {
            return;
        }

        let source = |at: usize| {
            let first = known[0].2[at];
            if known.iter().all(|(.., line)| line[at] == first) {
                return Some(Source::Fixed(first));
            }
            let of_row = function(known.iter().map(|(row, _, line)| (*row, line[at])));
            let of_cell = |column: usize| {
                let bytes = function(known.iter().map(|(_, cells, line)| (cells[column], line[at])))?;
                Some(Source::Cell(column, bytes))
            };
            of_row.map(Source::Row).or_else(|| (0..columns).find_map(of_cell))
        };
        self.bytes = (0..length).map(source).collect();
    }

    /// The line of a row: one that was printed, or else as its bytes follow from its cells. `None` where that is not known.
    pub fn line(&self, row: usize, cells: &[Cell]) -> Option<Vec<u8>> {
        if let Some(known) = self.lines.get(&(row, cells.to_vec())) {
            return known.clone();
        }

        let byte = |source: &Source| match source {
            Source::Fixed(byte) => Some(*byte),
            Source::Row(bytes) => bytes.get(&row).copied(),
            Source::Cell(column, bytes) => bytes.get(cells.get(*column)?).copied(),
        };
        self.bytes.as_ref()?.iter().map(byte).collect()
    }
}

/// Pairs as a function; `None` where they are none.
fn function<K: Eq + std::hash::Hash>(pairs: impl Iterator<Item = (K, u8)>) -> Option<HashMap<K, u8>> {
    let mut known = HashMap::new();
    for (key, byte) in pairs {
        if *known.entry(key).or_insert(byte) != byte {
            return None;
        }
    }
    Some(known)
}
