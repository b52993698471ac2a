//! The inner loop: ordinary operations, which cannot fail by themselves: arithmetic, branches, transfers to and from RAM and flash,
//! and the serial port as long as a key or a byte is all there is to it. What they change is in local variables.
//!
//! What they do must never differ from what the interpreter does.

use super::bus::uart_register;
use super::skip::Heat;
use super::{Checkpoint, InData, Machine};
use crate::machine::arm::isa::Condition;
use crate::machine::arm::memory::{Memory, is_ram};
use crate::machine::arm::op::Code;
use crate::machine::arm::ready::Ready;
use crate::machine::arm::registers::Flags;
use crate::machine::arm::uart::Uart;
use crate::machine::console::Console;

mod execute;
mod together;

/// Places for registers, of which sixteen count: so many, because any number in a [`Ready`] is a place then.
const PLACES: usize = 256;
/// So many operations are executed at once at most.
const MOST: i64 = 8;
/// More than ever run.
const LONGEST: u64 = 1 << 60;

/// Why ordinary operations run no further.
pub(super) enum Pause {
    /// So many as were asked for have run.
    Fuel,
    /// The program counter and the registers are as they were at the checkpoint.
    Checkpoint,
    /// A loop that may be one that only counts or prints a text branched back so often that it is worth a look.
    Loop,
    /// The next operation is none of them. Nothing of it was done.
    Rare,
}

/// What the loop does after an operation.
#[derive(PartialEq, Eq)]
enum Then {
    /// It goes on.
    Next,
    /// It goes on, back in a loop that may be one that only counts or prints a text.
    Loop,
    /// It leaves the operation to the interpreter; nothing was done.
    Rare,
}

/// A machine while ordinary operations run.
struct Burst<'m> {
    ops: &'m [Ready],
    memory: &'m mut Memory,
    /// Outside, as whose address is taken cannot be kept in registers of the host.
    port: &'m mut Port<'m>,
    r: &'m mut [u32; PLACES],
    flags: Flags,
    /// The place of the next instruction: a fourth of its address.
    pc: u32,
    /// The last place from which so many operations may be executed at once. It moves with each jump: while one operation is executed
    /// after the other, nothing has to be counted.
    limit: i64,
    /// Where the last jump was, and where it went.
    jump: (u32, u32),
    /// The place of the checkpoint, which is looked at before anything is executed there.
    checkpoint: u32,
}

/// The serial port while ordinary operations run.
struct Port<'m> {
    uart: &'m mut Uart,
    console: &'m mut Console,
    overrun_from: &'m mut Option<u32>,
}

impl Machine {
    /// Executes ordinary operations, at most `left`, and says how many are left and why no more run. With a checkpoint it stops
    /// where it may be reached, unless the machine `is_looked_at` as it is, and at the serial port.
    #[inline(never)]
    pub(super) fn run_ordinary<const WATCH: bool>(
        &mut self,
        left: u64,
        checkpoint: Option<&Checkpoint>,
        mut is_looked_at: bool,
    ) -> (u64, Pause) {
        let mut places = [0; PLACES];
        places[..16].copy_from_slice(&self.registers.r);
        let heat: &mut Heat = &mut self.heat;
        let in_data = &mut self.in_data;
        let mut port = Port {
            uart: &mut self.uart,
            console: &mut self.console,
            overrun_from: &mut self.overrun_from,
        };
        let now = left.min(LONGEST);
        let pc = self.pc >> 2;
        let mut burst = Burst {
            ops: &self.ready,
            memory: &mut self.memory,
            port: &mut port,
            r: &mut places,
            flags: self.registers.flags,
            pc,
            limit: i64::from(pc) + now as i64 - MOST,
            jump: (self.last >> 2, pc),
            checkpoint: checkpoint.map_or(u32::MAX, |checkpoint| checkpoint.pc >> 2),
        };

        let pause = loop {
            // Several at once are executed as long as so many are left.
            let mut then = Then::Next;
            while i64::from(burst.pc) <= burst.limit {
                let Some(op) = burst.next::<WATCH>() else { break };
                is_looked_at = false;
                burst.pc += 1;
                then = burst.some::<WATCH>(op);
                if then != Then::Next {
                    break;
                }
            }

            if then == Then::Next {
                if burst.left() == 0 {
                    break Pause::Fuel;
                }
                if WATCH && !is_looked_at && checkpoint.is_some_and(|checkpoint| burst.is_at(checkpoint)) {
                    break Pause::Checkpoint;
                }
                is_looked_at = false;
                let address = burst.pc << 2;
                then = match burst.op(burst.pc) {
                    Some(op) => burst.one::<WATCH>(op),
                    None if is_ram(address) => {
                        InData::note(in_data, address, burst.last() << 2);
                        let in_ram = Ready::new(burst.memory.ram_op(address));
                        burst.one::<WATCH>(&in_ram)
                    }
                    None => break Pause::Rare,
                };
            }

            match then {
                Then::Loop if heat.rises(burst.last() << 2) => break Pause::Loop,
                Then::Next | Then::Loop => {}
                Then::Rare => {
                    burst.pc -= 1;
                    break Pause::Rare;
                }
            }
        };

        let (pc, last, rest) = (burst.pc, burst.last(), burst.left());
        self.registers.flags = burst.flags;
        self.registers.r.copy_from_slice(&places[..16]);
        self.pc = pc << 2;
        self.last = last << 2;
        (left - now + rest, pause)
    }
}

