//! The patches of a program, whatever its machine, and how a session is made to try them.

use std::collections::BTreeSet;

use super::edits::{Edit, EditKind};
use super::patch::order::Ordered as _;
use super::patch::{Likelihood, Patch, Text};
use super::slice::Slice;
use super::{Place, Program, Session, Trace, arm, lc3};

/// The patches of a program, by the address of an instruction or of a word of data.
#[derive(Debug)]
pub struct Patches<'p>(Of<'p>);

#[derive(Debug)]
enum Of<'p> {
    Lc3(lc3::patches::Patches<'p>),
    Arm(arm::patches::Patches<'p>),
}

impl<'p> Patches<'p> {
    /// The patches of a program; `None` where its machine has none, or its source is no text.
    pub fn of(program: &'p Program) -> Option<Self> {
        match program {
            Program::Lc3(program) => Some(Self(Of::Lc3(lc3::patches::Patches::of(program)?))),
            Program::Arm(program) => Some(Self(Of::Arm(arm::patches::Patches::of(program)?))),
            Program::Native(_) => None,
        }
    }

    /// Another word in place of the one at an address, in every likely way.
    pub fn at(&self, address: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.at(address as u16),
            Of::Arm(patches) => patches.at(address),
        }
    }

    /// An instruction more at an address, in every likely way.
    pub fn inserted_at(&self, address: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.inserted_at(address as u16),
            Of::Arm(patches) => patches.inserted_at(address),
        }
    }

    /// The same where some registers hold a part of what the first wrong byte was computed from, as in [`Slice::live`]: of the less
    /// likely ones those alone that may change it.
    pub fn inserted_where(&self, address: u32, live: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.inserted_where(address as u16, live),
            Of::Arm(patches) => patches.inserted_where(address, live),
        }
    }

    /// More of these, too many for a whole program: for a part of it.
    pub fn inserted_further(&self, address: u32, live: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.inserted_further(address as u16, live),
            Of::Arm(_) => Vec::new(),
        }
    }

    /// The instruction at an address more than two places further up or down.
    pub fn reordered_far(&self, address: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.reordered_far(address),
            Of::Arm(patches) => patches.reordered_far(address),
        }
    }

    /// Two instructions more that belong together, at an address and where the subroutine that begins there returns.
    pub fn pairs_at(&self, address: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.pairs_at(address as u16),
            Of::Arm(patches) => patches.pairs_at(address),
        }
    }

    /// Whether a patch makes a subroutine keep a register that its callers may rely on: on ARM R4 to R11, by convention.
    pub fn is_to_keep(&self, patch: &Patch) -> bool {
        let is_expected = match &self.0 {
            Of::Lc3(_) => true,
            Of::Arm(_) => arm::patches::is_of_caller(patch),
        };
        patch.edit.kind == EditKind::Kept && is_expected
    }

    /// An instruction more at an address, or another label in the one there, that uses what nothing uses; what ends code that runs
    /// on into data; and what a branch leads past, or on ARM what is missing for another reason that shows there.
    pub fn restored_at(&self, address: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.restored_at(address as u16),
            Of::Arm(patches) => patches.restored_at(address),
        }
    }

    /// The same between two labels of an address: what ends one subroutine or begins the next. Whether it mends anything shows only in
    /// the source.
    pub fn restored_between(&self, address: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(_) => Vec::new(),
            Of::Arm(patches) => patches.restored_between(address),
        }
    }

    /// An instruction more between two labels of an address, in every likely way. Whether it mends anything shows only in the source.
    pub fn between_labels(&self, address: u32) -> Vec<Patch> {
        match &self.0 {
            Of::Lc3(patches) => patches.between_labels(address as u16),
            Of::Arm(_) => Vec::new(),
        }
    }

    /// How likely a patch is as what somebody meant.
    pub fn likelihood(&self, patch: &Patch) -> Likelihood {
        match &self.0 {
            Of::Lc3(patches) => patches.likelihood(patch),
            Of::Arm(patches) => patches.likelihood(patch),
        }
    }

    /// Whether the instructions that a patch inserts change nothing that the first wrong byte was computed from.
    pub fn is_idle(&self, patch: &Patch, slice: &Slice) -> bool {
        match &self.0 {
            Of::Lc3(patches) => patches.is_idle(patch, slice),
            Of::Arm(_) => arm::patches::is_idle(patch, slice),
        }
    }

    /// Other sizes of the data of the program, in the order of the lines.
    pub fn sizes(&self) -> Vec<Edit> {
        match &self.0 {
            Of::Lc3(patches) => patches.sizes(),
            Of::Arm(_) => Vec::new(),
        }
    }

    /// The address of the first word of a line, or of its label.
    pub fn address_of(&self, line: usize) -> Option<u32> {
        match &self.0 {
            Of::Lc3(patches) => patches.address_of(line).map(u32::from),
            Of::Arm(patches) => patches.address_of(line),
        }
    }

    /// Where the statement is that a patch changes. The word may begin in the one before it.
    pub fn place_of(&self, patch: &Patch) -> Place {
        if let Some(place) = self.place_of_name(patch) {
            return place;
        }
        let place = self.place(patch.address());
        if place.line == Some(patch.edit.line as u32) {
            return place;
        }
        let line = patch.edit.line as u32;
        if patch.edit.kind == EditKind::Inserted && place.line.is_some_and(|own| line < own) {
            // Beside a label that is alone on its line.
            let label = Some(patch.edit.before.clone());
            return Place {
                line: Some(line),
                label: label.clone(),
                text: label,
                ..place
            };
        }
        let own = self.address_of(patch.edit.line).filter(|_| patch.inserted.is_empty());
        own.map_or(place, |address| self.place(address))
    }

    /// Where the number has its name to which a patch gives another value, where it is one of those.
    fn place_of_name(&self, patch: &Patch) -> Option<Place> {
        match &self.0 {
            Of::Lc3(_) => None,
            Of::Arm(patches) => patches.place_of_name(patch),
        }
    }

    /// The subroutine of what a patch changes, where that is in one.
    pub fn subroutine_of_patch(&self, patch: &Patch) -> Option<String> {
        let is_in_code = self.place_of_name(patch).is_none();
        is_in_code.then(|| self.subroutine_of(patch.address())).flatten()
    }

    /// The texts of the program, in the order of their addresses.
    pub fn texts(&self) -> Vec<Text> {
        match &self.0 {
            Of::Lc3(patches) => patches.texts(),
            Of::Arm(patches) => patches.texts(),
        }
    }

    /// Another text in place of the one at an address. `None` where it cannot be written as one.
    pub fn with_text(&self, address: u32, text: &[u8]) -> Option<Edit> {
        match &self.0 {
            Of::Lc3(patches) => patches.with_text(address as u16, text),
            Of::Arm(patches) => patches.with_text(address, text),
        }
    }

    /// The label of the subroutine that an address belongs to; `None` where it is in none that is called, or in several.
    pub fn subroutine_of(&self, address: u32) -> Option<String> {
        match &self.0 {
            Of::Lc3(patches) => patches.subroutine_of(address as u16),
            Of::Arm(patches) => patches.subroutine_of(address),
        }
    }

    /// An address in the words of the source.
    pub fn place(&self, address: u32) -> Place {
        match &self.0 {
            Of::Lc3(patches) => patches.place(address as u16),
            Of::Arm(patches) => patches.place(address),
        }
    }

    /// The words of data that an instruction refers to: those at its label, up to the next one.
    pub fn data_of(&self, address: u32) -> Vec<u32> {
        match &self.0 {
            Of::Lc3(patches) => patches.data_of(address as u16).into_iter().map(u32::from).collect(),
            Of::Arm(patches) => patches.data_of(address),
        }
    }
}

