//! An instruction that may be missing between two labels of one address.

use super::Proved;
use super::budget::Budget;
use super::search::Search;
use crate::machine::patch::Patch;
use crate::machine::patches::Patches;

/// Edits that are held to the suite.
const HELD: usize = 32;

impl<'s> Search<'s, '_> {
    /// The instructions between two labels with which these cases pass, the likeliest first. They cannot be tried in memory and are
    /// held to the suite at once.
    pub fn between_labels(
        &self,
        order: &[u32],
        between: impl Fn(&Patches<'s>, u32) -> Vec<Patch>,
        (cases, to_the_byte): (&[usize], bool),
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let mut proved = Vec::new();
        for change in self.changes(order, between).iter().take(HELD) {
            if budget.is_used_up() {
                break;
            }
            let text = change.patch.edit.apply(self.text);
            if let Ok(passing) = self.suite.holds(&text, cases, to_the_byte, budget) {
                proved.push(Proved {
                    likelihood: change.likelihood(self.patches),
                    ..self.located(&change.patch, passing)
                });
            }
        }

        proved.sort_by_key(|proved| (!proved.is_whole(), proved.likelihood));
        proved
    }
}
