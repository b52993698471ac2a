//! What a program is, what it was left with, and becoming more than that.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, setns, unshare};
use nix::sys::stat::{Mode, SFlag, makedev, mknod};
use nix::unistd::{Gid, Uid, chroot, getsid, sethostname, setresgid, setresuid};

use super::{got, kept, number, tried};

/// The variables that every program gets.
const VARIABLES: [&str; 6] = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TERM"];
/// Descriptors that are tried.
const LAST_DESCRIPTOR: i32 = 1024;

/// Whether the session is its own, or that of the first process of its world.
pub fn session() {
    let (own, parent) = (std::process::id() as i32, std::os::unix::process::parent_id() as i32);
    match getsid(None).map(nix::unistd::Pid::as_raw) {
        Ok(session) if session == own => kept("leads a session of its own"),
        Ok(session) if session > 0 && (session == parent || parent == 1) && parent <= 2 => {
            kept("is in the session of its own first process");
        }
        Ok(session) => got(&format!("is in the session {session}, which others lead")),
        Err(error) => got(&format!("cannot tell its session: {error}")),
    }
}

/// Opens the controlling terminal.
pub fn terminal() {
    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(libc::O_NONBLOCK)
        .open("/dev/tty");
    tried("opened /dev/tty", opened);
}

/// Closes what was not opened here: that it can be closed shows that it was there.
pub fn descriptors() {
    let mut found = Vec::new();
    for number in 3..=LAST_DESCRIPTOR {
        if nix::unistd::close(number).is_ok() {
            found.push(number.to_string());
        }
    }
    if found.is_empty() {
        kept("no descriptor beyond the standard ones");
    } else {
        got(&format!("inherited the descriptors {}", found.join(", ")));
    }
}

/// Looks for variables of the grader.
pub fn environment() {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let mut others: Vec<String> = names.filter(|name| !VARIABLES.contains(&name.as_str())).collect();
    others.sort();
    if others.is_empty() {
        kept("no variable of the grader");
    } else {
        got(&format!("inherited the variables {}", others.join(", ")));
    }
}

/// Whether it is user 0 of the machine, or can become that. Says who it is.
pub fn user() {
    let is_whole = || {
        let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
        map.split_whitespace().next_back().is_none_or(|length| length != "1")
    };
    let (user, group) = (Uid::from_raw(0), Gid::from_raw(0));
    let (own_user, own_group) = (Uid::effective(), Gid::effective());
    if own_user.is_root() {
        if is_whole() {
            got("is user 0");
        } else {
            kept("is user 0 of a namespace that has no other");
        }
        return;
    }
    tried("became user 0", setresuid(user, user, user));
    tried("became group 0", setresgid(group, group, group));
    tried("joined group 0", nix::unistd::setgroups(&[group]));
    super::say(&format!("is {own_user} {own_group}"));
}

/// Tries calls that only the privileged may make, each bound to fail for everybody else.
pub fn privileges() {
    match nix::sys::prctl::get_no_new_privs() {
        Ok(true) => kept("no new privileges"),
        Ok(false) => got("may gain privileges by set-user-id programs"),
        Err(error) => kept(&format!("no new privileges: {error}")),
    }
    let sets = rustix::thread::capabilities(None);
    match sets {
        Ok(sets) if sets.permitted.is_empty() && sets.effective.is_empty() => kept("no capabilities"),
        Ok(sets) => got(&format!("has capabilities {:#x}", sets.permitted.bits())),
        Err(error) => kept(&format!("capabilities: {error}")),
    }
    let scratch = std::env::var("TMPDIR").unwrap_or_default();
    let none = None::<&str>;
    // First, as all that follows would touch its own copies alone.
    tried(
        "made namespaces",
        unshare(CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWUTS),
    );
    tried("made a user namespace", unshare(CloneFlags::CLONE_NEWUSER));
    if !scratch.is_empty() {
        tried(
            "mounted",
            mount(Some("tmpfs"), scratch.as_str(), Some("tmpfs"), MsFlags::empty(), none),
        );
        let device = mknod(
            &std::path::Path::new(&scratch).join("device"),
            SFlag::S_IFCHR,
            Mode::S_IRUSR,
            makedev(1, 3),
        );
        tried("made a device", device);
    }
    tried("moved its root", chroot("."));
    match nix::unistd::gethostname() {
        Ok(name) => {
            tried("named the machine", sethostname(name));
        }
        Err(error) => kept(&format!("the name of the machine: {error}")),
    }
    if let Ok(of_first) = File::open("/proc/1/ns/net") {
        tried(
            "entered the network of process 1",
            setns(of_first, CloneFlags::CLONE_NEWNET),
        );
    }
}

/// Calls that a program of this kind has no use for: an unknown one must look like one that the kernel lacks.
pub fn calls(words: &[String]) {
    use rustix::io::Errno;
    let own = rustix::process::getpid();
    match rustix::process::pidfd_open(own, rustix::process::PidfdFlags::empty()) {
        Err(Errno::NOSYS) => kept("calls that are on no list are not there"),
        Err(error) => got(&format!("calls that are on no list are known: {error}")),
        Ok(_) => got("may make calls that are on no list"),
    }
    match unshare(CloneFlags::empty()) {
        Err(error) => kept(&format!("namespaces: {error}")),
        Ok(()) => got("may ask for namespaces"),
    }
    let grader = nix::unistd::Pid::from_raw(number(words, 0) as i32);
    match nix::sys::ptrace::detach(grader, None) {
        Err(nix::errno::Errno::EPERM) => kept("ptrace is refused"),
        other => got(&format!("ptrace is answered: {other:?}")),
    }
    settings_of_files();
}

/// What can be asked of a socket or a pipe that is a program's own.
fn settings_of_files() {
    let pair = std::os::unix::net::UnixStream::pair();
    let Some((socket, _)) = pair.ok() else {
        kept("sockets: none can be made");
        return;
    };
    let large = nix::sys::socket::setsockopt(&socket, nix::sys::socket::sockopt::SndBuf, &(64 << 20));
    tried("gave a socket large buffers", large);
    let signals = nix::fcntl::fcntl(&socket, nix::fcntl::FcntlArg::F_SETFL(nix::fcntl::OFlag::O_ASYNC));
    tried("had a socket send signals", signals);
}

/// Whether the first process of its world is its parent.
pub fn processes() {
    let (own, parent) = (std::process::id(), std::os::unix::process::parent_id());
    if parent <= 2 && own <= 8 {
        kept("the only processes it can name are its own");
    } else {
        got("processes of the machine can be named, though not reached");
    }
}
