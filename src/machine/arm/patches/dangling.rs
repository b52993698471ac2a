//! Instructions that may be missing because something has no use without them: a text or number that nothing refers to, a
//! subroutine that nothing calls, or that goes on into the next one.

use std::collections::BTreeSet;

use super::alternatives::with_register;
use super::likely::neighbour;
use super::missing::{Missing, data, opposite, plain};
use super::{Aimed, Patches, branch, calls, ends, target};
use crate::machine::arm::isa::{Condition, DataOperation, Indexing, Instruction, Offset, Operation, Register};
use crate::machine::arm::program::Kind;
use crate::machine::patch::{Inserted, Patch};

/// Labels that are looked at, at most: in a program with more, that a label has no use says nothing.
const MOST: usize = 12;
/// To how many labels a branch at the end may lead.
const JUMPS: usize = 6;

impl Patches<'_> {
    /// The labels of data that nothing refers to, with what the source calls them.
    pub(super) fn find_dangling(&self) -> Vec<(u32, String)> {
        let used = self.used();
        let is_data = |at: &u32| !self.code.contains_key(at);
        let dangling = self.labels.iter().filter(|(at, _)| is_data(at) && !used.contains(at));
        let dangling: Vec<(u32, String)> = dangling.map(|(at, name)| (*at, (*name).to_owned())).collect();
        if dangling.len() > MOST { Vec::new() } else { dangling }
    }

    /// The subroutines that nothing calls: code with a label that nothing refers to, and that nothing runs into.
    pub(super) fn find_uncalled(&self) -> Vec<u32> {
        let used = self.used();
        let begins = self.code.keys().next();
        let is_apart = |at: &u32| {
            self.code
                .get(&at.wrapping_sub(4))
                .is_none_or(|cell| ends(cell.instruction))
        };
        let is_subroutine = |at: &u32| self.code.contains_key(at) && is_apart(at) && Some(at) != begins;
        let labels = self.labels.keys().copied();
        let uncalled: Vec<u32> = labels.filter(|at| is_subroutine(at) && !used.contains(at)).collect();
        if uncalled.len() > MOST { Vec::new() } else { uncalled }
    }

    /// The addresses that something refers to.
    fn used(&self) -> BTreeSet<u32> {
        let code = self.code.iter();
        let mut used: BTreeSet<u32> = code.filter_map(|(at, cell)| target(cell.instruction, *at)).collect();
        used.extend(self.literals.keys());
        let pieces = self.program.pieces.iter().filter(|piece| piece.kind == Kind::Data);
        let words = pieces.flat_map(|piece| (piece.address..piece.address.saturating_add(piece.length)).step_by(4));
        used.extend(words.filter_map(|at| self.word_at(at)));
        used
    }

    /// An instruction more at an address, which refers to a label that nothing refers to, ends what goes on into a subroutine, is in the
    /// same place of the same code elsewhere, or is missing for a reason that shows there.
    pub fn restored_at(&self, address: u32) -> Vec<Patch> {
        let mut patches = self.insert(address, self.loads_of_dangling(address));
        patches.extend(self.insert(address, self.calls_at(address)));
        // The same code elsewhere has it: games are long, and all that may be missing is too much to try.
        let analogous = self.analogous(address).into_iter().map(|aimed| (0, aimed));
        patches.extend(self.insert(address, analogous));
        let evident = self.evident.get(&address).into_iter().flatten();
        patches.extend(self.insert(address, evident.map(|aimed| (0, *aimed))));
        let returns = self.insert(address, self.returns_at(address));
        patches.extend(
            returns
                .into_iter()
                .filter(|patch| patch.inserted.iter().all(|own| own.is_after)),
        );
        patches
    }

    /// What may be missing at an address for a reason that shows there: flags of something else, registers that are not set, what a
    /// subroutine restores and has not saved, what is counted in a register alone, one of two that are negated.
    pub(super) fn find_evident(&self, address: u32) -> Vec<Aimed> {
        let mut missing = Missing::default();
        self.by_flags(address, &mut missing);
        self.unset(address, &mut missing);
        self.saves(address, &mut missing);
        self.calls_for_unused(address, &mut missing);
        self.updates(address, &mut missing);
        self.negates(address, &mut missing);
        missing.each_once().into_iter().map(|(_, aimed)| aimed).collect()
    }

    /// Whether an inserted instruction is among these.
    pub(super) fn is_evident(&self, inserted: Inserted) -> bool {
        let loads = |word: u32| match Instruction::decode(word).map(|own| own.operation) {
            Some(Operation::Transfer {
                load: true, rd, rn: 15, ..
            }) => Some(rd),
            _ => None,
        };
        let mut evident = self.evident.get(&inserted.address).into_iter().flatten();
        !inserted.is_after
            && evident.any(|aimed| {
                let word = aimed.instruction.encode();
                word == inserted.word || aimed.literal.is_some() && loads(word) == loads(inserted.word)
            })
    }

    /// What saves at the entry of a subroutine what it takes from the stack where it returns.
    pub(super) fn saves(&self, address: u32, missing: &mut Missing) {
        let is_push = |operation| {
            matches!(
                operation,
                Operation::Block {
                    load: false,
                    rn: 13,
                    ..
                }
            )
        };
        let first = self.code.get(&address).map(|cell| cell.instruction.operation);
        if !self.called.contains(&address) || first.is_none_or(is_push) {
            return;
        }
        let body = self.body(address).into_iter().filter_map(|at| self.code.get(&at));
        let pops = body
            .filter_map(|cell| opposite(cell.instruction.operation))
            .filter(|own| is_push(*own));
        for push in pops {
            missing.add(0, Condition::Al, push);
        }
    }

    /// What stores a number again that was loaded, and then counted up or down.
    fn updates(&self, address: u32, missing: &mut Missing) {
        let operation = |at: u32| self.instruction(at).map(|own| own.operation);
        let Some(Operation::Data {
            operation: DataOperation::Add | DataOperation::Sub,
            rd: counted,
            rn: from,
            operand,
            ..
        }) = operation(address.wrapping_sub(4))
        else {
            return;
        };

        let counts = operand.number().is_some_and(|by| counted == from || by == 1);
        let load = self.loaded_at(address.wrapping_sub(4), from).and_then(operation);
        let is_stored =
            matches!(operation(address), Some(Operation::Transfer { load: false, rd, .. }) if rd == counted);
        let store = load.and_then(opposite).filter(|_| counts && !is_stored);
        if let Some(store) = store {
            missing.add(0, Condition::Al, with_register(store, counted));
        }
    }

    /// What negates a register where one beside it is negated: a step that is turned round has rows and columns.
    fn negates(&self, address: u32, missing: &mut Missing) {
        let beside = [address.wrapping_sub(4), address].map(|at| self.instruction(at));
        for own in beside.into_iter().flatten() {
            if let Operation::Data {
                operation: operation @ DataOperation::Rsb,
                flags,
                rd,
                rn,
                operand,
            } = own.operation
                && rd == rn
                && operand.number() == Some(0)
            {
                let others = [rd + 1, rd.wrapping_sub(1)].into_iter().filter(|other| *other < 13);
                for other in others {
                    missing.add(0, own.condition, data(operation, flags, other, other, operand));
                }
            }
        }
    }

    /// Where a register was loaded shortly before an address, if nothing since then has changed it or what it was loaded through.
    fn loaded_at(&self, address: u32, register: Register) -> Option<u32> {
        const NEAR: u32 = 8;
        let mut written = Vec::new();
        for back in 1..=NEAR {
            let at = address.wrapping_sub(4 * back);
            let own = self.instruction(at).filter(|own| !calls(*own))?;
            let gives: Vec<Register> = own.operation.effect().written().collect();
            if gives.contains(&register) {
                let Operation::Transfer {
                    load: true,
                    rn,
                    offset,
                    indexing: Indexing::Offset,
                    ..
                } = own.operation
                else {
                    return None;
                };
                let index = match offset {
                    Offset::Register(rm, _) => rm,
                    Offset::Immediate(_) => rn,
                };
                let is_same = ![rn, index]
                    .iter()
                    .any(|through| *through == register || written.contains(through));
                return is_same.then_some(at);
            }
            if ends(own) || self.labels.contains_key(&at) {
                return None;
            }
            written.extend(gives);
        }
        None
    }

    /// The nearest labels of instructions to which a branch may lead.
    pub(super) fn labels_near(&self, address: u32, most: usize) -> Vec<u32> {
        let is_near = |label: &&u32| self.code.contains_key(label) && self.is_beside(address, **label);
        let mut near: Vec<u32> = self.labels.keys().filter(is_near).copied().collect();
        near.sort_by_key(|label| label.abs_diff(address));
        near.truncate(most);
        near
    }

    /// Calls of what nothing calls, and branches to it; beside other calls and before tests, calls of all else.
    fn calls_at(&self, address: u32) -> Vec<(usize, Aimed)> {
        let to = |entry: &u32, link| branch(Condition::Al, link, address, *entry);
        let uncalled = self.uncalled.iter();
        let uncalled = uncalled.flat_map(|entry| [true, false].map(|link| to(entry, link)));

        let beside = [-8, -4, 0, 4].map(|distance| address.wrapping_add_signed(distance));
        let is_beside_call = beside.into_iter().any(|at| self.instruction(at).is_some_and(calls));
        let is_place = is_beside_call || self.instruction(address).is_some_and(|own| neighbour(own).tests);
        let called = self.called.iter().filter(|_| is_place).map(|entry| to(entry, true));

        let all = uncalled.chain(called).flatten();
        all.map(|call| (0, Aimed::plain(call))).collect()
    }

    /// Loads of what has no use, into what is used next: always, or where the condition of what is beside does not hold.
    fn loads_of_dangling(&self, address: u32) -> Vec<(usize, Aimed)> {
        if self.dangling.is_empty() {
            return Vec::new();
        }
        let beside = [address.wrapping_sub(4), address].into_iter();
        let beside = beside.filter_map(|at| self.code.get(&at));
        let opposites = beside.filter_map(|cell| match cell.instruction.condition {
            Condition::Al => None,
            condition => Condition::from_code(condition.code() ^ 1),
        });
        let conditions: BTreeSet<u8> = opposites.map(Condition::code).chain([Condition::Al.code()]).collect();

        let mut missing = Missing::default();
        for rd in self.registers_used_at(address) {
            for condition in conditions.iter().filter_map(|code| Condition::from_code(*code)) {
                for label in &self.dangling {
                    missing.add_load(0, condition, rd, *label);
                }
            }
        }
        missing.found
    }

    /// What ends a subroutine that goes on into the next one, or into data: its return, or a branch back.
    fn returns_at(&self, address: u32) -> Vec<(usize, Aimed)> {
        let next = address.wrapping_add(4);
        let goes_on = self.code.get(&address).is_some_and(|cell| !ends(cell.instruction));
        if !goes_on || self.code.contains_key(&next) && !self.called.contains(&next) {
            return Vec::new();
        }
        let branches = self.labels_near(address, JUMPS).into_iter();
        let branches = branches.filter_map(|target| branch(Condition::Al, false, address, target));
        let mut ends = self.returns_before(next);
        ends.extend(branches.map(|branch| (0, Aimed::plain(branch))));
        ends
    }

    /// The returns of the subroutine that begins before an address.
    pub(super) fn returns_before(&self, address: u32) -> Vec<(usize, Aimed)> {
        let entry = self.called.range(..address).next_back();
        let first = entry.and_then(|entry| self.code.get(entry));
        let restored = first.and_then(|cell| opposite(cell.instruction.operation));
        let is_pop = |own: &Operation| matches!(own, Operation::Block { load: true, .. });

        let mut returns = Missing::default();
        let plain = [
            Operation::BranchExchange { rm: 14 },
            data(DataOperation::Mov, false, 15, 0, plain(14)),
        ];
        for operation in restored.filter(is_pop).into_iter().chain(plain) {
            returns.add(0, Condition::Al, operation);
        }
        returns.each_once()
    }
}
