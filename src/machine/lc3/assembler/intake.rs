//! The bytes as a whole: object files, and what an LC-3 source looks like.

use std::sync::Arc;

use super::mnemonic;
use super::word::is_directive;
use crate::diagnostic::Source;
use crate::machine::assembly::{Language, file_kind, object_file};
use crate::machine::lc3::Program;
use crate::machine::lc3::program::{Block, Kind, Word};
use crate::machine::{self, Build};

/// The longest object file: an origin and a whole memory.
const LONGEST_OBJECT: usize = 2 * (1 + 0x1_0000);

/// The program in a classic object file: big-endian words, the first one the origin. `None` when it is none. Under the name
/// of a source it is refused: its source was to be handed in.
///
/// Nothing marks such files; they are distinguished from text by their control characters, and from other binary files by an
/// origin that leaves room for their words.
pub(super) fn object(name: &str, bytes: &[u8]) -> Option<Build> {
    let even = bytes.len().is_multiple_of(2) && (4..=LONGEST_OBJECT).contains(&bytes.len());
    if !even || file_kind(bytes).is_some() {
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
    if name.to_ascii_lowercase().ends_with(".asm") {
        return Some(Build {
            source,
            program: None,
            diagnostics: vec![object_file("an object file", LANGUAGE.extension)],
        });
    }

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

/// How LC-3 sources are distinguished from other files.
pub(super) const LANGUAGE: Language = Language {
    name: "LC-3 assembly",
    extension: "`.asm`",
    landmark: "`.ORIG`",
    has_landmark: has_orig,
    surely_other: |_| None,
    is_operation: |word| is_directive(word) || mnemonic::mnemonic(word).is_some(),
    others: &[(
        &[".global", ".globl", "mov ", "section .", "push ", "\tbl "],
        "assembly of another machine",
    )],
};
