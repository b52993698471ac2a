//! Instructions that may be missing.

use std::collections::HashSet;

use super::likely::gives;
use super::order::moved;
use super::{Aimed, Patches, branch, ends};
use crate::machine::arm::isa::{
    Condition, DataOperation, Indexing, Instruction, Offset, Operand, Operation, Register, Shift, ShiftKind, Unit,
};
use crate::machine::edits::Edit;
use crate::machine::patch::{Inserted, Patch};
#[cfg(doc)]
use crate::machine::slice::Slice;

/// How far an instruction is copied from, in bytes: about a subroutine.
const NEAR: u32 = 120;
/// How far away what is copied is the likeliest.
const BESIDE: u32 = 32;
/// The largest step by which a register is moved.
const LARGEST_STEP: u32 = 64;
/// The largest number with a name that may be meant.
const LARGEST_CONSTANT: u32 = 127;
/// To how many labels a branch may lead.
const JUMPS: usize = 4;
/// Conditions of branches that are left out.
pub(super) const CONDITIONS: [Condition; 10] = [
    Condition::Eq,
    Condition::Ne,
    Condition::Ge,
    Condition::Lt,
    Condition::Gt,
    Condition::Le,
    Condition::Cs,
    Condition::Cc,
    Condition::Hi,
    Condition::Ls,
];

/// Instructions that may be missing, each with its rank.
#[derive(Debug, Default)]
pub(super) struct Missing {
    pub(super) found: Vec<(usize, Aimed)>,
}

impl Missing {
    /// One that refers to no literal.
    pub(super) fn add(&mut self, rank: usize, condition: Condition, operation: Operation) {
        self.found
            .push((rank, Aimed::plain(Instruction { condition, operation })));
    }

    /// A load of a literal.
    pub(super) fn add_load(&mut self, rank: usize, condition: Condition, rd: Register, literal: u32) {
        let operation = transfer(true, Unit::Word, rd, 15);
        let aimed = Aimed {
            instruction: Instruction { condition, operation },
            literal: Some(literal),
        };
        self.found.push((rank, aimed));
    }

    /// All of them, each once, the likeliest first.
    pub(super) fn each_once(mut self) -> Vec<(usize, Aimed)> {
        self.found.sort_by_key(|(rank, _)| *rank);
        let mut seen = HashSet::new();
        self.found.retain(|(_, aimed)| seen.insert(*aimed));
        self.found
    }
}

