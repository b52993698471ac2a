//! Instructions that may be missing because flags are used that were set for something else, or set and used by nothing.

use std::collections::BTreeSet;

use super::missing::{CONDITIONS, Missing, data};
use super::{Aimed, Patches, branch, ends};
use crate::machine::arm::isa::{Condition, DataOperation, Instruction, Operand, Operation, Register};

/// How far the instruction is looked for that set the flags, in bytes.
const REACH: u32 = 32;
/// To how many labels a branch may lead.
const JUMPS: usize = 6;

impl Patches<'_> {
    /// Whether an instruction not far before one sets flags that it may depend on.
    pub(super) fn has_flags(&self, address: u32) -> bool {
        const NEAR: u32 = 24;
        let before = self.code.range(address.saturating_sub(NEAR)..address);
        before
            .rev()
            .any(|(_, cell)| cell.instruction.operation.effect().sets_flags)
    }

    /// What may be missing at an address because of the flags: a test for the instruction there, or what depends on the test before it.
    pub(super) fn by_flags(&self, address: u32, missing: &mut Missing) {
        for register in self.untested(address) {
            self.tests_of(register, address, missing);
        }
        for condition in self.unused_conditions(address) {
            self.depending(condition, address, missing);
        }
    }

    /// The registers that have changed since the flags were set by which an instruction goes, where those are of something else: of a
    /// subroutine that was called since, or of a test by which a branch before it went already.
    fn untested(&self, address: u32) -> BTreeSet<Register> {
        let mut changed = BTreeSet::new();
        let is_conditional = self
            .instruction(address)
            .is_some_and(|own| own.condition != Condition::Al);
        if !is_conditional {
            return changed;
        }

        let mut has_branched = false;
        for step in 1..=REACH / 4 {
            let at = address.wrapping_sub(4 * step);
            let Some(before) = self.instruction(at) else { break };
            // Whoever jumps in between has set the flags elsewhere.
            if self.labels.contains_key(&at.wrapping_add(4)) {
                break;
            }
            match before.operation {
                Operation::Branch { link: true, .. } => {
                    changed.insert(0);
                    return changed;
                }
                Operation::Branch { .. } => has_branched |= before.condition != Condition::Al,
                operation => {
                    let effect = operation.effect();
                    if effect.sets_flags {
                        return if has_branched { changed } else { BTreeSet::new() };
                    }
                    changed.extend(effect.written().filter(|register| *register < 13));
                }
            }
        }
        BTreeSet::new()
    }

    /// The tests of a register: those that the program has, and comparisons with its numbers.
    fn tests_of(&self, register: Register, address: u32, missing: &mut Missing) {
        let mut numbers: BTreeSet<u32> = self.constants().collect();
        for cell in self.code.values() {
            let Operation::Data {
                operation,
                flags: true,
                rd,
                rn,
                operand,
            } = cell.instruction.operation
            else {
                continue;
            };
            if rn == register && cell.instruction.condition == Condition::Al {
                missing.add(0, Condition::Al, data(operation, true, rd, rn, operand));
            }
            numbers.extend(operand.number());
        }

        numbers.extend(self.numbers_around(address));
        for number in numbers.into_iter().filter_map(Operand::of) {
            missing.add(0, Condition::Al, data(DataOperation::Cmp, true, 0, register, number));
        }
        if let Some(one) = Operand::of(1) {
            for operation in [DataOperation::Sub, DataOperation::Add] {
                missing.add(0, Condition::Al, data(operation, true, register, register, one));
            }
        }
    }

    /// The conditions by which something may be missing at an address: all after a test that nothing uses; after an instruction with
    /// a condition that one and its opposite.
    fn unused_conditions(&self, address: u32) -> Vec<Condition> {
        let is_conditional = |instruction: Instruction| instruction.condition != Condition::Al;
        let before = self.instruction(address.wrapping_sub(4));
        let own = self.instruction(address);
        let (Some(before), Some(own)) = (before, own) else {
            return Vec::new();
        };
        if is_conditional(own) {
            return Vec::new();
        }
        if before.operation.effect().sets_flags && self.goes_on_without_flags(address) {
            return CONDITIONS.to_vec();
        }
        let opposite = Condition::from_code(before.condition.code() ^ 1);
        match before.operation {
            Operation::Branch { .. } => Vec::new(),
            _ if is_conditional(before) => [before.condition].into_iter().chain(opposite).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether from an address on nothing depends on the flags before they are set again, or may be elsewhere.
    fn goes_on_without_flags(&self, address: u32) -> bool {
        for at in (address..address.saturating_add(REACH)).step_by(4) {
            let Some(own) = self.instruction(at) else { return true };
            let effect = own.operation.effect();
            if own.condition != Condition::Al || effect.reads_flags {
                return false;
            }
            if effect.sets_flags || ends(own) || matches!(own.operation, Operation::Branch { .. }) {
                return true;
            }
        }
        true
    }

    /// What depends on a condition: a branch to a label that is near, or what the program does elsewhere on this condition or another.
    fn depending(&self, condition: Condition, address: u32, missing: &mut Missing) {
        let unused = self.uncalled.iter().copied();
        let branches = self.labels_near(address, JUMPS).into_iter().chain(unused);
        for branch in branches.filter_map(|target| branch(condition, false, address, target)) {
            missing.add(0, condition, branch.operation);
        }

        let others = self
            .code
            .iter()
            .filter(|(_, cell)| cell.instruction.condition != Condition::Al);
        for (at, cell) in others {
            let is_branch = matches!(cell.instruction.operation, Operation::Branch { .. });
            // Others than these are mostly for branches.
            let is_likely =
                matches!(condition, Condition::Eq | Condition::Ne) || condition == cell.instruction.condition;
            let own = self.aimed(cell.instruction, *at);
            if !is_branch && is_likely && (own.literal.is_some() || super::target(cell.instruction, *at).is_none()) {
                let instruction = Instruction {
                    condition,
                    ..cell.instruction
                };
                missing.found.push((0, Aimed { instruction, ..own }));
            }
        }
    }
}
