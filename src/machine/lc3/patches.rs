//! The patches of a program: each instruction and each word of data changed in the ways in which people get them wrong, and
//! instructions that may be missing.
//!
//! | module | what it is for |
//! |---|---|
//! | `alternatives` | the same instruction with something else in one place |
//! | `missing` | an instruction more |
//! | `analogous` | one that the program has where it does the same elsewhere |
//! | `between` | the same between two labels of one address |
//! | `texts` | other texts |
//! | `dangling` | an instruction more, or another label in one, that uses a label which nothing uses |
//! | `order` | instructions in another order |
//! | `named` | numbers that the names of constants say |
//! | `pairs` | two instructions more that belong together |
//! | `likely` | how likely a patch is as what somebody meant |

use std::collections::{BTreeMap, BTreeSet};

use super::isa::{self, Instruction, disassemble};
use super::program::{Kind, Program};
use crate::machine::edits::{Edit, EditKind, Statement, statements};
use crate::machine::patch::order::Ordered as _;
use crate::machine::patch::similar::Similar;
use crate::machine::patch::{self, Patch, lines_away};
use crate::machine::{Place, Target};

mod alternatives;
mod analogous;
mod between;
mod dangling;
mod likely;
mod missing;
mod named;
mod order;
mod pairs;
mod texts;

use dangling::Dangling;

/// A program, prepared for finding its patches.
#[derive(Debug)]
pub struct Patches<'p> {
    program: &'p Program,
    /// What is at each address of the image.
    cells: BTreeMap<u16, Cell>,
    /// The statements, by line.
    statements: BTreeMap<u32, Statement>,
    /// The first label of each address.
    labels: BTreeMap<u16, &'p str>,
    /// The addresses of labels that name instructions, and of those that name data.
    code: BTreeSet<u16>,
    data: BTreeSet<u16>,
    /// The subroutines that are called.
    called: BTreeSet<u16>,
    /// Labelled instructions that nothing runs into from above, and no branch leads to: those of subroutines, called or not.
    entries: BTreeSet<u16>,
    /// The numbers that the program has in its data, and those in its instructions.
    numbers: BTreeSet<u16>,
    offsets: BTreeSet<i16>,
    /// Labels that something is missing for.
    dangling: Vec<(u16, Dangling)>,
    /// Labels of data that several subroutines load, that is a constant, or that is reached through a pointer; and of what is meant by
    /// its address.
    shared: Vec<u16>,
    addressed: Vec<u16>,
    /// The instructions, by what they do.
    similar: Similar,
    /// What the subroutines are given, and the words that are stored in by name.
    arguments: BTreeMap<u16, u32>,
    written: BTreeSet<u16>,
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    bits: u16,
    is_code: bool,
    line: u32,
}

/// An instruction with the address it refers to in the place of its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Aimed {
    bits: u16,
    target: Option<u16>,
}

impl<'p> Patches<'p> {
    /// `None` where there is no source.
    pub fn of(program: &'p Program) -> Option<Self> {
        let statements = statements(Target::Lc3, &program.source.text);
        if statements.is_empty() {
            return None;
        }

        let mut cells = BTreeMap::new();
        for block in &program.blocks {
            for (address, word) in (block.origin..=u16::MAX).zip(&block.words) {
                let is_code = word.kind == Kind::Code;
                let (bits, line) = (word.bits, word.line);
                cells.insert(address, Cell { bits, is_code, line });
            }
        }

        let mut labels = BTreeMap::new();
        for symbol in &program.symbols {
            labels.entry(symbol.address).or_insert(&symbol.name[..]);
        }
        let is_code = |address: &&u16| cells.get(address).is_some_and(|cell| cell.is_code);
        let (code, data): (BTreeSet<u16>, BTreeSet<u16>) = labels.keys().partition(is_code);

        let mut called = BTreeSet::new();
        let mut branched = BTreeSet::new();
        let mut numbers = BTreeSet::new();
        let mut entries = BTreeSet::new();
        for (address, cell) in &cells {
            if cell.is_code && labels.contains_key(address) && !is_entered_from(&cells, address.wrapping_sub(1)) {
                entries.insert(*address);
            }
            if !cell.is_code {
                numbers.insert(cell.bits);
                continue;
            }
            match (isa::decode(cell.bits), target(cell.bits, *address)) {
                (Instruction::Jsr { .. }, Some(target)) => {
                    called.insert(target);
                }
                (Instruction::Br { .. }, Some(target)) => {
                    branched.insert(target);
                }
                _ => {}
            }
        }

        // Where branches lead is no subroutine, unless it is called as well.
        entries.retain(|entry| called.contains(entry) || !branched.contains(entry));

        let instructions = cells.values().filter(|cell| cell.is_code);
        let offsets = instructions
            .filter_map(|cell| alternatives::number(cell.bits))
            .collect();
        let arguments = called.iter().map(|entry| (*entry, likely::arguments(&cells, *entry)));
        let arguments = arguments.collect();
        let code_cells = || cells.iter().filter(|(_, cell)| cell.is_code);
        let kinds = code_cells().map(|(at, cell)| (u32::from(*at), analogous::kind(cell.bits, *at)));
        let similar = Similar::of(1, kinds);
        let stores = code_cells().filter(|(_, cell)| matches!(isa::decode(cell.bits), Instruction::St { .. }));
        let written = stores.filter_map(|(at, cell)| target(cell.bits, *at)).collect();
        let mut patches = Self {
            program,
            statements: statements
                .into_iter()
                .map(|statement| (statement.line as u32, statement))
                .collect(),
            cells,
            labels,
            code,
            data,
            called,
            entries,
            offsets,
            numbers,
            dangling: Vec::new(),
            shared: Vec::new(),
            addressed: Vec::new(),
            similar,
            arguments,
            written,
        };
        patches.dangling = patches.find_dangling();
        (patches.shared, patches.addressed) = patches.find_shared();
        Some(patches)
    }

