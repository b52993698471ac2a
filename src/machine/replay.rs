//! Plays scripts on an embedded machine: starts, stops, proofs of endless loops, and reuse of what runs have in common.
//!
//! A run is a function of program, keys, settings and limits alone. Two things make many runs of one program cheap and
//! change none of them: a snapshot is kept each time a key is read, so that a script that begins like the last one
//! continues from there (play scripts in sorted order to profit); and a run that ended without asking for all its keys
//! stands for every script that begins with the keys it did read.
//!
//! It does not know what a machine is made of: [`Emulator`] says all it needs.

use std::hash::Hash;
use std::sync::Arc;

use super::console::Console;
use super::{Ending, Limits, Output, Run, Stop};

mod follow;
mod stretch;
mod watch;

pub use stretch::{Arrival, Bounds, Stretch, fingerprint};

/// Steps without input or output before a loop is suspected.
const SILENCE: u64 = 1 << 12;
/// Instructions that a script may execute at most; those that are skipped count towards its limit only. The longest game of
/// `arm-falling`, with pauses as its document has them, would take half as many if none were skipped.
pub const MOST_EXECUTED: u64 = 2_000_000_000;
/// Snapshots kept on the way of one script.
const SNAPSHOTS: usize = 256;

/// Why a machine handed control back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit<Fault> {
    /// The slice or the fuel is used up.
    Fuel,
    /// A key that was not granted is asked for, or there is none and the program waits. The instruction has not run.
    KeyWanted,
    /// The keyboard's status says that no key is left. The instruction has not run.
    Starved,
    /// Something was printed or read while a checkpoint was watched.
    Active,
    /// The state of the last checkpoint is here again.
    Repeats,
    /// It is known without that: this loop never ends.
    Endless,
    /// The machine was stopped by the program.
    Halted,
    /// The output is full.
    Flooded,
    /// The program cannot go on.
    Crashed(Fault),
}

/// How a run ended, before it is put into words.
#[derive(Debug)]
pub struct End<Fault> {
    /// Why the machine stopped.
    pub exit: Exit<Fault>,
    /// What kind of ending that is.
    pub ending: Ending,
    /// The instruction at which the run ended.
    pub at: u32,
    /// Instructions executed.
    pub instructions: u64,
}

/// A machine with a program loaded, as far as playing scripts on it goes.
pub trait Emulator {
    /// All that a run can change, except the console and the fuel.
    type State: std::fmt::Debug;
    /// What decides how the program goes on: equal where two go on in the same way.
    type Frozen: std::fmt::Debug + Hash;
    /// Why a program cannot go on.
    type Fault: Copy + std::fmt::Debug;

    /// Runs until something has to be decided, at most about `slice` steps and never beyond the fuel. With `watch` the
    /// state at entry is the checkpoint that is watched for.
    fn run(&mut self, slice: u64, watch: bool) -> Exit<Self::Fault>;
    /// Runs a little further in what may be a loop whose state never repeats, and tries to prove that it never ends:
    /// [`Exit::Endless`]. [`Exit::Fuel`] where that is not known.
    fn prove_endless(&mut self) -> Exit<Self::Fault> {
        Exit::Fuel
    }
    /// The console.
    fn console(&self) -> &Console;
    /// The console, to offer keys.
    fn console_mut(&mut self) -> &mut Console;
    /// Instructions that may still run.
    fn fuel(&self) -> u64;
    /// Instructions that were counted without being executed, in all runs.
    fn skipped(&self) -> u64 {
        0
    }
    /// Grants that many.
    fn set_fuel(&mut self, fuel: u64);
    /// Where the next instruction is.
    fn next(&self) -> u32;
    /// Where the last one is.
    fn last(&self) -> u32;
    /// Remembers memory for the next watched run.
    fn set_checkpoint(&mut self);
    /// Copies the state.
    fn save(&mut self) -> Self::State;
    /// Goes back to a state; `None` is the program's start.
    fn restore(&mut self, state: Option<&Self::State>);
    /// The end of a run, in words.
    fn stop(&self, end: &End<Self::Fault>) -> Stop;
    /// A small copy of everything that decides what the program does next, except the console.
    fn freeze(&self) -> Self::Frozen;
    /// Goes back to such a copy.
    fn thaw(&mut self, frozen: &Self::Frozen);
}

