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
    /// In a variable of their own: in one with the rest, nothing would be kept in registers of the host.
    registers: &'m mut [u16; 8],
    condition: u16,
    pc: u16,
}

impl Machine {
    /// Executes ordinary instructions, at most `left`, and returns how many are left. With a checkpoint it stops, too, where
    /// the program counter and the registers are as they were there, and before any output.
    #[inline(never)]
    pub(super) fn run_ordinary<const WATCH: bool>(&mut self, mut left: u64, checkpoint: Option<&Cpu>) -> u64 {
        let mut last = self.cpu.last;
        let mut registers = self.cpu.registers;
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
            let op = burst.memory.ops[usize::from(at)];
            burst.pc = at.wrapping_add(1);
            if !burst.execute::<WATCH>(op) {
                burst.pc = at;
                break;
            }
            last = at;
            left -= 1;
        }

        let Burst { condition, pc, .. } = burst;
        self.cpu = Cpu {
            registers,
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
        checkpoint.pc == self.pc && checkpoint.registers == *self.registers
    }

    /// Executes an operation whose address the program counter is past, and returns whether it is an ordinary one: else
    /// nothing happens.
    #[inline(always)]
    fn execute<const WATCH: bool>(&mut self, op: Op) -> bool {
        match op.code {
            Code::Add => self.set(op, self.b(op).wrapping_add(self.c(op))),
            Code::AddValue => self.set(op, self.b(op).wrapping_add(op.value)),
            Code::And => self.set(op, self.b(op) & self.c(op)),
            Code::AndValue => self.set(op, self.b(op) & op.value),
            Code::Not => self.set(op, !self.b(op)),
            Code::Ld => return self.load(op, self.relative(op)),
            Code::Ldr => return self.load(op, self.indexed(op)),
            Code::Ldi => return self.relative(op) < DEVICES && self.load(op, self.word(self.relative(op))),
            Code::St => return self.store::<WATCH>(op, self.relative(op)),
            Code::Str => return self.store::<WATCH>(op, self.indexed(op)),
            Code::Sti => return self.relative(op) < DEVICES && self.store::<WATCH>(op, self.word(self.relative(op))),
            Code::Lea => {
                self.registers[usize::from(op.a & 7)] = self.relative(op);
                if self.is_second_edition {
                    self.condition = self.relative(op);
                }
            }
            Code::Br => {
                if op.a & conditions(self.condition) != 0 {
                    // A branch of the host, which is predicted, and no conditional move, for which everything would wait.
                    black_box(());
                    self.pc = self.relative(op);
                }
            }
            Code::Jmp => self.pc = self.b(op),
            Code::Jsr => {
                let target = self.relative(op);
                self.registers[7] = std::mem::replace(&mut self.pc, target);
            }
            Code::Jsrr => {
                let target = self.b(op);
                self.registers[7] = std::mem::replace(&mut self.pc, target);
            }
            Code::Trap => return !WATCH && self.trap(op.value as u8),
            _ => return false,
        }
        true
    }

    #[inline(always)]
    fn b(&self, op: Op) -> u16 {
        self.registers[usize::from(op.b & 7)]
    }

    #[inline(always)]
    fn c(&self, op: Op) -> u16 {
        self.registers[usize::from(op.c & 7)]
    }

    #[inline(always)]
    fn relative(&self, op: Op) -> u16 {
        self.pc.wrapping_add(op.value)
    }

    #[inline(always)]
    fn indexed(&self, op: Op) -> u16 {
        self.b(op).wrapping_add(op.value)
    }

    #[inline(always)]
    fn word(&self, address: u16) -> u16 {
        self.memory.words[usize::from(address)]
    }

    #[inline(always)]
    fn set(&mut self, op: Op, value: u16) {
        self.registers[usize::from(op.a & 7)] = value;
        self.condition = value;
    }

    #[inline(always)]
    fn load(&mut self, op: Op, address: u16) -> bool {
        let is_memory = address < DEVICES;
        if is_memory {
            self.set(op, self.word(address));
        }
        is_memory
    }

    #[inline(always)]
    fn store<const WATCH: bool>(&mut self, op: Op, address: u16) -> bool {
        let is_memory = address < DEVICES;
        if is_memory {
            self.memory
                .store::<WATCH>(address, self.registers[usize::from(op.a & 7)]);
        }
        is_memory
    }

    /// OUT and PUTS, where the system is as it was and there is room for what they print.
    #[inline(always)]
    fn trap(&mut self, number: u8) -> bool {
        let entry = self.memory.ops[usize::from(self.word(u16::from(number)))];
        if entry.code != Code::Native || !print(self.console, self.memory.words, entry.a, self.registers[0]) {
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
