//! Follows a run instruction by instruction and keeps what is known: where each value came from, which calls are open,
//! which instruction stored each word, and the first of each strange event.
//!
//! It looks at the machine before each instruction and never changes it. What it does not know it does not guess.

use std::collections::BTreeMap;

mod control;
mod values;

use super::event::{Events, Flow, IntoData, IntoSubroutine, OverwrittenCode};
use super::image::Image;
use super::string::Printing;
use super::tail::{Ran, Tail};
use super::value::{Cell, Origin, Read, Value};
use crate::machine::lc3::cpu::Machine;
use crate::machine::lc3::memory::WORDS;
use crate::machine::lc3::op::{Code, Op};

/// Different reads of unset places that are told apart; a program with more is beyond help.
const READS: usize = 4096;
/// The machine control register; a store there stops the clock.
const CLOCK: u16 = 0xFFFE;
/// Open calls that are remembered.
const CALLS: usize = 4096;

/// An open call.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// The JSR, JSRR or TRAP.
    pub site: u16,
    /// Where the subroutine begins.
    pub entry: u16,
    /// Where it has to return to.
    pub back: u16,
    /// Numbers the calls of a run, from 1.
    pub serial: u32,
    /// The call in which this one was made; 0 is the main program.
    pub caller: u32,
    /// Where the subroutine first saved its return address.
    pub saved: Option<u16>,
    /// The instruction that saved it.
    pub saved_by: Option<u16>,
    /// The branch that led back to where it is saved.
    pub again: Option<u16>,
}

/// What is known of a run so far.
#[derive(Debug)]
pub struct Trace<'a> {
    /// The image.
    pub image: Image<'a>,
    /// What is known of each register's value.
    pub registers: [Value; 8],
    /// What is known of each memory word that was stored.
    cells: Box<[Cell]>,
    /// Open calls, the latest last.
    pub calls: Vec<Call>,
    /// Whether everything since the start was seen.
    pub whole: bool,
    /// The last instructions.
    pub tail: Tail,
    /// What happened that should not.
    pub events: Events,
    condition: Option<u16>,
    reads: Vec<Read>,
    known: BTreeMap<Read, u16>,
    /// Subroutines that have returned as they should.
    returned: Box<[bool]>,
    /// Open calls that were forgotten because there are too many.
    lost: u32,
    serial: u32,
    step: u64,
    /// What a loop of the program's own is printing.
    pub printing: Option<Printing>,
    /// The last instruction.
    pub before: u16,
    /// How it leads on.
    pub flow: Flow,
}

impl<'a> Trace<'a> {
    /// Before the first instruction.
    pub fn new(image: Image<'a>) -> Self {
        Self {
            image,
            registers: std::array::from_fn(|number| Value::of(Origin::Start(number as u8))),
            cells: vec![UNKNOWN; WORDS].into_boxed_slice(),
            calls: Vec::new(),
            whole: true,
            tail: Tail::new(),
            events: Events::default(),
            condition: None,
            reads: Vec::new(),
            known: BTreeMap::new(),
            returned: vec![false; WORDS].into_boxed_slice(),
            lost: 0,
            serial: 0,
            step: 0,
            printing: None,
            before: 0,
            flow: Flow::Jump,
        }
    }

    /// A part of the run was not seen: nothing is known any more but what happened before.
    pub fn lose(&mut self) {
        self.whole = false;
        self.registers = [UNKNOWN.value; 8];
        self.cells.fill(UNKNOWN);
        self.calls.clear();
        self.tail.clear();
        self.condition = None;
        self.flow = Flow::Jump;
        self.printing = None;
        self.events.pending_data = None;
    }

    /// The read of an unset place, by its index.
    pub fn read_of(&self, index: Option<u16>) -> Option<Read> {
        self.reads.get(usize::from(index?)).copied()
    }

