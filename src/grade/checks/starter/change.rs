//! What became of the given part: which statements stand as they were given, and what happened to the others.
//!
//! The given part falls into stretches, each from one of its labels to the next. A stretch is looked for at its label in
//! the program, wherever that stands, and compared with what follows there. A label that is gone leaves its stretch to
//! the one before it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::align::{Pair, align};
use super::places::Places;
use crate::machine::lc3::assembler::outline::{Content, Item};

/// The given part, compared with a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Comparison {
    /// What differs, in the order of the given part.
    pub changes: Vec<Change>,
    /// The positions in the program of the statements that stand as they were given.
    pub kept: Vec<usize>,
    /// The program's statements.
    pub own: Vec<Item>,
}

/// A difference. `given` and `own` are positions in the given part and in the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    /// A statement is another one now.
    Changed { given: usize, own: usize },
    /// Statements are gone; the nearest one that is left stands at `near`.
    Removed { given: Range<usize>, near: Option<usize> },
    /// Statements stand between given ones.
    Added { own: Range<usize> },
    /// A label is called otherwise.
    Renamed { given: usize, own: usize },
    /// What must follow the statement at `own` does not: the given statement at `given`.
    Parted { own: usize, given: usize },
}

/// Compares the given part with a program.
pub(super) fn compare(given: &[Item], own: &[Item]) -> Comparison {
    let places = Places::of(given, own);
    let mut matched: Vec<Option<(usize, bool)>> = vec![None; given.len()];
    let mut stretches = Vec::new();
    for (run, windows) in stretches_of(given, &places, own.len()) {
        let found = windows.into_iter().map(|window| {
            let pairs = align(&given[run.clone()], &own[window.clone()], |given, own| {
                places.is_same(given, own, None)
            });
            let kept = pairs.iter().filter(|pair| matches!(pair, Pair::Same(..))).count();
            (kept, window, pairs)
        });

        // Of a label that is defined twice the better place counts.
        let Some((_, window, pairs)) = found.reduce(|best, next| if next.0 > best.0 { next } else { best }) else {
            continue;
        };
        let pairs = pairs.into_iter().map(|pair| shifted(pair, run.start, window.start));
        let pairs = without_own_code(given, &run, pairs.collect(), &places);
        for pair in &pairs {
            match pair {
                Pair::Same(given, own) => matched[*given] = Some((*own, true)),
                Pair::Changed(given, own) => matched[*given] = Some((*own, false)),
                Pair::Removed(_) | Pair::Added(_) => {}
            }
        }

        stretches.push((run, pairs));
    }

    let renamed = renamed(given, own, &places, &matched);
    let mut teller = Teller {
        given,
        own,
        places: &places,
        renamed: &renamed,
        matched: &matched,
        changes: Vec::new(),
        kept: Vec::new(),
    };

    for (run, pairs) in &stretches {
        teller.stretch(run, pairs);
    }

    Comparison {
        changes: teller.changes,
        kept: teller.kept,
        own: own.to_vec(),
    }
}

/// Of statements whose label is gone, only those that are mostly still there are taken for the given ones; else what
/// looked like them is code of the student's own.
fn without_own_code(given: &[Item], run: &Range<usize>, pairs: Vec<Pair>, places: &Places) -> Vec<Pair> {
    let mut gone: Vec<Range<usize>> = Vec::new();
    for index in run.clone().skip(1) {
        match gone.last_mut() {
            _ if !given[index].labels.is_empty() && places.at(&given[index]).is_empty() => gone.push(index..index + 1),
            Some(part) => part.end = index + 1,
            None => {}
        }
    }

    gone.retain(|part| {
        let kept = |pair: &&Pair| matches!(pair, Pair::Same(given, _) if part.contains(given));
        pairs.iter().filter(kept).count() * 2 < part.len()
    });

    let is_own_code = |given: usize| gone.iter().any(|part| part.contains(&given));
    let mut result = Vec::with_capacity(pairs.len());
    for pair in pairs {
        match pair {
            Pair::Same(given, own) | Pair::Changed(given, own) if is_own_code(given) => {
                result.extend([Pair::Removed(given), Pair::Added(own)]);
            }
            other => result.push(other),
        }
    }

    result
}

fn shifted(pair: Pair, by_given: usize, by_own: usize) -> Pair {
    match pair {
        Pair::Same(given, own) => Pair::Same(given + by_given, own + by_own),
        Pair::Changed(given, own) => Pair::Changed(given + by_given, own + by_own),
        Pair::Removed(given) => Pair::Removed(given + by_given),
        Pair::Added(own) => Pair::Added(own + by_own),
    }
}

/// The given part in stretches, each with the parts of the program, `end` statements long, in which it may stand.
fn stretches_of(given: &[Item], places: &Places, end: usize) -> Vec<(Range<usize>, Vec<Range<usize>>)> {
    let mut stretches: Vec<(Range<usize>, Vec<Range<usize>>)> = Vec::new();
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, item) in given.iter().enumerate() {
        last.extend(places.at(item).into_iter().map(|at| (at, index)));
    }

    for (index, item) in given.iter().enumerate() {
        let labelled = places.at(item).into_iter();
        let mut windows: Vec<Range<usize>> = labelled
            .map(|at| {
                // Where several given labels stand now, the last one's statements do.
                let is_taken = last.get(&at).is_some_and(|last| *last > index);
                let end = if is_taken { at } else { places.border(at + 1, end) };
                at..end
            })
            .collect();

        if index == 0 && windows.is_empty() {
            // The first statement of a program needs no label.
            windows.push(0..places.border(0, end));
        }

        match stretches.last_mut() {
            Some((run, _)) if windows.is_empty() => run.end = index + 1,
            _ => stretches.push((index..index + 1, windows)),
        }
    }

    stretches
}

