//! Words that a student may have meant.

use crate::diagnostic::spelling::closest;

/// The candidate closest to a word: one edit away for words of up to six characters, two for longer ones.
pub(in crate::machine) fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > 40 {
        return None;
    }
    let allowed = match word.chars().count() {
        0..=2 => return None,
        3..=6 => 1,
        _ => 2,
    };

    closest(word, candidates, |edits, _| edits <= allowed)
}

/// What to say about a dash that a word processor made of a minus sign.
pub(in crate::machine) const DASH: &str = "the sign is a typographic dash; write a plain `-`";

/// A word with its typographic dashes as plain ones, when it has any.
pub(in crate::machine) fn plain_dashes(word: &str) -> Option<String> {
    let plain = word.replace(
        [
            '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}', '\u{96}',
        ],
        "-",
    );
    (plain != word).then_some(plain)
}

/// Quotes that word processors write.
pub(in crate::machine) const SMART_QUOTES: [char; 6] =
    ['\u{201C}', '\u{201D}', '\u{201E}', '\u{201F}', '\u{AB}', '\u{BB}'];

/// Single quotes that word processors write.
pub(in crate::machine) const SMART_SINGLE_QUOTES: [char; 4] = ['\u{2018}', '\u{2019}', '\u{201A}', '\u{201B}'];

/// The only character in a pair of quotes, plain or typographic: `A` in `'A'`.
pub(in crate::machine) fn quoted_character(word: &str) -> Option<char> {
    let is_quote = |letter: char| {
        matches!(letter, '\'' | '"') || SMART_QUOTES.contains(&letter) || SMART_SINGLE_QUOTES.contains(&letter)
    };
    let mut inside = word.strip_prefix(is_quote)?.strip_suffix(is_quote)?.chars();
    let only = inside.next()?;
    inside.next().is_none().then_some(only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("LOPO", ["LOOP", "LOAD"].into_iter()), Some("LOOP"));
        assert_eq!(
            nearest("chek_valid", ["CHECK_VALID", "CHECK_WIN"].into_iter()),
            Some("CHECK_VALID")
        );
        assert_eq!(nearest("BOARD", ["PLAYER"].into_iter()), None);
    }
}
