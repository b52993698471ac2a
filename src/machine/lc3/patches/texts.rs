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
            let is_text = |line| {
                let statement = self.statements.get(line);
                statement.is_some_and(|statement| statement.mnemonic.text.eq_ignore_ascii_case(".STRINGZ"))
            };
            if cell.line != line && is_text(&cell.line) {
                texts.push(Text {
                    address: (*address).into(),
                    bytes: Vec::new(),
                });
            }
            line = cell.line;
            if let Some(text) = texts.last_mut().filter(|_| is_text(&line) && cell.bits != 0) {
                text.bytes.push(cell.bits as u8);
            }
        }
        texts
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
