//! An assembled LC-3 image, with what is known about each word.

use std::sync::Arc;

use crate::diagnostic::Source;
use crate::machine::assembly::code;
use crate::machine::{Place, Target};

/// What a word was written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An instruction, or a word of an object file (where nothing distinguishes code from data).
    Code,
    /// `.FILL`, `.STRINGZ`, or `.BLKW` with a value.
    Data,
    /// `.BLKW` without a value: a place for a word that the program has yet to write. Zero on most machines.
    Reserved,
}

/// One word of the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Its bits.
    pub bits: u16,
    /// Code, data or reserved.
    pub kind: Kind,
    /// Source line, from 1; 0 where there is no source.
    pub line: u32,
}

/// A run of words from one address on. Blocks never overlap and never pass xFFFF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Address of the first word.
    pub origin: u16,
    /// The words.
    pub words: Vec<Word>,
}

/// A label and its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// As the source spells it.
    pub name: String,
    /// Its address.
    pub address: u16,
    /// Source line, from 1.
    pub line: u32,
}

/// An assembled image.
#[derive(Debug, Clone)]
pub struct Program {
    /// The text it came from.
    pub source: Arc<Source>,
    /// Blocks in source order; the program starts at the first one's origin.
    pub blocks: Vec<Block>,
    /// Labels in source order.
    pub symbols: Vec<Symbol>,
}

impl Program {
    /// Where execution starts: the first `.ORIG`.
    pub fn entry(&self) -> u16 {
        self.blocks.first().map_or(0x3000, |block| block.origin)
    }

    /// The word at an address, when the image has one there.
    pub fn word(&self, address: u16) -> Option<Word> {
        self.blocks.iter().find_map(|block| {
            let offset = address.checked_sub(block.origin)?;
            block.words.get(usize::from(offset)).copied()
        })
    }

    /// The addresses of all instructions that have a line in the source, with their lines.
    pub fn lines_of_code(&self) -> impl Iterator<Item = (u16, u32)> {
        let words = self.blocks.iter().flat_map(|block| {
            let words = block.words.iter().enumerate();
            words.map(|(offset, word)| (block.origin.wrapping_add(offset as u16), word))
        });
        words
            .filter(|(_, word)| word.kind == Kind::Code && word.line > 0)
            .map(|(address, word)| (address, word.line))
    }

    /// The address of a label: exact spelling first, else without regard to case. Of two that are equal the later one
    /// counts, as it does for the assembler.
    pub fn address_of(&self, label: &str) -> Option<u16> {
        let exact = self.symbols.iter().rfind(|symbol| symbol.name == label);
        exact
            .or_else(|| {
                self.symbols
                    .iter()
                    .rfind(|symbol| symbol.name.eq_ignore_ascii_case(label))
            })
            .map(|symbol| symbol.address)
    }

    /// An address in the words of the source.
    pub fn place(&self, address: u16) -> Place {
        let line = self.word(address).map(|word| word.line).filter(|line| *line > 0);
        let block = self
            .blocks
            .iter()
            .find(|block| usize::from(address.wrapping_sub(block.origin)) < block.words.len());
        let label = block.and_then(|block| {
            let symbol = self
                .symbols
                .iter()
                .filter(|symbol| (block.origin..=address).contains(&symbol.address))
                .max_by_key(|symbol| symbol.address)?;
            let distance = address - symbol.address;
            Some(if distance == 0 {
                symbol.name.clone()
            } else {
                format!("{}+{distance}", symbol.name)
            })
        });

        Place {
            address: Some(u32::from(address)),
            label,
            file: None,
            line,
            text: line
                .and_then(|line| self.source.line(line as usize))
                .map(|text| code(Target::Lc3, text).trim().to_owned()),
        }
    }
}
