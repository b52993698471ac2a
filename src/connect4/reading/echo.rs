//! The beginning of a step: removes what a terminal does not show, and separates the echo from what follows.

use std::borrow::Cow;

use super::{FormatKind, LINE_BREAK_AFTER_PROMPT, Reader, Seen, Words, terminal, text_of};
use crate::connect4::expected::Event;
use crate::connect4::rules::Echo;

/// A number that nothing was added to before it was printed.
const NUMBER_AS_CHARACTER: &str =
    "a player's number is printed as a control code: to print the digit, add the code of '0' (48) to it";
const SHOWN_TWICE: &str = "each key is shown twice";
/// A program that reads numbers shows the one that it made of the key.
const NUMBER_FOR_KEY: &str = "a number is shown in place of a key";
/// A program that reads one character of a line shows that one.
const PART_OF_LINE: &str = "only the beginning of what was typed is shown";
const NUMBER_BESIDE_KEY: &str = "a number is shown after a key";
/// Digits of a number, at most.
const DIGITS: usize = 11;

impl Reader<'_> {
    /// Takes out what a terminal does not show: NULs, and the codes that clear the screen or move the cursor. A control
    /// character that was typed stays where it is: it may be the echo. So does a NUL that is an empty cell.
    pub(super) fn without_controls<'t>(&mut self, bytes: &'t [u8], typed: Option<&[u8]>) -> Cow<'t, [u8]> {
        let has_zeros = self.glyphs.is_cell(0);
        let is_kept = |byte| (byte == 0 && has_zeros) || typed.is_some_and(|typed| typed.contains(&byte));
        terminal::without_control_codes(bytes, typed.is_some(), is_kept, |code, digit| {
            let (kind, message) = match (code, digit) {
                ([0], _) => (FormatKind::Nul, "NUL bytes are printed"),
                (_, Some(_)) => (FormatKind::Rewording, NUMBER_AS_CHARACTER),
                _ => (FormatKind::ExtraText, terminal::purpose(code)),
            };
            let wanted = digit.map(char::from).map_or_else(String::new, String::from);
            self.format.note(kind, message, code, &wanted);
        })
    }

    /// Puts the required characters for pieces that only their color tells apart.
    pub(super) fn with_cells_distinguished<'t>(&mut self, bytes: &'t [u8]) -> Cow<'t, [u8]> {
        let on_terminal = self.vocabulary.shown_on_terminal();
        let distinguished = on_terminal.without_colored_cells(bytes);
        if *distinguished != *bytes
            && let Some(message) = on_terminal.same_character()
        {
            self.format.note(FormatKind::Rewording, &message, b"", "");
        }
        distinguished
    }

    /// Takes the echo off the beginning of a step.
    pub(super) fn read_echo<'t>(&mut self, text: &'t [u8], typed: &[u8]) -> &'t [u8] {
        if let Some(own) = self.own_line_end(text, typed) {
            return self.read_line_end_for_echo(text, typed, own);
        }

        if let Some(behind) = after_doubled_keys(text, typed) {
            let shown = &text[..typed.len() * 2];
            self.step().push(Seen::Event(Event::Echo(typed.to_vec())));
            self.format
                .note(FormatKind::DoubledEcho, SHOWN_TWICE, shown, &text_of(typed));
            return behind;
        }

        let is_own =
            (self.words == Words::Free && self.is_line_of_its_own(text, typed)) || self.is_known_line(text, typed);
        let shown = if typed.is_empty() || is_own {
            None
        } else {
            text.strip_prefix(typed)
        };
        let Some(mut rest) = shown else {
            if typed.is_empty() {
                self.step().push(Seen::Event(Event::Echo(Vec::new())));
            }
            return self.read_number_for_echo(text, typed).unwrap_or(text);
        };

        self.step().push(Seen::Event(Event::Echo(typed.to_vec())));
        let gap = rest.len() - rest.trim_ascii_start().len();
        let is_graphic = typed.iter().all(u8::is_ascii_graphic);
        let again = match gap {
            _ if is_graphic => rest[gap..].strip_prefix(typed),
            // A second space or control character looks like a gap; only directly after the first is it an echo.
            // So does the program's own line end after a typed line end.
            _ if typed.contains(&b'\n') || self.is_line_end(typed) => None,
            _ => rest.strip_prefix(typed),
        };

        // The key alone on what is left of its line: a line that begins with the same digit is no echo.
        if let Some(behind) = again
            && matches!(behind.first(), None | Some(b'\n' | b'\r'))
        {
            let shown = &text[..text.len() - behind.len()];
            self.format
                .note(FormatKind::DoubledEcho, SHOWN_TWICE, shown, &text_of(typed));
            rest = behind;
        } else if let Some(behind) = self.after_number(&rest[gap..]) {
            let shown = &text[..text.len() - behind.len()];
            self.format
                .note(FormatKind::DoubledEcho, NUMBER_BESIDE_KEY, shown, &text_of(typed));
            rest = behind;
        }

        rest
    }

    /// Takes a number off the beginning of a step where the echo of something else should be, or either on a line of its own.
    fn read_number_for_echo<'t>(&mut self, text: &'t [u8], typed: &[u8]) -> Option<&'t [u8]> {
        if typed.is_empty() || self.is_line_end(typed) {
            return None;
        }

        let is_line_end = |byte: &&u8| matches!(byte, b'\n' | b'\r');
        let line_end = text.iter().take_while(is_line_end).count();
        let behind = self.after_number(&text[line_end..])?;
        let shown = &text[..text.len() - behind.len()];
        self.step().push(Seen::Event(Event::Echo(typed.to_vec())));
        let (kind, message) = match line_end {
            0 if typed.starts_with(shown.trim_ascii()) => (FormatKind::MissingEcho, PART_OF_LINE),
            0 => (FormatKind::MissingEcho, NUMBER_FOR_KEY),
            _ => (FormatKind::BlankLines, LINE_BREAK_AFTER_PROMPT),
        };
        self.format.note(kind, message, shown, &text_of(typed));
        Some(behind)
    }

    /// What follows a number that is alone in its line, at the beginning of a text in fixed words.
    fn after_number<'t>(&mut self, text: &'t [u8]) -> Option<&'t [u8]> {
        let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, behind) = text.split_at(end.unwrap_or(text.len()));
        let is_alone = self.words == Words::Fixed && is_number(line) && !self.says_something(line);
        is_alone.then_some(behind)
    }

    /// Whether the words are free and what was typed is a line end.
    fn is_line_end(&self, typed: &[u8]) -> bool {
        self.words == Words::Free && matches!(typed, b"\n" | b"\r")
    }

    /// The length of the program's own line end, where a line end was typed and what is printed begins with it by chance:
    /// only one followed by the required line end is certainly an echo.
    fn own_line_end(&self, text: &[u8], typed: &[u8]) -> Option<usize> {
        if !self.is_line_end(typed) {
            return None;
        }

        let behind = text.strip_prefix(typed)?;
        let length = if matches!(text, [b'\r', b'\n', ..] | [b'\n', b'\r', ..]) {
            2
        } else {
            1
        };

        let is_alone = length == 1 && self.game.wording.echo == Echo::All;
        (!behind.starts_with(self.game.wording.newline.as_bytes()) && !is_alone).then_some(length)
    }

    /// A line end where the echo of one may be: it is no echo if none is required; else it is the echo, and the program's
    /// own line end as well where no other follows.
    fn read_line_end_for_echo<'t>(&mut self, text: &'t [u8], typed: &[u8], own: usize) -> &'t [u8] {
        if self.game.wording.echo == Echo::Known {
            return text;
        }
        self.step().push(Seen::Event(Event::Echo(typed.to_vec())));
        match &text[own..] {
            behind @ [b'\n' | b'\r', ..] => behind,
            _ => text,
        }
    }

    /// Whether the first line begins with what was typed by chance: it says something as a whole, and nothing without its
    /// beginning. `1 2 3 4 5 6 7` after the key 1 is a header.
    fn is_line_of_its_own(&mut self, text: &[u8], typed: &[u8]) -> bool {
        let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let line = &text[..end.unwrap_or(text.len())];
        let Some(rest) = line.strip_prefix(typed).filter(|rest| !rest.trim_ascii().is_empty()) else {
            return false;
        };
        self.says_something(line) && !self.says_something(rest)
    }

    /// Whether the first line is one of the program's own that begins with what was typed by chance: a prompt that is
    /// printed late may show the key at its end.
    fn is_known_line(&self, text: &[u8], typed: &[u8]) -> bool {
        let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let line = &text[..end.unwrap_or(text.len())];
        let (Some(rest), Some(known)) = (line.strip_prefix(typed), self.known(line)) else {
            return false;
        };
        let is_prompt_with_key = known.prompt.is_some() && rest.trim_ascii_end().ends_with(typed);
        is_prompt_with_key || self.known(rest).is_none()
    }

    fn says_something(&mut self, line: &[u8]) -> bool {
        let columns = self.game.rules.columns;
        self.glyphs.is_header(line)
            || self.messages.recognise(line).is_some()
            || self.cells_of(line).is_some_and(|row| row.len() == columns)
    }
}

/// Whether a text is a whole number.
fn is_number(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    (1..=DIGITS).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// Whether a line of text shows what was typed: it ends in it, or its last number is it. Of a key that is `refused` a program
/// that reads numbers shows what it made of it.
pub(super) fn shows_key(text: &str, typed: &str, refused: bool, words: Words) -> bool {
    if typed.is_empty() || text.trim_end().ends_with(typed) {
        return !typed.is_empty();
    }
    let mut numbers = text.rsplit(|letter: char| !letter.is_ascii_alphanumeric());
    let last = numbers.find(|word| is_number(word.as_bytes()));
    words == Words::Fixed && last.is_some_and(|last| refused || last == typed)
}

/// What follows several keys of which each is shown twice: `1122` for `12`.
fn after_doubled_keys<'t>(text: &'t [u8], typed: &[u8]) -> Option<&'t [u8]> {
    let doubled: Vec<u8> = typed.iter().flat_map(|key| [*key, *key]).collect();
    (typed.len() > 1).then(|| text.strip_prefix(&doubled[..])).flatten()
}
