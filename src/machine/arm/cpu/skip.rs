//! Loops that only count, such as students make pauses of, are not run turn by turn: what many turns do is known at once.
//!
//! One turn is followed with each register as a line, a value and what it moves by from turn to turn. When every
//! register has, at the end of the turn, moved on by just that, and moves by the same again, then by induction it does so
//! in all turns that take the same way; and they take the same way until an operand of an instruction that sets flags
//! passes a point where one of its flags may change. So many turns are skipped, the last of them never: it is run, and
//! leaves the flags. Words of RAM that the loop counts in are lines as registers are.
//!
//! What is skipped never differs from running it: registers, flags, memory, and the number of instructions.

use super::Machine;
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::op::{Code, Op};
use crate::machine::arm::registers::Flags;

/// Instructions of the longest turn, inner branches included.
const LONGEST_TURN: u64 = 64;
/// Turns after which a loop is looked at.
const HOT: i32 = 16;
/// Turns worth skipping.
const WORTH: u64 = 8;
/// Turns until a loop is looked at again that was not worth it.
const COLD: i32 = -1_000;
/// Words of RAM that a loop may count in.
const CELLS: usize = 4;
const TOP: u32 = 1 << 31;

/// How often the same loop branch was taken since another was.
#[derive(Debug, Clone, Copy, Default)]
pub struct Heat {
    at: u32,
    turns: i32,
}

impl Heat {
    /// Counts a loop branch; whether its loop is worth a look.
    #[inline]
    pub fn rises(&mut self, at: u32) -> bool {
        if self.at != at {
            *self = Self { at, turns: 0 };
        }
        self.turns += 1;
        self.turns >= HOT
    }
}

/// What a look at a loop has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Skipped {
    /// So many instructions were skipped.
    Instructions(u64),
    /// The loop never ends.
    Endless,
}

/// A value and what it moves by from turn to turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Line {
    value: u32,
    step: u32,
}

impl Line {
    fn constant(value: u32) -> Self {
        Self { value, step: 0 }
    }

    fn add(self, other: Self) -> Self {
        Self {
            value: self.value.wrapping_add(other.value),
            step: self.step.wrapping_add(other.step),
        }
    }

    fn subtract(self, other: Self) -> Self {
        Self {
            value: self.value.wrapping_sub(other.value),
            step: self.step.wrapping_sub(other.step),
        }
    }

    fn times(self, factor: u32) -> Self {
        Self {
            value: self.value.wrapping_mul(factor),
            step: self.step.wrapping_mul(factor),
        }
    }

    fn left(self, amount: u32) -> Self {
        self.times(1 << (amount & 31))
    }

    /// Its value, when it does not move.
    fn fixed(self) -> Option<u32> {
        (self.step == 0).then_some(self.value)
    }

    /// Where it is after some turns.
    fn after(self, turns: u64) -> u32 {
        self.value.wrapping_add(self.step.wrapping_mul(turns as u32))
    }

    /// For how many turns it passes none of some points; a point lies just below its number.
    fn reach(self, points: [u32; 5]) -> u64 {
        let distance = |point: u32| {
            if (self.step as i32) < 0 {
                self.value.wrapping_sub(point)
            } else {
                point.wrapping_sub(self.value).wrapping_sub(1)
            }
        };
        let nearest = points.into_iter().map(distance).min().unwrap_or(0);
        let pace = (self.step as i32).unsigned_abs();
        nearest.checked_div(pace).map_or(u64::MAX, u64::from)
    }
}

/// A word of RAM in which a loop counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Cell {
    address: u32,
    line: Line,
}

/// The machine in the middle of a turn.
#[derive(Debug, Clone)]
struct Turn {
    r: [Line; 16],
    cells: [Cell; CELLS],
    used: usize,
    flags: Flags,
    /// For how many turns the flags come out as in this one.
    reach: u64,
    instructions: u64,
}