    /// The read behind the first use of a value that nothing set; `reserved` asks for `.BLKW` words instead of others.
    pub fn first_used(&self, reserved: bool) -> Option<Read> {
        self.read_of(self.events.used[usize::from(reserved)])
    }

    /// What is known of a memory word.
    pub fn cell(&self, address: u16) -> Cell {
        self.cells[usize::from(address)]
    }

    /// Whether the subroutine at this address has ever returned as it should.
    pub fn has_returned(&self, entry: u16) -> bool {
        self.returned[usize::from(entry)]
    }

    /// Looks at the instruction that is about to run.
    pub fn watch(&mut self, machine: &mut Machine) {
        let at = machine.cpu.pc;
        let word = machine.memory.words[usize::from(at)];
        let mut op = machine.memory.ops[usize::from(at)];
        if op.code == Code::Undecoded {
            op = machine.memory.decode(at);
        }
        if op.code == Code::Data {
            op = Op::decode(word);
        }
        self.enter(at, word, op);
        self.tail.push(Ran {
            at,
            word,
            depth: self.lost + self.calls.len() as u32,
        });
        self.before = at;
        self.flow = self.execute(at, op, machine);
        self.step += 1;
    }

    /// What it means that this instruction was reached from the one before.
    fn enter(&mut self, at: u16, word: u16, op: Op) {
        if self.image.is_data(at) {
            let harm = self.is_harmful_data(at, word, op);
            let pending = self.events.pending_data.get_or_insert(IntoData {
                step: self.step,
                before: self.before,
                at,
                flow: self.flow,
                depth: self.calls.len(),
                is_first: self.step == 0,
                harmful: false,
            });
            pending.harmful |= harm;
            return;
        }
        if let Some(pending) = self.events.pending_data.take() {
            let falls = self.flow == Flow::Next && (self.image.is_entry(at) || self.image.word(at).is_none());
            if pending.harmful || falls {
                self.events.into_data.get_or_insert(pending);
            }
        }
        if self.flow == Flow::Next && self.whole && self.calls.is_empty() && self.serial > 0 && self.image.is_entry(at)
        {
            let is_proven = self.has_returned(at);
            if self.events.into_subroutine.is_none_or(|earlier| !earlier.is_proven) {
                self.events.into_subroutine = Some(IntoSubroutine {
                    step: self.step,
                    before: self.before,
                    entry: at,
                    is_proven,
                });
            }
        }
        if self.flow == Flow::Branch
            && let Some(call) = self.calls.last_mut()
            && let Some(saves) = call.saved_by
            && (call.entry..=saves).contains(&at)
        {
            call.again = Some(self.before);
        }
        if self.events.overwritten.is_none()
            && let Some(was) = self.image.word(at).filter(|was| was.bits != word)
            && let cell = self.cell(at)
            && let Some(by) = cell.writer
            && (is_wild(word, cell.value) || cell.base.is_some_and(|base| self.image.is_data(base)))
        {
            self.events.overwritten = Some(OverwrittenCode {
                step: self.step,
                at,
                by,
                was: was.bits,
                is: word,
            });
        }
    }

    /// Whether running this data word cannot have been meant.
    fn is_harmful_data(&self, at: u16, word: u16, op: Op) -> bool {
        use super::image::Directive;
        let does_nothing = op.code == Code::Br && op.a == 0;
        let cell = self.cell(at);
        match self.image.directive(at) {
            Some(Directive::Block | Directive::Fill) if cell.writer.is_some() => is_wild(word, cell.value),
            Some(Directive::Text | Directive::Block) => !does_nothing,
            _ => !does_nothing && !super::is_canonical(word),
        }
    }
}

impl Call {
    /// What R7 holds when the subroutine begins.
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
    },
    through: None,
    base: None,
};

/// Whether a word that a program stored cannot have been meant as an instruction.
fn is_wild(word: u16, value: Value) -> bool {
    word < 0x0200 || !super::is_canonical(word) || matches!(value.origin, Origin::Link { .. })
}
