//! The image as somebody reads it who wants to know what an address is.

use std::collections::BTreeSet;

use crate::machine::arm::isa::{self, Condition, Instruction, Operation};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::{FLASH, Kind, Piece, Program};
use crate::machine::diagnosis::tail::Code;
use crate::machine::diagnosis::words::plain;
use crate::machine::{Place, Step};

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

    /// The word that was loaded at an address.
    pub fn word(&self, at: u32) -> Option<u32> {
        let bytes = self.program.flash.get(at as usize..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// The instruction that was written at an address.
    pub fn operation(&self, at: u32) -> Option<Instruction> {
        let word = self.word(at).filter(|_| self.is_code(at))?;
        Instruction::decode(word)
    }

    fn kind(&self, at: u32) -> Option<Kind> {
        self.program.piece(at).map(|piece| piece.kind)
    }

    /// The piece that holds an address.
    pub fn piece(&self, at: u32) -> Option<Piece> {
        self.program.piece(at)
    }

    /// Whether an instruction was written at an address.
    pub fn is_code(&self, at: u32) -> bool {
        self.kind(at) == Some(Kind::Code)
    }

    /// Whether something else than an instruction was.
    pub fn is_data(&self, at: u32) -> bool {
        self.kind(at).is_some_and(|kind| kind != Kind::Code)
    }

    /// Whether the source only reserves this place.
    pub fn is_reserved(&self, at: u32) -> bool {
        self.kind(at) == Some(Kind::Reserved)
    }

    /// Whether a BL goes there.
    pub fn is_entry(&self, at: u32) -> bool {
        self.entries.contains(&at)
    }

    /// Whether a value may be meant as the address of data.
    pub fn is_data_address(&self, value: u32) -> bool {
        is_ram(value) || value < FLASH.1 && self.is_data(value)
    }

    /// The first address behind the data that `at` is in, in whole words.
    pub fn behind_data(&self, at: u32) -> u32 {
        let mut end = at & !3;
        while let Some(piece) = self.program.piece(end).filter(|piece| piece.kind != Kind::Code) {
            end = (piece.address + piece.length).next_multiple_of(4);
        }
        end
    }

    /// The subroutine that the BL at an address calls.
    pub fn called(&self, at: u32) -> Option<u32> {
        match self.operation(at)?.operation {
            Operation::Branch { link: true, offset } => Some(at.wrapping_add(8).wrapping_add_signed(offset)),
            _ => None,
        }
    }

    /// Where control may go behind an instruction within its subroutine; calls are stepped over. `None` where that is not
    /// known.
    pub fn successors(&self, at: u32) -> Option<Vec<u32>> {
        let next = at.wrapping_add(4);
        let instruction = self.operation(at)?;
        let target = match instruction.operation {
            Operation::Branch { link: false, offset } => at.wrapping_add(8).wrapping_add_signed(offset),
            operation if writes_pc(operation) => return None,
            _ => return Some(vec![next]),
        };
        Some(match instruction.condition {
            Condition::Al => vec![target],
            _ => vec![next, target],
        })
    }

    /// An address in the words of the source: its line without the comment, with single blanks.
    pub fn place(&self, at: u32) -> Place {
        let place = self.program.place(at);
        Place {
            text: place.text.as_deref().map(plain),
            ..place
        }
    }

    /// `line 231`, or `0x00000044` where there is no line.
    pub fn line(&self, at: u32) -> String {
        match self.program.piece(at).map(|piece| piece.line).filter(|line| *line > 0) {
            Some(line) => format!("line {line}"),
            None => format!("0x{at:08X}"),
        }
    }

    /// The nearest label with its distance, or the address.
    pub fn name(&self, at: u32) -> String {
        let label = self.program.place(at).label;
        label.unwrap_or_else(|| format!("0x{at:08X}"))
    }

    /// The label that stands at an address.
    pub fn label(&self, at: u32) -> Option<String> {
        let mut labels = self.program.symbols.iter().filter(|symbol| symbol.is_label);
        labels
            .find(|symbol| symbol.value == at)
            .map(|symbol| symbol.name.clone())
    }

    /// `the POP at line 231`, with the mnemonic as the source has it.
    pub fn instruction(&self, at: u32) -> String {
        let written = self.program.piece(at).and_then(|piece| self.mnemonic(piece.line));
        let mnemonic = written.or_else(|| {
            let text = isa::disassemble(self.word(at)?, at, |_| None);
            text.split(' ').next().map(str::to_owned)
        });
        let mnemonic = mnemonic.unwrap_or_else(|| "instruction".to_owned());
        format!("the {mnemonic} at {}", self.line(at))
    }

    /// The word that follows the label of a line, in capitals.
    fn mnemonic(&self, line: u32) -> Option<String> {
        let text = self.program.source.line(line as usize).filter(|_| line > 0)?;
        let begins_with_label = text.starts_with(|letter: char| !letter.is_whitespace());
        let words = text.split(|letter: char| letter.is_whitespace() || matches!(letter, '{' | '['));
        let mut words = words.filter(|word| !word.is_empty());
        let first = words.next()?;
        let word = if begins_with_label || first.ends_with(':') {
            words.next()?
        } else {
            first
        };
        let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_word.then(|| word.to_ascii_uppercase())
    }
}

/// Whether an operation jumps without being a branch.
fn writes_pc(operation: Operation) -> bool {
    match operation {
        Operation::Data { rd: 15, operation, .. } => operation.has_destination(),
        Operation::Transfer { load: true, rd: 15, .. } | Operation::BranchExchange { .. } => true,
        Operation::Block { load: true, list, .. } => list == 0 || list >> 15 != 0,
        _ => false,
    }
}

impl Code<u32> for Image<'_> {
    fn loaded(&self, at: u32) -> Option<u32> {
        self.word(at)
    }

    fn data_line(&self, at: u32) -> Option<u32> {
        self.piece(at)
            .filter(|piece| piece.kind != Kind::Code)
            .map(|piece| piece.line)
    }

    fn next(&self, at: u32) -> Vec<u32> {
        let mut next = self.successors(at).unwrap_or_default();
        next.extend(self.called(at));
        next
    }

    fn step(&self, at: u32, word: u32) -> Step {
        Step {
            place: self.place(at),
            instruction: isa::disassemble(word, at, |address| self.label(address)),
        }
    }
}
