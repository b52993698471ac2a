//! A register more that a subroutine keeps: saved where it begins, and restored where it returns.

use std::collections::BTreeSet;

use super::{Aimed, Cell, Patches};
use crate::machine::arm::isa::{Condition, Indexing, Instruction, Offset, Operand, Operation, Register, STACK, Unit};
use crate::machine::edits::{Around, Edit, EditKind, Statement};
use crate::machine::patch::{Inserted, Patch};

/// The link register and the program counter, in a list of registers.
const LINKS: u16 = 0xC000;

impl Patches<'_> {
    /// A register more that the subroutine keeps which begins at an address.
    pub fn pairs_at(&self, address: u32) -> Vec<Patch> {
        if !self.called.contains(&address) {
            return Vec::new();
        }

        let body = self.body(address);
        let cells = || body.iter().filter_map(|at| Some((*at, self.code.get(at)?)));
        let written: BTreeSet<Register> = cells()
            .flat_map(|(_, cell)| cell.instruction.operation.effect().written())
            .filter(|register| *register < STACK)
            .collect();
        let patches = written.into_iter().filter_map(|register| {
            let in_lists = self.in_lists(address, &body, register);
            in_lists.or_else(|| self.around(address, &body, register))
        });
        patches.collect()
    }

    /// A register more in what the subroutine saves on the stack with its first instruction, and wherever it restores that.
    fn in_lists(&self, entry: u32, body: &BTreeSet<u32>, register: Register) -> Option<Patch> {
        let saved = on_stack(self.code.get(&entry)?, false)?;
        let restoring = body.iter().filter_map(|at| Some((*at, self.code.get(at)?)));
        let restoring = restoring.filter(|(_, cell)| {
            let restored = on_stack(cell, true);
            restored.is_some_and(|restored| restored & !LINKS == saved & !LINKS)
        });
        let addresses: Vec<u32> = std::iter::once(entry).chain(restoring.map(|(at, _)| at)).collect();
        if saved >> register & 1 != 0 || addresses.len() == 1 {
            return None;
        }

        let mut words = Vec::new();
        let mut changed = Vec::new();
        for at in addresses {
            let (cell, statement) = self.written(at)?;
            let takes = at != entry;
            let list = on_stack(&cell, takes)? | 1 << register;
            let more = Aimed::plain(Instruction {
                operation: transfer(list, takes),
                ..cell.instruction
            });
            let (word, text) = self.word(more, at, statement)?;
            words.extend(word);
            changed.push((statement, text));
        }
        Some(Patch {
            edit: self.named(entry, register, Edit::of_several(EditKind::Kept, &changed))?,
            reached_at: vec![entry],
            words,
            inserted: Vec::new(),
            rank: 0,
        })
    }

    /// A register put on the stack before the first instruction of a subroutine that does not use the stack, and taken from it
    /// before each return.
    fn around(&self, entry: u32, body: &BTreeSet<u32>, register: Register) -> Option<Patch> {
        let mut returns = Vec::new();
        for at in body {
            let Instruction { condition, operation } = self.code.get(at)?.instruction;
            let effect = operation.effect();
            let uses_stack = effect.writes(STACK) || effect.reads.into_iter().flatten().any(|read| read == STACK);
            let calls = matches!(operation, Operation::Branch { link: true, .. });
            if uses_stack || calls {
                return None;
            }
            if effect.writes(15) && !matches!(operation, Operation::Branch { .. }) {
                returns.push((*at, condition));
            }
        }
        let is_shared = |other: &u32| *other != entry && returns.iter().any(|(at, _)| self.body(*other).contains(at));
        if returns.is_empty() || returns[0].0 == entry || self.called.iter().any(is_shared) {
            return None;
        }

        let (_, first) = self.written(entry)?;
        let mut inserted = Vec::new();
        let mut add = |at: u32, condition: Condition, takes: bool, statement: &Statement| {
            let operation = transfer(1 << register, takes);
            let own = Aimed::plain(Instruction { condition, operation });
            let (words, text) = self.word(own, at, statement)?;
            inserted.push(Inserted {
                address: at,
                word: words[0].1,
                target: None,
                is_after: false,
            });
            Some(text)
        };
        let mut around = vec![Around {
            statement: first,
            before: vec![add(entry, Condition::Al, false, first)?],
            after: Vec::new(),
        }];
        for (at, condition) in returns {
            let (_, statement) = self.written(at)?;
            around.push(Around {
                statement,
                before: vec![add(at, condition, true, statement)?],
                after: Vec::new(),
            });
        }

        let edit = Edit::inserting(EditKind::Kept, Default::default(), &around);
        Some(Patch {
            edit: self.named(entry, register, edit)?,
            reached_at: vec![entry],
            words: Vec::new(),
            inserted,
            rank: 0,
        })
    }

    /// Whether an inserted instruction copies what the caller has in a register that the subroutine sets later, and so is not given.
    pub(super) fn takes_from_caller(&self, inserted: Inserted) -> bool {
        let own = Instruction::decode(inserted.word).map(|own| own.operation);
        let Some(Operation::Data {
            operand: Operand::Register(register, _),
            ..
        }) = own
        else {
            return false;
        };
        let Some(entry) = self.called.range(..=inserted.address).next_back().copied() else {
            return false;
        };

        let writes = |at: u32| {
            let own = self.instruction(at);
            own.is_some_and(|own| own.operation.effect().written().any(|written| written == register))
        };
        let before = if inserted.is_after { 4 } else { 0 } + inserted.address;
        let is_first = self.labels.range(entry + 4..before.max(entry + 4)).next().is_none()
            && !self.code.range(entry..before).any(|(at, _)| writes(*at));
        is_kept(register) && is_first && self.body(entry).into_iter().any(writes)
    }

    /// An edit that says which subroutine keeps which register.
    fn named(&self, entry: u32, register: Register, mut edit: Edit) -> Option<Edit> {
        (*self.labels.get(&entry)?).clone_into(&mut edit.before);
        edit.after = format!("R{register}");
        Some(edit)
    }
}

/// Whether the register that a patch keeps is one that subroutines keep by convention: R4 to R11.
pub fn is_of_caller(patch: &Patch) -> bool {
    let register = patch
        .edit
        .after
        .strip_prefix('R')
        .and_then(|number| number.parse().ok());
    register.is_some_and(is_kept)
}

/// Whether a subroutine has to keep a register, by convention.
fn is_kept(register: Register) -> bool {
    (4..12).contains(&register)
}

/// The registers that an instruction puts on the stack, or takes from it. A list of one is assembled as a single transfer.
fn on_stack(cell: &Cell, takes: bool) -> Option<u16> {
    match cell.instruction.operation {
        Operation::Block {
            load,
            rn: STACK,
            before,
            up,
            writeback: true,
            list,
            ..
        } if load == takes && up == takes && before != takes => Some(list),
        Operation::Transfer {
            load,
            unit: Unit::Word,
            rd,
            rn: STACK,
            up,
            offset: Offset::Immediate(4),
            indexing,
        } if load == takes && up == takes && (indexing == Indexing::Pre) != takes && indexing != Indexing::Offset => {
            Some(1 << rd)
        }
        _ => None,
    }
}

/// PUSH, or POP.
fn transfer(list: u16, takes: bool) -> Operation {
    Operation::Block {
        load: takes,
        rn: STACK,
        before: !takes,
        up: takes,
        writeback: true,
        user: false,
        list,
    }
}
