//! Rows of a board in one line with something else: with each other, the last one with the text that follows it, or the first
//! one with text in place of the key.

use super::drawing::lists;
use super::{FormatKind, ROWS_JOINED, Reader, Words};
use crate::connect4::expected::Event;
use crate::connect4::rules::Rules;

/// Text follows the last row in its line.
pub(super) const TEXT_JOINED: &str = "the line break after the last row of the board is missing";

/// Rows longer than this are none.
const LONGEST: usize = 60;

impl Reader<'_> {
    /// Takes the rows of a whole board from a line, and returns what follows them in it. `None` where it does not begin with as
    /// many rows of one length as a board has, or lists.
    pub(super) fn take_joined_rows<'t>(&mut self, line: &'t [u8], fresh: bool) -> Option<&'t [u8]> {
        let (joined, rest) = self.joined_rows(line)?;

        self.settle_blank(self.rows.is_empty() && !self.has_header);
        self.note_joined(joined[0], fresh);
        for row in joined {
            let known = self.known_row(row);
            let read = known.or_else(|| self.new_row(row))?;
            self.note_characters(row, &read);
            self.take_row(read);
        }

        self.format.note(FormatKind::BlankLines, ROWS_JOINED, b"", "");
        Some(rest)
    }

    /// The rows in a line, and what follows them.
    fn joined_rows<'t>(&self, line: &'t [u8]) -> Option<(Vec<&'t [u8]>, &'t [u8])> {
        let Rules { rows, columns, .. } = self.game.rules;
        if let Some((drawing, _)) = self.drawing {
            let lists = lists::rows(line, columns);
            let are_rows = lists.len() == rows && lists.iter().all(|list| drawing.row(list).is_some());
            return are_rows.then_some((lists, &[]));
        }
        let length = self.joined_length(line)?;
        let (joined, rest) = line.split_at(length * rows);
        Some((joined.chunks(length).collect(), rest))
    }

    /// The length of each row.
    fn joined_length(&self, line: &[u8]) -> Option<usize> {
        let rules = self.game.rules;
        let mut lengths = rules.columns..=(line.len() / rules.rows.max(1)).min(LONGEST);
        lengths.find(|length| line.chunks(*length).take(rules.rows).all(|row| self.is_whole_row(row)))
    }

    /// Takes the last row of a board from a line, and returns the text that follows it in it. `None` where it does not begin with a
    /// row as long as the one above.
    pub(super) fn take_last_row<'t>(&mut self, line: &'t [u8], fresh: bool) -> Option<&'t [u8]> {
        let is_last = self.drawing.is_none() && (self.rows.len() + 1).is_multiple_of(self.game.rules.rows);
        let above = &self.rows.last().filter(|_| is_last)?.line;
        let lengths = [above.len(), above.trim_ascii_end().len()].into_iter();
        let (row, rest) = lengths
            .filter_map(|length| line.split_at_checked(length))
            .find(|(row, rest)| self.is_whole_row(row) && rest.iter().any(u8::is_ascii_alphabetic))?;

        let read = self.known_row(row).or_else(|| self.new_row(row))?;
        self.settle_blank(false);
        self.note_joined(row, fresh);
        self.note_characters(row, &read);
        self.take_row(read);
        self.format.note(FormatKind::BlankLines, TEXT_JOINED, line, "\n");
        Some(rest)
    }

    /// The text in place of the key, with no line break after it, and the rows that follow it in its line, of which there is one
    /// at least: `You chose 3- - - - - -`. A flood may have thousands of them in one line.
    pub(super) fn split_before_rows<'t>(&self, line: &'t [u8], fresh: bool) -> Option<(&'t [u8], Vec<&'t [u8]>)> {
        if fresh || self.drawing.is_some() || self.words == Words::Free {
            return None;
        }

        let (mut text, mut rows) = (line, Vec::new());
        while let Some((before, row)) = self.split_before_last_row(text) {
            rows.push(row);
            text = before;
        }
        rows.reverse();
        (!rows.is_empty()).then_some((text, rows))
    }

    fn split_before_last_row<'t>(&self, line: &'t [u8]) -> Option<(&'t [u8], &'t [u8])> {
        let mut splits = (1..line.len()).rev().map(|at| line.split_at(at));
        splits.find(|(text, row)| self.is_whole_row(row) && text.iter().any(u8::is_ascii_alphabetic))
    }

    /// Whether a line continues that of a prompt, after which the key is not shown: Enter is a part of the key.
    pub(super) fn is_in_place_of_key(&self, fresh: bool) -> bool {
        let is_shown = self.has_event(|event| matches!(event, Event::Echo(typed) if !typed.is_empty()));
        !fresh && self.takes_lines && !is_shown
    }

    fn is_whole_row(&self, row: &[u8]) -> bool {
        let cells = self.glyphs.known_row(row);
        cells.is_some_and(|cells| cells.len() == self.game.rules.columns)
    }
}
