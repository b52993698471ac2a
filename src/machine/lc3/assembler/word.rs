//! What a word looks like, before anything else is known about it.

use super::number;

/// Whether a word is a directive that assembles to something.
pub(super) fn is_known_directive(word: &str) -> bool {
    const KNOWN: [&str; 6] = [".orig", ".end", ".fill", ".blkw", ".stringz", ".external"];
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a word is written as a directive.
pub(super) fn is_directive(word: &str) -> bool {
    word.len() > 1 && word.starts_with('.')
}

/// Whether a word starts as a name, number or directive does. `//`, `}` and `=====` do not.
pub(super) fn may_be_name(word: &str) -> bool {
    let mut letters = word.chars();
    let first = letters.next().unwrap_or(' ');
    let second = letters.next();
    first.is_alphanumeric()
        || matches!(first, '_' | '.' | '?' | '#' | '$' | '@')
        || matches!(first, '-' | '+') && second.is_some_and(char::is_alphanumeric)
}

/// Whether a word is a label to every assembler, as far as its letters go.
pub(super) fn is_identifier(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !word.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a word is a directive but for its dot. `END` alone is a common label.
pub(super) fn is_dotless(word: &str) -> bool {
    ["orig", "fill", "blkw", "stringz"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(word))
}

/// Whether a word is a number and nothing else; `x1` and `b1` may be names as well.
pub(super) fn is_numeral(word: &str) -> bool {
    number::parse(word).is_some() && !word.starts_with(|first: char| first.is_ascii_alphabetic())
}
