//! What a grader and its programs left behind, and how much memory they have while they run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Names of the notes that the attacks leave.
const NOTES: [&str; 3] = ["c4grade-note-for-the-next-run", "large-note", "c4grade-note"];
/// The key of their shared memory and queues.
const KEY: &str = "1664378738";

/// Whatever is left of graders that run in a folder: processes, folders, mounts, queues, notes.
pub(crate) fn of(folder: &Path) -> Vec<String> {
    let mut left = Vec::new();
    for pid in pids() {
        if is_of(pid, folder) {
            let name = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            left.push(format!("process {pid}: {}", name.replace('\0', " ")));
        }
    }
    let entries = fs::read_dir(folder.join("tmp")).into_iter().flatten().flatten();
    left.extend(entries.map(|entry| format!("in its folder for temporary files: {}", entry.path().display())));
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let marker = folder.to_string_lossy();
    left.extend(
        mounts
            .lines()
            .filter(|line| line.contains(&*marker))
            .map(|line| format!("mount: {line}")),
    );
    for kind in ["shm", "sem", "msg"] {
        let table = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
        let kept = table.lines().filter(|line| line.split_whitespace().next() == Some(KEY));
        left.extend(kept.map(|line| format!("{kind}: {line}")));
    }
    let places = [
        "/",
        "/tmp",
        "/var/tmp",
        "/dev/shm",
        "/run",
        "/home",
        "/dev/mqueue",
        "/root",
        "/etc",
        "/usr",
    ];
    let own = ["class", "reports", ".", "asg"].map(|name| folder.join(name));
    for place in places.iter().map(PathBuf::from).chain(own) {
        let notes = NOTES
            .iter()
            .map(|note| place.join(note))
            .filter(|note| note.symlink_metadata().is_ok());
        left.extend(notes.map(|note| format!("note: {}", note.display())));
    }
    left
}

/// All processes there are, but for this one.
fn pids() -> Vec<u32> {
    let own = std::process::id();
    let entries = fs::read_dir("/proc").expect("the processes").flatten();
    entries
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid| *pid != own)
        .collect()
}

/// Whether a process is of a grader that runs in a folder: by its program, its folder, or what it has mounted.
fn is_of(pid: u32, folder: &Path) -> bool {
    let link = |name: &str| fs::read_link(format!("/proc/{pid}/{name}")).is_ok_and(|path| path.starts_with(folder));
    let mounted = || {
        let marker = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        fs::read_to_string(format!("/proc/{pid}/mountinfo")).is_ok_and(|mounts| mounts.contains(&*marker))
    };
    let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let is_gone = state.rsplit_once(") ").is_none_or(|(_, rest)| rest.starts_with('Z'));
    !is_gone && (link("exe") || link("cwd") || mounted())
}

/// Measures what a process and all below it have, until it is dropped.
pub(crate) struct Scale {
    over: Arc<AtomicBool>,
    most: Arc<AtomicU64>,
    crowd: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

impl Scale {
    pub(crate) fn on(pid: u32) -> Self {
        let (over, most, crowd) = (Arc::default(), Arc::default(), Arc::default());
        let (stop, peak, count): (Arc<AtomicBool>, Arc<AtomicU64>, Arc<AtomicU64>) =
            (Arc::clone(&over), Arc::clone(&most), Arc::clone(&crowd));
        let thread = std::thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                let (processes, bytes) = below(pid);
                peak.fetch_max(bytes, Ordering::Relaxed);
                count.fetch_max(processes, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(40));
            }
        });
        Self {
            over,
            most,
            crowd,
            thread: Some(thread),
        }
    }

    /// The most memory there was, in MiB, and the most processes.
    pub(crate) fn peak(mut self) -> (u64, u64) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        (
            self.most.load(Ordering::Relaxed) >> 20,
            self.crowd.load(Ordering::Relaxed),
        )
    }
}

/// How many processes are at or below one, and how many bytes they have in use.
fn below(top: u32) -> (u64, u64) {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut pages = BTreeMap::new();
    for pid in pids() {
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else {
            continue;
        };
        let Some((_, rest)) = stat.rsplit_once(") ") else {
            continue;
        };
        let fields: Vec<&str> = rest.split(' ').collect();
        let field = |number: usize| fields.get(number - 3).and_then(|field| field.parse::<u64>().ok());
        children.entry(field(4).unwrap_or(0) as u32).or_default().push(pid);
        pages.insert(pid, field(24).unwrap_or(0));
    }
    let mut open = vec![top];
    let mut seen = BTreeSet::new();
    while let Some(pid) = open.pop() {
        if seen.insert(pid) {
            open.extend(children.get(&pid).into_iter().flatten());
        }
    }
    let bytes: u64 = seen
        .iter()
        .filter_map(|pid| pages.get(pid))
        .map(|pages| pages * 4096)
        .sum();
    (seen.len() as u64, bytes)
}
