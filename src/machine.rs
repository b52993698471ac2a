//! The seam between grading and the machines that run a submission.
//!
//! A machine turns a submission's bytes into a [`Build`] (a program, or the diagnostics that say why not), and a
//! [`Session`] made from the program plays scripts of keys within [`Limits`], each giving a [`Run`]. A run is a pure
//! function of program, keys, settings and limits. Nothing here knows the game.
//!
//! Long because the types that all machines share are one page.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Source};
pub use crate::result::{Cause, Diagnosis, Ending, Place, Register, Step, Stop};
use crate::sandbox::SandboxError;

pub mod arm;
mod assembly;
mod console;
mod coverage;
pub mod diagnosis;
pub mod edits;
pub mod lc3;
mod likeness;
pub mod native;
pub mod patch;
pub mod patches;
mod paused;
mod recognition;
mod replay;
pub mod slice;
pub mod target;

pub use assembly::{FileKind, WRONG_FILE, file_kind};
pub use coverage::{LineCounts, Trace};
pub use likeness::{Likeness, source_likeness};
pub use paused::{Arrival, Paused, Stretch};
pub use replay::{Bounds, MOST_EXECUTED, fingerprint};
pub use target::Target;

/// Caps on one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Instructions, those of loops that are skipped included; a system call counts as one.
    pub instructions: u64,
    /// Bytes of output, the operating system's own included.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            instructions: 4_000_000,
            output: 262_144,
        }
    }
}

impl Limits {
    /// Caps for programs on the ARM board, which pause in counted loops and redraw every frame of a falling piece.
    pub const ARM: Self = Self {
        instructions: 500_000_000,
        output: 1 << 20,
    };
}

/// What registers and unwritten memory hold at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Fill {
    /// Zero.
    #[default]
    Zero,
    /// Values of `SplitMix64` from this seed.
    Random(u64),
    /// The same, and the memory that the source only reserves (`.BLKW`, `SPACE`) holds such values too.
    RandomReserved(u64),
}

impl Fill {
    /// The seed of random start values.
    pub fn seed(self) -> Option<u64> {
        match self {
            Self::Zero => None,
            Self::Random(seed) | Self::RandomReserved(seed) => Some(seed),
        }
    }
}

/// A service of the operating system that prints text of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Service {
    /// HALT's banner.
    Halt,
    /// IN's prompt, and the line feed after the echoed key. The echo itself is not among them.
    In,
}

/// What a program printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    /// Every byte, in order.
    pub bytes: Vec<u8>,
    /// For each key read, the length of `bytes` at the moment it was read: `bytes[..key_marks[0]]` came before the
    /// first key.
    pub key_marks: Vec<usize>,
    /// Which bytes the operating system printed for itself, in order, not overlapping.
    pub banners: Vec<(Range<usize>, Service)>,
}

/// What happened when a program played a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// What it printed.
    pub output: Arc<Output>,
    /// How it ended.
    pub stop: Stop,
    /// Instructions executed; a system call counts as one.
    pub instructions: u64,
    /// Keys of the script that were never read.
    pub keys_left: usize,
    /// Given when the script went through a pipe, all of it at once: `output.key_marks` are not known then.
    pub piped: Option<Piped>,
}

/// What is known of the input of a run whose script went through a pipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piped {
    /// Bytes of output that were out when the program asked for more than the script, if it did. A program that holds its
    /// output back may have meant more.
    pub asked: Option<usize>,
}

/// A call of one subroutine by itself, from the program's start state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Call {
    /// Address of the subroutine.
    pub entry: u32,
    /// Registers to set, by number; the link register is the machine's own.
    pub registers: Vec<(usize, u32)>,
    /// Words of memory to set, each address once.
    pub words: Vec<(u32, u32)>,
}

/// What a called subroutine did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// What it printed.
    pub output: Output,
    /// How it ended when it did not come back to its caller; `None` when it did.
    pub stop: Option<Stop>,
    /// The registers afterwards, by number.
    pub registers: Vec<u32>,
    /// The words of memory that are not as they were before the call, in the order of their addresses.
    pub changed: Vec<Change>,
    /// Instructions executed; a system call counts as one.
    pub instructions: u64,
}

