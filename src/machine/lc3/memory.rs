//! Memory with decoded instructions beside it, and cheap snapshots by page.

use std::ops::Range;

use super::insertion::Insertion;
use super::op::{Code, Op};
use super::os;
use super::program::{Kind, Program};
use super::ready::{Ready, Step};
use super::routines;
use super::settings::{Routines, Settings};
use crate::machine::Fill;
use crate::splitmix::SplitMix64;

mod exchange;

/// Words in the address space.
pub const WORDS: usize = 0x1_0000;
const PAGE: usize = 0x100;
const PAGES: usize = WORDS / PAGE;
/// Words that are compared at once; a page is a multiple of it.
const CHUNK: usize = 32;
/// What a random fill reaches.
const FILLED: Range<u16> = os::USER_START..os::DEVICES;

/// What the image says of an address; fixed for a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loaded {
    Blank,
    Code,
    Data,
    Native(u8),
    Undefined,
}

/// Whether something was loaded or stored at each word of a page, one bit a word.
type Live = [u64; PAGE / 64];

/// The pages that differ from the program's start: which they are, and their words, one page after the other.
#[derive(Debug)]
pub struct Pages {
    pages: Vec<(u8, Live)>,
    words: Vec<u16>,
}

/// The machine's memory.
#[derive(Debug)]
pub struct Memory {
    /// The words. Stores go through [`Memory::store`].
    pub words: Box<[u16; WORDS]>,
    /// What each word is when it runs.
    pub ops: Box<[Ready; WORDS]>,
    /// Whether the word at an address was ever decoded, which it is before it runs.
    ran: Box<[bool; WORDS]>,
    start: Box<[u16; WORDS]>,
    loaded: Box<[Loaded; WORDS]>,
    /// The chunks in which a word is blank.
    has_blank: Vec<bool>,
    /// Pages stored to since the start.
    dirty: [bool; PAGES],
    /// Pages stored to since the last checkpoint; kept only while a checkpoint is watched.
    touched: [bool; PAGES],
    checkpoint: Box<[u16; WORDS]>,
    /// Pages in which the checkpoint may differ from the start.
    checkpoint_dirty: [bool; PAGES],
    /// The instructions that are tried beside others: of several at one address in their order.
    insertions: Vec<Insertion>,
    /// The words of the image that were exchanged at the start, with what they were.
    exchanged: Vec<(u16, u16)>,
}

/// The memory while ordinary instructions run: each array by a reference of its own, which stays in a register.
#[derive(Debug)]
pub struct Open<'m> {
    /// The words. Stores go through [`Open::store`].
    pub words: &'m mut [u16; WORDS],
    /// What each word decodes to.
    pub ops: &'m mut [Ready; WORDS],
    dirty: &'m mut [bool; PAGES],
    touched: &'m mut [bool; PAGES],
}

impl Open<'_> {
    /// Stores a word.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub fn store<const WATCH: bool>(&mut self, address: u16, word: u16) {
        let at = usize::from(address);
        self.words[at] = word;
        self.ops[at].turn(Step::Undecoded);
        self.dirty[at / PAGE] = true;
        if WATCH {
            self.touched[at / PAGE] = true;
        }
    }
}

