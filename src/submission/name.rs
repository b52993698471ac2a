//! File names as text. A name may hold anything: bytes that are not text, line feeds, terminal escapes, characters that
//! turn the writing direction.

use std::ffi::OsStr;
use std::fmt::Write as _;

/// A file name as a string. What is not UTF-8 becomes `\xFF`, byte by byte, so that different names stay different.
pub(super) fn text(name: &OsStr) -> String {
    text_of(name.as_encoded_bytes())
}

/// The same of the bytes of a name.
pub(super) fn text_of(name: &[u8]) -> String {
    let mut text = String::new();
    for chunk in name.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text
}

/// A name made safe for a message: whatever could move the cursor, end the line or turn the writing direction
/// becomes `\u{...}`; a very long name is cut.
pub(super) fn shown(name: &str) -> String {
    const LONGEST: usize = 100;
    let mut shown = String::new();
    for (index, character) in name.chars().enumerate() {
        if index == LONGEST {
            shown.push_str("...");
            break;
        }
        if character.is_control() || is_invisible(character) {
            let _ = write!(shown, "{}", character.escape_unicode());
        } else {
            shown.push(character);
        }
    }

    shown
}

/// Characters that print nothing of their own but change how their neighbours look (Unicode's bidirectional controls,
/// zero-width characters, line separators, tags).
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// A list of names for a message: the first few, and how many more.
pub(super) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const FEW: usize = 4;
    let names: Vec<&str> = names.into_iter().collect();
    let mut list = names
        .iter()
        .take(FEW)
        .map(|name| shown(name))
        .collect::<Vec<_>>()
        .join(", ");

    if names.len() > FEW {
        let _ = write!(list, " and {} more", names.len() - FEW);
    }

    list
}

#[cfg(test)]
mod tests {
    use super::{list, shown};

    #[test]
    fn what_could_act_on_a_terminal_is_shown_as_its_number() {
        assert_eq!(shown("a\u{1b}[2Jb\nc"), "a\\u{1b}[2Jb\\u{a}c");
        assert_eq!(shown("gpj\u{202e}exe"), "gpj\\u{202e}exe");
        assert_eq!(shown("Jos\u{e9} \u{738b}"), "Jos\u{e9} \u{738b}");
    }

    #[test]
    fn long_names_and_long_lists_are_cut() {
        assert_eq!(shown(&"x".repeat(300)).len(), 103);
        assert_eq!(list(["a", "b"]), "a, b");
        assert_eq!(list(["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 more");
    }

    #[test]
    #[cfg(unix)]
    fn names_that_are_not_text_stay_different() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(super::text(OsStr::from_bytes(b"a\xFFb")), "a\\xFFb");
        assert_eq!(super::text(OsStr::from_bytes(b"a\xFE\xFDb")), "a\\xFE\\xFDb");
    }
}
