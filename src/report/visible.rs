//! Makes every character of a hostile text visible, so that showing it cannot do anything.
//!
//! Takes any text; gives the same text with control, bidirectional and zero-width characters as symbols. Knows no
//! markup: escaping for HTML or CSV comes after.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with invisible characters as symbols: C0 controls as their control picture (`␊`, `␍`, `␀`, `␛`), all others
/// as their code point (`<U+202E>`). Blanks stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.chars().any(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push(&mut shown, character);
    }
    Cow::Owned(shown)
}

/// Like [`visible`], and every blank as `·`.
pub fn visible_spaces(text: &str) -> String {
    visible(text).replace(' ', "·")
}

fn push(shown: &mut String, character: char) {
    match character {
        '\0'..='\x1f' => shown.extend(char::from_u32(0x2400 + character as u32)),
        '\x7f' => shown.push('␡'),
        _ if is_invisible(character) => {
            // Writing into a string cannot fail.
            let _ = write!(shown, "<U+{:04X}>", character as u32);
        }
        _ => shown.push(character),
    }
}

/// Characters that show nothing, or change how others are shown: controls, blanks that are not the blank, soft hyphen,
/// joiners, direction marks, line separators, fillers, variation selectors, tags (Unicode's `Cc`, `Cf`, `Zl`, `Zp`, `Zs` and
/// `Default_Ignorable_Code_Point`).
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{115f}' | '\u{1160}' | '\u{1680}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::{visible, visible_spaces};

    #[test]
    fn plain_text_stays_as_it_is() {
        assert_eq!(visible("Ada Lovelace, 李雷, Zoë"), "Ada Lovelace, 李雷, Zoë");
    }

    #[test]
    fn controls_become_pictures() {
        assert_eq!(visible("a\r\n\0\x1b[31m\t\x7f"), "a␍␊␀␛[31m␉␡");
    }

    #[test]
    fn direction_marks_and_invisible_characters_are_named() {
        assert_eq!(
            visible("a\u{202e}b\u{200b}c\u{9b}d\u{a0}"),
            "a<U+202E>b<U+200B>c<U+009B>d<U+00A0>"
        );
    }

    #[test]
    fn blanks_are_shown_where_asked() {
        assert_eq!(visible_spaces("- -  \n"), "-·-··␊");
    }
}
