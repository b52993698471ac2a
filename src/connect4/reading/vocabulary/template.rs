//! Lines that differ only in numbers are one line: "Column 3 chosen" and "Column 7 chosen". A number that takes only two
//! values may name a player, and stays.

use std::collections::{BTreeMap, BTreeSet};

/// A number with more values than this is not kept.
const FEW: usize = 2;

/// Which numbers of which lines are left out.
#[derive(Debug, Default)]
pub(super) struct Templates(BTreeMap<Vec<u8>, Vec<bool>>);

impl Templates {
    /// No line is known.
    pub const fn none() -> Self {
        Self(BTreeMap::new())
    }

    /// Learns from all lines which numbers vary.
    pub fn new<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut values: BTreeMap<Vec<u8>, Vec<BTreeSet<&[u8]>>> = BTreeMap::new();
        for line in lines {
            let (mask, numbers) = masked(line);
            let seen = values
                .entry(mask)
                .or_insert_with(|| vec![BTreeSet::new(); numbers.len()]);
            for (seen, number) in seen.iter_mut().zip(numbers) {
                if seen.len() <= FEW {
                    seen.insert(number);
                }
            }
        }

        let varies = |values: Vec<BTreeSet<&[u8]>>| values.iter().map(|values| values.len() > FEW).collect();
        Self(
            values
                .into_iter()
                .map(|(mask, values)| (mask, varies(values)))
                .collect(),
        )
    }

    /// A line without the numbers that vary, and with single spaces between its words.
    pub fn key(&self, line: &[u8]) -> Vec<u8> {
        let (mask, numbers) = masked(line);
        let varies = self.0.get(&mask);
        let mut kept = numbers.into_iter().enumerate().map(|(at, number)| {
            let is_left_out = varies.is_none_or(|varies| varies.get(at) == Some(&true));
            if is_left_out { &b"#"[..] } else { number }
        });

        let mut key = Vec::with_capacity(line.len());
        for byte in mask {
            if byte == NUMBER {
                key.extend_from_slice(kept.next().unwrap_or(b"#"));
            } else {
                key.push(byte);
            }
        }
        key
    }
}

/// Stands for a number: no line that is read holds this byte.
const NUMBER: u8 = 0;

/// A line with its numbers left out, and the numbers.
fn masked(line: &[u8]) -> (Vec<u8>, Vec<&[u8]>) {
    let line = line.trim_ascii();
    let mut mask = Vec::with_capacity(line.len());
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let digits = line[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 {
            mask.push(NUMBER);
            numbers.push(&line[at..at + digits]);
            at += digits;
            continue;
        }
        let is_blank = line[at] == b' ' || line[at] == b'\t';
        if !(is_blank && mask.last() == Some(&b' ')) {
            mask.push(if is_blank { b' ' } else { line[at] });
        }
        at += 1;
    }
    (mask, numbers)
}