/// The machine as it was when a key was about to be read.
#[derive(Debug)]
struct Snapshot<State> {
    state: State,
    output: usize,
    banners: usize,
    instructions: u64,
    /// How many of them were executed.
    executed: u64,
    polled_at: Option<usize>,
}

/// A run that ended having read all of `keys`, whatever would have followed.
#[derive(Debug)]
struct Settled {
    keys: Vec<u8>,
    /// Whether that holds only when at least one more key follows, because the program could detect that.
    needs_more: bool,
    output: Arc<Output>,
    stop: Stop,
    instructions: u64,
    /// How many of them were executed.
    executed: u64,
}

impl Settled {
    fn covers(&self, keys: &[u8]) -> bool {
        keys.starts_with(&self.keys) && (!self.needs_more || keys.len() > self.keys.len())
    }
}

/// Plays scripts on one machine.
#[derive(Debug)]
pub struct Replay<E: Emulator> {
    /// The machine.
    pub emulator: E,
    limits: Limits,
    /// `snapshots[n]` is the state in which key `n` of the last script was about to be read.
    snapshots: Vec<Snapshot<E::State>>,
    settled: Option<Settled>,
    /// Whether the machine is where the last run reached its limit, or a few instructions further.
    at_limit: bool,
    /// Instructions executed in all runs.
    spent: u64,
    /// Instructions that may still be executed, those that are skipped not counted.
    patience: u64,
    /// As many as each script may.
    most: u64,
    /// How many stretches of the last script, from one key to the next, were not executed again, because the one before had them.
    resumed: usize,
}

impl<E: Emulator> Replay<E> {
    /// A session on that emulator.
    pub fn new(emulator: E) -> Self {
        Self {
            emulator,
            limits: Limits::default(),
            snapshots: Vec::new(),
            settled: None,
            at_limit: false,
            spent: 0,
            patience: MOST_EXECUTED,
            most: MOST_EXECUTED,
            resumed: 0,
        }
    }

    /// Instructions that were really executed for all scripts together.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Executes so many instructions for each further script at most, those that are skipped not counted.
    pub fn execute_at_most(&mut self, most: u64) {
        if most != self.most {
            let may_be_for_that = |settled: &Settled| settled.stop.ending == Ending::Limit;
            let least = most.min(self.most);
            self.settled
                .take_if(|settled| may_be_for_that(settled) || settled.executed >= least);
            self.snapshots.retain(|snapshot| snapshot.executed < most);
        }
        self.most = most;
    }

    /// How many stretches of the last script, from one key to the next, were not executed again, because the one before had them.
    pub fn resumed(&self) -> usize {
        self.resumed
    }

    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Run {
        if limits != self.limits {
            self.forget(limits);
        }
        self.at_limit = false;

        if let Some(settled) = &self.settled
            && settled.covers(keys)
        {
            return Run {
                output: Arc::clone(&settled.output),
                stop: settled.stop.clone(),
                instructions: settled.instructions,
                keys_left: keys.len() - settled.keys.len(),
                piped: None,
            };
        }
        self.rewind(keys);

        let before = self.executed();
        let end = self.drive();
        self.at_limit = end.ending == Ending::Limit;
        self.spent += self.executed().wrapping_sub(before);
        let stop = self.emulator.stop(&end);
        let console = self.emulator.console();
        let read = console.position();
        let polled = console.polled_at == Some(read);
        let output = Arc::new(console.output.clone());

        let keys_left = keys.len() - read;
        if end.ending != Ending::Waiting && (!polled || keys_left > 0) {
            self.settled = Some(Settled {
                keys: keys[..read].to_vec(),
                needs_more: polled,
                output: Arc::clone(&output),
                stop: stop.clone(),
                instructions: end.instructions,
                executed: self.most - self.patience,
            });
        }

        Run {
            output,
            stop,
            instructions: end.instructions,
            keys_left,
            piped: None,
        }
    }

    /// Instructions executed so far, from any number on: those that are skipped are not among them.
    fn executed(&self) -> u64 {
        0_u64
            .wrapping_sub(self.emulator.fuel())
            .wrapping_sub(self.emulator.skipped())
    }

    /// Runs about so many steps, or fewer where patience ends.
    fn run(&mut self, slice: u64, watch: bool) -> Exit<E::Fault> {
        let before = self.executed();
        let exit = self.emulator.run(slice.min(self.patience), watch);
        let executed = self.executed().wrapping_sub(before);
        self.patience = self.patience.saturating_sub(executed);
        exit
    }

