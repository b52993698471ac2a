//! The tokens of a C source, as section 6.4 of the C11 standard has them. Comments and white space are tokens too: all tokens of a
//! source, one after the other, are the source.
//!
//! Takes any bytes: what is no C gives tokens too.

use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// White space within a line; a line end after a backslash does not end its line.
    Blank,
    /// The end of a line.
    LineEnd,
    /// A comment.
    Comment,
    /// An identifier or a keyword.
    Name,
    /// A number.
    Number,
    /// A text in double quotes.
    Text,
    /// A character in single quotes.
    Character,
    /// An operator or another mark.
    Mark,
    /// Anything else, such as a text that is not closed.
    Stray,
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is in the source, in bytes.
    pub range: Range<usize>,
    /// Whether it belongs to a line for the preprocessor: `#define ROWS 6`.
    pub is_directive: bool,
}

/// Marks of several characters, the longest first.
const MARKS: [&[u8]; 28] = [
    b"<<=", b">>=", b"...", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"*=", b"/=",
    b"%=", b"+=", b"-=", b"&=", b"^=", b"|=", b"##", b"<:", b":>", b"<%", b"%>", b"%:",
];

/// What may be right before a quote.
const PREFIXES: [&[u8]; 4] = [b"L", b"u8", b"u", b"U"];

/// The tokens of a source.
pub fn tokens(source: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut at, mut begins_line, mut is_directive) = (0, true, false);
    while at < source.len() {
        let rest = &source[at..];
        let (kind, length) = next(rest);
        let bytes = &rest[..length];

        is_directive |= begins_line && matches!(bytes, b"#" | b"%:");
        tokens.push(Token {
            kind,
            range: at..at + length,
            is_directive,
        });

        match kind {
            TokenKind::LineEnd => (begins_line, is_directive) = (true, false),
            TokenKind::Blank | TokenKind::Comment => {}
            _ => begins_line = false,
        }
        at += length;
    }
    tokens
}

/// The first token of a source that is not empty: its kind and length.
fn next(source: &[u8]) -> (TokenKind, usize) {
    let first = source[0];
    match first {
        b'\\' if line_end(&source[1..]) > 0 => (TokenKind::Blank, 1 + line_end(&source[1..])),
        _ if line_end(source) > 0 => (TokenKind::LineEnd, line_end(source)),
        _ if is_blank(first) => (TokenKind::Blank, blank(source)),
        b'/' if source.starts_with(b"//") => (TokenKind::Comment, rest_of_line(source)),
        b'/' if source.starts_with(b"/*") => {
            let end = source.windows(2).skip(2).position(|pair| pair == b"*/");
            (TokenKind::Comment, end.map_or(source.len(), |end| end + 4))
        }
        b'"' | b'\'' => quoted(source, 0),
        _ if first.is_ascii_digit() => (TokenKind::Number, number(source)),
        b'.' if source.get(1).is_some_and(u8::is_ascii_digit) => (TokenKind::Number, number(source)),
        _ if is_of_name(first) => {
            let length = length_while(source, is_of_name);
            match source.get(length) {
                Some(b'"' | b'\'') if PREFIXES.contains(&&source[..length]) => quoted(source, length),
                _ => (TokenKind::Name, length),
            }
        }
        _ if first.is_ascii_punctuation() => {
            let mark = MARKS.iter().find(|mark| source.starts_with(mark));
            (TokenKind::Mark, mark.map_or(1, |mark| mark.len()))
        }
        _ => (TokenKind::Stray, 1),
    }
}

fn is_blank(byte: u8) -> bool {
    const VERTICAL_TAB: u8 = 0x0B;
    byte.is_ascii_whitespace() || byte == VERTICAL_TAB
}

/// Whether a byte can be part of an identifier. Those of letters outside of ASCII can.
fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn length_while(source: &[u8], is_part: impl Fn(u8) -> bool) -> usize {
    let end = source.iter().position(|byte| !is_part(*byte));
    end.unwrap_or(source.len())
}

/// The length of the line end with which a source begins; 0 if it begins with something else.
fn line_end(source: &[u8]) -> usize {
    match source {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    }
}

