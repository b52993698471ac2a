//! A form of a program that is the same whatever its registers are called, and in whatever order independent lines are.
//!
//! Lines change places only within a stretch without jumps and without a place to jump to, and only where that provably
//! changes nothing: no register, flag or memory is written by one and used by the other. Registers are numbered in the order
//! in which the form names them. Labels are addresses here: their names do not count. Two programs with the same form are the
//! same but for that; two programs that are the same may have different forms, where lines cannot be distinguished.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher as _};

use sha2::{Digest as _, Sha256};

/// A stretch of more lines is divided, so that the work grows with the length of a program alone.
const LONGEST: usize = 64;
/// More registers than any machine has.
const REGISTERS: usize = 16;

/// What a line does to memory, with the address where the line says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Nothing.
    None,
    /// It reads.
    Load(Option<u32>),
    /// It writes.
    Store(Option<u32>),
}

/// One instruction.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct Line {
    /// Where it is.
    pub address: u32,
    /// What it is, without its registers, and with addresses in place of distances.
    pub shape: Vec<u8>,
    /// The registers that it names, in the order of its operands.
    pub registers: Vec<u8>,
    /// Whether these are a set: the list of LDM and STM.
    pub is_set: bool,
    /// The registers that it reads and writes, one bit each.
    pub reads: u16,
    /// See `reads`.
    pub writes: u16,
    /// Whether it reads flags.
    pub reads_flags: bool,
    /// Whether it sets flags.
    pub sets_flags: bool,
    /// What it does to memory.
    pub memory: Memory,
    /// Whether nothing may change places with it: jumps, calls, traps.
    pub is_fixed: bool,
}

impl Line {
    /// A line that nothing may change places with, and that is taken to read and change everything.
    pub fn barrier(address: u32, shape: Vec<u8>, registers: Vec<u8>) -> Self {
        Self {
            address,
            shape,
            registers,
            is_set: false,
            reads: u16::MAX,
            writes: u16::MAX,
            reads_flags: true,
            sets_flags: true,
            memory: Memory::Store(None),
            is_fixed: true,
        }
    }
}

/// A program as its form is made of it.
#[derive(Debug, Default)]
pub struct Code {
    /// The instructions, by address.
    pub lines: Vec<Line>,
    /// The addresses to which something may jump.
    pub entries: BTreeSet<u32>,
    /// The registers that keep their names, one bit each.
    pub fixed: u16,
    /// From one instruction to the next, in addresses.
    pub step: u32,
    /// Everything that is no instruction.
    pub data: Vec<u8>,
}

impl Code {
    /// The hash of the form.
    pub fn digest(&self) -> [u8; 32] {
        let stretches = self.stretches();
        let signatures = self.signatures(&stretches);
        let mut names = Names::new(self.fixed);
        let mut hash = Sha256::new();
        for stretch in &stretches {
            hash.update(stretch[0].address.to_le_bytes());
            for index in ordered(stretch, &signatures) {
                let line = &stretch[index];
                hash.update((line.shape.len() as u64).to_le_bytes());
                hash.update(&line.shape);
                let registers = names.of(line, &signatures);
                hash.update([registers.len() as u8]);
                hash.update(registers);
            }
        }

        hash.update(&self.data);
        hash.finalize().into()
    }

    /// The lines between which nothing jumps in or out.
    fn stretches(&self) -> Vec<&[Line]> {
        let mut stretches = Vec::new();
        let mut start = 0;
        for (index, line) in self.lines.iter().enumerate() {
            let ends_before = |before: &Line| before.is_fixed || before.address.wrapping_add(self.step) != line.address;
            let is_new = self.entries.contains(&line.address)
                || line.is_fixed
                || index > 0 && ends_before(&self.lines[index - 1])
                || index - start >= LONGEST;
            if is_new && index > start {
                stretches.push(&self.lines[start..index]);
                start = index;
            }
        }
        if start < self.lines.len() {
            stretches.push(&self.lines[start..]);
        }
        stretches
    }

    /// A number for each register that does not depend on its name: where, and as which operand, it is used.
    fn signatures(&self, stretches: &[&[Line]]) -> [u64; REGISTERS] {
        let mut uses: [Vec<u64>; REGISTERS] = Default::default();
        for stretch in stretches {
            for line in *stretch {
                for (slot, register) in line.registers.iter().enumerate() {
                    let slot = if line.is_set { 0 } else { slot };
                    uses[usize::from(register & 15)].push(hashed(&(stretch[0].address, &line.shape, slot)));
                }
            }
        }

        let mut register = 0;
        uses.map(|mut uses| {
            uses.sort_unstable();
            let name = if self.fixed >> register & 1 != 0 {
                register
            } else {
                REGISTERS
            };
            register += 1;
            hashed(&(name, uses))
        })
    }
}

