//! The work that may be done, counted so that it is the same on every machine.

/// What playing one case costs beside the instructions that run.
pub const CASE: u64 = 8_000;

/// The work of a millisecond of the budget, in instructions.
const PER_MILLISECOND: u64 = 400_000;

/// The work of so many milliseconds of processor time.
pub const fn milliseconds(milliseconds: u64) -> u64 {
    milliseconds.saturating_mul(PER_MILLISECOND)
}

/// Work that may still be done.
#[derive(Debug)]
pub struct Budget {
    pub left: u64,
}

impl Budget {
    /// The work of so many milliseconds.
    pub fn new(time: u64) -> Self {
        Self {
            left: milliseconds(time),
        }
    }

    /// Does something with one of so many equal parts of what is left.
    pub fn with_part<T>(&mut self, parts: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut part = Self {
            left: self.left / parts.max(1) as u64,
        };
        self.spend(part.left);
        let result = work(&mut part);
        self.left += part.left;
        result
    }

    /// Three of four parts, which are taken out.
    pub fn most_of(&mut self) -> Self {
        let left = self.left / 4 * 3;
        self.spend(left);
        Self { left }
    }

    pub fn spend(&mut self, work: u64) {
        self.left = self.left.saturating_sub(work);
    }

    /// Whether nothing is left.
    pub fn is_used_up(&self) -> bool {
        self.left == 0
    }
}
