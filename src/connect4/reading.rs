//! A program's transcript back into events, and the differences in its dress.
//!
//! Takes the printed bytes with the places where keys were read, and the wording that was asked for. Gives, for each
//! attempted move, what the program said in the game's terms, however it was dressed: trailing blanks, NULs, CR line
//! ends, blank lines, other letter case, small misspellings and the like are noted as [`Dress`] and read through.

use super::board::{Board, Cell};
use super::expected::Event;
use super::rules::Game;
use super::script::Script;

mod align;
mod dress;
mod message;

pub use align::{Difference, align};
pub use dress::{Dress, DressKind, Wardrobe, text_of};
use message::Match;

/// What was seen in a transcript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// Something the game knows.
    Event(Event),
    /// Rows that make no whole board.
    BrokenBoard(Vec<Vec<Cell>>),
    /// Anything else.
    Other(String),
}

/// A transcript in the game's terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What was seen before the first key, then from each attempted move until the next.
    pub steps: Vec<Vec<Seen>>,
    /// Its dress.
    pub dress: Wardrobe,
}

/// Reads a transcript. `marks[n]` is the length of `bytes` when key `n` was read.
pub fn read(game: &Game, script: &Script, bytes: &[u8], marks: &[usize]) -> Reading {
    let mut reader = Reader {
        game,
        dress: Wardrobe::default(),
        steps: Vec::new(),
        rows: Vec::new(),
    };
    let starts = script
        .attempts
        .iter()
        .map_while(|attempt| marks.get(attempt.first_key).copied());
    let mut begin = 0;
    let mut typed: Option<&[u8]> = None;
    let mut attempts = script.attempts.iter();
    for end in starts.chain([bytes.len()]) {
        let end = end.min(bytes.len());
        let is_last = end == bytes.len();
        reader.read_step(&bytes[begin.min(end)..end], typed, is_last);
        begin = end;
        typed = attempts.next().map(|attempt| &attempt.typed[..]);
    }
    Reading {
        steps: reader.steps,
        dress: reader.dress,
    }
}

struct Reader<'a> {
    game: &'a Game,
    dress: Wardrobe,
    steps: Vec<Vec<Seen>>,
    /// Rows of a board that is not complete yet.
    rows: Vec<Vec<Cell>>,
}