    /// Whether no instruction may run any more.
    fn is_over(&self) -> bool {
        self.emulator.fuel() == 0 || self.patience == 0
    }

    /// Forgets what earlier scripts left, and takes new limits.
    pub fn forget(&mut self, limits: Limits) {
        self.snapshots.clear();
        self.settled = None;
        self.limits = limits;
    }

    /// Goes back to the start with every key granted, for somebody else to drive the machine.
    pub fn restart(&mut self, keys: &[u8]) {
        self.snapshots.clear();
        self.rewind(keys);
        self.emulator.console_mut().granted = keys.len();
        self.emulator.set_fuel(u64::MAX);
    }

    /// Goes back to the latest state that this script shares with the last one.
    pub fn rewind(&mut self, keys: &[u8]) {
        let console = self.emulator.console_mut();
        let shared = keys
            .iter()
            .zip(&console.keys)
            .take_while(|(new, old)| new == old)
            .count();

        // The state before key n holds for every script that has the same keys before n and some key n.
        let reusable = self.snapshots.len().min(shared + 1).min(keys.len());
        self.snapshots.truncate(reusable);
        self.resumed = reusable;
        self.at_limit = false;
        console.keys.clear();
        console.keys.extend_from_slice(keys);
        console.cap = self.limits.output;
        console.required.clear();

        if let Some(snapshot) = self.snapshots.last() {
            let position = reusable - 1;
            console.output.bytes.truncate(snapshot.output);
            console.output.key_marks.truncate(position);
            console.output.banners.truncate(snapshot.banners);
            console.polled_at = snapshot.polled_at;
            console.granted = position + 1;
            self.emulator.restore(Some(&snapshot.state));
            self.emulator.set_fuel(self.limits.instructions - snapshot.instructions);
            self.patience = self.most - snapshot.executed;
        } else {
            console.output = Output::default();
            console.polled_at = None;
            console.granted = 0;
            self.emulator.restore(None);
            self.emulator.set_fuel(self.limits.instructions);
            self.patience = self.most;
        }
    }

    fn end(&self, exit: Exit<E::Fault>, ending: Ending) -> End<E::Fault> {
        End {
            exit,
            ending,
            at: self.emulator.next(),
            instructions: self.limits.instructions - self.emulator.fuel(),
        }
    }

    /// Runs to the end.
    pub fn drive(&mut self) -> End<E::Fault> {
        self.drive_to(usize::MAX)
    }

    /// Runs to the end, or until the key at this position of the script is about to be read: [`Exit::KeyWanted`].
    fn drive_to(&mut self, position: usize) -> End<E::Fault> {
        loop {
            let activity = self.emulator.console().activity();
            match self.run(SILENCE, false) {
                Exit::Fuel if self.is_over() => return self.end_of_fuel(),
                Exit::Fuel if self.emulator.console().activity() != activity => {
                    if let Some(end) = self.watch_output() {
                        return end;
                    }
                }
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
                Exit::KeyWanted if self.emulator.console().ready() && self.emulator.console().position() < position => {
                    self.grant();
                }
                exit => return self.finish(exit),
            }
        }
    }

    /// Lets the program read one more key, and remembers where it stood.
    fn grant(&mut self) {
        let console = self.emulator.console_mut();
        let position = console.position();
        console.granted = position + 1;
        let (output, banners) = (console.output.bytes.len(), console.output.banners.len());
        let polled_at = console.polled_at;

        if position == self.snapshots.len() && position < SNAPSHOTS {
            let instructions = self.limits.instructions - self.emulator.fuel();
            self.snapshots.push(Snapshot {
                state: self.emulator.save(),
                output,
                banners,
                instructions,
                executed: self.most - self.patience,
                polled_at,
            });
        }
    }

    fn finish(&self, exit: Exit<E::Fault>) -> End<E::Fault> {
        let ending = match exit {
            Exit::Halted => Ending::Halted,
            Exit::Flooded => Ending::Flooded,
            Exit::KeyWanted | Exit::Starved => Ending::Waiting,
            Exit::Crashed(_) => Ending::Crashed,
            Exit::Endless => Ending::Loop,
            Exit::Fuel | Exit::Active | Exit::Repeats => Ending::Limit,
        };
        let mut end = self.end(exit, ending);
        if !matches!(exit, Exit::KeyWanted | Exit::Starved) {
            end.at = self.emulator.last();
        }

        end
    }
}
