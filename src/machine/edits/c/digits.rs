//! A digit that is read as a character is taken for its number, and the other way round.

use super::{EditKind, Replacement, Source, TokenKind};

/// What a digit is compared with, added to or taken from.
const OPERATORS: [&str; 8] = ["-", "+", "<", "<=", ">", ">=", "==", "!="];

/// Numbers of one digit as characters, and characters as numbers, on the right of an operator.
pub(super) fn replacements(source: &Source) -> Vec<Replacement> {
    let after_operator = source
        .code
        .windows(2)
        .filter(|words| OPERATORS.contains(&words[0].text));
    let others = after_operator.filter_map(|words| {
        let word = &words[1];
        let other = match (word.kind, word.text.as_bytes()) {
            (TokenKind::Number, [b'0'..=b'9']) => format!("'{}'", word.text),
            (TokenKind::Character, [b'\'', b'0'..=b'9', b'\'']) => word.text[1..2].to_owned(),
            _ => return None,
        };
        Some(source.edit(EditKind::Number, word.range.clone(), &other))
    });
    others.collect()
}

#[cfg(test)]
mod tests {
    use super::super::Source;
    use super::replacements;

    #[test]
    fn digits_become_numbers_and_numbers_digits() {
        let text = "if (key < '1' || key > 7) return key - 1;\nf(1, '2'); x = 10 - 12;\n";
        let found = replacements(&Source::of(text));
        let after: Vec<String> = found.into_iter().map(|found| found.edit.after).collect();
        assert_eq!(
            after,
            [
                "if (key < 1 || key > 7) return key - 1;",
                "if (key < '1' || key > '7') return key - 1;",
                "if (key < '1' || key > 7) return key - '1';",
            ]
        );
    }
}
