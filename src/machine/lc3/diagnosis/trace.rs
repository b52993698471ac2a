//! Follows a run instruction by instruction and keeps what is known: where each value came from, which calls are open,
//! which instruction stored each word, and the first of each strange event.
//!
//! It looks at the machine before each instruction and never changes it. What it does not know it does not guess.

use std::collections::BTreeMap;

use super::event::{
    Events, Flow, IntoData, IntoSubroutine, Jump, LoneReturn, OverwrittenCode, ReturnKind, WrongReturn,
};
use super::image::Image;
use super::string;
use super::tail::{Ran, Tail};
use super::value::{Cell, Origin, Read, Unset, Value};
use crate::machine::lc3::cpu::{Machine, conditions};
use crate::machine::lc3::memory::WORDS;
use crate::machine::lc3::op::{Code, Op};
use crate::machine::lc3::os::{DEVICES, TRAPS, Trap, USER_START};
use crate::machine::lc3::settings::Traps;

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
            tail: Tail::default(),
            events: Events::default(),
            condition: None,
            reads: Vec::new(),
            known: BTreeMap::new(),
            returned: vec![false; WORDS].into_boxed_slice(),
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
        self.registers = [UNKNOWN.value; 8];
        self.cells.fill(UNKNOWN);
        self.calls.clear();
        self.tail.clear();
        self.condition = None;
        self.flow = Flow::Jump;
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
        if self.events.overwritten.is_none()
            && let Some(was) = self.image.word(at).filter(|was| was.bits != word)
            && let cell = self.cell(at)
            && let Some(by) = cell.writer
            && is_wild(word, cell.value)
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
            Some(Directive::Text) => !does_nothing,
            Some(Directive::Block | Directive::Fill) if cell.writer.is_some() => is_wild(word, cell.value),
            Some(Directive::Block) => !does_nothing,
            _ => !does_nothing && !super::is_canonical(word),
        }
    }

    fn execute(&mut self, at: u16, op: Op, machine: &Machine) -> Flow {
        let (a, registers) = (usize::from(op.a & 7), &machine.cpu.registers);
        let base = registers[usize::from(op.b & 7)];
        let next = at.wrapping_add(1);
        let relative = next.wrapping_add(op.value);
        match op.code {
            Code::Add => self.calculate(at, a, &[op.b, op.c]),
            Code::AddValue if op.value == 0 => {
                let value = self.read(at, op.b);
                self.set(a, value);
            }
            Code::AndValue if op.value == 0 => self.set(a, Value::computed(None)),
            Code::AddValue | Code::AndValue | Code::Not => self.calculate(at, a, &[op.b]),
            Code::And if op.b == op.c => {
                let value = self.read(at, op.b);
                self.set(a, value);
            }
            Code::And => self.calculate(at, a, &[op.b, op.c]),
            Code::Lea => {
                self.registers[a] = Value::of(Origin::Address);
                if machine.settings.traps == Traps::OverwriteR7 {
                    self.condition = None;
                }
            }
            Code::Ld => self.load(at, a, relative, None, machine),
            Code::Ldr => {
                let through = self.used(at, op.b);
                self.load(at, a, base.wrapping_add(op.value), through, machine);
            }
            Code::Ldi => {
                let pointer = self.loaded(at, relative, machine);
                self.use_up(pointer.unset);
                let address = machine.memory.words[usize::from(relative)];
                self.load(at, a, address, pointer.unset, machine);
            }
            Code::St => self.store(at, a, relative, None),
            Code::Str => {
                let through = self.used(at, op.b);
                self.store(at, a, base.wrapping_add(op.value), through);
            }
            Code::Sti => {
                let pointer = self.loaded(at, relative, machine);
                self.use_up(pointer.unset);
                self.store(at, a, machine.memory.words[usize::from(relative)], pointer.unset);
            }
            Code::Br => {
                if matches!(op.a & 7, 1..=6) {
                    self.use_up(self.condition);
                }
                if op.a & conditions(machine.cpu.condition) != 0 && op.value != 0 {
                    return Flow::Branch;
                }
            }
            Code::Jmp => return self.jump(at, op.b, base),
            Code::Jsr => return self.call(at, relative, true),
            Code::Jsrr => {
                let value = self.read(at, op.b);
                self.use_up(value.unset);
                self.events.last_jump = Some(Jump {
                    at,
                    register: op.b & 7,
                    value,
                });
                return self.call(at, base, true);
            }
            Code::Trap => return self.trap(at, op.value as u8, machine),
            Code::Rti => {
                self.calls.pop();
                self.registers[6] = UNKNOWN.value;
                return Flow::Jump;
            }
            _ => return Flow::Jump,
        }
        Flow::Next
    }

    fn set(&mut self, register: usize, value: Value) {
        self.registers[register] = value;
        self.condition = value.unset;
    }

    fn calculate(&mut self, at: u16, register: usize, sources: &[u8]) {
        let mut unset = None;
        for source in sources {
            unset = unset.or(self.read(at, *source).unset);
        }
        self.set(register, Value::computed(unset));
    }

    /// Reads a register for more than putting it away.
    fn read(&mut self, at: u16, register: u8) -> Value {
        let mut value = self.registers[usize::from(register & 7)];
        if let (Origin::Start(number), None) = (value.origin, value.unset) {
            value.unset = self.note(Read {
                at,
                what: Unset::Register(number),
            });
        }
        value
    }

    /// Reads a register as an address.
    fn used(&mut self, at: u16, register: u8) -> Option<u16> {
        let value = self.read(at, register);
        self.use_up(value.unset);
        value.unset
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

    fn note(&mut self, read: Read) -> Option<u16> {
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

    /// What is known of a memory word that the instruction at `at` reads.
    fn loaded(&mut self, at: u16, address: u16, machine: &Machine) -> Value {
        let cell = self.cell(address);
        if cell.writer.is_some() {
            return Value {
                slot: Some(address),
                ..cell.value
            };
        }
        let what = match self.image.word(address) {
            _ if address >= DEVICES => return Value::computed(None),
            Some(word) if word.kind == super::Kind::Reserved && self.whole => Unset::Reserved(address),
            Some(_) => {
                return Value {
                    slot: Some(address),
                    ..Value::of(Origin::Image(address))
                };
            }
            None if address < USER_START || machine.memory.ops[usize::from(address)].code != Code::Blank => {
                return Value::computed(None);
            }
            None => Unset::Memory(address),
        };
        let origin = match what {
            Unset::Reserved(_) => Origin::Image(address),
            _ => Origin::Computed,
        };
        Value {
            origin,
            slot: Some(address),
            unset: self.note(Read { at, what }),
        }
    }

    fn load(&mut self, at: u16, register: usize, address: u16, through: Option<u16>, machine: &Machine) {
        let mut value = self.loaded(at, address, machine);
        value.unset = through.or(value.unset);
        self.set(register, value);
    }

    fn store(&mut self, at: u16, register: usize, address: u16, through: Option<u16>) {
        if address >= DEVICES {
            if address == CLOCK {
                self.events.clock_stop = through;
            }
            return;
        }
        let value = self.registers[register];
        if let Some(call) = self.calls.last_mut()
            && call.saved.is_none()
            && value.origin == call.link()
        {
            call.saved = Some(address);
        }
        self.cells[usize::from(address)] = Cell {
            writer: Some(at),
            value,
            through,
        };
    }

    fn call(&mut self, at: u16, entry: u16, links: bool) -> Flow {
        let caller = self.calls.last().map_or(0, |call| call.serial);
        self.serial += 1;
        if self.calls.len() == CALLS {
            self.calls.remove(0);
            self.lost += 1;
            self.whole = false;
        }
        let call = Call {
            site: at,
            entry,
            back: at.wrapping_add(1),
            serial: self.serial,
            caller,
            saved: None,
        };
        self.calls.push(call);
        if links {
            self.registers[7] = Value::of(call.link());
        }
        Flow::Call
    }

    fn trap(&mut self, at: u16, number: u8, machine: &Machine) -> Flow {
        let links = machine.settings.traps == Traps::OverwriteR7;
        let target = machine.memory.words[usize::from(number)];
        let service = machine.memory.ops[usize::from(target)];
        let native = TRAPS
            .iter()
            .position(|trap| target == crate::machine::lc3::os::vector(0x20 + *trap as u8));
        let Some(index) = native.filter(|_| matches!(service.code, Code::Native | Code::Undecoded)) else {
            if !links {
                // The system's stack now, which the system has set.
                self.registers[6] = UNKNOWN.value;
            }
            return self.call(at, target, links);
        };
        match TRAPS[index] {
            Trap::Getc | Trap::In => self.registers[0] = Value::of(Origin::Key),
            Trap::Out => {
                self.used(at, 0);
            }
            Trap::Puts => {
                self.used(at, 0);
                self.print(at, machine);
            }
            Trap::Putsp => {
                self.used(at, 0);
            }
            Trap::Halt => {}
        }
        if links {
            let caller = self.calls.last().map_or(0, |call| call.serial);
            self.registers[7] = Value::of(Origin::Link { by: at, caller });
            self.condition = None;
        }
        Flow::Next
    }

    fn print(&mut self, at: u16, machine: &Machine) {
        let start = machine.cpu.registers[0];
        let mut address = start;
        for _ in 0..WORDS {
            let value = self.loaded(at, address, machine);
            self.use_up(value.unset);
            if machine.memory.words[usize::from(address)] == 0 {
                break;
            }
            address = address.wrapping_add(1);
        }
        if self.events.string.is_none() {
            self.events.string = string::faulty(self, at, start, machine).map(|fault| (self.step, fault));
        }
    }

    /// JMP and RET.
    fn jump(&mut self, at: u16, register: u8, target: u16) -> Flow {
        let value = self.read(at, register);
        self.use_up(value.unset);
        self.events.last_jump = Some(Jump { at, register, value });
        let Some(call) = self.calls.last().copied() else {
            if register == 7 && self.whole && matches!(value.origin, Origin::Link { .. } | Origin::Start(_)) {
                self.events.lone_return.get_or_insert(LoneReturn {
                    step: self.step,
                    at,
                    target,
                    value,
                });
            }
            return Flow::Jump;
        };
        if target == call.back {
            self.returned[usize::from(call.entry)] = true;
            self.calls.pop();
            self.registers[7].slot = None;
            // For the caller it goes on behind its call.
            self.before = call.site;
            return Flow::Next;
        }
        let own = matches!(value.origin, Origin::Link { caller, .. } if caller == call.serial);
        if !own && let Some(index) = self.calls.iter().rposition(|call| call.back == target) {
            self.calls.truncate(index);
            return Flow::Jump;
        }
        let kind = match (value.origin, call.saved, value.slot) {
            (Origin::Link { by, .. }, saved, slot) if own => Some(ReturnKind::Overwritten { by, saved, slot }),
            (_, Some(saved), Some(slot)) if saved == slot => self
                .cell(slot)
                .writer
                .map(|by| ReturnKind::SlotOverwritten { by, slot }),
            // From a constant it may have been loaded on purpose.
            (_, Some(saved), Some(slot)) if self.cell(slot).writer.is_some() => {
                Some(ReturnKind::OtherSlot { saved, slot })
            }
            _ => None,
        };
        if let Some(kind) = kind.filter(|_| register == 7 || own) {
            self.events.wrong_return.get_or_insert(WrongReturn {
                step: self.step,
                at,
                target,
                call,
                kind,
            });
        }
        Flow::Jump
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
    },
    through: None,
};

/// Whether a word that a program stored cannot have been meant as an instruction.
fn is_wild(word: u16, value: Value) -> bool {
    word < 0x0200 || !super::is_canonical(word) || matches!(value.origin, Origin::Link { .. })
}
