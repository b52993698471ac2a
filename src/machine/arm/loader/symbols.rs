//! The symbol table of an ELF image: labels, numbers, and the marks that distinguish code from data.

use super::super::program::{Kind, Symbol};
use super::fields::Fields;
use super::pieces::Mark;

/// Bytes of an entry of the table.
const ENTRY: usize = 16;
/// A longer name is cut; real ones are shorter, and hostile ones would take the whole file each.
const LONGEST_NAME: usize = 128;
/// The number of the section of symbols that no section holds.
const UNDEFINED: u16 = 0;
const ABSOLUTE: u16 = 0xFFF1;
const FUNCTION: u8 = 2;
/// Above these kinds are names of sections and files.
const HIGHEST_KIND: u8 = 2;

/// What a symbol table says.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// Where code and data begin, in order of addresses.
    pub(super) marks: Vec<Mark>,
    /// Labels and numbers in order of their values.
    pub(super) list: Vec<Symbol>,
    /// Where Thumb code begins.
    thumb: Vec<u32>,
}

impl Symbols {
    /// Whether the code at address 0 is Thumb code.
    pub(super) fn starts_with_thumb(&self) -> bool {
        self.thumb.contains(&0)
    }

    /// Whether there is Thumb code.
    pub(super) fn has_thumb(&self) -> bool {
        !self.thumb.is_empty()
    }
}

/// Reads the table; `names` is the table of strings that it refers to.
pub(super) fn read(table: &[u8], names: &[u8]) -> Symbols {
    let mut symbols = Symbols::default();
    for entry in table.chunks_exact(ENTRY) {
        add(&mut symbols, Fields(entry), names);
    }
    symbols.marks.sort_by_key(|(address, _)| *address);
    symbols.list.sort_by_key(|symbol| symbol.value);
    symbols.list.dedup();
    symbols
}

fn add(symbols: &mut Symbols, entry: Fields<'_>, names: &[u8]) {
    let (Some(name), Some(value), Some(section)) = (entry.word(0), entry.word(4), entry.half(14)) else {
        return;
    };

    let kind = entry.0[12] & 0xF;
    let name = names.get(name as usize..).unwrap_or_default();
    let length = name.iter().take(LONGEST_NAME).take_while(|byte| **byte != 0).count();
    let name = String::from_utf8_lossy(&name[..length]);
    if section == UNDEFINED || kind > HIGHEST_KIND || name.is_empty() {
        return;
    }

    if let Some(mark) = name.strip_prefix('$') {
        match mark.split('.').next() {
            Some("a") => symbols.marks.push((value, Kind::Code)),
            Some("d") => symbols.marks.push((value, Kind::Data)),
            Some("t") => {
                symbols.marks.push((value, Kind::Code));
                symbols.thumb.push(value & !1);
            }
            _ => {}
        }
        return;
    }

    // Names with two dollars are the linker's own: `Image$$ER_IROM1$$Base`, `BuildAttributes$$...`.
    if name.contains("$$") {
        return;
    }

    symbols.list.push(Symbol {
        name: name.into_owned(),
        value: if kind == FUNCTION { value & !1 } else { value },
        is_label: section != ABSOLUTE,
        line: 0,
    });
}