/// A word of memory that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Its address.
    pub address: u32,
    /// What it held.
    pub before: u32,
    /// What it holds.
    pub after: u32,
}

/// A submission turned into a program, or the reasons why it could not be.
#[derive(Debug, Clone)]
pub struct Build {
    /// The text that was read; diagnostics point into it.
    pub source: Arc<Source>,
    /// The program, when there are no errors.
    pub program: Option<Program>,
    /// Everything there is to say about the source, errors and warnings, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// A program for one of the machines.
#[derive(Debug, Clone)]
pub enum Program {
    /// An LC-3 image.
    Lc3(Arc<lc3::Program>),
    /// An ARM image.
    Arm(Arc<arm::Program>),
    /// A native program in its folder.
    Native(Arc<native::Program>),
}

/// A machine with its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Machine {
    /// The embedded LC-3.
    Lc3(lc3::Settings),
    /// The embedded ARM7TDMI on its board.
    Arm(arm::Settings),
    /// This machine itself, in a sandbox.
    Native(native::Settings),
}

impl Machine {
    /// Turns a submission's bytes into a program. `name` is how diagnostics call the file. Native programs need
    /// a build environment; an error means that there is none, or that the sandbox failed.
    pub fn build(
        &self,
        name: &str,
        bytes: &[u8],
        environment: Option<&native::BuildEnvironment>,
    ) -> Result<Build, SandboxError> {
        match (self, environment) {
            (Self::Lc3(_), _) => Ok(lc3::build(name, bytes)),
            (Self::Arm(_), _) => Ok(arm::build(name, bytes)),
            (Self::Native(_), Some(environment)) => native::build(environment, name, bytes),
            (Self::Native(_), None) => Err(SandboxError("no sandbox was given".to_owned())),
        }
    }

    /// A line of assembly up to its comment; `None` where programs are in other languages.
    pub fn code<'a>(&self, line: &'a str) -> Option<&'a str> {
        match self {
            Self::Lc3(_) => Some(assembly::code(Target::Lc3, line)),
            Self::Arm(_) => Some(assembly::code(Target::Arm, line)),
            Self::Native(_) => None,
        }
    }

    /// A session of this program on this machine.
    ///
    /// # Panics
    ///
    /// When the program was built for another machine, which no submission can bring about.
    pub fn session(&self, program: &Program) -> Session {
        match (self, program) {
            (Self::Lc3(settings), Program::Lc3(program)) => {
                Session::Lc3(Box::new(lc3::Session::new(Arc::clone(program), *settings)))
            }
            (Self::Arm(settings), Program::Arm(program)) => {
                Session::Arm(Box::new(arm::Session::new(Arc::clone(program), *settings)))
            }
            (Self::Native(settings), Program::Native(program)) => {
                Session::Native(Box::new(native::Session::new(Arc::clone(program), *settings)))
            }
            (Self::Lc3(_) | Self::Arm(_) | Self::Native(_), _) => panic!("the program was built for another machine"),
        }
    }

    /// The same machine, on which a program that hangs is stopped soon: it resembles another one, the runs of which cost so much
    /// on average, in what [`Session::spent`] counts. Embedded machines find most of such programs endless, and stay as they are.
    #[must_use]
    pub fn hurried(self, average: u64) -> Self {
        match self {
            Self::Native(settings) => Self::Native(settings.hurried(average)),
            Self::Lc3(_) | Self::Arm(_) => self,
        }
    }

    /// What registers and memory hold at the start.
    pub fn fill(&self) -> Fill {
        match self {
            Self::Lc3(settings) => settings.fill,
            Self::Arm(settings) => settings.fill,
            Self::Native(_) => Fill::Zero,
        }
    }

    /// The same machine with other start values.
    #[must_use]
    pub fn with_fill(self, fill: Fill) -> Self {
        match self {
            Self::Lc3(settings) => Self::Lc3(lc3::Settings { fill, ..settings }),
            Self::Arm(_) => Self::Arm(arm::Settings { fill }),
            Self::Native(_) => self,
        }
    }
}

