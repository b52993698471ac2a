//! Plays scripts on one program. [`replay`] has what runs share and decides when a run ends; this module has what it needs to
//! know of this machine, and the endings in words.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cpu::{InData, Machine, Noted};
use super::diagnosis;
use super::exit::{Exit, Fault};
use super::memory::{Pages, is_ram};
use super::program::{FLASH, Kind, Program};
use super::registers::Registers;
use super::settings::Settings;
use super::slice;
use super::uart::Uart;
use crate::machine::console::Console;
use crate::machine::coverage::{self, LineCounts};
use crate::machine::diagnosis::UnwrittenRead;
use crate::machine::patch::Patch;
use crate::machine::replay::{self, Arrival, Bounds, Replay, Stretch};
use crate::machine::slice::Slice;
use crate::machine::{Diagnosis, Ending, Limits, Place, Run, Stop, Trace};

/// Plays scripts on one program.
#[derive(Debug)]
pub struct Session(Replay<Emulator>);

impl Session {
    /// A session with `program`.
    pub fn new(program: Arc<Program>, settings: Settings) -> Self {
        let machine = Machine::new(&program, settings);
        Self(Replay::new(Emulator { program, machine }))
    }

    /// Executes so many instructions for each further script at most, those that are skipped not counted.
    pub fn execute_at_most(&mut self, most: u64) {
        self.0.execute_at_most(most);
    }

    /// How many stretches of the last script, from one key to the next, were not executed again, because the one before had them.
    pub fn resumed(&self) -> usize {
        self.0.resumed()
    }

    /// The labels of the loop in which the last run reached its limit. None where that does not come round soon, and after other runs.
    pub fn labels_at_limit(&mut self) -> BTreeSet<String> {
        self.0.labels_at_limit()
    }

    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Run {
        self.0.play(keys, limits)
    }

    /// Instructions that were really executed for all scripts together: what runs share is executed once, and a loop that
    /// is skipped is not.
    pub fn spent(&self) -> u64 {
        self.0.spent()
    }

    /// Goes on from a state with some keys, until a further one is about to be read.
    pub fn stretch(&mut self, from: Option<&Frozen>, keys: &[u8], limits: Limits, bounds: Bounds) -> Stretch<Frozen> {
        self.0.stretch(from, keys, limits, bounds)
    }

    /// The same one instruction at a time: where instructions are about to run that `is_new` says are wanted.
    pub fn arrivals(
        &mut self,
        from: Option<&Frozen>,
        keys: &[u8],
        limits: Limits,
        is_new: impl FnMut(u32) -> bool,
    ) -> Vec<Arrival<Frozen>> {
        self.0.arrivals(from, keys, limits, is_new)
    }

    /// Makes the program start with a change, in place of that of the last call; `None` is the program itself.
    pub fn patch(&mut self, patch: Option<&Patch>) {
        let emulator = &mut self.0.emulator;
        replay::Emulator::restore(emulator, None);
        emulator.machine.exchange(patch);
    }

    /// What runs between the keys of a script.
    pub fn trace(&mut self, keys: &[u8], instructions: u64) -> Vec<Trace> {
        self.0.trace(keys, instructions)
    }

    /// What the first wrong byte of a run was computed from, after so many right ones.
    pub fn slice(&mut self, keys: &[u8], instructions: u64, right: usize) -> Slice {
        self.0.forget(Limits::default());
        self.0.restart(keys);
        slice::slice(&mut self.0.emulator.machine, instructions, right)
    }

    /// Why the run of this script ends as it does.
    pub fn diagnose(&mut self, keys: &[u8], limits: Limits) -> Diagnosis {
        let run = self.play(keys, limits);
        self.0.restart(keys);
        let Emulator { program, machine } = &mut self.0.emulator;
        diagnosis::diagnose(program, machine, &run)
    }

    /// How often each line runs in the first instructions of the run of this script. Of a pause that only counts, the turns
    /// that are run count.
    pub fn line_counts(&mut self, keys: &[u8], instructions: u64) -> LineCounts {
        let mut counts = vec![0_u64; self.0.emulator.machine.ops.len()];
        self.0.follow(keys, instructions, |at, _, _| {
            if let Some(count) = counts.get_mut((at >> 2) as usize) {
                *count += 1;
            }
        });
        self.by_line(|word| counts.get(word).copied().unwrap_or_default())
    }

