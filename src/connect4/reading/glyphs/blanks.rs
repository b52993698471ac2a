//! Boards whose empty cells are spaces with nothing drawn between them: the column numbers show where the cells are.
//!
//! Takes the lines of an opening and returns the places of the cells: where the column numbers are above as many
//! labels as there are rows, and nothing else on their lines.

use super::{Cell, Glyphs};

/// Where the cells of such rows are.
#[derive(Debug, Clone)]
pub(super) struct Blanks {
    places: Vec<usize>,
}

impl Glyphs {
    /// Whether empty cells are spaces with nothing between.
    pub fn shows_blanks(&self) -> bool {
        self.blanks.is_some()
    }

    /// Learns the places of the cells from the opening.
    pub(super) fn learn_blanks<'a>(&mut self, lines: impl Iterator<Item = &'a [u8]>) {
        let lines: Vec<&[u8]> = lines.filter(|line| !line.trim_ascii().is_empty()).collect();
        let is_label = |line: &&&[u8]| line.trim_ascii().iter().all(u8::is_ascii_digit);
        let header = (0..lines.len())
            .find(|at| self.is_header(lines[*at]) && lines[at + 1..].iter().take_while(is_label).count() == self.rows);
        let Some(header) = header.map(|at| lines[at]) else {
            return;
        };
        let places: Vec<usize> = (0..header.len())
            .filter(|at| header[*at].is_ascii_alphanumeric())
            .collect();

        // Cells do not touch each other or the labels before them.
        let is_apart = places.windows(2).all(|pair| pair[1] > pair[0] + 1);
        if is_apart && places.len() == self.columns && places[0] > 1 {
            self.blanks = Some(Blanks { places });
        }
    }

    /// Reads a row of such a board: its label, pieces in their places, and spaces.
    pub(super) fn row_of_blanks(&self, line: &[u8]) -> Option<Vec<Cell>> {
        let places = &self.blanks.as_ref()?.places;
        let (label, cells) = line.split_at(places[0].min(line.len()));
        let is_labelled = !label.trim_ascii().is_empty() && label.trim_ascii().iter().all(u8::is_ascii_digit);
        let mut row = vec![None; self.columns];
        for (at, byte) in cells.iter().enumerate().filter(|(_, byte)| **byte != b' ') {
            let column = places.iter().position(|place| *place == at + places[0])?;
            row[column] = Some(self.cell(*byte)??);
        }
        is_labelled.then_some(row)
    }
}
