//! Untrusted text made safe to show: whatever would move the cursor, hide or reorder text becomes a visible symbol.

use std::borrow::Cow;
use std::fmt::Write as _;

/// What [`visible`] leaves as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Nothing: one line for a table or message.
    Nothing,
    /// Tabs and line feeds: a text of several lines.
    Layout,
}

/// A text within a message: on one line, with at most `longest` of its characters, and hidden ones as they are written in
/// programs (`\\n`). Quotes stay as they are.
pub fn quotable(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for character in text.chars().take(longest) {
        if matches!(character, '\'' | '"') {
            shown.push(character);
        } else {
            shown.extend(character.escape_debug());
        }
    }
    if text.chars().nth(longest).is_some() {
        shown.push('…');
    }
    shown
}

/// Replaces control characters by their pictures (`␛` for escape, `␀` for NUL), and the C1 controls, zero-width and
/// bidirectional characters and unusual spaces, which have no picture, by their number: `<U+202E>`.
///
/// Only the difference between a control character and its picture is lost; everything else, including markup, is
/// unchanged. HTML writers must also escape markup.
pub fn visible(text: &str, keep: Keep) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }

    let kept = |character| keep == Keep::Layout && matches!(character, '\n' | '\t');
    let Some(first) = text.find(|character| !kept(character) && is_hidden(character)) else {
        return Cow::Borrowed(text);
    };
    let mut shown = String::with_capacity(text.len() + 16);
    shown.push_str(&text[..first]);

    for character in text[first..].chars() {
        if kept(character) || !is_hidden(character) {
            shown.push(character);
        } else if let Some(picture) = picture(character) {
            shown.push(picture);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(shown, "<U+{:04X}>", character as u32);
        }
    }

    Cow::Owned(shown)
}

/// Whether a text is letters, digits and the like of ASCII alone. To look at all of it takes less time than to stop early.
pub(super) fn is_plain(text: &str) -> bool {
    text.bytes()
        .fold(true, |is_plain, byte| is_plain & matches!(byte, b' '..=b'~'))
}

/// The picture of a control character of ASCII.
fn picture(character: char) -> Option<char> {
    match character {
        '\0'..='\u{1F}' => char::from_u32(0x2400 + character as u32),
        '\u{7F}' => Some('\u{2421}'),
        _ => None,
    }
}

/// Whether a character shows nothing of its own, changes how others show, or looks like a space: controls, unusual
/// spaces, soft hyphen, joiners, direction marks, line separators, fillers, variation selectors, tags (Unicode's
/// `Cc`, `Cf`, `Zl`, `Zp`, `Zs` and `Default_Ignorable_Code_Point`).
pub(super) fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{115f}' | '\u{1160}' | '\u{1680}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_keeps_its_quotes_and_is_cut() {
        assert_eq!(quotable("Let's \"play\"\t\u{1b}", 20), "Let's \"play\"\\t\\u{1b}");
        assert_eq!(quotable("four", 3), "fou…");
        assert_eq!(quotable("four", 4), "four");
    }

    #[test]
    fn controls_become_pictures() {
        assert_eq!(visible("a\u{1B}[31mb\0\r\u{7F}", Keep::Nothing), "a␛[31mb␀␍␡");
    }

    #[test]
    fn layout_is_kept_only_where_asked_for() {
        assert_eq!(visible("a\tb\n\u{7}", Keep::Layout), "a\tb\n␇");
        assert_eq!(visible("a\tb\n", Keep::Nothing), "a␉b␊");
    }

    #[test]
    fn what_reorders_or_hides_becomes_its_number() {
        assert_eq!(
            visible("x\u{202E}y\u{200B}z\u{9B}\u{A0}", Keep::Layout),
            "x<U+202E>y<U+200B>z<U+009B><U+00A0>"
        );
    }

    #[test]
    fn ordinary_text_is_not_copied() {
        assert!(matches!(
            visible("Spieler 1 gewinnt: é 漢 <b>", Keep::Nothing),
            Cow::Borrowed(_)
        ));
    }
}
