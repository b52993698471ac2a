//! What can happen in a run that should not, each noted the first time it does.

use super::trace::Call;
use super::value::Value;

/// How control came to an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// From the one before it.
    Next,
    /// By a branch.
    Branch,
    /// By a call.
    Call,
    /// By a jump or return, or from where it was not seen.
    Jump,
}

/// A return, taken from a register or from the stack.
#[derive(Debug, Clone, Copy)]
pub struct Return {
    /// When.
    pub step: u64,
    /// The instruction.
    pub at: u32,
    /// Where it went.
    pub target: u32,
    /// What is known of the address that it took.
    pub value: Value,
}

/// A return that went to another place than the one behind its call.
#[derive(Debug, Clone, Copy)]
pub struct WrongReturn {
    /// The return.
    pub back: Return,
    /// The call it should have returned from.
    pub call: Call,
    /// Whether its address is what a BL inside the subroutine left in LR.
    pub is_own: bool,
}

/// Control went from code to data or from the main program into a subroutine.
#[derive(Debug, Clone, Copy)]
pub struct Fall {
    /// When.
    pub step: u64,
    /// The last instruction before.
    pub before: u32,
    /// What came behind it.
    pub at: u32,
    /// How it was reached.
    pub flow: Flow,
    /// Whether the main program was running, with no call open.
    pub is_main: bool,
}

/// A store to a register of UART0.
#[derive(Debug, Clone, Copy)]
pub struct Latch {
    /// The instruction that set bit 7 of the line control register.
    pub set_by: u32,
    /// The first instruction that then printed into the divisor latch, and how many times that happened.
    pub printed: Option<(u32, u32)>,
}

/// The first of each.
#[derive(Debug, Default)]
pub struct Events {
    /// A return to a wrong place.
    pub wrong_return: Option<WrongReturn>,
    /// A return outside of subroutines.
    pub lone_return: Option<Return>,
    /// From the main program into a subroutine that had been called before, and had returned.
    pub into_subroutine: Option<Fall>,
    /// The data that is being run.
    pub in_data: Option<Fall>,
    /// A push when nothing had set SP: when, and the instruction.
    pub push_without_stack: Option<(u64, u32)>,
    /// The divisor latch, as long as it is open.
    pub latch: Option<Latch>,
    /// The first use of what nothing set: registers and memory, then reserved memory.
    pub used: [Option<u16>; 2],
}
