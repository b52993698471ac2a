//! Instructions that may be missing because something has no use without them: a text or number that nothing refers to, a
//! subroutine that nothing calls, or that goes on into the next one.

use std::collections::BTreeSet;

use super::missing::{data, opposite, plain, transfer};
use super::{Aimed, Patches, aim, ends, target};
use crate::machine::arm::isa::{Condition, DataOperation, Instruction, Operation, Unit};
use crate::machine::arm::program::Kind;
use crate::machine::patch::Patch;

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

    /// An instruction more at an address, which refers to a label that nothing refers to, ends what goes on into a subroutine, or is
    /// in the same place of the same code elsewhere.
    pub fn restored_at(&self, address: u32) -> Vec<Patch> {
        let mut patches = self.insert(address, self.loads_of_dangling(address));
        patches.extend(self.insert(address, self.calls_of_uncalled(address)));
        // The same code elsewhere has it: games are long, and all that may be missing is too much to try.
        let analogous = self.analogous(address).into_iter().map(|aimed| (0, aimed));
        patches.extend(self.insert(address, analogous));
        let returns = self.insert(address, self.returns_at(address));
        patches.extend(
            returns
                .into_iter()
                .filter(|patch| patch.inserted.iter().all(|own| own.is_after)),
        );
        patches
    }

    /// Calls of what nothing calls.
    fn calls_of_uncalled(&self, address: u32) -> Vec<(usize, Aimed)> {
        let call = Instruction {
            condition: Condition::Al,
            operation: Operation::Branch { link: true, offset: 0 },
        };
        let calls = self.uncalled.iter().filter_map(|entry| aim(call, address, *entry));
        let aimed = calls.map(|instruction| Aimed {
            instruction,
            literal: None,
        });
        aimed.map(|aimed| (0, aimed)).collect()
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

        let mut found = Vec::new();
        for rd in self.registers_used_at(address) {
            for condition in conditions.iter().filter_map(|code| Condition::from_code(*code)) {
                let operation = transfer(true, Unit::Word, rd, 15);
                let instruction = Instruction { condition, operation };
                let labels = self.dangling.iter().map(|label| Some(*label));
                found.extend(labels.map(|literal| (0, Aimed { instruction, literal })));
            }
        }
        found
    }

    /// What ends a subroutine that goes on into the next one, or into data: its return, or a branch back.
    fn returns_at(&self, address: u32) -> Vec<(usize, Aimed)> {
        let next = address.wrapping_add(4);
        let goes_on = self.code.get(&address).is_some_and(|cell| !ends(cell.instruction));
        if !goes_on || self.code.contains_key(&next) && !self.called.contains(&next) {
            return Vec::new();
        }
        let entry = self.called.range(..=address).next_back();
        let entry = entry
            .and_then(|entry| self.code.get(entry))
            .map(|cell| cell.instruction.operation);
        let saved = entry
            .and_then(opposite)
            .filter(|own| matches!(own, Operation::Block { load: true, .. }));
        let returns = [
            Operation::BranchExchange { rm: 14 },
            data(DataOperation::Mov, false, 15, 0, plain(14)),
        ];
        let own = |operation| Instruction {
            condition: Condition::Al,
            operation,
        };
        let branch = own(Operation::Branch { link: false, offset: 0 });
        let branches = self.labels_near(address, JUMPS).into_iter();
        let branches = branches.filter_map(|target| aim(branch, address, target));
        let ends = saved.into_iter().chain(returns).map(own).chain(branches);
        ends.map(|instruction| {
            (
                0,
                Aimed {
                    instruction,
                    literal: None,
                },
            )
        })
        .collect()
    }
}
