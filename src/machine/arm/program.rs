//! An ARM image for flash at 0, with what is known about each byte.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::machine::assembly::code;
use crate::machine::{Place, Target};

/// Flash: its first address and its length in bytes.
pub const FLASH: (u32, u32) = (0, 0x8_0000);
/// RAM: its first address and its length in bytes.
pub const RAM: (u32, u32) = (0x4000_0000, 0x1_0000);

/// What some bytes were written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An instruction, or a word of an image in which nothing distinguishes code from data.
    Code,
    /// `DCB`, `DCD` and the like.
    Data,
    /// A literal that `LDR Rx, =value` put into a pool.
    Literal,
    /// `SPACE`: room that the program has yet to write.
    Reserved,
}

/// Bytes that one line of the source put somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Address of the first byte.
    pub address: u32,
    /// How many bytes.
    pub length: u32,
    /// What they are.
    pub kind: Kind,
    /// Line of the whole source, from 1; 0 where there is no source. [`Source::written`] says in which file.
    pub line: u32,
}

/// A label and its address, or a name for a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// As the source spells it.
    pub name: String,
    /// Its address or value.
    pub value: u32,
    /// Whether it is a place in memory (a label), not a number (`EQU`).
    pub is_label: bool,
    /// Line of the whole source, from 1; 0 where there is no source. [`Source::written`] says in which file.
    pub line: u32,
}

/// An assembled or loaded image. Execution starts at address 0, in supervisor mode, ARM state.
#[derive(Debug, Clone)]
pub struct Program {
    /// The text it came from; empty for an image that was loaded.
    pub source: Arc<Source>,
    /// The bytes of flash from address 0, at most its length. Never padded.
    pub flash: Vec<u8>,
    /// What lies where, in flash and in RAM, by address; pieces do not overlap.
    pub pieces: Vec<Piece>,
    /// Labels and named numbers in source order.
    pub symbols: Vec<Symbol>,
}

impl Program {
    /// The piece that holds an address.
    pub fn piece(&self, address: u32) -> Option<Piece> {
        let after = self.pieces.partition_point(|piece| piece.address <= address);
        let piece = *self.pieces.get(after.checked_sub(1)?)?;
        (address - piece.address < piece.length).then_some(piece)
    }

    /// The address of a label: exact spelling first, else without regard to case.
    pub fn address_of(&self, label: &str) -> Option<u32> {
        let labels = || self.symbols.iter().filter(|symbol| symbol.is_label);
        let exact = labels().find(|symbol| symbol.name == label);
        exact
            .or_else(|| labels().find(|symbol| symbol.name.eq_ignore_ascii_case(label)))
            .map(|symbol| symbol.value)
    }

    /// An address in the words of the source.
    pub fn place(&self, address: u32) -> Place {
        let piece = self.piece(address);
        let line = piece.map(|piece| piece.line).filter(|line| *line > 0);
        let nearest = piece.and_then(|_| {
            let labels = self.symbols.iter().filter(|symbol| symbol.is_label);
            let before = labels.filter(|symbol| symbol.value <= address);
            before.max_by_key(|symbol| symbol.value)
        });

        let written = line.map(|line| self.source.written(line as usize));

        Place {
            address: Some(address),
            file: written.and_then(|(file, _)| file).map(str::to_owned),
            label: nearest.map(|symbol| match address - symbol.value {
                0 => symbol.name.clone(),
                distance => format!("{}+{distance}", symbol.name),
            }),
            line: written.map(|(_, line)| line as u32),
            text: line
                .and_then(|line| self.source.line(line as usize))
                .map(|text| code(Target::Arm, text).trim().to_owned()),
        }
    }
}
