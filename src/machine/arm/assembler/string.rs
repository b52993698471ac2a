//! Strings and characters: where they end, and the bytes they stand for.

use std::ops::Range;

use crate::diagnostic::Source;

/// Where a string that opens at `start` ends: just after its closing quote, or `None`.
///
/// `""` inside is one quote. So is `\"`, when a quote further on can close the string.
pub(super) fn end(text: &str, start: usize, limit: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[..limit];
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if bytes.get(at + 1) == Some(&b'"') && !bytes[at + 2..].contains(&b'"') => return Some(at + 2),
            b'\\' => at += 2,
            b'"' if bytes.get(at + 1) == Some(&b'"') => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }

    None
}

/// Where `'c'` ends that opens at `start`; `None` where an apostrophe opens nothing.
pub(super) fn character_end(text: &str, start: usize) -> Option<usize> {
    let rest = text.get(start + 1..)?;
    let mut letters = rest.chars();
    let first = letters.next()?;
    let second = letters.next();
    let closes = |length: &usize| rest.get(*length..).is_some_and(|rest| rest.starts_with('\''));

    // An escape or a doubled apostrophe goes before a single letter.
    let double = first == '\\' || first == '\'' && second == Some('\'');
    let long = second
        .filter(|_| double)
        .map(|second| first.len_utf8() + second.len_utf8());
    let length = long.filter(closes).or_else(|| Some(first.len_utf8()).filter(closes))?;

    Some(start + 1 + length + 1)
}

/// Where the code of a line ends and its comment begins.
pub(super) fn code_end(text: &str, comment: char) -> usize {
    let mut at = 0;
    while let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) {
        at = match letter {
            _ if letter == comment => return at,
            '"' => end(text, at, text.len()).unwrap_or(text.len()),
            '\'' => character_end(text, at).unwrap_or(at + 1),
            other => at + other.len_utf8(),
        };
    }
    text.len()
}

/// What is worth saying about a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Remark {
    /// A backslash and a letter stand for one byte.
    Escape(char),
    /// A backslash before a letter that means nothing.
    NoEscape(char),
    /// A character beyond ASCII.
    Beyond,
}

/// The bytes between the quotes, and what to say about them with the whole characters of `inside` that each is about.
pub(super) fn bytes(source: &Source, inside: &str) -> (Vec<u8>, Vec<(Range<usize>, Remark)>) {
    let mut bytes = Vec::with_capacity(inside.len());
    let mut remarks = Vec::new();

    let mut letters = inside.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => {
                letters.next_if(|(_, next)| *next == '"');
                bytes.push(b'"');
            }
            '\\' => {
                let Some((_, escape)) = letters.next() else {
                    bytes.push(b'\\');
                    continue;
                };
                let whole = at..at + 1 + escape.len_utf8();

                if let Some(byte) = escaped(escape) {
                    bytes.push(byte);
                    if !matches!(escape, '"' | '\\' | '\'') {
                        remarks.push((whole, Remark::Escape(escape)));
                    }
                } else {
                    remarks.push((whole, Remark::NoEscape(escape)));
                    bytes.push(b'\\');
                    push(source, escape, at + 1, &mut bytes, &mut remarks);
                }
            }
            _ => push(source, letter, at, &mut bytes, &mut remarks),
        }
    }

    (bytes, remarks)
}

fn push(source: &Source, letter: char, at: usize, bytes: &mut Vec<u8>, remarks: &mut Vec<(Range<usize>, Remark)>) {
    if letter.is_ascii() {
        bytes.push(letter as u8);
    } else {
        remarks.push((at..at + letter.len_utf8(), Remark::Beyond));
        bytes.extend(source.bytes_of(letter.encode_utf8(&mut [0; 4])));
    }
}

/// The byte that a backslash and a letter stand for.
fn escaped(letter: char) -> Option<u8> {
    Some(match letter {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        '0' => 0,
        'a' => 7,
        'b' => 8,
        'f' => 0x0C,
        'v' => 0x0B,
        'e' => 0x1B,
        '"' => b'"',
        '\'' => b'\'',
        '\\' => b'\\',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_end_at_their_quote() {
        for (text, length) in [
            ("\"a\",0", Some(3)),
            ("\"\"", Some(2)),
            ("\"say \"\"hi\"\"\",0", Some(12)),
            ("\"a\\\"b\"", Some(6)),
            ("\"a\\\"", Some(4)),
            ("\"it's; fine\"", Some(12)),
            ("\"open", None),
        ] {
            assert_eq!(end(text, 0, text.len()), length, "{text}");
        }
    }

    #[test]
    fn characters_end_at_their_apostrophe() {
        for (text, length) in [
            ("'a'", Some(3)),
            ("';'", Some(3)),
            ("'''", Some(3)),
            ("''''", Some(4)),
            ("'\\n'", Some(4)),
            ("'\\'", Some(3)),
            ("'", None),
            ("'ab", None),
        ] {
            assert_eq!(character_end(text, 0), length, "{text}");
        }
    }

    /// A remark about `é` ended in the middle of it, which no renderer can show.
    #[test]
    fn remarks_are_about_whole_characters() {
        for inside in ["é", "a\\é", "\\n", "\\q\u{1F600}"] {
            let (_, remarks) = bytes(&Source::new("a.s", inside), inside);
            assert!(!remarks.is_empty(), "{inside}");
            for (part, remark) in remarks {
                assert!(inside.get(part.clone()).is_some(), "{remark:?} at {part:?} of {inside}");
            }
        }
        let (_, remarks) = bytes(&Source::new("a.s", ""), "a\\é");
        let parts: Vec<_> = remarks.into_iter().map(|(part, _)| part).collect();
        assert_eq!(parts, [1..4, 2..4]);
    }

    #[test]
    fn comments_begin_outside_strings_and_characters() {
        assert_eq!(code_end("MOV R0,#';' ; c", ';'), 12);
        assert_eq!(code_end("DCB \";\",0;c", ';'), 9);
        assert_eq!(code_end("B x ; it's \"odd", ';'), 4);
    }
}
