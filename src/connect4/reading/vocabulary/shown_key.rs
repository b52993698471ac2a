//! Keys that a program shows directly after a word: `Red to move3`.
//!
//! Two kinds of lines end in a digit. In `Next is player 2` the digit belongs to the words: the line is printed after other keys
//! too. In `Red to move3` it is the key that was typed: the same words end in whatever was typed.

use std::collections::BTreeMap;

use super::Occurrences;

/// The same words have to end in so many different keys.
const KEYS: usize = 3;

/// All lines, without the keys that are shown after them.
pub fn taken_off(lines: &BTreeMap<Vec<u8>, Occurrences>) -> Vec<(&[u8], &Occurrences)> {
    let mut keys: BTreeMap<&[u8], usize> = BTreeMap::new();
    for seen in lines.values() {
        if let Some(label) = label(seen) {
            *keys.entry(label).or_default() += 1;
        }
    }

    let without_key = |(text, seen)| {
        let text: &Vec<u8> = text;
        let label = label(seen).filter(|label| keys.get(label).is_some_and(|keys| *keys >= KEYS));
        (label.unwrap_or(text), seen)
    };
    lines.iter().map(without_key).collect()
}

/// What comes before the key that a line always ends in.
fn label(seen: &Occurrences) -> Option<&[u8]> {
    seen.label.as_deref().filter(|_| seen.with_key == seen.total)
}
