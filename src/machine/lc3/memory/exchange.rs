//! Memory that starts with something other than the image: words in place of its own, and instructions tried beside them.

use super::{Loaded, Memory, PAGE};
use crate::machine::lc3::insertion::Insertion;
use crate::machine::lc3::op::Op;
use crate::machine::lc3::ready::Step;
use crate::machine::patch::Inserted;

impl Memory {
    /// Makes memory start with other words, and instructions be tried beside others, in place of those of the last call.
    /// Only for memory that is as it was at the start.
    pub fn exchange(&mut self, words: &[(u16, u16)], inserted: &[Inserted]) {
        let before = std::mem::take(&mut self.exchanged);
        self.begin_with(before.into_iter());
        for last in std::mem::take(&mut self.insertions) {
            self.ops[usize::from(last.address)].turn(Step::Undecoded);
        }

        self.exchanged = self.begin_with(words.iter().copied());
        for new in inserted {
            self.insert(*new);
        }
    }

    fn insert(&mut self, inserted: Inserted) {
        let address = inserted.address as u16;
        if let Some(known) = self.insertions.iter_mut().find(|known| known.address == address) {
            known.add(inserted);
            return;
        }
        let mut new = Insertion::at(address);
        new.add(inserted);
        self.insertions.push(new);
        self.ops[usize::from(address)].turn(Step::Undecoded);
    }

    /// The instruction that runs at an address as the first, second and so on, of those that are tried there and its own; and
    /// whether it is the last.
    pub fn step_at(&self, address: u16, step: usize) -> (Op, bool) {
        let own = Op::decode(self.words[usize::from(address)]);
        let insertion = self.insertions.iter().find(|known| known.address == address);
        insertion.map_or((own, true), |insertion| insertion.step(own, step))
    }

    /// Makes memory start with other words, and hold them now. Gives what it started with before, the last one first: to begin
    /// with those puts everything back.
    pub fn begin_with(&mut self, words: impl ExactSizeIterator<Item = (u16, u16)>) -> Vec<(u16, u16)> {
        let mut before = Vec::with_capacity(words.len());
        for (address, word) in words {
            let at = usize::from(address);
            if self.start[at] == word && self.words[at] == word && self.loaded[at] != Loaded::Blank {
                continue;
            }
            before.push((address, std::mem::replace(&mut self.start[at], word)));
            self.words[at] = word;
            self.ops[at].turn(Step::Undecoded);
            self.checkpoint_dirty[at / PAGE] = true;
            // Where nothing is loaded, it is there until memory goes back to its start.
            self.dirty[at / PAGE] |= self.loaded[at] == Loaded::Blank;
        }
        before.reverse();
        before
    }
}
