//! Runs one program at a time in a sandbox, and reports what it printed and how it ended.
//!
//! # Theory of operation
//!
//! The sandbox protects whoever runs it from the program: its files, its processes, its network, its terminal, its memory,
//! its disk and its time. It also keeps one run from the next: nothing that a program writes or starts outlives its run.
//! It does not protect against bugs in the kernel, and programs can read `/usr` and what the caller adds to their view.
//!
//! Four processes take part. The first three are this same executable, which starts itself again under another name
//! (`HelperProcess`); only where each run has a process namespace of its own, the init is a copy of the supervisor
//! (`supervisor::copies`), which takes half the time:
//!
//! - The *caller* holds a [`SupervisorClient`]. It sends a [`RunRequest`] and gets a [`RunReport`].
//! - The *supervisor* serves one client. It starts an init for each run, feeds the input, takes the output, measures time,
//!   memory, files and processes, and kills the run when a limit is exceeded. When the client's end of its standard
//!   input closes, however the caller ended, the supervisor kills what runs, wipes its folders and exits.
//! - The *init*, one for each run, applies the restrictions to itself in the order of
//!   `restrictions::apply_restrictions`, then starts the program. A restriction that cannot be applied ends the run before
//!   the program starts. As a copy it first closes every file of the supervisor; it has the supervisor's memory, in which there is
//!   nothing but earlier runs of the same programs, and which no program can read: another user, no capabilities, and the
//!   init cannot be traced.
//! - The *program*, as a user id that nothing belongs to, where the caller is root.
//!
//! There are three kinds of sandbox; the caller takes the strongest one that works ([`self_test::find`]):
//!
//! - *namespaces*: the program has a file system of its own (system programs and libraries, read-only; its folder,
//!   read-only; an empty `/tmp`), and its own processes, network and message queues. The init is process 1 of the process
//!   namespace, so the kernel kills every process of the run when the init ends.
//! - *bubblewrap*: the installed `bwrap` makes the same namespaces, where only it is allowed to.
//! - *Landlock*: the program sees the machine's file system, and can open only those same parts of it. The init becomes the
//!   program, and the supervisor kills every descendant when it ends.
//!
//! In every kind the program also has resource limits, no capabilities and no way to gain any, Landlock rules, and a filter
//! of system calls. Where the caller can create control groups (cgroup v2), each supervisor runs in one of its own.
//!
//! A run ends when the program exits, exceeds a limit, or asks for input on a terminal that has no end of input. In each
//! case the supervisor then kills every process of the run, waits until none is left, and wipes the run's folders.
//!
//! No layer is taken for granted: the [`self_test`] runs programs that try to break each one, here and now.
//!
//! | module | what it is for |
//! |---|---|
//! | `client`, `protocol` | the caller's end of a supervisor; the messages between the processes |
//! | `helper` | the processes that are this executable again |
//! | `supervisor` | starts, watches and ends runs |
//! | `init`, `restrictions` | restricts itself, one file for each layer, and starts the program |
//! | `kind`, `limits`, `view` | what can be chosen: the kind of sandbox, limits, visible files |
//! | `folders` | measures and wipes folders that a program wrote into |
//! | [`self_test`] | which layers hold on this machine |

use std::process::ExitCode;

mod client;
#[cfg(has_sandbox)]
mod folders;
mod helper;
#[cfg(has_sandbox)]
mod init;
mod kind;
mod limits;
mod protocol;
#[cfg(has_sandbox)]
mod restrictions;
pub mod self_test;
#[cfg(has_sandbox)]
mod supervisor;
mod view;

pub use client::{Sandbox, SandboxError, SupervisorClient};
pub use kind::Kind;
pub use limits::Limits;
pub use protocol::{Exit, Idling, LimitExceeded, LogFile, RunReport, RunRequest};
pub use view::{search_path, visible_paths};

/// Runs this process as a helper, if it was started as one, and returns its exit code. Call it first in `main`, before any
/// argument is read and while the process has a single thread.
#[cfg(has_sandbox)]
pub fn run_helper() -> Option<ExitCode> {
    use helper::HelperProcess;

    let code = match HelperProcess::of_this_process()? {
        HelperProcess::Supervisor => supervisor::main(),
        HelperProcess::Init => init::main(),
        HelperProcess::NamespaceInit => init::main_in_new_namespace(),
        HelperProcess::KillUser => supervisor::kill_own_user(),
        HelperProcess::Attack => self_test::attacks::main(),
    };
    Some(ExitCode::from(code))
}

/// There are no helper processes where there is no sandbox.
#[cfg(not(has_sandbox))]
pub fn run_helper() -> Option<ExitCode> {
    None
}