/// The pages that are marked, in order.
fn marked(pages: &[bool; PAGES]) -> impl Iterator<Item = usize> {
    // Few are: many are looked at together.
    let (groups, _) = pages.as_chunks::<16>();
    let groups = groups.iter().enumerate().filter(|(_, group)| **group != [false; 16]);
    let pages = groups.flat_map(|(at, group)| (at * 16..).zip(group));
    pages.filter(|(_, is_marked)| **is_marked).map(|(page, _)| page)
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
        let mut ops = boxed(Ready::bare(Step::Blank));
        let mut load = |address: usize, what: Loaded| {
            loaded[address] = what;
            ops[address].turn(Step::Undecoded);
        };
        if let Some(seed) = settings.fill.seed() {
            let mut generator = SplitMix64::new(seed);
            for word in &mut start[usize::from(FILLED.start)..usize::from(FILLED.end)] {
                *word = generator.next_u64() as u16;
            }
        }

        for number in 0..=0xFF {
            start[usize::from(number)] = os::vector(number);
        }

        for (address, trap) in os::entries() {
            start[usize::from(address)] = os::return_word(settings.traps);
            load(usize::from(address), Loaded::Native(trap as u8));
        }

        load(usize::from(os::vector(0xFF)), Loaded::Undefined);
        let routines = (settings.routines == Routines::Emulated).then(|| routines::assemble(settings));
        for (vector, entry) in routines.iter().flat_map(|routines| &routines.vectors) {
            start[usize::from(*vector)] = *entry;
        }

        let system = routines.iter().flat_map(|routines| &routines.program.blocks);
        for block in system.chain(&program.blocks) {
            for (offset, word) in block.words.iter().enumerate() {
                let address = usize::from(block.origin.wrapping_add(offset as u16));
                load(
                    address,
                    match word.kind {
                        Kind::Code => Loaded::Code,
                        Kind::Data | Kind::Reserved => Loaded::Data,
                    },
                );
                let is_random = word.kind == Kind::Reserved && matches!(settings.fill, Fill::RandomReserved(_));
                if !(is_random && FILLED.contains(&(address as u16))) {
                    start[address] = word.bits;
                }
            }
        }

        let has_blank = loaded.chunks(CHUNK).map(|chunk| chunk.contains(&Loaded::Blank));
        Self {
            has_blank: has_blank.collect(),
            words: start.clone(),
            checkpoint: start.clone(),
            ops,
            ran: boxed(false),
            start,
            loaded,
            dirty: [false; PAGES],
            touched: [false; PAGES],
            checkpoint_dirty: [false; PAGES],
            insertions: Vec::new(),
            exchanged: Vec::new(),
        }
    }

    /// Stores a word.
    pub fn store<const WATCH: bool>(&mut self, address: u16, word: u16) {
        self.open().store::<WATCH>(address, word);
    }

    /// What the inner loop works on.
    pub fn open(&mut self) -> Open<'_> {
        Open {
            words: &mut self.words,
            ops: &mut self.ops,
            dirty: &mut self.dirty,
            touched: &mut self.touched,
        }
    }

    /// What is at an address.
    pub fn op(&self, address: u16) -> Op {
        match self.ops[usize::from(address)].step {
            Step::Undecoded => Op::bare(Code::Undecoded),
            Step::Blank => Op::bare(Code::Blank),
            _ => self.meaning(address),
        }
    }

    /// Decodes the word at an address and keeps the result. Among the device registers there is no code.
    #[cold]
    pub fn decode(&mut self, address: u16) -> Op {
        if address >= os::DEVICES {
            return Op::bare(Code::Blank);
        }

        let (at, op) = (usize::from(address), self.meaning(address));
        let next = address.wrapping_add(1);
        self.ops[at] = Ready::new(op, address).before(Ready::new(self.meaning(next), next));
        self.ran[at] = true;
        op
    }

    /// What the word at an address is when it runs.
    fn meaning(&self, address: u16) -> Op {
        let at = usize::from(address);
        let word = self.words[at];
        let untouched = word == self.start[at];
        match self.loaded[at] {
            Loaded::Data => Op::bare(Code::Data),
            Loaded::Native(number) if untouched => Op {
                a: number,
                ..Op::bare(Code::Native)
            },
            Loaded::Undefined if untouched => Op::bare(Code::Undefined),
            _ if self.insertions.iter().any(|known| known.address == address) => Op::bare(Code::Inserted),
            _ => Op::decode(word),
        }
    }

    /// Whether the word at an address has run since the memory was made.
    pub fn has_run(&self, address: u16) -> bool {
        self.ran[usize::from(address)]
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
        marked(&self.touched).all(|page| {
            let range = page * PAGE..(page + 1) * PAGE;
            self.words[range.clone()] == self.checkpoint[range]
        })
    }

    /// Copies the pages that differ from the start.
    pub fn snapshot(&self) -> Pages {
        let pages: Vec<(u8, Live)> = marked(&self.dirty)
            .map(|page| (page as u8, self.live(page * PAGE)))
            .collect();
        let mut words = Vec::with_capacity(pages.len() * PAGE);
        for (page, _) in &pages {
            let base = usize::from(*page) * PAGE;
            words.extend_from_slice(&self.words[base..base + PAGE]);
        }
        Pages { pages, words }
    }

    /// Which words of the page that begins at an address are not blank, one bit a word. Only where the image has nothing can
    /// a word be blank.
    fn live(&self, base: usize) -> Live {
        const ALL: u64 = (1 << CHUNK) - 1;
        let mut live = [u64::MAX; PAGE / 64];
        for from in (base..base + PAGE).step_by(CHUNK) {
            if self.has_blank[from / CHUNK] {
                let ops = self.ops[from..from + CHUNK].iter().rev();
                let bits = ops.fold(0, |bits, op| bits << 1 | u64::from(op.step != Step::Blank));
                live[(from - base) / 64] &= !((bits ^ ALL) << (from % 64));
            }
        }
        live
    }

    /// The words that are not as they were at the start, in order, each with what it held then.
    pub fn differences(&self) -> Vec<(u16, u16)> {
        let mut differences = Vec::new();
        for page in marked(&self.dirty) {
            for from in (page * PAGE..(page + 1) * PAGE).step_by(CHUNK) {
                if self.is_as_at_start(from) {
                    continue;
                }
                let differing = (from..from + CHUNK).filter(|at| self.words[*at] != self.start[*at]);
                differences.extend(differing.map(|at| (at as u16, self.start[at])));
            }
        }

        differences
    }

    /// The instructions of the image and of the system that are not as they were at the start.
    pub fn overwritten_code(&self) -> impl Iterator<Item = u16> {
        let addresses = self.differences().into_iter().map(|(address, _)| address);
        let is_code = |at: &u16| matches!(self.loaded[usize::from(*at)], Loaded::Code | Loaded::Native(_));
        addresses.filter(is_code)
    }

    /// Everything in which memory is not as it was at the start: the words, by their addresses. A word that was blank is among
    /// them once something was stored there, even the same value: then it can be run.
    pub fn changes(&self) -> Vec<(u16, u16)> {
        let mut changes = Vec::new();
        for page in marked(&self.dirty) {
            for from in (page * PAGE..(page + 1) * PAGE).step_by(CHUNK) {
                if self.is_as_at_start(from) && !self.has_blank[from / CHUNK] {
                    continue;
                }
                let is_new = |at: usize| self.loaded[at] == Loaded::Blank && self.ops[at].step != Step::Blank;
                let changed = (from..from + CHUNK).filter(|at| self.words[*at] != self.start[*at] || is_new(*at));
                changes.extend(changed.map(|at| (at as u16, self.words[at])));
            }
        }
        changes
    }

    /// Whether a chunk's words are as they were at the start.
    fn is_as_at_start(&self, from: usize) -> bool {
        self.words[from..from + CHUNK] == self.start[from..from + CHUNK]
    }

    /// Whether the image has nothing at an address, nor the system.
    pub fn is_blank(&self, address: u16) -> bool {
        self.loaded[usize::from(address)] == Loaded::Blank
    }

    /// Goes back to a snapshot; `None` is the start.
    pub fn restore(&mut self, pages: Option<&Pages>) {
        let mut kept = [false; PAGES];
        if let Some(Pages { pages, words }) = pages {
            for ((page, live), words) in pages.iter().zip(words.chunks(PAGE)) {
                kept[usize::from(*page)] = true;
                self.restore_page(usize::from(*page) * PAGE, live, words);
            }
        }

        let dirty = std::mem::replace(&mut self.dirty, kept);
        for page in marked(&dirty).filter(|page| !kept[*page]) {
            for from in (page * PAGE..(page + 1) * PAGE).step_by(CHUNK) {
                self.restore_chunk(from, self.is_as_at_start(from));
            }
        }
    }

    /// Goes back to the start. Gives the words that were not as they were then, in order, each with what it held then and since.
    pub fn undo(&mut self) -> Vec<(u16, u16, u16)> {
        let mut undone = Vec::with_capacity(CHUNK);
        let dirty = std::mem::replace(&mut self.dirty, [false; PAGES]);
        for page in marked(&dirty) {
            for from in (page * PAGE..(page + 1) * PAGE).step_by(CHUNK) {
                let is_same = self.is_as_at_start(from);
                if !is_same {
                    let differing = (from..from + CHUNK).filter(|at| self.words[*at] != self.start[*at]);
                    undone.extend(differing.map(|at| (at as u16, self.start[at], self.words[at])));
                }
                self.restore_chunk(from, is_same);
            }
        }
        undone
    }

    fn restore_page(&mut self, base: usize, live: &Live, words: &[u16]) {
        let (chunks, _) = words.as_chunks::<CHUNK>();
        for (from, words) in (0..PAGE).step_by(CHUNK).zip(chunks) {
            let range = base + from..base + from + CHUNK;
            let is_same = self.words[range.clone()] == *words;
            if is_same && !self.has_blank[range.start / CHUNK] {
                continue;
            }

            for (offset, word) in (from..).zip(words) {
                let op = &mut self.ops[base + offset];
                if live[offset / 64] >> (offset % 64) & 1 == 0 {
                    op.turn(Step::Blank);
                } else if op.step == Step::Blank || self.words[base + offset] != *word {
                    op.turn(Step::Undecoded);
                }
            }
            self.words[range].copy_from_slice(words);
        }
    }

    /// Puts back a chunk. `is_same` says whether its words are as they were at the start.
    fn restore_chunk(&mut self, from: usize, is_same: bool) {
        // Where something was loaded, a word that is the same decodes to the same. A store of the same word to a blank one
        // makes it live, so that those are all looked at.
        if is_same && !self.has_blank[from / CHUNK] {
            return;
        }

        for at in from..from + CHUNK {
            if self.loaded[at] == Loaded::Blank {
                self.ops[at].turn(Step::Blank);
            } else if !is_same && self.words[at] != self.start[at] {
                self.ops[at].turn(Step::Undecoded);
            }
        }

        if !is_same {
            self.words[from..from + CHUNK].copy_from_slice(&self.start[from..from + CHUNK]);
        }
    }
}
