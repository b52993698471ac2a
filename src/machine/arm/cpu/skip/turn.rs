//! One turn of a loop, followed with what each value is from turn to turn.

use super::line::{Kind, Line};
use super::port::PortUse;
use super::text::{Comparison, Letters, letter_at};
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::cpu::bus::{LINE_STATUS, uart_register};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::op::{Code, Op};
use crate::machine::arm::registers::Flags;
use crate::machine::arm::uart::Uart;

/// Instructions of the longest turn, inner branches and calls included.
const LONGEST_TURN: u64 = 64;
/// Words of RAM that a loop may use.
const CELLS: usize = 8;
const TOP: u32 = 1 << 31;

/// A word of RAM that a loop uses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cell {
    /// Where it is.
    pub address: u32,
    /// What it holds.
    pub line: Line,
}

/// The machine in the middle of a turn.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The registers.
    pub r: [Line; 16],
    cells: [Cell; CELLS],
    used: usize,
    /// The flags.
    pub flags: Flags,
    /// What is done with the character that the turn reads.
    pub letters: Letters,
    /// What is done at the serial port.
    pub port: PortUse,
    /// For how many turns the flags come out as in this one.
    pub reach: u64,
    /// How many instructions ran.
    pub instructions: u64,
}

impl Turn {
    /// The machine as it is.
    pub fn new(machine: &Machine) -> Self {
        Self {
            r: machine.registers.r.map(Line::constant),
            cells: [Cell::default(); CELLS],
            used: 0,
            flags: machine.registers.flags,
            letters: Letters::default(),
            port: PortUse::default(),
            reach: u64::MAX,
            instructions: 0,
        }
    }

    /// A turn from the machine as it is, whose values move as those of this one.
    pub fn again(&self, machine: &Machine) -> Self {
        let mut turn = self.clone();
        for (line, value) in turn.r.iter_mut().zip(machine.registers.r) {
            line.value = value;
        }
        for cell in &mut turn.cells[..turn.used] {
            cell.line.value = machine.memory.ram(cell.address);
        }
        turn.flags = machine.registers.flags;
        turn
    }

