//! What can happen in a run that should not and that only the LC-3 has, each noted the first time it does.

use crate::machine::diagnosis::value::Value;

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
pub struct LastJump {
    /// The JMP, RET or JSRR.
    pub at: u16,
    /// The register.
    pub register: u8,
    /// What is known about the target.
    pub value: Value<u16>,
}

/// A store to the machine control register, which stops the clock.
#[derive(Debug, Clone, Copy)]
pub struct ClockStop {
    /// The instruction.
    pub by: u16,
    /// What its address depends on and nothing ever set.
    pub through: Option<u16>,
    /// The data from which its address was computed.
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
    /// The beginning of the stack, after the data.
    pub stack: u16,
}

/// An instruction was read as data.
#[derive(Debug, Clone, Copy)]
pub struct CodeRead {
    /// When.
    pub step: u64,
    /// The load.
    pub at: u16,
    /// The instruction that it read.
    pub address: u16,
    /// The pointer that led there.
    pub pointer: Option<u16>,
}

/// A PUTS that printed what is no text.
#[derive(Debug, Clone, Copy)]
pub struct FaultyString {
    /// The PUTS.
    pub at: u16,
    /// Where it began to print.
    pub start: u16,
    /// What is wrong.
    pub kind: StringKind,
}

/// What is wrong with a string.
#[derive(Debug, Clone, Copy)]
pub enum StringKind {
    /// Its zero is missing; `into` is the first word that does not belong to it.
    NoEnd {
        /// That word.
        into: u16,
    },
    /// Its zero was overwritten.
    EndOverwritten {
        /// By this instruction.
        by: u16,
        /// Where the zero was.
        zero: u16,
    },
    /// R0 holds the string's first character, loaded from `text`, and not its address.
    Character {
        /// The string.
        text: u16,
    },
}

/// A text that a loop of the program's own prints character by character.
#[derive(Debug, Clone, Copy)]
pub struct Printing {
    /// The instruction that prints.
    pub at: u16,
    /// Where the text begins.
    pub start: u16,
    /// The latest character.
    pub last: u16,
}

impl Printing {
    /// Goes on with the character at `slot`, or begins with it.
    pub fn next(earlier: Option<Self>, at: u16, slot: u16) -> Self {
        match earlier {
            Some(printing) if printing.at == at && printing.last.wrapping_add(1) == slot => {
                Self { last: slot, ..printing }
            }
            _ => Self {
                at,
                start: slot,
                last: slot,
            },
        }
    }
}

/// The first of each.
#[derive(Debug, Default)]
pub struct Notes {
    /// Overwritten code.
    pub overwritten: Option<OverwrittenCode>,
    /// A string without its end, with the step.
    pub string: Option<(u64, FaultyString)>,
    /// What a loop of the program's own is printing.
    pub printing: Option<Printing>,
    /// The store that stopped the clock.
    pub clock_stop: Option<ClockStop>,
    /// Code was read as data.
    pub code_read: Option<CodeRead>,
    /// The stack ran into data.
    pub stack_in_data: Option<StackInData>,
    /// The last instruction that compared a line feed with a carriage return.
    pub takes_return: Option<u16>,
    /// The last jump through a register.
    pub last_jump: Option<LastJump>,
}
