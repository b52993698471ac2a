//! Instructions that may be missing between two labels of one address, of which the first is alone on its line: what ends the subroutine
//! before it, and what begins the one there.

use super::missing::Missing;
use super::{Aimed, Patches};
use crate::machine::arm::program::Symbol;
use crate::machine::edits::{Edit, Statement};
use crate::machine::patch::Patch;

impl Patches<'_> {
    /// An instruction more after each label of an address that has another one after it. Whether it mends anything shows only in the
    /// source: in memory both labels are one address.
    pub fn restored_between(&self, address: u32) -> Vec<Patch> {
        let Some((_, statement)) = self.written(address) else {
            return Vec::new();
        };
        let symbols = self.program.symbols.iter();
        let mut own: Vec<&Symbol> = symbols
            .filter(|symbol| symbol.is_label && symbol.value == address)
            .collect();
        own.sort_by_key(|symbol| symbol.line);

        let mut missing = Missing::default();
        self.saves(address, &mut missing);
        let mut all = missing.each_once();
        all.extend(self.returns_before(address));

        let pairs = own.windows(2).filter(|pair| pair[0].line < pair[1].line);
        let alone = pairs.map(|pair| pair[0]);
        let alone = alone.filter(|first| !self.statements.contains_key(&first.line));
        let each = alone.flat_map(|label| all.iter().map(move |(_, aimed)| (label, *aimed)));
        each.filter_map(|(label, aimed)| self.after_label(label, aimed, statement))
            .collect()
    }

    fn after_label(&self, label: &Symbol, aimed: Aimed, like: &Statement) -> Option<Patch> {
        let (words, text) = self.word(aimed, label.value, like)?;
        let name = (label.line as usize, &label.name[..]);
        let edit = Edit::beside_label(&self.program.source.text, name, &text, true)?;
        Some(Patch::beside_label(edit, label.value, words[0].1, 0))
    }
}
