//! The image as somebody reads it who wants to know what an address is.

use std::collections::BTreeSet;

use crate::machine::arm::isa::{self, Condition, Instruction, Operation};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::{FLASH, Kind, Piece, Program};
use crate::machine::diagnosis::code::Code;
use crate::result::Place;

/// What a line of data puts somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// Bytes, or text.
    Bytes,
    /// Words.
    Words,
    /// Nothing: it reserves room.
    Room,
}

/// A program with what its code says about addresses.
#[derive(Debug)]
pub struct Image<'a> {
    program: &'a Program,
    /// Where BL goes.
    entries: BTreeSet<u32>,
}

impl<'a> Image<'a> {
    /// Reads the code once.
    pub fn new(program: &'a Program) -> Self {
        let mut image = Self {
            program,
            entries: BTreeSet::new(),
        };
        for piece in program.pieces.iter().filter(|piece| piece.kind == Kind::Code) {
            for at in (piece.address..piece.address.saturating_add(piece.length)).step_by(4) {
                if let Some(called) = image.called(at) {
                    image.entries.insert(called);
                }
            }
        }

        image
    }

    /// The instruction that was written at an address.
    pub fn operation(&self, at: u32) -> Option<Instruction> {
        let word = self.loaded(at).filter(|_| self.is_code(at))?;
        Instruction::decode(word)
    }

    /// Whether the instruction at an address writes a register.
    pub fn writes(&self, at: u32, register: u8) -> bool {
        let instruction = self.operation(at);
        instruction.is_some_and(|instruction| instruction.operation.effect().writes(register))
    }

    fn kind(&self, at: u32) -> Option<Kind> {
        self.program.piece(at).map(|piece| piece.kind)
    }

    /// The piece that holds an address.
    pub fn piece(&self, at: u32) -> Option<Piece> {
        self.program.piece(at)
    }

    /// Whether the source only reserves this place.
    pub fn is_reserved(&self, at: u32) -> bool {
        self.kind(at) == Some(Kind::Reserved)
    }

    /// Whether a value may be meant as the address of data.
    pub fn is_data_address(&self, value: u32) -> bool {
        is_ram(value) || value < FLASH.1 && self.is_data(value)
    }

    /// The first address after the data that `at` is in, in whole words.
    pub fn after_data(&self, at: u32) -> u32 {
        let mut end = at & !3;
        while let Some(piece) = self.program.piece(end).filter(|piece| piece.kind != Kind::Code) {
            end = (piece.address + piece.length).next_multiple_of(4);
        }
        end
    }

    /// Whether a line of data was written for an address, not a literal that the assembler put there.
    pub fn is_written_data(&self, at: u32) -> bool {
        matches!(self.kind(at), Some(Kind::Data | Kind::Reserved))
    }

    /// The byte that was loaded at an address.
    pub fn byte(&self, at: u32) -> Option<u8> {
        self.program.flash.get(at as usize).copied()
    }

    /// Whether some word of data, or some literal, is this address.
    pub fn is_pointed_at(&self, address: u32) -> bool {
        let data = self.program.pieces.iter().filter(|piece| piece.kind != Kind::Code);
        let mut words = data.flat_map(|piece| {
            let first = piece.address.next_multiple_of(4);
            (first..piece.address.saturating_add(piece.length)).step_by(4)
        });
        words.any(|at| self.loaded(at) == Some(address))
    }

    /// What the line of an address, which is data, puts there.
    pub fn directive(&self, at: u32) -> Option<Directive> {
        if self.is_reserved(at) {
            return Some(Directive::Room);
        }
        let piece = self.piece(at).filter(|piece| piece.kind == Kind::Data)?;
        match &self.written_word(piece.line)?.to_ascii_uppercase()[..] {
            "DCB" | "=" | ".ASCII" | ".ASCIZ" | ".STRING" | ".BYTE" => Some(Directive::Bytes),
            "DCD" | "&" | ".WORD" | ".LONG" | ".INT" => Some(Directive::Words),
            _ => None,
        }
    }

