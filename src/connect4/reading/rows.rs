//! Rows of the board: reading them, recording their format differences, and assembling boards.

use std::borrow::Cow;

use super::{FormatKind, ROWS_BELOW, Reader, Seen, Words, text_of};
use crate::connect4::board::{Board, Cell};
use crate::connect4::expected::Event;
use crate::connect4::rules::Wording;

/// A row of a board as it was printed.
pub(super) struct Row {
    cells: Vec<Cell>,
    /// Its line, with the required characters for cells, if it differs from the required line.
    odd: Option<Vec<u8>>,
    /// Whether it may be a drawn line: dashes without spaces.
    is_bar: bool,
}

impl Reader<'_> {
    /// Reads a row, and returns its line with the required characters for cells.
    pub(super) fn row<'t>(&mut self, line: &'t [u8]) -> Option<(Vec<Cell>, Cow<'t, [u8]>)> {
        let row = self.cells_of(line)?;
        if let Some((drawing, shown)) = &self.drawing {
            let redrawn = drawing.redrawn(self.game, &row);
            if !shown.is_empty() {
                self.format.note(FormatKind::Rewording, shown, line, &text_of(&redrawn));
            }
            return Some((row, Cow::Owned(redrawn)));
        }

        let Some(exchanged) = self.glyphs.exchange(line) else {
            return Some((row, Cow::Borrowed(line)));
        };
        let message = &self.glyphs.shown;
        self.format
            .note(FormatKind::Rewording, message, line, &text_of(&exchanged));
        Some((row, Cow::Owned(exchanged)))
    }

    /// The cells of a row.
    pub(super) fn cells_of(&mut self, line: &[u8]) -> Option<Vec<Cell>> {
        match &self.drawing {
            Some((drawing, _)) => drawing.row(line),
            None => self.glyphs.row(line),
        }
    }

    /// Puts a row to those before it.
    pub(super) fn take_row(&mut self, line: &[u8], cells: Vec<Cell>) {
        self.glyphs.note_pieces(&cells);
        self.something_follows();
        let label = &self.labels[self.rows.len() % self.labels.len()];
        let is_asked = is_as_asked(&self.game.wording, label, line, &cells);
        self.rows.push(Row {
            is_bar: cells.iter().all(Option::is_none) && !line.trim_ascii().contains(&b' '),
            odd: (!is_asked).then(|| line.to_vec()),
            cells,
        });
    }

    /// Makes boards of the rows that were printed one below the other. Lines of dashes that are drawn around a board look
    /// like rows of an empty one: where the rows make whole boards with them left out, and only so, they are no rows.
    pub(super) fn end_board(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let height = self.game.rules.rows;
        let (above, below) = bars(&rows, height);
        for (number, block) in rows.chunks(above + height + below).enumerate() {
            if number > 0 && self.words == Words::Free && block.len() * 2 <= height {
                self.format.note(FormatKind::ExtraText, ROWS_BELOW, b"", "");
                continue;
            }
            let (bars, block) = block.split_at(above.min(block.len()));
            let (block, more_bars) = block.split_at(height.min(block.len()));
            for bar in bars.iter().chain(more_bars) {
                let line = bar.odd.as_deref().unwrap_or_default();
                self.format
                    .note(FormatKind::ExtraText, "lines are drawn around the board", line, "");
            }

            self.take_board(block);
        }
    }

    /// A board whose rows are too few, or have another width, is none.
    fn take_board(&mut self, rows: &[Row]) {
        for (index, row) in rows.iter().enumerate() {
            if let Some(line) = &row.odd {
                self.note_row(line, &row.cells, index);
            }
        }

        self.note_missing_above();
        let rules = self.game.rules;
        let is_whole = rows.len() == rules.rows && rows.iter().all(|row| row.cells.len() == rules.columns);
        let seen = if is_whole {
            let mut cells = Vec::with_capacity(rules.rows * rules.columns);
            for row in rows {
                cells.extend_from_slice(&row.cells);
            }
            let board = Board::from_cells(rules.rows, rules.columns, &cells);
            self.is_full = board.is_full();
            Seen::Event(Event::Board(board))
        } else {
            Seen::BrokenBoard(rows.iter().map(|row| row.cells.clone()).collect())
        };

        self.step().push(seen);
    }

    fn note_row(&mut self, line: &[u8], row: &[Cell], index: usize) {
        let wording = &self.game.wording;
        let label = &self.labels[index % self.labels.len()];
        let mut wanted = label.clone();
        for (column, cell) in row.iter().enumerate() {
            if column > 0 {
                wanted.push_str(&wording.separator);
            }
            wanted.push(cell.map_or(wording.empty, |player| wording.pieces[player.index()]));
        }

        wanted.push_str(&wording.row_end);
        if line == wanted.as_bytes() {
            return;
        }

        if self.glyphs.shows_blanks() {
            let message = "empty cells are shown as spaces";
            return self.format.note(FormatKind::Rewording, message, line, &wanted);
        }

        let asked = wanted.as_bytes().trim_ascii_end();
        let trimmed = line.trim_ascii_end();
        let (trail, asked_trail) = (line.len() - trimmed.len(), wanted.len() - asked.len());
        let at_end = if trail > asked_trail {
            Some("rows end in a space")
        } else {
            (trail < asked_trail).then_some("the space at the end of rows is missing")
        };

        if let Some(message) = at_end {
            self.format.note(FormatKind::TrailingSpace, message, line, &wanted);
        }

        if trimmed == asked {
            return;
        }

        let (kind, message) = if trimmed.eq_ignore_ascii_case(asked) {
            (FormatKind::LetterCase, "pieces with different capitalization")
        } else if !label.is_empty() && !line.iter().any(|byte| (b'1'..=b'9').contains(byte)) {
            (FormatKind::RowSpacing, "the row numbers are missing")
        } else if trimmed.contains(&b'0') && !wanted.contains('0') {
            let message = "the digit 0 is shown instead of the letter O";
            (FormatKind::Rewording, message)
        } else if label.is_empty() && self.glyphs.is_framed(trimmed) {
            let message = "rows contain characters other than their cells";
            (FormatKind::RowSpacing, message)
        } else if self.words == Words::Free && trimmed.contains(&b'\t') {
            (FormatKind::RowSpacing, "tabs between the cells of a row")
        } else if trimmed.len() < asked.len() {
            (FormatKind::RowSpacing, "spaces between the cells of a row are missing")
        } else {
            (FormatKind::RowSpacing, "extra spaces in a row")
        };

        self.format.note(kind, message, line, &wanted);
    }
}

