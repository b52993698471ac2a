//! Flash with decoded operations beside it, and RAM with cheap snapshots by page.
//!
//! Addresses come checked: what lies outside flash and RAM is the bus's matter.

use std::sync::Arc;

use super::op::{self, Op};
use super::program::{FLASH, Program, RAM};
use super::settings::Settings;
use crate::splitmix::SplitMix64;

/// Bytes of RAM.
const BYTES: usize = RAM.1 as usize;
/// Bytes that are copied and compared at once.
const PAGE: usize = 0x400;
const PAGES: usize = BYTES / PAGE;
/// What flash holds where nothing was ever written: all bits set.
const ERASED: u32 = 0xFFFF_FFFF;

/// The pages of RAM that differ from the program's start.
#[derive(Debug)]
pub struct Pages(Vec<(usize, [u8; PAGE])>);

/// A word of RAM that was executed, and what it decodes to. It holds as long as RAM holds that word.
#[derive(Debug, Clone, Copy)]
struct Cached {
    word: u32,
    op: Op,
}

/// The machine's memory.
#[derive(Debug)]
pub struct Memory {
    /// What each word of the image decodes to, from address 0.
    pub ops: Arc<[Op]>,
    /// The image, from address 0: whole words.
    flash: Box<[u8]>,
    /// The words of the image that are not those of the program, by their places, with what they were.
    exchanged: Vec<(usize, u32)>,
    /// RAM by bytes: programs handle texts and boards more than anything else.
    ram: [u8; BYTES],
    start: Box<[u8; BYTES]>,
    /// Decoded words of RAM; empty until one is executed.
    cache: Vec<Cached>,
    /// Pages stored to since the start.
    dirty: [bool; PAGES],
    /// Pages stored to since the last checkpoint; kept only while a checkpoint is watched.
    touched: [bool; PAGES],
    checkpoint: Box<[u8; BYTES]>,
    /// Pages in which the checkpoint may differ from the start.
    checkpoint_dirty: [bool; PAGES],
}

/// Whether an address is in RAM.
#[inline]
pub fn is_ram(address: u32) -> bool {
    address.wrapping_sub(RAM.0) < RAM.1
}

/// Where the word begins that a RAM address lies in.
#[inline]
fn place(address: u32) -> usize {
    address as usize & (BYTES - 4)
}

/// The word at a place.
#[inline]
fn word_at(ram: &[u8; BYTES], at: usize) -> u32 {
    u32::from_le_bytes([ram[at], ram[at + 1], ram[at + 2], ram[at + 3]])
}

fn whole_words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

fn boxed() -> Box<[u8; BYTES]> {
    let Ok(array) = vec![0; BYTES].into_boxed_slice().try_into() else {
        unreachable!("the vector has exactly that many elements")
    };
    array
}

impl Memory {
    /// Memory with a program in flash.
    pub fn new(program: &Program, settings: Settings) -> Box<Self> {
        let mut start = boxed();
        if let Some(seed) = settings.fill.seed() {
            let mut generator = SplitMix64::new(seed);
            for word in start.chunks_exact_mut(4) {
                word.copy_from_slice(&(generator.next_u64() as u32).to_le_bytes());
            }
        }

        let mut image = program.flash[..program.flash.len().min(FLASH.1 as usize)].to_vec();
        image.resize(image.len().next_multiple_of(4), 0xFF);

        Box::new(Self {
            ops: op::decode_image(program, &whole_words(&image)),
            flash: image.into(),
            exchanged: Vec::new(),
            ram: *start,
            checkpoint: start.clone(),
            start,
            cache: Vec::new(),
            dirty: [false; PAGES],
            touched: [false; PAGES],
            checkpoint_dirty: [false; PAGES],
        })
    }

