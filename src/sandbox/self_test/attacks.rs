//! Canaries: programs that try what a fence must stop, one attack each, and say what they got.
//!
//! They are this same executable in another role, so that no compiler is needed. Each holds itself back, so that trying does no
//! harm where nothing holds: a few dozen processes, a GiB of memory, some seconds, harmless signals to all but those
//! processes that [`probe`](super::probe) started for that.
//!
//! A canary says a line for each try, `got` or `kept` and what it was about, and `end` when it has tried everything. What
//! its parent can see with its own eyes it does not take from here.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;

use crate::sandbox::helper::HelperProcess;

mod disclosure;
mod network;
pub(super) mod persistence;
mod privilege_escalation;
mod processes;
mod resource_exhaustion;

/// Said of what should not have worked.
pub const GOT: &str = "got ";
/// Said of what did not work.
pub const KEPT: &str = "kept ";
/// Said at the end.
pub const END: &str = "end";
/// Said before each of several attacks.
pub const PART: &str = "part ";
/// The canary's file in the folder of a submission.
pub const FILE: &str = "canary";

/// What a canary does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// Several attacks, one after the other: their names with commas between them, then the words of each.
    Several,
    /// Reads files, and through a process's folder in `/proc`: the process's number, then paths.
    Read,
    /// Lists folders, and looks at what is in them.
    List,
    /// Learns that files exist.
    Names,
    /// Writes into folders: a name, then paths.
    Write,
    /// Leaves notes everywhere, in folders too: a name, then paths.
    Leave,
    /// Looks for notes that were left.
    Find,
    /// Calls out: port, path and abstract name of who listens.
    Network,
    /// Starts processes until it may not.
    Fork,
    /// Leaves a process behind.
    Daemon,
    /// Signals: the grader's number, and the decoy's.
    Signal,
    /// Takes hold of processes: the same.
    Trace,
    /// Whether the session is its own: the grader's.
    Session,
    /// Opens the controlling terminal.
    Terminal,
    /// Uses inherited files.
    Descriptors,
    /// Reads the environment.
    Environment,
    /// Whether it has become somebody else, and can go back.
    User,
    /// Privileged calls.
    Privileges,
    /// Calls that are on no list.
    Calls,
    /// Whether it sees a world of processes of its own.
    Processes,
    /// Opens files until it may not.
    Open,
    /// Whether it would leave its memory on the disk.
    Core,
    /// Computes for ever.
    Loop,
    /// Sleeps for ever.
    Sleep,
    /// Prints for ever.
    Flood,
    /// Takes memory: so many MiB.
    Memory,
    /// Takes memory by many processes: their number, MiB each.
    Crowd,
    /// Fills the disk with one file.
    Disk,
    /// Fills the disk with many files.
    Files,
    /// Fills the disk with files that have no name.
    Nameless,
    /// Fills the disk at the bottom of many folders.
    Deep,
    /// Takes memory in the buffers of sockets.
    Sockets,
    /// Is there, and ends when its input does.
    Idle,
    /// Is there to be attacked: says when a signal arrives.
    Decoy,
    /// The second step of [`Self::Daemon`], and the third.
    Sink,
    /// What is left behind.
    Linger,
}

impl Attack {
    const ALL: [Self; 36] = [
        Self::Several,
        Self::Read,
        Self::List,
        Self::Names,
        Self::Write,
        Self::Leave,
        Self::Find,
        Self::Network,
        Self::Fork,
        Self::Daemon,
        Self::Signal,
        Self::Trace,
        Self::Session,
        Self::Terminal,
        Self::Descriptors,
        Self::Environment,
        Self::User,
        Self::Privileges,
        Self::Calls,
        Self::Processes,
        Self::Open,
        Self::Core,
        Self::Loop,
        Self::Sleep,
        Self::Flood,
        Self::Memory,
        Self::Crowd,
        Self::Disk,
        Self::Files,
        Self::Nameless,
        Self::Deep,
        Self::Sockets,
        Self::Idle,
        Self::Decoy,
        Self::Sink,
        Self::Linger,
    ];

