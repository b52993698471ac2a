//! Ending every process of a run, and taking back its files.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Gid, Pid, Uid, chown};
use rustix::io::Errno;
use rustix::process::{WaitOptions, wait, waitpid};

use super::processes;
use super::state::Supervisor;
use crate::sandbox::helper::{self, HelperProcess};
use crate::sandbox::protocol::Exit;

/// With this many processes, they may start new ones faster than they are found one by one.
const RUNS_AWAY: usize = 8;
/// The time between two rounds.
const PAUSE: Duration = Duration::from_micros(200);

/// Kills every descendant of the supervisor, and waits until none is left. Returns how the init ended.
pub fn end_all(supervisor: &Supervisor, init: i32) -> Option<Exit> {
    let any_child = WaitOptions::NOHANG | WaitOptions::from_bits_retain(libc::__WALL as u32);
    let mut of_init = None;
    if supervisor.processes.is_some() {
        // It is the first process of its namespace: the kernel kills all others before it is gone.
        processes::kill_process(init);
        of_init = wait_for(init);
    }

    loop {
        loop {
            match wait(any_child) {
                Ok(None) => break,
                Ok(Some((pid, status))) if pid.as_raw_pid() == init => of_init = Exit::of(status),
                Ok(Some(_)) | Err(Errno::INTR) => {}
                // No child is left, and so no descendant: orphans become children of the supervisor.
                Err(_) => return of_init,
            }
        }

        let found = processes::descendants(std::process::id() as i32);
        for pid in &found {
            processes::kill_process(*pid);
        }
        if found.len() >= RUNS_AWAY {
            end_user(supervisor);
        }
        // Killed, but not gone yet.
        std::thread::sleep(PAUSE);
    }
}

/// Waits for the init.
fn wait_for(init: i32) -> Option<Exit> {
    let init = rustix::process::Pid::from_raw(init)?;
    loop {
        match waitpid(Some(init), WaitOptions::from_bits_retain(libc::__WALL as u32)) {
            Ok(Some((_, status))) => return Exit::of(status),
            Ok(None) | Err(Errno::INTR) => {}
            Err(_) => return None,
        }
    }
}

/// Kills all processes of the programs' user at once, so that none can start another in the meantime. Needed where they
/// have no process namespace.
fn end_user(supervisor: &Supervisor) {
    let Some(user) = supervisor.user.filter(|_| !supervisor.setup.kind.has_root()) else {
        return;
    };
    let mut command = Command::new(helper::EXECUTABLE);
    command.arg(HelperProcess::KillUser.argument()).env_clear();
    command.uid(user).gid(user);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        let _ = child.wait();
    }
}

/// The helper process that kills everything that its user may kill, except itself. Returns the exit code.
pub fn kill_own_user() -> u8 {
    if Uid::effective().is_root() {
        return 1;
    }
    let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
    0
}

/// Makes the supervisor the owner of what a build wrote, so that no later run can change it.
pub fn take_back(supervisor: &Supervisor, folder: &Path) -> io::Result<()> {
    if supervisor.user.is_none() {
        return Ok(());
    }

    let (user, group) = (Some(Uid::effective()), Some(Gid::effective()));
    for entry in walkdir::WalkDir::new(folder).max_depth(32) {
        let entry = entry?;
        if !entry.path_is_symlink() {
            chown(entry.path(), user, group)?;
        }
    }

    Ok(())
}