    /// An address in the words of the source.
    pub fn place(&self, address: u16) -> Place {
        self.program.place(address)
    }

    /// The label of the one subroutine that runs an instruction, or has instructions that refer to a word of data. Of several
    /// it is the last before the address, if that is one of them.
    pub fn subroutine_of(&self, address: u16) -> Option<String> {
        let is_code = self.cells.get(&address).is_some_and(|cell| cell.is_code);
        let own: Vec<u16> = if is_code {
            vec![address]
        } else {
            self.readers(address).into_iter().map(|reader| reader as u16).collect()
        };
        let entry = patch::entry_of(&self.called, address, &own, |entry| self.body(entry))?;
        self.labels.get(&entry).map(|name| (*name).to_owned())
    }

    /// The instructions that run from an entry on, without those of subroutines that are called.
    fn body(&self, entry: u16) -> BTreeSet<u16> {
        let mut body = BTreeSet::new();
        let mut left = vec![entry];
        while let Some(address) = left.pop() {
            let Some(cell) = self.cells.get(&address).filter(|cell| cell.is_code) else {
                continue;
            };
            if !body.insert(address) {
                continue;
            }
            if let Instruction::Br { .. } = isa::decode(cell.bits) {
                left.extend(target(cell.bits, address));
            }
            if !ends(cell.bits) {
                left.push(address.wrapping_add(1));
            }
        }
        body
    }

    /// Where what runs from an entry on returns.
    fn returns_from(&self, entry: u16) -> Vec<u16> {
        let is_return = |at: &u16| isa::decode(self.cells[at].bits) == Instruction::Jmp { base: 7 };
        self.body(entry).into_iter().filter(is_return).collect()
    }

    /// The words of data that an instruction refers to: those at its label, up to the next one.
    pub fn data_of(&self, address: u16) -> Vec<u16> {
        const MOST: usize = 64;
        let code = self.cells.get(&address).filter(|cell| cell.is_code);
        let Some(target) = code.and_then(|cell| target(cell.bits, address)) else {
            return Vec::new();
        };
        let is_of_it = |at: &u16| {
            let is_data = self.cells.get(at).is_some_and(|cell| !cell.is_code);
            is_data && (*at == target || !self.labels.contains_key(at))
        };
        (target..=u16::MAX).take_while(is_of_it).take(MOST).collect()
    }

    /// Another word in place of the one at an address.
    pub fn at(&self, address: u16) -> Vec<Patch> {
        let Some((cell, statement)) = self.written(address) else {
            return Vec::new();
        };
        if !cell.is_code {
            return self.other_data(address, cell, statement);
        }

        let mut seen = BTreeSet::from([cell.bits]);
        let mut patches = Vec::new();
        for (kind, aimed) in self.alternatives(cell.bits, address) {
            let Some((bits, text)) = self.word(aimed, address).filter(|(bits, _)| seen.insert(*bits)) else {
                continue;
            };
            patches.push(replaced(address, bits, Edit::of(kind, statement, text)));
        }

        let dropped = Edit::of(EditKind::Dropped, statement, String::new());
        patches.push(replaced(address, 0, dropped));
        // A subroutine that runs on into the next one does by accident what another line should do.
        let is_last = ends(cell.bits) && self.called.contains(&address.wrapping_add(1));
        patches.retain(|patch| !is_last || ends(patch.words[0].1 as u16));
        patches.extend(self.reordered_near(address.into()));
        patches.extend(self.crossed(address.into()));
        patches
    }

    /// The cell at an address and its statement, where it is the only word of it.
    fn written(&self, address: u16) -> Option<(Cell, &Statement)> {
        let cell = *self.cells.get(&address)?;
        let statement = self.statements.get(&cell.line)?;
        let is_of_line = |at: Option<u16>| {
            at.and_then(|at| self.cells.get(&at))
                .is_some_and(|other| other.line == cell.line)
        };
        let is_alone = !is_of_line(address.checked_sub(1)) && !is_of_line(address.checked_add(1));
        is_alone.then_some((cell, statement))
    }

