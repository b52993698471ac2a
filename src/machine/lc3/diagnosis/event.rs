//! What can happen in a run that should not, each noted the first time it does.

use super::string::FaultyString;
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

/// A return that went to another place than the one behind its call.
#[derive(Debug, Clone, Copy)]
pub struct WrongReturn {
    /// When.
    pub step: u64,
    /// The RET.
    pub at: u16,
    /// Where it went.
    pub target: u16,
    /// The call it should have returned from.
    pub call: Call,
    /// Why.
    pub kind: ReturnKind,
}

/// Why a return went wrong.
#[derive(Debug, Clone, Copy)]
pub enum ReturnKind {
    /// R7 is what a JSR or TRAP inside the subroutine left.
    Overwritten {
        /// That JSR or TRAP.
        by: u16,
        /// Where the subroutine had saved R7.
        saved: Option<u16>,
        /// Where R7 was loaded from.
        slot: Option<u16>,
    },
    /// R7 was saved and loaded again, but something else was stored there meanwhile.
    SlotOverwritten {
        /// The instruction that stored it.
        by: u16,
        /// Where.
        slot: u16,
    },
    /// R7 was loaded from another place than the one it was saved in.
    OtherSlot {
        /// Where it was saved.
        saved: u16,
        /// Where it was loaded from.
        slot: u16,
    },
}

/// A RET when no subroutine was called.
#[derive(Debug, Clone, Copy)]
pub struct LoneReturn {
    /// When.
    pub step: u64,
    /// The RET.
    pub at: u16,
    /// Where it went.
    pub target: u16,
    /// What R7 held.
    pub value: Value,
}

/// Control ran from the main program into a subroutine.
#[derive(Debug, Clone, Copy)]
pub struct IntoSubroutine {
    /// When.
    pub step: u64,
    /// The last instruction of the main program.
    pub before: u16,
    /// The subroutine.
    pub entry: u16,
    /// Whether the subroutine had been called before, and had returned.
    pub is_proven: bool,
}

/// Control went from code to data.
#[derive(Debug, Clone, Copy)]
pub struct IntoData {
    /// When.
    pub step: u64,
    /// The instruction before.
    pub before: u16,
    /// The first data word that ran.
    pub at: u16,
    /// How it was reached.
    pub flow: Flow,
    /// Open calls.
    pub depth: usize,
    /// Whether the run begins with it.
    pub is_first: bool,
    /// Whether one of the words did something that cannot have been meant.
    pub harmful: bool,
}

/// An instruction ran that the program itself had overwritten.
#[derive(Debug, Clone, Copy)]
pub struct OverwrittenCode {
    /// When.
    pub step: u64,
    /// The instruction.
    pub at: u16,
    /// Who stored there.
    pub by: u16,
    /// The word that was loaded.
    pub was: u16,
    /// The word that ran.
    pub is: u16,
}

/// A jump through a register.
#[derive(Debug, Clone, Copy)]
pub struct Jump {
    /// The JMP, RET or JSRR.
    pub at: u16,
    /// The register.
    pub register: u8,
    /// What is known of the target.
    pub value: Value,
}

/// A store to the switch of the clock.
#[derive(Debug, Clone, Copy)]
pub struct ClockStop {
    /// The instruction.
    pub by: u16,
    /// What its address depends on and nothing ever set.
    pub through: Option<u16>,
    /// What its address was counted from.
    pub base: Option<u16>,
}

/// A return address on the stack was read as a part of the program's data.
#[derive(Debug, Clone, Copy)]
pub struct StackInData {
    /// When.
    pub step: u64,
    /// The load.
    pub at: u16,
    /// The instruction that pushed.
    pub by: u16,
    /// Where.
    pub address: u16,
    /// The beginning of the data.
    pub data: u16,
    /// The beginning of the stack, behind the data.
    pub stack: u16,
}

/// The first of each.
#[derive(Debug, Default)]
pub struct Events {
    /// A return to a wrong place.
    pub wrong_return: Option<WrongReturn>,
    /// A RET outside of subroutines.
    pub lone_return: Option<LoneReturn>,
    /// From the main program into a subroutine.
    pub into_subroutine: Option<IntoSubroutine>,
    /// From code into data.
    pub into_data: Option<IntoData>,
    /// The same, when it is not yet known whether it does harm.
    pub pending_data: Option<IntoData>,
    /// Overwritten code.
    pub overwritten: Option<OverwrittenCode>,
    /// A string without its end, with the step.
    pub string: Option<(u64, FaultyString)>,
    /// The store that stopped the clock.
    pub clock_stop: Option<ClockStop>,
    /// The stack ran into data.
    pub stack_in_data: Option<StackInData>,
    /// The last instruction that compared a line feed with a carriage return.
    pub takes_return: Option<u16>,
    /// The last jump through a register.
    pub last_jump: Option<Jump>,
    /// The first use of what nothing set: registers and memory, then `.BLKW` words.
    pub used: [Option<u16>; 2],
}
