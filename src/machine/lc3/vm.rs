//! Plays scripts on one program: starts, stops, proofs of endless loops, and reuse of what runs have in common.
//!
//! A run is a function of program, keys, settings and limits alone. Two things make many runs of one program cheap and
//! change none of them: a snapshot is kept each time a key is read, so that a script that begins like the last one
//! continues from there (play scripts in sorted order to profit); and a run that ended without asking for all its keys
//! stands for every script that begins with the keys it did read.

use std::sync::Arc;

use super::cpu::{Cpu, Exit, Fault, Machine};
use super::diagnosis;
use super::memory::{Memory, Pages};
use super::os::{self, Console};
use super::program::Program;
use super::settings::Settings;
use crate::machine::diagnosis::UnwrittenRead;
use crate::machine::{Diagnosis, Ending, Limits, Output, Place, Run, Stop};
use crate::splitmix::SplitMix64;

mod call;

/// Instructions without input or output before a loop is suspected.
const SILENCE: u64 = 1 << 14;
/// Snapshots kept on the way of one script.
const SNAPSHOTS: usize = 256;

/// The machine as it was when a key was about to be read.
#[derive(Debug)]
struct Snapshot {
    cpu: Cpu,
    pages: Pages,
    output: usize,
    banners: usize,
    instructions: u64,
    polled_at: Option<usize>,
}

/// A run that ended having read all of `keys`, whatever would have followed.
#[derive(Debug)]
struct Settled {
    keys: Vec<u8>,
    output: Arc<Output>,
    stop: Stop,
    instructions: u64,
}

/// How a run ended, before it is told in words.
struct End {
    exit: Exit,
    ending: Ending,
    at: u16,
    instructions: u64,
}

/// Plays scripts on one program.
#[derive(Debug)]
pub struct Player {
    program: Arc<Program>,
    machine: Machine,
    limits: Limits,
    /// `snapshots[n]` is the state in which key `n` of the last script was about to be read.
    snapshots: Vec<Snapshot>,
    settled: Option<Settled>,
}

impl Player {
    /// A player of `program`.
    pub fn new(program: Arc<Program>, settings: Settings) -> Self {
        let machine = Machine {
            cpu: start_cpu(&program, settings),
            memory: Memory::new(&program, settings),
            console: Console::default(),
            settings,
            fuel: 0,
        };
        Self {
            program,
            machine,
            limits: Limits::default(),
            snapshots: Vec::new(),
            settled: None,
        }
    }

    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Run {
        if limits != self.limits {
            self.snapshots.clear();
            self.settled = None;
            self.limits = limits;
        }
        if let Some(settled) = &self.settled
            && keys.starts_with(&settled.keys)
        {
            return Run {
                output: Arc::clone(&settled.output),
                stop: settled.stop.clone(),
                instructions: settled.instructions,
                keys_left: keys.len() - settled.keys.len(),
            };
        }
        self.rewind(keys);
        let end = self.drive();
        let stop = self.tell(&end);
        let machine = &mut self.machine;
        let read = machine.console.position();
        let polled = machine.console.polled_at == Some(read);
        let output = Arc::new(machine.console.output.clone());
        if end.ending != Ending::Waiting && !polled {
            self.settled = Some(Settled {
                keys: keys[..read].to_vec(),
                output: Arc::clone(&output),
                stop: stop.clone(),
                instructions: end.instructions,
            });
        }
        Run {
            output,
            stop,
            instructions: end.instructions,
            keys_left: keys.len() - read,
        }
    }

    /// Why the run of this script ends as it does.
    pub fn diagnose(&mut self, keys: &[u8], limits: Limits) -> Diagnosis {
        let run = self.play(keys, limits);
        self.restart(keys);
        diagnosis::diagnose(&self.program, &mut self.machine, &run)
    }

    /// The first value that the run of this script depends on and that nothing ever set.
    pub fn first_unwritten_read(&mut self, keys: &[u8], limits: Limits) -> Option<UnwrittenRead> {
        let run = self.play(keys, limits);
        self.restart(keys);
        diagnosis::first_unwritten_read(&self.program, &mut self.machine, &run)
    }

    /// Goes back to the start with every key granted, for somebody else to drive the machine.
    fn restart(&mut self, keys: &[u8]) {
        self.snapshots.clear();
        self.rewind(keys);
        self.machine.console.granted = keys.len();
        self.machine.fuel = u64::MAX;
    }

