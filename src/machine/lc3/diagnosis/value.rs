//! What is known about a value while a program runs: where it came from, and whether anything ever set it.

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Not known, or of no interest.
    Computed,
    /// What this register held at the start.
    Start(u8),
    /// The return address that the JSR, JSRR or TRAP at `by` left, when the subroutine call `caller` was running.
    Link {
        /// Address of the instruction.
        by: u16,
        /// Serial number of the call.
        caller: u32,
    },
    /// A key.
    Key,
    /// The word that the image has at this address.
    Image(u16),
    /// An address, from LEA.
    Address,
}

/// What is known about one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// Where it came from.
    pub origin: Origin,
    /// The memory word it was loaded from last.
    pub slot: Option<u16>,
    /// What it depends on and nothing ever set: an index into the list of such reads.
    pub unset: Option<u16>,
    /// The address that it was counted from: that of an LEA, or of a pointer in the image.
    pub base: Option<u16>,
}

impl Value {
    /// A value of that origin that something set.
    pub fn of(origin: Origin) -> Self {
        Self {
            origin,
            slot: None,
            unset: None,
            base: None,
        }
    }

    /// A value calculated from others.
    pub fn computed(unset: Option<u16>) -> Self {
        Self {
            unset,
            ..Self::of(Origin::Computed)
        }
    }
}

/// A memory word and what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    /// The instruction that stored it last.
    pub writer: Option<u16>,
    /// What was stored.
    pub value: Value,
    /// What the address it was stored at depends on and nothing ever set.
    pub through: Option<u16>,
    /// What the address it was stored at was counted from.
    pub base: Option<u16>,
}

/// A place that nothing set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unset {
    /// A register.
    Register(u8),
    /// A memory word outside the image.
    Memory(u16),
    /// A word that `.BLKW` reserves.
    Reserved(u16),
}

/// A read of such a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Read {
    /// The instruction that reads.
    pub at: u16,
    /// What it reads.
    pub what: Unset,
}
