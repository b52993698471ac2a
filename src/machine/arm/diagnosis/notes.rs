//! What can happen in a run that should not and that only this board has, each noted the first time it does.

use std::collections::{BTreeMap, BTreeSet};

/// The divisor latch of UART0 is open.
#[derive(Debug, Clone, Copy)]
pub struct Latch {
    /// The instruction that set bit 7 of the line control register.
    pub set_by: u32,
    /// The first instruction that then printed into the divisor latch, and how many times that happened.
    pub printed: Option<(u32, u32)>,
}

/// Keys that an instruction read when none had been typed.
#[derive(Debug, Clone, Copy)]
pub struct EarlyReads {
    /// The load from the receive register.
    pub at: u32,
    /// How many bytes had been printed at the latest of them.
    pub printed: usize,
    /// How many there were, each after more output.
    pub count: u32,
}

/// A text that is being printed from flash, byte by byte.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    /// The load that brings each byte.
    pub load: u32,
    /// Where the text begins.
    pub start: u32,
    /// The latest byte.
    pub last: u32,
}

/// The first of each.
#[derive(Debug, Default)]
pub struct Notes {
    /// A push when nothing had set SP: when, and the instruction.
    pub push_without_stack: Option<(u64, u32)>,
    /// The divisor latch, as long as it is open.
    pub latch: Option<Latch>,
    /// Words that were loaded from between those of data: the loads, each with the address of the data.
    pub unaligned: BTreeMap<u32, u32>,
    /// Data that was loaded by its label: the address of each, with the latest load.
    pub loads: BTreeMap<u32, u32>,
    /// Keys read before they were typed.
    pub early: Option<EarlyReads>,
    /// The instructions that loaded a byte from somewhere else: they are not meant to read keys.
    pub byte_loads: BTreeSet<u32>,
    /// The text that is being printed.
    pub printing: Option<Printing>,
    /// A text that was printed past its end, into the text at `last`: when, and the text.
    pub without_end: Option<(u64, Printing)>,
}