impl Machine {
    /// At the first instruction of a loop whose branch is at `branch`: skips turns, as long as `fuel` lasts.
    #[cold]
    #[inline(never)]
    pub(super) fn skip<const WATCH: bool>(&mut self, ops: &[Op], first: u32, branch: u32, fuel: u64) -> Skipped {
        self.heat.turns = COLD;
        let none = Skipped::Instructions(0);
        let Some(turn) = self.steady_turn(ops, first, branch) else {
            return none;
        };
        if turn.reach == u64::MAX {
            return Skipped::Endless;
        }

        let turns = turn.reach.min(fuel / turn.instructions);
        if turns < WORTH {
            return none;
        }

        self.heat.turns = 0;
        for (register, line) in self.registers.r.iter_mut().zip(turn.r) {
            *register = line.after(turns);
        }

        for cell in &turn.cells[..turn.used] {
            self.memory.store::<WATCH>(cell.address, cell.line.after(turns));
        }

        Skipped::Instructions(turns * turn.instructions)
    }

    /// The next turn of a loop, when all that follow are like it: each line as it is at the beginning.
    fn steady_turn(&self, ops: &[Op], first: u32, branch: u32) -> Option<Turn> {
        let start = Turn {
            r: self.registers.r.map(Line::constant),
            cells: [Cell::default(); CELLS],
            used: 0,
            flags: self.registers.flags,
            reach: u64::MAX,
            instructions: 0,
        };
        let mut probe = start.clone();
        self.follow(&mut probe, ops, first, branch)?;

        if probe.flags != start.flags {
            return None;
        }

        let mut begin = start;
        for (line, end) in begin.r.iter_mut().zip(probe.r) {
            line.step = end.value.wrapping_sub(line.value);
        }

        begin.used = probe.used;
        for (cell, end) in begin.cells.iter_mut().zip(&probe.cells[..probe.used]) {
            let value = self.memory.ram(end.address);
            let step = end.line.value.wrapping_sub(value);
            *cell = Cell {
                address: end.address,
                line: Line { value, step },
            };
        }

        let mut end = begin.clone();
        self.follow(&mut end, ops, first, branch)?;
        let moved = |line: Line| Line {
            value: line.after(1),
            ..line
        };
        let is_steady = begin.r.iter().zip(&end.r).all(|(from, to)| moved(*from) == *to)
            && begin
                .cells
                .iter()
                .zip(&end.cells)
                .all(|(from, to)| moved(from.line) == to.line);

        is_steady.then_some(Turn {
            reach: end.reach,
            instructions: end.instructions,
            ..begin
        })
    }

    /// Follows one turn; `None` when it leaves the loop or does what is not known as a line.
    fn follow(&self, turn: &mut Turn, ops: &[Op], first: u32, branch: u32) -> Option<()> {
        let mut at = first;
        while turn.instructions < LONGEST_TURN {
            let op = ops.get((at >> 2) as usize)?;
            turn.instructions += 1;
            let taken = turn.flags.hold(op.condition);
            if taken && matches!(op.code, Code::Branch | Code::LoopBranch) {
                if at == branch {
                    return Some(());
                }
                at = op.value;
            } else {
                if taken {
                    self.follow_plain(turn, op)?;
                }
                at = at.wrapping_add(4);
            }
            if !(first..=branch).contains(&at) {
                return None;
            }
        }

        None
    }

