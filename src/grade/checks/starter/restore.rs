//! Edits that put back what is no longer as it was given.

use super::change::{Change, Comparison};
use crate::machine::edits::{Edit, EditKind, Statement};
use crate::machine::lc3::assembler::outline::Item;

/// One edit for each difference that one statement makes, in the order of the given part. A statement that was moved is left to
/// the search.
pub(super) fn edits(given: &[Item], comparison: &Comparison, statements: &[Statement]) -> Vec<Edit> {
    let statement_at = |own: usize| {
        let line = comparison.own[own].line;
        statements.iter().find(|statement| statement.line == line)
    };
    // A statement that occurs as often as it was given has been moved.
    let count = |items: &[Item], text: &str| items.iter().filter(|item| item.text == text).count();
    let counts = |text: &str| (count(given, text), count(&comparison.own, text));
    let is_missing = |text: &str| matches!(counts(text), (given, own) if own < given);
    let is_more = |text: &str| matches!(counts(text), (given, own) if own > given);

    let restored = comparison.changes.iter().filter_map(|change| match change {
        Change::Changed { given: was, own } => {
            let was = given[*was].text.clone();
            Some(Edit::of(EditKind::Opcode, statement_at(*own)?, was))
        }
        Change::Removed { given: gone, near } => {
            let [gone] = &given[gone.clone()] else { return None };
            let near = near.filter(|_| gone.labels.is_empty() && is_missing(&gone.text))?;
            let next = comparison.own.get(near + 1).filter(|next| next.labels.is_empty());
            match next.and_then(|_| statement_at(near + 1)) {
                Some(next) => Some(Edit::before(next, &gone.text)),
                None => Some(Edit::after(statement_at(near)?, &gone.text)),
            }
        }
        Change::Added { own } if own.len() == 1 && is_more(&comparison.own[own.start].text) => {
            Some(Edit::of(EditKind::Dropped, statement_at(own.start)?, String::new()))
        }
        Change::Added { .. } | Change::Renamed { .. } | Change::Parted { .. } => None,
    });

    restored.collect()
}
