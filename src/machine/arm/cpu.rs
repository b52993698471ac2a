//! The processor: the loop that executes operations until something has to be decided outside it.
//!
//! `ordinary` does what is common and cannot fail by itself. Everything else goes to the interpreter in `interpret`, which knows
//! every instruction.

use std::sync::Arc;

use super::exit::{Exit, Fault};
use super::memory::{Memory, is_ram};
use super::op::{Code, Op};
use super::program::Program;
use super::ready::Ready;
use super::registers::Registers;
use super::settings::Settings;
use super::uart::Uart;
use crate::machine::console::Console;
use crate::splitmix::SplitMix64;

mod bus;
mod exchange;
mod interpret;
mod ordinary;
mod part;
mod shift;
mod skip;
mod transfer;

pub use bus::Noted;
use ordinary::Pause;
use skip::{Guesses, Heat, Skipped};

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

impl InData {
    /// Notes that the word at an address, which was not written as code, runs after the one at `last`.
    fn note(noted: &mut Option<Self>, at: u32, last: u32) {
        let goes_on = |run: &Self| run.last == at.wrapping_sub(4) && last == run.last;
        let run = noted.filter(goes_on).unwrap_or(Self {
            from: last,
            entered: at,
            last: at,
        });
        *noted = Some(Self { last: at, ..run });
    }
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
    pub memory: Box<Memory>,
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
    heat: Heat,
    guesses: Guesses,
    /// The characters of the text that is printed.
    letters: Vec<u8>,
    pub(super) ops: Arc<[Op]>,
    /// The operations that have run, in any run, each in its place; [`Op::FIRST`] in the others.
    ran: Vec<Op>,
    /// The same as the inner loop executes them.
    ready: Vec<Ready>,
    /// The operations that are not those of the program, by their places.
    exchanged: Vec<usize>,
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
            ran: vec![Op::FIRST; memory.ops.len()],
            ready: vec![Ready::FIRST; memory.ops.len()],
            exchanged: Vec::new(),
            ops: Arc::clone(&memory.ops),
            memory,
            uart: Uart::default(),
            noted: Vec::new(),
            overrun_from: None,
            console: Console::default(),
            fuel: 0,
            skipped: 0,
            heat: Heat::default(),
            guesses: Guesses::default(),
            letters: Vec::new(),
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
            activity: self.console.activity(),
        });

        let slice = slice.min(self.fuel);
        let (ran, exit) = self.run_loop::<WATCH>(slice, checkpoint.as_ref());
        self.fuel -= ran;
        exit
    }

    fn run_loop<const WATCH: bool>(&mut self, mut slice: u64, checkpoint: Option<&Checkpoint>) -> (u64, Exit) {
        let mut left = slice;
        // To be where it begins is no return.
        let mut is_looked_at = true;

        let exit = loop {
            let (rest, pause) = self.run_ordinary::<WATCH>(left, checkpoint, is_looked_at);
            left = rest;
            is_looked_at = false;

            match pause {
                Pause::Fuel => break Exit::Fuel,
                Pause::Checkpoint if checkpoint.is_some_and(|checkpoint| self.equals(checkpoint)) => {
                    break Exit::Repeats;
                }
                Pause::Checkpoint => is_looked_at = true,
                Pause::Loop => {
                    // The last instruction that may run is run, and nothing is concluded from it.
                    let fuel = self.fuel - (slice - left);
                    if fuel > 0 {
                        let Some(over) = self.skip_loop::<WATCH>((fuel, left)) else {
                            break Exit::Endless;
                        };
                        left -= over;
                        slice -= over;
                    }
                }
                Pause::Rare if self.runs_first() => is_looked_at = true,
                Pause::Rare => {
                    let at = self.pc;
                    let Some(op) = self.op_at(at) else {
                        break Exit::Crashed(Fault::NoCode(at));
                    };
                    match self.uncommon::<WATCH>(at, op) {
                        Ok(next) => (self.pc, self.last) = (next, at),
                        Err(Exit::KeyWanted) => break Exit::KeyWanted,
                        Err(exit) => {
                            left -= 1;
                            (self.pc, self.last) = (at.wrapping_add(4), at);
                            break exit;
                        }
                    }

                    left -= 1;
                    if WATCH && checkpoint.is_some_and(|checkpoint| checkpoint.activity != self.console.activity()) {
                        break Exit::Active;
                    }
                }
            }
        };
        (slice - left, exit)
    }

    /// Skips what the loop whose branch has just run does next, as far as that is known: how many instructions of this slice
    /// fall away, of which `left` remain, while the whole run has `fuel`. `None` for a loop that never ends.
    #[inline(never)]
    fn skip_loop<const WATCH: bool>(&mut self, (fuel, left): (u64, u64)) -> Option<u64> {
        match self.skip::<WATCH>(self.pc, self.last, (fuel, left)) {
            Skipped::Instructions(skipped) => {
                self.fuel -= skipped;
                self.skipped += skipped;
                Some(left.saturating_sub(fuel - skipped))
            }
            Skipped::Endless => None,
        }
    }

    /// Whether the word that is next has never run; from now on it has.
    fn runs_first(&mut self) -> bool {
        let at = (self.pc >> 2) as usize;
        match self.ran.get_mut(at) {
            Some(op) if op.code == Code::First => {
                *op = self.ops[at];
                self.make_ready(at);
                true
            }
            _ => false,
        }
    }

    /// Makes the operation in a place ready to be executed, together with its neighbours.
    fn make_ready(&mut self, at: usize) {
        self.ready[at] = Ready::new(self.ran[at]);
        for at in [at.checked_sub(1), Some(at)].into_iter().flatten() {
            if let Some(next) = self.ready.get(at + 1).copied() {
                self.ready[at] = self.ready[at].before(&next);
            }
        }
    }

    /// Whether a word of the image has run, in any run.
    pub(super) fn has_run(&self, at: usize) -> bool {
        self.ran.get(at).is_some_and(|op| op.code != Code::First)
    }

    /// The operation at an address; `None` where no code can be.
    fn op_at(&mut self, at: u32) -> Option<Op> {
        let op = self.ran.get((at >> 2) as usize).copied();
        op.or_else(|| is_ram(at).then(|| self.memory.ram_op(at)))
    }

    /// Executes what the loop of ordinary operations does not: faults, rare instructions, and devices where more than a key or a
    /// byte is at stake. The address of the next instruction.
    fn uncommon<const WATCH: bool>(&mut self, at: u32, op: Op) -> Result<u32, Exit> {
        match self.device::<WATCH>(at, op) {
            Some(done) => done.map(|()| at.wrapping_add(4)),
            None => self.other::<WATCH>(at, op),
        }
    }

    fn equals(&self, checkpoint: &Checkpoint) -> bool {
        self.registers == checkpoint.registers
            && self.console.activity() == checkpoint.activity
            && self.uart == checkpoint.uart
            && self.memory.equals_checkpoint()
    }
}

#[cfg(test)]
mod tests;
