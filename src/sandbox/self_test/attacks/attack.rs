//! The attacks, and starting one from another.

use std::path::Path;
use std::process::Command;

use crate::sandbox::helper::HelperProcess;

/// The executable's file in the folder of an attack.
pub const FILE: &str = "attack";

/// What a process tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// Several attacks: their names separated by commas, then the arguments of each.
    Several,
    /// Reads files, and a process's memory and open files: the process id, then paths.
    Read,
    /// Lists folders: paths.
    List,
    /// Learns whether files exist: paths.
    Names,
    /// Writes into folders and changes files: a file name, then paths.
    Write,
    /// Leaves notes for a later run: a name, then folders.
    Leave,
    /// Looks for such notes: the same.
    Find,
    /// Connects to listeners: port, path and abstract name.
    Network,
    /// Starts processes until that fails: a mark for them.
    Fork,
    /// Leaves a process behind: a mark for it.
    Daemon,
    /// Signals other processes: the ids of the caller and of the decoy.
    Signal,
    /// Traces other processes: the same.
    Trace,
    /// Looks whether it is in a session of others.
    Session,
    /// Opens the controlling terminal.
    Terminal,
    /// Uses inherited files.
    Descriptors,
    /// Reads inherited variables.
    Environment,
    /// Becomes root.
    User,
    /// Makes privileged calls.
    Privileges,
    /// Makes calls that the filter does not allow: the id of the caller.
    Calls,
    /// Looks whether it is in a process namespace of its own.
    Processes,
    /// Opens files until that fails.
    Open,
    /// Looks whether a crash would leave a core dump.
    Core,
    /// Computes forever.
    Loop,
    /// Sleeps forever.
    Sleep,
    /// Prints forever.
    Flood,
    /// Allocates memory: MiB.
    Memory,
    /// Fills the disk with one file.
    Disk,
    /// Runs until its input ends.
    Idle,
    /// The target of signals outside of the sandbox: prints those that it gets.
    Decoy,
    /// The second process of [`Self::Daemon`].
    Detach,
    /// The process that it leaves behind.
    Linger,
}

impl Attack {
    const ALL: [Self; 31] = [
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
        Self::Disk,
        Self::Idle,
        Self::Decoy,
        Self::Detach,
        Self::Linger,
    ];

    /// The attacks that need nothing planted. Those that change the process itself come last.
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
    pub fn name(self) -> String {
        format!("{self:?}").to_ascii_lowercase()
    }

    /// The attack of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|attack| attack.name() == name)
    }

    /// This executable again, for another attack.
    pub fn command(self) -> Command {
        let mut command = Command::new(Path::new(".").join(FILE));
        command.arg(HelperProcess::Attack.argument()).arg(self.name());
        command
    }
}
