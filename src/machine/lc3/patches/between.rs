//! Instructions that may be missing between two labels of one address: the first is alone on its line, and nothing is between them.

use super::super::program::Symbol;
use super::{Patches, ends};
use crate::machine::edits::Edit;
use crate::machine::patch::{ODD, Patch};

/// Instructions that are looked at between two labels: the likeliest.
const MOST: usize = 16;

impl Patches<'_> {
    /// An instruction more after each label of an address that has another one after it, the likeliest first. Whether it mends
    /// anything shows only in the source: in memory both labels are one address.
    pub fn between_labels(&self, address: u16) -> Vec<Patch> {
        if !self.code.contains(&address) {
            return Vec::new();
        }
        let symbols = self.program.symbols.iter();
        let mut own: Vec<&Symbol> = symbols.filter(|symbol| symbol.address == address).collect();
        own.sort_by_key(|symbol| symbol.line);

        let pairs = own.windows(2).filter(|pair| pair[0].line < pair[1].line);
        let alone = pairs
            .map(|pair| pair[0])
            .filter(|first| !self.statements.contains_key(&first.line));
        alone.flat_map(|first| self.missing_after(first)).collect()
    }

    /// The likeliest instructions after a label that is alone on its line.
    fn missing_after(&self, label: &Symbol) -> Vec<Patch> {
        let address = u32::from(label.address);
        let mut patches = Vec::new();
        for (rank, aimed) in self.missing(label.address) {
            let Some((bits, text)) = self.word(aimed, label.address).filter(|(bits, _)| !ends(*bits)) else {
                continue;
            };
            let Some(edit) = self.beside_label(label, &text, true) else {
                continue;
            };
            patches.push(Patch::beside_label(edit, address, bits.into(), rank));
        }

        patches.retain(|patch| patch.rank <= 1 && self.likelihood(patch).strangeness < ODD);
        patches.sort_by_key(|patch| self.likelihood(patch));
        patches.truncate(MOST);
        patches
    }

    /// A statement more on a line of its own, before or after the line of a label.
    pub(super) fn beside_label(&self, label: &Symbol, statement: &str, is_after: bool) -> Option<Edit> {
        let text = &self.program.source.text;
        Edit::beside_label(text, (label.line as usize, &label.name), statement, is_after)
    }
}