/// Plays scripts on one program, one after the other; no run leaves a trace on the next.
#[derive(Debug)]
pub enum Session {
    /// On the embedded LC-3.
    Lc3(Box<lc3::Session>),
    /// On the embedded ARM7TDMI.
    Arm(Box<arm::Session>),
    /// On this very machine.
    Native(Box<native::Session>),
}

impl Session {
    /// Plays one script.
    pub fn play(&mut self, keys: &[u8], limits: Limits) -> Result<Run, SandboxError> {
        match self {
            Self::Lc3(session) => Ok(session.play(keys, limits)),
            Self::Arm(session) => Ok(session.play(keys, limits)),
            Self::Native(session) => session.play(keys, limits),
        }
    }

    /// Executes so many instructions for each further script at most, those of pauses that are skipped not counted. Native
    /// programs have limits of their own.
    pub fn execute_at_most(&mut self, most: u64) {
        match self {
            Self::Lc3(session) => session.execute_at_most(most),
            Self::Arm(session) => session.execute_at_most(most),
            Self::Native(_) => {}
        }
    }

    /// How many stretches of the last script, from one key to the next, were not executed again, because the one before had them.
    pub fn resumed(&self) -> usize {
        match self {
            Self::Lc3(session) => session.resumed(),
            Self::Arm(session) => session.resumed(),
            Self::Native(_) => 0,
        }
    }

    /// The labels of the loop in which the last run reached its limit on instructions. None where that does not come round soon, and
    /// after other runs.
    pub fn labels_at_limit(&mut self) -> BTreeSet<String> {
        match self {
            Self::Lc3(session) => session.labels_at_limit(),
            Self::Arm(session) => session.labels_at_limit(),
            Self::Native(_) => BTreeSet::new(),
        }
    }

    /// Makes the runs of these scripts before they are played, where that helps: on this very machine, several at a time. They
    /// may use up `budget` together, as [`Session::spent`] counts.
    pub fn run_ahead(&mut self, scripts: &[Vec<u8>], limits: Limits, budget: u64) {
        match self {
            Self::Lc3(_) | Self::Arm(_) => {}
            Self::Native(session) => session.run_ahead(scripts, limits, budget),
        }
    }

    /// What all its runs have used up together: instructions that were really executed, on this very machine milliseconds.
    pub fn spent(&self) -> u64 {
        match self {
            Self::Lc3(session) => session.spent(),
            Self::Arm(session) => session.spent(),
            Self::Native(session) => session.spent(),
        }
    }

    /// How often each line runs in the first instructions of a script's run; `None` where that is not known.
    pub fn line_counts(&mut self, keys: &[u8], instructions: u64) -> Option<LineCounts> {
        match self {
            Self::Lc3(session) => Some(session.line_counts(keys, instructions)),
            Self::Arm(session) => Some(session.line_counts(keys, instructions)),
            Self::Native(_) => None,
        }
    }

    /// Which lines have run in any script so far: once or never; `None` where that is not known.
    pub fn lines_run(&self) -> Option<LineCounts> {
        match self {
            Self::Lc3(session) => Some(session.lines_run()),
            Self::Arm(session) => Some(session.lines_run()),
            Self::Native(_) => None,
        }
    }

    /// Plays one script again, watching every instruction, and tells why it ended as it did. Many times slower than
    /// [`Session::play`]; the run is the same.
    pub fn diagnose(&mut self, keys: &[u8], limits: Limits) -> Result<Diagnosis, SandboxError> {
        match self {
            Self::Lc3(session) => Ok(session.diagnose(keys, limits)),
            Self::Arm(session) => Ok(session.diagnose(keys, limits)),
            Self::Native(session) => session.diagnose(keys, limits),
        }
    }
}
