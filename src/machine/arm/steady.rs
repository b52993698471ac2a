//! Loops that never end although their state never repeats, such as those that count without a bound.
//!
//! One turn of the loop is run, instruction by instruction, and what it changed is followed through that turn once more:
//! registers, flags, words of RAM, and all that is computed from them, turn after turn until nothing more is reached. Where
//! none of it decides a condition, an address or a jump, the next turn takes the same way and differs in nothing else; so do
//! all further ones, by induction. A turn that prints or takes a key is none, so neither ever happens again.

use std::collections::BTreeMap;

use super::cpu::Machine;
use super::exit::Exit;
use super::isa::{Instruction, Operation};
use super::memory::is_ram;
use super::op::Code;
use super::registers::Registers;
use influence::Influence;

mod influence;
#[cfg(test)]
mod tests;

/// Instructions of the longest turn that is looked at.
const LONGEST: usize = 2_048;
/// How often the first instruction of the turn may come again before the whole turn is found.
const TRIED: usize = 64;

/// An instruction that ran.
#[derive(Debug, Clone, Copy)]
struct Ran {
    instruction: Instruction,
    /// Whether its condition was met.
    holds: bool,
    /// The words of memory that it moved, the first and how many.
    words: (u32, u32),
}

impl Ran {
    fn addresses(self) -> impl Iterator<Item = u32> {
        let (first, count) = self.words;
        (0..count).map(move |at| first.wrapping_add(at * 4))
    }

    /// Whether it stores to memory.
    fn stores(self) -> bool {
        let operation = self.instruction.operation;
        matches!(
            operation,
            Operation::Transfer { load: false, .. } | Operation::Block { load: false, .. }
        )
    }
}

/// What ran since a moment.
#[derive(Debug)]
struct Turn {
    first: u32,
    start: Registers,
    ran: Vec<Ran>,
    /// What the words that were stored to held before.
    old: BTreeMap<u32, u32>,
}

impl Machine {
    /// Runs some instructions of a loop and tries to prove that it never ends: [`Exit::Endless`]. Where that is not known it
    /// is [`Exit::Fuel`].
    pub fn prove_endless(&mut self) -> Exit {
        let mut turn = Turn {
            first: self.pc,
            start: self.registers.clone(),
            ran: Vec::new(),
            old: BTreeMap::new(),
        };
        let mut tried = 0;

        while turn.ran.len() < LONGEST && tried < TRIED && self.fuel > 1 {
            let Some(ran) = self.next_ran() else { break };
            turn.push(ran, self);
            match self.step() {
                Exit::Fuel => {}
                exit => return exit,
            }
            if self.pc == turn.first && self.registers.r[13] == turn.start.r[13] {
                tried += 1;
                if turn.goes_on_forever(self) {
                    return Exit::Endless;
                }
            }
        }

        Exit::Fuel
    }

    /// The instruction that runs next, when it is one of a turn: it cannot fail, stop, print or take a key.
    fn next_ran(&self) -> Option<Ran> {
        let op = self.ops.get((self.pc >> 2) as usize)?;
        if op.code == Code::Data {
            return None;
        }

        let instruction = Instruction::decode(self.memory.word(self.pc)?)?;
        let holds = self.registers.flags.hold(instruction.condition);
        let words = if holds {
            self.words_of(instruction.operation)?
        } else {
            (0, 0)
        };

        Some(Ran {
            instruction,
            holds,
            words,
        })
    }

    /// The words that an operation moves; `None` where it is none of a turn.
    fn words_of(&self, operation: Operation) -> Option<(u32, u32)> {
        let at = self.pc;
        match operation {
            Operation::Data { rd: 15, flags, .. } if flags => None,
            Operation::Branch { offset, .. } => (offset != -8).then_some((0, 0)),
            Operation::BranchExchange { rm } => {
                let target = self.read(rm, at.wrapping_add(8));
                (target & 1 == 0).then_some((0, 0))
            }
            Operation::Transfer { load, .. } => {
                let (address, _) = self.transfer_address(at, operation);
                let is_known = is_ram(address) || load && self.is_constant(address);
                is_known.then_some((address & !3, 1))
            }
            Operation::Block {
                list,
                load,
                user: false,
                ..
            } if list != 0 => {
                let (lowest, _) = self.block_addresses(at, operation);
                let words = (lowest & !3, list.count_ones());
                let last = words.0.wrapping_add(words.1 * 4 - 4);
                let is_known = |address| is_ram(address) || load && self.is_constant(address);
                (is_known(words.0) && is_known(last)).then_some(words)
            }
            Operation::Block { .. }
            | Operation::Swap { .. }
            | Operation::ReadStatus { .. }
            | Operation::WriteStatus { .. }
            | Operation::Interrupt { .. } => None,
            // All others compute from registers alone.
            _ => Some((0, 0)),
        }
    }
}

impl Turn {
    fn push(&mut self, ran: Ran, machine: &Machine) {
        if ran.holds && ran.stores() {
            for address in ran.addresses() {
                self.old.entry(address).or_insert_with(|| machine.memory.ram(address));
            }
        }
        self.ran.push(ran);
    }

    /// Whether all further turns are like this one, which has just ended.
    fn goes_on_forever(&self, machine: &Machine) -> bool {
        let mut differs = self.changed(machine);
        loop {
            let mut after = differs.clone();
            if self.ran.iter().any(|ran| after.follow(*ran).is_none()) {
                return false;
            }
            if after.is_within(&differs) {
                return true;
            }

            differs.join(after);
        }
    }

    /// What is not as it was at the beginning.
    fn changed(&self, machine: &Machine) -> Influence {
        let (start, end) = (&self.start, &machine.registers);
        let registers = (0..15).filter(|number| start.r[*number] != end.r[*number]);
        let words = self
            .old
            .iter()
            .filter(|(address, old)| machine.memory.ram(**address) != **old);

        Influence {
            registers: registers.fold(0, |all, number| all | 1 << number),
            flags: start.flags != end.flags,
            words: words.map(|(address, _)| *address).collect(),
        }
    }
}