    /// Those that need nothing planted. What they may change they change last.
    pub const ON_ITSELF: [Self; 10] = [
        Self::Descriptors,
        Self::Session,
        Self::Terminal,
        Self::Environment,
        Self::Core,
        Self::Open,
        Self::Processes,
        Self::Calls,
        Self::User,
        Self::Privileges,
    ];

    /// Its name as an argument.
    pub fn word(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }
}

/// Tries the attack that the arguments name. Gives the exit code.
pub fn main() -> u8 {
    let mut words = std::env::args().skip(2);
    let name = words.next().unwrap_or_default();
    let Some(attack) = named(&name) else { return 2 };
    let words: Vec<String> = words.collect();
    attempt(attack, &words);
    say(END);
    0
}

fn named(name: &str) -> Option<Attack> {
    Attack::ALL.into_iter().find(|attack| attack.word() == name)
}

fn several(words: &[String]) {
    let Some((names, words)) = words.split_first() else {
        return;
    };
    for attack in names
        .split(',')
        .filter_map(named)
        .filter(|attack| *attack != Attack::Several)
    {
        say(&format!("{PART}{}", attack.word()));
        attempt(attack, words);
        say(END);
    }
}

fn attempt(attack: Attack, words: &[String]) {
    match attack {
        Attack::Several => several(words),
        Attack::Read => disclosure::read(words),
        Attack::List => disclosure::list(words),
        Attack::Names => disclosure::names(words),
        Attack::Write => persistence::write(words),
        Attack::Leave => persistence::leave(words),
        Attack::Find => persistence::find(words),
        Attack::Network => network::call(words),
        Attack::Fork => processes::fork(words),
        Attack::Daemon => processes::daemon(words),
        Attack::Sink => processes::sink(words),
        Attack::Linger => processes::linger(),
        Attack::Idle => processes::idle(),
        Attack::Decoy => processes::decoy(),
        Attack::Signal => processes::signal(words),
        Attack::Trace => processes::trace(words),
        Attack::Session => privilege_escalation::session(),
        Attack::Terminal => privilege_escalation::terminal(),
        Attack::Descriptors => privilege_escalation::descriptors(),
        Attack::Environment => privilege_escalation::environment(),
        Attack::User => privilege_escalation::user(),
        Attack::Privileges => privilege_escalation::privileges(),
        Attack::Calls => privilege_escalation::calls(words),
        Attack::Processes => privilege_escalation::processes(),
        Attack::Open => resource_exhaustion::open(),
        Attack::Core => resource_exhaustion::core(),
        Attack::Loop => resource_exhaustion::spin(),
        Attack::Sleep => resource_exhaustion::sleep(),
        Attack::Flood => resource_exhaustion::flood(),
        Attack::Memory => resource_exhaustion::memory(number(words, 0)),
        Attack::Crowd => resource_exhaustion::crowd(number(words, 0), number(words, 1)),
        Attack::Disk => resource_exhaustion::disk(),
        Attack::Files => resource_exhaustion::files(),
        Attack::Nameless => resource_exhaustion::nameless(),
        Attack::Deep => resource_exhaustion::deep(),
        Attack::Sockets => resource_exhaustion::sockets(),
    }
}

/// A number among the arguments; 0 where there is none.
fn number(words: &[String], index: usize) -> u64 {
    words.get(index).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// Says a line, at once. Whoever does not listen is none of its business.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// Says that an attack succeeded.
fn got(what: &str) {
    say(&format!("{GOT}{}", what.escape_debug()));
}

/// Says that an attack failed.
fn kept(what: &str) {
    say(&format!("{KEPT}{}", what.escape_debug()));
}

/// Says what became of a try.
fn tried<T, E: Display>(what: &str, result: Result<T, E>) -> Option<T> {
    match result {
        Ok(value) => {
            got(what);
            Some(value)
        }
        Err(error) => {
            kept(&format!("{what}: {error}"));
            None
        }
    }
}

/// This program again, for another attack.
fn again(attack: Attack) -> std::process::Command {
    let mut command = std::process::Command::new(Path::new(".").join(FILE));
    command.arg(HelperProcess::Attack.argument()).arg(attack.word());
    command
}
