//! What each ordinary operation does.

use super::{Burst, Then};
use crate::machine::arm::cpu::part;
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::op::Code;
use crate::machine::arm::ready::Ready;

/// The address of a load or store: `offset`, `index`, `first` where the base moves there, `then` where it moves afterwards, and
/// `then_at` where it moves by a register.
macro_rules! address {
    (offset, $burst:ident, $op:ident) => {
        $burst.r[$op.b()].wrapping_add($op.value)
    };
    (index, $burst:ident, $op:ident) => {
        $burst.r[$op.b()].wrapping_add($burst.r[$op.c()] << ($op.value & 31))
    };
    (first, $burst:ident, $op:ident) => {
        address!(offset, $burst, $op)
    };
    ($then:ident, $burst:ident, $op:ident) => {
        $burst.r[$op.b()]
    };
}

/// Moves the base of a load or store, where it does.
macro_rules! move_base {
    (then_at, $burst:ident, $op:ident) => {
        $burst.r[$op.b()] = address!(index, $burst, $op)
    };
    (then, $burst:ident, $op:ident) => {
        $burst.r[$op.b()] = address!(offset, $burst, $op)
    };
    (first, $burst:ident, $op:ident) => {
        $burst.r[$op.b()] = address!(offset, $burst, $op)
    };
    ($way:ident, $burst:ident, $op:ident) => {};
}

/// A load; the operation is left to the interpreter where it is neither one from memory nor a simple one from the serial port.
macro_rules! load {
    ($burst:ident, $op:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $burst, $op);
        let value = match load!($burst, address, $unit) {
            None if !WATCH => {
                let word = $burst.port.load(address, $burst.at());
                word.map(|word| part::$unit(word, address))
            }
            value => value,
        };
        let Some(value) = value else { return Then::Rare };
        move_base!($way, $burst, $op);
        $burst.r[$op.a()] = value;
    }};
    ($burst:ident, $address:ident, byte) => {
        $burst.memory.read_byte($address)
    };
    ($burst:ident, $address:ident, $unit:ident) => {
        $burst.memory.read($address).map(|word| part::$unit(word, $address))
    };
}

/// A store; the operation is left to the interpreter where it is neither one to RAM nor a simple one to the serial port.
macro_rules! store {
    ($burst:ident, $op:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $burst, $op);
        let value = $burst.r[$op.a()];
        if is_ram(address) {
            put!($burst, address, value, $unit);
        } else if WATCH || !$burst.port.store(address, value, $burst.at()) {
            return Then::Rare;
        }
        move_base!($way, $burst, $op);
    }};
}

/// A store to RAM.
macro_rules! put {
    ($burst:ident, $address:ident, $value:ident, word) => {
        $burst.memory.store::<WATCH>($address, $value)
    };
    ($burst:ident, $address:ident, $value:ident, half) => {
        $burst
            .memory
            .store_part::<WATCH>($address, 0xFFFF, $value, ($address & 2) * 8)
    };
    ($burst:ident, $address:ident, $value:ident, byte) => {
        $burst.memory.store_byte::<WATCH>($address, $value as u8)
    };
}

