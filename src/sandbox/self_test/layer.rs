//! The layers of a sandbox: what each prevents, and whether it does.

use serde::Serialize;

/// A layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// A session of its own.
    Session,
    /// No controlling terminal.
    Terminal,
    /// Inherited files are closed.
    Descriptors,
    /// The grader's variables are gone.
    Environment,
    /// A limit on processor time.
    ProcessorTime,
    /// A limit on time on the clock.
    Clock,
    /// A limit on memory.
    Memory,
    /// A limit on what is written into files.
    Disk,
    /// A limit on output.
    Output,
    /// A limit on processes.
    Processes,
    /// A limit on open files.
    OpenFiles,
    /// No core dump.
    Core,
    /// A user id of its own.
    User,
    /// A temporary folder of its own, which is wiped.
    Scratch,
    /// Nothing else can be written.
    ReadOnly,
    /// Cases, reports, other submissions and the grader's memory cannot be read.
    Hidden,
    /// It cannot learn that they exist.
    Names,
    /// No network.
    Network,
    /// Other processes cannot be signalled or traced.
    OthersProcesses,
    /// No privileges, and no way to gain any.
    Privileges,
    /// A filter of system calls.
    Calls,
    /// No ids of other processes are visible.
    ProcessNamespace,
    /// No process outlives its run.
    Orphans,
    /// The kernel counts and limits all processes together.
    ControlGroup,
}

impl Layer {
    /// Every layer, in the order in which they are shown.
    pub const ALL: [Self; 24] = [
        Self::Hidden,
        Self::ReadOnly,
        Self::Scratch,
        Self::Network,
        Self::OthersProcesses,
        Self::Orphans,
        Self::Processes,
        Self::ProcessorTime,
        Self::Clock,
        Self::Memory,
        Self::Disk,
        Self::Output,
        Self::OpenFiles,
        Self::Core,
        Self::Session,
        Self::Terminal,
        Self::Descriptors,
        Self::Environment,
        Self::User,
        Self::Privileges,
        Self::Calls,
        Self::ProcessNamespace,
        Self::Names,
        Self::ControlGroup,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Session => "own session",
            Self::Terminal => "no controlling terminal",
            Self::Descriptors => "inherited files closed",
            Self::Environment => "cleared environment",
            Self::ProcessorTime => "limit: processor time",
            Self::Clock => "limit: time on the clock",
            Self::Memory => "limit: memory",
            Self::Disk => "limit: files written",
            Self::Output => "limit: output",
            Self::Processes => "limit: processes",
            Self::OpenFiles => "limit: open files",
            Self::Core => "no core dump",
            Self::User => "unused user id",
            Self::Scratch => "own temporary folder",
            Self::ReadOnly => "read-only view",
            Self::Hidden => "cases cannot be read",
            Self::Names => "file names hidden",
            Self::Network => "no network",
            Self::OthersProcesses => "no access to processes",
            Self::Privileges => "no new privileges",
            Self::Calls => "filter of system calls",
            Self::ProcessNamespace => "process namespace",
            Self::Orphans => "no leftover process",
            Self::ControlGroup => "control group",
        }
    }

    /// What it prevents.
    pub fn stops(self) -> &'static str {
        match self {
            Self::Session => "signals to the grader's process group, and from its terminal",
            Self::Terminal => "reading from and typing into the grader's terminal",
            Self::Descriptors => "reading the grader's open files",
            Self::Environment => "reading the grader's environment variables",
            Self::ProcessorTime => "an infinite loop",
            Self::Clock => "sleeping forever",
            Self::Memory => "using up the memory",
            Self::Disk => "filling the disk",
            Self::Output => "printing forever",
            Self::Processes => "a fork bomb",
            Self::OpenFiles => "using up the machine's open files",
            Self::Core => "filling the disk with core dumps",
            Self::User => "access to what belongs to the machine or to other runs",
            Self::Scratch => "leaving notes for the next run",
            Self::ReadOnly => "changing cases, submissions and the system",
            Self::Hidden => "reading cases, reports, other submissions and the grader's memory",
            Self::Names => "learning which files exist",
            Self::Network => "connecting to services of this machine and of others",
            Self::OthersProcesses => "killing, stopping and tracing other processes",
            Self::Privileges => "mounts, namespaces, devices, set-user-id programs",
            Self::Calls => "system calls that such a program does not need",
            Self::ProcessNamespace => "learning the ids of other processes",
            Self::Orphans => "a daemon that outlives its run",
            Self::ControlGroup => "using memory and time that no single process is charged for",
        }
    }

    /// Whether a sandbox without it is not used. Other layers also prevent what an optional layer does, or it does little
    /// harm.
    pub fn is_required(self) -> bool {
        !matches!(self, Self::ProcessNamespace | Self::Names | Self::ControlGroup)
    }
}

/// Whether a layer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Every attack failed.
    Held,
    /// At least one attack succeeded, and at least one failed.
    Weak,
    /// Every attack succeeded.
    Absent,
}

impl State {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Weak => "weak",
            Self::Absent => "absent",
        }
    }
}

/// The result for a layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The layer.
    pub layer: Layer,
    /// Whether it holds.
    pub state: State,
    /// What was observed.
    pub detail: String,
}

impl Finding {
    /// Whether the sandbox may be used in spite of it.
    pub fn is_fine(&self) -> bool {
        self.state == State::Held || !self.layer.is_required()
    }
}
