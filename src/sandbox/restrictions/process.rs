//! What a process is to its parent, its terminal and the kernel.

use std::fs::OpenOptions;
use std::io::Write as _;

use nix::errno::Errno;
use nix::sys::personality::{self, Persona};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::setsid;

/// The kernel kills this process when its parent ends. A change of user resets that.
pub fn die_with_parent() -> nix::Result<()> {
    prctl::set_pdeathsig(Signal::SIGKILL)
}

/// A session of its own, which has no controlling terminal.
pub fn new_session() -> nix::Result<()> {
    match setsid() {
        // It leads one already.
        Ok(_) | Err(Errno::EPERM) => Ok(()),
        Err(error) => Err(error),
    }
}

/// When the machine runs out of memory, the kernel kills this process first (`proc_pid_oom_score_adj(5)`).
pub fn prefer_when_out_of_memory() {
    let switch = OpenOptions::new().write(true).open("/proc/self/oom_score_adj");
    let _ = switch.and_then(|mut switch| switch.write_all(b"1000"));
}

/// No random addresses: a program that reads memory by mistake finds the same values in every run.
pub fn fix_addresses() {
    if let Ok(now) = personality::get() {
        let _ = personality::set(now | Persona::ADDR_NO_RANDOMIZE);
    }
}

/// No privileges from set-user-id programs, for this process and all that it starts.
pub fn no_new_privileges() -> nix::Result<()> {
    prctl::set_no_new_privs()
}

/// Processes of the same user cannot trace this one or open its `/proc` files.
pub fn hide_memory() -> nix::Result<()> {
    prctl::set_dumpable(false)
}
