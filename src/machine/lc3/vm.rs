//! Plays scripts on one program. [`replay`] has what runs share and decides when a run ends; this module has what it needs to
//! know of this machine, and the endings in words.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cpu::{Cpu, Exit, Fault, Machine, conditions, setting};
use super::diagnosis;
use super::memory::{Memory, Pages};
use super::os;
use super::program::Program;
use super::settings::Settings;
use super::slice;
use crate::machine::Trace;
use crate::machine::console::Console;
use crate::machine::coverage::{self, LineCounts};
use crate::machine::diagnosis::UnwrittenRead;
use crate::machine::patch::Patch;
use crate::machine::replay::{self, Arrival, Bounds, Replay, Stretch};
use crate::machine::slice::Slice;
use crate::machine::{Diagnosis, Ending, Limits, Place, Run, Stop};
use crate::splitmix::SplitMix64;

mod call;

/// Plays scripts on one program.
#[derive(Debug)]
pub struct Session(Replay<Emulator>);

impl Session {
    /// A session with `program`.
    pub fn new(program: Arc<Program>, settings: Settings) -> Self {
        let machine = Machine {
            cpu: start_cpu(&program, settings),
            memory: Memory::new(&program, settings),
            console: Console::default(),
            settings,
            fuel: 0,
        };
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

    /// Why the run of this script ends as it does.
    pub fn diagnose(&mut self, keys: &[u8], limits: Limits) -> Diagnosis {
        let run = self.0.play(keys, limits);
        self.0.restart(keys);
        let Emulator { program, machine } = &mut self.0.emulator;
        diagnosis::diagnose(program, machine, &run)
    }

    /// How often each line runs in the first instructions of the run of this script.
    pub fn line_counts(&mut self, keys: &[u8], instructions: u64) -> LineCounts {
        let mut counts = vec![0_u64; usize::from(u16::MAX) + 1];
        self.0.follow(keys, instructions, |at, _, _| counts[at as usize] += 1);
        self.by_line(|address| counts[usize::from(address)])
    }

    /// Which lines have run so far in any script, once or never.
    pub fn lines_run(&self) -> LineCounts {
        self.by_line(|address| u64::from(self.0.emulator.machine.memory.has_run(address)))
    }

    /// Makes the program start with a change, in place of that of the last call; `None` is the program itself.
    pub fn patch(&mut self, patch: Option<&Patch>) {
        let words = patch.map_or(&[][..], |patch| &patch.words);
        let words: Vec<(u16, u16)> = words.iter().map(|(at, word)| (*at as u16, *word as u16)).collect();
        let emulator = &mut self.0.emulator;
        replay::Emulator::restore(emulator, None);
        let inserted = patch.map_or(&[][..], |patch| &patch.inserted);
        emulator.machine.memory.exchange(&words, inserted);
    }

    /// The instructions that are not what they were at the start.
    pub fn overwritten_code(&self) -> BTreeSet<u32> {
        self.0
            .emulator
            .machine
            .memory
            .overwritten_code()
            .map(u32::from)
            .collect()
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

    fn by_line(&self, count: impl Fn(u16) -> u64) -> LineCounts {
        let lines = self.0.emulator.program.lines_of_code();
        coverage::by_line(lines.map(|(address, line)| (line, count(address))))
    }

    /// The first value that the run of this script depends on and that nothing ever set.
    pub fn first_unwritten_read(&mut self, keys: &[u8], limits: Limits) -> Option<UnwrittenRead> {
        let run = self.0.play(keys, limits);
        self.0.restart(keys);
        let Emulator { program, machine } = &mut self.0.emulator;
        diagnosis::first_unwritten_read(program, machine, &run)
    }
}

/// What decides how a program goes on.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Frozen {
    registers: [u16; 8],
    pc: u16,
    conditions: u8,
    supervisor: bool,
    other_stack: u16,
    within: Option<(u16, u16)>,
    changes: Vec<(u16, u16)>,
}

impl Frozen {
    /// The bytes that it takes in memory, beside its own fields.
    pub fn heap_bytes(&self) -> usize {
        self.changes.capacity() * size_of::<(u16, u16)>()
    }
}

/// A machine and the program that is in its memory.
#[derive(Debug)]
struct Emulator {
    program: Arc<Program>,
    machine: Machine,
}

impl replay::Emulator for Emulator {
    type State = (Cpu, Pages);
    type Frozen = Frozen;
    type Fault = Fault;

