//! Flash with decoded operations beside it, and RAM with cheap snapshots by page.
//!
//! Addresses come checked: what lies outside flash and RAM is the bus's matter.

use std::sync::Arc;

use super::op::{self, Op};
use super::program::{FLASH, Program, RAM};
use super::settings::Settings;
use crate::splitmix::SplitMix64;

/// Words of RAM.
const WORDS: usize = RAM.1 as usize / 4;
/// Words that are copied and compared at once.
const PAGE: usize = 0x100;
const PAGES: usize = WORDS / PAGE;
/// What flash holds where nothing was ever written: all bits set.
const ERASED: u32 = 0xFFFF_FFFF;

/// The pages of RAM that differ from the program's start.
#[derive(Debug)]
pub struct Pages(Vec<(usize, [u32; PAGE])>);

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
    /// The words of the image, from address 0.
    flash: Box<[u32]>,
    /// The words of the image that are not those of the program, by their places, with what they were.
    exchanged: Vec<(usize, u32)>,
    ram: Box<[u32; WORDS]>,
    start: Box<[u32; WORDS]>,
    /// Decoded words of RAM; empty until one is executed.
    cache: Vec<Cached>,
    /// Pages stored to since the start.
    dirty: [bool; PAGES],
    /// Pages stored to since the last checkpoint; kept only while a checkpoint is watched.
    touched: [bool; PAGES],
    checkpoint: Box<[u32; WORDS]>,
    /// Pages in which the checkpoint may differ from the start.
    checkpoint_dirty: [bool; PAGES],
}

/// Whether an address is in RAM.
#[inline]
pub fn is_ram(address: u32) -> bool {
    address.wrapping_sub(RAM.0) < RAM.1
}

#[inline]
fn index(address: u32) -> usize {
    (address >> 2) as usize % WORDS
}

fn boxed() -> Box<[u32; WORDS]> {
    let Ok(array) = vec![0; WORDS].into_boxed_slice().try_into() else {
        unreachable!("the vector has exactly that many elements")
    };
    array
}

impl Memory {
    /// Memory with a program in flash.
    pub fn new(program: &Program, settings: Settings) -> Self {
        let mut start = boxed();
        if let Some(seed) = settings.fill.seed() {
            let mut generator = SplitMix64::new(seed);
            start.fill_with(|| generator.next_u64() as u32);
        }

        let image = &program.flash[..program.flash.len().min(FLASH.1 as usize)];
        let word = |bytes: &[u8]| {
            let byte = |at: usize| bytes.get(at).copied().unwrap_or(0xFF);
            u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
        };
        let flash: Box<[u32]> = image.chunks(4).map(word).collect();

        Self {
            ops: op::decode_image(program, &flash),
            flash,
            exchanged: Vec::new(),
            ram: start.clone(),
            checkpoint: start.clone(),
            start,
            cache: Vec::new(),
            dirty: [false; PAGES],
            touched: [false; PAGES],
            checkpoint_dirty: [false; PAGES],
        }
    }

    /// The word of RAM that an address lies in.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn ram(&self, address: u32) -> u32 {
        self.ram[index(address)]
    }

    /// Stores a word where a RAM address lies in.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn store<const WATCH: bool>(&mut self, address: u32, word: u32) {
        let at = index(address);
        self.ram[at] = word;
        self.dirty[at / PAGE] = true;
        if WATCH {
            self.touched[at / PAGE] = true;
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

    /// The word that an address lies in, where the image has one.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    fn flash(&self, address: u32) -> Option<u32> {
        self.flash.get((address >> 2) as usize).copied()
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
            self.flash[at] = word;
        }
        let mut behind = Vec::new();
        for (address, word) in words {
            let at = (address >> 2) as usize;
            match self.flash.get_mut(at) {
                Some(own) => self.exchanged.push((at, std::mem::replace(own, *word))),
                None => behind.push((at, *word)),
            }
        }

        let mut all = self.flash.to_vec();
        for (at, word) in behind {
            all.resize(all.len().max(at + 1), ERASED);
            all[at] = word;
        }
        all
    }

    /// What the word of RAM at an address decodes to.
    pub fn ram_op(&mut self, address: u32) -> Op {
        if self.cache.is_empty() {
            self.cache = (0..WORDS as u32)
                .map(|at| Cached {
                    word: 0,
                    op: op::decode(0, RAM.0 + at * 4, &[]),
                })
                .collect();
        }

        let word = self.ram(address);
        let cached = &mut self.cache[index(address)];
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
            let mut words = [0; PAGE];
            words.copy_from_slice(&self.ram[page * PAGE..(page + 1) * PAGE]);
            (page, words)
        };
        Pages(dirty.map(copy).collect())
    }

    /// The words of RAM that are not as they were at the start, by their positions.
    pub fn changes(&self) -> Vec<(usize, u32)> {
        let pages = (0..PAGES).filter(|page| self.dirty[*page]);
        let words = pages.flat_map(|page| page * PAGE..(page + 1) * PAGE);
        let changed = words.filter(|at| self.ram[*at] != self.start[*at]);
        changed.map(|at| (at, self.ram[at])).collect()
    }

    /// Changes words of RAM, by their positions.
    pub fn change(&mut self, changes: &[(usize, u32)]) {
        for (at, word) in changes {
            self.ram[*at] = *word;
            self.dirty[at / PAGE] = true;
        }
    }

    /// Goes back to a snapshot; `None` is the start.
    pub fn restore(&mut self, pages: Option<&Pages>) {
        for page in (0..PAGES).filter(|page| self.dirty[*page]) {
            let range = page * PAGE..(page + 1) * PAGE;
            self.ram[range.clone()].copy_from_slice(&self.start[range]);
        }
        self.dirty = [false; PAGES];
        for (page, words) in pages.iter().flat_map(|pages| &pages.0) {
            self.ram[page * PAGE..(page + 1) * PAGE].copy_from_slice(words);
            self.dirty[*page] = true;
        }
    }
}
