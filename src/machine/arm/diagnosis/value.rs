//! What is known about values, beside the bits that the machine holds.

/// Where a value came from, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Not known, or of no interest.
    Computed,
    /// What this register held at the start.
    Start(u8),
    /// The return address that the BL at `by` left, when the subroutine call `caller` was running.
    Link {
        /// Address of the instruction.
        by: u32,
        /// Serial number of the call.
        caller: u32,
    },
    /// A key.
    Key,
}

/// What is known about one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// Where it came from.
    pub origin: Origin,
    /// The address in RAM that it was loaded from last.
    pub slot: Option<u32>,
    /// What it depends on and nothing ever set: an index into the list of such reads.
    pub unset: Option<u16>,
    /// The address of data that it was counted from.
    pub base: Option<u32>,
    /// The instruction that made it.
    pub by: Option<u32>,
    /// A load of a whole word from an address that is no multiple of four, on which it depends.
    pub rotated: Option<u32>,
}

impl Value {
    /// A value of that origin that something set.
    pub fn of(origin: Origin) -> Self {
        Self {
            origin,
            slot: None,
            unset: None,
            base: None,
            by: None,
            rotated: None,
        }
    }

    /// A value that the instruction at an address made of others.
    pub fn made(by: u32) -> Self {
        Self {
            by: Some(by),
            ..Self::of(Origin::Computed)
        }
    }

    /// The same, depending also on another.
    pub fn with(self, other: Self) -> Self {
        Self {
            unset: self.unset.or(other.unset),
            rotated: self.rotated.or(other.rotated),
            ..self
        }
    }
}

/// A byte of RAM and what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// The instruction that stored it last.
    pub writer: Option<u32>,
    /// What was stored, of which this is a part.
    pub value: Value,
}

/// A place that nothing set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unset {
    /// A register.
    Register(u8),
    /// RAM that no source line names.
    Memory(u32),
    /// RAM that the source reserves.
    Reserved(u32),
}

/// A read of such a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Read {
    /// The instruction that reads.
    pub at: u32,
    /// What it reads.
    pub what: Unset,
}
