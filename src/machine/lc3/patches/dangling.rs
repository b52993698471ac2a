//! Instructions that may be missing, or name the wrong label, because a label has no use without them: a subroutine that nothing
//! calls, a constant that nothing loads, a place for a register that is never loaded from, or never stored to.

use std::collections::{BTreeMap, BTreeSet};

use super::super::isa::{self, Instruction};
use super::{Aimed, Patches, replaced, target};
use crate::machine::edits::{Edit, EditKind};
use crate::machine::patch::Patch;

/// Labels that are looked at, at most: in a program with more, that a label has no use says nothing.
const MOST: usize = 12;

/// Instructions at the start of a program that may be about any register.
const START: u16 = 8;

/// What a label has no use for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dangling {
    /// Nothing refers to this code; a subroutine is never called.
    Code { is_entry: bool },
    /// Nothing refers to this word.
    Word { is_pointer: bool },
    /// Nothing refers to these words, and they follow no others.
    Words,
    /// This word is loaded into a register, and nothing is ever stored there.
    Unwritten(u8),
    /// A register is stored in this word, and nothing ever loads it.
    Unread(u8),
}

/// How a label is used.
#[derive(Debug, Default)]
struct Uses {
    loads: BTreeSet<u8>,
    stores: BTreeSet<u8>,
    is_used_otherwise: bool,
}

