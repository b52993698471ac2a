//! Boards whose rows are all printed in one line, without line ends between them.

use super::{FormatKind, ROWS_JOINED, Reader};

/// Rows longer than this are none.
const LONGEST: usize = 60;

impl Reader<'_> {
    /// Takes the rows of a whole board from a line, and returns what follows them in it. `None` where it does not begin with as
    /// many rows of one length as a board has.
    pub(super) fn take_joined_rows<'t>(&mut self, line: &'t [u8], fresh: bool) -> Option<&'t [u8]> {
        let length = self.joined_length(line)?;
        let (joined, rest) = line.split_at(length * self.game.rules.rows);

        self.settle_blank(self.rows.is_empty() && !self.has_header);
        self.note_joined(&joined[..length], fresh);
        for row in joined.chunks(length) {
            let known = self.known_row(row);
            let read = known.or_else(|| self.new_row(row))?;
            self.note_characters(row, &read);
            self.take_row(read);
        }

        self.format.note(FormatKind::BlankLines, ROWS_JOINED, b"", "");
        Some(rest)
    }

    /// The length of each row.
    fn joined_length(&self, line: &[u8]) -> Option<usize> {
        if self.drawing.is_some() {
            return None;
        }
        let rules = self.game.rules;
        let is_row = |row: &[u8]| {
            let cells = self.glyphs.known_row(row);
            cells.is_some_and(|cells| cells.len() == rules.columns)
        };
        let mut lengths = rules.columns..=(line.len() / rules.rows.max(1)).min(LONGEST);
        lengths.find(|length| line.chunks(*length).take(rules.rows).all(is_row))
    }
}
