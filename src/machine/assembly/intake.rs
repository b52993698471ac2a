//! The bytes of a file as a whole: files that are no assembly at all, and how the text was decoded.

use super::Log;
use crate::diagnostic::wording::either;
use crate::diagnostic::{Diagnostic, Encoding, Source, Span};

/// The longest source that is read.
const LONGEST: usize = 1 << 20;

/// Codes of the diagnostics that say that a file is not a program with errors, but another file, perhaps handed in by mistake,
/// or nothing at all, as an upload that failed leaves it.
pub const WRONG_FILE: [&str; 4] = ["other-file", "object-file", "damaged-file", "empty"];

/// What a file is that its bytes give away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileKind {
    /// With its article: `a PDF document`.
    pub name: &'static str,
    /// Whether it is a text or an image that a person made: certainly no program of any language.
    pub is_document: bool,
}

/// Beginnings of documents and images, and what they are.
const DOCUMENTS: [(&[u8], &str); 12] = [
    (b"%PDF", "a PDF document"),
    (b"%!PS", "a PostScript document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xD0\xCF\x11\xE0", "an old Word document (.doc)"),
    (b"\x89PNG", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"bplist", "a macOS property list (a web archive?)"),
    (b"SQLite format 3\0", "a database"),
];

/// Beginnings of archives, of what compilers and assemblers make, and of a text in an encoding that nothing here reads.
const BINARIES: [(&[u8], &str); 16] = [
    (b"\xFF\xFE\0\0", "a text in UTF-32, which few programs can read"),
    (b"\0\0\xFE\xFF", "a text in UTF-32, which few programs can read"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"\x1F\x8B", "a gzip archive"),
    (b"7z\xBC\xAF", "a 7-Zip archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"\xFD7zXZ\0", "an xz archive"),
    (b"\x28\xB5\x2F\xFD", "a Zstandard archive"),
    (b"\x7FELF", "a compiled program"),
    (b"MZ\x90", "a Windows program"),
    (b"\xCF\xFA\xED\xFE", "a macOS program"),
    (b"\xCE\xFA\xED\xFE", "a macOS program"),
    (b"\xCA\xFE\xBA\xBE", "a compiled Java class or a macOS program"),
    (b"!<arch>\n", "a library of object files"),
    (b"\0asm", "a WebAssembly program"),
    (b"\x1C\x30\x15\xC0\x01", LC3TOOLS),
];

/// What `LC3Tools` makes of a source; five bytes open it, then its version.
const LC3TOOLS: &str = "an object file of LC3Tools";

/// Names that files in a ZIP archive have, by what the whole is.
const ZIPPED: [(&[u8], &str); 6] = [
    (b"word/", "a Word document (.docx)"),
    (b"xl/", "an Excel document (.xlsx)"),
    (b"ppt/", "a PowerPoint document (.pptx)"),
    (
        b"mimetypeapplication/vnd.oasis.opendocument",
        "an OpenDocument document (.odt)",
    ),
    (b"Index/Document.iwa", "a Pages document"),
    (b"META-INF/", "a Java archive (.jar)"),
];

/// What a file is whose first bytes give it away.
pub fn file_kind(bytes: &[u8]) -> Option<FileKind> {
    let known = |list: &[(&[u8], &'static str)]| {
        let found = list.iter().find(|(magic, _)| bytes.starts_with(magic));
        found.map(|(_, name)| *name)
    };
    if let Some(name) = known(&DOCUMENTS) {
        return Some(FileKind {
            name,
            is_document: true,
        });
    }
    if let Some(name) = web_page(bytes) {
        return Some(FileKind {
            name,
            is_document: true,
        });
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(zipped(bytes));
    }

    let archive = if bytes.get(257..262) == Some(b"ustar") {
        Some("a tar archive")
    } else if bytes.starts_with(b"BZh") && bytes.get(4..10) == Some(b"1AY&SY") {
        Some("a bzip2 archive")
    } else {
        None
    };

    let name = known(&BINARIES).or(archive)?;
    Some(FileKind {
        name,
        is_document: false,
    })
}

/// What a text is that begins as a web page does, or another document in XML, perhaps after a mark of its encoding, blank space and a comment of the browser.
fn web_page(bytes: &[u8]) -> Option<&'static str> {
    const LOOKED_AT: usize = 1 << 10;
    const HTML: &str = "a web page (HTML)";
    const TAGS: [(&str, &str); 5] = [
        ("<!doctype html", HTML),
        ("<html", HTML),
        ("<head", HTML),
        ("<body", HTML),
        ("<?xml", "an XML document"),
    ];
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    // UTF-16 has a zero beside each letter.
    let letters = head.iter().filter(|byte| byte.is_ascii() && **byte != 0);
    let text: String = letters.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    let mut text = text.trim_start();
    while let Some((_, after)) = text.strip_prefix("<!--").and_then(|comment| comment.split_once("-->")) {
        text = after.trim_start();
    }
    let known = TAGS.iter().find(|(tag, _)| text.starts_with(tag));
    known.map(|(_, name)| *name)
}

/// What a ZIP archive is: several kinds of document are one.
fn zipped(bytes: &[u8]) -> FileKind {
    const LOOKED_AT: usize = 1 << 16;
    let head = &bytes[..bytes.len().min(LOOKED_AT)];
    let holds = |name: &[u8]| head.windows(name.len()).any(|window| window == name);
    let found = ZIPPED.iter().find(|(inner, _)| holds(inner));
    FileKind {
        name: found.map_or("a ZIP archive", |(_, name)| *name),
        is_document: found.is_some_and(|(inner, _)| *inner != b"META-INF/"),
    }
}

/// What distinguishes the sources of one assembler from other files.
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
            "the file contains only white space"
        };
        return Some(Diagnostic::error("empty", message).help("hand in the assembly source"));
    }

    if let Some(kind) = file_kind(bytes).filter(|kind| kind.name == LC3TOOLS) {
        return Some(object_file(kind.name, own.extension));
    }

    let (code, what) = match binary(source, bytes, own) {
        Some(what) => ("other-file", what),
        None => ("not-assembly", foreign(source, own)?),
    };
    Some(
        Diagnostic::error(code, format!("this is not {}: {what}", own.name))
            .help(format!("hand in the {} file, as plain text", own.extension)),
    )
}

