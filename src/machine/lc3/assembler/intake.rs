//! The bytes as a whole: object files, and files that are no LC-3 program at all.

use std::sync::Arc;

use super::mnemonic;
use super::word::is_directive;
use crate::diagnostic::{Diagnostic, Encoding, Source};
use crate::machine::lc3::Program;
use crate::machine::lc3::program::{Block, Kind, Word};
use crate::machine::{self, Build};

/// The longest source that is read.
const LONGEST: usize = 1 << 20;
/// The longest object file: an origin and a whole memory.
const LONGEST_OBJECT: usize = 2 * (1 + 0x1_0000);

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

/// What of the bytes is decoded at all.
pub(super) fn readable(bytes: &[u8]) -> &[u8] {
    if bytes.len() > LONGEST { &[] } else { bytes }
}

/// The program in a classic object file: big-endian words, the first one the origin. `None` when it is none.
///
/// Nothing marks such files; they are told from text by their control characters, and from other binary files by an
/// origin that leaves room for their words.
pub(super) fn object(name: &str, bytes: &[u8]) -> Option<Build> {
    let even = bytes.len().is_multiple_of(2) && (4..=LONGEST_OBJECT).contains(&bytes.len());
    if !even || MAGIC.iter().any(|(magic, _)| bytes.starts_with(magic)) {
        return None;
    }
    let binary = bytes
        .iter()
        .any(|byte| *byte < 0x20 && !byte.is_ascii_whitespace() && *byte != 0x0B && *byte != 0x1A);
    if !binary || reads_as_text(bytes) {
        return None;
    }
    let mut words = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let origin = words.next()?;
    let words: Vec<Word> = words
        .map(|bits| Word {
            bits,
            kind: Kind::Code,
            line: 0,
        })
        .collect();
    let fits = usize::from(origin) + words.len() <= 0x1_0000 && (0x0200..0xFE00).contains(&origin);
    if !fits || words.iter().all(|word| word.bits == 0) {
        return None;
    }
    let source = Arc::new(Source::new(name, ""));
    let program = Program {
        source: Arc::clone(&source),
        blocks: vec![Block { origin, words }],
        symbols: Vec::new(),
    };
    Some(Build {
        source,
        program: Some(machine::Program::Lc3(Arc::new(program))),
        diagnostics: Vec::new(),
    })
}

/// Whether bytes with control characters among them are text all the same.
fn reads_as_text(bytes: &[u8]) -> bool {
    let source = Source::read("", bytes);
    if has_orig(&source.text) {
        return true;
    }
    let plain = |character: char| character.is_ascii_graphic() || matches!(character, ' ' | '\t' | '\r' | '\n');
    let count = source.text.chars().count();
    let graphic = source.text.chars().filter(|character| plain(*character)).count();
    graphic * 10 > count * 9
}

fn has_orig(text: &str) -> bool {
    text.as_bytes()
        .windows(5)
        .any(|window| window.eq_ignore_ascii_case(b".orig"))
}

/// The one error about a file that is no LC-3 source: better than five hundred about its lines.
pub(super) fn refuse(source: &Source, bytes: &[u8]) -> Option<Diagnostic> {
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
    let what = foreign(source, bytes)?;
    Some(
        Diagnostic::error("not-assembly", format!("this is not LC-3 assembly: {what}"))
            .help("hand in the `.asm` file, as plain text"),
    )
}

/// What a file is that is no LC-3 source.
fn foreign(source: &Source, bytes: &[u8]) -> Option<String> {
    if let Some((_, what)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some(format!("it is {what}"));
    }
    if has_orig(&source.text) {
        return None;
    }
    if matches!(source.encoding, Encoding::Utf8 | Encoding::Windows1252)
        && bytes.iter().filter(|byte| **byte < 0x09).count() * 50 > bytes.len()
    {
        return Some("it is a binary file".to_owned());
    }
    let (lines, code) = count_lines(source);
    if code * 4 >= lines {
        return None;
    }
    Some(match language(&source.text) {
        Some(language) => format!("it looks like {language}"),
        None if code == 0 => "it has no `.ORIG` and no line with an instruction".to_owned(),
        None => format!("it has no `.ORIG`, and {code} of its {lines} lines have an instruction"),
    })
}

/// Lines with something on them, and those of them whose first or second word is an instruction or directive.
fn count_lines(source: &Source) -> (usize, usize) {
    let known = |word: &str| is_directive(word) || mnemonic::mnemonic(word).is_some();
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

/// The language of a text, by words that LC-3 sources do not have.
fn language(text: &str) -> Option<&'static str> {
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
    } else if has(&[".global", ".globl", "mov ", "section .", "push ", "\tbl "]) {
        "assembly of another machine"
    } else {
        return None;
    })
}
