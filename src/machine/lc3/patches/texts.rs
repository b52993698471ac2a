//! The texts of a program, and others in their place.

use super::Patches;
use crate::machine::edits::{Edit, EditKind};
use crate::machine::patch::{Text, escaped};

impl Patches<'_> {
    /// The texts, in the order of their addresses.
    pub fn texts(&self) -> Vec<Text> {
        let mut texts: Vec<Text> = Vec::new();
        let mut line = 0;
        for (address, cell) in &self.cells {
            if cell.line != line && self.is_text(cell.line) {
                texts.push(Text {
                    address: (*address).into(),
                    bytes: Vec::new(),
                });
            }
            line = cell.line;
            if let Some(text) = texts.last_mut().filter(|_| self.is_text(line) && cell.bits != 0) {
                text.bytes.push(cell.bits as u8);
            }
        }
        texts
    }

    /// Whether a line is a text.
    pub(super) fn is_text(&self, line: u32) -> bool {
        let statement = self.statements.get(&line);
        statement.is_some_and(|statement| statement.mnemonic.text.eq_ignore_ascii_case(".STRINGZ"))
    }

    /// Other sizes of data, in the order of the lines: one word where there is none, and one more or less.
    pub fn sizes(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for statement in self.statements.values() {
            let is_space = statement.mnemonic.text.eq_ignore_ascii_case(".BLKW");
            let [word] = &statement.operands[..] else { continue };
            let Some(size) = number(&word.text).filter(|_| is_space) else {
                continue;
            };
            let others = if size == 0 { vec![1] } else { vec![size + 1, size - 1] };
            for other in others.into_iter().filter(|_| size != 1) {
                edits.push(Edit::of(EditKind::Number, statement, format!(".BLKW {other}")));
            }
        }
        edits
    }

    /// The address of the first word of a line, or of its label.
    pub fn address_of(&self, line: usize) -> Option<u16> {
        let own = self.cells.iter().find(|(_, cell)| cell.line as usize == line);
        let label = &self.statements.get(&(line as u32))?.label;
        let symbols = &self.program.symbols;
        let named = symbols.iter().find(|symbol| symbol.name.eq_ignore_ascii_case(label));
        own.map(|(at, _)| *at).or(named.map(|symbol| symbol.address))
    }

    /// Another text in place of the one at an address.
    pub fn with_text(&self, address: u16, text: &[u8]) -> Option<Edit> {
        let cell = self.cells.get(&address)?;
        let statement = self.statements.get(&cell.line)?;
        let [word] = &statement.strings[..] else { return None };
        let escaped: Option<String> = text.iter().map(|byte| escaped(*byte)).collect();
        let after = statement.replacing(word, &format!("\"{}\"", escaped?));
        Some(Edit::of(EditKind::Text, statement, after))
    }
}

/// A number in any of its forms.
fn number(word: &str) -> Option<i32> {
    let digits = word.trim_start_matches('#');
    match digits.strip_prefix(['x', 'X']) {
        Some(digits) => i32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}
