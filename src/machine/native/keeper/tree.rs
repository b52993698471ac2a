//! The processes below the keeper, as `/proc` shows them.

use std::fs;
use std::os::unix::fs::MetadataExt as _;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// More of them are not looked at; no limit lets so many live.
const MOST: usize = 4096;

/// What the processes of a run use together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time so far, in milliseconds, that of children that were waited for included.
    pub cpu: u64,
    /// Memory, in bytes.
    pub memory: u64,
    /// Processes and threads.
    pub threads: u64,
    /// Whether none of them runs or wants to.
    pub asleep: bool,
}

/// Every process that this one started, or that was left to it.
pub fn below(own: i32) -> Vec<i32> {
    let mut found = Vec::new();
    let mut open = vec![own];
    while let Some(parent) = open.pop() {
        let new = children(parent);
        open.extend(&new);
        found.extend(new);
        if found.len() > MOST {
            break;
        }
    }
    found
}

fn children(parent: i32) -> Vec<i32> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{parent}/task")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for task in tasks.flatten() {
        match fs::read_to_string(task.path().join("children")) {
            Ok(text) => found.extend(text.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok())),
            // The kernel may be built without that list.
            Err(_) if task.file_name().to_str() == Some(&parent.to_string()) => found.extend(searched(parent)),
            Err(_) => {}
        }
    }
    found
}

/// The children of a process, from all processes there are.
fn searched(parent: i32) -> Vec<i32> {
    let Ok(entries) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let processes = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    processes
        .filter(|pid| stat(*pid).is_some_and(|stat| stat.parent == parent))
        .collect()
}

struct Stat {
    state: char,
    parent: i32,
    ticks: u64,
    threads: u64,
    pages: u64,
}

/// The numbers behind a process's name, which may hold anything (`proc_pid_stat(5)`).
fn stat(pid: i32) -> Option<Stat> {
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let text = String::from_utf8_lossy(&text);
    let fields: Vec<&str> = text.rsplit_once(") ")?.1.split(' ').collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(Stat {
        state: fields.first()?.chars().next()?,
        parent: fields.get(1)?.parse().ok()?,
        ticks: number(14)? + number(15)? + number(16)? + number(17)?,
        threads: number(20)?,
        pages: number(24)?,
    })
}

/// What processes use together.
pub fn usage(processes: &[i32]) -> Usage {
    let mut usage = Usage {
        asleep: true,
        ..Usage::default()
    };
    let ticks_a_second = nix::unistd::sysconf(nix::unistd::SysconfVar::CLK_TCK);
    let tick = 1000
        / ticks_a_second
            .ok()
            .flatten()
            .map_or(100, |ticks| ticks.max(1) as u64)
            .max(1);
    let page = nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE);
    let page = page.ok().flatten().map_or(4096, |bytes| bytes as u64);
    for stat in processes.iter().filter_map(|pid| stat(*pid)) {
        usage.cpu += stat.ticks * tick;
        usage.memory += stat.pages * page;
        usage.threads += stat.threads;
        usage.asleep &= !matches!(stat.state, 'R' | 'D');
    }
    usage
}

/// Bytes of files that have no name any more and that processes have open still.
pub fn nameless(processes: &[i32]) -> u64 {
    let mut sizes = std::collections::BTreeMap::new();
    for pid in processes {
        for file in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            if let Ok(metadata) = fs::metadata(file.path())
                && metadata.is_file()
                && metadata.nlink() == 0
            {
                sizes.insert((metadata.dev(), metadata.ino()), metadata.blocks() * 512);
            }
        }
    }
    sizes.values().sum()
}

/// Sends a process the signal that none survives.
pub fn end(pid: i32) {
    let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
}

/// Sends processes the signal upon which one that watches itself says where it is; not those that wait for others.
pub fn ask(processes: &[i32]) {
    for pid in processes.iter().filter(|pid| children(**pid).is_empty()) {
        let _ = kill(Pid::from_raw(*pid), Signal::SIGABRT);
    }
}

/// What processes wait for, as far as it is about their input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Waits {
    /// For nothing, or for something else: time, each other.
    Not,
    /// For files to be ready, whichever they are.
    Polls,
    /// For input.
    Reads,
    /// That cannot be seen.
    Unseen,
}

/// What any thread of the processes waits for. `input` is the device and number of the file that is the input.
pub fn waits(processes: &[i32], input: (u64, u64)) -> Waits {
    let mut most = None;
    for pid in processes {
        let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
            continue;
        };
        for task in tasks.flatten() {
            if let Ok(call) = fs::read_to_string(task.path().join("syscall")) {
                most = most.max(Some(waits_for(*pid, &call, input).unwrap_or(Waits::Not)));
            }
        }
    }
    most.unwrap_or(Waits::Unseen)
}

/// Calls that wait for files, and which of their arguments counts these; none wait where it is 0.
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

/// What a system call waits for, as `/proc` writes it: the number, then the arguments in hex.
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
