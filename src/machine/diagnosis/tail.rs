//! The instructions that ran last.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::code::Code;
use crate::result::Step;

/// Instructions remembered.
const LENGTH: usize = 8192;
/// Instructions shown.
const SHOWN: usize = 12;
/// The longest loop body that is shown once only.
const BODY: usize = 64;

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

    /// The last pass of a loop: the last instructions, when the same ones ran before them. Of loops within each other it is the
    /// one that goes on longest: the run may have been stopped in the middle of an inner one.
    pub fn turn(&self) -> Option<Vec<Ran<N>>> {
        let all = self.all();
        let mut found: Option<(usize, usize)> = None;
        for period in (1..=all.len() / 2).filter(|period| repeats(&all, *period)) {
            let length = periodic(&all, period);
            if found.is_none_or(|(_, known)| length >= known + period) {
                found = Some((period, length));
            }
            if length == all.len() {
                break;
            }
        }

        let (period, _) = found?;
        Some(all[all.len() - period..].to_vec())
    }

    /// The last instructions for people: a loop's body is shown once, after what led into it. Where a run ended in an endless loop
    /// it ended somewhere in it, and that says nothing.
    pub fn steps(&self, code: &impl Code<N>, is_endless: bool) -> Vec<Step> {
        let mut shown = self.without_repetitions(code, is_endless);
        let mut steps: Vec<(N, N)> = Vec::new();

        if self.last.len() == LENGTH && shown.len() < SHOWN {
            steps = self.led_in(code, SHOWN - shown.len());
            if let Some((before, _)) = steps.last() {
                let mut next = code.next(*before).into_iter();
                let first = next.find_map(|next| shown.iter().position(|ran| ran.at == next));
                shown.rotate_left(first.unwrap_or(0));
            }
        }

        let hidden = shown.len().saturating_sub(SHOWN);
        steps.extend(shown.iter().skip(hidden).map(|ran| (ran.at, ran.word)));
        steps.into_iter().map(|(at, word)| code.step(at, word)).collect()
    }

    /// The last instructions with one pass of each short loop; of an endless one without the beginning of another pass.
    fn without_repetitions(&self, code: &impl Code<N>, is_endless: bool) -> Vec<Ran<N>> {
        let mut shown: Vec<Ran<N>> = Vec::new();
        // Where the last body ends, and how long it is.
        let mut body = (0, 0);

        for ran in &self.last {
            // A text that is executed as instructions is one line.
            let line = code.data_line(ran.at);
            if line.is_some() && shown.last().is_some_and(|last| code.data_line(last.at) == line) {
                continue;
            }

            shown.push(*ran);
            let last = shown.len() - 1;
            let longest = BODY.min(shown.len() / 2);
            let mut periods = (1..=longest).filter(|period| shown[last - period].at == ran.at);
            if let Some(period) = periods.find(|period| repeats(&shown, *period)) {
                shown.truncate(shown.len() - period);
                body = (shown.len(), period);
            }
        }

        let (end, period) = body;
        if is_endless && shown.len() - end < period && repeats_from(&shown, end, period) {
            shown.truncate(end);
        }
        shown
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

/// Whether the last `period` instructions are the same as those before them.
fn repeats<N: Copy + Ord>(all: &[Ran<N>], period: usize) -> bool {
    let end = all.len() - period;
    end >= period && repeats_from(all, end, period)
}

/// Whether the instructions from a place on are the same as those `period` before them.
fn repeats_from<N: Copy + Ord>(all: &[Ran<N>], from: usize, period: usize) -> bool {
    let mut pairs = all[from - period..].iter().zip(&all[from..]).rev();
    pairs.all(|(one, other)| one.at == other.at && one.word == other.word)
}

/// How many of the last instructions are the same as those `period` before them, with the first of these.
fn periodic<N: Copy + Ord>(all: &[Ran<N>], period: usize) -> usize {
    let pairs = all[period..].iter().zip(all).rev();
    let same = pairs.take_while(|(one, other)| one.at == other.at && one.word == other.word);
    same.count() + period
}
