//! The operations that are common and cannot fail by themselves: arithmetic, branches, and transfers to and from RAM and flash.
//! What they do must never differ from what the interpreter does.

use super::{Machine, part};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::op::{Code, Op};

/// What the loop does after an operation.
pub(super) enum Step {
    /// It goes on.
    Next,
    /// It goes on, back in a loop that may be one that only counts.
    Loop,
    /// It leaves the operation to the interpreter; nothing was done.
    Rare,
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

/// A load from memory; the operation is left to the interpreter where the address is none of memory.
macro_rules! load {
    ($r:ident, $memory:ident, $op:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $r, $op);
        let Some(word) = $memory.read(address) else {
            return Step::Rare;
        };
        move_base!($way, $r, $op);
        $r[usize::from($op.a & 15)] = part::$unit(word, address);
    }};
}

/// A store to RAM; the operation is left to the interpreter where the address is none of RAM.
macro_rules! store {
    ($r:ident, $memory:ident, $op:ident, $way:ident, word) => {{
        let address = address!($way, $r, $op);
        if !is_ram(address) {
            return Step::Rare;
        }
        $memory.store::<WATCH>(address, $r[usize::from($op.a & 15)]);
        move_base!($way, $r, $op);
    }};
    ($r:ident, $memory:ident, $op:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $r, $op);
        if !is_ram(address) {
            return Step::Rare;
        }
        let (mask, lane) = part::lane::$unit(address);
        $memory.store_part::<WATCH>(address, mask, $r[usize::from($op.a & 15)], lane);
        move_base!($way, $r, $op);
    }};
}

impl Machine {
    /// Executes an operation that is common and cannot fail by itself; `pc` is the address of the next, and moves where it
    /// jumps. One arm for each operation.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
    pub(super) fn execute<const WATCH: bool>(&mut self, op: Op, pc: &mut u32) -> Step {
        let flags = &mut self.registers.flags;
        let r = &mut self.registers.r;
        let memory = &mut self.memory;
        let a = usize::from(op.a & 15);
        let b = usize::from(op.b & 15);
        let c = usize::from(op.c & 15);

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
            Code::Load => load!(r, memory, op, offset, word),
            Code::LoadAt => load!(r, memory, op, index, word),
            Code::LoadThen => load!(r, memory, op, then, word),
            Code::LoadByte => load!(r, memory, op, offset, byte),
            Code::LoadByteAt => load!(r, memory, op, index, byte),
            Code::LoadByteThen => load!(r, memory, op, then, byte),
            Code::LoadHalf => load!(r, memory, op, offset, half),
            Code::Store => store!(r, memory, op, offset, word),
            Code::StoreAt => store!(r, memory, op, index, word),
            Code::StoreThen => store!(r, memory, op, then, word),
            Code::StoreByte => store!(r, memory, op, offset, byte),
            Code::StoreByteAt => store!(r, memory, op, index, byte),
            Code::StoreByteThen => store!(r, memory, op, then, byte),
            Code::StoreHalf => store!(r, memory, op, offset, half),
            Code::LoadMany | Code::LoadManyJump | Code::StoreMany => match self.move_many::<WATCH>(op) {
                Some(target) if op.code == Code::LoadManyJump => *pc = target,
                Some(_) => {}
                None => return Step::Rare,
            },
            Code::Branch => *pc = op.value,
            Code::BranchLink => {
                r[14] = *pc;
                *pc = op.value;
            }
            Code::LoopBranch => {
                *pc = op.value;
                return Step::Loop;
            }
            Code::Jump => *pc = r[c] & !3,
            Code::BranchExchange if r[c] & 1 == 0 => *pc = r[c] & !3,
            Code::BranchExchange | Code::Other | Code::Data => return Step::Rare,
        }

        Step::Next
    }
}