    /// The mnemonic of a line, in capitals.
    fn written_mnemonic(&self, line: u32) -> Option<String> {
        let word = self.written_word(line)?;
        let is_mnemonic = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_mnemonic.then(|| word.to_ascii_uppercase())
    }

    /// The word that follows the label of a line.
    fn written_word(&self, line: u32) -> Option<&str> {
        let text = self.program.source.line(line as usize).filter(|_| line > 0)?;
        let begins_with_label = text.starts_with(|letter: char| !letter.is_whitespace());
        let words = text.split(|letter: char| letter.is_whitespace() || matches!(letter, '{' | '['));
        let mut words = words.filter(|word| !word.is_empty());
        let first = words.next()?;

        if begins_with_label || first.ends_with(':') {
            words.next()
        } else {
            Some(first)
        }
    }
}

impl Code<u32> for Image<'_> {
    fn loaded(&self, at: u32) -> Option<u32> {
        let bytes = self.program.flash.get(at as usize..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    fn is_code(&self, at: u32) -> bool {
        self.kind(at) == Some(Kind::Code)
    }

    fn is_data(&self, at: u32) -> bool {
        self.kind(at).is_some_and(|kind| kind != Kind::Code)
    }

    fn is_entry(&self, at: u32) -> bool {
        self.entries.contains(&at)
    }

    fn owner(&self, at: u32) -> Option<u32> {
        self.entries.range(..=at).next_back().copied()
    }

    fn successors(&self, at: u32) -> Option<Vec<u32>> {
        let next = at.wrapping_add(4);
        let instruction = self.operation(at)?;
        let target = match instruction.operation {
            Operation::Branch { link: false, offset } => at.wrapping_add(8).wrapping_add_signed(offset),
            operation if operation.effect().writes(15) => return None,
            _ => return Some(vec![next]),
        };

        Some(match instruction.condition {
            Condition::Al => vec![target],
            _ => vec![next, target],
        })
    }

    fn called(&self, at: u32) -> Option<u32> {
        match self.operation(at)?.operation {
            Operation::Branch { link: true, offset } => Some(at.wrapping_add(8).wrapping_add_signed(offset)),
            _ => None,
        }
    }

    fn before(at: u32) -> u32 {
        at.wrapping_sub(4)
    }

    fn source_line(&self, at: u32) -> Option<u32> {
        self.program.piece(at).map(|piece| piece.line).filter(|line| *line > 0)
    }

    fn written(&self, at: u32) -> Place {
        self.program.place(at)
    }

    fn label(&self, at: u32) -> Option<String> {
        let mut labels = self.program.symbols.iter().filter(|symbol| symbol.is_label);
        labels
            .find(|symbol| symbol.value == at)
            .map(|symbol| symbol.name.clone())
    }

    fn hex(at: u32) -> String {
        format!("0x{at:08X}")
    }

    /// As the source spells it: `POP`, where the instruction is an LDM.
    fn mnemonic(&self, at: u32) -> Option<String> {
        let written = self
            .program
            .piece(at)
            .and_then(|piece| self.written_mnemonic(piece.line));
        written.or_else(|| {
            let text = isa::disassemble(self.loaded(at)?, at, |_| None);
            text.split(' ').next().map(str::to_owned)
        })
    }

    fn disassemble(&self, at: u32, word: u32) -> String {
        isa::disassemble(word, at, |address| self.label(address))
    }

    fn described(&self, at: u32) -> String {
        match self.kind(at) {
            Some(Kind::Literal) => format!("the literal pool at 0x{at:08X}"),
            Some(Kind::Reserved) => format!("the SPACE at {} ({})", self.name(at), self.line(at)),
            _ => format!("the data at {} ({})", self.name(at), self.line(at)),
        }
    }
}
