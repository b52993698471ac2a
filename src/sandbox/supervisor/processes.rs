//! The processes below the keeper, as `/proc` shows them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::PathBuf;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Gid, Pid, Uid, setfsgid, setfsuid};

use crate::sandbox::helper::EXECUTABLE;

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
    addresses: u64,
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
        addresses: number(23)?,
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
    let stats: Vec<(i32, Stat)> = processes.iter().filter_map(|pid| Some((*pid, stat(*pid)?))).collect();
    for (pid, stat) in &stats {
        usage.cpu += stat.ticks * tick;
        usage.memory += stat.pages * page;
        usage.threads += stat.threads;
        usage.asleep &= match stat.state {
            'R' => false,
            // It waits for the disk, unless it waits for a child that it started by `vfork`.
            'D' => stats.iter().any(|(_, child)| child.parent == *pid),
            _ => true,
        };
    }
    usage
}

/// Memory of the kernel's own in which it keeps track of the processes' memory, in bytes.
pub fn tables(processes: &[i32]) -> u64 {
    let of = |pid: &i32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmPTE:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    };
    processes.iter().filter_map(of).sum::<u64>() << 10
}

/// What processes have open.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OpenFiles {
    /// Bytes of files that have no name any more.
    pub nameless: u64,
    /// Ends of sockets.
    pub sockets: usize,
    /// Whether some process does not let it be seen.
    pub is_hidden: bool,
}

/// Looks with the eyes of another user, where that is needed to see what its processes do.
pub fn seen_by<T>(user: Option<u32>, look: impl FnOnce() -> T) -> T {
    let Some(user) = user else { return look() };
    let (group, own) = (setfsgid(Gid::from_raw(user)), setfsuid(Uid::from_raw(user)));
    let seen = look();
    setfsuid(own);
    setfsgid(group);
    seen
}

/// Looks at what processes have open, and at files that they have mapped into their memory.
pub fn open_files(processes: &[i32]) -> OpenFiles {
    let mut nameless = BTreeMap::new();
    let mut sockets = BTreeSet::new();
    let mut is_hidden = false;
    for pid in processes {
        match look_into(*pid, &mut nameless, &mut sockets) {
            // What is about to go has no memory any more, and belongs to root.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                is_hidden |= stat(*pid).is_some_and(|stat| stat.addresses > 0);
            }
            Ok(()) | Err(_) => {}
        }
    }
    // What fences them in may be mapped from a file that was replaced since.
    if let Ok(own) = fs::metadata(EXECUTABLE) {
        nameless.remove(&(own.dev(), own.ino()));
    }
    OpenFiles {
        nameless: nameless.values().fold(0, |sum: u64, size| sum.saturating_add(*size)),
        sockets: sockets.len(),
        is_hidden,
    }
}

/// Adds what one process has open.
fn look_into(pid: i32, nameless: &mut BTreeMap<(u64, u64), u64>, sockets: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for file in fs::read_dir(format!("/proc/{pid}/fd"))? {
        let file = file?.path();
        let Ok(metadata) = fs::metadata(&file) else { continue };
        if metadata.is_file() && metadata.nlink() == 0 {
            nameless.insert((metadata.dev(), metadata.ino()), metadata.blocks() * 512);
        } else if metadata.file_type().is_socket() {
            sockets.extend(fs::read_link(&file));
        }
    }
    let maps = fs::read(format!("/proc/{pid}/maps"))?;
    for line in String::from_utf8_lossy(&maps).lines() {
        if let Some((file, size)) = nameless_map(line) {
            let known = nameless.entry(file).or_default();
            *known = size.max(*known);
        }
    }
    Ok(())
}

/// A mapped file without a name, as `/proc` shows it, with the bytes of it up to the end of the map.
fn nameless_map(line: &str) -> Option<((u64, u64), u64)> {
    let mut fields = line.strip_suffix(" (deleted)")?.split_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let number = |text: &str| u64::from_str_radix(text, 16).ok();
    let mut rest = fields.skip(1);
    let offset = number(rest.next()?)?;
    let (major, minor) = rest.next()?.split_once(':')?;
    let device = nix::sys::stat::makedev(number(major)?, number(minor)?);
    let inode = rest.next()?.parse().ok()?;
    Some(((device, inode), number(end)?.checked_sub(number(start)?)? + offset))
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

#[cfg(test)]
mod tests {
    use super::nameless_map;

    #[test]
    fn a_mapped_file_without_a_name_is_counted_to_its_end() {
        let line = "7f0000001000-7f0000003000 rw-s 00002000 fe:01 1234                  /tmp/a b (deleted)";
        let device = nix::sys::stat::makedev(0xfe, 1);
        assert_eq!(nameless_map(line), Some(((device, 1234), 0x4000)));
        assert_eq!(
            nameless_map("7f0000001000-7f0000003000 rw-s 00002000 fe:01 1234 /tmp/a"),
            None
        );
        assert_eq!(nameless_map("x (deleted)"), None);
    }
}
