//! The bytes of a file as a whole: files that are no assembly at all, and how the text was decoded.

use super::Log;
use crate::diagnostic::{Diagnostic, Encoding, Source, Span};

/// The longest source that is read.
const LONGEST: usize = 1 << 20;

/// Beginnings of files that are no text, and what they are.
const MAGIC: [(&[u8], &str); 14] = [
    (b"PK\x03\x04", "a ZIP archive (or a Word document)"),
    (b"%PDF", "a PDF document"),
    (b"\x7FELF", "a compiled program"),
    (b"MZ\x90", "a Windows program"),
    (b"\x89PNG", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"7z\xBC\xAF", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
    (b"{\\rtf", "a rich text document"),
    (b"\xD0\xCF\x11\xE0", "an old Word document"),
    (b"\xCA\xFE\xBA\xBE", "a compiled Java class"),
    (b"bplist", "a macOS property list (a web archive?)"),
];

/// What tells the sources of one assembler from other files.
#[derive(Debug)]
pub(in crate::machine) struct Language {
    /// As in `this is not LC-3 assembly`.
    pub(in crate::machine) name: &'static str,
    /// What such files are called.
    pub(in crate::machine) extension: &'static str,
    /// What every such source has.
    pub(in crate::machine) landmark: &'static str,
    /// Whether a text has it: then it is such a source, however odd the rest is.
    pub(in crate::machine) has_landmark: fn(&str) -> bool,
    /// What a text is for certain that is none, though many of its words may be instructions here.
    pub(in crate::machine) surely_other: fn(&str) -> Option<&'static str>,
    /// Whether a word is an instruction or a directive.
    pub(in crate::machine) is_operation: fn(&str) -> bool,
    /// Words in lower case that other languages have and this one has not, with the name of each language.
    pub(in crate::machine) others: &'static [(&'static [&'static str], &'static str)],
}

/// What a file is whose first bytes give it away.
pub(in crate::machine) fn known_format(bytes: &[u8]) -> Option<&'static str> {
    let known = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic));
    known.map(|(_, what)| *what)
}

/// What of the bytes is decoded at all.
pub(in crate::machine) fn readable(bytes: &[u8]) -> &[u8] {
    if bytes.len() > LONGEST { &[] } else { bytes }
}

/// The one error about a file that is no source of this language: better than five hundred about its lines.
pub(in crate::machine) fn refuse(source: &Source, bytes: &[u8], own: &Language) -> Option<Diagnostic> {
    if bytes.len() > LONGEST {
        return Some(
            Diagnostic::error(
                "too-large",
                format!("the file has {} bytes; a source may have {LONGEST}", bytes.len()),
            )
            .help("hand in the assembly source alone"),
        );
    }
    if source.text.trim().is_empty() {
        let message = if bytes.is_empty() {
            "the file is empty"
        } else {
            "the file is empty but for blanks"
        };
        return Some(Diagnostic::error("empty", message).help("hand in the assembly source"));
    }
    let what = foreign(source, bytes, own)?;
    Some(
        Diagnostic::error("not-assembly", format!("this is not {}: {what}", own.name))
            .help(format!("hand in the {} file, as plain text", own.extension)),
    )
}

/// What a file is that is no source of this language.
fn foreign(source: &Source, bytes: &[u8], own: &Language) -> Option<String> {
    if let Some(what) = known_format(bytes) {
        return Some(format!("it is {what}"));
    }
    if (own.has_landmark)(&source.text) {
        return None;
    }
    if let Some(what) = (own.surely_other)(&source.text) {
        return Some(format!("it is {what}"));
    }
    if matches!(source.encoding, Encoding::Utf8 | Encoding::Windows1252)
        && bytes.iter().filter(|byte| **byte < 0x09).count() * 50 > bytes.len()
    {
        return Some("it is a binary file".to_owned());
    }
    let (lines, code) = count_lines(source, own.is_operation);
    if code * 4 >= lines {
        return None;
    }
    Some(match language(&source.text, own.others) {
        Some(language) => format!("it looks like {language}"),
        None if code == 0 => format!("it has no {} and no line with an instruction", own.landmark),
        None => format!(
            "it has no {}, and {code} of its {lines} lines have an instruction",
            own.landmark
        ),
    })
}

/// Lines with something on them, and those of them whose first or second word is an instruction or directive.
fn count_lines(source: &Source, known: fn(&str) -> bool) -> (usize, usize) {
    let mut lines = 0;
    let mut code = 0;
    for number in 1..=source.line_count() {
        let line = source.line(number).unwrap_or("");
        let line = line.split(';').next().unwrap_or("");
        let mut words = line
            .split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ':'))
            .filter(|word| !word.is_empty());
        if let Some(first) = words.next() {
            lines += 1;
            code += usize::from(known(first) || words.next().is_some_and(known));
        }
    }
    (lines, code)
}

/// The language of a text, by words that sources of this one do not have.
fn language(text: &str, others: &[(&[&str], &'static str)]) -> Option<&'static str> {
    let mut end = text.len().min(4096);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = text[..end].to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| head.contains(word));
    Some(if has(&["<!doctype", "<html", "<head>", "<body"]) {
        "a web page"
    } else if has(&["#include", "int main"]) {
        "C"
    } else if has(&["public class", "public static void", "import java"]) {
        "Java"
    } else if has(&["def ", "import ", "print("]) && !has(&["{"]) {
        "Python"
    } else {
        return others.iter().find(|(words, _)| has(words)).map(|(_, name)| *name);
    })
}

/// Says how the bytes were read, where that was not plain UTF-8 and matters.
pub(in crate::machine) fn report_encoding(source: &Source, log: &mut Log) {
    let what = match source.encoding {
        Encoding::Utf8 => return,
        Encoding::Utf8Bom => "the file starts with a byte order mark",
        Encoding::Utf16Le | Encoding::Utf16Be => "the file is UTF-16",
        Encoding::Windows1252 => "the file is not UTF-8; its bytes above x7F are read as windows-1252",
    };
    let mut diagnostic = Diagnostic::warning("encoding", what)
        .help("save the file as plain text in UTF-8 without a byte order mark; most assemblers refuse it");
    if source.encoding == Encoding::Windows1252 {
        diagnostic = Diagnostic::warning("encoding", what).help("save the file as UTF-8");
        if let Some((start, character)) = source.text.char_indices().find(|(_, character)| !character.is_ascii()) {
            diagnostic = diagnostic.at(Span {
                start,
                end: start + character.len_utf8(),
            });
        }
    }
    log.push(diagnostic);
}
