//! Follows a run instruction by instruction and keeps what is known: where each value came from, which calls are open,
//! which instruction stored each byte, and the first of each strange event.
//!
//! It looks at the machine before each instruction and never changes it. What it does not know it does not guess.

use std::collections::{BTreeMap, BTreeSet};

mod control;
mod memory;
mod values;

pub use memory::distance;

use super::event::{Events, Fall, Flow};
use super::image::Image;
use super::value::{Cell, Origin, Read, Unset, Value};
use crate::machine::arm::cpu::Machine;
use crate::machine::arm::isa::{Condition, Instruction};
use crate::machine::arm::memory::is_ram;
use crate::machine::arm::program::RAM;
use crate::machine::diagnosis::tail::{Ran, Tail};

/// Different reads of unset places that are told apart; a program with more is beyond help.
const READS: usize = 4096;
/// Open calls that are remembered.
const CALLS: usize = 4096;

/// An open call.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// The BL.
    pub site: u32,
    /// Where the subroutine begins.
    pub entry: u32,
    /// Where it has to return to.
    pub back: u32,
    /// Numbers the calls of a run, from 1.
    pub serial: u32,
    /// The call in which this one was made; 0 is the main program.
    pub caller: u32,
    /// Where the subroutine first saved its return address.
    pub saved: Option<u32>,
    /// The instruction that saved it.
    pub saved_by: Option<u32>,
}

impl Call {
    /// What LR holds when the subroutine begins.
    fn link(&self) -> Origin {
        Origin::Link {
            by: self.site,
            caller: self.caller,
        }
    }
}

const UNKNOWN: Cell = Cell {
    writer: None,
    value: Value {
        origin: Origin::Computed,
        slot: None,
        unset: None,
        base: None,
        by: None,
        rotated: None,
    },
};

/// What is known of a run so far.
#[derive(Debug)]
pub struct Trace<'a> {
    /// The image.
    pub image: Image<'a>,
    /// What is known of each register's value.
    pub registers: [Value; 16],
    /// What is known of each byte of RAM that was stored.
    cells: Box<[Cell]>,
    /// Open calls, the latest last.
    pub calls: Vec<Call>,
    /// Whether everything since the start was seen.
    pub whole: bool,
    /// The last instructions.
    pub tail: Tail<u32>,
    /// What happened that should not.
    pub events: Events,
    /// What the flags depend on.
    flags: Value,
    reads: Vec<Read>,
    known: BTreeMap<Read, u16>,
    /// Subroutines that have returned as they should.
    returned: BTreeSet<u32>,
    /// Open calls that were forgotten because there are too many.
    lost: u32,
    serial: u32,
    step: u64,
    /// The last instruction.
    pub before: u32,
    /// How it leads on.
    pub flow: Flow,
}

impl<'a> Trace<'a> {
    /// Before the first instruction.
    pub fn new(image: Image<'a>) -> Self {
        Self {
            image,
            registers: std::array::from_fn(|number| Value::of(Origin::Start(number as u8))),
            cells: vec![UNKNOWN; RAM.1 as usize].into_boxed_slice(),
            calls: Vec::new(),
            whole: true,
            tail: Tail::new(),
            events: Events::default(),
            flags: UNKNOWN.value,
            reads: Vec::new(),
            known: BTreeMap::new(),
            returned: BTreeSet::new(),
            lost: 0,
            serial: 0,
            step: 0,
            before: 0,
            flow: Flow::Jump,
        }
    }

    /// A part of the run was not seen: nothing is known any more but what happened before.
    pub fn lose(&mut self) {
        self.whole = false;
        self.registers = [UNKNOWN.value; 16];
        self.cells.fill(UNKNOWN);
        self.calls.clear();
        self.tail.clear();
        self.flags = UNKNOWN.value;
        self.flow = Flow::Jump;
        self.events.in_data = None;
        self.events.latch = None;
    }

    /// The read of an unset place, by its index.
    pub fn read_of(&self, index: Option<u16>) -> Option<Read> {
        self.reads.get(usize::from(index?)).copied()
    }

    /// The read behind the first use of a value that nothing set; `reserved` asks for reserved places instead of others.
    pub fn first_used(&self, reserved: bool) -> Option<Read> {
        self.read_of(self.events.used[usize::from(reserved)])
    }

    /// What is known of a byte of RAM.
    pub fn cell(&self, address: u32) -> Option<Cell> {
        self.cells.get(address.wrapping_sub(RAM.0) as usize).copied()
    }

    /// Looks at the instruction that is about to run.
    pub fn watch(&mut self, machine: &Machine) {
        let at = machine.pc;
        // In flash behind the image nothing runs.
        let word = machine.memory.word(at);
        let Some(word) = word.filter(|_| is_ram(at) || self.image.word(at).is_some()) else {
            return;
        };
        self.enter(at);
        self.tail.push(Ran {
            at,
            word,
            depth: self.lost + self.calls.len() as u32,
        });
        self.before = at;
        self.step += 1;
        let Some(instruction) = Instruction::decode(word) else {
            self.flow = Flow::Jump;
            return;
        };
        if instruction.condition != Condition::Al {
            self.use_up(self.flags.unset);
        }
        self.flow = if machine.registers.flags.hold(instruction.condition) {
            self.execute(at, instruction.operation, machine)
        } else {
            Flow::Next
        };
    }

    /// What it means that this instruction was reached from the one before.
    fn enter(&mut self, at: u32) {
        let fall = Fall {
            step: self.step,
            before: self.before,
            at,
            flow: self.flow,
            is_main: self.whole && self.calls.is_empty(),
        };
        if self.image.is_data(at) {
            self.events.in_data.get_or_insert(fall);
            return;
        }
        // A subroutine that the main program runs into, perhaps through the data before it.
        let through = self.events.in_data.take();
        let is_fall = self.flow == Flow::Next && through.is_none_or(|fall| fall.flow == Flow::Next);
        let is_proven = self.image.is_entry(at) && self.returned.contains(&at);
        if is_fall && fall.is_main && is_proven {
            let before = through.map_or(fall.before, |through| through.before);
            self.events.into_subroutine.get_or_insert(Fall { before, ..fall });
        }
    }

    /// The run now depends on this value.
    fn use_up(&mut self, unset: Option<u16>) {
        let Some(index) = unset else { return };
        let Some(read) = self.reads.get(usize::from(index)) else {
            return;
        };
        let class = usize::from(matches!(read.what, Unset::Reserved(_)));
        self.events.used[class].get_or_insert(index);
    }

    fn note(&mut self, at: u32, what: Unset) -> Option<u16> {
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
