//! The messages between the caller, the supervisor and the init: JSON and raw bytes, each with its length before it.
//!
//! The caller sends the supervisor one [`Setup`], then a [`RunRequest`] for each run, and gets a [`RunReport`] for each. The
//! supervisor sends each init a [`Plan`] and gets [`InitStatus`] messages. Nothing that a program prints is ever read as a
//! message: its output goes through pipes of its own.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::kind::Kind;
#[cfg(has_sandbox)]
use super::kind::LOG;
use super::limits::Limits;

/// The longest message, in bytes.
const LONGEST: u32 = 256 << 20;

/// What all runs of a supervisor share.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// The kind of sandbox.
    pub kind: Kind,
    /// The paths that programs may read in addition to their own folder.
    pub view: Vec<PathBuf>,
    /// The supervisor's own folder, removed when it ends.
    pub work: PathBuf,
    /// Further folders to remove then.
    pub wipes: Vec<PathBuf>,
    /// The control group that the supervisor enters, where there is one.
    pub group: Option<PathBuf>,
}

/// A process to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRequest {
    /// Program and arguments.
    pub command: Vec<String>,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// Whether it may write there, as builds do.
    pub writes: bool,
    /// Whether it has a terminal; otherwise it has pipes.
    pub terminal: bool,
    /// Limits.
    pub limits: Limits,
    /// The logs that it writes, if any; their content is in [`RunReport::logs`]. A program with logs gets SIGABRT when its
    /// time is up, so that it can write where it was, before it is killed.
    pub logs: Vec<LogFile>,
    /// What it may use after it asked for input that does not exist, as long as it prints nothing; `None` if as much as before.
    pub after_end: Option<Idling>,
    /// What is typed.
    #[serde(skip)]
    pub input: Vec<u8>,
}

/// What a program may use that does nothing which counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Idling {
    /// Processor time, in milliseconds.
    pub cpu: u64,
    /// Time asleep, in milliseconds.
    pub asleep: u64,
}

/// A log that a program writes outside of its output, as sanitizers do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogFile {
    /// The environment variable that names the log.
    pub variable: String,
    /// The variable's value, up to the equals sign before the path.
    pub options: String,
    /// The name of the file.
    pub file: String,
}

/// How a process ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// With this exit code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

#[cfg(has_sandbox)]
impl Exit {
    /// From the kernel's wait status. Signals are numbers here: real-time signals have no names.
    pub fn of(status: rustix::process::WaitStatus) -> Option<Self> {
        let code = status.exit_status().map(Self::Code);
        code.or_else(|| status.terminating_signal().map(Self::Signal))
    }
}

/// The limit that a run exceeded, for which it was killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitExceeded {
    /// Processor time.
    Cpu,
    /// Time on the clock, or time asleep.
    Clock,
    /// Memory.
    Memory,
    /// Bytes written into files.
    Disk,
    /// Processes and threads.
    Processes,
    /// Bytes of output.
    Output,
}

/// How a run went.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RunReport {
    /// Why the sandbox failed, if it did. This is never the program's fault.
    pub failure: Option<String>,
    /// Why the command could not be started: it was not found, or cannot be executed.
    pub not_started: Option<String>,
    /// How the program ended by itself.
    pub exit: Option<Exit>,
    /// The limit that it exceeded.
    pub exceeded: Option<LimitExceeded>,
    /// How many bytes it had printed when it asked for more input than was typed, if it did.
    pub asked: Option<usize>,
    /// The processor time that it had used then, in milliseconds.
    pub cpu_when_asked: u64,
    /// Bytes of the input that were not read.
    pub unread: usize,
    /// On a terminal: how many bytes were printed when each byte was read.
    pub marks: Vec<usize>,
    /// Processor time of all processes of the run, its init included, in milliseconds.
    pub cpu: u64,
    /// Time in which all processes slept, in milliseconds.
    pub asleep: u64,
    /// Time on the clock, in milliseconds.
    pub wall: u64,
    /// What was printed, up to the limit.
    #[serde(skip)]
    pub output: Vec<u8>,
    /// Beginning and end of what was printed on standard error.
    #[serde(skip)]
    pub errors: Vec<u8>,
    /// What is in its logs.
    #[serde(skip)]
    pub logs: Vec<u8>,
}

/// What an init does.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Plan {
    /// The kind of sandbox.
    pub kind: Kind,
    /// Program and arguments.
    pub command: Vec<String>,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// Whether it may write there.
    pub writes: bool,
    /// A temporary folder for this run, used where the program has no file system of its own.
    pub scratch: PathBuf,
    /// The paths that it may read in addition.
    pub view: Vec<PathBuf>,
    /// This executable, which no program may read.
    pub executable: PathBuf,
    /// The file system that was prepared, where the sandbox has one.
    pub root: Option<PathBuf>,
    /// The paths to open as standard input, output and error. An init that is a copy of the supervisor may have inherited those
    /// files without paths.
    pub stdio: Option<[PathBuf; 3]>,
    /// The user id to change to.
    pub user: Option<u32>,
    /// Limits.
    pub limits: Limits,
    /// How many processes and threads the kernel lets the program's user have.
    pub most_processes: u64,
    /// Whether the kernel counts the processor time of the whole run, even of children that nobody waits for.
    pub counts_children: bool,
    /// The folder of the program's logs, outside of its own file system.
    pub log: Option<PathBuf>,
    /// These logs.
    pub logs: Vec<LogFile>,
}

#[cfg(has_sandbox)]
impl Plan {
    /// Whether the program is a child of the init, which stays as the first process of its namespace. Otherwise the init
    /// becomes the program.
    pub fn has_child(&self) -> bool {
        self.kind.has_root()
    }

    /// Whether the program's processes have a user or a namespace of their own. Then they can be counted, and may do as
    /// they like with each other.
    pub fn is_separate(&self) -> bool {
        self.user.is_some() || self.kind.has_root()
    }

    /// Where the program finds the folder of its logs.
    pub fn log_folder(&self) -> Option<PathBuf> {
        let log = self.log.clone()?;
        Some(if self.kind.has_root() { LOG.into() } else { log })
    }
}

/// What an init reports.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum InitStatus {
    /// The program was started.
    Started,
    /// It ended.
    Ended(Exit),
    /// The command could not be started.
    NotStarted(String),
    /// A restriction could not be applied.
    Failed(String),
}

/// Sends bytes.
pub fn send_bytes(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    // In one call: if this process is stopped between two, the reader waits for the second.
    to.write_all(&[&length.to_le_bytes(), bytes].concat())
}

/// Receives bytes.
pub fn receive_bytes(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::ErrorKind::InvalidData.into());
    }

    let mut bytes = Vec::new();
    from.take(length.into()).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }

    Ok(bytes)
}

/// Sends a message.
pub fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    send_bytes(to, &serde_json::to_vec(message)?)
}

/// Receives a message.
pub fn receive<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    Ok(serde_json::from_slice(&receive_bytes(from)?)?)
}
