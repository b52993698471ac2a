//! What the image alone says of each address, in a form that is quick to ask.

use crate::machine::diagnosis::code::{self, Code as _};
use crate::machine::lc3::isa::{self, Instruction};
use crate::machine::lc3::memory::WORDS;
use crate::machine::lc3::op::{Code, Op};
use crate::machine::lc3::program::{Kind, Program, Word};
use crate::result::Place;

/// The HALT trap's vector.
const HALT: u8 = 0x25;

/// The directive that a data word was written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// `.FILL`
    Fill,
    /// `.STRINGZ`
    Text,
    /// `.BLKW`
    Block,
}

/// A program's image by address.
#[derive(Debug)]
pub struct Image<'a> {
    program: &'a Program,
    words: Box<[Option<Word>]>,
    /// Targets of the image's `JSR`s, and addresses in data words that name code: what may be called.
    entries: Box<[bool]>,
    /// The nearest entry at or before each loaded address.
    owners: Box<[Option<u16>]>,
    labels: Box<[bool]>,
    /// Addresses that an LEA or a data word names.
    named: Box<[bool]>,
    has_halt: bool,
    names_clock: bool,
}

impl<'a> Image<'a> {
    /// Reads a program's image.
    pub fn new(program: &'a Program) -> Self {
        let mut words = vec![None; WORDS].into_boxed_slice();
        for block in &program.blocks {
            for (offset, word) in block.words.iter().enumerate() {
                words[usize::from(block.origin.wrapping_add(offset as u16))] = Some(*word);
            }
        }

        let mut labels = vec![false; WORDS].into_boxed_slice();
        for symbol in &program.symbols {
            labels[usize::from(symbol.address)] = true;
        }

        let mut image = Self {
            program,
            entries: vec![false; WORDS].into_boxed_slice(),
            owners: vec![None; WORDS].into_boxed_slice(),
            words,
            labels,
            named: vec![false; WORDS].into_boxed_slice(),
            has_halt: false,
            names_clock: false,
        };
        image.read_calls();
        image.read_owners();

        image
    }

    fn read_owners(&mut self) {
        let mut owner = None;
        for at in 0..=u16::MAX {
            let index = usize::from(at);
            owner = match self.words[index] {
                Some(_) if self.entries[index] => Some(at),
                Some(_) => owner,
                None => None,
            };
            self.owners[index] = owner;
        }
    }

    fn read_calls(&mut self) {
        for block in &self.program.blocks {
            for (offset, word) in block.words.iter().enumerate() {
                self.names_clock |= word.bits == 0xFFFE;
                let next = block.origin.wrapping_add(offset as u16).wrapping_add(1);
                if word.kind == Kind::Code {
                    match isa::decode(word.bits) {
                        Instruction::Jsr { offset } => {
                            self.entries[usize::from(next.wrapping_add_signed(offset))] = true;
                        }
                        Instruction::Lea { offset, .. } => {
                            self.named[usize::from(next.wrapping_add_signed(offset))] = true;
                        }
                        Instruction::Trap { vector: HALT } => self.has_halt = true,
                        _ => {}
                    }
                } else {
                    let labelled = self.labels[usize::from(word.bits)];
                    self.named[usize::from(word.bits)] |= labelled;
                    if labelled && self.is_code(word.bits) {
                        self.entries[usize::from(word.bits)] = true;
                    }
                }
            }
        }
    }

    /// The word that was loaded at an address.
    pub fn word(&self, address: u16) -> Option<Word> {
        self.words[usize::from(address)]
    }

    /// Whether a label is at an address.
    pub fn has_label(&self, address: u16) -> bool {
        self.labels[usize::from(address)]
    }

    /// Whether a text of its own begins at an address: a labelled `.STRINGZ` whose address the program takes.
    pub fn begins_text(&self, address: u16) -> bool {
        let at = usize::from(address);
        self.labels[at] && self.named[at] && self.directive(address) == Some(Directive::Text)
    }

    /// The address that a data word points at, where it may be meant as one.
    pub fn pointer(&self, word: Word) -> Option<u16> {
        let to = word.bits;
        let labelled = self.labels[usize::from(to)] && self.word(to).is_some();
        (word.kind == Kind::Data && (labelled || (0x3000..=0xFE00).contains(&to))).then_some(to)
    }

    /// Whether there is a HALT anywhere.
    pub fn has_halt(&self) -> bool {
        self.has_halt
    }

    /// Whether a word holds the address of the clock's switch, so that the program may halt without HALT.
    pub fn names_clock(&self) -> bool {
        self.names_clock
    }

    /// The loaded instruction at an address.
    pub fn op(&self, address: u16) -> Option<Op> {
        let word = self.word(address).filter(|word| word.kind == Kind::Code)?;
        Some(Op::decode(word.bits))
    }

