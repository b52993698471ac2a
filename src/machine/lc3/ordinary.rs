//! The inner loop: ordinary instructions, and output through the system while nobody changed it. What they change is in
//! local variables.
//!
//! Everything else (other trap services, the keyboard, words that are not decoded yet, crashes, the end of the room for
//! output) ends it, and [`Machine::run`] executes that instruction.

use std::hint::black_box;

use super::cpu::{Cpu, Machine, conditions};
use super::devices::{display, display_status};
use super::memory::Open;
use super::os::{DEVICES, Trap};
use super::ready::{Ready, Step};
use super::settings::Traps;
use crate::machine::console::Console;

/// So many operations are executed at once at most.
const MOST: i64 = 3;

/// Executes one operation, and the next ones as long as they are those that are named.
macro_rules! run {
    (then $burst:ident, $at:ident, $left:ident, $last:ident) => {};
    (then $burst:ident, $at:ident, $left:ident, $last:ident, Branch) => {
        let next = $burst.pc;
        if $burst.op(next).own.is_branch() {
            $burst.pc = next.wrapping_add(1);
            $burst.branch(next, $burst.op(next).a & conditions($burst.condition) != 0);
            (*$last, *$at) = (*$at, next);
            *$left -= 1;
        }
    };
    (then $burst:ident, $at:ident, $left:ident, $last:ident, $other:ident $($rest:tt)*) => {
        let next = $burst.pc;
        if $burst.op(next).own == Step::$other {
            $burst.pc = next.wrapping_add(1);
            (*$last, *$at) = (*$at, next);
            *$left -= 1;
            if !$burst.execute::<false>(next, Step::$other) {
                return false;
            }
            run!(then $burst, $at, $left, $last $($rest)*);
        }
    };
    ($burst:ident, $at:ident, $left:ident, $last:ident, $one:ident $($rest:tt)*) => {{
        if !$burst.execute::<false>(*$at, Step::$one) {
            return false;
        }
        run!(then $burst, $at, $left, $last $($rest)*);
        true
    }};
}

/// A machine while ordinary instructions run.
struct Burst<'m> {
    memory: Open<'m>,
    console: &'m mut Console,
    /// Whether TRAP overwrites R7 and LEA sets the condition codes.
    is_second_edition: bool,
    /// The first eight count; so many, because any number in a [`Ready`] is a place then. In a variable of their own: in one
    /// with the rest, nothing would be kept in registers of the host.
    registers: &'m mut [u16; 256],
    condition: u16,
    pc: u16,
}

impl Machine {
    /// Executes ordinary instructions, at most `left`, and returns how many are left. With a checkpoint it stops, too, where
    /// the program counter and the registers are as they were there, and before output, unless that may repeat.
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

        let mut goes_on = true;
        if !WATCH {
            // Several at once are executed as long as so many are left.
            let mut but_some = left as i64 - (MOST - 1);
            while but_some > 0 {
                let mut at = burst.pc;
                burst.pc = at.wrapping_add(1);
                if !burst.some(&mut at, &mut but_some, &mut last) {
                    burst.pc = at;
                    goes_on = false;
                    break;
                }
                last = at;
                but_some -= 1;
            }
            left = (but_some + MOST - 1) as u64;
        }

