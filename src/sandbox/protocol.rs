//! What grader, keeper and init say to each other: JSON and raw bytes, each with its length before it.
//!
//! The grader gives the keeper a [`Setup`] once, then an [`RunRequest`] for each process, and gets a [`RunReport`] for each. The
//! keeper gives the init of each process a [`Plan`], and gets [`InitStatus`]s. Nothing that a student's program prints is
//! ever read as one of these: its output goes through pipes of its own.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::kind::Kind;
use super::limits::Limits;

/// More bytes are never sent at once.
const LONGEST: u32 = 256 << 20;

/// What is the same for all processes of a keeper.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// How processes are fenced in.
    pub kind: Kind,
    /// What they may read besides their own folder.
    pub view: Vec<PathBuf>,
    /// The keeper's own folder; it is removed when the keeper ends.
    pub work: PathBuf,
    /// What else is removed then.
    pub wipes: Vec<PathBuf>,
    /// The control group that it enters, where there is one.
    pub group: Option<PathBuf>,
}

/// One process to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RunRequest {
    /// Program and arguments.
    pub command: Vec<String>,
    /// The folder in which it runs: a submission.
    pub folder: PathBuf,
    /// Whether it may write there: builds do.
    pub writes: bool,
    /// Whether it gets a terminal instead of pipes.
    pub terminal: bool,
    /// Caps.
    pub limits: Limits,
    /// Whether it is asked, with SIGABRT, where it is when its time is over.
    pub traced: bool,
    /// What is typed.
    #[serde(skip)]
    pub input: Vec<u8>,
}

/// How a process ended by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// With this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

#[cfg(has_sandbox)]
impl Exit {
    /// From what the kernel says of a process that is gone. Signals are numbers here: those for real time have no names.
    pub fn of(status: rustix::process::WaitStatus) -> Option<Self> {
        let code = status.exit_status().map(Self::Code);
        code.or_else(|| status.terminating_signal().map(Self::Signal))
    }
}

/// Why a process was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LimitExceeded {
    /// Processor time.
    Cpu,
    /// Time on the clock, or asleep.
    Clock,
    /// Memory.
    Memory,
    /// What it wrote into files.
    Disk,
    /// Processes and threads.
    Processes,
    /// What it printed.
    Output,
}

/// What became of a process.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RunReport {
    /// Why it could not be run: the grader's fault, or the machine's.
    pub failure: Option<String>,
    /// Why the command could not be started: it is not there, or cannot be executed.
    pub not_started: Option<String>,
    /// How it ended by itself.
    pub exit: Option<Exit>,
    /// Why it was stopped.
    pub exceeded: Option<LimitExceeded>,
    /// How much it had printed when it asked for more than was typed, if it did.
    pub asked: Option<usize>,
    /// Bytes of the input that nobody read.
    pub unread: usize,
    /// On a terminal: how much it had printed when each byte was read.
    pub marks: Vec<usize>,
    /// Processor time of all its processes and of what fences them in, in milliseconds.
    pub cpu: u64,
    /// Time in which all of them slept, in milliseconds.
    pub asleep: u64,
    /// Time on the clock, in milliseconds.
    pub wall: u64,
    /// What it printed, as far as the cap.
    #[serde(skip)]
    pub output: Vec<u8>,
    /// What it said on standard error: head and tail.
    #[serde(skip)]
    pub errors: Vec<u8>,
    /// What a program that watches itself wrote about what it found, apart from its output.
    #[serde(skip)]
    pub findings: Vec<u8>,
}

/// What an init has to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Plan {
    /// How the process is fenced in.
    pub kind: Kind,
    /// Program and arguments.
    pub command: Vec<String>,
    /// The submission's folder.
    pub folder: PathBuf,
    /// Whether it may write there.
    pub writes: bool,
    /// A folder of its own for this run, unless it gets a file system of its own for that.
    pub scratch: PathBuf,
    /// What it may read besides.
    pub view: Vec<PathBuf>,
    /// The grader's executable, which no program may read: it knows every answer.
    pub grader: PathBuf,
    /// The root that was prepared, where the fence has one.
    pub root: Option<PathBuf>,
    /// What to open as standard input, output and error.
    pub stdio: [PathBuf; 3],
    /// The user to become.
    pub user: Option<u32>,
    /// Caps.
    pub limits: Limits,
    /// Whether processes may be started by it.
    pub forks: bool,
    /// Where it says what it finds, if it watches itself: outside of its own file system.
    pub log: Option<PathBuf>,
}

/// What an init says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum InitStatus {
    /// The program runs.
    Started,
    /// It ended.
    Ended(Exit),
    /// The command could not be started.
    NotStarted(String),
    /// A wall of the fence could not be built.
    Failed(String),
}

/// Sends bytes.
pub fn send_bytes(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    // As one, so that whoever is stopped in the middle has not said half of it: a reader would wait for the rest.
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
