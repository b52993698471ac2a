//! The instructions that may be missing: one more anywhere, or two that belong together.

use super::super::Proved;
use super::super::budget::Budget;
use super::super::change::{Later, ODD};
use super::super::telling::Game;
use super::Search;
use crate::machine::edits::EditKind;
use crate::machine::patches::Patches;
use crate::machine::slice::Slice;

/// What making one instruction more and finding its turn costs, whether it is tried or not.
const MADE: u64 = 100;
/// Instructions at which something may be missing.
const GAPS: usize = 240;
/// How much of the budget that is left is for trying them on the ends of games and on whole ones, in hundredths: pairs, and any
/// instruction.
const PAIRS: [u64; 2] = [10, 2];
const INSERTED: [u64; 2] = [75, 5];
/// The last of them where edits are known on top of which a second one is looked for.
const INSERTED_BESIDE: [u64; 2] = [40, 0];
/// And where one of these mends most of the cases.
const INSERTED_ON_TOP: [u64; 2] = [30, 0];

impl Search<'_, '_> {
    /// Whether an edit may only hide that an instruction is missing: an odd one, and an instruction moved that mends one fault
    /// and leaves others. Where not all cases were played, an odd edit is no proof.
    pub(super) fn may_hide(&self, edit: &Proved) -> bool {
        let is_moved = edit.edit.kind == EditKind::Moved;
        let may_hide = if edit.is_whole() || self.suite.has_long_games() {
            edit.is_odd()
        } else {
            is_moved
        };
        may_hide && self.looks_for_insertions
    }

    /// Edits that may hide that an instruction is missing, after those instructions that are likelier.
    pub(super) fn likelier_than(
        &mut self,
        known: Vec<Proved>,
        games: &[Game],
        (order, slice): (&[u32], &Slice),
        (cases, to_the_byte): (&[usize], bool),
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let is_partial = self.suite.has_long_games();
        let oddity = known[0].likelihood.1.max(ODD);
        let mut missing = self.missing(games, (order, slice), (cases, to_the_byte), budget, &mut Vec::new());
        missing.retain(|missing| (missing.is_whole() || is_partial) && missing.likelihood.1 < oddity);
        if !is_partial {
            missing.extend(known);
        }
        missing
    }

    /// These edits, or that a subroutine keeps a register of its caller, where that does as well, and the likeliest of them is another
    /// register or another order: which register is written and when hardly matters where nothing else is wrong with it.
    pub(super) fn kept_rather(
        &mut self,
        known: Vec<Proved>,
        (games, order): (&[Game], &[u32]),
        (cases, to_the_byte): (&[usize], bool),
        budget: &mut Budget,
    ) -> Vec<Proved> {
        let may_avoid = matches!(
            known[0].edit.kind,
            EditKind::Register | EditKind::Swapped | EditKind::Moved
        );
        if !may_avoid || !self.looks_for_insertions {
            return known;
        }

        let mut kept = self.changes(order, Patches::pairs_at);
        kept.retain(|change| self.patches.is_to_keep(&change.patch));
        let (survivors, _) = self.survivors_of_all(games, kept, PAIRS, budget, &mut Vec::new());
        let mut kept = self.proved(survivors, cases, to_the_byte, budget);
        kept.retain(|kept| kept.is_whole() || !known[0].is_whole());
        if kept.is_empty() { known } else { kept }
    }

    /// The instructions that may be missing, one or two that belong together.
    pub(super) fn missing(
        &mut self,
        games: &[Game],
        (order, slice): (&[u32], &Slice),
        (cases, to_the_byte): (&[usize], bool),
        budget: &mut Budget,
        later: &mut Vec<Later>,
    ) -> Vec<Proved> {
        let between = self.between_labels(order, Patches::between_labels, (cases, to_the_byte), budget);
        if between.iter().any(Proved::is_whole) {
            return between;
        }

        let mut pairs = self.changes(order, Patches::pairs_at);
        pairs.sort_by_key(|change| change.patch.rank);
        let (pairs, _) = self.survivors_of_all(games, pairs, PAIRS, budget, later);
        // That a register of the caller is kept is likelier than what else happens to set it right.
        let (kept, pairs) = pairs
            .into_iter()
            .partition(|change| change.patch.edit.kind == EditKind::Kept);
        let kept = self.proved(kept, cases, to_the_byte, budget);
        if !kept.is_empty() {
            return kept;
        }
        let live = |address: u32| slice.live.get(&address).copied().unwrap_or_default();
        let mut inserted = self.changes(&order[..order.len().min(GAPS)], |patches, address| {
            let mut missing = patches.inserted_where(address, live(address));
            if !self.within.is_empty() {
                missing.extend(patches.inserted_further(address, live(address)));
            }
            missing
        });
        budget.spend(inserted.len() as u64 * MADE);
        inserted.sort_by_cached_key(|change| {
            let is_idle = self.patches.is_idle(&change.patch, slice);
            change.turn(self.patches, is_idle)
        });
        let share = if self.firsts.is_empty() {
            INSERTED
        } else if self.is_mended_in_part(cases, budget) {
            INSERTED_ON_TOP
        } else {
            INSERTED_BESIDE
        };
        let (survivors, _) = self.survivors_of_all(games, inserted, share, budget, later);
        let proved = self.proved(survivors, cases, to_the_byte, budget);
        if !proved.is_empty() {
            return proved;
        }
        self.proved(pairs, cases, to_the_byte, budget)
    }
}
