//! Instructions that are too many.

use super::Search;
use crate::grade::repair::Proved;
use crate::grade::repair::budget::Budget;
use crate::grade::repair::change::Change;
use crate::grade::repair::proof::Passing;
use crate::machine::edits::EditKind;
use crate::machine::patch::ODD;

impl Search<'_, '_> {
    /// An edit of a line, and that the line is left out where that does as well: a suite notices where a line is missing that is needed, and
    /// an instruction that is too many can be made to change nothing in many ways.
    pub(super) fn and_left_out(
        &self,
        best: Proved,
        at_line: Vec<Change>,
        (cases, to_the_byte): (&[usize], bool),
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let is_change = matches!(
            best.edit.kind,
            EditKind::Condition | EditKind::Opcode | EditKind::Register | EditKind::Number | EditKind::Target
        );
        let is_left_out = |change: &Change| {
            change.patch.edit.kind == EditKind::Dropped && self.patches.likelihood(&change.patch).strangeness < ODD
        };
        let mut dropped = at_line.into_iter().filter(|_| is_change);
        let Some(dropped) = dropped.find(is_left_out) else {
            return vec![best];
        };

        let text = dropped.patch.edit.apply(self.text);
        let passing = self.suite.holds(&text, cases, to_the_byte, budget).ok();
        let passing = passing.filter(|passing| *passing == Passing::All || !best.is_whole());
        let left_out = passing.map(|passing| Proved {
            edit: dropped.patch.edit,
            passing,
            ..best.clone()
        });
        std::iter::once(best).chain(left_out).collect()
    }
}
