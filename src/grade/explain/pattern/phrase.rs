//! Patterns of missed wins in words.

use std::collections::BTreeSet;

use super::Trait;
use super::win::{Way, Win};
use crate::diagnostic::wording::one_of;

/// A pattern in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::grade) struct Phrase {
    /// What a program with it does, without a subject: `misses every vertical win`.
    pub words: String,
    /// The text that the keys of contract faults are made of. It never changes.
    pub key: String,
}

impl Phrase {
    fn new(key: String, words: String) -> Self {
        Self { words, key }
    }
}

/// A single line of the board that is missed, in words.
pub(super) fn line_phrase(ways: &[Way], noun: &str, win: &Win, line: usize) -> Phrase {
    let (low, left) = (win.row + line - 1, win.column);
    let (from, to) = match ways {
        [Way::Horizontal] => ((win.row, left), (win.row, left + line - 1)),
        [Way::Vertical] => ((low, left), (win.row, left)),
        [Way::Falling] => ((win.row, left), (low, left + line - 1)),
        _ => ((low, left), (win.row, left + line - 1)),
    };

    let (from_row, from_column) = from;
    let (to_row, to_column) = to;
    let noun = noun.replace(" win", " line");
    let which = format!("the {noun} from row {from_row}, column {from_column} to row {to_row}, column {to_column}");
    Phrase::new(format!("{which} is missed"), format!("misses {which}"))
}

/// A pattern in words.
pub(super) fn phrase(noun: &str, of: Trait, missed: &BTreeSet<usize>, found: &BTreeSet<usize>, line: usize) -> Phrase {
    let (key, words) = match of {
        Trait::Any | Trait::Line => (format!("no {noun} is found"), format!("misses every {noun}")),
        Trait::Player => {
            let of_player = format!("{noun} of player {}", alternatives(missed));
            (format!("no {of_player} is found"), format!("misses every {of_player}"))
        }
        Trait::FromLeft | Trait::FromBelow => return phrase_of_last_piece(noun, of, missed, found, line),
        Trait::Row | Trait::Column => {
            let values = alternatives(missed);
            let place = match of {
                Trait::Row if noun.starts_with('h') => format!("in row {values}"),
                Trait::Row => format!("when its highest piece is in row {values}"),
                _ if noun.starts_with('v') => format!("in column {values}"),
                _ => format!("when its leftmost piece is in column {values}"),
            };

            (
                format!("a {noun} is missed {place}"),
                format!("misses a {noun} {place}"),
            )
        }
    };
    Phrase::new(key, words)
}

/// A pattern of where in the line the last piece lands.
fn phrase_of_last_piece(
    noun: &str,
    of: Trait,
    missed: &BTreeSet<usize>,
    found: &BTreeSet<usize>,
    line: usize,
) -> Phrase {
    if let Some(Phrase { words, key }) = place_in_line(of, missed, line) {
        return Phrase::new(
            format!("a {noun} is missed when the last piece is {key}"),
            format!("misses a {noun} when the last piece {words}"),
        );
    }
    if let Some(Phrase { words, key }) = place_in_line(of, found, line) {
        return Phrase::new(
            format!("a {noun} is found only when the last piece is {key}"),
            format!("finds a {noun} only when the last piece {words}"),
        );
    }

    let from = match of {
        Trait::FromLeft => "from the left",
        _ => "from below",
    };
    let counted = missed.iter().map(|value| value + 1).collect();
    let place = format!("when the last piece is number {} {from}", alternatives(&counted));
    Phrase::new(
        format!("a {noun} is missed {place}"),
        format!("misses a {noun} {place}"),
    )
}

/// Where in the line the last piece lands, if there is a name for it.
fn place_in_line(of: Trait, values: &BTreeSet<usize>, line: usize) -> Option<Phrase> {
    let values: Vec<usize> = values.iter().copied().collect();
    let is_middle = !values.is_empty() && values.iter().all(|value| (1..line - 1).contains(value));
    let (key, words) = match (of, &values[..]) {
        (Trait::FromLeft, [0]) => ("at its left end", "lands at the left end of the line"),
        (Trait::FromLeft, [end]) if end + 1 == line => ("at its right end", "lands at the right end of the line"),
        (Trait::FromBelow, [0]) => ("the lowest", "is the lowest of the line"),
        (Trait::FromBelow, [end]) if end + 1 == line => ("the highest", "is the highest of the line"),
        (_, [0, end]) if end + 1 == line => ("at one of its ends", "lands at an end of the line"),
        _ if is_middle && values.len() + 2 == line => ("in its middle", "lands in the middle of the line"),
        _ => return None,
    };

    Some(Phrase::new(key.to_owned(), words.to_owned()))
}

/// `1`, `1 or 2`, `1, 2 or 3`.
fn alternatives(values: &BTreeSet<usize>) -> String {
    one_of(&values.iter().map(ToString::to_string).collect::<Vec<_>>())
}
