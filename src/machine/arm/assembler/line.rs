//! A line as it is read: out of the source, or made by a macro.

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::Span;

/// One line, and where in the source to point for its parts.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// Its text, without line end.
    pub(super) text: Cow<'a, str>,
    /// The line in the source that it is, or that called the macro; from 1.
    pub(super) number: u32,
    /// Where the source has that line's text, or what of it called the macro.
    place: Span,
    /// Whether the text is the source's own, letter by letter.
    direct: bool,
}

impl<'a> Line<'a> {
    /// A line of the source.
    pub(super) fn of_source(text: &'a str, number: u32, start: usize) -> Self {
        Self {
            text: Cow::Borrowed(text),
            number,
            place: Span {
                start,
                end: start + text.len(),
            },
            direct: true,
        }
    }

    /// The same line with text that something was put into.
    pub(super) fn with_text(&self, text: String) -> Line<'static> {
        Line {
            text: Cow::Owned(text),
            number: self.number,
            place: self.place,
            direct: false,
        }
    }

    /// A line that another one, which called a macro, brought in.
    pub(super) fn made_by(caller: &Line<'_>, at: Span, text: String) -> Line<'static> {
        Line {
            text: Cow::Owned(text),
            number: caller.number,
            place: at,
            direct: false,
        }
    }

    /// The place in the source of a part of the text.
    pub(super) fn span(&self, part: Range<usize>) -> Span {
        if self.direct {
            Span {
                start: self.place.start + part.start,
                end: self.place.start + part.end,
            }
        } else {
            self.place
        }
    }

    /// Whether spans are exact, so that a replacement may be offered.
    pub(super) fn is_direct(&self) -> bool {
        self.direct
    }

    /// A part of the text.
    pub(super) fn part(&self, part: Range<usize>) -> &str {
        self.text.get(part).unwrap_or("")
    }
}
