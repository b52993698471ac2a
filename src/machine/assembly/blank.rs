//! Characters that separate words, and those of them that nobody can see.

use super::Log;
use crate::diagnostic::{Diagnostic, Span};

/// Whether a character separates words. Control characters and invisible ones count as blanks: what cannot be seen
/// must not be part of a name.
pub(in crate::machine) fn is_blank(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}')
}

/// Says that an unusual character is read as a space; plain blanks and TABs are not unusual.
pub(in crate::machine) fn odd_blank(character: char, span: Span, log: &mut Log) {
    if matches!(character, ' ' | '\t') {
        return;
    }
    log.repeat("odd-character", format!("{:06X}", character as u32), span, || {
        Diagnostic::warning("odd-character", format!("{} is read as a space", describe(character)))
            .help("some assemblers reject the file because of it; replace it with a plain space, or remove it")
    });
}

/// An invisible character in words.
fn describe(character: char) -> String {
    let name = match character {
        '\0' => "a NUL byte",
        '\u{0B}' => "a vertical tab",
        '\u{0C}' => "a form feed",
        '\u{1A}' => "an end-of-file mark of old systems (Ctrl-Z)",
        '\u{1B}' => "an escape character",
        '\u{A0}' | '\u{202F}' => "a non-breaking space",
        '\u{3000}' => "a full-width space",
        '\u{FEFF}' => "a byte order mark",
        '\u{200B}'..='\u{200D}' | '\u{2060}' => "an invisible zero-width character",
        '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => "an invisible direction mark",
        other if other.is_control() => "a control character",
        _ => "an unusual space",
    };
    format!("{name} (U+{:04X})", character as u32)
}