impl Reader<'_> {
    fn step(&mut self) -> &mut Vec<Seen> {
        if self.steps.is_empty() {
            self.steps.push(Vec::new());
        }
        self.steps.last_mut().expect("one was pushed")
    }

    fn read_step(&mut self, bytes: &[u8], typed: Option<&[u8]>, is_last: bool) {
        self.steps.push(Vec::new());
        let without_nul: Vec<u8>;
        let mut text = bytes;
        if bytes.contains(&0) && typed != Some(&[0]) {
            without_nul = bytes.iter().copied().filter(|byte| *byte != 0).collect();
            text = &without_nul;
            for _ in 0..bytes.len() - text.len() {
                self.dress.note(DressKind::Nul, "NUL bytes are printed", b"\0", "");
            }
        }
        let mut starts_line = true;
        if let Some(typed) = typed {
            text = self.read_echo(text, typed);
            starts_line = false;
        }
        self.read_lines(text, starts_line, is_last);
        self.end_board();
    }

    /// Takes the echo off the beginning of a step.
    fn read_echo<'t>(&mut self, text: &'t [u8], typed: &[u8]) -> &'t [u8] {
        let shown = if typed.is_empty() {
            None
        } else {
            text.strip_prefix(typed)
        };
        let Some(mut rest) = shown else {
            if typed.is_empty() {
                self.step().push(Seen::Event(Event::Echo(Vec::new())));
            }
            return text;
        };
        self.step().push(Seen::Event(Event::Echo(typed.to_vec())));
        let is_line_end = |byte: Option<&u8>| matches!(byte, None | Some(b'\n' | b'\r'));
        let gap = rest.len() - rest.trim_ascii_start().len();
        let doubled = if typed.iter().all(u8::is_ascii_graphic) {
            rest[gap..].strip_prefix(typed)
        } else {
            None
        };
        if let Some(behind) = doubled
            && (is_line_end(behind.first()) || !rest[..gap].is_empty())
            && message::row(
                self.game,
                rest[gap..].split(|byte| *byte == b'\n').next().unwrap_or_default(),
            )
            .is_none()
        {
            let shown = &text[..text.len() - behind.len()];
            self.dress.note(
                DressKind::DoubledEcho,
                "each key is shown twice",
                shown,
                &text_of(typed),
            );
            rest = behind;
        }
        rest
    }

    /// Reads line by line. The first line continues the prompt's when `starts_line` is false; the last one is open.
    fn read_lines(&mut self, text: &[u8], starts_line: bool, is_last: bool) {
        let mut rest = text;
        let mut fresh = starts_line;
        loop {
            let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                if !rest.is_empty() {
                    self.read_line(rest, fresh, false);
                }
                return;
            };
            let line = &rest[..end];
            let mut behind = &rest[end + 1..];
            let pair = [rest[end], behind.first().copied().unwrap_or(0)];
            if pair == *b"\r\n" || pair == *b"\n\r" {
                behind = &behind[1..];
                self.dress.note(
                    DressKind::CarriageReturn,
                    "lines end in CR and LF, not in LF alone",
                    &pair,
                    "\n",
                );
            } else if pair[0] == b'\r' {
                self.dress
                    .note(DressKind::CarriageReturn, "lines end in CR, not in LF", b"\r", "\n");
            }
            let nothing_follows = is_last && behind.is_empty();
            if fresh && line.trim_ascii().is_empty() {
                if !nothing_follows {
                    self.dress
                        .note(DressKind::BlankLines, "blank lines that were not asked for", b"\n", "");
                }
            } else {
                self.read_line(line, fresh, true);
            }
            rest = behind;
            fresh = true;
        }
    }

    fn read_line(&mut self, line: &[u8], fresh: bool, closed: bool) {
        let stripped = line.trim_ascii();
        if stripped.is_empty() {
            if !line.is_empty() {
                self.dress
                    .note(DressKind::TrailingSpace, "blanks where nothing was asked for", line, "");
            }
            return;
        }
        if let Some(row) = message::row(self.game, line) {
            if !fresh {
                self.dress.note(
                    DressKind::BlankLines,
                    "the line feed behind the key is missing",
                    line,
                    "\n",
                );
            }
            self.note_row(line, &row);
            self.rows.push(row);
            if self.rows.len() == self.game.rules.rows {
                let cells = std::mem::take(&mut self.rows).into_iter().flatten().collect();
                let board = Board::from_cells(self.game.rules.rows, self.game.rules.columns, cells);
                self.step().push(Seen::Event(Event::Board(board)));
            }
            return;
        }
        self.end_board();
        if let Some(found) = message::recognise(self.game, line) {
            if !fresh {
                self.dress.note(
                    DressKind::BlankLines,
                    "the line feed behind the key is missing",
                    line,
                    "\n",
                );
            }
            self.take_message(line, found, closed);
            return;
        }
        if let Some((before, behind)) = message::split(self.game, line) {
            self.dress.note(
                DressKind::BlankLines,
                "a line feed is missing before a message",
                line,
                "\n",
            );
            self.read_line(before, fresh, true);
            self.read_line(behind, true, closed);
            return;
        }
        let text = text_of(stripped);
        self.dress
            .note(DressKind::ExtraText, "text that was not asked for", line, "");
        self.step().push(Seen::Other(text));
    }

    fn take_message(&mut self, line: &[u8], found: Match, closed: bool) {
        let wanted = found.wanted;
        match found.kind {
            Some(DressKind::LetterCase) => {
                let message = format!("'{}' in other letter case", wanted.trim_end());
                self.dress.note(DressKind::LetterCase, &message, line, &wanted);
            }
            Some(kind) => {
                let message = format!(
                    "'{}' where '{}' is asked for",
                    text_of(line.trim_ascii()),
                    wanted.trim_end()
                );
                self.dress.note(kind, &message, line, &wanted);
            }
            None => {}
        }
        let trail = |bytes: &[u8]| bytes.len() - bytes.trim_ascii_end().len();
        let (printed, asked) = (trail(line), trail(wanted.as_bytes()));
        if printed > asked {
            let message = format!("'{}' ends in blanks too many", wanted.trim_end());
            self.dress.note(DressKind::TrailingSpace, &message, line, &wanted);
        } else if printed < asked {
            let message = format!("the blank behind '{}' is missing", wanted.trim_end());
            self.dress.note(DressKind::TrailingSpace, &message, line, &wanted);
        }
        if line.len() > line.trim_ascii_start().len() {
            let message = format!("blanks before '{}'", wanted.trim_end());
            self.dress.note(DressKind::RowSpacing, &message, line, &wanted);
        }
        if matches!(found.event, Event::Prompt(_)) && closed {
            self.dress
                .note(DressKind::BlankLines, "a line feed behind the prompt", line, &wanted);
        }
        self.step().push(Seen::Event(found.event));
    }

    fn note_row(&mut self, line: &[u8], row: &[Cell]) {
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
    fn end_board(&mut self) {
        if !self.rows.is_empty() {
            let rows = std::mem::take(&mut self.rows);
            self.step().push(Seen::BrokenBoard(rows));
        }
    }
}

#[cfg(test)]
mod tests;
