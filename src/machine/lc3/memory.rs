//! Memory with decoded instructions beside it, and cheap snapshots by page.

use super::os;
use super::program::{Kind, Program};
use super::settings::{Fill, Settings};
use crate::splitmix::SplitMix64;

/// Words in the address space.
pub const WORDS: usize = 0x1_0000;
const PAGE: usize = 0x100;
const PAGES: usize = WORDS / PAGE;

/// What a decoded operation does; the operands are in [`Op`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Code {
    /// Not decoded yet, or changed since.
    Undecoded,
    /// Nothing was ever loaded or stored here.
    Blank,
    /// A word that was written as data; executing it is noted first.
    Data,
    /// The entry of a trap service; `a` is its number.
    Native,
    /// The entry for undefined trap vectors.
    Undefined,
    /// `a := b + c`
    Add,
    /// `a := b + value`
    AddValue,
    /// `a := b & c`
    And,
    /// `a := b & value`
    AndValue,
    /// `a := !b`
    Not,
    /// Branch by `value` when a condition in mask `a` holds.
    Br,
    /// Jump to `b`.
    Jmp,
    /// Call by `value`.
    Jsr,
    /// Call `b`.
    Jsrr,
    /// `a := M[pc + value]`
    Ld,
    /// `a := M[M[pc + value]]`
    Ldi,
    /// `a := M[b + value]`
    Ldr,
    /// `a := pc + value`
    Lea,
    /// `M[pc + value] := a`
    St,
    /// `M[M[pc + value]] := a`
    Sti,
    /// `M[b + value] := a`
    Str,
    /// Trap through vector `value`.
    Trap,
    /// Return from a trap or interrupt.
    Rti,
    /// The reserved opcode 1101.
    Illegal,
}

/// A decoded operation.
#[derive(Debug, Clone, Copy)]
pub struct Op {
    /// What it does.
    pub code: Code,
    /// Destination or source register, mask, service.
    pub a: u8,
    /// First source register.
    pub b: u8,
    /// Second source register.
    pub c: u8,
    /// Sign-extended immediate or offset, or a trap vector.
    pub value: u16,
}

impl Op {
    const fn bare(code: Code) -> Self {
        Self {
            code,
            a: 0,
            b: 0,
            c: 0,
            value: 0,
        }
    }

    /// Decodes a word.
    pub fn decode(word: u16) -> Self {
        let a = (word >> 9 & 7) as u8;
        let b = (word >> 6 & 7) as u8;
        let c = (word & 7) as u8;
        let immediate = word & 0x20 != 0;
        let signed = |bits: u32| ((word << (16 - bits)) as i16 >> (16 - bits)) as u16;
        let (code, value) = match word >> 12 {
            0x0 => (Code::Br, signed(9)),
            0x1 if immediate => (Code::AddValue, signed(5)),
            0x1 => (Code::Add, 0),
            0x2 => (Code::Ld, signed(9)),
            0x3 => (Code::St, signed(9)),
            0x4 if word & 0x0800 != 0 => (Code::Jsr, signed(11)),
            0x4 => (Code::Jsrr, 0),
            0x5 if immediate => (Code::AndValue, signed(5)),
            0x5 => (Code::And, 0),
            0x6 => (Code::Ldr, signed(6)),
            0x7 => (Code::Str, signed(6)),
            0x8 => (Code::Rti, 0),
            0x9 => (Code::Not, 0),
            0xA => (Code::Ldi, signed(9)),
            0xB => (Code::Sti, signed(9)),
            0xC => (Code::Jmp, 0),
            0xD => (Code::Illegal, 0),
            0xE => (Code::Lea, signed(9)),
            _ => (Code::Trap, word & 0xFF),
        };
        Self { code, a, b, c, value }
    }
}

/// What the image says of an address; fixed for a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loaded {
    Blank,
    Code,
    Data,
    Native(u8),
    Undefined,
}

/// A copied page.
#[derive(Debug)]
struct Page {
    index: u8,
    words: [u16; PAGE],
    /// One bit a word: whether something was loaded or stored there.
    live: [u64; PAGE / 64],
}

/// The pages that differ from the program's start.
#[derive(Debug)]
pub struct Pages(Vec<Page>);

/// The machine's memory.
#[derive(Debug)]
pub struct Memory {
    /// The words. Stores go through [`Memory::store`].
    pub words: Box<[u16; WORDS]>,
    /// What each word decodes to.
    pub ops: Box<[Op; WORDS]>,
    start: Box<[u16; WORDS]>,
    loaded: Box<[Loaded; WORDS]>,
    /// Pages stored to since the start.
    dirty: [bool; PAGES],
    /// Pages stored to since the last checkpoint; kept only while a checkpoint is watched.
    touched: [bool; PAGES],
    checkpoint: Box<[u16; WORDS]>,
    /// Pages in which the checkpoint may differ from the start.
    checkpoint_dirty: [bool; PAGES],
}

fn boxed<T: Copy>(value: T) -> Box<[T; WORDS]> {
    let Ok(array) = vec![value; WORDS].into_boxed_slice().try_into() else {
        unreachable!("the vector has exactly that many elements")
    };
    array
}

