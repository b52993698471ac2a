//! Many processes, processes that stay, and laying hands on those of others.

use std::fs::{self, OpenOptions};
use std::io::{self, IoSliceMut, Read as _};
use std::os::unix::fs::FileTypeExt as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::ptrace;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, setsid};

use super::{Attack, again, got, kept, number, say, tried};

/// More processes are not started, whatever is allowed.
const MOST: usize = 64;
/// So long a process stays that should not.
const STAYS: Duration = Duration::from_secs(20);

/// Starts processes until it may not; the first word marks them. Says how many there were.
pub fn fork(words: &[String]) {
    let mut children: Vec<Child> = Vec::new();
    while children.len() < MOST {
        let mut child = again(Attack::Idle);
        match child
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
        {
            Ok(child) => children.push(child),
            Err(error) => {
                kept(&format!("process {}: {error}", children.len() + 1));
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

/// Ends when its input does.
pub fn idle() {
    let _ = io::stdin().read_to_end(&mut Vec::new());
}

/// Leaves a process behind that has its output, in a session of its own, as no one's child.
pub fn daemon(words: &[String]) {
    let started = again(Attack::Sink)
        .args(words)
        .spawn()
        .and_then(|mut child| child.wait());
    match started {
        Ok(_) => say("started 1"),
        Err(error) => kept(&format!("a daemon: {error}")),
    }
}

/// Leaves its session, starts what stays, and ends.
pub fn sink(words: &[String]) {
    let _ = setsid();
    let _ = again(Attack::Linger).args(words).spawn();
}

/// Stays, and holds on to what it has.
pub fn linger() {
    let _ = nix::sys::prctl::set_pdeathsig(None);
    let _ = setsid();
    std::thread::sleep(STAYS);
}

/// What others may attack. Says when it was hit by a signal that nobody minds.
pub fn decoy() {
    let mut set = SigSet::empty();
    set.add(Signal::SIGURG);
    set.add(Signal::SIGUSR1);
    let _ = set.thread_block();
    say("ready");
    // Ends with its parent's interest, which closes its input.
    let waits = std::thread::spawn(move || {
        while let Ok(signal) = set.wait() {
            say(&format!("hit {signal}"));
        }
    });
    idle();
    drop(waits);
}

/// Signals the grader with nothing, the decoy with all there is, and everybody with what nobody minds.
pub fn signal(words: &[String]) {
    let grader = Pid::from_raw(number(words, 0) as i32);
    let decoy = Pid::from_raw(number(words, 1) as i32);
    tried(
        "may signal the grader",
        is_another(grader).and_then(|()| kill(grader, None)),
    );
    let _ = kill(Pid::from_raw(-1), Signal::SIGURG);
    for (what, signal) in [
        ("reached a process outside", Signal::SIGUSR1),
        ("stopped a process outside", Signal::SIGSTOP),
        ("killed a process outside", Signal::SIGKILL),
    ] {
        tried(what, is_another(decoy).and_then(|()| kill(decoy, signal)));
    }
    let by_handle = rustix::process::Pid::from_raw(grader.as_raw())
        .ok_or(Errno::ESRCH)
        .and_then(|pid| {
            is_another(grader)?;
            rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).map_err(|_| Errno::EPERM)
        });
    tried("has a handle of the grader", by_handle);
    words_of_others();
    let parent = std::os::unix::process::parent_id() as i32;
    // The keeper itself, where the parent is nobody else, would stop for good.
    if parent == 1 || parent == 2 {
        let _ = kill(Pid::from_raw(parent), Signal::SIGSTOP);
    }
}

/// Numbers of processes outside may be those of its own few inside.
fn is_another(process: Pid) -> nix::Result<()> {
    let known = [std::process::id() as i32, std::os::unix::process::parent_id() as i32, 1];
    if process.as_raw() <= 0 || known.contains(&process.as_raw()) {
        Err(Errno::ESRCH)
    } else {
        Ok(())
    }
}

/// Tries to write into the pipes of the processes that fence it in.
fn words_of_others() {
    let Ok(entries) = fs::read_dir("/proc") else {
        kept("/proc cannot be listed");
        return;
    };
    let own = ["1", "0", "2"].map(|number| fs::read_link(format!("/proc/self/fd/{number}")).ok());
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.parse::<u32>().is_err() || name == std::process::id().to_string() {
            continue;
        }
        let Ok(files) = fs::read_dir(entry.path().join("fd")) else {
            kept(&format!("the open files of process {name}"));
            continue;
        };
        for file in files.flatten().map(|file| file.path()) {
            let is_pipe = fs::metadata(&file).is_ok_and(|metadata| metadata.file_type().is_fifo());
            if is_pipe && !own.contains(&fs::read_link(&file).ok()) {
                let opened = OpenOptions::new().write(true).open(&file);
                tried(&format!("can speak for process {name}"), opened);
            }
        }
    }
}

/// Takes hold of the grader, which must not notice, and of the decoy, which may.
pub fn trace(words: &[String]) {
    let grader = Pid::from_raw(number(words, 0) as i32);
    let decoy = Pid::from_raw(number(words, 1) as i32);
    let seized = is_another(grader).and_then(|()| ptrace::seize(grader, ptrace::Options::empty()));
    if tried("traces the grader", seized).is_some() {
        // Only who is stopped can be let go; it goes on by itself when this process ends.
        let _ = ptrace::detach(grader, None);
    }
    let attached = is_another(decoy).and_then(|()| ptrace::attach(decoy));
    if tried("traces a process outside", attached).is_some() {
        let limit = Instant::now() + Duration::from_millis(100);
        while Instant::now() < limit
            && !matches!(waitpid(decoy, Some(WaitPidFlag::WNOHANG)), Ok(status) if status.pid().is_some())
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = ptrace::detach(decoy, None);
    }
    for process in [grader, decoy] {
        let mut byte = [0];
        let from = RemoteIoVec { base: 0x1000, len: 1 };
        let read =
            is_another(process).and_then(|()| process_vm_readv(process, &mut [IoSliceMut::new(&mut byte)], &[from]));
        match read {
            // It was let in, and there is nothing at that address.
            Ok(_) | Err(Errno::EFAULT) => got("reads the memory of a process outside"),
            Err(error) => kept(&format!("the memory of {process}: {error}")),
        }
    }
}
