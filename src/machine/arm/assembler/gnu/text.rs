//! Strings and characters as the GNU assembler reads them.

use crate::diagnostic::Source;

/// The bytes between the quotes, and where a backslash is before a letter that means nothing.
pub(super) fn bytes(source: &Source, inside: &str) -> (Vec<u8>, Vec<usize>) {
    let mut bytes = Vec::with_capacity(inside.len());
    let mut odd = Vec::new();
    let mut at = 0;
    while let Some(letter) = inside[at..].chars().next() {
        if letter != '\\' {
            let piece = &inside[at..at + letter.len_utf8()];
            bytes.extend(source.bytes_of(piece));
            at += piece.len();
            continue;
        }
        if let Some((byte, length)) = escape(&inside[at..]) {
            bytes.push(byte);
            at += length;
        } else {
            odd.push(at);
            at += 1;
        }
    }

    (bytes, odd)
}

/// The byte of the escape at the start of `rest`, and its length. `None` if its letter means nothing: then the letter stands
/// for itself.
pub(super) fn escape(rest: &str) -> Option<(u8, usize)> {
    let letter = rest[1..].chars().next()?;
    let plain = |byte| Some((byte, 2));
    match letter {
        'b' => plain(8),
        't' => plain(9),
        'n' => plain(10),
        'f' => plain(12),
        'r' => plain(13),
        '"' | '\\' => plain(letter as u8),
        'x' | 'X' => {
            let digits = rest[2..].bytes().take_while(u8::is_ascii_hexdigit).count();
            // Of more digits than a byte has the last ones count.
            let last = &rest[2 + digits.saturating_sub(2)..2 + digits];
            Some((u8::from_str_radix(last, 16).unwrap_or(0), 2 + digits))
        }
        '0'..='7' => {
            let digits = rest[1..]
                .bytes()
                .take(3)
                .take_while(|digit| (b'0'..=b'7').contains(digit))
                .count();
            let value = u32::from_str_radix(&rest[1..=digits], 8).ok()?;
            Some((value as u8, 1 + digits))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes made by GNU as.
    #[test]
    fn escapes_are_those_of_the_gnu_assembler() {
        let source = Source::new("a.s", "");
        for (inside, expected) in [
            (r"a\n\t\r\b\f", &b"a\n\t\r\x08\x0C"[..]),
            (r#"say \"hi\" \\"#, b"say \"hi\" \\"),
            (r"\101\0\1015\8", b"A\0A58"),
            (r"\x41\x041\x", b"AA\0"),
            (r"\e\a", b"ea"),
        ] {
            assert_eq!(bytes(&source, inside).0, expected, "{inside}");
        }

        assert_eq!(bytes(&source, r"ab\e").1, [2]);
    }
}
