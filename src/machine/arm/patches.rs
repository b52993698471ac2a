//! The patches of a program: each instruction and each number in its data changed in the ways in which people get them wrong,
//! and instructions that may be missing.
//!
//! | module | what it is for |
//! |---|---|
//! | `alternatives` | the same instruction with something else in one place |
//! | `analogous` | an instruction that the program has where it does the same elsewhere |
//! | `arguments` | an instruction more, for a register that is not set |
//! | `between` | an instruction more between two labels |
//! | `constants` | other values of named numbers and of literals |
//! | `dangling` | an instruction more, for what has no use without it |
//! | `data` | other numbers in data, other texts |
//! | `flags` | an instruction more, for flags that nothing sets or uses |
//! | `kept` | a register more that a subroutine keeps |
//! | `likely` | how likely a patch is as what somebody meant |
//! | `missing` | an instruction more |
//! | `order` | instructions in another order |
//! | `written` | instructions as the source writes them |

use std::collections::{BTreeMap, BTreeSet};

use super::isa::{Condition, Indexing, Instruction, Offset, Operation};
use super::program::{Kind, Program, Symbol};
use crate::machine::edits::{Edit, EditKind, Statement, statements};
use crate::machine::patch::order::Ordered as _;
use crate::machine::patch::similar::Similar;
use crate::machine::patch::{self, Patch};
use crate::machine::{Place, Target};

mod alternatives;
mod analogous;
mod arguments;
mod between;
mod constants;
mod dangling;
mod data;
mod flags;
mod kept;
mod likely;
mod missing;
mod order;
mod written;

pub use kept::is_of_caller;
pub use likely::is_idle;

/// An instruction that does nothing: `MOV r0, r0`.
const NOTHING: u32 = 0xE1A0_0000;
/// How far the registers are looked for that an instruction may be about, in bytes.
const NEIGHBOURS: u32 = 64;

/// A program, prepared for finding its patches.
#[derive(Debug)]
pub struct Patches<'p> {
    program: &'p Program,
    /// The statements, by line.
    statements: BTreeMap<u32, Statement>,
    /// The instructions, by address.
    code: BTreeMap<u32, Cell>,
    /// The first label of each address.
    labels: BTreeMap<u32, &'p str>,
    /// The subroutines that are called.
    called: BTreeSet<u32>,
    /// The numbers in the program's instructions, and the offsets of its loads and stores.
    numbers: BTreeSet<u32>,
    offsets: BTreeSet<u16>,
    /// The literals, each with what the source writes after `=`.
    literals: BTreeMap<u32, String>,
    /// The numbers that have names, with a few of these, and where each is given.
    names: BTreeMap<u32, Vec<&'p Symbol>>,
    /// Names that are written as offsets from a register, and as no other number.
    offset_names: BTreeSet<&'p str>,
    /// The named numbers of which each use is known.
    constants: Vec<constants::Constant>,
    /// The labels of data that nothing refers to, and the subroutines that nothing calls.
    dangling: Vec<u32>,
    uncalled: Vec<u32>,
    /// The instructions, by what they do.
    similar: Similar,
    /// What may be missing at an address for a reason that shows there.
    evident: BTreeMap<u32, Vec<Aimed>>,
}

/// An instruction.
#[derive(Debug, Clone, Copy)]
struct Cell {
    instruction: Instruction,
    line: u32,
}

/// An instruction at an address, with the value that it loads where that is a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Aimed {
    instruction: Instruction,
    literal: Option<u32>,
}

impl Aimed {
    /// One that loads no literal.
    fn plain(instruction: Instruction) -> Self {
        Self {
            instruction,
            literal: None,
        }
    }
}

impl<'p> Patches<'p> {
    /// `None` where there is no source.
    pub fn of(program: &'p Program) -> Option<Self> {
        let statements = statements(Target::Arm, &program.source.text);
        if statements.is_empty() {
            return None;
        }

        let mut labels = BTreeMap::new();
        for symbol in program.symbols.iter().filter(|symbol| symbol.is_label) {
            labels.entry(symbol.value).or_insert(&symbol.name[..]);
        }
        let code = code(program);
        let kinds = code
            .iter()
            .map(|(at, cell)| (*at, analogous::kind(cell.instruction, *at)));
        let similar = Similar::of(4, kinds);
        let mut patches = Self {
            program,
            statements: statements
                .into_iter()
                .map(|statement| (statement.line as u32, statement))
                .collect(),
            code,
            labels,
            called: BTreeSet::new(),
            numbers: BTreeSet::new(),
            offsets: BTreeSet::new(),
            literals: BTreeMap::new(),
            names: constants::names(program),
            offset_names: constants::offsets_only(&program.source.text),
            constants: Vec::new(),
            dangling: Vec::new(),
            uncalled: Vec::new(),
            similar,
            evident: BTreeMap::new(),
        };
        patches.survey();
        patches.constants = patches.find_constants();
        patches.uncalled = patches.find_uncalled();
        let dangling = patches.find_dangling();
        patches.dangling = dangling.iter().map(|(at, _)| *at).collect();
        patches.literals.extend(dangling);
        let evident = patches.code.keys().map(|at| (*at, patches.find_evident(*at)));
        patches.evident = evident.collect();
        Some(patches)
    }

