//! Edits that put back what is no longer as it was given.

use super::change::{Change, Comparison};
use crate::machine::edits::{Edit, EditKind, Statement};
use crate::machine::lc3::assembler::outline::Item;

/// One edit for each difference that one statement makes, in the order of the given part.
pub(super) fn edits(given: &[Item], comparison: &Comparison, statements: &[Statement]) -> Vec<Edit> {
    let statement_at = |own: usize| {
        let line = comparison.own[own].line;
        statements.iter().find(|statement| statement.line == line)
    };
    let restored = comparison.changes.iter().filter_map(|change| match change {
        Change::Changed { given: was, own } => {
            let was = given[*was].text.clone();
            Some(Edit::of(EditKind::Opcode, statement_at(*own)?, was))
        }
        Change::Removed { given: gone, near } => {
            let [gone] = &given[gone.clone()] else { return None };
            let is_unlabelled = gone.labels.is_empty();
            let near = near.filter(|_| is_unlabelled).and_then(statement_at)?;
            Some(Edit::after(near, &gone.text))
        }
        Change::Added { own } if own.len() == 1 => {
            Some(Edit::of(EditKind::Dropped, statement_at(own.start)?, String::new()))
        }
        Change::Added { .. } | Change::Renamed { .. } | Change::Parted { .. } => None,
    });
    restored.collect()
}