    /// Goes back to the latest state that this script shares with the last one.
    fn rewind(&mut self, keys: &[u8]) {
        let console = &mut self.machine.console;
        let shared = keys
            .iter()
            .zip(&console.keys)
            .take_while(|(new, old)| new == old)
            .count();
        // The state before key n holds for every script that has the same keys before n and some key n.
        let reusable = self.snapshots.len().min(shared + 1).min(keys.len());
        self.snapshots.truncate(reusable);
        console.keys.clear();
        console.keys.extend_from_slice(keys);
        console.cap = self.limits.output;
        if let Some(snapshot) = self.snapshots.last() {
            let position = reusable - 1;
            console.output.bytes.truncate(snapshot.output);
            console.output.key_marks.truncate(position);
            console.output.banners.truncate(snapshot.banners);
            console.polled_at = snapshot.polled_at;
            console.granted = position + 1;
            self.machine.cpu = snapshot.cpu.clone();
            self.machine.memory.restore(Some(&snapshot.pages));
            self.machine.fuel = self.limits.instructions - snapshot.instructions;
        } else {
            console.output = Output::default();
            console.polled_at = None;
            console.granted = 0;
            self.machine.cpu = start_cpu(&self.program, self.machine.settings);
            self.machine.memory.restore(None);
            self.machine.fuel = self.limits.instructions;
        }
    }

    fn instructions(&self) -> u64 {
        self.limits.instructions - self.machine.fuel
    }

    fn end(&self, exit: Exit, ending: Ending) -> End {
        End {
            exit,
            ending,
            at: self.machine.cpu.pc,
            instructions: self.instructions(),
        }
    }

    /// Runs to the end.
    fn drive(&mut self) -> End {
        loop {
            let activity = self.machine.console.activity;
            match self.machine.run::<false>(SILENCE) {
                Exit::Fuel if self.machine.fuel == 0 => return self.end(Exit::Fuel, Ending::Limit),
                Exit::Fuel if self.machine.console.activity != activity => {}
                Exit::Fuel => {
                    if let Some(end) = self.watch(None) {
                        return end;
                    }
                }
                Exit::Starved => {
                    let waiting = self.end(Exit::Starved, Ending::Waiting);
                    if let Some(end) = self.watch(Some(waiting)) {
                        return end;
                    }
                }
                Exit::KeyWanted if self.machine.console.ready() => self.grant(),
                exit => return self.finish(exit),
            }
        }
    }

    /// Looks for a proof that the state repeats (Brent's algorithm), until there is input or output again. `starved` is
    /// the moment at which KBSR first said that no key is left: when it turns out that nothing changes any more, the
    /// program was waiting from then on.
    fn watch(&mut self, mut starved: Option<End>) -> Option<End> {
        let activity = self.machine.console.activity;
        let mut slice = SILENCE;
        loop {
            self.machine.memory.set_checkpoint();
            let polls = self.machine.console.polls;
            match self.machine.run::<true>(slice) {
                Exit::Active => return None,
                Exit::Fuel if self.machine.fuel == 0 => return Some(self.end(Exit::Fuel, Ending::Limit)),
                Exit::Fuel if self.machine.console.activity != activity => return None,
                Exit::Fuel => slice *= 2,
                Exit::Repeats if self.machine.console.polls == polls => {
                    return Some(self.end(Exit::Repeats, Ending::Loop));
                }
                Exit::Repeats => {
                    // What repeats looks for a key. A look on the way there was not yet the wait.
                    let from = self.machine.console.polled_from;
                    let waiting = starved.take().filter(|waiting| waiting.at == from);
                    let now = || End {
                        at: from,
                        ..self.end(Exit::Repeats, Ending::Waiting)
                    };
                    return Some(waiting.unwrap_or_else(now));
                }
                Exit::KeyWanted if self.machine.console.ready() => return None,
                exit => return Some(self.finish(exit)),
            }
        }
    }

    /// Lets the program read one more key, and remembers where it stood.
    fn grant(&mut self) {
        let machine = &mut self.machine;
        let position = machine.console.position();
        machine.console.granted = position + 1;
        if position == self.snapshots.len() && position < SNAPSHOTS {
            let snapshot = Snapshot {
                cpu: machine.cpu.clone(),
                pages: machine.memory.snapshot(),
                output: machine.console.output.bytes.len(),
                banners: machine.console.output.banners.len(),
                instructions: self.limits.instructions - machine.fuel,
                polled_at: machine.console.polled_at,
            };
            self.snapshots.push(snapshot);
        }
    }

    fn finish(&self, exit: Exit) -> End {
        let ending = match exit {
            Exit::Halted => Ending::Halted,
            Exit::Flooded => Ending::Flooded,
            Exit::KeyWanted | Exit::Starved => Ending::Waiting,
            Exit::Crashed(_) => Ending::Crashed,
            Exit::Fuel | Exit::Active | Exit::Repeats => Ending::Limit,
        };
        let mut end = self.end(exit, ending);
        if !matches!(exit, Exit::KeyWanted | Exit::Starved) {
            end.at = self.machine.cpu.last;
        }
        end
    }

    /// The end of a run in words.
    fn tell(&self, end: &End) -> Stop {
        let place = |address| Some(self.program.place(address));
        let Exit::Crashed(fault) = end.exit else {
            return Stop {
                ending: end.ending,
                place: place(end.at),
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
            place: place(end.at),
            reason: words(fault, cpu),
        }
    }
}

fn name(place: &Place) -> String {
    place.label.clone().unwrap_or_else(|| format!("x{:04X}", place.address))
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
        last: program.entry(),
        in_data: None,
    }
}

#[cfg(test)]
mod tests;