    /// The word of RAM that an address lies in.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn ram(&self, address: u32) -> u32 {
        word_at(&self.ram, place(address))
    }

    /// Stores a word where a RAM address lies in.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn store<const WATCH: bool>(&mut self, address: u32, word: u32) {
        self.put(address, word);
        self.mark::<WATCH>(address);
    }

    /// The same, and somebody else [marks](Memory::mark) it.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn put(&mut self, address: u32, word: u32) {
        let at = place(address);
        self.ram[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// Stores a byte at a RAM address.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn store_byte<const WATCH: bool>(&mut self, address: u32, byte: u8) {
        self.ram[address as usize % BYTES] = byte;
        self.mark::<WATCH>(address);
    }

    /// Notes that something was stored at an address.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn mark<const WATCH: bool>(&mut self, address: u32) {
        let page = address as usize % BYTES / PAGE;
        self.dirty[page] = true;
        if WATCH {
            self.touched[page] = true;
        }
    }

    /// Stores the bits of `mask` at the bottom of `value` into the word where a RAM address lies in, `lane` bits up.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn store_part<const WATCH: bool>(&mut self, address: u32, mask: u32, value: u32, lane: u32) {
        let word = self.ram(address) & !(mask << (lane & 31)) | (value & mask) << (lane & 31);
        self.store::<WATCH>(address, word);
    }

    /// The word that an address lies in, in RAM or in the image.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn read(&self, address: u32) -> Option<u32> {
        if is_ram(address) {
            Some(self.ram(address))
        } else {
            self.flash(address)
        }
    }

    /// The byte at an address, in RAM or in the image.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn read_byte(&self, address: u32) -> Option<u32> {
        if is_ram(address) {
            Some(self.ram[address as usize % BYTES].into())
        } else {
            self.flash.get(address as usize).map(|byte| (*byte).into())
        }
    }

    /// The bytes from an address on, to the end of RAM or of the image.
    pub fn bytes_from(&self, address: u32) -> &[u8] {
        if is_ram(address) {
            &self.ram[address as usize % BYTES..]
        } else {
            self.flash.get(address as usize..).unwrap_or_default()
        }
    }

    /// The word that an address lies in, where the image has one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    fn flash(&self, address: u32) -> Option<u32> {
        let at = (address & !3) as usize;
        let bytes = self.flash.get(at..at + 4)?;
        Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The word that an address in flash or RAM lies in.
    pub fn word(&self, address: u32) -> Option<u32> {
        if is_ram(address) {
            Some(self.ram(address))
        } else {
            (address < FLASH.1).then(|| self.flash(address).unwrap_or(ERASED))
        }
    }

    /// Makes the image have other words, in place of those of the last call; the image with those behind it, too. What they
    /// decode to is another matter.
    pub fn exchange(&mut self, words: &[(u32, u32)]) -> Vec<u32> {
        for (at, word) in std::mem::take(&mut self.exchanged).into_iter().rev() {
            self.set_flash(at, word);
        }
        let mut behind = Vec::new();
        for (address, word) in words {
            let at = (address >> 2) as usize;
            match self.flash(address & !3) {
                Some(own) => {
                    self.exchanged.push((at, own));
                    self.set_flash(at, *word);
                }
                None => behind.push((at, *word)),
            }
        }

        let mut all = whole_words(&self.flash);
        for (at, word) in behind {
            all.resize(all.len().max(at + 1), ERASED);
            all[at] = word;
        }
        all
    }

    fn set_flash(&mut self, at: usize, word: u32) {
        self.flash[at * 4..at * 4 + 4].copy_from_slice(&word.to_le_bytes());
    }

    /// What the word of RAM at an address decodes to.
    pub fn ram_op(&mut self, address: u32) -> Op {
        if self.cache.is_empty() {
            self.cache = (0..RAM.1 / 4)
                .map(|at| Cached {
                    word: 0,
                    op: op::decode(0, RAM.0 + at * 4, &[]),
                })
                .collect();
        }

        let word = self.ram(address);
        let cached = &mut self.cache[place(address) / 4];
        if cached.word != word {
            *cached = Cached {
                word,
                op: op::decode(word, address, &[]),
            };
        }

        cached.op
    }

    /// Remembers RAM for [`Memory::equals_checkpoint`].
    pub fn set_checkpoint(&mut self) {
        for page in 0..PAGES {
            if self.dirty[page] || self.checkpoint_dirty[page] {
                let range = page * PAGE..(page + 1) * PAGE;
                self.checkpoint[range.clone()].copy_from_slice(&self.ram[range]);
            }
        }
        self.checkpoint_dirty = self.dirty;
        self.touched = [false; PAGES];
    }

    /// Whether RAM is as it was at the last checkpoint.
    pub fn equals_checkpoint(&self) -> bool {
        let touched = (0..PAGES).filter(|page| self.touched[*page]);
        touched
            .map(|page| page * PAGE..(page + 1) * PAGE)
            .all(|range| self.ram[range.clone()] == self.checkpoint[range])
    }

    /// Copies the pages that differ from the start.
    pub fn snapshot(&self) -> Pages {
        let dirty = (0..PAGES).filter(|page| self.dirty[*page]);
        let copy = |page: usize| {
            let mut bytes = [0; PAGE];
            bytes.copy_from_slice(&self.ram[page * PAGE..(page + 1) * PAGE]);
            (page, bytes)
        };
        Pages(dirty.map(copy).collect())
    }

    /// The words of RAM that are not as they were at the start, by their positions in bytes.
    pub fn changes(&self) -> Vec<(usize, u32)> {
        let pages = (0..PAGES).filter(|page| self.dirty[*page]);
        let words = pages.flat_map(|page| (page * PAGE..(page + 1) * PAGE).step_by(4));
        let word = |at: usize| (at, word_at(&self.ram, at));
        let changed = words.map(word).filter(|(at, word)| *word != word_at(&self.start, *at));
        changed.collect()
    }

    /// Changes words of RAM, by their positions.
    pub fn change(&mut self, changes: &[(usize, u32)]) {
        for (at, word) in changes {
            self.store::<false>(*at as u32, *word);
        }
    }

    /// Goes back to a snapshot; `None` is the start.
    pub fn restore(&mut self, pages: Option<&Pages>) {
        for page in (0..PAGES).filter(|page| self.dirty[*page]) {
            let range = page * PAGE..(page + 1) * PAGE;
            self.ram[range.clone()].copy_from_slice(&self.start[range]);
        }
        self.dirty = [false; PAGES];
        for (page, bytes) in pages.iter().flat_map(|pages| &pages.0) {
            self.ram[page * PAGE..(page + 1) * PAGE].copy_from_slice(bytes);
            self.dirty[*page] = true;
        }
    }
}
