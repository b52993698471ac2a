//! How a program draws empty cells and lays out rows, learned from the first board that it shows.
//!
//! Takes what is printed before the first key, and where no board is among it, what is printed after the next keys.

use super::layout::Layout;
use super::{Cell, FRAME, Glyphs, LONGEST, Words};
use crate::connect4::rules::Game;

impl Glyphs {
    /// Learns from the opening how empty cells are shown, and the layout of rows.
    pub(super) fn learn_opening(&mut self, opening: &[u8]) {
        let [Some(asked), ..] = self.asked else { return };
        let lines = opening.split(|byte| matches!(byte, b'\n' | b'\r')).take(LONGEST);
        let lines = lines.filter(|line| line.len() <= LONGEST);
        match self.words {
            Words::Fixed => {
                let shown: Vec<u8> = lines.filter_map(|line| self.same_mark(line)).collect();
                let Some(first) = shown.first().copied() else { return };
                let is_other = first == b'0' || self.cell(first).is_none();
                if is_other && shown.len() == self.rows && shown.iter().all(|mark| *mark == first) {
                    self.learn(first, None);
                    self.say_shown(None, first);
                }
            }
            Words::Free => {
                // The board may be there twice.
                let rows = self.rows;
                if !self.learn_rows(lines, asked, |count| count.is_multiple_of(rows)) {
                    self.learn_blanks(opening.split(|byte| matches!(byte, b'\n' | b'\r')).take(LONGEST));
                    self.saw_rows |= self.blanks.is_some();
                }
            }
        }
    }

    /// Learns the same from what is printed after a key, as long as no board was shown: one row of the first board may hold a
    /// piece.
    pub fn learn_later(&mut self, text: &[u8]) {
        let ([Some(asked), ..], Words::Free, false) = (self.asked, self.words, self.saw_rows) else {
            return;
        };
        let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).take(LONGEST);
        let rows = self.rows;
        self.learn_rows(lines.filter(|line| line.len() <= LONGEST), asked, |count| {
            count == rows || count + 1 == rows
        });
    }

    /// Learns from the lines in which one character is in each column, where there are as many as rows of a board. Whether there
    /// are. Lines that are drawn may look like rows.
    fn learn_rows<'t>(
        &mut self,
        lines: impl Iterator<Item = &'t [u8]>,
        asked: u8,
        are_board: impl Fn(usize) -> bool,
    ) -> bool {
        let rows: Vec<(u8, &[u8])> = lines.filter_map(|line| Some((self.only_mark(line)?, line))).collect();
        self.saw_rows |= !rows.is_empty();
        let of = |mark: u8| {
            rows.iter()
                .filter(move |(other, _)| *other == mark)
                .map(|(_, line)| *line)
        };

        let is_board = |mark: &u8| are_board(of(*mark).count());
        let mut boards = rows.iter().map(|(mark, _)| *mark).filter(is_board);
        let is_asked = |mark: &u8| self.cell(*mark) == Some(None);
        let Some(shown) = boards.clone().find(is_asked).or_else(|| boards.next()) else {
            return false;
        };

        if shown == b' ' {
            // Between frames a space is empty whatever else is: then that may be a piece.
            self.forget_empty();
            return true;
        }
        let layout = of(shown).find_map(|line| Layout::of(line, shown, self.columns));
        let agrees = |layout: &Layout| of(shown).all(|line| layout.cells_of(line).is_some());
        self.layout = layout.filter(agrees);
        if shown.eq_ignore_ascii_case(&asked) || matches!(self.cell(shown), Some(Some(_))) {
            return true;
        }

        self.forget_empty();
        self.learn(shown, None);
        self.say_shown(None, shown);
        true
    }

    /// The one character of a line that begins with as many of it as there are columns, ignoring spaces.
    fn same_mark(&self, line: &[u8]) -> Option<u8> {
        let mut marks = line.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        let first = marks.next()?;
        let rest = marks.by_ref().take_while(|mark| *mark == first).count();
        (is_glyph(first) && rest + 1 == self.columns && marks.next().is_none()).then_some(first)
    }

    /// The required characters of empty cells are not in use.
    fn forget_empty(&mut self) {
        let is_empty = |cell: &&mut Option<Cell>| **cell == Some(None);
        self.cells.iter_mut().filter(is_empty).for_each(|cell| *cell = None);
    }

    /// The one character of a line that is as many times there as there are columns, ignoring spaces, frames and labels; a space
    /// where nothing is between the frames.
    fn only_mark(&self, line: &[u8]) -> Option<u8> {
        let fields = self.fields(line);
        if fields.is_some_and(|fields| fields.iter().all(|mark| *mark == b' ')) {
            return Some(b' ');
        }
        let is_mark = |byte: &u8| !byte.is_ascii_whitespace() && !FRAME.contains(byte);
        let marks: Vec<u8> = line.iter().copied().filter(is_mark).collect();
        let labels = marks.len().checked_sub(self.columns)?;
        let mark = *marks.get(marks.len() / 2)?;
        let is_glyph = is_glyph(mark) && (mark == b'0' || !mark.is_ascii_digit());
        let is_other = |other: &&u8| **other != mark;
        let before = marks.iter().take_while(is_other).count();
        let behind = marks.iter().rev().take_while(is_other).count();
        let mut others = marks.iter().filter(is_other);
        let are_labels =
            before.max(behind) <= 2 && others.clone().count() == before + behind && others.all(u8::is_ascii_digit);

        // The label of a row may be the digit that its empty cells are, too.
        let is_whole = labels == before + behind || (mark == b'0' && labels <= 2);
        (is_glyph && are_labels && is_whole).then_some(mark)
    }
}

/// Whether a text has a board whose cells are all zero bytes, as memory that nobody has set has them.
pub fn has_zero_cells(game: &Game, text: &[u8]) -> bool {
    if !text.contains(&0) {
        return false;
    }
    let is_row = |line: &&[u8]| {
        let is_drawn = |byte: &&u8| matches!(byte, b' ' | b'\r') || byte.is_ascii_digit() || FRAME.contains(byte);
        let cells: Vec<&u8> = line.iter().filter(|byte| !is_drawn(byte)).collect();
        cells.len() == game.rules.columns && cells.iter().all(|cell| **cell == 0)
    };
    text.split(|byte| *byte == b'\n').filter(is_row).count() >= game.rules.rows
}

/// Whether a byte is seen in a column, or is the zero byte of a cell that nobody has set.
fn is_glyph(byte: u8) -> bool {
    byte.is_ascii_graphic() || byte == 0
}
