//! A program's image, as the diagnosis reads it: what an address is in the words of the source.

use super::words::plain;
use std::collections::BTreeSet;

use crate::result::{Place, Step};

/// An image with its source. `N` holds an address or a word.
pub trait Code<N: Copy> {
    /// The word that was loaded at an address.
    fn loaded(&self, at: N) -> Option<N>;
    /// Whether an instruction was loaded at an address.
    fn is_code(&self, at: N) -> bool;
    /// Whether something else than an instruction was.
    fn is_data(&self, at: N) -> bool;
    /// Whether a subroutine may begin at an address.
    fn is_entry(&self, at: N) -> bool;
    /// The subroutine in which an address is written: the nearest entry at or before it. `None` in the main program.
    fn owner(&self, at: N) -> Option<N>;
    /// Where control may go after an instruction within its subroutine: calls are stepped over. `None` where that is not
    /// known.
    fn successors(&self, at: N) -> Option<Vec<N>>;
    /// The subroutine that the instruction at an address calls.
    fn called(&self, at: N) -> Option<N>;

    /// The address of the instruction before another.
    fn before(at: N) -> N;

    /// The source line of an address, from 1.
    fn source_line(&self, at: N) -> Option<u32>;
    /// The place of an address, with its line as it was written.
    fn written(&self, at: N) -> Place;
    /// The label at an address.
    fn label(&self, at: N) -> Option<String>;
    /// An address as the architecture writes it.
    fn hex(at: N) -> String;
    /// The mnemonic of the instruction at an address.
    fn mnemonic(&self, at: N) -> Option<String>;
    /// A word as an instruction.
    fn disassemble(&self, at: N, word: N) -> String;
    /// The data at an address: `the text at greeting (line 12)`.
    fn described(&self, at: N) -> String;

    /// An address in the words of the source: its line without the comment, with single spaces.
    fn place(&self, at: N) -> Place {
        let place = self.written(at);

        Place {
            text: place.text.as_deref().map(plain),
            ..place
        }
    }

    /// `line 231`, or the address where there is no line.
    fn line(&self, at: N) -> String {
        self.written(at).line_words().unwrap_or_else(|| Self::hex(at))
    }

    /// The nearest label with its distance, or the address.
    fn name(&self, at: N) -> String {
        self.written(at).label.unwrap_or_else(|| Self::hex(at))
    }

    /// `the PUTS at line 231`.
    fn instruction(&self, at: N) -> String {
        let mnemonic = self.mnemonic(at).unwrap_or_else(|| "instruction".to_owned());
        format!("the {mnemonic} at {}", self.line(at))
    }

    /// The line of what is no code at an address; 0 where it has none.
    fn data_line(&self, at: N) -> Option<u32> {
        self.is_data(at).then(|| self.source_line(at).unwrap_or_default())
    }

    /// Whether control can go from one instruction to the other without a jump, as they were written. A call returns to
    /// the instruction after it.
    fn leads_to(&self, before: N, at: N) -> bool
    where
        N: PartialEq,
    {
        self.successors(before).is_none_or(|next| next.contains(&at))
    }

    /// Whether code begins at an address: nothing written before it goes on to it.
    fn begins(&self, at: N) -> bool
    where
        N: PartialEq,
    {
        let before = Self::before(at);
        !self.is_code(before) || !self.leads_to(before, at)
    }

    /// Whether control can go from one address to another within a subroutine.
    fn goes_to(&self, start: N, at: N) -> bool
    where
        N: Ord,
    {
        let (mut seen, mut todo) = (BTreeSet::new(), vec![start]);
        while let Some(next) = todo.pop() {
            if next == at {
                return true;
            }
            if seen.insert(next) {
                todo.extend(self.successors(next).unwrap_or_default());
            }
        }
        false
    }

    /// Where control may go after an instruction: to the next one, by a branch, into a call.
    fn next(&self, at: N) -> Vec<N> {
        let mut next = self.successors(at).unwrap_or_default();
        next.extend(self.called(at));
        next
    }

    /// An instruction for people.
    fn step(&self, at: N, word: N) -> Step {
        Step {
            place: self.place(at),
            instruction: self.disassemble(at, word),
        }
    }
}
