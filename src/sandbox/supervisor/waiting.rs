//! What a run's processes wait for, as `/proc` shows it.

use std::fs;
use std::os::unix::fs::MetadataExt as _;

use super::processes;

/// What processes wait for, as far as it concerns their input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waits {
    /// For nothing, or for something else: time, each other.
    Not,
    /// For any files to be ready.
    Polls,
    /// For input.
    Reads,
    /// The kernel does not show it.
    Unknown,
}

/// What any thread of the processes waits for. `input` is the device and inode of the standard input.
pub fn waits(processes: &[i32], input: (u64, u64)) -> Waits {
    let mut most = None;
    for pid in processes {
        let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
            continue;
        };
        for task in tasks.flatten() {
            if let Ok(call) = processes::read(&task.path().join("syscall")) {
                most = most.max(Some(waits_for(*pid, &call, input).unwrap_or(Waits::Not)));
            }
        }
    }

    most.unwrap_or(Waits::Unknown)
}

/// Calls that wait for files, with the index of the argument that counts them. Where that is 0 they wait only for time.
#[cfg(target_arch = "x86_64")]
const POLLS: [(i64, usize); 6] = [
    (libc::SYS_poll, 1),
    (libc::SYS_ppoll, 1),
    (libc::SYS_select, 0),
    (libc::SYS_pselect6, 0),
    (libc::SYS_epoll_wait, 2),
    (libc::SYS_epoll_pwait, 2),
];
#[cfg(not(target_arch = "x86_64"))]
const POLLS: [(i64, usize); 3] = [
    (libc::SYS_ppoll, 1),
    (libc::SYS_pselect6, 0),
    (libc::SYS_epoll_pwait, 2),
];

/// What a system call waits for, from `/proc/PID/syscall`: the number, then the arguments in hexadecimal.
fn waits_for(pid: i32, call: &str, input: (u64, u64)) -> Option<Waits> {
    let mut words = call.split_whitespace();
    let number: i64 = words.next()?.parse().ok()?;
    let arguments: Vec<u64> = words
        .map_while(|word| u64::from_str_radix(word.strip_prefix("0x")?, 16).ok())
        .collect();
    if number == libc::SYS_read || number == libc::SYS_readv {
        let metadata = fs::metadata(format!("/proc/{pid}/fd/{}", arguments.first()?)).ok()?;
        let reads = (metadata.dev(), metadata.ino()) == input;
        return Some(if reads { Waits::Reads } else { Waits::Not });
    }

    let (_, counts) = POLLS.iter().find(|(poll, _)| *poll == number)?;
    (*arguments.get(*counts)? > 0).then_some(Waits::Polls)
}
