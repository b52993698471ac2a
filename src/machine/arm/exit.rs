//! Why the processor stops: what ends a run, and what a program cannot go on after.

use crate::machine::replay;

/// Why the loop stopped.
pub type Exit = replay::Exit<Fault>;

/// Why a program cannot go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A word that is no instruction of this processor.
    Undefined(u32),
    /// SWI with this comment.
    Interrupt(u32),
    /// A branch to this address with its lowest bit set, or a return to Thumb state there.
    Thumb(u32),
    /// A mode that there is not.
    Mode(u32),
    /// A load from where there is nothing.
    Load(u32),
    /// A store to where there is nothing.
    Store(u32),
    /// A store to flash.
    StoreToFlash(u32),
    /// The program counter is where there is no code.
    NoCode(u32),
}
