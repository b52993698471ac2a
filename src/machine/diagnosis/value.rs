//! What is known about a value while a program runs: where it came from, and whether anything ever set it. `N` holds an
//! address.

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin<N> {
    /// Not known, or of no interest.
    Computed,
    /// What this register held at the start.
    Start(u8),
    /// The return address that the call at `by` left in the link register, while the subroutine call `caller` was running.
    Link {
        /// Address of the call.
        by: N,
        /// Serial number of the call that was running.
        caller: u32,
    },
    /// A key.
    Key,
    /// The word that the image has at this address.
    Image(N),
    /// An address that an instruction names.
    Address,
}

/// What is known about one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<N> {
    /// Where it came from.
    pub origin: Origin<N>,
    /// The address it was loaded from last.
    pub slot: Option<N>,
    /// What it depends on and nothing ever set: an index into the list of such reads.
    pub unset: Option<u16>,
    /// The address of data from which it was computed.
    pub base: Option<N>,
    /// The instruction that made it.
    pub by: Option<N>,
    /// An unaligned load of a whole word, on which it depends.
    pub unaligned: Option<N>,
}

impl<N> Value<N> {
    /// A value of that origin that something set.
    pub const fn of(origin: Origin<N>) -> Self {
        Self {
            origin,
            slot: None,
            unset: None,
            base: None,
            by: None,
            unaligned: None,
        }
    }

    /// A value about which nothing is known.
    pub const fn unknown() -> Self {
        Self::of(Origin::Computed)
    }

    /// A value computed from others, which depend on this read of what nothing set.
    pub fn computed(unset: Option<u16>) -> Self {
        Self {
            unset,
            ..Self::unknown()
        }
    }

    /// A value that the instruction at an address computed from others.
    pub fn made(by: N) -> Self {
        Self {
            by: Some(by),
            ..Self::unknown()
        }
    }

    /// The same, depending also on another.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            unset: self.unset.or(other.unset),
            unaligned: self.unaligned.or(other.unaligned),
            ..self
        }
    }
}

/// A cell of memory (a word on LC-3, a byte on ARM) and what is known about it.
#[derive(Debug, Clone, Copy)]
pub struct Cell<N> {
    /// The instruction that stored it last.
    pub writer: Option<N>,
    /// What was stored, of which this is a part.
    pub value: Value<N>,
    /// What the address it was stored at depends on and nothing ever set.
    pub through: Option<u16>,
    /// The address of data from which the address it was stored at was computed.
    pub base: Option<N>,
}

impl<N> Cell<N> {
    /// A cell about which nothing is known.
    pub const fn unknown() -> Self {
        Self {
            writer: None,
            value: Value::unknown(),
            through: None,
            base: None,
        }
    }
}

/// A place that nothing set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unset<N> {
    /// A register.
    Register(u8),
    /// Memory that no source line names.
    Memory(N),
    /// Memory that the source only reserves.
    Reserved(N),
}

/// A read of such a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Read<N> {
    /// The instruction that reads.
    pub at: N,
    /// What it reads.
    pub what: Unset<N>,
}
