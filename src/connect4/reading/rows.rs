//! Rows of the board: reading them, naming their dress, and putting whole boards together.

use std::borrow::Cow;

use super::{DressKind, Reader, Seen, message, text_of};
use crate::connect4::board::{Board, Cell};
use crate::connect4::expected::Event;

/// A row of a board as it was printed.
pub(super) struct Row {
    cells: Vec<Cell>,
    /// Its line, with empty cells as they were asked for, where it stands otherwise than was asked for.
    odd: Option<Vec<u8>>,
    /// Whether it may be a line that is drawn: dashes and no blank.
    is_bar: bool,
}

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

    /// Puts a row to those before it.
    pub(super) fn take_row(&mut self, line: &[u8], cells: Vec<Cell>) {
        let is_asked = message::is_row_as_asked(self.game, line, &cells);
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
        for block in rows.chunks(above + height + below) {
            let (bars, block) = block.split_at(above.min(block.len()));
            let (block, more_bars) = block.split_at(height.min(block.len()));
            for bar in bars.iter().chain(more_bars) {
                let line = bar.odd.as_deref().unwrap_or_default();
                self.dress
                    .note(DressKind::ExtraText, "lines are drawn around the board", line, "");
            }
            self.take_board(block);
        }
    }

    /// A board whose rows are too few, or have another width, is none.
    fn take_board(&mut self, rows: &[Row]) {
        for row in rows {
            if let Some(line) = &row.odd {
                self.note_row(line, &row.cells);
            }
        }
        let rules = self.game.rules;
        let is_whole = rows.len() == rules.rows && rows.iter().all(|row| row.cells.len() == rules.columns);
        let cells = rows.iter().map(|row| row.cells.clone());
        let seen = if is_whole {
            Seen::Event(Event::Board(Board::from_cells(
                rules.rows,
                rules.columns,
                cells.flatten().collect(),
            )))
        } else {
            Seen::BrokenBoard(cells.collect())
        };
        self.step().push(seen);
    }

    fn note_row(&mut self, line: &[u8], row: &[Cell]) {
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
