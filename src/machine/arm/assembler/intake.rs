//! How ARM sources are distinguished from other files.

use super::{dialect, mnemonic};
use crate::machine::assembly::{Language, is_blank};

/// Those for armasm and GNU as.
pub(super) const LANGUAGE: Language = Language {
    name: "ARM assembly",
    extension: "`.s`",
    landmark: "`AREA` or `.text`",
    has_landmark: has_section,
    surely_other: |text| {
        first_words(text)
            .any(|word| word.eq_ignore_ascii_case(".orig"))
            .then_some("LC-3 assembly")
    },
    is_operation: |word| {
        mnemonic::mnemonic(word).is_some() || dialect::directive(word).is_some() || word.starts_with('.')
    },
    others: &[
        (&["section .", "%rax", " eax", "int 0x80"], "x86 assembly"),
        (&["syscall", "$zero", "jal "], "MIPS assembly"),
    ],
};

/// Whether some line has `AREA` with an attribute, as every source for armasm has, or what opens most sources for GNU as.
fn has_section(text: &str) -> bool {
    text.lines().any(|line| {
        first_words(line).any(|word| {
            word.eq_ignore_ascii_case("AREA") && line.contains(',') || matches!(word, ".text" | ".section" | ".global")
        })
    })
}

/// The first word of every line.
fn first_words(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| line.split(is_blank).find(|word| !word.is_empty()))
}
