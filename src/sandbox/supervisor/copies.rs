//! Inits that are copies of the supervisor.
//!
//! Starting this executable again takes more time than everything else that a run needs: it is loaded, linked and set up.
//! A copy has all of that, and the filter of system calls is made once for all of them. It begins by giving up what it must not
//! have: every file that the supervisor has open except the program's own and the pipe for its status.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fork::Fork;
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use rustix::pipe::{PipeFlags, pipe_with};

use super::state::Supervisor;
use crate::sandbox::init;
use crate::sandbox::protocol::Plan;
use crate::sandbox::restrictions::{Inherited, namespaces, process};

/// Starts an init in a process namespace of its own. Returns its process id, or that of the process that made the namespace,
/// and the pipe for its status. `stdio` are the program's files, where they have no paths.
pub fn start(supervisor: &mut Supervisor, plan: &Plan, stdio: Option<[File; 3]>) -> io::Result<(i32, File)> {
    let filter = supervisor.filter(plan)?;
    let (reports, status) = pipe_with(PipeFlags::CLOEXEC)?;
    let inherited = Inherited {
        stdio,
        status: status.into(),
        filter,
    };

    let returns = supervisor.processes.is_some();
    if let Some(own) = &supervisor.processes {
        namespaces::next_processes(own)?;
    }
    match fork::fork()? {
        Fork::Parent(started) => Ok((started, reports.into())),
        Fork::Child if returns => end_with(|| init::main_of_copy(plan, inherited)),
        Fork::Child => end_with(|| in_new_namespace(plan, inherited)),
    }
}

/// Starts an init as the first process of a new process namespace, and ends with it. Returns the exit code.
fn in_new_namespace(plan: &Plan, mut inherited: Inherited) -> u8 {
    let forked = process::die_with_parent()
        .and_then(|()| namespaces::unshare_processes())
        .map_err(io::Error::from)
        .and_then(|()| fork::fork());

    match forked {
        Ok(Fork::Child) => end_with(|| init::main_of_copy(plan, inherited)),
        Ok(Fork::Parent(started)) => {
            // Only the init and the program have their pipes.
            let _ = inherited.close_all();
            let _ = waitpid(Pid::from_raw(started), None);
            0
        }
        Err(error) => init::fail(&mut inherited.status, &format!("the process namespace: {error}")),
    }
}

/// Ends this copy of the supervisor after some work. What the supervisor's destructors do is not for a copy to do.
#[expect(
    clippy::disallowed_methods,
    reason = "the destructors on the stack are the supervisor's"
)]
fn end_with(work: impl FnOnce() -> u8) -> ! {
    let code = catch_unwind(AssertUnwindSafe(work)).unwrap_or(1);
    std::process::exit(code.into())
}