    /// The words of RAM that are used.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..self.used]
    }

    /// Whether the word that an address lies in is used.
    pub fn uses(&self, address: u32) -> bool {
        self.cells().iter().any(|cell| cell.address == address & !3)
    }

    /// Whether none of the words that are used lies between the first and the last address of so many turns.
    pub fn is_apart(&self, from: Line, turns: u64) -> bool {
        let (first, last) = (from.value, from.after(turns));
        let (low, high) = if (from.step as i32) < 0 {
            (last, first)
        } else {
            (first, last)
        };
        low <= high
            && self
                .cells()
                .iter()
                .all(|cell| cell.address > high || cell.address + 3 < low)
    }

    /// From the beginning of a turn and its end: what each value moves by. What is not known by that is in doubt.
    pub fn aim(&mut self, end: &Self, machine: &Machine) {
        for (line, end) in self.r.iter_mut().zip(&end.r) {
            line.aim(*end);
        }

        self.used = end.used;
        for (cell, end) in self.cells.iter_mut().zip(end.cells()) {
            cell.address = end.address;
            cell.line = Line::constant(machine.memory.ram(end.address));
            cell.line.aim(end.line);
        }

        self.letters.begin(self.flags, &end.letters, end.flags);
    }

    /// Whether the next turn begins as this one, moved on, when this one ends like that.
    pub fn leads_to(&self, end: &Self) -> bool {
        let cells = self.cells().iter().zip(end.cells());
        self.used == end.used
            && self.r.iter().zip(&end.r).all(|(from, to)| from.leads_to(*to))
            && cells.into_iter().all(|(from, to)| from.line.leads_to(to.line))
            && self.letters.lead_to(self.flags, &end.letters, end.flags)
    }

    /// Takes what does not move on evenly for unknown: a turn may set it before it is used. `None` where that cannot help.
    pub fn doubt(&mut self, end: &Self) -> Option<()> {
        let cells = self.cells[..self.used].iter_mut().map(|cell| &mut cell.line);
        let ends = end.r.iter().copied().chain(end.cells().iter().map(|cell| cell.line));
        for (line, end) in self.r.iter_mut().chain(cells).zip(ends) {
            if !line.leads_to(end) {
                if line.kind == Kind::Unknown {
                    return None;
                }
                line.kind = Kind::Unknown;
            }
        }
        Some(())
    }

    /// Follows one turn; `None` when it leaves the loop or does what is not known from turn to turn.
    pub fn follow(&mut self, machine: &Machine, first: u32, branch: u32) -> Option<()> {
        let mut at = first;
        while self.instructions < LONGEST_TURN {
            let op = machine.ran.get((at >> 2) as usize)?;
            self.instructions += 1;
            let is_taken = self.flags.hold(op.condition);
            self.letters.decide(op.condition, is_taken)?;

            at = if is_taken {
                if at == branch {
                    return Some(());
                }
                self.execute(machine, op, at)?
            } else {
                at.wrapping_add(4)
            };
        }

        None
    }

    /// Follows one operation; the address of the next.
    fn execute(&mut self, machine: &Machine, op: &Op, at: u32) -> Option<u32> {
        let next = at.wrapping_add(4);
        match op.code {
            Code::Branch | Code::LoopBranch => return Some(op.value),
            Code::BranchLink => {
                self.r[14] = Line::constant(next);
                return Some(op.value);
            }
            Code::Jump => return Some(self.r[op.c() & 15].fixed()? & !3),
            Code::BranchExchange => {
                let target = self.r[op.c() & 15].fixed()?;
                return (target & 1 == 0).then_some(target & !3);
            }
            Code::LoadManyJump => {
                let from = self.many(op)?.wrapping_add(op.value >> 16);
                self.move_many(machine, op, |register, cell| *register = *cell)?;
                return Some(self.cell(machine, from)?.fixed()? & !3);
            }
            Code::LoadMany => self.move_many(machine, op, |register, cell| *register = *cell)?,
            Code::StoreMany => self.move_many(machine, op, |register, cell| *cell = *register)?,
            Code::Load | Code::LoadAt | Code::LoadThen => {
                self.load(op, |turn, address| turn.word(machine, address, at))?;
            }
            Code::LoadByte | Code::LoadByteAt | Code::LoadByteThen => {
                self.load(op, |turn, address| turn.byte(machine, address, at))?;
            }
            Code::Store | Code::StoreAt | Code::StoreThen => self.store(op, |turn, address, value| {
                if is_ram(address) {
                    *turn.cell(machine, address)? = value;
                    Some(())
                } else {
                    turn.print(machine, address, value)
                }
            })?,
            Code::StoreByte | Code::StoreByteAt | Code::StoreByteThen => {
                self.store(op, |turn, address, value| turn.print(machine, address, value))?;
            }
            _ => self.compute(op)?,
        }

        Some(next)
    }

    /// The address of a load or store.
    fn address(&self, op: &Op) -> Line {
        let base = self.r[op.b() & 15];
        match op.code {
            Code::LoadAt | Code::LoadByteAt | Code::StoreAt | Code::StoreByteAt => {
                base.add(self.r[op.c() & 15].left(op.value))
            }
            Code::LoadThen | Code::LoadByteThen | Code::StoreThen | Code::StoreByteThen => base,
            _ => base.add(Line::constant(op.value)),
        }
    }

    /// Moves the base of a load or store, where it does.
    fn move_base(&mut self, op: &Op) {
        if matches!(
            op.code,
            Code::LoadThen | Code::LoadByteThen | Code::StoreThen | Code::StoreByteThen
        ) {
            let base = &mut self.r[op.b() & 15];
            *base = base.add(Line::constant(op.value));
        }
    }

    fn load(&mut self, op: &Op, read: impl Fn(&mut Self, Line) -> Option<Line>) -> Option<()> {
        let value = read(self, self.address(op))?;
        self.move_base(op);
        self.r[op.a() & 15] = value;
        Some(())
    }

    fn store(&mut self, op: &Op, write: impl Fn(&mut Self, u32, Line) -> Option<()>) -> Option<()> {
        let address = self.address(op).fixed()?;
        write(self, address, self.r[op.a() & 15])?;
        self.move_base(op);
        Some(())
    }

    /// The word at an address: in RAM, in the image, or the line status.
    fn word(&mut self, machine: &Machine, address: Line, at: u32) -> Option<Line> {
        let address = address.fixed()?;
        if is_ram(address) {
            return self.cell(machine, address).copied();
        }
        if address == LINE_STATUS {
            return Some(self.look(machine, at));
        }
        let word = machine.memory.read(address)?;
        address.is_multiple_of(4).then(|| Line::constant(word))
    }

    /// The byte at an address: the character of a text, or the line status.
    fn byte(&mut self, machine: &Machine, address: Line, at: u32) -> Option<Line> {
        if address.fixed() == Some(LINE_STATUS) {
            return Some(self.look(machine, at));
        }
        if address.kind != Kind::Line || self.letters.from.is_some() {
            return None;
        }
        self.letters.from = Some(address);
        letter_at(&machine.memory, address.value).map(Line::letter)
    }

    fn look(&mut self, machine: &Machine, at: u32) -> Line {
        self.port.look(at);
        Line::constant(Uart::line_status(&machine.console).into())
    }

    fn print(&mut self, machine: &Machine, address: u32, value: Line) -> Option<()> {
        let is_sent = uart_register(address).is_some_and(|offset| machine.uart.sends(offset));
        (is_sent && value.kind != Kind::Unknown).then(|| self.port.print(value))?
    }

    /// A word of RAM.
    fn cell(&mut self, machine: &Machine, address: u32) -> Option<&mut Line> {
        if !is_ram(address) || !address.is_multiple_of(4) {
            return None;
        }

        let known = self.cells().iter().position(|cell| cell.address == address);
        let at = known.unwrap_or(self.used);
        let cell = self.cells.get_mut(at)?;
        if known.is_none() {
            self.used += 1;
            *cell = Cell {
                address,
                line: Line::constant(machine.memory.ram(address)),
            };
        }
        Some(&mut cell.line)
    }

    /// The first word of LDM and STM.
    fn many(&self, op: &Op) -> Option<u32> {
        let base = self.r[op.b() & 15].fixed()?;
        Some(base.wrapping_add_signed(i32::from(op.a as i8)) & !3)
    }

    /// LDM and STM: `each` moves one register from or to a word.
    fn move_many(&mut self, machine: &Machine, op: &Op, each: impl Fn(&mut Line, &mut Line)) -> Option<()> {
        let mut address = self.many(op)?;
        let mut list = op.value & 0xFFFF;
        while list != 0 {
            let number = list.trailing_zeros() as usize;
            let mut register = self.r[number & 15];
            each(&mut register, self.cell(machine, address)?);
            self.r[number & 15] = register;
            address = address.wrapping_add(4);
            list &= list - 1;
        }

        let base = &mut self.r[op.b() & 15];
        *base = base.add(Line::constant(i32::from(op.c as i8) as u32));
        Some(())
    }

    /// Follows arithmetic and comparisons.
    fn compute(&mut self, op: &Op) -> Option<()> {
        let (b, c) = (self.r[op.b() & 15], self.r[op.c() & 15]);
        let value = Line::constant(op.value);
        let result = match op.code {
            Code::Mov => value,
            Code::MovRegister => c,
            Code::MovLeft => c.left(op.value),
            Code::MovRight => c.with(value, |c, by| c >> (by & 31))?,
            Code::MovSigned => c.with(value, |c, by| (c as i32 >> (by & 31)) as u32)?,
            Code::Add => b.add(value),
            Code::AddRegister => b.add(c),
            Code::AddLeft => b.add(c.left(op.value)),
            Code::SubRegister => b.subtract(c),
            Code::SubLeft => b.subtract(c.left(op.value)),
            Code::RsbLeft => c.left(op.value).subtract(b),
            Code::Rsb => value.subtract(b),
            Code::And => b.and(value)?,
            Code::AndRegister => b.and(c)?,
            Code::Orr => b.with(value, |b, c| b | c)?,
            Code::OrrRegister => b.with(c, |b, c| b | c)?,
            Code::Eor => b.with(value, |b, c| b ^ c)?,
            Code::EorRegister => b.with(c, |b, c| b ^ c)?,
            Code::BicRegister => b.with(c, |b, c| b & !c)?,
            Code::Mul if c.fixed().is_some() => b.times(c.value),
            Code::Mul => c.times(b.fixed()?),
            Code::Adds => self.sum(b, value)?,
            Code::AddsRegister => self.sum(b, c)?,
            Code::Subs => self.difference(b, value)?,
            Code::SubsRegister => self.difference(b, c)?,
            Code::Ands => self.logical(b, value)?,
            Code::MovsRegister => self.logical(c, Line::constant(u32::MAX))?,
            _ => return self.compare(op.code, b, c, value),
        };

        self.r[op.a() & 15] = result;
        Some(())
    }

    fn compare(&mut self, code: Code, b: Line, c: Line, value: Line) -> Option<()> {
        match code {
            Code::Cmp => self.difference(b, value)?,
            Code::CmpRegister => self.difference(b, c)?,
            Code::Cmn => self.sum(b, value)?,
            Code::Tst => self.logical(b, value)?,
            Code::TstRegister => self.logical(b, c)?,
            _ => return None,
        };
        Some(())
    }

    /// An addition that sets flags. They change where an operand or the sum passes 0 or the greatest positive number, and
    /// after a sum of 0.
    fn sum(&mut self, a: Line, b: Line) -> Option<Line> {
        let (moving, other) = match (a.fixed(), b.fixed()) {
            (_, Some(other)) => (a, other),
            (Some(other), None) => (b, other),
            (None, None) => return None,
        };

        if moving.kind == Kind::Letter {
            self.letters.compare(Comparison::Sum, other)?;
        } else {
            let zero = other.wrapping_neg();
            let points = [zero, zero.wrapping_add(1), zero.wrapping_add(TOP), 0, TOP];
            self.reach = self.reach.min(moving.even()?.reach(points));
            self.letters.forget();
        }
        self.flags.add(a.value, b.value);
        Some(a.add(b))
    }

    /// A subtraction that sets flags, likewise.
    fn difference(&mut self, a: Line, b: Line) -> Option<Line> {
        match (a.fixed(), b.fixed()) {
            (_, Some(other)) if a.kind == Kind::Letter => self.letters.compare(Comparison::Difference, other)?,
            (_, Some(other)) => {
                let points = [other, other.wrapping_add(1), other.wrapping_add(TOP), 0, TOP];
                self.reach = self.reach.min(a.even()?.reach(points));
                self.letters.forget();
            }
            (Some(other), None) => {
                let after = other.wrapping_add(1);
                let points = [other, after, after.wrapping_add(TOP), 0, TOP];
                self.reach = self.reach.min(b.even()?.reach(points));
                self.letters.forget();
            }
            (None, None) => return None,
        }

        self.flags.subtract(a.value, b.value);
        Some(a.subtract(b))
    }

    /// N and Z of some bits of a value.
    fn logical(&mut self, value: Line, bits: Line) -> Option<Line> {
        let result = value.and(bits)?;
        if value.kind == Kind::Letter {
            self.letters.compare(Comparison::Bits, bits.fixed()?)?;
        } else {
            self.reach = self.reach.min(result.even()?.reach([0, 1, TOP, 0, 0]));
            self.letters.forget_result();
        }
        self.flags.result(result.value);
        Some(result)
    }
}