    /// Notes what the instructions use.
    fn survey(&mut self) {
        for (address, cell) in &self.code {
            match cell.instruction.operation {
                Operation::Branch { link: true, .. } => {
                    self.called.extend(target(cell.instruction, *address));
                }
                Operation::Data { operand, .. } => self.numbers.extend(operand.number()),
                Operation::Transfer {
                    rn,
                    offset: Offset::Immediate(offset),
                    ..
                } if rn != 15 => {
                    self.offsets.insert(offset);
                }
                _ => {}
            }
        }
        let literals = self.code.iter().filter_map(|(address, cell)| {
            let statement = self.statements.get(&cell.line)?;
            let value = self.literal(cell.instruction, *address)?;
            let (_, written) = statement.text.split_once('=')?;
            Some((value, written.trim().to_owned()))
        });
        let literals: Vec<(u32, String)> = literals.collect();
        for (value, written) in literals {
            self.literals.entry(value).or_insert(written);
        }
    }

    /// An address in the words of the source.
    pub fn place(&self, address: u32) -> Place {
        self.program.place(address)
    }

    /// The address of what a line places in memory.
    pub fn address_of(&self, line: usize) -> Option<u32> {
        let mut pieces = self.program.pieces.iter();
        let piece = pieces.find(|piece| piece.line as usize == line && piece.kind != Kind::Literal)?;
        Some(piece.address)
    }

    /// The label of the one subroutine that runs an instruction, or has instructions that refer to data. Of several it is the
    /// last before the address, if that is one of them.
    pub fn subroutine_of(&self, address: u32) -> Option<String> {
        let own = if self.code.contains_key(&address) {
            vec![address]
        } else {
            self.readers(address)
        };
        let entry = patch::entry_of(&self.called, address, &own, |entry| self.body(entry))?;
        self.labels.get(&entry).map(|name| (*name).to_owned())
    }

    /// The instructions that run from an entry on, without those of subroutines that are called.
    fn body(&self, entry: u32) -> BTreeSet<u32> {
        let mut body = BTreeSet::new();
        let mut left = vec![entry];
        while let Some(address) = left.pop() {
            let Some(cell) = self.code.get(&address) else { continue };
            if !body.insert(address) {
                continue;
            }
            if let Operation::Branch { link: false, .. } = cell.instruction.operation {
                left.extend(target(cell.instruction, address));
            }
            if !ends(cell.instruction) {
                left.push(address.wrapping_add(4));
            }
        }
        body
    }

    /// Another word in place of the one at an address: of an instruction, or of data that begins there.
    pub fn at(&self, address: u32) -> Vec<Patch> {
        let Some((cell, statement)) = self.written(address) else {
            let constants = self.other_constants(address).into_iter();
            return constants.chain(self.other_data(address)).collect();
        };

        let own = self.aimed(cell.instruction, address);
        let mut seen = BTreeSet::from([cell.instruction.encode()]);
        let mut patches = self.other_constants(address);
        patches.extend(self.other_literals(address, statement));
        for (kind, aimed) in self.alternatives(own, address) {
            let Some((words, text)) = self.word(aimed, address, statement) else {
                continue;
            };
            if aimed.literal == own.literal && !seen.insert(words[0].1) {
                continue;
            }
            patches.push(Patch {
                edit: Edit::of(kind, statement, text),
                reached_at: vec![address],
                words,
                inserted: Vec::new(),
                rank: 0,
            });
        }

        patches.push(Patch {
            edit: Edit::of(EditKind::Dropped, statement, String::new()),
            reached_at: vec![address],
            words: vec![(address, NOTHING)],
            inserted: Vec::new(),
            rank: 0,
        });
        // A subroutine that runs on into the next one does by accident what another line should do.
        let is_last = ends(cell.instruction) && self.called.contains(&address.wrapping_add(4));
        patches.retain(|patch| !is_last || Instruction::decode(patch.words[0].1).is_some_and(ends));
        patches.extend(self.reordered_near(address));
        patches.extend(self.crossed(address));
        patches
    }

    /// The instruction at an address and its statement, where it is the only one of it.
    fn written(&self, address: u32) -> Option<(Cell, &Statement)> {
        let cell = *self.code.get(&address)?;
        let statement = self.statements.get(&cell.line)?;
        let is_of_line = |at: u32| self.code.get(&at).is_some_and(|other| other.line == cell.line);
        let is_alone = !is_of_line(address.wrapping_sub(4)) && !is_of_line(address.wrapping_add(4));
        is_alone.then_some((cell, statement))
    }

    /// The value that an instruction loads from a pool of literals.
    fn literal(&self, instruction: Instruction, address: u32) -> Option<u32> {
        let from = target(instruction, address)?;
        let is_literal = self
            .program
            .piece(from)
            .is_some_and(|piece| piece.kind == Kind::Literal);
        is_literal.then(|| self.word_at(from)).flatten()
    }