/// What labels that are gone are called instead: the address of what stands where they stood.
fn renamed(given: &[Item], own: &[Item], places: &Places, matched: &[Option<(usize, bool)>]) -> BTreeMap<String, u16> {
    let mut renamed = BTreeMap::new();
    for (item, found) in given.iter().zip(matched) {
        let Some((at, _)) = found.filter(|(at, _)| !own[*at].labels.is_empty()) else {
            continue;
        };
        for label in &item.labels {
            let label = label.to_ascii_lowercase();
            if places.gone.contains(&label) {
                renamed.insert(label, own[at].address);
            }
        }
    }

    renamed
}

/// Whether what is written after a statement runs after it.
fn falls_through(item: &Item) -> bool {
    const HALT: u16 = 0xF025;
    const ALWAYS: u16 = 0x0E00;
    match &item.content {
        Content::Data { .. } => false,
        Content::Code { bits, .. } => match bits >> 12 {
            0x0 => bits & ALWAYS != ALWAYS,
            0x8 | 0xC => false,
            _ => *bits != HALT,
        },
    }
}

fn is_data(item: &Item) -> bool {
    matches!(item.content, Content::Data { .. })
}

/// Turns aligned stretches into changes.
struct Teller<'a> {
    given: &'a [Item],
    own: &'a [Item],
    places: &'a Places,
    renamed: &'a BTreeMap<String, u16>,
    matched: &'a [Option<(usize, bool)>],
    changes: Vec<Change>,
    kept: Vec<usize>,
}

impl Teller<'_> {
    fn stretch(&mut self, run: &Range<usize>, pairs: &[Pair]) {
        // The statement of the program after which the stretch continues.
        let mut last: Option<usize> = None;
        for (index, pair) in pairs.iter().enumerate() {
            match *pair {
                Pair::Same(given, own) => {
                    self.label(given, own);
                    if self
                        .places
                        .is_same(&self.given[given], &self.own[own], Some(self.renamed))
                    {
                        self.kept.push(own);
                    } else {
                        self.changes.push(Change::Changed { given, own });
                    }

                    last = Some(own);
                }
                Pair::Changed(given, own) => {
                    self.label(given, own);
                    self.changes.push(Change::Changed { given, own });
                    last = Some(own);
                }
                Pair::Removed(given) => self.removed(given, last),
                Pair::Added(own) => {
                    let within_data =
                        last.is_some_and(|last| is_data(&self.own[last])) && self.goes_on_unlabelled(&pairs[index..]);
                    let is_run = last.is_none_or(|last| last + 1 == own && falls_through(&self.own[last]));
                    if is_run || within_data {
                        self.added(own);
                        last = Some(own);
                    }
                }
            }
        }

        self.parted(run, last);
    }

    /// Whether the next given statement belongs to the label of the one before it.
    fn goes_on_unlabelled(&self, pairs: &[Pair]) -> bool {
        let next = pairs.iter().find_map(|pair| match pair {
            Pair::Same(given, _) | Pair::Changed(given, _) => Some(*given),
            Pair::Removed(_) | Pair::Added(_) => None,
        });
        next.is_some_and(|next| self.given[next].labels.is_empty())
    }

    fn label(&mut self, given: usize, own: usize) {
        let gone = |label: &String| self.places.gone.contains(&label.to_ascii_lowercase());
        if self.given[given].labels.iter().any(gone) {
            self.changes.push(Change::Renamed { given, own });
        }
    }

    fn removed(&mut self, index: usize, near: Option<usize>) {
        match self.changes.last_mut() {
            Some(Change::Removed { given, .. }) if given.end == index => given.end += 1,
            _ => self.changes.push(Change::Removed {
                given: index..index + 1,
                near,
            }),
        }
    }

    fn added(&mut self, index: usize) {
        match self.changes.last_mut() {
            Some(Change::Added { own }) if own.end == index => own.end += 1,
            _ => self.changes.push(Change::Added { own: index..index + 1 }),
        }
    }

    /// Says when a stretch no longer runs on into the next one.
    fn parted(&mut self, run: &Range<usize>, last: Option<usize>) {
        let Some(last) = last.filter(|last| falls_through(&self.own[*last])) else {
            return;
        };

        let ran_on = run
            .end
            .checked_sub(1)
            .is_some_and(|end| falls_through(&self.given[end]));
        let Some(next) = self.given.get(run.end).filter(|_| ran_on) else {
            return;
        };

        let follows = self
            .own
            .get(last + 1)
            .is_some_and(|own| own.address == self.own[last].address.wrapping_add(self.own[last].size()));
        let is_next = follows && self.places.at(next).contains(&(last + 1));
        if !is_next && self.matched[run.end].is_some() {
            self.changes.push(Change::Parted {
                own: last,
                given: run.end,
            });
        }
    }
}
