//! A program's transcript back into events, and the differences in its dress.
//!
//! Takes the printed bytes with the places where keys were read, and the wording that was asked for. Gives, for each
//! attempted move, what the program said in the game's terms, however it was dressed: trailing blanks, NULs, CR line
//! ends, blank lines, other letter case, small misspellings and the like are noted as [`Dress`] and read through.

use std::borrow::Cow;

use super::board::Cell;
use super::expected::Event;
use super::rules::Game;
use super::script::Script;

mod align;
mod dress;
mod message;
mod rows;

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
    /// The dress of each step.
    pub dress: Vec<Wardrobe>,
}

/// Reads a transcript. `marks[n]` is the length of `bytes` when key `n` was read; `waits` says whether the program waits
/// for another key at the end.
pub fn read(game: &Game, script: &Script, bytes: &[u8], marks: &[usize], waits: bool) -> Reading {
    let mut reader = Reader {
        game,
        empty: message::empty_shown(
            game,
            &bytes[..marks.first().copied().unwrap_or(bytes.len()).min(bytes.len())],
        ),
        awaits_key: true,
        dress: Wardrobe::default(),
        past: Vec::new(),
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
    let mut ends = starts.chain([bytes.len()]).peekable();
    while let Some(end) = ends.next() {
        let end = end.min(bytes.len());
        let is_last = end == bytes.len();
        reader.awaits_key = waits || ends.peek().is_some();
        reader.read_step(&bytes[begin.min(end)..end], typed, is_last);
        begin = end;
        typed = attempts.next().map(|attempt| &attempt.typed[..]);
    }
    Reading {
        steps: reader.steps,
        dress: reader.past,
    }
}

struct Reader<'a> {
    game: &'a Game,
    /// What empty cells are shown as, when it is not what was asked for.
    empty: Option<u8>,
    /// Whether a key is read, or waited for, at the end of the step.
    awaits_key: bool,
    /// The dress of the step that is read.
    dress: Wardrobe,
    /// The dress of the steps before it.
    past: Vec<Wardrobe>,
    steps: Vec<Vec<Seen>>,
    /// Rows of boards, until something else is printed.
    rows: Vec<rows::Row>,
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
        let text = &self.without_controls(bytes, typed)[..];
        let mut text = text;
        let mut starts_line = true;
        if let Some(typed) = typed {
            text = self.read_echo(text, typed);
            starts_line = false;
        }
        self.read_lines(text, starts_line, is_last);
        self.end_board();
        self.take_last_text_for_prompt();
        self.past.push(std::mem::take(&mut self.dress));
    }

    /// Where a key is read and nobody was asked, a last line that names a player is the prompt: `Player 1's turn`.
    fn take_last_text_for_prompt(&mut self) {
        if !self.awaits_key {
            return;
        }
        let Some(Seen::Other(text)) = self.steps.last().and_then(|step| step.last()) else {
            return;
        };
        if let Some(found) = message::prompt_before_key(self.game, text.as_bytes(), "") {
            let text = text.clone();
            self.step().pop();
            self.take_message(text.as_bytes(), found, true);
        }
    }

    /// Takes out what a terminal does not show: NULs, and the codes that clear the screen or move the cursor. A control
    /// character that was typed stays where it is: it may be the echo.
    fn without_controls<'t>(&mut self, bytes: &'t [u8], typed: Option<&[u8]>) -> Cow<'t, [u8]> {
        let is_shown = |byte: u8| !byte.is_ascii_control() || matches!(byte, b'\n' | b'\r' | b'\t');
        let is_typed = |byte: &u8| typed.is_some_and(|typed| typed.contains(byte));
        if bytes.iter().all(|byte| is_shown(*byte)) {
            return Cow::Borrowed(bytes);
        }
        let mut kept = Vec::with_capacity(bytes.len());
        let mut rest = bytes;
        while let [first, behind @ ..] = rest {
            rest = behind;
            if is_shown(*first) || is_typed(first) {
                kept.push(*first);
            } else if *first == 0 {
                self.dress.note(DressKind::Nul, "NUL bytes are printed", b"\0", "");
            } else {
                let code = &bytes[bytes.len() - behind.len() - 1..];
                let length = message::escape_length(code);
                rest = &code[length..];
                let message = "control codes that clear the screen or move the cursor";
                self.dress.note(DressKind::ExtraText, message, &code[..length], "");
            }
        }
        Cow::Owned(kept)
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
        let gap = rest.len() - rest.trim_ascii_start().len();
        let is_graphic = typed.iter().all(u8::is_ascii_graphic);
        let again = match gap {
            _ if is_graphic => rest[gap..].strip_prefix(typed),
            // A second blank or control character looks like a gap; only right behind the first is it an echo.
            _ if !typed.contains(&b'\n') => rest.strip_prefix(typed),
            _ => None,
        };
        // The key alone on what is left of its line: a line that begins with the same digit is no echo.
        if let Some(behind) = again
            && matches!(behind.first(), None | Some(b'\n' | b'\r'))
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
        if let Some((row, line)) = self.row(line) {
            let line = &line[..];
            if !fresh {
                self.dress.note(
                    DressKind::BlankLines,
                    "the line feed behind the key is missing",
                    line,
                    "\n",
                );
            }
            self.take_row(line, row);
            return;
        }
        if message::is_drawing(line) {
            self.dress
                .note(DressKind::ExtraText, "lines are drawn around the board", line, "");
            return;
        }
        self.end_board();
        let recognised = message::recognise(self.game, line);
        let asked = || {
            let said = match self.steps.last().and_then(|step| step.last()) {
                Some(Seen::Other(said)) => said.as_str(),
                _ => "",
            };
            message::prompt_before_key(self.game, line, said)
        };
        if let Some(found) = recognised.or_else(|| (!closed && self.awaits_key).then(asked).flatten()) {
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
}

#[cfg(test)]
mod tests;