    /// The directive of the data word at an address.
    pub fn directive(&self, address: u16) -> Option<Directive> {
        let word = self.word(address)?;
        match word.kind {
            Kind::Code => None,
            Kind::Reserved => Some(Directive::Block),
            Kind::Data => {
                let line = self.program.source.line(word.line as usize)?.to_ascii_lowercase();
                let before_text = line.split('"').next().unwrap_or_default();
                Some(if before_text.contains(".stringz") {
                    Directive::Text
                } else if before_text.contains(".blkw") {
                    Directive::Block
                } else {
                    Directive::Fill
                })
            }
        }
    }

    /// The first address after the data words that `address` is in.
    pub fn after_data(&self, mut address: u16) -> u16 {
        while self.is_data(address) {
            address = address.wrapping_add(1);
            if address == 0 {
                break;
            }
        }
        address
    }

    /// Everything that can run from `start` on without leaving the subroutine: both ways of each branch, calls stepped
    /// over. In order of addresses.
    pub fn reach(&self, start: u16) -> Vec<u16> {
        let mut seen = vec![false; WORDS];
        let mut todo = vec![start];
        while let Some(at) = todo.pop() {
            if std::mem::replace(&mut seen[usize::from(at)], true) {
                continue;
            }
            todo.extend(self.ways(at).into_iter().flatten());
        }
        (0..=u16::MAX).filter(|at| seen[usize::from(*at)]).collect()
    }

    /// Where control may go after an instruction within its subroutine.
    pub fn ways(&self, at: u16) -> [Option<u16>; 2] {
        let next = at.wrapping_add(1);
        let Some(op) = self.op(at) else { return [None; 2] };
        match op.code {
            Code::Br if op.a == 7 => [Some(next.wrapping_add(op.value)), None],
            Code::Br if op.a != 0 => [Some(next), Some(next.wrapping_add(op.value))],
            Code::Jmp | Code::Rti | Code::Illegal => [None; 2],
            Code::Trap if op.value == u16::from(HALT) => [None; 2],
            _ => [Some(next), None],
        }
    }
}

impl code::Code<u16> for Image<'_> {
    fn loaded(&self, at: u16) -> Option<u16> {
        self.word(at).map(|word| word.bits)
    }

    fn is_code(&self, at: u16) -> bool {
        self.word(at).is_some_and(|word| word.kind == Kind::Code)
    }

    fn is_data(&self, at: u16) -> bool {
        self.word(at).is_some_and(|word| word.kind != Kind::Code)
    }

    fn is_entry(&self, at: u16) -> bool {
        self.entries[usize::from(at)]
    }

    fn owner(&self, at: u16) -> Option<u16> {
        self.owners[usize::from(at)]
    }

    fn successors(&self, at: u16) -> Option<Vec<u16>> {
        Some(self.ways(at).into_iter().flatten().collect())
    }

    fn called(&self, at: u16) -> Option<u16> {
        let op = self.op(at).filter(|op| op.code == Code::Jsr)?;
        Some(at.wrapping_add(1).wrapping_add(op.value))
    }

    fn before(at: u16) -> u16 {
        at.wrapping_sub(1)
    }

    fn source_line(&self, at: u16) -> Option<u32> {
        self.word(at).map(|word| word.line).filter(|line| *line > 0)
    }

    fn written(&self, at: u16) -> Place {
        self.program.place(at)
    }

    fn label(&self, at: u16) -> Option<String> {
        let mut symbols = self.program.symbols.iter();
        let symbol = symbols.rfind(|symbol| symbol.address == at)?;
        Some(symbol.name.clone())
    }

    fn hex(at: u16) -> String {
        format!("x{at:04X}")
    }

    /// The first word of an instruction: `PUTS`, `BRz`.
    fn mnemonic(&self, at: u16) -> Option<String> {
        let text = isa::disassemble(self.word(at)?.bits, 0, |_| None);
        let name = text.split(' ').next().unwrap_or_default();
        if name == "TRAP" || name.starts_with('.') {
            return Some(text);
        }
        Some(name.to_owned())
    }

    fn disassemble(&self, at: u16, word: u16) -> String {
        isa::disassemble(word, at, |address| self.label(address))
    }

    fn described(&self, at: u16) -> String {
        let what = match self.directive(at) {
            Some(Directive::Text) => "the text",
            Some(Directive::Block) => "the `.BLKW`",
            _ => "the data",
        };
        format!("{what} at {} ({})", self.name(at), self.line(at))
    }

    fn name(&self, at: u16) -> String {
        // Of labels at one address the first is the one that names a subroutine; others are within it.
        let mut symbols = self.program.symbols.iter();
        if let Some(symbol) = symbols.find(|symbol| symbol.address == at)
            && self.is_entry(at)
        {
            return symbol.name.clone();
        }
        self.written(at).label.unwrap_or_else(|| Self::hex(at))
    }
}