    /// The word of the image at an address. Of one that the image ends in, what was never written has all bits set.
    fn word_at(&self, address: u32) -> Option<u32> {
        let bytes = self
            .program
            .flash
            .get(address as usize..)
            .filter(|bytes| !bytes.is_empty())?;
        let mut word = [0xFF; 4];
        word.iter_mut().zip(bytes).for_each(|(byte, own)| *byte = *own);
        Some(u32::from_le_bytes(word))
    }

    fn aimed(&self, instruction: Instruction, address: u32) -> Aimed {
        Aimed {
            instruction,
            literal: self.literal(instruction, address),
        }
    }

    /// The registers that the instructions around an address are about, in the same subroutine.
    fn registers_around(&self, address: u32) -> BTreeSet<u8> {
        let around = address.saturating_sub(NEIGHBOURS)..=address.saturating_add(NEIGHBOURS);
        let code = self.code.range(around).filter(|(at, _)| self.is_beside(address, **at));
        code.flat_map(|(_, cell)| registers_of(cell.instruction))
            .filter(|register| *register < 13)
            .collect()
    }

    /// Whether no entry of a subroutine is between an address and another one: nobody jumps into another subroutine.
    fn is_beside(&self, address: u32, other: u32) -> bool {
        let of = |address: u32| self.called.range(..=address).next_back();
        of(address) == of(other)
    }
}

/// The instructions of a program, by address.
fn code(program: &Program) -> BTreeMap<u32, Cell> {
    let pieces = program.pieces.iter().filter(|piece| piece.kind == Kind::Code);
    let addresses = pieces.flat_map(|piece| {
        let own = (piece.address..piece.address.saturating_add(piece.length)).step_by(4);
        own.map(|address| (address, piece.line))
    });
    let cells = addresses.filter_map(|(address, line)| {
        let bytes = program.flash.get(address as usize..)?.first_chunk()?;
        let instruction = Instruction::decode(u32::from_le_bytes(*bytes))?;
        Some((address, Cell { instruction, line }))
    });
    cells.collect()
}

/// What an instruction refers to by a distance from where it is.
fn target(instruction: Instruction, address: u32) -> Option<u32> {
    let pc = address.wrapping_add(8);
    match instruction.operation {
        Operation::Branch { offset, .. } => Some(pc.wrapping_add_signed(offset)),
        Operation::Transfer {
            rn: 15,
            up,
            offset: Offset::Immediate(distance),
            indexing: Indexing::Offset,
            ..
        } => {
            let distance = u32::from(distance);
            Some(if up {
                pc.wrapping_add(distance)
            } else {
                pc.wrapping_sub(distance)
            })
        }
        _ => None,
    }
}

/// A branch at an address, or a call; `None` where that is too far.
fn branch(condition: Condition, link: bool, address: u32, target: u32) -> Option<Instruction> {
    let operation = Operation::Branch { link, offset: 0 };
    aim(Instruction { condition, operation }, address, target)
}

/// Whether an instruction calls a subroutine.
fn calls(instruction: Instruction) -> bool {
    matches!(instruction.operation, Operation::Branch { link: true, .. })
}

/// An instruction at an address, with a target; `None` where that is too far, or it has none.
fn aim(instruction: Instruction, address: u32, target: u32) -> Option<Instruction> {
    let distance = target.wrapping_sub(address.wrapping_add(8)) as i32;
    let operation = match instruction.operation {
        Operation::Branch { link, .. } => Operation::Branch { link, offset: distance },
        Operation::Transfer {
            load,
            unit,
            rd,
            rn: 15,
            indexing,
            ..
        } => Operation::Transfer {
            load,
            unit,
            rd,
            rn: 15,
            up: distance >= 0,
            offset: Offset::Immediate(u16::try_from(distance.unsigned_abs()).ok()?),
            indexing,
        },
        _ => return None,
    };
    checked(Instruction {
        operation,
        ..instruction
    })
}

/// An instruction as its word says it; `None` where no word does.
fn checked(instruction: Instruction) -> Option<Instruction> {
    (Instruction::decode(instruction.encode()) == Some(instruction)).then_some(instruction)
}

/// Whether an instruction never goes on to the next one.
fn ends(instruction: Instruction) -> bool {
    let leaves = match instruction.operation {
        Operation::Branch { link, .. } => !link,
        operation => operation.effect().writes(15),
    };
    leaves && instruction.condition == Condition::Al
}

/// The registers that an instruction is about.
fn registers_of(instruction: Instruction) -> BTreeSet<u8> {
    let effect = instruction.operation.effect();
    let own = match instruction.operation {
        Operation::Transfer { rd, .. } => Some(rd),
        _ => None,
    };
    let stored: Vec<u8> = match instruction.operation {
        Operation::Block { list, .. } => (0..16).filter(|register| list >> register & 1 != 0).collect(),
        _ => Vec::new(),
    };
    let read = effect.reads.into_iter().chain(effect.addresses).flatten();
    read.chain(effect.written()).chain(own).chain(stored).collect()
}
