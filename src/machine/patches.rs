//! The patches of a program, whatever its machine, and how a session is made to try them.

use std::collections::BTreeSet;

use super::edits::Edit;
use super::patch::{Likelihood, Patch, Slice, Text};
use super::{Place, Program, Session, Trace, lc3};

/// The patches of a program, by the address of an instruction or of a word of data.
#[derive(Debug)]
pub struct Patches<'p>(lc3::patches::Patches<'p>);

impl<'p> Patches<'p> {
    /// The patches of a program; `None` where its machine has none, or its source is no text.
    pub fn of(program: &'p Program) -> Option<Self> {
        match program {
            Program::Lc3(program) => Some(Self(lc3::patches::Patches::of(program)?)),
            Program::Arm(_) | Program::Native(_) => None,
        }
    }

    /// Another word in place of the one at an address, in every likely way.
    pub fn at(&self, address: u32) -> Vec<Patch> {
        self.0.at(address as u16)
    }

    /// An instruction more at an address, in every likely way.
    pub fn inserted_at(&self, address: u32) -> Vec<Patch> {
        self.0.inserted_at(address as u16)
    }

    /// The same where some registers hold a part of what the first wrong byte was computed from, as in [`Slice::live`]: of the less
    /// likely ones those alone that may change it.
    pub fn inserted_where(&self, address: u32, live: u16) -> Vec<Patch> {
        self.0.inserted_where(address as u16, live)
    }

    /// The instruction at an address some places further up or down, in every likely way.
    pub fn moved_from(&self, address: u32) -> Vec<Patch> {
        self.0.moved_from(address as u16)
    }

    /// Two instructions more that belong together, at an address and where the subroutine that begins there returns.
    pub fn pairs_at(&self, address: u32) -> Vec<Patch> {
        self.0.pairs_at(address as u16)
    }

    /// An instruction more at an address, which uses a label that nothing uses, or ends what runs on into data.
    pub fn restored_at(&self, address: u32) -> Vec<Patch> {
        self.0.restored_at(address as u16)
    }

    /// How likely a patch is as what somebody meant.
    pub fn likelihood(&self, patch: &Patch) -> Likelihood {
        self.0.likelihood(patch)
    }

    /// Whether the instructions that a patch inserts change nothing that the first wrong byte was computed from.
    pub fn is_idle(&self, patch: &Patch, slice: &Slice) -> bool {
        self.0.is_idle(patch, slice)
    }

    /// Other sizes of the data of the program, in the order of the lines.
    pub fn sizes(&self) -> Vec<Edit> {
        self.0.sizes()
    }

    /// The address of the first word of a line, or of its label.
    pub fn address_of(&self, line: usize) -> Option<u32> {
        self.0.address_of(line).map(u32::from)
    }

    /// The texts of the program, in the order of their addresses.
    pub fn texts(&self) -> Vec<Text> {
        self.0.texts()
    }

    /// Another text in place of the one at an address. `None` where it cannot be written as one.
    pub fn with_text(&self, address: u32, text: &[u8]) -> Option<Edit> {
        self.0.with_text(address as u16, text)
    }

    /// The label of the subroutine that an address belongs to; `None` where it is in none that is called, or in several.
    pub fn subroutine_of(&self, address: u32) -> Option<String> {
        self.0.subroutine_of(address as u16)
    }

    /// An address in the words of the source.
    pub fn place(&self, address: u32) -> Place {
        self.0.place(address as u16)
    }

    /// The words of data that an instruction refers to: those at its label, up to the next one.
    pub fn data_of(&self, address: u32) -> Vec<u32> {
        self.0.data_of(address as u16).into_iter().map(u32::from).collect()
    }
}

impl Session {
    /// Makes the program start with a change, in place of that of the last call; `None` is the program itself.
    pub fn patch(&mut self, patch: Option<&Patch>) {
        if let Self::Lc3(session) = self {
            session.patch(patch);
        }
    }

    /// The instructions of the program, and of the system, that are not what they were at its start.
    pub fn overwritten_code(&self) -> BTreeSet<u32> {
        match self {
            Self::Lc3(session) => session.overwritten_code(),
            Self::Arm(_) | Self::Native(_) => BTreeSet::new(),
        }
    }

    /// What the first wrong byte of the run of a script was computed from, after so many right ones.
    pub fn slice(&mut self, keys: &[u8], instructions: u64, right: usize) -> Slice {
        match self {
            Self::Lc3(session) => session.slice(keys, instructions, right),
            Self::Arm(_) | Self::Native(_) => Slice::default(),
        }
    }

    /// What runs between the keys of a script: before the first, between the first and the second, and so on. `None` where
    /// that is not known.
    pub fn trace(&mut self, keys: &[u8], instructions: u64) -> Option<Vec<Trace>> {
        match self {
            Self::Lc3(session) => Some(session.trace(keys, instructions)),
            Self::Arm(_) | Self::Native(_) => None,
        }
    }
}