    fn run(&mut self, slice: u64, watch: bool) -> Exit {
        if watch {
            self.machine.run::<true>(slice)
        } else {
            self.machine.run::<false>(slice)
        }
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

    fn set_fuel(&mut self, fuel: u64) {
        self.machine.fuel = fuel;
    }

    fn next(&self) -> u32 {
        u32::from(self.machine.cpu.pc)
    }

    fn last(&self) -> u32 {
        u32::from(self.machine.cpu.last)
    }

    fn set_checkpoint(&mut self) {
        self.machine.memory.set_checkpoint();
    }

    fn save(&mut self) -> (Cpu, Pages) {
        (self.machine.cpu.clone(), self.machine.memory.snapshot())
    }

    fn restore(&mut self, state: Option<&(Cpu, Pages)>) {
        let machine = &mut self.machine;
        machine.cpu = state.map_or_else(|| start_cpu(&self.program, machine.settings), |(cpu, _)| cpu.clone());
        machine.memory.restore(state.map(|(_, pages)| pages));
    }

    fn freeze(&self) -> Frozen {
        let cpu = &self.machine.cpu;
        Frozen {
            registers: cpu.registers,
            pc: cpu.pc,
            conditions: conditions(cpu.condition),
            supervisor: cpu.supervisor,
            other_stack: cpu.other_stack,
            within: cpu.within,
            changes: self.machine.memory.changes(),
        }
    }

    fn thaw(&mut self, frozen: &Frozen) {
        for (address, word) in &frozen.changes {
            self.machine.memory.store::<false>(*address, *word);
        }
        self.machine.cpu = Cpu {
            registers: frozen.registers,
            pc: frozen.pc,
            condition: setting(frozen.conditions),
            supervisor: frozen.supervisor,
            other_stack: frozen.other_stack,
            within: frozen.within,
            last: frozen.pc,
            in_data: None,
        };
    }

    fn stop(&self, end: &replay::End<Fault>) -> Stop {
        let place = |address| Some(self.program.place(address));
        let Exit::Crashed(fault) = end.exit else {
            return Stop {
                ending: end.ending,
                place: place(end.at as u16),
                reason: String::new(),
            };
        };

        let cpu = &self.machine.cpu;
        let near = |last: u16| match fault {
            Fault::NoCode(at) | Fault::DevicePage(at) => last == at.wrapping_sub(1),
            _ => last == cpu.last,
        };
        if let Some((entered, last)) = cpu.in_data
            && near(last)
        {
            return Stop {
                ending: Ending::Crashed,
                place: place(entered),
                reason: match fault {
                    Fault::NoCode(_) => format!(
                        "execution ran into the data at {} and off the end of the program",
                        name(&self.program.place(entered))
                    ),
                    _ => format!(
                        "execution ran into the data at {}: {}",
                        name(&self.program.place(entered)),
                        words(fault, cpu)
                    ),
                },
            };
        }

        Stop {
            ending: Ending::Crashed,
            place: place(end.at as u16),
            reason: words(fault, cpu),
        }
    }
}

fn name(place: &Place) -> String {
    place
        .label
        .clone()
        .unwrap_or_else(|| format!("x{:04X}", place.address.unwrap_or_default()))
}

fn words(fault: Fault, cpu: &Cpu) -> String {
    match fault {
        Fault::IllegalOpcode(word) => format!("illegal opcode in x{word:04X}"),
        Fault::RtiInUserMode => "RTI in user mode".to_owned(),
        Fault::UndefinedTrap(number) => format!("TRAP x{number:02X} has no service routine"),
        Fault::NoCode(at) if at == cpu.last.wrapping_add(1) => {
            format!("execution ran off the end of the program, to x{at:04X}, where nothing was loaded")
        }
        Fault::NoCode(at) => format!("jumped to x{at:04X}, where there is no code"),
        Fault::DevicePage(at) => format!("jumped to x{at:04X}, among the device registers"),
    }
}

fn start_cpu(program: &Program, settings: Settings) -> Cpu {
    let mut registers = [0; 8];
    if let Some(seed) = settings.fill.seed() {
        // Another sequence than memory's, from the same seed.
        let mut generator = SplitMix64::new(!seed);
        registers = std::array::from_fn(|_| generator.next_u64() as u16);
    }

    Cpu {
        registers,
        pc: program.entry(),
        condition: 0,
        supervisor: false,
        other_stack: os::USER_START,
        within: None,
        last: program.entry(),
        in_data: None,
    }
}

#[cfg(test)]
mod tests;
