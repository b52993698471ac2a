//! Two runs of statements, side by side.

use std::mem::discriminant;

use crate::machine::lc3::assembler::outline::{Content, Item};

/// Cells of the table that is filled; beyond, a run is compared position by position. No real program comes near.
const MOST_CELLS: usize = 4_000_000;

/// One step through both runs. Numbers are positions in the runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pair {
    /// In both: the same, but perhaps for the label an operand leads to.
    Same(usize, usize),
    /// One stands where the other was.
    Changed(usize, usize),
    /// Given, and not in the program.
    Removed(usize),
    /// In the program, and not given.
    Added(usize),
}

/// Aligns the given run with the program's, so that as much as can be is the same. `same` compares a given statement with
/// one of the program.
pub(super) fn align(given: &[Item], own: &[Item], same: impl Fn(&Item, &Item) -> bool) -> Vec<Pair> {
    if given.len().saturating_mul(own.len()) > MOST_CELLS {
        return by_position(given, own, same);
    }

    let width = own.len() + 1;
    // What is worth how much from here on.
    let mut worth = vec![0_u32; (given.len() + 1) * width];
    let value = |row: usize, column: usize| {
        let (given, own) = (&given[row], &own[column]);
        if same(given, own) {
            4
        } else {
            u32::from(is_similar(given, own))
        }
    };

    for row in (0..given.len()).rev() {
        for column in (0..own.len()).rev() {
            let at = row * width + column;
            let both = worth[at + width + 1] + value(row, column);
            worth[at] = both.max(worth[at + width]).max(worth[at + 1]);
        }
    }

    let mut pairs = Vec::new();
    let (mut row, mut column) = (0, 0);
    while row < given.len() && column < own.len() {
        let at = row * width + column;
        let own_worth = value(row, column);
        if own_worth > 0 && worth[at] == worth[at + width + 1] + own_worth {
            pairs.push(if own_worth > 1 {
                Pair::Same(row, column)
            } else {
                Pair::Changed(row, column)
            });
            row += 1;
            column += 1;
        } else if worth[at] == worth[at + width] {
            pairs.push(Pair::Removed(row));
            row += 1;
        } else {
            pairs.push(Pair::Added(column));
            column += 1;
        }
    }

    pairs.extend((row..given.len()).map(Pair::Removed));
    pairs.extend((column..own.len()).map(Pair::Added));
    replaced(pairs)
}

/// The same instruction with other operands, or other data.
fn is_similar(one: &Item, other: &Item) -> bool {
    match (&one.content, &other.content) {
        // Branches differ in their flags, not in what they are.
        (Content::Code { bits: one, .. }, Content::Code { bits: other, .. }) => one >> 12 == other >> 12,
        (one, other) => discriminant(one) == discriminant(other),
    }
}

fn by_position(given: &[Item], own: &[Item], same: impl Fn(&Item, &Item) -> bool) -> Vec<Pair> {
    let both = given.iter().zip(own).enumerate().map(|(index, (given, own))| {
        if same(given, own) {
            Pair::Same(index, index)
        } else {
            Pair::Changed(index, index)
        }
    });

    let rest = given.len().min(own.len());
    let removed = (rest..given.len()).map(Pair::Removed);
    let added = (rest..own.len()).map(Pair::Added);
    both.chain(removed).chain(added).collect()
}

/// Takes a statement that was removed and one that was added in its place for one that was changed.
fn replaced(pairs: Vec<Pair>) -> Vec<Pair> {
    let mut result = Vec::with_capacity(pairs.len());
    let mut rest = pairs.into_iter().peekable();
    while rest.peek().is_some() {
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        while let Some(pair) = rest.next_if(|pair| matches!(pair, Pair::Removed(_) | Pair::Added(_))) {
            match pair {
                Pair::Removed(given) => removed.push(given),
                Pair::Added(own) => added.push(own),
                Pair::Same(..) | Pair::Changed(..) => {}
            }
        }

        let both = removed.len().min(added.len());
        let changed = removed.iter().zip(&added);
        result.extend(changed.map(|(given, own)| Pair::Changed(*given, *own)));
        result.extend(removed[both..].iter().map(|given| Pair::Removed(*given)));
        result.extend(added[both..].iter().map(|own| Pair::Added(*own)));

        result.extend(rest.next());
    }

    result
}