#[expect(clippy::inline_always, reason = "the interpreter's inner loop")]
impl Burst<'_> {
    /// Executes the operation in a place, which the program counter is past, whatever its condition. One arm for each operation.
    #[inline(always)]
    pub(super) fn execute<const WATCH: bool>(&mut self, op: &Ready, code: Code) -> Then {
        let flags = &mut self.flags;
        let r = &mut *self.r;

        match code {
            Code::Mov => r[op.a()] = op.value,
            Code::MovRegister => r[op.a()] = r[op.c()],
            Code::MovLeft => r[op.a()] = r[op.c()] << (op.value & 31),
            Code::MovRight => r[op.a()] = r[op.c()] >> (op.value & 31),
            Code::MovSigned => r[op.a()] = (r[op.c()] as i32 >> (op.value & 31)) as u32,
            Code::Add => r[op.a()] = r[op.b()].wrapping_add(op.value),
            Code::AddRegister => r[op.a()] = r[op.b()].wrapping_add(r[op.c()]),
            Code::AddLeft => r[op.a()] = r[op.b()].wrapping_add(r[op.c()] << (op.value & 31)),
            Code::SubRegister => r[op.a()] = r[op.b()].wrapping_sub(r[op.c()]),
            Code::SubLeft => r[op.a()] = r[op.b()].wrapping_sub(r[op.c()] << (op.value & 31)),
            Code::RsbLeft => r[op.a()] = (r[op.c()] << (op.value & 31)).wrapping_sub(r[op.b()]),
            Code::Rsb => r[op.a()] = op.value.wrapping_sub(r[op.b()]),
            Code::And => r[op.a()] = r[op.b()] & op.value,
            Code::AndRegister => r[op.a()] = r[op.b()] & r[op.c()],
            Code::Orr => r[op.a()] = r[op.b()] | op.value,
            Code::OrrRegister => r[op.a()] = r[op.b()] | r[op.c()],
            Code::Eor => r[op.a()] = r[op.b()] ^ op.value,
            Code::EorRegister => r[op.a()] = r[op.b()] ^ r[op.c()],
            Code::BicRegister => r[op.a()] = r[op.b()] & !r[op.c()],
            Code::MulAdd => {
                let added = r[(op.value & 15) as usize];
                r[op.a()] = r[op.b()].wrapping_mul(r[op.c()]).wrapping_add(added);
            }
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
            Code::Load => load!(self, op, offset, word),
            Code::LoadAt => load!(self, op, index, word),
            Code::LoadThen => load!(self, op, then, word),
            Code::LoadThenAt => load!(self, op, then_at, word),
            Code::LoadFirst => load!(self, op, first, word),
            Code::LoadThenJump => {
                let address = r[op.b()];
                let Some(word) = self.memory.read(address) else {
                    return Then::Rare;
                };
                r[op.b()] = address.wrapping_add(op.value);
                self.jump(part::word(word, address) >> 2);
            }
            Code::LoadByteThenAt => load!(self, op, then_at, byte),
            Code::LoadByteFirst => load!(self, op, first, byte),
            Code::LoadSigned => load!(self, op, offset, signed),
            Code::LoadSignedAt => load!(self, op, index, signed),
            Code::LoadSignedThen => load!(self, op, then, signed),
            Code::LoadByte => load!(self, op, offset, byte),
            Code::LoadByteAt => load!(self, op, index, byte),
            Code::LoadByteThen => load!(self, op, then, byte),
            Code::LoadHalf => load!(self, op, offset, half),
            Code::Store => store!(self, op, offset, word),
            Code::StoreAt => store!(self, op, index, word),
            Code::StoreThen => store!(self, op, then, word),
            Code::StoreThenAt => store!(self, op, then_at, word),
            Code::StoreFirst => store!(self, op, first, word),
            Code::StoreByteThenAt => store!(self, op, then_at, byte),
            Code::StoreByteFirst => store!(self, op, first, byte),
            Code::StoreByte => store!(self, op, offset, byte),
            Code::StoreByteAt => store!(self, op, index, byte),
            Code::StoreByteThen => store!(self, op, then, byte),
            Code::StoreHalf => store!(self, op, offset, half),
            Code::LoadMany => return self.load_many(op),
            Code::LoadManyJump => {
                let from = self.r[op.b()]
                    .wrapping_add_signed(op.first())
                    .wrapping_add(op.value >> 16);
                let then = self.load_many(op);
                if then == Then::Next {
                    self.jump(self.memory.ram(from) >> 2);
                }
                return then;
            }
            Code::StoreMany => return self.store_many::<WATCH>(op),
            Code::Branch | Code::LoopBranch => return self.branch(op),
            Code::BranchLink => {
                r[14] = self.pc << 2;
                self.jump(op.value);
            }
            Code::Jump => self.jump(self.r[op.c()] >> 2),
            Code::BranchExchange if r[op.c()] & 1 == 0 => self.jump(self.r[op.c()] >> 2),
            // A branch to Thumb state, what the interpreter knows, and what is more than one operation.
            _ => return Then::Rare,
        }

        Then::Next
    }

    /// LDM, all in RAM.
    #[inline(always)]
    fn load_many(&mut self, op: &Ready) -> Then {
        self.move_many(
            op,
            |burst, number, address| burst.r[number] = burst.memory.ram(address),
            |_, _| {},
        )
    }

    /// STM, all in RAM.
    #[inline(always)]
    fn store_many<const WATCH: bool>(&mut self, op: &Ready) -> Then {
        self.move_many(
            op,
            |burst, number, address| burst.memory.put(address, burst.r[number]),
            |burst, address| burst.memory.mark::<WATCH>(address),
        )
    }

    /// LDM and STM, all in RAM: `each` moves one register from or to an address. `ends` is called with the first and the last
    /// address.
    #[inline(always)]
    fn move_many(&mut self, op: &Ready, each: impl Fn(&mut Self, usize, u32), ends: impl Fn(&mut Self, u32)) -> Then {
        let base = self.r[op.b()];
        let mut address = base.wrapping_add_signed(op.first()) & !3;
        let last = address.wrapping_add(op.value >> 16);
        if !is_ram(address) || !is_ram(last) {
            return Then::Rare;
        }

        ends(self, address);
        ends(self, last);
        let mut list = op.value & 0xFFFF;
        while list != 0 {
            each(self, list.trailing_zeros() as usize, address);
            address = address.wrapping_add(4);
            list &= list - 1;
        }

        self.r[op.b()] = base.wrapping_add_signed(op.moves());
        Then::Next
    }
}
