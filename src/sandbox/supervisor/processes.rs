//! The supervisor's descendants, as `/proc` shows them: what they use, and signals to them.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeVal;
use nix::unistd::Pid;

/// More processes are not looked at; no limit allows so many.
const MOST: usize = 4096;

/// What the processes of a run use together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time so far, including that of children that were waited for, in milliseconds.
    pub cpu: u64,
    /// Memory in bytes, without that of the sandbox's own processes.
    pub memory: u64,
    /// Processes and threads.
    pub threads: u64,
    /// Whether none of them runs or is ready to run.
    pub asleep: bool,
}

/// Every descendant of a process, parents before their children.
pub fn descendants(own: i32) -> Vec<i32> {
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

/// Every process of a run in a process namespace of its own, parents before their children: first the sandbox's own, of which
/// each has started the next one and the last one started the program. Orphans there become children of the last one.
pub fn of_run(init: i32, helpers: usize) -> Vec<i32> {
    let mut found = vec![init];
    let mut below = children_of_helper(init);
    for _ in 1..helpers {
        let Some(next) = below.first().copied() else { break };
        found.push(next);
        below = children_of_helper(next);
    }

    for child in below {
        found.push(child);
        found.extend(descendants(child));
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
        match read(&task.path().join("children")) {
            Ok(text) => found.extend(pids(&text)),
            // The kernel can be built without that list.
            Err(_) if task.file_name().to_str() == Some(&parent.to_string()) => found.extend(search_children(parent)),
            Err(_) => {}
        }
    }

    found
}

/// The children of a process of this sandbox's own, which has a single thread.
fn children_of_helper(parent: i32) -> Vec<i32> {
    let list = format!("/proc/{parent}/task/{parent}/children");
    read(Path::new(&list)).map_or_else(|_| children(parent), |text| pids(&text).collect())
}

/// The process ids in a list.
fn pids(list: &str) -> impl Iterator<Item = i32> {
    list.split_whitespace().filter_map(|pid| pid.parse().ok())
}

/// Reads a file of the kernel, without asking for its size, which is not known.
pub fn read(file: &Path) -> io::Result<String> {
    let mut file = File::open(file)?;
    let mut text = Vec::new();
    let mut part = [0; 4096];
    loop {
        match file.read(&mut part) {
            Ok(0) => return Ok(String::from_utf8_lossy(&text).into_owned()),
            Ok(length) => text.extend_from_slice(&part[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The children of a process, found among all processes.
fn search_children(parent: i32) -> Vec<i32> {
    all()
        .filter(|pid| stat(*pid).is_some_and(|stat| stat.parent == parent))
        .collect()
}

/// How many processes and threads a user has.
pub fn threads_of_user(user: u32) -> u64 {
    let is_theirs = |pid: &i32| fs::metadata(format!("/proc/{pid}")).is_ok_and(|folder| folder.uid() == user);
    all().filter(is_theirs).filter_map(stat).map(|stat| stat.threads).sum()
}

/// All processes that `/proc` shows.
fn all() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// The numbers in `/proc/PID/stat`.
#[derive(Debug)]
pub struct Stat {
    state: char,
    parent: i32,
    ticks: u64,
    /// Of this process alone.
    pub threads: u64,
    /// Bytes of addresses; 0 for a process that has ended.
    pub addresses: u64,
    pages: u64,
}

/// Reads `/proc/PID/stat` (`proc_pid_stat(5)`). The process's name, which can contain anything, comes before the numbers.
pub fn stat(pid: i32) -> Option<Stat> {
    let text = read(Path::new(&format!("/proc/{pid}/stat"))).ok()?;
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

/// Adds up what processes use, of which the first `helpers` are the sandbox's own.
pub fn usage(processes: &[i32], helpers: usize) -> Usage {
    let mut usage = Usage {
        asleep: true,
        ..Usage::default()
    };
    let (tick, page) = units();
    let stats: Vec<(i32, Stat)> = processes.iter().filter_map(|pid| Some((*pid, stat(*pid)?))).collect();

    for (pid, stat) in &stats {
        usage.cpu += stat.ticks * tick;
        if !processes[..helpers].contains(pid) {
            usage.memory += stat.pages * page;
        }
        usage.threads += stat.threads;
        usage.asleep &= match stat.state {
            'R' => false,
            // It waits for the disk, or for a child that it started with `vfork`.
            'D' => stats.iter().any(|(_, child)| child.parent == *pid),
            _ => true,
        };
    }
    usage
}

/// Milliseconds in a clock tick, and bytes in a page.
fn units() -> (u64, u64) {
    use nix::unistd::{SysconfVar, sysconf};
    let value = |variable, usual| match sysconf(variable) {
        Ok(Some(value)) if value > 0 => value as u64,
        _ => usual,
    };
    (
        1000 / value(SysconfVar::CLK_TCK, 100),
        value(SysconfVar::PAGE_SIZE, 4096),
    )
}

/// The memory of the processes' page tables, in bytes.
pub fn page_tables(processes: &[i32]) -> u64 {
    let of = |pid: &i32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmPTE:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok()
    };
    processes.iter().filter_map(of).sum::<u64>() << 10
}

/// Processor time of all children that this process has waited for, in milliseconds.
pub fn processor_time_of_children() -> u64 {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return 0;
    };
    let millis = |time: TimeVal| (time.tv_sec() * 1000 + time.tv_usec() / 1000) as u64;
    millis(usage.user_time()) + millis(usage.system_time())
}

/// Kills a process.
pub fn kill_process(pid: i32) {
    let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
}

/// Sends SIGABRT to the processes that have no children, upon which a sanitizer writes where the program was.
pub fn abort(processes: &[i32]) {
    for pid in processes.iter().filter(|pid| children(**pid).is_empty()) {
        let _ = kill(Pid::from_raw(*pid), Signal::SIGABRT);
    }
}
