//! The inner loop: ordinary operations, which cannot fail by themselves: arithmetic, branches, transfers to and from RAM and flash,
//! and the serial port as long as a key or a byte is all there is to it. What they change is in local variables.
//!
//! What they do must never differ from what the interpreter does.

use super::bus::uart_register;
use super::skip::Heat;
use super::{Checkpoint, InData, Machine, part};
use crate::machine::arm::isa::Condition;
use crate::machine::arm::memory::{Memory, is_ram};
use crate::machine::arm::op::{Code, Op};
use crate::machine::arm::registers::Flags;
use crate::machine::arm::uart::Uart;
use crate::machine::console::Console;

/// Places for registers, of which sixteen count: so many, because any number in an [`Op`] is a place then.
pub(super) const PLACES: usize = 256;

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
enum Step {
    /// It goes on.
    Next,
    /// It goes on, back in a loop that may be one that only counts or prints a text.
    Loop,
    /// It leaves the operation to the interpreter; nothing was done.
    Rare,
}

/// A machine while ordinary operations run.
struct Burst<'m> {
    memory: &'m mut Memory,
    /// Outside, as whose address is taken cannot be kept in registers of the host.
    port: &'m mut Port<'m>,
    r: &'m mut [u32; PLACES],
    flags: Flags,
    /// The next instruction.
    pc: u32,
}

/// The serial port while ordinary operations run.
struct Port<'m> {
    uart: &'m mut Uart,
    console: &'m mut Console,
    overrun_from: &'m mut Option<u32>,
}

/// The address of a load or store: `offset`, `index` or `then`, where the base moves afterwards.
macro_rules! address {
    (offset, $burst:ident, $op:ident) => {
        $burst.r[$op.b()].wrapping_add($op.value)
    };
    (index, $burst:ident, $op:ident) => {
        $burst.r[$op.b()].wrapping_add($burst.r[$op.c()] << ($op.value & 31))
    };
    (then, $burst:ident, $op:ident) => {
        $burst.r[$op.b()]
    };
}

/// Moves the base of a load or store, where it does.
macro_rules! move_base {
    (then, $burst:ident, $op:ident) => {
        $burst.r[$op.b()] = $burst.r[$op.b()].wrapping_add($op.value)
    };
    ($way:ident, $burst:ident, $op:ident) => {};
}

/// A load; the operation is left to the interpreter where it is neither one from memory nor a simple one from the serial port.
macro_rules! load {
    ($burst:ident, $op:ident, $at:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $burst, $op);
        let word = match $burst.memory.read(address) {
            None if !WATCH => $burst.port.load(address, $at),
            word => word,
        };
        let Some(word) = word else { return Step::Rare };
        move_base!($way, $burst, $op);
        $burst.r[$op.a()] = part::$unit(word, address);
    }};
}

/// A store; the operation is left to the interpreter where it is neither one to RAM nor a simple one to the serial port.
macro_rules! store {
    ($burst:ident, $op:ident, $at:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $burst, $op);
        let value = $burst.r[$op.a()];
        if is_ram(address) {
            store!($burst, address, value, $unit);
        } else if WATCH || !$burst.port.store(address, value, $at) {
            return Step::Rare;
        }
        move_base!($way, $burst, $op);
    }};
    ($burst:ident, $address:ident, $value:ident, word) => {
        $burst.memory.store::<WATCH>($address, $value)
    };
    ($burst:ident, $address:ident, $value:ident, $unit:ident) => {{
        let (mask, lane) = part::lane::$unit($address);
        $burst.memory.store_part::<WATCH>($address, mask, $value, lane);
    }};
}

