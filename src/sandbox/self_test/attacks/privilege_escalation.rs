//! What a program inherits, and gaining more privileges.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt as _;

use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, setns, unshare};
use nix::sys::stat::{Mode, SFlag, makedev, mknod};
use nix::unistd::{Gid, Uid, chroot, getsid, sethostname, setresgid, setresuid};

use super::output::{failed, number, succeeded, tried};

/// The variables that every program has.
const VARIABLES: [&str; 6] = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TERM"];
/// The last descriptor that is tried.
const LAST_DESCRIPTOR: i32 = 1024;

/// Looks whether the session is its own, or that of the first process of its namespace.
pub fn session() {
    let (own, parent) = (std::process::id() as i32, std::os::unix::process::parent_id() as i32);
    match getsid(None).map(nix::unistd::Pid::as_raw) {
        Ok(session) if session == own => failed("leads a session of its own"),
        Ok(session) if session > 0 && (session == parent || parent == 1) && parent <= 2 => {
            failed("is in the session of its own first process");
        }
        Ok(session) => succeeded(&format!("is in session {session} of other processes")),
        Err(error) => succeeded(&format!("cannot get its session: {error}")),
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

/// Closes descriptors that this process has not opened: if that works, they were inherited.
pub fn descriptors() {
    let mut found = Vec::new();
    for number in 3..=LAST_DESCRIPTOR {
        if nix::unistd::close(number).is_ok() {
            found.push(number.to_string());
        }
    }

    if found.is_empty() {
        failed("no descriptor except the standard ones");
    } else {
        succeeded(&format!("inherited the descriptors {}", found.join(", ")));
    }
}

/// Looks for inherited variables.
pub fn environment() {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    let mut others: Vec<String> = names.filter(|name| !VARIABLES.contains(&name.as_str())).collect();
    others.sort();
    if others.is_empty() {
        failed("no inherited variable");
    } else {
        succeeded(&format!("inherited the variables {}", others.join(", ")));
    }
}

/// Looks whether it is user 0 of the machine, and tries to become that.
pub fn user() {
    let is_whole = || {
        let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
        map.split_whitespace().next_back().is_none_or(|length| length != "1")
    };
    let (user, group) = (Uid::from_raw(0), Gid::from_raw(0));
    if Uid::effective().is_root() {
        if is_whole() {
            succeeded("is user 0");
        } else {
            failed("is user 0 of a namespace with no other user");
        }
        return;
    }

    tried("became user 0", setresuid(user, user, user));
    tried("became group 0", setresgid(group, group, group));
    tried("joined group 0", nix::unistd::setgroups(&[group]));
}

/// Makes calls that need privileges.
pub fn privileges() {
    match nix::sys::prctl::get_no_new_privs() {
        Ok(true) => failed("no new privileges"),
        Ok(false) => succeeded("can gain privileges from set-user-id programs"),
        Err(error) => failed(&format!("no new privileges: {error}")),
    }

    let sets = rustix::thread::capabilities(None);
    match sets {
        Ok(sets) if sets.permitted.is_empty() && sets.effective.is_empty() => failed("no capabilities"),
        Ok(sets) => succeeded(&format!("has capabilities {:#x}", sets.permitted.bits())),
        Err(error) => failed(&format!("capabilities: {error}")),
    }

    let scratch = std::env::var("TMPDIR").unwrap_or_default();
    let none = None::<&str>;
    // First: if it succeeds, everything that follows affects only copies.
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

    tried("changed its root", chroot("."));
    match nix::unistd::gethostname() {
        Ok(name) => {
            tried("renamed the machine", sethostname(name));
        }
        Err(error) => failed(&format!("the name of the machine: {error}")),
    }

    if let Ok(of_first) = File::open("/proc/1/ns/net") {
        tried(
            "entered the network of process 1",
            setns(of_first, CloneFlags::CLONE_NEWNET),
        );
    }
}

/// Makes calls that the filter does not allow. A call that is not on its list must fail as if the kernel did not have it.
pub fn calls(arguments: &[String]) {
    use rustix::io::Errno;

    let own = rustix::process::getpid();
    match rustix::process::pidfd_open(own, rustix::process::PidfdFlags::empty()) {
        Err(Errno::NOSYS) => failed("calls that are not allowed fail as unknown"),
        Err(error) => succeeded(&format!("a call that is not allowed fails differently: {error}")),
        Ok(_) => succeeded("can make calls that are not allowed"),
    }

    match unshare(CloneFlags::empty()) {
        Err(error) => failed(&format!("namespaces: {error}")),
        Ok(()) => succeeded("can make namespaces"),
    }

    let caller = nix::unistd::Pid::from_raw(number(arguments, 0) as i32);
    match nix::sys::ptrace::detach(caller, None) {
        Err(nix::errno::Errno::EPERM) => failed("ptrace is refused"),
        other => succeeded(&format!("ptrace is not refused: {other:?}")),
    }
}

/// Looks whether its parent is the first process of a namespace.
pub fn processes() {
    let (own, parent) = (std::process::id(), std::os::unix::process::parent_id());
    if parent <= 2 && own <= 8 {
        failed("it has no ids of other processes");
    } else {
        succeeded("ids of other processes are visible");
    }
}
