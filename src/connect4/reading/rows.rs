//! Rows of the board: reading them, naming their dress, and putting whole boards together.

use std::borrow::Cow;

use super::{DressKind, Reader, Seen, message, text_of};
use crate::connect4::board::{Board, Cell};
use crate::connect4::expected::Event;

impl Reader<'_> {
    /// Reads a row, and gives its line with empty cells as they were asked for.
    pub(super) fn row<'t>(&mut self, line: &'t [u8]) -> Option<(Vec<Cell>, Cow<'t, [u8]>)> {
        let asked = u8::try_from(self.game.wording.empty).ok();
        let (Some(shown), Some(asked)) = (self.empty, asked) else {
            return message::row(self.game, line).map(|row| (row, Cow::Borrowed(line)));
        };
        let exchange = |byte: &u8| if *byte == shown { asked } else { *byte };
        let exchanged: Vec<u8> = line.iter().map(exchange).collect();
        let row = message::row(self.game, &exchanged)?;
        let message = format!("empty cells are shown as '{}'", char::from(shown));
        self.dress
            .note(DressKind::Rewording, &message, line, &text_of(&exchanged));
        Some((row, Cow::Owned(exchanged)))
    }

    /// Puts a row to those before it. A board whose rows have another width is none.
    pub(super) fn take_row(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
        if self.rows.len() < self.game.rules.rows {
            return;
        }
        let rows = std::mem::take(&mut self.rows);
        let columns = self.game.rules.columns;
        let seen = if rows.iter().all(|row| row.len() == columns) {
            let cells = rows.into_iter().flatten().collect();
            Seen::Event(Event::Board(Board::from_cells(self.game.rules.rows, columns, cells)))
        } else {
            Seen::BrokenBoard(rows)
        };
        self.step().push(seen);
    }

    pub(super) fn note_row(&mut self, line: &[u8], row: &[Cell]) {
        if message::is_row_as_asked(self.game, line, row) {
            return;
        }
        let wording = &self.game.wording;
        let glyphs = row.iter().map(|cell| match cell {
            None => wording.empty,
            Some(player) => wording.pieces[player.index()],
        });
        let cells: Vec<String> = glyphs.map(String::from).collect();
        let wanted = cells.join(&wording.separator);
        let trimmed = line.trim_ascii_end();
        if trimmed.len() < line.len() {
            self.dress
                .note(DressKind::TrailingSpace, "rows end in a blank", line, &wanted);
        }
        if trimmed == wanted.as_bytes() {
            return;
        }
        if trimmed.eq_ignore_ascii_case(wanted.as_bytes()) {
            self.dress
                .note(DressKind::LetterCase, "pieces in other letter case", line, &wanted);
        } else if trimmed.contains(&b'0') && !wanted.contains('0') {
            let message = "the digit 0 is shown where the letter O is asked for";
            self.dress.note(DressKind::Rewording, message, line, &wanted);
        } else if message::is_framed(self.game, trimmed) {
            self.dress.note(
                DressKind::RowSpacing,
                "rows are drawn with other characters than the cells",
                line,
                &wanted,
            );
        } else if trimmed.len() < wanted.len() {
            self.dress.note(
                DressKind::RowSpacing,
                "blanks between the cells of a row are missing",
                line,
                &wanted,
            );
        } else {
            self.dress
                .note(DressKind::RowSpacing, "blanks too many in a row", line, &wanted);
        }
    }

    /// Rows that were not followed by enough others.
    pub(super) fn end_board(&mut self) {
        if !self.rows.is_empty() {
            let rows = std::mem::take(&mut self.rows);
            self.step().push(Seen::BrokenBoard(rows));
        }
    }
}
