//! A source cut into commands: comments are taken out, lines cut at `;`.
//!
//! Comments are `@` and `//` to the end of the line, `/* */` over as many lines as it takes, and a whole line that starts
//! with `#`. None of them begins within a string or a character.

use std::ops::Range;

use super::super::line::Line;
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::assembly::{Log, is_blank};

/// What is between separators: never empty, without blanks around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Command {
    /// Its line, from 1.
    pub(super) line: u32,
    /// Its place in the source.
    pub(super) place: Range<usize>,
    /// Its text, where that is not the source's own: a comment within was made a blank.
    pub(super) rewritten: Option<String>,
}

impl Command {
    /// Its text, out of the one that was cut.
    pub(super) fn text<'c>(&'c self, text: &'c str) -> &'c str {
        self.rewritten.as_deref().unwrap_or(&text[self.place.clone()])
    }
}

/// The commands of a source as lines.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    text: &'a str,
    commands: std::vec::IntoIter<Command>,
}

impl<'a> Lines<'a> {
    /// All of a source.
    pub(super) fn new(text: &'a str, log: &mut Log) -> Self {
        let (commands, open) = commands(text);
        if let Some(start) = open {
            log.push(
                Diagnostic::error("unterminated-comment", "this comment has no end")
                    .at(Span { start, end: start + 2 })
                    .help("write `*/` where it ends"),
            );
        }

        Self {
            text,
            commands: commands.into_iter(),
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let command = self.commands.next()?;
        let own = &self.text[command.place.clone()];
        let line = Line::of_source(own, command.line, command.place.start);
        Some(match command.rewritten {
            Some(text) => line.with_text(text),
            None => line,
        })
    }
}

/// All commands of a text, and where a comment opens that does not end.
pub(super) fn commands(text: &str) -> (Vec<Command>, Option<usize>) {
    let mut scanner = Scanner {
        text,
        line: 1,
        start: 0,
        draft: String::new(),
        direct: true,
        blank: true,
        line_blank: true,
        commands: Vec::new(),
        open: None,
    };
    let mut at = 0;

    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match letter {
            '\n' => {
                scanner.cut(at);
                scanner.line += 1;
                scanner.line_blank = true;
                1
            }
            ';' => {
                scanner.cut(at);
                scanner.line_blank = false;
                1
            }
            // The number of macros executed, no comment.
            '\\' if rest[1..].starts_with('@') => {
                scanner.take(&rest[..2]);
                2
            }
            '@' => line_end(rest),
            '#' if scanner.line_blank => line_end(rest),
            '/' if rest.starts_with("//") => line_end(rest),
            '/' if rest.starts_with("/*") => scanner.comment(at),
            '"' | '\'' => {
                let length = if letter == '"' { string(rest) } else { character(rest) };
                scanner.take(&rest[..length]);
                length
            }
            other => {
                let length = other.len_utf8();
                scanner.take(&rest[..length]);
                length
            }
        };
    }

    scanner.cut(text.len());
    (scanner.commands, scanner.open)
}

/// The state between two letters.
struct Scanner<'a> {
    text: &'a str,
    line: u32,
    /// Where the command that is collected starts.
    start: usize,
    /// Its text so far.
    draft: String,
    direct: bool,
    /// Whether the draft has nothing but blanks.
    blank: bool,
    /// Whether the line has nothing but blanks so far.
    line_blank: bool,
    commands: Vec<Command>,
    /// Where a comment opens that does not end.
    open: Option<usize>,
}

impl Scanner<'_> {
    /// Adds to the draft.
    fn take(&mut self, piece: &str) {
        self.draft.push_str(piece);
        let blank = piece.chars().all(is_blank);
        self.blank &= blank;
        self.line_blank &= blank;
    }

    /// Ends a command at a separator of one byte, or at the end of the text.
    fn cut(&mut self, end: usize) {
        let text = self.draft.trim_matches(is_blank);
        if !text.is_empty() {
            let start = self.start + self.draft.len() - self.draft.trim_start_matches(is_blank).len();
            let place = start..if self.direct { start + text.len() } else { end };
            self.commands.push(Command {
                line: self.line,
                place,
                rewritten: (!self.direct).then(|| text.to_owned()),
            });
        }

        self.draft.clear();
        self.start = end + 1;
        self.direct = true;
        self.blank = true;
    }

    /// Skips a comment that opens at `at`; gives its length.
    fn comment(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let length = rest[2..].find("*/").map_or_else(
            || {
                self.open = Some(at);
                rest.len()
            },
            |length| length + 4,
        );
        let lines = rest[..length].matches('\n').count() as u32;

        if self.blank {
            self.draft.clear();
            self.start = at + length;
        } else {
            // What follows belongs to the same command, and is no longer where its text says.
            self.draft.push(' ');
            self.direct = false;
        }

        self.line += lines;
        length
    }
}

/// How far it is to the end of the line.
fn line_end(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// The length of a string with its quotes; one that is not closed ends with its line.
pub(super) fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }

    rest.len()
}

/// The length of a character: an apostrophe, a letter or an escape, and perhaps another apostrophe.
pub(super) fn character(rest: &str) -> usize {
    let mut letters = rest.char_indices().skip(1).peekable();
    match letters.next() {
        Some((_, '\n')) | None => return 1,
        Some((_, '\\')) => {
            if letters.next_if(|(_, letter)| *letter != '\n').is_none() {
                return 2;
            }
        }
        Some(_) => {}
    }

    letters.next_if(|(_, letter)| *letter == '\'');
    letters.peek().map_or(rest.len(), |(at, _)| *at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<(u32, String)> {
        let (commands, open) = commands(source);
        assert_eq!(open, None, "{source}");
        commands
            .iter()
            .map(|command| (command.line, command.text(source).to_owned()))
            .collect()
    }

    #[test]
    fn comments_and_separators_are_taken_out() {
        let source =
            "# head\n  mov r0, #1 @ one; not two\n\tnop; nop // x\n/* a\n b */ l: nop\n mov /* to */ r0, r1\n#0\n";
        let expected = [
            (2, "mov r0, #1"),
            (3, "nop"),
            (3, "nop"),
            (5, "l: nop"),
            (6, "mov   r0, r1"),
        ];
        assert_eq!(texts(source), expected.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn nothing_begins_within_strings_and_characters() {
        for line in [
            ".ascii \"a;b@c//d/*e\"",
            ".ascii \"\\\";\"",
            "mov r0, #';'",
            "mov r0, #'@",
            "cmp r0, #'\\''",
            "cmp r0, #'\"'",
            "l\\@: nop",
        ] {
            assert_eq!(texts(line), [(1, line.to_owned())]);
        }

        assert_eq!(texts("mov r0, #'@ @ c"), [(1, "mov r0, #'@".to_owned())]);
        assert_eq!(
            texts(".ascii \"open\nnop"),
            [(1, ".ascii \"open".to_owned()), (2, "nop".to_owned())]
        );
    }
}