impl Machine {
    /// Executes ordinary operations, at most `left`, and says how many are left and why no more run. With a checkpoint it stops
    /// where it may be reached, unless the machine `is_looked_at` as it is, and at the serial port.
    #[inline(never)]
    pub(super) fn run_ordinary<const WATCH: bool>(
        &mut self,
        mut left: u64,
        checkpoint: Option<&Checkpoint>,
        mut is_looked_at: bool,
    ) -> (u64, Pause) {
        self.places[..16].copy_from_slice(&self.registers.r);
        let ops = &*self.ran;
        let heat: &mut Heat = &mut self.heat;
        let in_data = &mut self.in_data;
        let mut last = self.last;
        let mut port = Port {
            uart: &mut self.uart,
            console: &mut self.console,
            overrun_from: &mut self.overrun_from,
        };
        let mut burst = Burst {
            memory: &mut self.memory,
            port: &mut port,
            r: &mut self.places,
            flags: self.registers.flags,
            pc: self.pc,
        };

        let pause = loop {
            if left == 0 {
                break Pause::Fuel;
            }
            if WATCH && !is_looked_at && checkpoint.is_some_and(|checkpoint| burst.is_at(checkpoint)) {
                break Pause::Checkpoint;
            }
            is_looked_at = false;
            let at = burst.pc;
            let in_ram;
            let op = match ops.get((at >> 2) as usize) {
                Some(op) => op,
                None if is_ram(at) => {
                    InData::note(in_data, at, last);
                    in_ram = burst.memory.ram_op(at);
                    &in_ram
                }
                None => break Pause::Rare,
            };

            burst.pc = at.wrapping_add(4);
            let step = if op.condition == Condition::Al || burst.flags.hold(op.condition) {
                burst.execute::<WATCH>(op, at)
            } else {
                Step::Next
            };
            if matches!(step, Step::Rare) {
                burst.pc = at;
                break Pause::Rare;
            }

            last = at;
            left -= 1;
            if matches!(step, Step::Loop) && heat.rises(at) {
                break Pause::Loop;
            }
        };

        let Burst { flags, pc, .. } = burst;
        self.registers.r.copy_from_slice(&self.places[..16]);
        self.registers.flags = flags;
        self.pc = pc;
        self.last = last;
        (left, pause)
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
impl Burst<'_> {
    #[inline(always)]
    fn is_at(&self, checkpoint: &Checkpoint) -> bool {
        checkpoint.pc == self.pc && checkpoint.registers.r == self.r[..16]
    }

    /// Executes the operation at an address, which the program counter is past. One arm for each operation.
    #[inline(always)]
    fn execute<const WATCH: bool>(&mut self, op: &Op, at: u32) -> Step {
        let flags = &mut self.flags;
        let r = &mut *self.r;

        match op.code {
            Code::Mov => r[op.a()] = op.value,
            Code::MovRegister => r[op.a()] = r[op.c()],
            Code::MovLeft => r[op.a()] = r[op.c()] << (op.value & 31),
            Code::MovRight => r[op.a()] = r[op.c()] >> (op.value & 31),
            Code::MovSigned => r[op.a()] = (r[op.c()] as i32 >> (op.value & 31)) as u32,
            Code::Add => r[op.a()] = r[op.b()].wrapping_add(op.value),
            Code::AddRegister => r[op.a()] = r[op.b()].wrapping_add(r[op.c()]),
            Code::AddLeft => r[op.a()] = r[op.b()].wrapping_add(r[op.c()] << (op.value & 31)),
            Code::SubRegister => r[op.a()] = r[op.b()].wrapping_sub(r[op.c()]),
            Code::Rsb => r[op.a()] = op.value.wrapping_sub(r[op.b()]),
            Code::And => r[op.a()] = r[op.b()] & op.value,
            Code::AndRegister => r[op.a()] = r[op.b()] & r[op.c()],
            Code::Orr => r[op.a()] = r[op.b()] | op.value,
            Code::OrrRegister => r[op.a()] = r[op.b()] | r[op.c()],
            Code::Eor => r[op.a()] = r[op.b()] ^ op.value,
            Code::EorRegister => r[op.a()] = r[op.b()] ^ r[op.c()],
            Code::BicRegister => r[op.a()] = r[op.b()] & !r[op.c()],
            Code::Mul => r[op.a()] = r[op.b()].wrapping_mul(r[op.c()]),
            Code::Cmp => _ = flags.subtract(r[op.b()], op.value),
            Code::CmpRegister => _ = flags.subtract(r[op.b()], r[op.c()]),
            Code::Cmn => _ = flags.add(r[op.b()], op.value),
            Code::Tst => flags.result(r[op.b()] & op.value),
            Code::TstRegister => flags.result(r[op.b()] & r[op.c()]),
            Code::Adds => r[op.a()] = flags.add(r[op.b()], op.value),
            Code::AddsRegister => r[op.a()] = flags.add(r[op.b()], r[op.c()]),
            Code::Subs => r[op.a()] = flags.subtract(r[op.b()], op.value),
            Code::SubsRegister => r[op.a()] = flags.subtract(r[op.b()], r[op.c()]),
            Code::Ands => {
                r[op.a()] = r[op.b()] & op.value;
                flags.result(r[op.a()]);
            }
            Code::MovsRegister => {
                r[op.a()] = r[op.c()];
                flags.result(r[op.a()]);
            }
            Code::Load => load!(self, op, at, offset, word),
            Code::LoadAt => load!(self, op, at, index, word),
            Code::LoadThen => load!(self, op, at, then, word),
            Code::LoadByte => load!(self, op, at, offset, byte),
            Code::LoadByteAt => load!(self, op, at, index, byte),
            Code::LoadByteThen => load!(self, op, at, then, byte),
            Code::LoadHalf => load!(self, op, at, offset, half),
            Code::Store => store!(self, op, at, offset, word),
            Code::StoreAt => store!(self, op, at, index, word),
            Code::StoreThen => store!(self, op, at, then, word),
            Code::StoreByte => store!(self, op, at, offset, byte),
            Code::StoreByteAt => store!(self, op, at, index, byte),
            Code::StoreByteThen => store!(self, op, at, then, byte),
            Code::StoreHalf => store!(self, op, at, offset, half),
            Code::LoadMany => {
                return self.move_many(op, |burst, number, address| burst.r[number] = burst.memory.ram(address));
            }
            Code::LoadManyJump => {
                let from = self.r[op.b()]
                    .wrapping_add_signed(i32::from(op.a as i8))
                    .wrapping_add(op.value >> 16);
                let step = self.move_many(op, |burst, number, address| burst.r[number] = burst.memory.ram(address));
                if matches!(step, Step::Next) {
                    self.pc = self.memory.ram(from) & !3;
                }
                return step;
            }
            Code::StoreMany => {
                return self.move_many(op, |burst, number, address| {
                    burst.memory.store::<WATCH>(address, burst.r[number]);
                });
            }
            Code::Branch => self.pc = op.value,
            Code::BranchLink => {
                r[14] = self.pc;
                self.pc = op.value;
            }
            Code::LoopBranch => {
                self.pc = op.value;
                return Step::Loop;
            }
            Code::Jump => self.pc = r[op.c()] & !3,
            Code::BranchExchange if r[op.c()] & 1 == 0 => self.pc = r[op.c()] & !3,
            Code::BranchExchange | Code::Other | Code::Data | Code::First => return Step::Rare,
        }

        Step::Next
    }
    /// LDM and STM, all in RAM: `each` moves one register from or to an address.
    #[inline(always)]
    fn move_many(&mut self, op: &Op, each: impl Fn(&mut Self, usize, u32)) -> Step {
        let base = self.r[op.b()];
        let mut address = base.wrapping_add_signed(i32::from(op.a as i8)) & !3;
        if !is_ram(address) || !is_ram(address.wrapping_add(op.value >> 16)) {
            return Step::Rare;
        }

        let mut list = op.value & 0xFFFF;
        while list != 0 {
            each(self, list.trailing_zeros() as usize, address);
            address = address.wrapping_add(4);
            list &= list - 1;
        }

        self.r[op.b()] = base.wrapping_add_signed(i32::from(op.c as i8));
        Step::Next
    }
}
