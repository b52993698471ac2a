//! The instructions that ran last.

use std::collections::VecDeque;

use super::image::Image;
use crate::machine::Step;
use crate::machine::lc3::isa;
use crate::machine::lc3::program::Program;

/// Instructions remembered.
const LENGTH: usize = 8192;
/// Instructions looked at for what is shown.
const LOOKED_AT: usize = 2048;
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
#[derive(Debug, Default)]
pub struct Tail(VecDeque<Ran>);

impl Tail {
    /// Adds the latest.
    pub fn push(&mut self, ran: Ran) {
        if self.0.len() == LENGTH {
            self.0.pop_front();
        }
        self.0.push_back(ran);
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The instruction before the latest `back` ones.
    pub fn back(&self, back: usize) -> Option<Ran> {
        let index = self.0.len().checked_sub(back + 1)?;
        self.0.get(index).copied()
    }

    /// Everything remembered.
    pub fn all(&self) -> Vec<Ran> {
        self.0.iter().copied().collect()
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

    /// The last instructions for people: a loop's body is shown once.
    pub fn steps(&self, program: &Program, image: &Image<'_>) -> Vec<Step> {
        let mut shown: Vec<Ran> = Vec::new();
        for ran in self.0.iter().skip(self.0.len().saturating_sub(LOOKED_AT)) {
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
        let name = |address: u16| {
            program
                .symbols
                .iter()
                .rfind(|symbol| symbol.address == address)
                .map(|symbol| symbol.name.clone())
        };
        shown
            .iter()
            .skip(shown.len().saturating_sub(SHOWN))
            .map(|ran| Step {
                place: image.place(ran.at),
                instruction: isa::disassemble(ran.word, ran.at, name),
            })
            .collect()
    }
}
