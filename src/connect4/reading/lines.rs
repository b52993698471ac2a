//! Reading line by line: line ends and blank lines, and what each line is: part of a board, a message, or other text.

use super::cropped::holds_cells;
use super::format::EXTRA;
use super::{FormatKind, KEYS_NOT_SHOWN, Line, NO_GREETING, Reader, Seen, message, text_of};
use crate::connect4::rules::Wording;

/// A blank line is required above a board.
const NO_BLANK_ABOVE: &str = "the blank line above the board is missing";

const NO_BREAK_BEFORE_BOARD: &str = "the line break before the board is missing";

/// The blank lines that were just read.
#[derive(Debug, Default)]
pub(super) struct Blank {
    count: usize,
    /// Whether a key precedes them: then the first line feed after it ends its line.
    is_behind_key: bool,
}

impl Blank {
    /// A key was read: what follows continues its line.
    pub fn behind_key(&mut self) {
        *self = Self {
            count: 0,
            is_behind_key: true,
        };
    }
}

impl Reader<'_> {
    /// Reads line by line. The first line continues the prompt's when `starts_line` is false; the last one is open.
    pub(super) fn read_lines(&mut self, text: &[u8], starts_line: bool, is_last: bool) {
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
            let is_pair = matches!(rest[end..], [b'\r', b'\n', ..] | [b'\n', b'\r', ..]);
            let (line_end, behind) = rest[end..].split_at(1 + usize::from(is_pair));
            self.note_line_end(line_end);

            let nothing_follows = is_last && behind.is_empty();
            if !fresh || !line.trim_ascii().is_empty() || self.is_blank_row(line) {
                self.read_line(line, fresh, true);
            } else if !self.game.wording.above.is_empty() {
                self.blank.count += 1;
            } else if !nothing_follows {
                self.note_blank_lines(1);
            }

            rest = behind;
            fresh = true;
        }
    }

    /// Whether a line of spaces is a row of a board.
    fn is_blank_row(&self, line: &[u8]) -> bool {
        let drawing = self.drawing.as_ref();
        drawing.is_some_and(|(drawing, _)| drawing.is_blank_row(line))
    }

    fn note_line_end(&mut self, line_end: &[u8]) {
        let asked = &self.game.wording.newline;
        if line_end == asked.as_bytes() {
            return;
        }
        let at = LINE_ENDS.iter().position(|(bytes, _)| *bytes == line_end).unwrap_or(0);
        let messages = self.line_ends.get_or_insert_with(|| line_end_messages(asked));
        let message = &messages[at];
        self.format.note(FormatKind::CarriageReturn, message, line_end, asked);
    }

    fn note_blank_lines(&mut self, count: usize) {
        for _ in 0..count {
            self.format.note(FormatKind::BlankLines, "extra blank lines", b"\n", "");
        }
    }

    /// Something is printed after the blank lines. One may be required above a board: one more line feed than ends the line
    /// before it.
    pub(super) fn settle_blank(&mut self, is_board: bool) {
        let Wording { above, newline, .. } = &self.game.wording;
        let blank = std::mem::take(&mut self.blank);
        let asked = usize::from(is_board && !above.is_empty() && !blank.is_behind_key);
        if blank.count < asked {
            self.format.note(FormatKind::BlankLines, NO_BLANK_ABOVE, b"", newline);
        }
        self.note_blank_lines(blank.count.saturating_sub(asked));
    }

    /// The step ends with blank lines. The very last line feed is optional.
    pub(super) fn end_blank(&mut self, is_last: bool) {
        let blank = std::mem::take(&mut self.blank);
        self.note_blank_lines(blank.count.saturating_sub(usize::from(is_last)));
    }

    pub(super) fn note_joined(&mut self, line: &[u8], fresh: bool) {
        if fresh {
            return;
        }

        if !self.is_in_place_of_key(fresh) {
            let message = "the line break after the key is missing";
            self.format.note(FormatKind::BlankLines, message, line, "\n");
        } else if self.typed.is_empty() {
            self.format.note(FormatKind::MissingEcho, KEYS_NOT_SHOWN, b"", "\n");
        }
        // Otherwise the key is not shown, and Enter is a part of it.
    }

    fn read_line(&mut self, line: &[u8], fresh: bool, closed: bool) {
        let (mut rest, mut fresh) = (Some(line), fresh);
        while let Some(line) = rest {
            rest = self.read_beginning(line, fresh, closed);
            fresh = true;
        }
    }

    /// Reads a line, or what is at its beginning: then the rest of it is returned, which is to be read as a line.
    fn read_beginning<'t>(&mut self, line: &'t [u8], fresh: bool, closed: bool) -> Option<&'t [u8]> {
        let stripped = line.trim_ascii();
        if stripped.is_empty() && !self.is_blank_row(line) {
            if !line.is_empty() {
                self.format
                    .note(FormatKind::TrailingSpace, "spaces where nothing is expected", line, "");
            }
            return None;
        }

        // A row that is known was no header when it was read first.
        let known = self.known_row(line);
        if known.is_none() && self.glyphs.is_header(line) {
            self.take_header(line, fresh);
            return None;
        }

        let row = known.or_else(|| self.new_row(line));
        if let Some(row) = row.or_else(|| self.marked_row(line)) {
            self.note_characters(line, &row);
            let is_first = self.rows.len().is_multiple_of(self.game.rules.rows);
            if std::mem::take(&mut self.may_be_below) {
                self.format
                    .note(FormatKind::BlankLines, NO_BLANK_ABOVE, b"", &self.game.wording.newline);
            }
            self.settle_blank(is_first && !self.has_header);
            self.note_joined(&row.line, fresh);
            self.take_row(row);
            return None;
        }

        if let Some((text, rows)) = self.split_before_rows(line, fresh) {
            if !self.is_in_place_of_key(fresh) {
                self.format
                    .note(FormatKind::BlankLines, NO_BREAK_BEFORE_BOARD, line, "\n");
            }
            self.read_line(text, fresh, true);
            let (last, others) = rows.split_last()?;
            for row in others {
                self.read_line(row, true, true);
            }
            return Some(last);
        }

        let rest = self.take_joined_rows(line, fresh);
        if let Some(rest) = rest.or_else(|| self.take_last_row(line, fresh)) {
            return Some(rest);
        }

        if message::is_drawing(line) {
            if holds_cells(line) {
                self.note_line(stripped);
            }
            self.settle_blank(self.rows.is_empty());
            self.drawn.push(line);
            return None;
        }

        // Text in place of the key is no part of the message that follows it in its line.
        if self.is_in_place_of_key(fresh)
            && let Some((before, behind)) = self.messages.split(line)
        {
            self.read_line(before, true, true);
            return Some(behind);
        }

        self.end_board();
        self.settle_header();
        self.settle_blank(false);
        self.drawn.note_text();
        self.note_line(stripped);
        let found = self.messages_in(line, closed);
        if !found.is_empty() {
            self.note_joined(line, fresh);
            for found in found {
                self.take_message(line, found, closed);
            }
            return None;
        }

        let is_known = self.known(line).is_some();
        if let Some((before, behind)) = self.messages.split(line).filter(|_| !is_known) {
            let message = "the line break before a message is missing";
            self.format.note(FormatKind::BlankLines, message, line, "\n");
            self.read_line(before, fresh, true);
            return Some(behind);
        }

        // What prompts without a name, or too late, is noted as that.
        let says_something = self.known(line).is_some_and(|known| !known.says_nothing);
        if !says_something {
            self.format.note(FormatKind::ExtraText, EXTRA, line, "");
        }
        self.step().push(Seen::Other(text_of(stripped)));
        None
    }

    /// Keeps a line of text for those who learn from it.
    pub(super) fn note_line(&mut self, text: &[u8]) {
        self.something_follows();
        let Some((text, label)) = self.without_echo(text) else {
            return;
        };
        let (text, label) = (text.to_vec(), label.map(<[u8]>::to_vec));
        if let Some(lines) = self.lines.last_mut() {
            lines.push(Line {
                text,
                label,
                is_before_key: self.awaits_key,
            });
        }
    }

    /// What was read last is not the last of its step.
    pub(super) fn something_follows(&mut self) {
        if let Some(line) = self.lines.last_mut().and_then(|lines| lines.last_mut()) {
            line.is_before_key = false;
        }
    }

    /// The numbers of the columns belong to a board and are none of its rows.
    fn take_header(&mut self, line: &[u8], fresh: bool) {
        let is_below = !self.rows.is_empty() && self.blank.count == 0 && !self.game.wording.above.is_empty();
        self.end_board();
        self.note_drawn_above_board();
        if std::mem::take(&mut self.lacks_header) {
            let message = "the column numbers are printed below the board instead of above it";
            let asked = &self.game.wording.header;
            self.format.note(FormatKind::ExtraText, message, line, asked);
            return;
        }

        // A blank line that is due above a board is not missing where none follows.
        self.may_be_below = is_below;
        self.settle_blank(!is_below);
        self.note_joined(line, fresh);

        let asked = &self.game.wording.header;
        if asked.is_empty() {
            self.format.note(FormatKind::ExtraText, "extra text", line, "");
        } else if line.trim_ascii_end() != asked.trim_ascii_end().as_bytes() {
            let message = "the column numbers are spaced differently";
            self.format.note(FormatKind::RowSpacing, message, line, asked);
        } else if line != asked.as_bytes() {
            let message = "different spaces after the column numbers";
            self.format.note(FormatKind::TrailingSpace, message, line, asked);
        }

        self.has_header = true;
    }

    /// A board is there: whatever is missing above it is a format difference.
    pub(super) fn note_missing_above(&mut self) {
        self.settle_header();
        self.lacks_header = !self.game.wording.header.is_empty() && !self.has_header;
        self.has_header = false;
        if std::mem::take(&mut self.owes_greeting) {
            let greeting = &self.game.wording.greeting;
            let messages = [NO_GREETING, "the greeting is worded differently"];
            self.note_owed(messages, greeting);
        }
    }

    /// Something else follows a board: its column numbers, if they are not above it, are not below it either.
    pub(super) fn settle_header(&mut self) {
        if std::mem::take(&mut self.may_be_below) {
            let message = "the column numbers are printed below the board, too";
            self.format.note(FormatKind::ExtraText, message, b"", "");
            self.has_header = false;
        }
        if std::mem::take(&mut self.lacks_header) {
            let message = "the column numbers are missing";
            self.format
                .note(FormatKind::ExtraText, message, b"", &self.game.wording.header);
        }
    }

    /// A greeting or a farewell is due that was not recognized: it is missing, unless text that says nothing else may be
    /// it.
    pub(super) fn note_owed(&mut self, [missing, reworded]: [&str; 2], wanted: &str) {
        let own = self.step().iter().rev().map_while(|seen| match seen {
            Seen::Other(text) => Some(text),
            _ => None,
        });
        let said = own.filter(|text| text.chars().any(char::is_alphabetic)).last().cloned();
        let Some(text) = said else {
            self.format.note(FormatKind::ExtraText, missing, b"", wanted);
            return;
        };

        let others = self.steps.last().into_iter().flatten().filter_map(|seen| match seen {
            Seen::Other(other) => Some(other),
            _ => None,
        });
        self.format.excuse(&text, 1, others);
        self.format
            .note(FormatKind::Rewording, reworded, text.as_bytes(), wanted);
    }
}

/// Every line end that a program may print, with its name.
const LINE_ENDS: [(&[u8], &str); 4] = [(b"\n", "LF"), (b"\r", "CR"), (b"\r\n", "CR LF"), (b"\n\r", "LF CR")];

/// The message about each line end, if another is required.
fn line_end_messages(asked: &str) -> [String; 4] {
    let name = |wanted: &[u8]| {
        LINE_ENDS
            .iter()
            .find(|(bytes, _)| *bytes == wanted)
            .map(|(_, name)| *name)
    };

    LINE_ENDS.map(|(bytes, own)| match (bytes, asked) {
        (b"\r", "\n") => "lines end in CR instead of LF".to_owned(),
        (_, "\n") => "lines end in CR LF instead of LF".to_owned(),
        _ => format!(
            "lines end in {own} instead of {}",
            name(asked.as_bytes()).unwrap_or("the expected line end")
        ),
    })
}
