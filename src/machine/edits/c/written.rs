//! The source that is written with all edits, and what each of its lines is from.

use std::ops::Range;

/// What a line of the combined source is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    Unit(usize),
    Edit(usize),
}

/// A combined source.
#[derive(Debug, Default)]
pub struct Written {
    /// The source.
    pub text: String,
    /// What its lines are from that are from no other part.
    pub(super) origins: Vec<(Range<usize>, Origin)>,
    /// How many bytes of it were looked at for the ends of lines, and how many ends there are.
    counted: (usize, usize),
}

impl Written {
    /// The line that is being written, from 1.
    pub(super) fn line(&mut self) -> usize {
        let (bytes, ends) = &mut self.counted;
        *ends += self.text[*bytes..].matches('\n').count();
        *bytes = self.text.len();
        *ends + 1
    }
}