/// Whether a row is exactly as required.
fn is_as_asked(wording: &Wording, label: &str, line: &[u8], row: &[Cell]) -> bool {
    // Comparing with an empty text costs more than asking whether it is one, and this is done for every row.
    let mut rest = line;
    if !label.is_empty() {
        let Some(behind) = line.strip_prefix(label.as_bytes()) else {
            return false;
        };
        rest = behind;
    }

    for (column, cell) in row.iter().enumerate() {
        if column > 0 {
            let Some(behind) = rest.strip_prefix(wording.separator.as_bytes()) else {
                return false;
            };
            rest = behind;
        }
        let glyph = cell.map_or(wording.empty, |player| wording.pieces[player.index()]);
        let [first, behind @ ..] = rest else {
            return false;
        };
        if char::from(*first) != glyph {
            return false;
        }
        rest = behind;
    }

    if wording.row_end.is_empty() {
        rest.is_empty()
    } else {
        rest == wording.row_end.as_bytes()
    }
}

/// How many lines are drawn above each board, and how many below.
fn bars(rows: &[Row], height: usize) -> (usize, usize) {
    if rows.len().is_multiple_of(height) {
        return (0, 0);
    }

    let are_drawn = |above: usize, below: usize| {
        let block = above + height + below;
        rows.len().is_multiple_of(block)
            && rows.chunks(block).all(|block| {
                block[..above].iter().all(|row| row.is_bar) && block[above + height..].iter().all(|row| row.is_bar)
            })
    };
    let ways = [(1, 1), (0, 1), (1, 0)];

    ways.into_iter()
        .find(|(above, below)| are_drawn(*above, *below))
        .unwrap_or((0, 0))
}