impl Session {
    /// Makes the program start with a change, in place of that of the last call; `None` is the program itself.
    pub fn patch(&mut self, patch: Option<&Patch>) {
        match self {
            Self::Lc3(session) => session.patch(patch),
            Self::Arm(session) => session.patch(patch),
            Self::Native(_) => {}
        }
    }

    /// The instructions of the program, and of the system, that are not what they were at its start.
    pub fn overwritten_code(&self) -> BTreeSet<u32> {
        match self {
            Self::Lc3(session) => session.overwritten_code(),
            // The program is in flash, which it cannot change.
            Self::Arm(_) | Self::Native(_) => BTreeSet::new(),
        }
    }

    /// What the first wrong byte of the run of a script was computed from, after so many right ones.
    pub fn slice(&mut self, keys: &[u8], instructions: u64, right: usize) -> Slice {
        match self {
            Self::Lc3(session) => session.slice(keys, instructions, right),
            Self::Arm(session) => session.slice(keys, instructions, right),
            Self::Native(_) => Slice::default(),
        }
    }

    /// What runs between the keys of a script: before the first, between the first and the second, and so on. `None` where
    /// that is not known.
    pub fn trace(&mut self, keys: &[u8], instructions: u64) -> Option<Vec<Trace>> {
        match self {
            Self::Lc3(session) => Some(session.trace(keys, instructions)),
            Self::Arm(session) => Some(session.trace(keys, instructions)),
            Self::Native(_) => None,
        }
    }
}
