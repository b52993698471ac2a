//! The processor: the loop that executes operations until something has to be decided outside it.
//!
//! The loop does what is common and cannot fail by itself: arithmetic, branches, and transfers to and from RAM and flash.
//! Everything else, each access to a device among it, goes to the interpreter in `interpret`, which knows every
//! instruction; what the loop does must never differ from that.

use std::sync::Arc;

use super::exit::{Exit, Fault};
use super::isa::Condition;
use super::memory::{Memory, is_ram};
use super::op::{Code, Op};
use super::program::Program;
use super::registers::Registers;
use super::settings::Settings;
use super::uart::Uart;
use crate::machine::console::Console;
use crate::splitmix::SplitMix64;

mod bus;
mod interpret;
mod part;
mod shift;
mod skip;
mod transfer;

pub use bus::Noted;
pub use skip::Heat;

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
    /// Keys and output.
    pub console: Console,
    /// Instructions that may still run.
    pub fuel: u64,
    /// Instructions that were skipped so far, in all runs.
    pub skipped: u64,
    /// What is known of the loop that runs.
    pub(super) heat: Heat,
    pub(super) ops: Arc<[Op]>,
    start: Registers,
}

/// The state that a watched run compares with.
struct Checkpoint {
    registers: Registers,
    pc: u32,
    uart: Uart,
    activity: u64,
}

/// The address of a load or store: `offset`, `index` or `then`, where the base moves afterwards. `$r` are the registers.
macro_rules! address {
    (offset, $r:ident, $op:ident) => {
        $r[usize::from($op.b & 15)].wrapping_add($op.value)
    };
    (index, $r:ident, $op:ident) => {
        $r[usize::from($op.b & 15)].wrapping_add($r[usize::from($op.c & 15)] << ($op.value & 31))
    };
    (then, $r:ident, $op:ident) => {
        $r[usize::from($op.b & 15)]
    };
}

/// Moves the base of a load or store, where it does.
macro_rules! move_base {
    (then, $r:ident, $op:ident) => {
        $r[usize::from($op.b & 15)] = $r[usize::from($op.b & 15)].wrapping_add($op.value)
    };
    ($way:ident, $r:ident, $op:ident) => {};
}

/// A load from memory; it leaves the block `$rare` where the address is none of memory.
macro_rules! load {
    ($rare:lifetime, $r:ident, $memory:ident, $op:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $r, $op);
        let Some(word) = $memory.read(address) else {
            break $rare;
        };
        move_base!($way, $r, $op);
        $r[usize::from($op.a & 15)] = part::$unit(word, address);
    }};
}