impl Memory {
    /// Memory with the system and a program loaded.
    pub fn new(program: &Program, settings: Settings) -> Self {
        let mut start = boxed(0u16);
        let mut loaded = boxed(Loaded::Blank);
        if let Fill::Random(seed) = settings.fill {
            let mut generator = SplitMix64::new(seed);
            for word in &mut start[usize::from(os::USER_START)..usize::from(os::DEVICES)] {
                *word = generator.next_u64() as u16;
            }
        }
        for number in 0..=0xFF {
            start[usize::from(number)] = os::vector(number);
        }
        for (address, trap) in os::entries() {
            start[usize::from(address)] = os::return_word(settings.traps);
            loaded[usize::from(address)] = Loaded::Native(trap as u8);
        }
        loaded[usize::from(os::vector(0xFF))] = Loaded::Undefined;
        for block in &program.blocks {
            for (offset, word) in block.words.iter().enumerate() {
                let address = usize::from(block.origin.wrapping_add(offset as u16));
                start[address] = word.bits;
                loaded[address] = match word.kind {
                    Kind::Code => Loaded::Code,
                    Kind::Data => Loaded::Data,
                };
            }
        }
        let mut ops = boxed(Op::bare(Code::Undecoded));
        for (op, loaded) in ops.iter_mut().zip(loaded.iter()) {
            if *loaded == Loaded::Blank {
                op.code = Code::Blank;
            }
        }
        Self {
            words: start.clone(),
            checkpoint: start.clone(),
            ops,
            start,
            loaded,
            dirty: [false; PAGES],
            touched: [false; PAGES],
            checkpoint_dirty: [false; PAGES],
        }
    }

    /// Stores a word that is no device register.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn store<const WATCH: bool>(&mut self, address: u16, word: u16) {
        let at = usize::from(address);
        self.words[at] = word;
        self.ops[at].code = Code::Undecoded;
        self.dirty[at / PAGE] = true;
        if WATCH {
            self.touched[at / PAGE] = true;
        }
    }

    /// Decodes the word at an address and keeps the result. Among the device registers there is no code.
    #[cold]
    pub fn decode(&mut self, address: u16) -> Op {
        if address >= os::DEVICES {
            return Op::bare(Code::Blank);
        }
        let at = usize::from(address);
        let word = self.words[at];
        let untouched = word == self.start[at];
        let op = match self.loaded[at] {
            Loaded::Data => Op::bare(Code::Data),
            Loaded::Native(number) if untouched => Op {
                a: number,
                ..Op::bare(Code::Native)
            },
            Loaded::Undefined if untouched => Op::bare(Code::Undefined),
            _ => Op::decode(word),
        };
        self.ops[at] = op;
        op
    }

    /// Remembers the whole memory for [`Memory::equals_checkpoint`].
    pub fn set_checkpoint(&mut self) {
        for page in 0..PAGES {
            if self.dirty[page] || self.checkpoint_dirty[page] {
                let range = page * PAGE..(page + 1) * PAGE;
                self.checkpoint[range.clone()].copy_from_slice(&self.words[range]);
            }
        }
        self.checkpoint_dirty = self.dirty;
        self.touched = [false; PAGES];
    }

    /// Whether memory is as it was at the last checkpoint.
    pub fn equals_checkpoint(&self) -> bool {
        self.touched
            .iter()
            .enumerate()
            .filter(|(_, touched)| **touched)
            .all(|(page, _)| {
                let range = page * PAGE..(page + 1) * PAGE;
                self.words[range.clone()] == self.checkpoint[range]
            })
    }

    /// Copies the pages that differ from the start.
    pub fn snapshot(&self) -> Pages {
        let dirty = (0..PAGES).filter(|page| self.dirty[*page]);
        Pages(
            dirty
                .map(|page| {
                    let base = page * PAGE;
                    let mut words = [0; PAGE];
                    words.copy_from_slice(&self.words[base..base + PAGE]);
                    let mut live = [0; PAGE / 64];
                    for offset in 0..PAGE {
                        let is_live = self.ops[base + offset].code != Code::Blank;
                        live[offset / 64] |= u64::from(is_live) << (offset % 64);
                    }
                    Page {
                        index: page as u8,
                        words,
                        live,
                    }
                })
                .collect(),
        )
    }

    /// Goes back to a snapshot; `None` is the start.
    pub fn restore(&mut self, pages: Option<&Pages>) {
        let mut kept = [false; PAGES];
        for page in pages.iter().flat_map(|pages| &pages.0) {
            kept[usize::from(page.index)] = true;
            let base = usize::from(page.index) * PAGE;
            for offset in 0..PAGE {
                let at = base + offset;
                let op = &mut self.ops[at].code;
                if page.live[offset / 64] >> (offset % 64) & 1 == 0 {
                    *op = Code::Blank;
                } else if *op == Code::Blank || self.words[at] != page.words[offset] {
                    *op = Code::Undecoded;
                }
                self.words[at] = page.words[offset];
            }
        }
        for (page, is_kept) in kept.iter().enumerate() {
            if self.dirty[page] && !is_kept {
                for at in page * PAGE..(page + 1) * PAGE {
                    if self.loaded[at] == Loaded::Blank {
                        self.ops[at].code = Code::Blank;
                    } else if self.words[at] != self.start[at] {
                        self.ops[at].code = Code::Undecoded;
                    }
                    self.words[at] = self.start[at];
                }
            }
        }
        self.dirty = kept;
    }
}
