//! The inner loop: ordinary instructions, and output through the system while nobody changed it. What they change is in
//! local variables.
//!
//! Everything else (other trap services, device registers, words that are not decoded yet, crashes, the end of the room for
//! output) ends it, and [`Machine::run`] executes that instruction.

use std::hint::black_box;

use super::cpu::{Cpu, Machine, conditions};
use super::memory::Open;
use super::op::{Code, Op};
use super::os::{DEVICES, TRAPS, Trap};
use super::settings::Traps;
use crate::machine::console::Console;

/// A machine while ordinary instructions run.
struct Burst<'m> {
    memory: Open<'m>,
    console: &'m mut Console,
    /// Whether TRAP overwrites R7 and LEA sets the condition codes.
    is_second_edition: bool,
    /// The first eight count; so many, because any number in an [`Op`] is a place then. In a variable of their own: in one
    /// with the rest, nothing would be kept in registers of the host.
    registers: &'m mut [u16; 256],
    condition: u16,
    pc: u16,
}

impl Machine {
    /// Executes ordinary instructions, at most `left`, and returns how many are left. With a checkpoint it stops, too, where
    /// the program counter and the registers are as they were there, and before any output.
    #[inline(never)]
    pub(super) fn run_ordinary<const WATCH: bool>(&mut self, mut left: u64, checkpoint: Option<&Cpu>) -> u64 {
        let mut last = self.cpu.last;
        let mut registers = [0; 256];
        registers[..8].copy_from_slice(&self.cpu.registers);
        let mut burst = Burst {
            memory: self.memory.open(),
            console: &mut self.console,
            is_second_edition: self.settings.traps == Traps::OverwriteR7,
            registers: &mut registers,
            condition: self.cpu.condition,
            pc: self.cpu.pc,
        };

        while left > 0 {
            if WATCH && checkpoint.is_some_and(|checkpoint| burst.is_at(checkpoint)) {
                break;
            }
            let at = burst.pc;
            burst.pc = at.wrapping_add(1);
            if !burst.execute::<WATCH>(at) {
                burst.pc = at;
                break;
            }
            last = at;
            left -= 1;
        }

        let Burst { condition, pc, .. } = burst;
        self.cpu = Cpu {
            registers: std::array::from_fn(|number| registers[number]),
            pc,
            condition,
            last,
            ..self.cpu
        };
        left
    }
}

#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
impl Burst<'_> {
    #[inline(always)]
    fn is_at(&self, checkpoint: &Cpu) -> bool {
        // One by one: the host would wait for all that was just stored, were they loaded together.
        let mut registers = checkpoint.registers.iter().zip(&self.registers[..8]);
        checkpoint.pc == self.pc && registers.all(|(before, now)| *before == black_box(*now))
    }

    /// Executes the operation at an address, which the program counter is past, and returns whether it is an ordinary one:
    /// else nothing happens.
    #[inline(always)]
    fn execute<const WATCH: bool>(&mut self, at: u16) -> bool {
        match self.op(at).code {
            Code::Add => self.set(at, self.b(at).wrapping_add(self.c(at))),
            Code::AddValue => self.set(at, self.indexed(at)),
            Code::And => self.set(at, self.b(at) & self.c(at)),
            Code::AndValue => self.set(at, self.b(at) & self.op(at).value),
            Code::Not => self.set(at, !self.b(at)),
            Code::Ld => return self.load(at, self.relative(at)),
            Code::Ldr => return self.load(at, self.indexed(at)),
            Code::Ldi => return self.relative(at) < DEVICES && self.load(at, self.word(self.relative(at))),
            Code::St => return self.store::<WATCH>(at, self.relative(at)),
            Code::Str => return self.store::<WATCH>(at, self.indexed(at)),
            Code::Sti => return self.relative(at) < DEVICES && self.store::<WATCH>(at, self.word(self.relative(at))),
            Code::Lea => {
                self.registers[usize::from(self.op(at).a)] = self.relative(at);
                if self.is_second_edition {
                    self.condition = self.relative(at);
                }
            }
            Code::Br => {
                if self.op(at).a & conditions(self.condition) != 0 {
                    // A branch of the host, which is predicted, and no conditional move, for which everything would wait.
                    black_box(());
                    self.pc = self.relative(at);
                }
            }
            Code::Jmp => self.pc = self.b(at),
            Code::Jsr => {
                let target = self.relative(at);
                self.registers[7] = std::mem::replace(&mut self.pc, target);
            }
            Code::Jsrr => {
                let target = self.b(at);
                self.registers[7] = std::mem::replace(&mut self.pc, target);
            }
            Code::Trap => return !WATCH && self.trap(at),
            _ => return false,
        }
        true
    }

    /// The operation at an address, where it is: a copy would be taken apart.
    #[inline(always)]
    fn op(&self, at: u16) -> &Op {
        &self.memory.ops[usize::from(at)]
    }

    #[inline(always)]
    fn b(&self, at: u16) -> u16 {
        self.registers[usize::from(self.op(at).b)]
    }

    #[inline(always)]
    fn c(&self, at: u16) -> u16 {
        self.registers[usize::from(self.op(at).c)]
    }

    #[inline(always)]
    fn relative(&self, at: u16) -> u16 {
        self.pc.wrapping_add(self.op(at).value)
    }

    #[inline(always)]
    fn indexed(&self, at: u16) -> u16 {
        self.b(at).wrapping_add(self.op(at).value)
    }

    #[inline(always)]
    fn word(&self, address: u16) -> u16 {
        self.memory.words[usize::from(address)]
    }

    #[inline(always)]
    fn set(&mut self, at: u16, value: u16) {
        self.registers[usize::from(self.op(at).a)] = value;
        self.condition = value;
    }

    #[inline(always)]
    fn load(&mut self, at: u16, address: u16) -> bool {
        let is_memory = address < DEVICES;
        if is_memory {
            self.set(at, self.word(address));
        }
        is_memory
    }

    #[inline(always)]
    fn store<const WATCH: bool>(&mut self, at: u16, address: u16) -> bool {
        let is_memory = address < DEVICES;
        if is_memory {
            let word = self.registers[usize::from(self.op(at).a)];
            self.memory.store::<WATCH>(address, word);
        }
        is_memory
    }

    /// OUT and PUTS, where the system is as it was and there is room for what they print.
    #[inline(always)]
    fn trap(&mut self, at: u16) -> bool {
        let entry = *self.op(self.word(self.op(at).value & 0xFF));
        // The unused operand is R0. Read by its number, it would be read together with R1, and the host would wait for a
        // store to either.
        let r0 = self.b(at);
        if entry.code != Code::Native || !print(self.console, self.memory.words, entry.a, r0) {
            return false;
        }
        if self.is_second_edition {
            self.registers[7] = self.pc;
            let is_out = TRAPS[usize::from(entry.a)] == Trap::Out;
            self.condition = self.registers[if is_out { 1 } else { 7 }];
        }
        true
    }
}

/// What a trap service prints for R0, where it is one that only prints and there is room for more than that.
#[inline(never)]
fn print(console: &mut Console, words: &[u16], service: u8, r0: u16) -> bool {
    match TRAPS[usize::from(service)] {
        Trap::Out if console.room() > 1 => {
            console.print(r0 as u8);
            true
        }
        Trap::Puts => console.print_text(&words[usize::from(r0)..]),
        _ => false,
    }
}
