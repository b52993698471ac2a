//! A line of source as tokens.

use super::mnemonic;
use super::word::is_known_directive;
use crate::diagnostic::{Diagnostic, Span};
use crate::machine::assembly::{Log, is_blank, odd_blank};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A run of characters that separates nothing: name, number, register, directive.
    Word,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// A string with its quotes.
    Text {
        /// Whether the closing quote was there.
        closed: bool,
    },
}

/// A token and its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// The token of a line that has one alone, a word.
pub(super) fn only_word(tokens: &[Token]) -> Option<Token> {
    match tokens {
        [token] if token.kind == TokenKind::Word => Some(*token),
        _ => None,
    }
}

/// Where a string that opens at `start` ends: just after its closing quote, or `None`.
pub(super) fn string_end(text: &str, start: usize, limit: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[..limit];
    let mut index = start + 1;
    while index < bytes.len() {
        match bytes[index] {
            b'\\' => index += 2,
            b'"' => return Some(index + 1),
            _ => index += 1,
        }
    }
    None
}

/// Cuts the line from `start` to `end` into tokens, leaving out blanks and the comment.
pub(super) fn line(text: &str, start: usize, end: usize, log: &mut Log) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = start;
    while let Some(character) = text[at..end].chars().next() {
        let after = at + character.len_utf8();
        let (kind, next) = match character {
            ';' => break,
            ',' => (TokenKind::Comma, after),
            ':' => (TokenKind::Colon, after),
            '"' => match string_end(text, at, end) {
                Some(next) => (TokenKind::Text { closed: true }, next),
                None => (TokenKind::Text { closed: false }, end),
            },
            blank if is_blank(blank) => {
                odd_blank(blank, Span { start: at, end: after }, log);
                at = after;
                continue;
            }
            _ => {
                let length = text[at..end].find(|next: char| matches!(next, ';' | ',' | ':' | '"') || is_blank(next));
                (TokenKind::Word, length.map_or(end, |length| at + length))
            }
        };
        let mut start = at;
        while kind == TokenKind::Word
            && let Some(length) = glued(&text[start..next])
        {
            let span = Span {
                start,
                end: start + length,
            };
            say_glued(text, Span { start, end: next }, length, log);
            tokens.push(Token { kind, span });
            start += length;
        }
        tokens.push(Token {
            kind,
            span: Span { start, end: next },
        });
        at = next;
    }

    tokens
}

/// A longer word is garbage, which is not worth repeating to its author.
const LONGEST_GLUED: usize = 200;

/// Where a word consists of two without a blank between: `BR#3`, `.FILL-5`, `L.FILL`.
fn glued(word: &str) -> Option<usize> {
    if word.len() > LONGEST_GLUED {
        return None;
    }

    let mark = word
        .char_indices()
        .skip(1)
        .find(|(_, letter)| matches!(letter, '#' | '-'));
    if let Some((at, mark)) = mark {
        let known = is_known_directive(&word[..at]) || mark == '#' && mnemonic::mnemonic(&word[..at]).is_some();
        let number = word[at + 1..].starts_with(|next: char| next == '-' || next.is_ascii_alphanumeric());
        if known && number {
            return Some(at);
        }
    }

    let dot = word.rfind('.').filter(|dot| *dot > 0)?;
    let directive = &word[dot..];
    let directive = &directive[..directive.find('#').unwrap_or(directive.len())];
    is_known_directive(directive).then_some(dot)
}

fn say_glued(text: &str, span: Span, length: usize, log: &mut Log) {
    let (first, second) = text[span.start..span.end].split_at(length);
    log.push(
        Diagnostic::warning(
            "missing-blank",
            format!("a space is missing between `{first}` and `{second}`"),
        )
        .at(span)
        .help("most assemblers reject the line, or treat it as a label")
        .replace_with(format!("{first} {second}")),
    );
}