/// The one error about what an assembler made, handed in instead of what it was made of.
pub(in crate::machine) fn object_file(name: &str, extension: &str) -> Diagnostic {
    Diagnostic::error("object-file", format!("this is {name}, which an assembler made"))
        .help(format!("hand in the source, the {extension} file"))
}

/// What a file is that is no text at all.
fn binary(source: &Source, bytes: &[u8], own: &Language) -> Option<String> {
    if let Some(kind) = file_kind(bytes) {
        return Some(format!("it is {}", kind.name));
    }
    let is_binary = matches!(source.encoding, Encoding::Utf8 | Encoding::Windows1252)
        && bytes.iter().filter(|byte| **byte < 0x09).count() * 50 > bytes.len();
    (is_binary && !(own.has_landmark)(&source.text)).then(|| "it is a binary file".to_owned())
}

/// What a text is that is no source of this language.
fn foreign(source: &Source, own: &Language) -> Option<String> {
    if (own.has_landmark)(&source.text) {
        return None;
    }
    if let Some(what) = (own.surely_other)(&source.text) {
        return Some(format!("it is {what}"));
    }

    let (lines, code) = count_lines(source, own.is_operation);
    if code * 4 >= lines {
        return None;
    }

    Some(match language(&source.text, own.others) {
        Some(language) => format!("it looks like {language}"),
        None if code == 0 => format!("it has no {} and no line with an instruction", own.landmark),
        None => format!(
            "it has no {}, and {code} of its {lines} lines {} an instruction",
            own.landmark,
            either(code, "has", "have"),
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
        .help("save the file as plain text in UTF-8 without a byte order mark; most assemblers reject it");

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
