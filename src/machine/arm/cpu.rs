//! The processor: the loop that executes operations until something has to be decided outside it.
//!
//! `execute` does what is common and cannot fail by itself. Everything else, each access to a device among it, goes to the
//! interpreter in `interpret`, which knows every instruction.

use std::sync::Arc;

use super::exit::{Exit, Fault};
use super::isa::Condition;
use super::memory::{Memory, is_ram};
use super::op::Op;
use super::program::Program;
use super::registers::Registers;
use super::settings::Settings;
use super::uart::Uart;
use crate::machine::console::Console;
use crate::splitmix::SplitMix64;

mod bus;
mod execute;
mod interpret;
mod part;
mod shift;
mod skip;
mod transfer;

pub use bus::Noted;
pub use skip::Heat;

use execute::Step;
use skip::Skipped;

/// A run of words, one after the other, that were executed and not written as code: data in flash, or RAM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InData {
    /// The instruction that ran before.
    pub from: u32,
    /// The first of them.
    pub entered: u32,
    /// The last of them so far.
    pub last: u32,
}

/// Everything a program can change.
#[derive(Debug)]
pub struct Machine {
    /// The registers.
    pub registers: Registers,
    /// Address of the next instruction.
    pub pc: u32,
    /// Address of the instruction that ran last.
    pub last: u32,
    /// The latest run of words that were executed and not written as code.
    pub in_data: Option<InData>,
    /// Flash and RAM.
    pub memory: Memory,
    /// The serial port that is the console.
    pub uart: Uart,
    /// Peripherals that were used and do nothing, in the order of their first use.
    pub noted: Vec<Noted>,
    /// The first instruction that sent more than the transmitter holds.
    pub overrun_from: Option<u32>,
    /// Keys and output.
    pub console: Console,
    /// Instructions that may still run.
    pub fuel: u64,
    /// Instructions that were skipped so far, in all runs.
    pub skipped: u64,
    /// What is known of the loop that runs.
    pub(super) heat: Heat,
    pub(super) ops: Arc<[Op]>,
    /// Whether each word of the image has run, in any run.
    pub(super) ran: Box<[bool]>,
    start: Registers,
}

/// The state that a watched run compares with.
struct Checkpoint {
    registers: Registers,
    pc: u32,
    uart: Uart,
    activity: u64,
}

impl Machine {
    /// A machine with a program in flash, at its start.
    pub fn new(program: &Program, settings: Settings) -> Self {
        // Another sequence than memory's, from the same seed.
        let mut generator = settings.fill.seed().map(|seed| SplitMix64::new(!seed));
        let start = Registers::new(|| generator.as_mut().map_or(0, |random| random.next_u64() as u32));
        let memory = Memory::new(program, settings);
        Self {
            registers: start.clone(),
            start,
            pc: 0,
            last: 0,
            in_data: None,
            ran: vec![false; memory.ops.len()].into(),
            ops: Arc::clone(&memory.ops),
            memory,
            uart: Uart::default(),
            noted: Vec::new(),
            overrun_from: None,
            console: Console::default(),
            fuel: 0,
            skipped: 0,
            heat: Heat::default(),
        }
    }

    /// The registers at the program's start.
    pub fn start(&self) -> &Registers {
        &self.start
    }

    /// Runs one instruction, and no more.
    pub fn step(&mut self) -> Exit {
        let fuel = self.fuel;
        self.fuel = fuel.min(1);
        let exit = self.run::<true>(1);
        self.fuel += fuel - fuel.min(1);
        exit
    }

    /// Runs until something has to be decided, at most `slice` steps, of which a skipped stretch of a loop is none. With
    /// `WATCH` the state at entry is the checkpoint that is watched for.
    pub fn run<const WATCH: bool>(&mut self, slice: u64) -> Exit {
        let checkpoint = WATCH.then(|| Checkpoint {
            registers: self.registers.clone(),
            pc: self.pc,
            uart: self.uart.clone(),
            activity: self.console.activity,
        });

        let ops = Arc::clone(&self.ops);
        let slice = slice.min(self.fuel);
        let (ran, exit) = self.run_loop::<WATCH>(&ops, slice, checkpoint.as_ref());
        self.fuel -= ran;
        exit
    }

