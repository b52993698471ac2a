//! The instructions that ran last.

use std::collections::VecDeque;

use super::image::Image;
use crate::machine::Step;
use crate::machine::lc3::isa;
use crate::machine::lc3::memory::WORDS;

/// Instructions remembered.
const LENGTH: usize = 8192;
/// Instructions shown.
const SHOWN: usize = 12;
/// The longest loop body that is shown once only.
const BODY: usize = 64;

/// An instruction that ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ran {
    /// Its address.
    pub at: u16,
    /// Its word at that time.
    pub word: u16,
    /// How many calls were open.
    pub depth: u32,
}

/// The last instructions.
#[derive(Debug)]
pub struct Tail {
    last: VecDeque<Ran>,
    /// When each address ran last, counted from 1; 0 where it did not.
    when: Box<[u32]>,
    count: u32,
}

impl Tail {
    /// Before the first instruction.
    pub fn new() -> Self {
        Self {
            last: VecDeque::with_capacity(LENGTH),
            when: vec![0; WORDS].into_boxed_slice(),
            count: 0,
        }
    }

    /// Adds the latest.
    pub fn push(&mut self, ran: Ran) {
        if self.last.len() == LENGTH {
            self.last.pop_front();
        }
        self.last.push_back(ran);
        self.count += 1;
        self.when[usize::from(ran.at)] = self.count;
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.last.clear();
        self.when.fill(0);
        self.count = 0;
    }

    /// The instruction before the latest `back` ones.
    pub fn back(&self, back: usize) -> Option<Ran> {
        let index = self.last.len().checked_sub(back + 1)?;
        self.last.get(index).copied()
    }

    /// Everything remembered.
    pub fn all(&self) -> Vec<Ran> {
        self.last.iter().copied().collect()
    }

    /// One turn of what repeats at the end: the last instructions, when the same ones ran before them.
    pub fn turn(&self) -> Option<Vec<Ran>> {
        let all = self.all();
        let count = all.len();
        let same = |one: &Ran, other: &Ran| one.at == other.at && one.word == other.word;
        for period in 1..=count / 2 {
            let (last, before) = (&all[count - period..], &all[count - 2 * period..count - period]);
            if last.iter().zip(before).all(|(one, other)| same(one, other)) {
                return Some(last.to_vec());
            }
        }
        None
    }

    /// The last instructions for people: a loop's body is shown once, behind what led into it.
    pub fn steps(&self, image: &Image<'_>) -> Vec<Step> {
        let mut shown: Vec<Ran> = Vec::new();
        for ran in &self.last {
            // A text that is run as instructions is one line.
            let line = |at: u16| image.word(at).filter(|_| image.is_data(at)).map(|word| word.line);
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
        let mut steps: Vec<(u16, u16)> = Vec::new();
        if self.last.len() == LENGTH && shown.len() < SHOWN {
            steps = self.led_in(image, SHOWN - shown.len());
            if let Some((before, _)) = steps.last() {
                let mut next = image
                    .successors(*before)
                    .into_iter()
                    .chain([image.called(*before)])
                    .flatten();
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
        let step = |(at, word)| Step {
            place: image.place(at),
            instruction: isa::disassemble(word, at, |address| image.label(address)),
        };
        steps.into_iter().map(step).collect()
    }

    /// What ran before the loop that all the remembered instructions belong to, as far as it did not run in the loop
    /// again.
    fn led_in(&self, image: &Image<'_>, length: usize) -> Vec<(u16, u16)> {
        let mut is_loop = vec![false; WORDS];
        for ran in &self.last {
            is_loop[usize::from(ran.at)] = true;
        }
        let mut before: Vec<(u32, u16)> = (0..=u16::MAX)
            .map(|at| (self.when[usize::from(at)], at))
            .filter(|(when, at)| *when > 0 && !is_loop[usize::from(*at)])
            .collect();
        before.sort_unstable_by(|one, other| other.cmp(one));
        let Some((last, _)) = before.first().copied() else {
            return Vec::new();
        };
        let mut steps: Vec<(u16, u16)> = (0..=last)
            .rev()
            .zip(before)
            .take(length)
            .take_while(|(expected, (when, _))| expected == when)
            .map_while(|(_, (_, at))| Some((at, image.word(at)?.bits)))
            .collect();
        steps.reverse();
        steps
    }
}