/// A store to RAM; it leaves the block `$rare` where the address is none of RAM.
macro_rules! store {
    ($rare:lifetime, $r:ident, $memory:ident, $op:ident, $way:ident, word) => {{
        let address = address!($way, $r, $op);
        if !is_ram(address) {
            break $rare;
        }
        $memory.store::<WATCH>(address, $r[usize::from($op.a & 15)]);
        move_base!($way, $r, $op);
    }};
    ($rare:lifetime, $r:ident, $memory:ident, $op:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $r, $op);
        if !is_ram(address) {
            break $rare;
        }
        let (mask, lane) = part::lane::$unit(address);
        $memory.store_part::<WATCH>(address, mask, $r[usize::from($op.a & 15)], lane);
        move_base!($way, $r, $op);
    }};
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
            ops: Arc::clone(&memory.ops),
            memory,
            uart: Uart::default(),
            noted: Vec::new(),
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

    #[expect(clippy::too_many_lines, reason = "one arm for each operation, in one loop")]
    fn run_loop<const WATCH: bool>(
        &mut self,
        ops: &[Op],
        mut slice: u64,
        checkpoint: Option<&Checkpoint>,
    ) -> (u64, Exit) {
        let mut left = slice;
        let mut pc = self.pc;
        let mut at = self.last;

        let exit = 'run: loop {
            if left == 0 {
                break Exit::Fuel;
            }
            if WATCH
                && let Some(checkpoint) = checkpoint
                && pc == checkpoint.pc
                && left != slice
                && self.repeats(checkpoint)
            {
                break Exit::Repeats;
            }

            let op = match ops.get((pc >> 2) as usize) {
                Some(op) => *op,
                None if is_ram(pc) => self.ram_op(pc, at),
                None => break Exit::Crashed(Fault::NoCode(pc)),
            };

            left -= 1;
            let before = at;
            at = pc;
            pc = pc.wrapping_add(4);

            let machine = &mut *self;
            let flags = &mut machine.registers.flags;
            if op.condition != Condition::Al && !flags.hold(op.condition) {
                continue;
            }

            let r = &mut machine.registers.r;
            let memory = &mut machine.memory;
            let a = usize::from(op.a & 15);
            let b = usize::from(op.b & 15);
            let c = usize::from(op.c & 15);

            'common: {
                match op.code {
                    Code::Mov => r[a] = op.value,
                    Code::MovRegister => r[a] = r[c],
                    Code::MovLeft => r[a] = r[c] << (op.value & 31),
                    Code::MovRight => r[a] = r[c] >> (op.value & 31),
                    Code::MovSigned => r[a] = (r[c] as i32 >> (op.value & 31)) as u32,
                    Code::Add => r[a] = r[b].wrapping_add(op.value),
                    Code::AddRegister => r[a] = r[b].wrapping_add(r[c]),
                    Code::AddLeft => r[a] = r[b].wrapping_add(r[c] << (op.value & 31)),
                    Code::SubRegister => r[a] = r[b].wrapping_sub(r[c]),
                    Code::Rsb => r[a] = op.value.wrapping_sub(r[b]),
                    Code::And => r[a] = r[b] & op.value,
                    Code::AndRegister => r[a] = r[b] & r[c],
                    Code::Orr => r[a] = r[b] | op.value,
                    Code::OrrRegister => r[a] = r[b] | r[c],
                    Code::Eor => r[a] = r[b] ^ op.value,
                    Code::EorRegister => r[a] = r[b] ^ r[c],
                    Code::BicRegister => r[a] = r[b] & !r[c],
                    Code::Mul => r[a] = r[b].wrapping_mul(r[c]),
                    Code::Cmp => _ = flags.subtract(r[b], op.value),
                    Code::CmpRegister => _ = flags.subtract(r[b], r[c]),
                    Code::Cmn => _ = flags.add(r[b], op.value),
                    Code::Tst => flags.result(r[b] & op.value),
                    Code::TstRegister => flags.result(r[b] & r[c]),
                    Code::Adds => r[a] = flags.add(r[b], op.value),
                    Code::AddsRegister => r[a] = flags.add(r[b], r[c]),
                    Code::Subs => r[a] = flags.subtract(r[b], op.value),
                    Code::SubsRegister => r[a] = flags.subtract(r[b], r[c]),
                    Code::Ands => {
                        r[a] = r[b] & op.value;
                        flags.result(r[a]);
                    }
                    Code::MovsRegister => {
                        r[a] = r[c];
                        flags.result(r[a]);
                    }
                    Code::Load => load!('common, r, memory, op, offset, word),
                    Code::LoadAt => load!('common, r, memory, op, index, word),
                    Code::LoadThen => load!('common, r, memory, op, then, word),
                    Code::LoadByte => load!('common, r, memory, op, offset, byte),
                    Code::LoadByteAt => load!('common, r, memory, op, index, byte),
                    Code::LoadByteThen => load!('common, r, memory, op, then, byte),
                    Code::LoadHalf => load!('common, r, memory, op, offset, half),
                    Code::Store => store!('common, r, memory, op, offset, word),
                    Code::StoreAt => store!('common, r, memory, op, index, word),
                    Code::StoreThen => store!('common, r, memory, op, then, word),
                    Code::StoreByte => store!('common, r, memory, op, offset, byte),
                    Code::StoreByteAt => store!('common, r, memory, op, index, byte),
                    Code::StoreByteThen => store!('common, r, memory, op, then, byte),
                    Code::StoreHalf => store!('common, r, memory, op, offset, half),
                    Code::LoadMany | Code::LoadManyJump | Code::StoreMany => match machine.move_many::<WATCH>(op) {
                        Some(target) if op.code == Code::LoadManyJump => pc = target,
                        Some(_) => {}
                        None => break 'common,
                    },
                    Code::Branch => pc = op.value,
                    Code::BranchLink => {
                        r[14] = pc;
                        pc = op.value;
                    }
                    Code::LoopBranch => {
                        pc = op.value;
                        // The last instruction that may run is run, and nothing is concluded from it.
                        let fuel = self.fuel - (slice - left);
                        if self.heat.rises(at) && fuel > 0 {
                            let Some(over) = self.skip_loop::<WATCH>(ops, pc, at, (fuel, left)) else {
                                break 'run Exit::Endless;
                            };
                            left -= over;
                            slice -= over;
                        }
                    }
                    Code::Jump => pc = r[c] & !3,
                    Code::BranchExchange if r[c] & 1 == 0 => pc = r[c] & !3,
                    Code::BranchExchange | Code::Other | Code::Data => break 'common,
                }
                continue 'run;
            }

            self.last = before;
            match self.uncommon::<WATCH>(at, op, pc) {
                Ok(next) => pc = next,
                Err(exit) => {
                    if exit == Exit::KeyWanted {
                        left += 1;
                        pc = at;
                        at = before;
                    }
                    break exit;
                }
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

    /// The operation for a word of RAM that is about to run, after the one at `last`.
    #[cold]
    #[inline(never)]
    fn ram_op(&mut self, pc: u32, last: u32) -> Op {
        self.last = last;
        self.note_data(pc);
        self.memory.ram_op(pc)
    }

    fn repeats(&self, checkpoint: &Checkpoint) -> bool {
        self.registers == checkpoint.registers
            && self.console.activity == checkpoint.activity
            && self.uart == checkpoint.uart
            && self.memory.equals_checkpoint()
    }
}

#[cfg(test)]
mod tests;