    /// Which lines have run so far in any script, once or never.
    pub fn lines_run(&self) -> LineCounts {
        let machine = &self.0.emulator.machine;
        self.by_line(|word| u64::from(machine.has_run(word)))
    }

    fn by_line(&self, count: impl Fn(usize) -> u64) -> LineCounts {
        let pieces = self.0.emulator.program.pieces.iter();
        let code = pieces.filter(|piece| piece.kind == Kind::Code && piece.line > 0);
        let words = code.flat_map(|piece| {
            let words = piece.address >> 2..(piece.address + piece.length).div_ceil(4);
            words.map(|word| (piece.line, word as usize))
        });
        coverage::by_line(words.map(|(line, word)| (line, count(word))))
    }

    /// The first value that the run of this script depends on and that nothing ever set.
    pub fn first_unwritten_read(&mut self, keys: &[u8], limits: Limits) -> Option<UnwrittenRead> {
        let run = self.play(keys, limits);
        self.0.restart(keys);
        let Emulator { program, machine } = &mut self.0.emulator;
        diagnosis::first_unwritten_read(program, machine, &run)
    }

    /// The peripherals that the run of this script uses and that do nothing here, in the order of their first use.
    pub fn noted(&mut self, keys: &[u8], limits: Limits) -> Vec<(u32, Place)> {
        self.0.forget(limits);
        self.0.play(keys, limits);
        let Emulator { program, machine } = &self.0.emulator;
        let place = |noted: &Noted| (noted.address, program.place(noted.from));
        machine.noted.iter().map(place).collect()
    }

    /// Where the run of this script first sends more bytes than the transmitter holds, without a look at the line status.
    pub fn overrun(&mut self, keys: &[u8], limits: Limits) -> Option<Place> {
        self.0.forget(limits);
        self.0.play(keys, limits);
        let Emulator { program, machine } = &self.0.emulator;
        machine.overrun_from.map(|from| program.place(from))
    }
}

/// A machine and the program that is in its flash.
#[derive(Debug)]
struct Emulator {
    program: Arc<Program>,
    machine: Machine,
}

/// What decides how a program goes on.
#[derive(Debug, Hash)]
pub struct Frozen {
    registers: Registers,
    pc: u32,
    uart: Uart,
    changes: Vec<(usize, u32)>,
}

impl Frozen {
    /// The bytes that it takes in memory, beside its own fields.
    pub fn heap_bytes(&self) -> usize {
        self.changes.capacity() * size_of::<(usize, u32)>()
    }
}

/// All that a run can change.
#[derive(Debug)]
struct State {
    registers: Registers,
    pc: u32,
    last: u32,
    in_data: Option<InData>,
    uart: Uart,
    pages: Pages,
    noted: usize,
    overrun_from: Option<u32>,
}

impl replay::Emulator for Emulator {
    type State = State;
    type Frozen = Frozen;
    type Fault = Fault;

    fn run(&mut self, slice: u64, watch: bool) -> Exit {
        if watch {
            self.machine.run::<true>(slice)
        } else {
            self.machine.run::<false>(slice)
        }
    }

    fn prove_endless(&mut self) -> Exit {
        self.machine.prove_endless()
    }

    fn console(&self) -> &Console {
        &self.machine.console
    }

    fn console_mut(&mut self) -> &mut Console {
        &mut self.machine.console
    }

    fn fuel(&self) -> u64 {
        self.machine.fuel
    }

    fn skipped(&self) -> u64 {
        self.machine.skipped
    }

    fn set_fuel(&mut self, fuel: u64) {
        self.machine.fuel = fuel;
    }

    fn next(&self) -> u32 {
        self.machine.pc
    }

    fn last(&self) -> u32 {
        self.machine.last
    }

    fn set_checkpoint(&mut self) {
        self.machine.memory.set_checkpoint();
    }

