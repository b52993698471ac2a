//! What can happen in a run that should not and that only this board has, each noted the first time it does.

/// The divisor latch of UART0 is open.
#[derive(Debug, Clone, Copy)]
pub struct Latch {
    /// The instruction that set bit 7 of the line control register.
    pub set_by: u32,
    /// The first instruction that then printed into the divisor latch, and how many times that happened.
    pub printed: Option<(u32, u32)>,
}

/// The first of each.
#[derive(Debug, Default)]
pub struct Notes {
    /// A push when nothing had set SP: when, and the instruction.
    pub push_without_stack: Option<(u64, u32)>,
    /// The divisor latch, as long as it is open.
    pub latch: Option<Latch>,
}
