//! How ARM sources are told from other files.

use super::{dialect, mnemonic};
use crate::machine::assembly::{Language, is_blank};

/// Those for armasm and GNU as.
pub(super) const LANGUAGE: Language = Language {
    name: "ARM assembly",
    extension: "`.s`",
    landmark: "`AREA` or `.text`",
    has_landmark: has_section,
    is_operation: |word| {
        mnemonic::mnemonic(word).is_some() || dialect::directive(word).is_some() || word.starts_with('.')
    },
    others: &[
        (&[".orig", "\ttrap ", ".stringz"], "LC-3 assembly"),
        (&["section .", "%rax", " eax", "int 0x80"], "x86 assembly"),
        (&["syscall", "$zero", "jal "], "MIPS assembly"),
    ],
};

/// Whether some line has `AREA` with an attribute, as every source for armasm has, or what opens most sources for GNU as.
fn has_section(text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split(is_blank).filter(|word| !word.is_empty());
        let first = words.next().unwrap_or("");
        first.eq_ignore_ascii_case("AREA") && line.contains(',') || matches!(first, ".text" | ".section" | ".global")
    })
}
