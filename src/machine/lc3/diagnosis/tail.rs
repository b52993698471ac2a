//! The instructions that ran last, of this machine.

use super::image::Image;
use crate::machine::Step;
use crate::machine::diagnosis::tail::{self, Code};
use crate::machine::lc3::isa;

/// An instruction that ran.
pub type Ran = tail::Ran<u16>;
/// The last instructions.
pub type Tail = tail::Tail<u16>;

impl Code<u16> for Image<'_> {
    fn loaded(&self, at: u16) -> Option<u16> {
        self.word(at).map(|word| word.bits)
    }

    fn data_line(&self, at: u16) -> Option<u32> {
        self.word(at).filter(|_| self.is_data(at)).map(|word| word.line)
    }

    fn next(&self, at: u16) -> Vec<u16> {
        self.successors(at)
            .into_iter()
            .chain([self.called(at)])
            .flatten()
            .collect()
    }

    fn step(&self, at: u16, word: u16) -> Step {
        Step {
            place: self.place(at),
            instruction: isa::disassemble(word, at, |address| self.label(address)),
        }
    }
}
