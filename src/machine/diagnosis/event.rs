//! What can happen in a run that should not, each noted the first time it does. `N` holds an address.

use super::value::{Origin, Value};

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

/// An open call.
#[derive(Debug, Clone, Copy)]
pub struct Call<N> {
    /// The instruction that calls.
    pub site: N,
    /// Where the subroutine begins.
    pub entry: N,
    /// Where it has to return to.
    pub back: N,
    /// Numbers the calls of a run, from 1.
    pub serial: u32,
    /// The call in which this one was made; 0 is the main program.
    pub caller: u32,
    /// Where the subroutine first saved its return address.
    pub saved: Option<N>,
    /// The instruction that saved it.
    pub saved_by: Option<N>,
    /// The call within it that overwrote the return address in the link register.
    pub lost_by: Option<N>,
    /// The branch that led back to where it is saved.
    pub again: Option<N>,
    /// Where control first went on into another subroutine that was not called.
    pub strayed: Option<Stray<N>>,
    /// What the stack pointer held when it was called.
    pub stack: N,
    /// The subroutine that it called last of those that returned with another stack pointer.
    pub uneven: Option<Uneven<N>>,
}

/// A subroutine that returned with another stack pointer than it was called with.
#[derive(Debug, Clone, Copy)]
pub struct Uneven<N> {
    /// Where it begins.
    pub entry: N,
    /// How much lower it was after its last calls, between which no other subroutine did so, all together and in addresses; negative
    /// where it was higher.
    pub lower: i64,
}

/// Control went from one subroutine into another without a call.
#[derive(Debug, Clone, Copy)]
pub struct Stray<N> {
    /// The last instruction before.
    pub before: N,
    /// The first in the other subroutine.
    pub at: N,
    /// How it was reached.
    pub flow: Flow,
}

impl<N: Copy> Call<N> {
    /// What the link register holds when the subroutine begins.
    pub fn link(&self) -> Origin<N> {
        Origin::Link {
            by: self.site,
            caller: self.caller,
        }
    }
}

/// A jump to an address that is held in a register or in memory: every return is one.
#[derive(Debug, Clone, Copy)]
pub struct Jump<N> {
    /// The instruction that jumps.
    pub at: N,
    /// The register that holds the target, or `None` for memory.
    pub register: Option<u8>,
    /// What is known about the target.
    pub value: Value<N>,
    /// Where it goes.
    pub target: N,
}

/// A return.
#[derive(Debug, Clone, Copy)]
pub struct Return<N> {
    /// When.
    pub step: u64,
    /// The instruction that returns.
    pub at: N,
    /// Where it went.
    pub target: N,
    /// What is known about the address that it took.
    pub value: Value<N>,
}

/// A return that did not go to the instruction after its call.
#[derive(Debug, Clone, Copy)]
pub struct WrongReturn<N> {
    /// The return.
    pub back: Return<N>,
    /// The call it should have returned from.
    pub call: Call<N>,
    /// Whether its address is what a call inside the subroutine left in the link register.
    pub is_own: bool,
    /// Who had stored the address last where it was loaded from. By the end of the run, something else may have stored there.
    pub writer: Option<N>,
}

/// Control went from code into data, or from the main program into a subroutine.
#[derive(Debug, Clone, Copy)]
pub struct Fall<N> {
    /// When.
    pub step: u64,
    /// The last instruction before.
    pub before: N,
    /// What came after it.
    pub at: N,
    /// How it was reached.
    pub flow: Flow,
    /// Open calls.
    pub depth: usize,
    /// Whether the main program was running, with no call open.
    pub is_main: bool,
    /// Of a subroutine: whether it had been called before, and had returned.
    pub is_proven: bool,
    /// Of data: whether one of its words did something that cannot have been meant.
    pub is_harmful: bool,
}

/// The first of each.
#[derive(Debug)]
pub struct Events<N> {
    /// A return to a wrong place.
    pub wrong_return: Option<WrongReturn<N>>,
    /// A return outside of subroutines.
    pub lone_return: Option<Return<N>>,
    /// From the main program into a subroutine.
    pub into_subroutine: Option<Fall<N>>,
    /// By a branch of the main program into a subroutine.
    pub main_strayed: Option<Stray<N>>,
    /// From code into data that did harm, or through data into what follows it.
    pub into_data: Option<Fall<N>>,
    /// Into the data that is being executed.
    pub in_data: Option<Fall<N>>,
    /// The first use of what nothing set: registers and memory, then reserved memory.
    pub used: [Option<u16>; 2],
}

impl<N> Default for Events<N> {
    fn default() -> Self {
        Self {
            wrong_return: None,
            lone_return: None,
            into_subroutine: None,
            main_strayed: None,
            into_data: None,
            in_data: None,
            used: [None; 2],
        }
    }
}