/// White space up to the end of the line.
fn blank(source: &[u8]) -> usize {
    let mut at = 0;
    while at < source.len() && is_blank(source[at]) && line_end(&source[at..]) == 0 {
        at += 1;
    }
    at
}

/// Up to the end of the line. A line end after a backslash does not end it.
fn rest_of_line(source: &[u8]) -> usize {
    let mut at = 0;
    while at < source.len() && line_end(&source[at..]) == 0 {
        at += match source[at] {
            b'\\' => 1 + line_end(&source[at + 1..]),
            _ => 1,
        };
    }
    at
}

/// A number as the preprocessor reads it, suffixes and what is wrong in it included.
fn number(source: &[u8]) -> usize {
    let mut at = 0;
    while let Some(byte) = source.get(at) {
        let is_exponent = matches!(byte, b'+' | b'-') && at > 0 && matches!(source[at - 1], b'e' | b'E' | b'p' | b'P');
        if !is_of_name(*byte) && *byte != b'.' && !is_exponent {
            break;
        }
        at += 1;
    }
    at
}

/// A text or a character, with the prefix before its quote.
fn quoted(source: &[u8], prefix: usize) -> (TokenKind, usize) {
    let quote = source[prefix];
    let kind = if quote == b'"' {
        TokenKind::Text
    } else {
        TokenKind::Character
    };
    let mut at = prefix + 1;
    while let Some(byte) = source.get(at) {
        match *byte {
            b'\\' => at += 1 + line_end(&source[at + 1..]).max(1),
            b'\n' => return (TokenKind::Stray, at),
            byte if byte == quote => return (kind, at + 1),
            _ => at += 1,
        }
    }
    (TokenKind::Stray, source.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::*;
    use crate::fixed_cases::fixed_cases;

    fn listed(source: &str) -> Vec<(TokenKind, &str)> {
        let tokens = tokens(source.as_bytes()).into_iter();
        let tokens = tokens.map(|token| (token.kind, &source[token.range]));
        let is_seen = |kind| !matches!(kind, TokenKind::Blank | TokenKind::LineEnd);
        tokens.filter(|(kind, _)| is_seen(*kind)).collect()
    }

    #[test]
    fn a_mark_is_as_long_as_it_can_be() {
        let found: Vec<&str> = listed("a+++b<<=c->d--!=e").into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, ["a", "++", "+", "b", "<<=", "c", "->", "d", "--", "!=", "e"]);
    }

    #[test]
    fn what_is_in_quotes_or_in_a_comment_is_one_token() {
        use TokenKind::{Character, Comment, Name, Number, Text};
        assert_eq!(
            listed("u8\"a \\\" /* b\" '\\'' /* \"c */ 0x1Fu 1.5e+3f // d \\\n e '\nf"),
            [
                (Text, "u8\"a \\\" /* b\""),
                (Character, "'\\''"),
                (Comment, "/* \"c */"),
                (Number, "0x1Fu"),
                (Number, "1.5e+3f"),
                (Comment, "// d \\\n e '"),
                (Name, "f"),
            ]
        );
    }

    #[test]
    fn a_text_that_is_not_closed_ends_with_its_line() {
        assert_eq!(listed("\"a\nb"), [(TokenKind::Stray, "\"a"), (TokenKind::Name, "b")]);
    }

    #[test]
    fn a_directive_ends_with_its_line() {
        let source = "a #\n /* b */ # define C \\\n 6 /* d\n */ e\nf";
        let found = tokens(source.as_bytes()).into_iter();
        let directive: String = found
            .filter(|token| token.is_directive)
            .map(|token| &source[token.range])
            .collect();
        assert_eq!(directive, "# define C \\\n 6 /* d\n */ e\n");
    }

    proptest! {
        #![proptest_config(fixed_cases(1_000))]

        #[test]
        fn tokens_joined_are_the_source(bytes in any::<Vec<u8>>(), c in "[ax0\"'/*\\\\\r\n#+<.L-]{0,40}") {
            for source in [&bytes[..], c.as_bytes()] {
                let mut joined: Vec<u8> = Vec::new();
                for token in tokens(source) {
                    assert_eq!(token.range.start, joined.len());
                    assert!(!token.range.is_empty());
                    joined.extend(&source[token.range]);
                }
                assert_eq!(joined, source);
            }
        }
    }
}