impl Patches<'_> {
    /// The labels without a use.
    pub(super) fn find_dangling(&self) -> Vec<(u16, Dangling)> {
        let labels = self.labels.keys().copied();
        let dangling = labels.filter_map(|label| Some((label, self.dangling_at(label)?)));
        let dangling: Vec<(u16, Dangling)> = dangling.collect();
        if dangling.len() > MOST { Vec::new() } else { dangling }
    }

    fn dangling_at(&self, label: u16) -> Option<Dangling> {
        let cell = self.cells.get(&label)?;
        let uses = self.uses(label);
        let is_unused = uses.loads.is_empty() && uses.stores.is_empty() && !uses.is_used_otherwise;
        if cell.is_code {
            let is_entry = self.entries.contains(&label);
            return is_unused.then_some(Dangling::Code { is_entry });
        }
        let is_pointer = self.labels.contains_key(&cell.bits);
        match (uses.loads.first(), uses.stores.first()) {
            _ if is_unused && self.is_data_from(label) => None,
            _ if is_unused && self.is_one_word(label) => Some(Dangling::Word { is_pointer }),
            _ if is_unused => Some(Dangling::Words),
            _ if uses.is_used_otherwise => None,
            (Some(register), None) if cell.bits == 0 => Some(Dangling::Unwritten(*register)),
            // What has a value before may be part of a text, which is printed as a whole.
            (None, Some(register)) if cell.bits == 0 && !self.is_data_from(label) => Some(Dangling::Unread(*register)),
            _ => None,
        }
    }

    /// Labels of data that several subroutines load, that is a constant, or that is reached through a pointer; and labels whose addresses
    /// are loaded.
    pub(super) fn find_shared(&self) -> (Vec<u16>, Vec<u16>) {
        let mut users: BTreeMap<u16, BTreeSet<Option<u16>>> = BTreeMap::new();
        let mut addressed = BTreeSet::new();
        for (address, cell) in self.cells.iter().filter(|(_, cell)| cell.is_code) {
            let Some(word) = target(cell.bits, *address).filter(|word| self.data.contains(word)) else {
                continue;
            };
            match isa::decode(cell.bits) {
                Instruction::Ld { .. } => {
                    let user = self.called.range(..=*address).next_back().copied();
                    users.entry(word).or_default().insert(user);
                }
                Instruction::Lea { .. } => {
                    addressed.insert(word);
                }
                _ => {}
            }
        }
        users.retain(|word, users| users.len() > 1 || self.is_constant(*word));
        let shared: BTreeSet<u16> = users.into_keys().chain(self.pointed_at()).collect();
        (shared.into_iter().collect(), addressed.into_iter().collect())
    }

    /// Whether a word of data has a value, and nothing is stored there by name.
    pub(super) fn is_constant(&self, word: u16) -> bool {
        let data = self.cells.get(&word).filter(|cell| !cell.is_code);
        data.is_some_and(|cell| cell.bits != 0) && !self.written.contains(&word)
    }

    /// Single words of data whose addresses are in the data: what is far away, and used through them, may be used directly as well.
    fn pointed_at(&self) -> impl Iterator<Item = u16> {
        let pointers = self.cells.values().filter(|cell| !cell.is_code);
        let words = pointers.map(|cell| cell.bits).filter(|word| self.data.contains(word));
        let is_text = |word: &u16| self.cells.get(word).is_some_and(|cell| self.is_text(cell.line));
        words.filter(move |word| self.is_one_word(*word) && !is_text(word))
    }

    /// Whether a label is in the middle of data: another word with a label, or of a table, is before it and may be counted from.
    fn is_data_from(&self, label: u16) -> bool {
        let is_text = |at: u16| self.cells.get(&at).is_some_and(|cell| self.is_text(cell.line));
        let is_word = |at: u16| !is_text(at) && (!self.labels.contains_key(&at) || !self.is_one_word(at));
        let before = label
            .checked_sub(1)
            .filter(|at| self.cells.get(at).is_some_and(|cell| !cell.is_code));
        before.is_some_and(is_word)
    }

    /// Whether the data at a label is one word.
    fn is_one_word(&self, label: u16) -> bool {
        let next = label.wrapping_add(1);
        let after = self.cells.get(&next);
        self.labels.contains_key(&next) || after.is_none_or(|cell| cell.is_code)
    }

    fn uses(&self, label: u16) -> Uses {
        let mut uses = Uses::default();
        for (address, cell) in &self.cells {
            let refers = cell.is_code && target(cell.bits, *address) == Some(label);
            match isa::decode(cell.bits) {
                _ if !cell.is_code => uses.is_used_otherwise |= cell.bits == label,
                _ if !refers => {}
                Instruction::Ld { dr, .. } => {
                    uses.loads.insert(dr);
                }
                Instruction::St { sr, .. } => {
                    uses.stores.insert(sr);
                }
                _ => uses.is_used_otherwise = true,
            }
        }
        uses
    }

    /// The instruction at an address with a label that has no use in place of its own; and an instruction more there that uses such a
    /// label, that ends what runs on into data, that a branch leads past, that stores what is counted in a register alone, or with which a
    /// subroutine that calls another one finds back.
    pub fn restored_at(&self, address: u16) -> Vec<Patch> {
        let mut patches = self.redirected(address);
        patches.extend(self.ended_at(address));
        patches.extend(self.skipped_at(address));
        patches.extend(self.updated_at(address));
        patches.extend(self.used_at(address));
        patches.extend(self.returning(address));
        patches
    }

    /// The instruction at an address with a label that has no use in place of its own.
    fn redirected(&self, address: u16) -> Vec<Patch> {
        use Instruction::{Br, Jsr, Ld, Ldi, Lea, St, Sti};

        let written = self.written(address).filter(|(cell, _)| cell.is_code);
        let Some((cell, statement)) = written.filter(|(cell, _)| target(cell.bits, address).is_some()) else {
            return Vec::new();
        };
        let fits = |(label, dangling): &&(u16, Dangling)| match (isa::decode(cell.bits), dangling) {
            (Jsr { .. }, Dangling::Code { is_entry }) => *is_entry,
            (Br { .. }, Dangling::Code { .. }) => self.is_beside(address, *label),
            (Ld { .. } | St { .. } | Ldi { .. } | Sti { .. }, Dangling::Word { .. })
            | (Lea { .. }, Dangling::Words) => true,
            (St { sr, .. }, Dangling::Unwritten(register)) => sr == *register,
            (Ld { dr, .. }, Dangling::Unread(register)) => dr == *register,
            _ => false,
        };
        let words = self.dangling.iter().filter(fits).filter_map(|(label, _)| {
            let aimed = Aimed {
                bits: cell.bits,
                target: Some(*label),
            };
            self.word(aimed, address)
        });
        words
            .map(|(bits, text)| replaced(address, bits, Edit::of(EditKind::Target, statement, text)))
            .collect()
    }

    /// Whether a text is printed at an address, or where the branch there leads.
    fn prints_at(&self, address: u16) -> bool {
        let address = self.always_leads(address).unwrap_or(address);
        let code = self.cells.get(&address).filter(|cell| cell.is_code);
        code.is_some_and(|cell| isa::decode(cell.bits) == Instruction::Trap { vector: 0x22 })
    }

    /// Where the branch at an address leads that has no condition.
    pub(super) fn always_leads(&self, address: u16) -> Option<u16> {
        let code = self.cells.get(&address).filter(|cell| cell.is_code)?;
        let always = matches!(isa::decode(code.bits), Instruction::Br { nzp: 7, .. });
        target(code.bits, address).filter(|_| always)
    }

    fn used_at(&self, address: u16) -> Vec<Patch> {
        use Instruction::{Br, Jsr, Ld, Ldi, Lea, St, Sti};

        if self.dangling.is_empty() {
            return Vec::new();
        }
        let offset = 0;
        // At its start a program sets what it needs much later, such as the stack pointer.
        let is_start = address.wrapping_sub(self.program.entry()) < START;
        let registers = if is_start {
            (0..8).collect()
        } else {
            self.registers_around(address)
        };
        let prints = self.prints_at(address);
        let mut found = Vec::new();
        for (label, dangling) in &self.dangling {
            let mut add = |instruction: Instruction| {
                found.push(Aimed {
                    bits: instruction.encode(),
                    target: Some(*label),
                });
            };
            match *dangling {
                Dangling::Code { is_entry } => {
                    if is_entry {
                        add(Jsr { offset });
                    }
                    if self.is_beside(address, *label) {
                        (1..8).for_each(|nzp| add(Br { nzp, offset }));
                    }
                }
                Dangling::Word { is_pointer } => {
                    for dr in registers.iter().copied() {
                        add(Ld { dr, offset });
                        add(St { sr: dr, offset });
                        if is_pointer {
                            add(Ldi { dr, offset });
                            add(Sti { sr: dr, offset });
                        }
                    }
                }
                // A text is printed.
                Dangling::Words if prints => add(Lea { dr: 0, offset }),
                Dangling::Words => {}
                Dangling::Unwritten(sr) => add(St { sr, offset }),
                Dangling::Unread(dr) => add(Ld { dr, offset }),
            }
        }
        self.insert(address, found.into_iter().map(|aimed| (0, aimed)))
    }
}
