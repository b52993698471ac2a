//! Where the given labels stand in a program, and whether two statements are the same in the light of that.

use std::collections::{BTreeMap, BTreeSet};

use crate::machine::lc3::assembler::outline::{Content, Goal, Item};

/// Where the given labels stand in the program.
pub(super) struct Places {
    /// Positions of each given label, by its name in lower case.
    of: BTreeMap<String, Vec<usize>>,
    /// The given labels that are not in the program, in lower case.
    pub gone: BTreeSet<String>,
    /// All those positions: where a stretch ends.
    borders: BTreeSet<usize>,
    /// The program's labels at each address, in lower case.
    names: BTreeMap<u16, BTreeSet<String>>,
}

impl Places {
    pub fn of(given: &[Item], own: &[Item]) -> Self {
        let (mut of, mut gone) = (BTreeMap::new(), BTreeSet::new());
        for label in given.iter().flat_map(|item| &item.labels) {
            let with = |same: &dyn Fn(&String) -> bool| -> Vec<usize> {
                (0..own.len())
                    .filter(|index| own[*index].labels.iter().any(same))
                    .collect()
            };

            // As for the assembler: exact spelling first, then without regard to case.
            let mut places = with(&|own| own == label);
            if places.is_empty() {
                places = with(&|own| own.eq_ignore_ascii_case(label));
            }

            if places.is_empty() {
                gone.insert(label.to_ascii_lowercase());
            } else {
                of.insert(label.to_ascii_lowercase(), places);
            }
        }

        let mut names: BTreeMap<u16, BTreeSet<String>> = BTreeMap::new();
        for item in own {
            let labels = item.labels.iter().map(|label| label.to_ascii_lowercase());
            names.entry(item.address).or_default().extend(labels);
        }

        Self {
            borders: of.values().flatten().copied().collect(),
            of,
            gone,
            names,
        }
    }

    /// Where a given statement's labels stand in the program.
    pub fn at(&self, item: &Item) -> Vec<usize> {
        let places = item
            .labels
            .iter()
            .filter_map(|label| self.of.get(&label.to_ascii_lowercase()));
        places.flatten().copied().collect()
    }

    /// The first position from `start` on at which a given label stands, or else `end`.
    pub fn border(&self, start: usize, end: usize) -> usize {
        self.borders.range(start..).next().copied().unwrap_or(end)
    }

    /// Whether a statement of the program is the given one. With `renamed` labels must lead to the same place, without
    /// it what a label is called instead is not known yet, and any will do for one that is gone.
    pub fn is_same(&self, given: &Item, own: &Item, renamed: Option<&BTreeMap<String, u16>>) -> bool {
        match (&given.content, &own.content) {
            (
                Content::Code {
                    bits: one,
                    target: from,
                },
                Content::Code {
                    bits: other,
                    target: to,
                },
            ) => one == other && self.lead_to_same_place(from.as_ref(), to.as_ref(), (given, own), renamed),
            (
                Content::Data {
                    words: one,
                    label: from,
                },
                Content::Data {
                    words: other,
                    label: to,
                },
            ) => one == other && self.lead_to_same_place(from.as_ref(), to.as_ref(), (given, own), renamed),
            _ => false,
        }
    }

    fn lead_to_same_place(
        &self,
        given: Option<&Goal>,
        own: Option<&Goal>,
        (from, to): (&Item, &Item),
        renamed: Option<&BTreeMap<String, u16>>,
    ) -> bool {
        let (Some(given), Some(own)) = (given, own) else {
            return given.is_none() && own.is_none();
        };
        let Some(label) = &given.label else {
            // A distance in the starter file is the same distance.
            return given.address.wrapping_sub(from.address) == own.address.wrapping_sub(to.address);
        };

        let label = label.to_ascii_lowercase();
        let is_called_so = own.label.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(&label));
        if is_called_so || self.names.get(&own.address).is_some_and(|names| names.contains(&label)) {
            return true;
        }

        match renamed {
            Some(renamed) => renamed.get(&label) == Some(&own.address),
            None => self.gone.contains(&label),
        }
    }
}