    fn run_loop<const WATCH: bool>(
        &mut self,
        ops: &[Op],
        mut slice: u64,
        checkpoint: Option<&Checkpoint>,
    ) -> (u64, Exit) {
        let mut left = slice;
        let (mut pc, mut at) = (self.pc, self.last);

        let exit = loop {
            if left == 0 {
                break Exit::Fuel;
            }
            if WATCH && left != slice && checkpoint.is_some_and(|checkpoint| self.repeats(checkpoint, pc)) {
                break Exit::Repeats;
            }
            let Some(op) = self.fetch(ops, pc, at) else {
                break Exit::Crashed(Fault::NoCode(pc));
            };

            left -= 1;
            let before = at;
            at = pc;
            pc = pc.wrapping_add(4);
            if op.condition != Condition::Al && !self.registers.flags.hold(op.condition) {
                continue;
            }

            match self.execute::<WATCH>(op, &mut pc) {
                Step::Next => continue,
                Step::Loop => {
                    // The last instruction that may run is run, and nothing is concluded from it.
                    let fuel = self.fuel - (slice - left);
                    if self.heat.rises(at) && fuel > 0 {
                        let Some(over) = self.skip_loop::<WATCH>(ops, pc, at, (fuel, left)) else {
                            break Exit::Endless;
                        };
                        left -= over;
                        slice -= over;
                    }
                    continue;
                }
                Step::Rare => {}
            }

            self.last = before;
            match self.uncommon::<WATCH>(at, op, pc) {
                Ok(next) => pc = next,
                Err(Exit::KeyWanted) => {
                    left += 1;
                    (pc, at) = (at, before);
                    break Exit::KeyWanted;
                }
                Err(exit) => break exit,
            }

            if WATCH && checkpoint.is_some_and(|checkpoint| checkpoint.activity != self.console.activity) {
                break Exit::Active;
            }
        };
        self.pc = pc;
        self.last = at;
        (slice - left, exit)
    }

    /// Skips what a loop that branches from `at` back to `pc` does next, as far as that is known: how many instructions of
    /// this slice fall away, of which `left` remain, while the whole run has `fuel`. `None` for a loop that never ends.
    #[inline(never)]
    fn skip_loop<const WATCH: bool>(&mut self, ops: &[Op], pc: u32, at: u32, (fuel, left): (u64, u64)) -> Option<u64> {
        match self.skip::<WATCH>(ops, pc, at, fuel) {
            Skipped::Instructions(skipped) => {
                self.fuel -= skipped;
                self.skipped += skipped;
                Some(left.saturating_sub(fuel - skipped))
            }
            Skipped::Endless => None,
        }
    }

    /// Executes what the loop of common operations does not: devices, faults and rare instructions. The address of the next
    /// instruction, which is `pc` unless it jumps.
    #[inline]
    fn uncommon<const WATCH: bool>(&mut self, at: u32, op: Op, pc: u32) -> Result<u32, Exit> {
        match self.device::<WATCH>(at, op) {
            Some(done) => done.map(|()| pc),
            None => self.other::<WATCH>(at, op),
        }
    }

    /// The operation at an address that is about to run, after the one at `last`; `None` where no code can be.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    fn fetch(&mut self, ops: &[Op], pc: u32, last: u32) -> Option<Op> {
        match ops.get((pc >> 2) as usize) {
            Some(op) => {
                if let Some(ran) = self.ran.get_mut((pc >> 2) as usize) {
                    *ran = true;
                }
                Some(*op)
            }
            None => is_ram(pc).then(|| self.ram_op(pc, last)),
        }
    }

    /// The operation for a word of RAM that is about to run, after the one at `last`.
    #[cold]
    #[inline(never)]
    fn ram_op(&mut self, pc: u32, last: u32) -> Op {
        self.last = last;
        self.note_data(pc);
        self.memory.ram_op(pc)
    }

    #[inline]
    fn repeats(&self, checkpoint: &Checkpoint, pc: u32) -> bool {
        pc == checkpoint.pc && self.equals(checkpoint)
    }

    fn equals(&self, checkpoint: &Checkpoint) -> bool {
        self.registers == checkpoint.registers
            && self.console.activity == checkpoint.activity
            && self.uart == checkpoint.uart
            && self.memory.equals_checkpoint()
    }
}

#[cfg(test)]
mod tests;
