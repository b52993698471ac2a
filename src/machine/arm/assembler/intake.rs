//! How ARM sources are told from other files.

use super::{dialect, mnemonic};
use crate::machine::assembly::{Language, is_blank};

/// Those for armasm and GNU as.
pub(super) const LANGUAGE: Language = Language {
    name: "ARM assembly",
    extension: "`.s`",
    landmark: "`AREA`",
    has_landmark: has_area,
    is_operation: |word| {
        mnemonic::mnemonic(word).is_some() || dialect::directive(word).is_some() || word.starts_with('.')
    },
    others: &[
        (&[".orig", "\ttrap ", ".stringz"], "LC-3 assembly"),
        (&["section .", "%rax", " eax", "int 0x80"], "x86 assembly"),
        (&["syscall", "$zero", "jal "], "MIPS assembly"),
    ],
};

/// Whether some line has `AREA` with an attribute, as every source for armasm has.
fn has_area(text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split(is_blank).filter(|word| !word.is_empty());
        let area = words.next().is_some_and(|word| word.eq_ignore_ascii_case("AREA"));
        area && line.contains(',')
    })
}
