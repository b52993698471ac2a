//! Follows a run instruction by instruction and keeps what is known: where each value came from, which calls are open,
//! which instruction stored each cell of memory, and the first of each strange event.
//!
//! It looks at the machine before each instruction and never changes it. What it does not know it does not guess.

use std::collections::{BTreeMap, BTreeSet};

use super::architecture::Architecture;
use super::event::{Call, Events, Flow};
use super::tail::Tail;
use super::value::{Cell, Origin, Read, Unset, Value};

mod control;

/// Different reads of unset places that are distinguished; a program with more is beyond help.
const READS: usize = 4096;

/// What is known about a run so far.
#[derive(Debug)]
pub struct Trace<'a, A: Architecture> {
    /// The image.
    pub image: A::Image<'a>,
    /// What is known about each register's value.
    pub registers: [Value<A::Address>; 16],
    /// What the flags depend on.
    pub flags: Value<A::Address>,
    /// What is known about each cell of memory that was stored.
    cells: Box<[Cell<A::Address>]>,
    /// Open calls, the latest last.
    pub calls: Vec<Call<A::Address>>,
    /// The call that the last instruction returned from as it should.
    pub(super) ended: Option<Call<A::Address>>,
    /// What the stack pointer holds before the instruction that is about to run.
    pub(super) stack: A::Address,
    /// Whether everything since the start was seen.
    pub whole: bool,
    /// The last instructions.
    pub tail: Tail<A::Address>,
    /// What happened that should not.
    pub events: Events<A::Address>,
    /// What is noted on this architecture alone.
    pub notes: A::Notes,
    reads: Vec<Read<A::Address>>,
    known: BTreeMap<Read<A::Address>, u16>,
    /// Subroutines that have returned as they should.
    pub returned: BTreeSet<A::Address>,
    /// Open calls that were forgotten because there are too many.
    pub lost: u32,
    /// Calls so far.
    pub serial: u32,
    /// Instructions seen.
    pub step: u64,
    /// How many bytes were printed after which step, wherever that changed.
    printed: Vec<(u64, usize)>,
    /// The last instruction.
    pub before: A::Address,
    /// How it leads on.
    pub flow: Flow,
}

impl<'a, A: Architecture> Trace<'a, A> {
    /// Before the first instruction.
    pub fn new(image: A::Image<'a>) -> Self {
        Self {
            image,
            registers: std::array::from_fn(|number| Value::of(Origin::Start(number as u8))),
            flags: Value::unknown(),
            cells: vec![Cell::unknown(); A::CELLS].into_boxed_slice(),
            calls: Vec::new(),
            ended: None,
            stack: A::Address::default(),
            whole: true,
            tail: Tail::new(),
            events: Events::default(),
            notes: A::Notes::default(),
            reads: Vec::new(),
            known: BTreeMap::new(),
            returned: BTreeSet::new(),
            lost: 0,
            serial: 0,
            step: 0,
            printed: Vec::new(),
            before: A::Address::default(),
            flow: Flow::Jump,
        }
    }

    /// A part of the run was not seen: nothing is known any more but what happened before.
    pub fn lose(&mut self) {
        self.whole = false;
        self.registers = [Value::unknown(); 16];
        self.flags = Value::unknown();
        self.cells.fill(Cell::unknown());
        self.calls.clear();
        self.ended = None;
        self.tail.clear();
        self.flow = Flow::Jump;

        self.events.in_data = None;
        A::lose(&mut self.notes);
    }

    /// Notes how many bytes were printed so far.
    pub fn note_printed(&mut self, bytes: usize) {
        if self.printed.last().map_or(0, |(_, last)| *last) != bytes {
            self.printed.push((self.step, bytes));
        }
    }

    /// How many bytes were printed before an instruction was executed.
    pub fn printed_at(&self, step: u64) -> usize {
        let before = self.printed.partition_point(|(after, _)| *after <= step);
        let last = before.checked_sub(1).and_then(|index| self.printed.get(index));
        last.map_or(0, |(_, bytes)| *bytes)
    }

    /// The read of an unset place, by its index.
    pub fn read_of(&self, index: Option<u16>) -> Option<Read<A::Address>> {
        self.reads.get(usize::from(index?)).copied()
    }

    /// The read that is behind the first use of a value that nothing set; `reserved` selects reserved memory instead of
    /// other places.
    pub fn first_used(&self, reserved: bool) -> Option<Read<A::Address>> {
        self.read_of(self.events.used[usize::from(reserved)])
    }

    /// What is known about a cell of memory.
    pub fn cell(&self, address: A::Address) -> Cell<A::Address> {
        let cell = A::cell(address).and_then(|index| self.cells.get(index));
        cell.copied().unwrap_or(Cell::unknown())
    }

    /// Notes what is stored in some cells from an address on.
    pub fn store(&mut self, address: A::Address, length: usize, stored: Cell<A::Address>) {
        let Some(first) = A::cell(address) else { return };
        for cell in self.cells.iter_mut().skip(first).take(length) {
            *cell = stored;
        }
    }

    /// Sets a register, and the flags too where the instruction sets them.
    pub fn set(&mut self, register: u8, value: Value<A::Address>, flags: bool) {
        self.registers[usize::from(register & 15)] = value;
        if flags {
            self.flags = value;
        }
    }

    /// Reads a register to compute with it, not only to save it.
    pub fn read(&mut self, at: A::Address, register: u8) -> Value<A::Address> {
        let mut value = self.registers[usize::from(register & 15)];
        if let (Origin::Start(number), None) = (value.origin, value.unset) {
            value.unset = self.note(at, Unset::Register(number));
        }
        value
    }

    /// Reads a register as an address.
    pub fn used(&mut self, at: A::Address, register: u8) -> Value<A::Address> {
        let value = self.read(at, register);
        self.use_up(value.unset);
        value
    }

    /// The run now depends on this value.
    pub fn use_up(&mut self, unset: Option<u16>) {
        let Some(index) = unset else { return };
        let Some(read) = self.reads.get(usize::from(index)) else {
            return;
        };
        let class = usize::from(matches!(read.what, Unset::Reserved(_)));
        self.events.used[class].get_or_insert(index);
    }

    /// Notes a read of a place that nothing set, and gives its index.
    pub fn note(&mut self, at: A::Address, what: Unset<A::Address>) -> Option<u16> {
        let read = Read { at, what };
        if let Some(index) = self.known.get(&read) {
            return Some(*index);
        }
        if self.reads.len() == READS {
            return None;
        }

        let index = self.reads.len() as u16;
        self.reads.push(read);
        self.known.insert(read, index);
        Some(index)
    }
}
