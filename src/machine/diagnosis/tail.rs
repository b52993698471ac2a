//! The instructions that ran last.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::machine::Step;

/// Instructions remembered.
const LENGTH: usize = 8192;
/// Instructions shown.
const SHOWN: usize = 12;
/// The longest loop body that is shown once only.
const BODY: usize = 64;

/// A program's code, as far as showing what ran of it goes. `N` is what holds an address and a word.
pub trait Code<N> {
    /// The word that was loaded at an address.
    fn loaded(&self, at: N) -> Option<N>;
    /// The line of what is no code at an address.
    fn data_line(&self, at: N) -> Option<u32>;
    /// Where control may go behind an instruction: to the next, by a branch, into a call.
    fn next(&self, at: N) -> Vec<N>;
    /// An instruction for people.
    fn step(&self, at: N, word: N) -> Step;
}

/// An instruction that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ran<N> {
    /// Its address.
    pub at: N,
    /// Its word at that time.
    pub word: N,
    /// How many calls were open.
    pub depth: u32,
}

/// The last instructions.
#[derive(Debug)]
pub struct Tail<N> {
    last: VecDeque<Ran<N>>,
    /// When each address ran last, counted from 1.
    when: BTreeMap<N, u32>,
    count: u32,
}

impl<N: Copy + Ord> Tail<N> {
    /// Before the first instruction.
    pub fn new() -> Self {
        Self {
            last: VecDeque::with_capacity(LENGTH),
            when: BTreeMap::new(),
            count: 0,
        }
    }

    /// Adds the latest.
    pub fn push(&mut self, ran: Ran<N>) {
        if self.last.len() == LENGTH {
            self.last.pop_front();
        }
        self.last.push_back(ran);
        self.count += 1;
        self.when.insert(ran.at, self.count);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.last.clear();
        self.when.clear();
        self.count = 0;
    }

    /// The instruction before the latest `back` ones.
    pub fn back(&self, back: usize) -> Option<Ran<N>> {
        let index = self.last.len().checked_sub(back + 1)?;
        self.last.get(index).copied()
    }

    /// Everything remembered.
    pub fn all(&self) -> Vec<Ran<N>> {
        self.last.iter().copied().collect()
    }

    /// One turn of what repeats at the end: the last instructions, when the same ones ran before them.
    pub fn turn(&self) -> Option<Vec<Ran<N>>> {
        let all = self.all();
        let count = all.len();
        let same = |one: &Ran<N>, other: &Ran<N>| one.at == other.at && one.word == other.word;
        for period in 1..=count / 2 {
            let (last, before) = (&all[count - period..], &all[count - 2 * period..count - period]);
            if last.iter().zip(before).all(|(one, other)| same(one, other)) {
                return Some(last.to_vec());
            }
        }
        None
    }

    /// The last instructions for people: a loop's body is shown once, behind what led into it.
    pub fn steps(&self, code: &impl Code<N>) -> Vec<Step> {
        let mut shown: Vec<Ran<N>> = Vec::new();
        for ran in &self.last {
            // A text that is run as instructions is one line.
            let line = |at| code.data_line(at);
            if shown
                .last()
                .is_some_and(|last| line(last.at).is_some() && line(last.at) == line(ran.at))
            {
                continue;
            }
            shown.push(*ran);
            let count = shown.len();
            let repeats = |period: &usize| {
                let (rest, last) = shown.split_at(count - period);
                rest.len() >= *period
                    && last
                        .iter()
                        .rev()
                        .zip(rest.iter().rev())
                        .all(|(one, other)| one.at == other.at && one.word == other.word)
            };
            if let Some(period) = (1..=BODY.min(count / 2)).find(repeats) {
                shown.truncate(count - period);
            }
        }
        let mut steps: Vec<(N, N)> = Vec::new();
        if self.last.len() == LENGTH && shown.len() < SHOWN {
            steps = self.led_in(code, SHOWN - shown.len());
            if let Some((before, _)) = steps.last() {
                let mut next = code.next(*before).into_iter();
                let first = next.find_map(|next| shown.iter().position(|ran| ran.at == next));
                shown.rotate_left(first.unwrap_or(0));
            }
        }
        steps.extend(
            shown
                .iter()
                .skip(shown.len().saturating_sub(SHOWN))
                .map(|ran| (ran.at, ran.word)),
        );
        steps.into_iter().map(|(at, word)| code.step(at, word)).collect()
    }

    /// What ran before the loop that all the remembered instructions belong to, as far as it did not run in the loop
    /// again.
    fn led_in(&self, code: &impl Code<N>, length: usize) -> Vec<(N, N)> {
        let is_loop: BTreeSet<N> = self.last.iter().map(|ran| ran.at).collect();
        let all = self.when.iter().map(|(at, when)| (*when, *at));
        let mut before: Vec<(u32, N)> = all.filter(|(_, at)| !is_loop.contains(at)).collect();
        before.sort_unstable_by(|one, other| other.cmp(one));
        let Some((last, _)) = before.first().copied() else {
            return Vec::new();
        };
        let mut steps: Vec<(N, N)> = (0..=last)
            .rev()
            .zip(before)
            .take(length)
            .take_while(|(expected, (when, _))| expected == when)
            .map_while(|(_, (_, at))| Some((at, code.loaded(at)?)))
            .collect();
        steps.reverse();
        steps
    }
}