    fn save(&mut self) -> State {
        let machine = &mut self.machine;
        // A run that goes on from here must come to the same: it knows nothing of the loops before.
        machine.forget_loops();
        State {
            registers: machine.registers.clone(),
            pc: machine.pc,
            last: machine.last,
            in_data: machine.in_data,
            uart: machine.uart.clone(),
            pages: machine.memory.snapshot(),
            noted: machine.noted.len(),
            overrun_from: machine.overrun_from,
        }
    }

    fn restore(&mut self, state: Option<&State>) {
        let machine = &mut self.machine;
        machine.forget_loops();
        machine.memory.restore(state.map(|state| &state.pages));

        if let Some(state) = state {
            machine.registers = state.registers.clone();
            machine.pc = state.pc;
            machine.last = state.last;
            machine.in_data = state.in_data;
            machine.uart = state.uart.clone();
            machine.noted.truncate(state.noted);
            machine.overrun_from = state.overrun_from;
        } else {
            machine.registers = machine.start().clone();
            machine.pc = 0;
            machine.last = 0;
            machine.in_data = None;
            machine.uart = Uart::default();
            machine.noted.clear();
            machine.overrun_from = None;
        }
    }

    fn freeze(&self) -> Frozen {
        let machine = &self.machine;
        Frozen {
            registers: machine.registers.clone(),
            pc: machine.pc,
            uart: machine.uart.clone(),
            changes: machine.memory.changes(),
        }
    }

    fn thaw(&mut self, frozen: &Frozen) {
        let machine = &mut self.machine;
        machine.registers = frozen.registers.clone();
        machine.pc = frozen.pc;
        machine.last = frozen.pc;
        machine.uart = frozen.uart.clone();
        machine.memory.change(&frozen.changes);
    }

    fn stop(&self, end: &replay::End<Fault>) -> Stop {
        let Exit::Crashed(fault) = end.exit else {
            return Stop {
                ending: end.ending,
                place: Some(self.program.place(end.at)),
                reason: String::new(),
            };
        };

        let machine = &self.machine;
        let near = |last: u32| match fault {
            Fault::NoCode(at) => last == at.wrapping_sub(4),
            _ => last == machine.last,
        };

        let (at, reason) = match machine.in_data.filter(|run| near(run.last)) {
            Some(run) => {
                let name = name(&self.program.place(run.entered));
                // RAM has no lines of its own: what is wrong is the way there.
                let (at, into) = if is_ram(run.entered) {
                    (run.from, "RAM")
                } else {
                    (run.entered, "the data")
                };
                let reason = match fault {
                    Fault::NoCode(_) => format!("execution ran into {into} at {name} and off the end of it"),
                    _ => format!("execution ran into {into} at {name}: {}", words(fault, machine)),
                };
                (at, reason)
            }
            None => (end.at, words(fault, machine)),
        };

        Stop {
            ending: Ending::Crashed,
            place: Some(self.program.place(at)),
            reason,
        }
    }
}

fn name(place: &Place) -> String {
    place
        .label
        .clone()
        .unwrap_or_else(|| format!("0x{:08X}", place.address.unwrap_or_default()))
}

fn words(fault: Fault, machine: &Machine) -> String {
    match fault {
        Fault::Undefined(word) => format!("0x{word:08X} is not an ARM7TDMI instruction"),
        Fault::Interrupt(comment) => {
            format!("SWI 0x{comment:X} has no service routine: the board has no operating system")
        }
        Fault::Thumb(target) => format!(
            "Thumb code at 0x{:08X}: this processor runs in ARM state only",
            target & !1
        ),
        Fault::Mode(mode) => format!("MSR sets mode 0x{mode:02X}, which does not exist"),
        Fault::Load(address) => format!("read from 0x{address:08X}, where there is no memory"),
        Fault::Store(address) => format!("wrote to 0x{address:08X}, where there is no memory"),
        Fault::StoreToFlash(address) => {
            format!("wrote to 0x{address:08X}, which is flash: a program can only read it")
        }
        Fault::NoCode(at) if at == machine.last.wrapping_add(4) && at <= FLASH.1 => {
            format!("execution ran off the end of the program, to 0x{at:08X} in flash, where nothing was loaded")
        }
        Fault::NoCode(at) => format!("jumped to 0x{at:08X}, where there is no code"),
    }
}

#[cfg(test)]
mod tests;