impl Port<'_> {
    /// The word that a load from an address gives, where it gives one at once. Else nothing is done.
    #[inline(never)]
    fn load(&mut self, address: u32, at: u32) -> Option<u32> {
        let offset = uart_register(address).filter(|offset| offset.is_multiple_of(4))?;
        self.uart.load(offset, at, self.console).ok().map(u32::from)
    }

    /// Whether a store to an address is done. Where the output may be full then, nothing is done.
    #[inline(never)]
    fn store(&mut self, address: u32, value: u32, at: u32) -> bool {
        let is_simple = |offset: &u32| offset.is_multiple_of(4) && self.console.room() > 1;
        let Some(offset) = uart_register(address).filter(is_simple) else {
            return false;
        };
        // There is room.
        let _ = self.uart.store(offset, value as u8, self.console);
        if self.overrun_from.is_none() && self.uart.is_overrun() {
            *self.overrun_from = Some(at);
        }
        true
    }
}

#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
impl<'m> Burst<'m> {
    #[inline(always)]
    fn is_at(&self, checkpoint: &Checkpoint) -> bool {
        checkpoint.pc == self.pc << 2 && checkpoint.registers.r == self.r[..16]
    }

    /// The operation in a place, where it is: a copy would be taken apart.
    #[inline(always)]
    fn op(&self, at: u32) -> Option<&'m Ready> {
        self.ops.get(at as usize)
    }

    /// The operation that is next, unless the checkpoint is there.
    #[inline(always)]
    fn next<const WATCH: bool>(&self) -> Option<&'m Ready> {
        if WATCH && self.pc == self.checkpoint {
            return None;
        }
        self.op(self.pc)
    }

    /// How many more may be executed.
    #[inline(always)]
    fn left(&self) -> u64 {
        (self.limit + MOST - i64::from(self.pc)) as u64
    }

    /// The place of the operation that was executed last.
    #[inline(always)]
    fn last(&self) -> u32 {
        let (from, to) = self.jump;
        // Nothing was executed since the jump when the program counter is where it went: it never comes back there without one.
        if self.pc == to { from } else { self.pc.wrapping_sub(1) }
    }

    /// The address of the operation that is being executed.
    #[inline(always)]
    fn at(&self) -> u32 {
        self.pc.wrapping_sub(1) << 2
    }

    /// Goes on in another place.
    #[inline(always)]
    fn jump(&mut self, to: u32) {
        self.jump = (self.pc.wrapping_sub(1), to);
        self.limit += i64::from(to) - i64::from(self.pc);
        self.pc = to;
    }

    /// A branch that is taken.
    #[inline(always)]
    fn branch(&mut self, op: &Ready) -> Then {
        self.jump(op.value);
        if op.code == Code::LoopBranch {
            Then::Loop
        } else {
            Then::Next
        }
    }

    /// Executes the operation that is next, when its condition is met.
    #[inline(always)]
    fn one<const WATCH: bool>(&mut self, op: &Ready) -> Then {
        self.pc += 1;
        if op.condition == Condition::Al || self.flags.hold(op.condition) {
            self.execute::<WATCH>(op, op.code)
        } else {
            Then::Next
        }
    }
}
