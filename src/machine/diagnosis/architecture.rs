//! What an architecture says about its registers, its memory and its machine, so that one diagnosis serves them all.

use std::fmt::Debug;

use super::code::Code;
use super::event::WrongReturn;
use crate::machine::replay::Exit;
use crate::result::Register;

/// Registers, memory and image of an architecture, and the machine that executes its instructions.
pub trait Architecture: Sized + Debug {
    /// Holds an address or a word.
    type Address: Copy + Ord + Debug + Default + Into<u32>;
    /// A program's image.
    type Image<'a>: Code<Self::Address> + Debug;
    /// The machine that executes it.
    type Machine;
    /// Why that machine cannot go on.
    type Fault: Copy + Debug;
    /// A decoded instruction.
    type Instruction: Copy;
    /// What is noted on this architecture alone.
    type Notes: Debug + Default;

    /// The general registers whose values are reported.
    const REGISTERS: u8;
    /// The register that holds the return address.
    const LINK: u8;
    /// The register that holds the stack pointer.
    const STACK: u8;
    /// Cells of memory that are followed.
    const CELLS: usize;
    /// Its words for what is missing at the end of a piece of code.
    const ENDS: Ends;
    /// Its words for a link register that lost its address.
    const LINK_LOST: LinkLost;

    /// The index of a cell of memory, where it is followed.
    fn cell(address: Self::Address) -> Option<usize>;
    /// The address after the instruction at an address.
    fn after(at: Self::Address) -> Self::Address;

    /// Executes one instruction.
    fn step(machine: &mut Self::Machine) -> Exit<Self::Fault>;
    /// Executes many, none of which is watched.
    fn skip(machine: &mut Self::Machine, instructions: u64);
    /// Executes what made a run crash, where it was not watched because it counts as no instruction.
    fn crash(_machine: &mut Self::Machine, exit: Exit<Self::Fault>) -> Exit<Self::Fault> {
        exit
    }
    /// The instruction that comes next: its address, its word, and the word decoded. `None` where none can be.
    fn fetch(
        image: &Self::Image<'_>,
        machine: &mut Self::Machine,
    ) -> Option<(Self::Address, Self::Address, Self::Instruction)>;
    /// Whether enough is known about a wrong return to explain it.
    fn is_explained(_wrong: &WrongReturn<Self::Address>) -> bool {
        true
    }
    /// How the subroutine at an address is to save and restore the link register.
    fn save_link(image: &Self::Image<'_>, entry: Self::Address) -> String;
    /// Forgets what holds no longer when a part of the run was not seen.
    fn lose(notes: &mut Self::Notes);

    /// How many bytes were printed so far.
    fn printed(machine: &Self::Machine) -> usize;
    /// A register's name.
    fn register_name(number: u8) -> String;
    /// What a register holds.
    fn held(machine: &Self::Machine, number: u8) -> Self::Address;
    /// The program counter.
    fn counter(machine: &Self::Machine) -> u32;
    /// A word as a signed number.
    fn signed(word: Self::Address) -> i32;
    /// A byte in hexadecimal.
    fn byte(word: Self::Address) -> String;
    /// A number as an address, where the architecture can hold it.
    fn address(number: u32) -> Option<Self::Address>;
    /// A device register's name.
    fn device(address: Self::Address) -> Option<&'static str>;
    /// Registers other than the general ones and the program counter.
    fn more_registers(_machine: &Self::Machine) -> Vec<Register> {
        Vec::new()
    }
}

/// What is missing where code goes on into what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// The end of the main program.
    Stop,
    /// The return of a subroutine.
    Return,
    /// A branch over the data, which is in the middle of code.
    Branch,
    /// A return, or a branch over the data.
    ReturnOrBranch,
}

/// Key and common text of a cause.
pub type Kind = (&'static str, &'static str);

/// How a program and its subroutines end on an architecture.
#[derive(Debug)]
pub struct Ends {
    /// The cause where the main program does not end.
    pub stop: Kind,
    /// What ends the main program: `HALT`.
    pub stops: &'static str,
    /// The cause where a subroutine does not end.
    pub returns: Kind,
    /// What ends a subroutine: `RET`.
    pub return_name: &'static str,
    /// What to write there.
    pub write_return: &'static str,
    /// What calls a subroutine: `JSR`.
    pub calls: &'static str,
    /// What to do about data at the beginning of a program.
    pub first: &'static str,
    /// What to do about data in the middle of code.
    pub branch: &'static str,
    /// What to do about data after a subroutine that may lack its return.
    pub return_or_branch: &'static str,
}

/// A link register that lost its address on an architecture.
#[derive(Debug)]
pub struct LinkLost {
    /// The register's name.
    pub name: &'static str,
    /// The cause where it is overwritten and was never saved.
    pub overwritten: Kind,
    /// The cause where it is saved, but not loaded again.
    pub not_loaded: Kind,
    /// The cause where its saved value is overwritten.
    pub saved_overwritten: Kind,
}