    fn follow_plain(&self, turn: &mut Turn, op: &Op) -> Option<()> {
        let line = |number: u8| turn.r[usize::from(number & 15)];
        let (a, b, c) = (usize::from(op.a & 15), line(op.b), line(op.c));
        let value = Line::constant(op.value);
        turn.r[a] = match op.code {
            Code::Mov => value,
            Code::MovRegister => c,
            Code::MovLeft => c.left(op.value),
            Code::MovRight => Line::constant(c.fixed()? >> (op.value & 31)),
            Code::MovSigned => Line::constant((c.fixed()? as i32 >> (op.value & 31)) as u32),
            Code::Add => b.add(value),
            Code::AddRegister => b.add(c),
            Code::AddLeft => b.add(c.left(op.value)),
            Code::SubRegister => b.subtract(c),
            Code::Rsb => value.subtract(b),
            Code::And => Line::constant(b.fixed()? & op.value),
            Code::AndRegister => Line::constant(b.fixed()? & c.fixed()?),
            Code::Orr => Line::constant(b.fixed()? | op.value),
            Code::OrrRegister => Line::constant(b.fixed()? | c.fixed()?),
            Code::Eor => Line::constant(b.fixed()? ^ op.value),
            Code::EorRegister => Line::constant(b.fixed()? ^ c.fixed()?),
            Code::BicRegister => Line::constant(b.fixed()? & !c.fixed()?),
            Code::Mul => match (b.fixed(), c.fixed()) {
                (Some(factor), _) => c.times(factor),
                (_, Some(factor)) => b.times(factor),
                (None, None) => return None,
            },
            Code::Adds => turn.sum(b, value)?,
            Code::AddsRegister => turn.sum(b, c)?,
            Code::Subs => turn.difference(b, value)?,
            Code::SubsRegister => turn.difference(b, c)?,
            Code::Ands => turn.logical(Line::constant(b.fixed()? & op.value)),
            Code::MovsRegister => turn.logical(c),
            Code::Load => self.cell(turn, b.fixed()?.wrapping_add(op.value))?.line,
            Code::Store => {
                let stored = turn.r[a];
                self.cell(turn, b.fixed()?.wrapping_add(op.value))?.line = stored;
                return Some(());
            }
            _ => return turn.compare(op, b, c),
        };

        Some(())
    }

    /// A word of RAM as a line.
    fn cell<'a>(&self, turn: &'a mut Turn, address: u32) -> Option<&'a mut Cell> {
        if !is_ram(address) || !address.is_multiple_of(4) {
            return None;
        }

        let known = turn.cells[..turn.used].iter().position(|cell| cell.address == address);
        let at = known.unwrap_or(turn.used);
        let cell = turn.cells.get_mut(at)?;
        if known.is_none() {
            turn.used += 1;
            *cell = Cell {
                address,
                line: Line::constant(self.memory.ram(address)),
            };
        }
        Some(cell)
    }
}

impl Turn {
    fn compare(&mut self, op: &Op, b: Line, c: Line) -> Option<()> {
        let value = Line::constant(op.value);
        match op.code {
            Code::Cmp => self.difference(b, value)?,
            Code::CmpRegister => self.difference(b, c)?,
            Code::Cmn => self.sum(b, value)?,
            Code::Tst => self.logical(Line::constant(b.fixed()? & op.value)),
            Code::TstRegister => self.logical(Line::constant(b.fixed()? & c.fixed()?)),
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
        let zero = other.wrapping_neg();
        let points = [zero, zero.wrapping_add(1), zero.wrapping_add(TOP), 0, TOP];
        self.reach = self.reach.min(moving.reach(points));
        self.flags.add(a.value, b.value);
        Some(a.add(b))
    }

    /// A subtraction that sets flags, likewise.
    fn difference(&mut self, a: Line, b: Line) -> Option<Line> {
        let reach = match (a.fixed(), b.fixed()) {
            (_, Some(other)) => a.reach([other, other.wrapping_add(1), other.wrapping_add(TOP), 0, TOP]),
            (Some(other), None) => {
                let after = other.wrapping_add(1);
                b.reach([other, after, after.wrapping_add(TOP), 0, TOP])
            }
            (None, None) => return None,
        };

        self.reach = self.reach.min(reach);
        self.flags.subtract(a.value, b.value);
        Some(a.subtract(b))
    }

    /// N and Z of a value.
    fn logical(&mut self, value: Line) -> Line {
        self.reach = self.reach.min(value.reach([0, 1, TOP, 0, 0]));
        self.flags.result(value.value);
        value
    }
}

#[cfg(test)]
mod tests;
