//! Many processes, processes that stay, and control over other processes.

use std::io::{self, IoSliceMut, Read as _};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::ptrace;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, setsid};

use super::attack::Attack;
use super::output::{failed, number, say, succeeded, tried};

/// The most processes that are started.
const MOST: usize = 64;
/// How long a process stays that should not.
const STAYS: Duration = Duration::from_secs(20);

/// Starts processes until that fails, and prints how many there were. The arguments mark them.
pub fn fork(arguments: &[String]) {
    let mut children: Vec<Child> = Vec::new();
    while children.len() < MOST {
        let child = Attack::Idle
            .command()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        match child {
            Ok(child) => children.push(child),
            Err(error) => {
                failed(&format!("process {}: {error}", children.len() + 1));
                break;
            }
        }
    }
    say(&format!("started {}", children.len()));

    // Each ends with its input.
    for mut child in children {
        drop(child.stdin.take());
        let _ = child.wait();
    }
}

/// Runs until its input ends.
pub fn idle() {
    let _ = io::stdin().read_to_end(&mut Vec::new());
}

/// Leaves a process behind that has its output, is in a session of its own and has no parent.
pub fn daemon(arguments: &[String]) {
    let started = Attack::Detach
        .command()
        .args(arguments)
        .spawn()
        .and_then(|mut child| child.wait());
    match started {
        Ok(_) => say("started 1"),
        Err(error) => failed(&format!("a daemon: {error}")),
    }
}

/// Leaves its session, starts the process that stays, and ends.
pub fn detach(arguments: &[String]) {
    let _ = setsid();
    let _ = Attack::Linger.command().args(arguments).spawn();
}

/// Stays.
pub fn linger() {
    let _ = nix::sys::prctl::set_pdeathsig(None);
    let _ = setsid();
    std::thread::sleep(STAYS);
}

/// The target of attacks. Prints the signals that it gets and survives, and ends when its input does.
pub fn decoy() {
    let mut set = SigSet::empty();
    set.add(Signal::SIGURG);
    set.add(Signal::SIGUSR1);

    let _ = set.thread_block();
    say("ready");
    let waits = std::thread::spawn(move || {
        while let Ok(signal) = set.wait() {
            say(&format!("hit {signal}"));
        }
    });

    idle();
    drop(waits);
}

/// Signals the caller with nothing, the decoy with the worst, and every process with what is ignored by default.
pub fn signal(arguments: &[String]) {
    let caller = Pid::from_raw(number(arguments, 0) as i32);
    let decoy = Pid::from_raw(number(arguments, 1) as i32);
    tried(
        "can signal the grader",
        is_outside(caller).and_then(|()| kill(caller, None)),
    );
    let _ = kill(Pid::from_raw(-1), Signal::SIGURG);
    for (what, signal) in [
        ("signalled a process outside", Signal::SIGUSR1),
        ("stopped a process outside", Signal::SIGSTOP),
        ("killed a process outside", Signal::SIGKILL),
    ] {
        tried(what, is_outside(decoy).and_then(|()| kill(decoy, signal)));
    }

    let parent = std::os::unix::process::parent_id() as i32;
    // Only an init; the supervisor itself would stop for good.
    if parent == 1 || parent == 2 {
        let _ = kill(Pid::from_raw(parent), Signal::SIGSTOP);
    }
}

/// In a process namespace, the id of a process outside can be that of one inside.
fn is_outside(process: Pid) -> nix::Result<()> {
    let inside = [std::process::id() as i32, std::os::unix::process::parent_id() as i32, 1];
    if process.as_raw() <= 0 || inside.contains(&process.as_raw()) {
        Err(Errno::ESRCH)
    } else {
        Ok(())
    }
}

/// Traces the caller, which must not notice, and the decoy, which may.
pub fn trace(arguments: &[String]) {
    let caller = Pid::from_raw(number(arguments, 0) as i32);
    let decoy = Pid::from_raw(number(arguments, 1) as i32);

    let seized = is_outside(caller).and_then(|()| ptrace::seize(caller, ptrace::Options::empty()));
    if tried("traces the grader", seized).is_some() {
        // A process that runs cannot be detached; it is when this process ends.
        let _ = ptrace::detach(caller, None);
    }
    let attached = is_outside(decoy).and_then(|()| ptrace::attach(decoy));
    if tried("traces a process outside", attached).is_some() {
        let limit = Instant::now() + Duration::from_millis(100);
        while Instant::now() < limit
            && !matches!(waitpid(decoy, Some(WaitPidFlag::WNOHANG)), Ok(status) if status.pid().is_some())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = ptrace::detach(decoy, None);
    }

    for process in [caller, decoy] {
        let mut byte = [0];
        let from = RemoteIoVec { base: 0x1000, len: 1 };
        let read =
            is_outside(process).and_then(|()| process_vm_readv(process, &mut [IoSliceMut::new(&mut byte)], &[from]));
        match read {
            // The kernel allowed it, and nothing is mapped at that address.
            Ok(_) | Err(Errno::EFAULT) => succeeded("reads the memory of a process outside"),
            Err(error) => failed(&format!("the memory of {process}: {error}")),
        }
    }
}