/// The hash of a value, the same in every run of this program.
fn hashed(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The order of the lines of a stretch in the form, as their places now.
fn ordered(stretch: &[Line], signatures: &[u64; REGISTERS]) -> Vec<usize> {
    let keys: Vec<u64> = stretch.iter().map(|line| key(line, signatures)).collect();
    let mut before: Vec<BTreeSet<usize>> = stretch.iter().map(|_| BTreeSet::new()).collect();
    for (index, line) in stretch.iter().enumerate() {
        let earlier = (0..index).filter(|earlier| depends(&stretch[*earlier], line));
        before[index].extend(earlier);
    }
    flags(stretch, &mut before);

    let mut order: Vec<usize> = Vec::with_capacity(stretch.len());
    let mut left: BTreeSet<usize> = (0..stretch.len()).collect();
    while let Some(next) = left
        .iter()
        .copied()
        .filter(|index| before[*index].is_disjoint(&left))
        .min_by_key(|index| (keys[*index], *index))
    {
        left.remove(&next);
        order.push(next);
    }
    order
}

fn key(line: &Line, signatures: &[u64; REGISTERS]) -> u64 {
    let mut registers: Vec<u64> = line
        .registers
        .iter()
        .map(|register| signatures[usize::from(register & 15)])
        .collect();
    if line.is_set {
        registers.sort_unstable();
    }
    hashed(&(&line.shape, registers))
}

/// Whether the order of two lines matters because of a register or memory; [`flags`] finds where it matters because of the flags.
fn depends(earlier: &Line, later: &Line) -> bool {
    let registers = earlier.writes & (later.reads | later.writes) | earlier.reads & later.writes;
    registers != 0 || conflicts(earlier.memory, later.memory)
}

/// Whether two accesses to memory may be of one place, of which one is written, or of devices, which notice being read.
fn conflicts(one: Memory, other: Memory) -> bool {
    match (one, other) {
        (Memory::Load(one), Memory::Load(other)) => one.is_none() && other.is_none(),
        (Memory::None, _) | (_, Memory::None) => false,
        (Memory::Load(one) | Memory::Store(one), Memory::Load(other) | Memory::Store(other)) => {
            one.is_none() || other.is_none() || one == other
        }
    }
}

/// Adds what must come before each line because of the flags: a line that reads them stays between the line that set them and
/// the next one that sets them, and the last one that sets them stays last.
fn flags(stretch: &[Line], before: &mut [BTreeSet<usize>]) {
    let setters: Vec<usize> = (0..stretch.len()).filter(|index| stretch[*index].sets_flags).collect();
    for (place, setter) in setters.iter().copied().enumerate() {
        let next = setters.get(place + 1).copied();
        let readers: Vec<usize> = (setter + 1..=next.unwrap_or(stretch.len() - 1))
            .filter(|index| stretch[*index].reads_flags)
            .collect();
        for reader in &readers {
            before[*reader].extend((*reader != setter).then_some(setter));
        }
        for later in &setters[place + 1..] {
            before[*later].extend(readers.iter().copied().filter(|reader| reader < later));
        }
        // Where nobody reads the flags, the order of the lines that set them is free.
        if next.is_none() || !readers.is_empty() {
            before[setter].extend(&setters[..place]);
        }
    }

    let first = setters.first().copied();
    for reader in (0..stretch.len()).filter(|index| stretch[*index].reads_flags) {
        // What reads the flags with which the stretch begins comes before all that set them.
        if let Some(first) = first.filter(|first| reader < *first) {
            for setter in setters.iter().filter(|setter| **setter >= first) {
                before[*setter].insert(reader);
            }
        }
    }
}

/// The numbers of the registers, in the order in which they are named.
struct Names {
    known: HashMap<u8, u8>,
    fixed: u16,
}

impl Names {
    fn new(fixed: u16) -> Self {
        Self {
            known: HashMap::new(),
            fixed,
        }
    }

    /// The registers of a line by their numbers.
    fn of(&mut self, line: &Line, signatures: &[u64; REGISTERS]) -> Vec<u8> {
        let mut registers = line.registers.clone();
        if line.is_set {
            registers.sort_by_key(|register| (signatures[usize::from(register & 15)], *register));
        }
        let mut numbers: Vec<u8> = registers.into_iter().map(|register| self.number(register)).collect();
        if line.is_set {
            numbers.sort_unstable();
        }
        numbers
    }

    fn number(&mut self, register: u8) -> u8 {
        if self.fixed >> (register & 15) & 1 != 0 {
            // Above all that are given.
            return 0x80 | register;
        }
        let next = self.known.len() as u8;
        *self.known.entry(register).or_insert(next)
    }
}