    /// An instruction at an address, and as text; `None` where its target is too far, or has no name.
    fn word(&self, aimed: Aimed, address: u16) -> Option<(u16, String)> {
        let bits = match aimed.target {
            None => aimed.bits,
            Some(target) => {
                self.labels.get(&target)?;
                aim(aimed.bits, address, target)?
            }
        };
        let label = |at| self.labels.get(&at).map(|name| (*name).to_owned());
        Some((bits, disassemble(bits, address, label)))
    }

    /// Another number, or another address, in a word of data.
    fn other_data(&self, address: u16, cell: Cell, statement: &Statement) -> Vec<Patch> {
        if !statement.mnemonic.text.eq_ignore_ascii_case(".FILL") {
            return Vec::new();
        }
        let value = cell.bits as i16;
        let mut others: Vec<i16> = vec![
            value.wrapping_neg(),
            value.wrapping_add(1),
            value.wrapping_sub(1),
            value.wrapping_add(2),
            value.wrapping_sub(2),
        ];
        others.extend(self.numbers_of_name(address, value));
        others.extend(lines_away(value.into()).filter_map(|other| i16::try_from(other).ok()));
        for number in self.numbers.iter().map(|number| *number as i16) {
            others.extend([number, number.wrapping_neg()]);
        }
        let mut seen = BTreeSet::from([value]);
        // Another pointer is written with its label.
        let is_pointer = self.labels.contains_key(&cell.bits);
        others.retain(|other| seen.insert(*other) && !(is_pointer && self.labels.contains_key(&(*other as u16))));

        let numbers = others
            .into_iter()
            .map(|other| (EditKind::Number, other as u16, format!(".FILL #{other}")));
        let labels = self.labels.iter().filter(|(at, _)| **at != cell.bits);
        let labels = labels.map(|(at, name)| (EditKind::Target, *at, format!(".FILL {name}")));
        let all = numbers.chain(labels.filter(|_| is_pointer));
        all.map(|(kind, bits, text)| Patch {
            edit: Edit::of(kind, statement, text),
            reached_at: self.readers(address),
            words: vec![(address.into(), bits.into())],
            inserted: Vec::new(),
            rank: 0,
        })
        .collect()
    }

    /// The instructions that refer to a word of data, or to the label before it.
    fn readers(&self, data: u16) -> Vec<u32> {
        let label = self.data.range(..=data).next_back().copied();
        let data = label.unwrap_or(data);
        let code = self.cells.iter().filter(|(_, cell)| cell.is_code);
        let readers = code.filter(|(address, cell)| target(cell.bits, **address) == Some(data));
        readers.map(|(address, _)| u32::from(*address)).collect()
    }
}

/// Another instruction at an address.
fn replaced(address: u16, bits: u16, edit: Edit) -> Patch {
    Patch {
        edit,
        reached_at: vec![address.into()],
        words: vec![(address.into(), bits.into())],
        inserted: Vec::new(),
        rank: 0,
    }
}

/// Whether the instruction at an address goes on to the next one.
fn is_entered_from(cells: &BTreeMap<u16, Cell>, address: u16) -> bool {
    let before = cells.get(&address).filter(|cell| cell.is_code);
    before.is_some_and(|cell| !ends(cell.bits))
}

/// Whether an instruction never goes on to the next one.
fn ends(bits: u16) -> bool {
    matches!(
        isa::decode(bits),
        Instruction::Jmp { .. } | Instruction::Br { nzp: 7, .. } | Instruction::Trap { vector: 0x25 }
    )
}

/// What an instruction refers to by an offset from where it is.
fn target(bits: u16, address: u16) -> Option<u16> {
    let offset = match isa::decode(bits) {
        Instruction::Br { nzp: 0, .. } => return None,
        Instruction::Br { offset, .. }
        | Instruction::Jsr { offset }
        | Instruction::Ld { offset, .. }
        | Instruction::Ldi { offset, .. }
        | Instruction::Lea { offset, .. }
        | Instruction::St { offset, .. }
        | Instruction::Sti { offset, .. } => offset,
        _ => return None,
    };
    Some(address.wrapping_add(1).wrapping_add_signed(offset))
}

/// An instruction at an address, with a target; `None` where that is too far.
fn aim(bits: u16, address: u16, target: u16) -> Option<u16> {
    let offset = target.wrapping_sub(address.wrapping_add(1)) as i16;
    let width = if bits >> 12 == 4 { 11 } else { 9 };
    let reach = 1 << (width - 1);
    (-reach..reach).contains(&offset).then(|| aim_by(bits, offset))
}

/// An instruction with another offset.
fn aim_by(bits: u16, offset: i16) -> u16 {
    let mask = if bits >> 12 == 4 { 0x7FF } else { 0x1FF };
    bits & !mask | offset as u16 & mask
}