impl Patches<'_> {
    /// An instruction more at an address: before the one that is there. Where that has a label, it may be missing from the end
    /// of what comes before, too.
    pub fn inserted_at(&self, address: u32) -> Vec<Patch> {
        self.insert(address, self.missing(address))
    }

    /// The patches that insert instructions, each with its rank.
    pub(super) fn insert(&self, address: u32, missing: impl IntoIterator<Item = (usize, Aimed)>) -> Vec<Patch> {
        let Some((cell, statement)) = self.written(address) else {
            return Vec::new();
        };
        let next = address.wrapping_add(4);
        let ends_block = self.written(next).is_none_or(|(_, after)| !after.label.is_empty());
        let goes_on = !ends(cell.instruction);

        let mut patches = Vec::new();
        for (rank, aimed) in missing {
            let Some((words, text)) = self.word(aimed, address, statement) else {
                continue;
            };
            let mut insert = |is_after, edit| {
                patches.push(Patch {
                    edit,
                    reached_at: vec![address],
                    // A literal that is in no pool.
                    words: words[1..].to_vec(),
                    inserted: vec![Inserted {
                        address,
                        word: words[0].1,
                        target: None,
                        is_after,
                    }],
                    rank,
                });
            };
            insert(false, Edit::before(statement, &text));
            if ends_block && goes_on {
                insert(true, Edit::after(statement, &text));
            }
        }
        patches
    }

    /// The same where some registers hold a part of what the first wrong byte was computed from, as in [`Slice::live`]: of the less
    /// likely ones those alone that may change it.
    pub fn inserted_where(&self, address: u32, live: u32) -> Vec<Patch> {
        let missing = self.missing(address).into_iter();
        let is_worth = |(rank, aimed): &(usize, Aimed)| *rank <= 1 || gives(aimed.instruction) & live != 0;
        self.insert(address, missing.filter(is_worth))
    }

    /// Instructions that may be missing at an address, each with its rank: first what people forget, then copies of what is
    /// around, and the like.
    fn missing(&self, address: u32) -> Vec<(usize, Aimed)> {
        let mut missing = Missing::default();
        self.copies(address, &mut missing);
        self.counterparts(address, &mut missing);
        self.assignments(address, &mut missing);
        self.calls_and_branches(address, &mut missing);
        self.comparisons(address, &mut missing);

        missing
            .found
            .extend(self.analogous(address).into_iter().map(|aimed| (0, aimed)));
        missing.each_once()
    }

    /// Copies of what is around, and loads of what is stored there, or the other way round.
    fn copies(&self, address: u32, missing: &mut Missing) {
        let around = address.saturating_sub(NEAR)..=address.saturating_add(NEAR);
        for (at, cell) in self.code.range(around).filter(|(at, _)| self.is_beside(address, **at)) {
            let rank = usize::from(at.abs_diff(address) > BESIDE);
            let own = self.aimed(cell.instruction, *at);
            let copy = match own.literal {
                Some(_) => Some(cell.instruction),
                None => moved(cell.instruction, *at, address),
            };
            missing
                .found
                .extend(copy.map(|instruction| (rank, Aimed { instruction, ..own })));
            if let Some(other) = opposite(cell.instruction.operation) {
                missing.add(rank, cell.instruction.condition, other);
            }
        }
    }

    /// What is done where the condition of an instruction beside does not hold: the same with another literal or number.
    fn counterparts(&self, address: u32, missing: &mut Missing) {
        let beside = [address.wrapping_sub(4), address].into_iter();
        let beside = beside.filter_map(|at| Some((at, self.code.get(&at)?.instruction)));
        for (at, instruction) in beside.filter(|(_, instruction)| instruction.condition != Condition::Al) {
            let Some(condition) = Condition::from_code(instruction.condition.code() ^ 1) else {
                continue;
            };
            let own = self.aimed(
                Instruction {
                    condition,
                    ..instruction
                },
                at,
            );
            if own.literal.is_some() {
                let others = self.literals.keys().map(|literal| Some(*literal));
                let others = others.map(|literal| (0, Aimed { literal, ..own }));
                missing.found.extend(others);
            }
            if let Operation::Data {
                operation,
                flags: false,
                rd,
                rn,
                ..
            } = instruction.operation
            {
                for number in self.numbers_around(address).into_iter().filter_map(Operand::of) {
                    missing.add(0, condition, data(operation, false, rd, rn, number));
                }
            }
        }
    }

    /// A register set to a number, to another one, or to a literal; or counted up or down.
    fn assignments(&self, address: u32, missing: &mut Missing) {
        let registers = self.registers_around(address);
        let mut numbers: Vec<u32> = self.numbers_around(address);
        numbers.extend([0, 1]);
        for rd in registers.iter().copied() {
            for number in numbers.iter().filter_map(|number| Operand::of(*number)) {
                missing.add(1, Condition::Al, data(DataOperation::Mov, false, rd, 0, number));
            }
            if let Some(one) = Operand::of(1) {
                missing.add(0, Condition::Al, data(DataOperation::Add, false, rd, rd, one));
                missing.add(0, Condition::Al, data(DataOperation::Sub, false, rd, rd, one));
                missing.add(0, Condition::Al, data(DataOperation::Sub, true, rd, rd, one));
            }
            let sizes = self.numbers.iter().filter(|number| **number <= LARGEST_STEP);
            for number in sizes.filter_map(|number| Operand::of(*number)) {
                missing.add(1, Condition::Al, data(DataOperation::Add, false, rd, rd, number));
                missing.add(1, Condition::Al, data(DataOperation::Sub, false, rd, rd, number));
            }
            for rm in registers.iter().copied().filter(|rm| *rm != rd) {
                missing.add(1, Condition::Al, data(DataOperation::Mov, false, rd, 0, plain(rm)));
            }
        }
        // What is used next is what is not set.
        for rd in self.registers_used_at(address) {
            for rm in registers.iter().copied() {
                missing.add(2, Condition::Al, data(DataOperation::Add, false, rd, rd, plain(rm)));
                missing.add(2, Condition::Al, transfer(true, Unit::Word, rd, rm));
                missing.add(2, Condition::Al, transfer(true, Unit::Byte, rd, rm));
            }
            for literal in self.literals.keys() {
                missing.add_load(1, Condition::Al, rd, *literal);
            }
        }
    }

    /// The registers that the next instructions read; R0 where one of them calls a subroutine.
    pub(super) fn registers_used_at(&self, address: u32) -> Vec<Register> {
        const REACH: u32 = 8;
        let code = self.code.range(address..=address.saturating_add(REACH));
        let mut used: Vec<Register> = Vec::new();
        for (_, cell) in code {
            match cell.instruction.operation {
                Operation::Branch { link: true, .. } => used.push(0),
                operation => {
                    let effect = operation.effect();
                    used.extend(effect.reads.into_iter().chain(effect.addresses).flatten());
                }
            }
        }
        used.retain(|register| *register < 13);
        used.sort_unstable();
        used.dedup();
        used
    }

    fn calls_and_branches(&self, address: u32, missing: &mut Missing) {
        let own = |target, link| branch(Condition::Al, link, address, target);
        for called in self.called.iter().filter_map(|target| own(*target, true)) {
            missing.add(0, Condition::Al, called.operation);
        }
        missing.add(0, Condition::Al, Operation::BranchExchange { rm: 14 });
        let before = self.code.get(&address.wrapping_sub(4));
        let after_test = before.is_some_and(|cell| {
            cell.instruction.condition != Condition::Al || cell.instruction.operation.effect().sets_flags
        });
        for (place, target) in self.labels_near(address, JUMPS).into_iter().enumerate() {
            let Some(branch) = own(target, false) else { continue };
            let rank = place / (JUMPS / 2);
            missing.add(rank, Condition::Al, branch.operation);
            for condition in CONDITIONS.into_iter().filter(|_| after_test) {
                missing.add(rank, condition, branch.operation);
            }
        }
    }

    /// What sets the flags for an instruction that depends on them.
    fn comparisons(&self, address: u32, missing: &mut Missing) {
        let is_conditional = |at: u32| {
            let next = self.code.get(&at);
            next.is_some_and(|cell| cell.instruction.condition != Condition::Al)
        };
        if !is_conditional(address) && !is_conditional(address.wrapping_add(4)) {
            return;
        }
        let registers = self.registers_around(address);
        let numbers = self.numbers_around(address);
        for rn in registers.iter().copied() {
            for number in numbers.iter().filter_map(|number| Operand::of(*number)) {
                missing.add(0, Condition::Al, data(DataOperation::Cmp, true, 0, rn, number));
            }
            for rm in registers.iter().copied().filter(|rm| *rm != rn) {
                missing.add(1, Condition::Al, data(DataOperation::Cmp, true, 0, rn, plain(rm)));
            }
        }
    }

    /// The small numbers to which the source gives names.
    pub(super) fn constants(&self) -> impl Iterator<Item = u32> {
        let small = self.names.range(..=LARGEST_CONSTANT);
        small.map(|(value, _)| *value).chain([0, 1])
    }

    /// The numbers in the instructions around an address.
    pub(super) fn numbers_around(&self, address: u32) -> Vec<u32> {
        let around = address.saturating_sub(NEAR)..=address.saturating_add(NEAR);
        let code = self.code.range(around);
        let numbers = code.filter_map(|(_, cell)| match cell.instruction.operation {
            Operation::Data { operand, .. } => operand.number(),
            _ => None,
        });
        let mut numbers: Vec<u32> = numbers.collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

pub(super) fn data(operation: DataOperation, flags: bool, rd: Register, rn: Register, operand: Operand) -> Operation {
    Operation::Data {
        operation,
        flags,
        rd,
        rn,
        operand,
    }
}

pub(super) fn plain(rm: Register) -> Operand {
    Operand::Register(rm, Shift::Amount(ShiftKind::Lsl, 0))
}

/// A load from where a register points to, or a store there.
pub(super) fn transfer(load: bool, unit: Unit, rd: Register, rn: Register) -> Operation {
    Operation::Transfer {
        load,
        unit,
        rd,
        rn,
        up: true,
        offset: Offset::Immediate(0),
        indexing: Indexing::Offset,
    }
}

/// The load of what an operation stores, or the store of what it loads.
pub(super) fn opposite(operation: Operation) -> Option<Operation> {
    match operation {
        Operation::Transfer {
            load,
            unit: unit @ (Unit::Word | Unit::Byte | Unit::Half),
            rd,
            rn,
            up,
            offset,
            indexing,
        } if rn != 15 => Some(Operation::Transfer {
            load: !load,
            unit,
            rd,
            rn,
            up,
            offset,
            indexing,
        }),
        Operation::Block {
            load,
            rn,
            before,
            up,
            writeback,
            user,
            list,
        } => {
            // What is pushed as LR comes back as PC.
            let list = if list & 0xC000 == 0 { list } else { list ^ 0xC000 };
            Some(Operation::Block {
                load: !load,
                rn,
                before: !before,
                up: !up,
                writeback,
                user,
                list,
            })
        }
        _ => None,
    }
}
