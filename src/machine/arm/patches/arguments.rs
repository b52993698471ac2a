//! Registers that may not be set: those that a subroutine is given, and those that one saves for itself and reads as they
//! are.

use std::collections::BTreeSet;

use super::missing::{Missing, data, plain};
use super::{Cell, Patches, branch, calls, ends, target};
use crate::machine::arm::isa::{Condition, DataOperation, Instruction, Operand, Operation, Register};
use crate::machine::arm::slice::{given, taken};

/// How far before a call what it is given is set, in bytes.
const REACH: u32 = 40;
/// The registers in which arguments are given by convention.
const BY_CONVENTION: u32 = 0xF;
/// The registers without stack pointer, link register and program counter.
const GENERAL: u32 = 0x1FFF;

impl Patches<'_> {
    /// What may set a register at an address that the next call is given elsewhere, or reads, and that is not set before it; or one that
    /// the subroutine which begins before it saves, and reads before it sets it. Registers are mostly set in their order.
    pub(super) fn unset(&self, address: u32, missing: &mut Missing) {
        let wanted = self.not_given(address) | self.saved_and_read(address);
        let before = self.instruction(address.wrapping_sub(4)).map_or(0, set_alone);
        let next = self.instruction(address).map_or(0, set_alone);
        for register in (0..13).filter(|register| wanted >> register & 1 != 0) {
            let is_in_order = before >> register == 0 && (next == 0 || next > 1 << register);
            if is_in_order {
                self.assignments_to(register, address, missing);
            }
        }
    }

    /// The registers that the next call is given before its other calls, or reads before it sets them, and that are not set here.
    fn not_given(&self, address: u32) -> u32 {
        let Some((call, entry)) = self.next_call(address) else {
            return 0;
        };
        let calls = self.code.iter().filter(|(at, cell)| {
            **at != call && calls(cell.instruction) && target(cell.instruction, **at) == Some(entry)
        });
        let elsewhere = calls.fold(0, |all, (at, _)| all | self.set_before(*at));
        (elsewhere | self.read_first(entry) & BY_CONVENTION) & !self.set_before(call)
    }

    /// The next call with nothing but ordinary instructions before it, and the entry that it calls.
    fn next_call(&self, address: u32) -> Option<(u32, u32)> {
        for at in (address..address.saturating_add(REACH)).step_by(4) {
            let instruction = self.instruction(at)?;
            if at != address && self.labels.contains_key(&at) {
                return None;
            }
            if calls(instruction) {
                return target(instruction, at).map(|entry| (at, entry));
            }
            if matches!(instruction.operation, Operation::Branch { .. }) || ends(instruction) {
                return None;
            }
        }
        None
    }

    /// The registers that are set right before a call: since the last call, branch or label.
    fn set_before(&self, call: u32) -> u32 {
        let mut set = 0;
        let mut at = call;
        while !self.labels.contains_key(&at) && call - at < REACH {
            at = at.wrapping_sub(4);
            let Some(instruction) = self.instruction(at) else { break };
            if matches!(
                instruction.operation,
                Operation::Branch { .. } | Operation::Block { .. }
            ) {
                break;
            }
            set |= given(instruction) & GENERAL;
        }
        set
    }

    /// The registers that a subroutine reads before it sets them, up to its first call. What it saves is not read.
    fn read_first(&self, entry: u32) -> u32 {
        let (mut read, mut set) = (0, 0);
        for (_, cell) in self.code.range(entry..) {
            if !is_on_stack(cell.instruction) {
                read |= taken(cell.instruction) & !set;
                set |= given(cell.instruction);
            }
            if calls(cell.instruction) || ends(cell.instruction) {
                break;
            }
        }
        read & GENERAL
    }

    /// The registers that a subroutine saves with its first instruction and reads before it sets them: at the addresses up to the first
    /// instruction that does.
    fn saved_and_read(&self, address: u32) -> u32 {
        let Some(entry) = self.called.range(..address).next_back() else {
            return 0;
        };
        let Some(Operation::Block {
            load: false,
            rn: 13,
            list,
            ..
        }) = self.instruction(*entry).map(|first| first.operation)
        else {
            return 0;
        };

        let unset = u32::from(list) & self.read_first(*entry);
        let reads = |cell: &&Cell| !is_on_stack(cell.instruction) && taken(cell.instruction) & unset != 0;
        let first = self.code.range(*entry..).find(|(_, cell)| reads(cell));
        first.filter(|(at, _)| address <= **at).map_or(0, |_| unset)
    }

    /// The calls that may be missing before a return, where registers are set as for a call and nothing reads them.
    pub(super) fn calls_for_unused(&self, address: u32, missing: &mut Missing) {
        let returns = self.instruction(address).is_some_and(ends);
        let results = 1;
        if !returns || self.set_before(address) & BY_CONVENTION & !results == 0 {
            return;
        }
        let to = |entry: &u32| branch(Condition::Al, true, address, *entry);
        for call in self.called.iter().filter_map(to) {
            missing.add(0, Condition::Al, call.operation);
        }
    }

    /// What may set a register: what the program sets it to elsewhere, a number, a label, or another register.
    fn assignments_to(&self, register: Register, address: u32, missing: &mut Missing) {
        let elsewhere = self
            .code
            .iter()
            .filter(|(_, cell)| set_alone(cell.instruction) == 1 << register);
        for (at, cell) in elsewhere {
            let own = self.aimed(cell.instruction, *at);
            if own.literal.is_some() || target(cell.instruction, *at).is_none() {
                missing.found.push((0, own));
            }
        }

        let mut numbers: BTreeSet<u32> = self.numbers_around(address).into_iter().collect();
        numbers.extend(self.constants().flat_map(|value| value.saturating_sub(1)..=value + 1));
        for number in numbers.into_iter().filter_map(Operand::of) {
            missing.add(0, Condition::Al, data(DataOperation::Mov, false, register, 0, number));
        }
        for literal in self.literals.keys() {
            missing.add_load(0, Condition::Al, register, *literal);
        }
        for other in self
            .registers_around(address)
            .into_iter()
            .filter(|other| *other != register)
        {
            missing.add(
                0,
                Condition::Al,
                data(DataOperation::Mov, false, register, 0, plain(other)),
            );
        }
    }
}

/// Whether an instruction saves or restores registers.
fn is_on_stack(instruction: Instruction) -> bool {
    matches!(instruction.operation, Operation::Block { rn: 13, .. })
}

/// The one register that an instruction always sets, and does nothing else.
fn set_alone(instruction: Instruction) -> u32 {
    let set = given(instruction);
    let is_plain = instruction.condition == Condition::Al && !calls(instruction);
    if is_plain && set & GENERAL == set && set.is_power_of_two() {
        set
    } else {
        0
    }
}
