//! The layout of rows.

/// The layout of rows, learned from the empty rows of the opening: labels and cells may both be digits, and their places
/// distinguish them.
#[derive(Debug, Clone)]
pub struct Layout {
    /// A row without trailing spaces.
    line: Vec<u8>,
    /// Where its cells are.
    cells: Vec<usize>,
}

impl Layout {
    /// The layout of an empty row, whose cells are all the same; `None` if one of its labels looks like a cell.
    pub fn of(line: &[u8], mark: u8, columns: usize) -> Option<Self> {
        let line = line.trim_ascii_end();
        let cells: Vec<usize> = (0..line.len()).filter(|at| line[*at] == mark).collect();
        (cells.len() == columns).then(|| Self {
            line: line.to_vec(),
            cells,
        })
    }

    /// The cells of a line, if it has this layout.
    pub fn cells_of<'a>(&'a self, line: &'a [u8]) -> Option<impl Iterator<Item = u8> + 'a> {
        let line = line.trim_ascii_end();
        let mut cells = self.cells.iter().peekable();
        let agrees = |(at, (byte, own)): (usize, (&u8, &u8))| {
            let is_cell = cells.next_if(|cell| **cell == at).is_some();
            is_cell || byte == own || (byte.is_ascii_digit() && own.is_ascii_digit())
        };
        let is_same = line.len() == self.line.len() && line.iter().zip(&self.line).enumerate().all(agrees);
        is_same.then(|| self.cells.iter().map(|at| line[*at]))
    }
}
