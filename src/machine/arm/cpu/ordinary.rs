//! The inner loop: ordinary operations, which cannot fail by themselves: arithmetic, branches, transfers to and from RAM and flash,
//! and the serial port as long as a key or a byte is all there is to it. What they change is in local variables.
//!
//! What they do must never differ from what the interpreter does.

use super::bus::uart_register;
use super::skip::Heat;
use super::{Checkpoint, InData, Machine, part};
use crate::machine::arm::isa::Condition;
use crate::machine::arm::memory::{Memory, is_ram};
use crate::machine::arm::op::Code;
use crate::machine::arm::ready::Ready;
use crate::machine::arm::registers::Flags;
use crate::machine::arm::uart::Uart;
use crate::machine::console::Console;

/// Places for registers, of which sixteen count: so many, because any number in a [`Ready`] is a place then.
pub(super) const PLACES: usize = 256;
/// So many operations are executed at once at most.
const MOST: u64 = 4;

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
    /// The place of the checkpoint, which is looked at before anything is executed there.
    checkpoint: u32,
}

/// The serial port while ordinary operations run.
struct Port<'m> {
    uart: &'m mut Uart,
    console: &'m mut Console,
    overrun_from: &'m mut Option<u32>,
}

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
    ($burst:ident, $op:ident, $at:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $burst, $op);
        let value = match load!($burst, address, $unit) {
            None if !WATCH => {
                let word = $burst.port.load(address, $at << 2);
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
    ($burst:ident, $op:ident, $at:ident, $way:ident, $unit:ident) => {{
        let address = address!($way, $burst, $op);
        let value = $burst.r[$op.a()];
        if is_ram(address) {
            store!($burst, address, value, $unit);
        } else if WATCH || !$burst.port.store(address, value, $at << 2) {
            return Then::Rare;
        }
        move_base!($way, $burst, $op);
    }};
    ($burst:ident, $address:ident, $value:ident, word) => {
        $burst.memory.store::<WATCH>($address, $value)
    };
    ($burst:ident, $address:ident, $value:ident, half) => {
        $burst.memory.store_part::<WATCH>($address, 0xFFFF, $value, ($address & 2) * 8)
    };
    ($burst:ident, $address:ident, $value:ident, byte) => {
        $burst.memory.store_byte::<WATCH>($address, $value as u8)
    };
}

/// Executes one operation, and the next ones as long as they are those that are named.
macro_rules! run {
    (then $burst:ident, $at:ident, $left:ident, $last:ident) => { Then::Next };
    (then $burst:ident, $at:ident, $left:ident, $last:ident, Branch $($rest:tt)*) => {
        match $burst.next::<WATCH>() {
            Some(op) if op.is_branch() => {
                $burst.follow($at, $left, $last);
                if $burst.flags.hold(op.condition) {
                    $burst.branch(op)
                } else {
                    run!(then $burst, $at, $left, $last $($rest)*)
                }
            }
            _ => Then::Next,
        }
    };
    (then $burst:ident, $at:ident, $left:ident, $last:ident, Conditional $($rest:tt)*) => {
        match $burst.next::<WATCH>() {
            Some(op) if op.own == Code::Conditional => {
                $burst.follow($at, $left, $last);
                if $burst.flags.hold(op.condition) {
                    $burst.execute::<WATCH>(op, *$at, op.code)
                } else {
                    run!(then $burst, $at, $left, $last $($rest)*)
                }
            }
            _ => Then::Next,
        }
    };
    (then $burst:ident, $at:ident, $left:ident, $last:ident, $other:ident $($rest:tt)*) => {
        match $burst.next::<WATCH>() {
            Some(op) if op.own == Code::$other => {
                $burst.follow($at, $left, $last);
                match $burst.execute::<WATCH>(op, *$at, Code::$other) {
                    Then::Next => run!(then $burst, $at, $left, $last $($rest)*),
                    then => then,
                }
            }
            _ => Then::Next,
        }
    };
    ($burst:ident, $op:ident, $at:ident, $left:ident, $last:ident, $one:ident $($rest:tt)*) => {
        match $burst.execute::<WATCH>($op, *$at, Code::$one) {
            Then::Next => run!(then $burst, $at, $left, $last $($rest)*),
            then => then,
        }
    };
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
        let heat: &mut Heat = &mut self.heat;
        let in_data = &mut self.in_data;
        let mut last = self.last >> 2;
        let mut port = Port {
            uart: &mut self.uart,
            console: &mut self.console,
            overrun_from: &mut self.overrun_from,
        };
        let mut burst = Burst {
            ops: &self.ready,
            memory: &mut self.memory,
            port: &mut port,
            r: &mut self.places,
            flags: self.registers.flags,
            pc: self.pc >> 2,
            checkpoint: checkpoint.map_or(u32::MAX, |checkpoint| checkpoint.pc >> 2),
        };

        let pause = loop {
            // Several at once are executed as long as so many are left.
            let mut then = Then::Next;
            let mut at = burst.pc;
            while left >= MOST && then == Then::Next {
                at = burst.pc;
                let Some(op) = burst.next::<WATCH>() else { break };
                is_looked_at = false;
                burst.pc = at.wrapping_add(1);
                then = burst.some::<WATCH>(op, &mut at, &mut left, &mut last);
                if then != Then::Rare {
                    last = at;
                    left -= 1;
                }
            }

            if then == Then::Next {
                if left == 0 {
                    break Pause::Fuel;
                }
                if WATCH && !is_looked_at && checkpoint.is_some_and(|checkpoint| burst.is_at(checkpoint)) {
                    break Pause::Checkpoint;
                }
                is_looked_at = false;
                at = burst.pc;
                then = match burst.op(at) {
                    Some(op) => burst.one::<WATCH>(op, at),
                    None if is_ram(at << 2) => {
                        InData::note(in_data, at << 2, last << 2);
                        let in_ram = Ready::new(burst.memory.ram_op(at << 2));
                        burst.one::<WATCH>(&in_ram, at)
                    }
                    None => break Pause::Rare,
                };
                if then != Then::Rare {
                    last = at;
                    left -= 1;
                }
            }

            match then {
                Then::Next => {}
                Then::Loop if heat.rises(at << 2) => break Pause::Loop,
                Then::Loop => {}
                Then::Rare => {
                    burst.pc = at;
                    break Pause::Rare;
                }
            }
        };

        let Burst { flags, pc, .. } = burst;
        self.registers.r.copy_from_slice(&self.places[..16]);
        self.registers.flags = flags;
        self.pc = pc << 2;
        self.last = last << 2;
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

    /// Goes on to the next operation of those that are executed together: `at` is its place then.
    #[inline(always)]
    fn follow(&mut self, at: &mut u32, left: &mut u64, last: &mut u32) {
        (*last, *at) = (*at, self.pc);
        *left -= 1;
        self.pc = at.wrapping_add(1);
    }

    /// A branch that is taken.
    #[inline(always)]
    fn branch(&mut self, op: &Ready) -> Then {
        self.pc = op.value;
        if op.code == Code::LoopBranch { Then::Loop } else { Then::Next }
    }

    /// Executes the operation in a place, which the program counter is past, when its condition is met.
    #[inline(always)]
    fn one<const WATCH: bool>(&mut self, op: &Ready, at: u32) -> Then {
        self.pc = at.wrapping_add(1);
        if op.condition == Condition::Al || self.flags.hold(op.condition) {
            self.execute::<WATCH>(op, at, op.code)
        } else {
            Then::Next
        }
    }

    /// Executes the operation in a place, which the program counter is past, and those that are executed together with it. `at` is
    /// then the place of the last one, and what came before is counted in `left` and `last`.
    #[inline(always)]
    fn some<const WATCH: bool>(&mut self, op: &Ready, at: &mut u32, left: &mut u64, last: &mut u32) -> Then {
        match op.step {
            Code::When if self.flags.hold(op.condition) => self.branch(op),
            Code::Conditional if self.flags.hold(op.condition) => self.execute::<WATCH>(op, *at, op.code),
            Code::When | Code::Conditional => Then::Next,
            Code::CmpBranch => run!(self, op, at, left, last, Cmp, Branch),
            Code::CmpRegisterBranch => run!(self, op, at, left, last, CmpRegister, Branch),
            Code::TstBranch => run!(self, op, at, left, last, Tst, Branch, StoreByte, LoadManyJump),
            Code::SubsBranch => run!(self, op, at, left, last, Subs, Branch),
            Code::CmpConditional => run!(self, op, at, left, last, Cmp, Conditional),
            Code::CmpRegisterConditional => run!(self, op, at, left, last, CmpRegister, Conditional),
            Code::AddCmp => run!(self, op, at, left, last, Add, Cmp, Branch),
            Code::AddCmpRegister => run!(self, op, at, left, last, Add, CmpRegister, Branch),
            Code::AddRegisterMov => run!(self, op, at, left, last, AddRegister, Mov, LoadByteThen),
            Code::AddRegisterLoadByte => run!(self, op, at, left, last, AddRegister, LoadByte, Cmp, Branch),
            Code::MovTwice => run!(self, op, at, left, last, Mov, Mov),
            Code::MovMovRegister => run!(self, op, at, left, last, Mov, MovRegister, BranchLink),
            Code::MovAddRegister => run!(self, op, at, left, last, Mov, AddRegister, Mov),
            Code::MovLoadByte => run!(self, op, at, left, last, Mov, LoadByte, Tst, Branch),
            Code::MovLoadByteThen => run!(self, op, at, left, last, Mov, LoadByteThen, Cmp, Branch),
            Code::MovStoreByteThen => run!(self, op, at, left, last, Mov, StoreByteThen),
            Code::MovBranchLink => run!(self, op, at, left, last, Mov, BranchLink, StoreMany),
            Code::MovMul => run!(self, op, at, left, last, Mov, Mul, AddRegister),
            Code::MovRegisterMov => run!(self, op, at, left, last, MovRegister, Mov),
            Code::MovRegisterTwice => run!(self, op, at, left, last, MovRegister, MovRegister, BranchLink),
            Code::MovRegisterBranchLink => run!(self, op, at, left, last, MovRegister, BranchLink, StoreMany),
            Code::MulAddRegister => run!(self, op, at, left, last, Mul, AddRegister),
            Code::LoadCmp => run!(self, op, at, left, last, Load, Cmp, Branch),
            Code::LoadThenCmpRegister => run!(self, op, at, left, last, LoadThen, CmpRegister, Branch),
            Code::LoadThenAtCmpRegister => run!(self, op, at, left, last, LoadThenAt, CmpRegister, Branch),
            Code::LoadByteTst => run!(self, op, at, left, last, LoadByte, Tst, Branch, StoreByte),
            Code::LoadByteCmp => run!(self, op, at, left, last, LoadByte, Cmp, Branch),
            Code::LoadByteAtCmp => run!(self, op, at, left, last, LoadByteAt, Cmp, Branch),
            Code::LoadByteThenCmp => run!(self, op, at, left, last, LoadByteThen, Cmp, Branch),
            Code::LoadByteThenCmpRegister => run!(self, op, at, left, last, LoadByteThen, CmpRegister, Branch),
            Code::LoadByteThenStoreByteThen => {
                run!(self, op, at, left, last, LoadByteThen, StoreByteThen, Mov, StoreByteThen)
            }
            Code::StoreByteLoadManyJump => run!(self, op, at, left, last, StoreByte, LoadManyJump),
            Code::StoreByteThenMov => run!(self, op, at, left, last, StoreByteThen, Mov, StoreByteThen),
            Code::StoreManyMov => run!(self, op, at, left, last, StoreMany, Mov, LoadByte),
            Code::StoreManyMovRegister => run!(self, op, at, left, last, StoreMany, MovRegister),
            Code::BranchLink => run!(self, op, at, left, last, BranchLink, StoreMany, Mov),
            own => self.execute::<WATCH>(op, *at, own),
        }
    }

    /// Executes the operation in a place, which the program counter is past, whatever its condition. One arm for each operation.
    #[inline(always)]
    fn execute<const WATCH: bool>(&mut self, op: &Ready, at: u32, code: Code) -> Then {
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
            Code::Load => load!(self, op, at, offset, word),
            Code::LoadAt => load!(self, op, at, index, word),
            Code::LoadThen => load!(self, op, at, then, word),
            Code::LoadThenAt => load!(self, op, at, then_at, word),
            Code::LoadFirst => load!(self, op, at, first, word),
            Code::LoadThenJump => {
                let address = r[op.b()];
                let Some(word) = self.memory.read(address) else {
                    return Then::Rare;
                };
                r[op.b()] = address.wrapping_add(op.value);
                self.pc = part::word(word, address) >> 2;
            }
            Code::LoadByteThenAt => load!(self, op, at, then_at, byte),
            Code::LoadByteFirst => load!(self, op, at, first, byte),
            Code::LoadSigned => load!(self, op, at, offset, signed),
            Code::LoadSignedAt => load!(self, op, at, index, signed),
            Code::LoadSignedThen => load!(self, op, at, then, signed),
            Code::LoadByte => load!(self, op, at, offset, byte),
            Code::LoadByteAt => load!(self, op, at, index, byte),
            Code::LoadByteThen => load!(self, op, at, then, byte),
            Code::LoadHalf => load!(self, op, at, offset, half),
            Code::Store => store!(self, op, at, offset, word),
            Code::StoreAt => store!(self, op, at, index, word),
            Code::StoreThen => store!(self, op, at, then, word),
            Code::StoreThenAt => store!(self, op, at, then_at, word),
            Code::StoreFirst => store!(self, op, at, first, word),
            Code::StoreByteThenAt => store!(self, op, at, then_at, byte),
            Code::StoreByteFirst => store!(self, op, at, first, byte),
            Code::StoreByte => store!(self, op, at, offset, byte),
            Code::StoreByteAt => store!(self, op, at, index, byte),
            Code::StoreByteThen => store!(self, op, at, then, byte),
            Code::StoreHalf => store!(self, op, at, offset, half),
            Code::LoadMany => {
                return self.move_many(op, |burst, number, address| burst.r[number] = burst.memory.ram(address));
            }
            Code::LoadManyJump => {
                let from = self.r[op.b()]
                    .wrapping_add_signed(op.first())
                    .wrapping_add(op.value >> 16);
                let then = self.move_many(op, |burst, number, address| burst.r[number] = burst.memory.ram(address));
                if then == Then::Next {
                    self.pc = self.memory.ram(from) >> 2;
                }
                return then;
            }
            Code::StoreMany => {
                return self.move_many(op, |burst, number, address| {
                    burst.memory.store::<WATCH>(address, burst.r[number]);
                });
            }
            Code::Branch | Code::LoopBranch => return self.branch(op),
            Code::BranchLink => {
                r[14] = self.pc << 2;
                self.pc = op.value;
            }
            Code::Jump => self.pc = r[op.c()] >> 2,
            Code::BranchExchange if r[op.c()] & 1 == 0 => self.pc = r[op.c()] >> 2,
            Code::BranchExchange | Code::Other | Code::Data | Code::First => return Then::Rare,
            // All are named: then the host need not look whether it is one of those above.
            Code::When
            | Code::Conditional
            | Code::CmpBranch
            | Code::CmpRegisterBranch
            | Code::TstBranch
            | Code::SubsBranch
            | Code::CmpConditional
            | Code::CmpRegisterConditional
            | Code::AddCmp
            | Code::AddCmpRegister
            | Code::AddRegisterMov
            | Code::AddRegisterLoadByte
            | Code::MovTwice
            | Code::MovMovRegister
            | Code::MovAddRegister
            | Code::MovLoadByte
            | Code::MovLoadByteThen
            | Code::MovStoreByteThen
            | Code::MovBranchLink
            | Code::MovMul
            | Code::MovRegisterMov
            | Code::MovRegisterTwice
            | Code::MovRegisterBranchLink
            | Code::MulAddRegister
            | Code::LoadCmp
            | Code::LoadThenCmpRegister
            | Code::LoadThenAtCmpRegister
            | Code::LoadByteTst
            | Code::LoadByteCmp
            | Code::LoadByteAtCmp
            | Code::LoadByteThenCmp
            | Code::LoadByteThenCmpRegister
            | Code::LoadByteThenStoreByteThen
            | Code::StoreByteLoadManyJump
            | Code::StoreByteThenMov
            | Code::StoreManyMov
            | Code::StoreManyMovRegister => return Then::Rare,
        }

        Then::Next
    }

    /// LDM and STM, all in RAM: `each` moves one register from or to an address.
    #[inline(always)]
    fn move_many(&mut self, op: &Ready, each: impl Fn(&mut Self, usize, u32)) -> Then {
        let base = self.r[op.b()];
        let mut address = base.wrapping_add_signed(op.first()) & !3;
        if !is_ram(address) || !is_ram(address.wrapping_add(op.value >> 16)) {
            return Then::Rare;
        }

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
