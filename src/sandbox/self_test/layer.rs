//! The layers of a fence: what each must stop, and whether it does.

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
    /// A limit on time by the clock.
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
    /// A user that is nobody else's.
    User,
    /// A temporary folder of its own, which is wiped.
    Scratch,
    /// Nothing else can be written.
    ReadOnly,
    /// Cases, reports, other submissions and the grader's memory cannot be read.
    Hidden,
    /// It cannot be seen that they are there.
    Names,
    /// No network.
    Network,
    /// Others' processes cannot be signalled or traced.
    OthersProcesses,
    /// No privileges, and none to gain.
    Privileges,
    /// A filter of system calls.
    Calls,
    /// Others' processes cannot be named.
    ProcessNamespace,
    /// Nothing outlives its run.
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
            Self::Descriptors => "closed descriptors",
            Self::Environment => "cleared environment",
            Self::ProcessorTime => "limit: processor time",
            Self::Clock => "limit: clock",
            Self::Memory => "limit: memory",
            Self::Disk => "limit: files written",
            Self::Output => "limit: output",
            Self::Processes => "limit: processes",
            Self::OpenFiles => "limit: open files",
            Self::Core => "no core dump",
            Self::User => "throw-away user",
            Self::Scratch => "own temporary folder",
            Self::ReadOnly => "read-only view",
            Self::Hidden => "cases out of view",
            Self::Names => "names out of view",
            Self::Network => "no network",
            Self::OthersProcesses => "no hold on processes",
            Self::Privileges => "no new privileges",
            Self::Calls => "filter of system calls",
            Self::ProcessNamespace => "process namespace",
            Self::Orphans => "no orphan",
            Self::ControlGroup => "control group",
        }
    }

    /// What it must stop.
    pub fn stops(self) -> &'static str {
        match self {
            Self::Session => "signals to the grader's group, and from its terminal",
            Self::Terminal => "reading from and typing into the grader's terminal",
            Self::Descriptors => "reading the grader's open files",
            Self::Environment => "reading the grader's variables",
            Self::ProcessorTime => "an endless loop",
            Self::Clock => "sleeping for ever",
            Self::Memory => "a memory bomb, by one process or by many",
            Self::Disk => "a disk bomb, by one file or by many",
            Self::Output => "an output flood",
            Self::Processes => "a fork bomb",
            Self::OpenFiles => "using up the machine's open files",
            Self::Core => "core dumps that fill the disk",
            Self::User => "touching what belongs to the machine or to other runs",
            Self::Scratch => "notes left for the next run",
            Self::ReadOnly => "changing cases, submissions and the system",
            Self::Hidden => "reading cases, reports, other submissions, the grader's memory",
            Self::Names => "learning the names of files that it cannot read",
            Self::Network => "calling out, and calling services of this machine",
            Self::OthersProcesses => "killing, stopping and tracing the grader and others",
            Self::Privileges => "mounts, namespaces, devices, set-user-id programs",
            Self::Calls => "calls of the kernel that no such program needs",
            Self::ProcessNamespace => "learning the numbers of others' processes",
            Self::Orphans => "a daemon that outlives its run",
            Self::ControlGroup => "memory and time that no single process is charged for",
        }
    }

    /// Whether nothing is graded without it. What is not required is also stopped by other layers, or does little harm.
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
    /// Some attacks succeeded.
    Weak,
    /// Nothing stopped the attacks.
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

/// What was found out about a layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The layer.
    pub layer: Layer,
    /// Whether it holds.
    pub state: State,
    /// What was seen.
    pub detail: String,
}

impl Finding {
    /// Whether grading may go on.
    pub fn is_fine(&self) -> bool {
        self.state == State::Held || !self.layer.is_required()
    }
}