        while goes_on && left > 0 {
            if WATCH && checkpoint.is_some_and(|checkpoint| burst.is_at(checkpoint)) {
                break;
            }
            let at = burst.pc;
            burst.pc = at.wrapping_add(1);
            if !burst.execute::<WATCH>(at, burst.op(at).own) {
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

    /// Executes the operation at an address, which the program counter is past, and those that are executed together with it.
    /// Whether all were ordinary ones: of one that is not nothing is done. `at` is then the address of the last one, and what came
    /// before is counted in `left` and `last`.
    #[inline(always)]
    fn some(&mut self, at: &mut u16, left: &mut i64, last: &mut u16) -> bool {
        match self.op(*at).step {
            Step::AddValueBranch => run!(self, at, left, last, AddValue, Branch),
            Step::AddBranch => run!(self, at, left, last, Add, Branch),
            Step::AddValueTwice => run!(self, at, left, last, AddValue, AddValue, Branch),
            Step::AndValueAddValue => run!(self, at, left, last, AndValue, AddValue),
            Step::NotAddValue => run!(self, at, left, last, Not, AddValue),
            Step::LdBranch => run!(self, at, left, last, Ld, Branch),
            Step::LdTrap => run!(self, at, left, last, Ld, Trap, Always),
            Step::LdTwice => run!(self, at, left, last, Ld, Ld, Ld),
            Step::LdAdd => run!(self, at, left, last, Ld, Add, Branch),
            Step::LdAddValue => run!(self, at, left, last, Ld, AddValue, Branch),
            Step::LdJmp => run!(self, at, left, last, Ld, Jmp),
            Step::LdrBranch => run!(self, at, left, last, Ldr, Branch),
            Step::LdrTrap => run!(self, at, left, last, Ldr, Trap, AddValue),
            Step::LdrAdd => run!(self, at, left, last, Ldr, Add, Branch),
            Step::LeaTrap => run!(self, at, left, last, Lea, Trap),
            Step::StTwice => run!(self, at, left, last, St, St, St),
            Step::TrapAddValue => run!(self, at, left, last, Trap, AddValue),
            Step::TrapAlways => run!(self, at, left, last, Trap, Always),
            own => self.execute::<false>(*at, own),
        }
    }

    /// Executes an operation at an address, which the program counter is past, and returns whether it is an ordinary one:
    /// else nothing happens.
    #[inline(always)]
    fn execute<const WATCH: bool>(&mut self, at: u16, step: Step) -> bool {
        match step {
            Step::Add => self.set(at, self.b(at).wrapping_add(self.c(at))),
            Step::AddValue => self.set(at, self.indexed(at)),
            Step::And => self.set(at, self.b(at) & self.c(at)),
            Step::AndValue => self.set(at, self.b(at) & self.value(at)),
            Step::Not => self.set(at, !self.b(at)),
            Step::Ld => self.set(at, self.word(self.value(at))),
            Step::Ldr => return self.load(at, self.indexed(at)),
            Step::Ldi => return self.load(at, self.word(self.value(at))),
            Step::St => self.store_at::<WATCH>(at, self.value(at)),
            Step::Str => return self.store::<WATCH>(at, self.indexed(at)),
            Step::Sti => return self.store::<WATCH>(at, self.word(self.value(at))),
            Step::Lea => {
                self.registers[usize::from(self.op(at).a)] = self.value(at);
                if self.is_second_edition {
                    self.condition = self.value(at);
                }
            }
            Step::Never => {}
            Step::Always => self.pc = self.value(at),
            Step::Negative => self.branch(at, self.condition & 0x8000 != 0),
            Step::Zero => self.branch(at, self.condition == 0),
            Step::Positive => self.branch(at, (self.condition as i16) > 0),
            Step::NotPositive => self.branch(at, (self.condition as i16) <= 0),
            Step::NotZero => self.branch(at, self.condition != 0),
            Step::NotNegative => self.branch(at, self.condition & 0x8000 == 0),
            Step::Jmp => self.pc = self.b(at),
            Step::Jsr => {
                let target = self.value(at);
                self.registers[7] = std::mem::replace(&mut self.pc, target);
            }
            Step::Jsrr => {
                let target = self.b(at);
                self.registers[7] = std::mem::replace(&mut self.pc, target);
            }
            Step::Trap => return self.may_print::<WATCH>() && self.trap(at),
            // All are named, pairs too: then the host need not look whether it is one of those above.
            Step::Undecoded
            | Step::Blank
            | Step::Native
            | Step::Special
            | Step::AddValueBranch
            | Step::AddValueTwice
            | Step::AddBranch
            | Step::AndValueAddValue
            | Step::NotAddValue
            | Step::LdBranch
            | Step::LdTrap
            | Step::LdTwice
            | Step::LdAdd
            | Step::LdAddValue
            | Step::LdJmp
            | Step::LdrBranch
            | Step::LdrTrap
            | Step::LdrAdd
            | Step::LeaTrap
            | Step::StTwice
            | Step::TrapAddValue
            | Step::TrapAlways => return false,
        }
        true
    }

    /// The operation at an address, where it is: a copy would be taken apart.
    #[inline(always)]
    fn op(&self, at: u16) -> &Ready {
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
    fn value(&self, at: u16) -> u16 {
        self.op(at).value
    }

    #[inline(always)]
    fn indexed(&self, at: u16) -> u16 {
        self.b(at).wrapping_add(self.value(at))
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
    fn branch(&mut self, at: u16, is_taken: bool) {
        if is_taken {
            // A branch of the host, which is predicted, and no conditional move, for which everything would wait.
            black_box(());
            self.pc = self.value(at);
        }
    }

    #[inline(always)]
    fn load(&mut self, at: u16, address: u16) -> bool {
        if address < DEVICES {
            self.set(at, self.word(address));
            return true;
        }
        let status = display_status(address, self.word(address));
        if let Some(status) = status {
            self.set(at, status);
        }
        status.is_some()
    }

    #[inline(always)]
    fn store<const WATCH: bool>(&mut self, at: u16, address: u16) -> bool {
        if address < DEVICES {
            self.store_at::<WATCH>(at, address);
            return true;
        }
        self.may_print::<WATCH>() && display(self.console, address, self.registers[usize::from(self.op(at).a)])
    }

    #[inline(always)]
    fn store_at<const WATCH: bool>(&mut self, at: u16, address: u16) {
        let word = self.registers[usize::from(self.op(at).a)];
        self.memory.store::<WATCH>(address, word);
    }

    /// Whether output is nothing that a watch ends with.
    #[inline(always)]
    fn may_print<const WATCH: bool>(&self) -> bool {
        !WATCH || self.console.output_repeats
    }

    /// OUT and PUTS, where the system is as it was and there is room for what they print.
    #[inline(always)]
    fn trap(&mut self, at: u16) -> bool {
        let entry = *self.op(self.word(self.value(at)));
        // The unused operand is R0. Read by its number, it would be read together with R1, and the host would wait for a
        // store to either.
        let r0 = self.b(at);
        if entry.step != Step::Native {
            return false;
        }

        let is_out = entry.a == Trap::Out as u8;
        if is_out && self.console.room() > 1 {
            self.console.print(r0 as u8);
        } else if entry.a != Trap::Puts as u8 || !puts(self.console, self.memory.words, r0) {
            return false;
        }
        if self.is_second_edition {
            self.registers[7] = self.pc;
            self.condition = self.registers[if is_out { 1 } else { 7 }];
        }
        true
    }
}

/// Prints the string at R0, where there is room for more than that.
#[inline(never)]
fn puts(console: &mut Console, words: &[u16], r0: u16) -> bool {
    console.print_text(&words[usize::from(r0)..])
}
