//! Control groups (cgroup v2): what the kernel counts and limits for all processes of a supervisor together. This layer is
//! optional: it needs the right to make a group, in this process's own group or next to it.
//!
//! The caller makes a group for each supervisor and removes it afterwards, with whatever is left in it. The supervisor enters
//! it once, because entering takes milliseconds; everything that it starts is in the group from the start. The groups of
//! callers that were killed are removed by the next one.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::sandbox::limits::Limits;

/// How the names of all groups begin.
const PREFIX: &str = "c4grade-";
/// Memory that the group has in addition to the program: the supervisor's own, and what the kernel needs for it.
const OWN_MEMORY: u64 = 96 << 20;
/// Processes that the group has in addition to the program.
const OWN_PROCESSES: u64 = 16;
/// How often to try to remove a group.
const TRIES: u32 = 500;
/// For so many of these tries, the supervisor of a killed caller may still be wiping folders.
const GRACE: u32 = 400;
/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// A group of processes. Dropping it kills them and removes the group.
#[derive(Debug)]
pub struct Group {
    folder: PathBuf,
}

impl Group {
    /// A new group, where this user may make one.
    pub fn make() -> Option<Self> {
        let mut made: Option<Self> = None;
        for parent in parents() {
            remove_stale(&parent);
            let Some(group) = Self::below(&parent) else { continue };
            if group.limits_memory() {
                return Some(group);
            }
            made = made.or(Some(group));
        }
        made
    }

    fn below(parent: &Path) -> Option<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);

        // Without the right to do so, or with other processes in the parent, the group counts but limits nothing.
        let _ = write(&parent.join("cgroup.subtree_control"), "+memory +pids");
        let pid = std::process::id();
        let name = format!(
            "{PREFIX}{}-{pid}-{}-{}",
            namespace()?,
            started(pid)?,
            COUNT.fetch_add(1, Ordering::Relaxed)
        );

        let folder = parent.join(name);
        fs::create_dir(&folder).ok()?;
        let group = Self { folder };
        // A group that does not count processor time is of no use.
        group.processor_time().map(|_| group)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether memory can be limited.
    pub fn limits_memory(&self) -> bool {
        self.folder.join("memory.max").exists()
    }

    /// Whether processes can be limited.
    pub fn limits_processes(&self) -> bool {
        self.folder.join("pids.max").exists()
    }

    /// Processor time of all processes that were ever in it, in milliseconds.
    pub fn processor_time(&self) -> Option<u64> {
        processor_time(&self.folder)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        remove(&self.folder, 0);
    }
}

/// A group, as its supervisor sees it from the inside.
#[derive(Debug)]
pub struct Entered {
    folder: PathBuf,
    limits: Option<Limits>,
}

/// What the group had counted at the start of a run.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    time: u64,
    own: u64,
    kills: u64,
}

impl Entered {
    /// Moves this process into a group.
    pub fn enter(folder: PathBuf) -> io::Result<Self> {
        write(&folder.join("cgroup.procs"), "0")?;
        Ok(Self { folder, limits: None })
    }

    /// Begins a run within these limits.
    pub fn begin(&mut self, limits: Limits) -> Start {
        if self.limits != Some(limits) {
            self.limits = Some(limits);
            // Limits that the group does not have cannot be set.
            let memory = limits.memory.saturating_add(limits.disk).saturating_add(OWN_MEMORY);
            let _ = write(&self.folder.join("memory.max"), &memory.to_string());
            let _ = write(&self.folder.join("memory.swap.max"), "0");
            let processes = limits.processes.saturating_add(OWN_PROCESSES);
            let _ = write(&self.folder.join("pids.max"), &processes.to_string());
        }
        Start {
            time: processor_time(&self.folder).unwrap_or(0),
            own: own_time(),
            kills: self.kills(),
        }
    }

    /// Processor time since then, without that of this process, in milliseconds.
    pub fn used(&self, start: Start) -> u64 {
        let used = processor_time(&self.folder).unwrap_or(0).saturating_sub(start.time);
        used.saturating_sub(own_time().saturating_sub(start.own))
    }

    /// Whether the kernel has killed a process since then because the group ran out of memory.
    pub fn ran_out_of_memory(&self, start: Start) -> bool {
        self.kills() > start.kills
    }

    fn kills(&self) -> u64 {
        value(&self.folder.join("memory.events"), "oom_kill").unwrap_or(0)
    }
}

/// Where to make groups: next to this process's own group, and in it.
fn parents() -> Vec<PathBuf> {
    let read = |name: &str| fs::read_to_string(Path::new("/proc/self").join(name)).unwrap_or_default();
    let Some(own) = own_folder(&read("mountinfo"), &read("cgroup")) else {
        return Vec::new();
    };
    let is_group = |folder: &&Path| folder.join("cgroup.procs").is_file();
    let above = own.parent().filter(is_group).map(Path::to_owned);
    above.into_iter().chain(Some(own)).collect()
}

/// This process's own group, from the mounted file systems and the groups that it is in.
fn own_folder(mounts: &str, groups: &str) -> Option<PathBuf> {
    let (root, point) = mounts.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let at = (fields.next()?, fields.next()?);
        kind.starts_with("cgroup2 ").then_some(at)
    })?;
    let own = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let below = Path::new(own).strip_prefix(root).ok()?;
    let is_inside = !below.components().any(|part| part.as_os_str() == "..");
    is_inside.then(|| Path::new(point).join(below))
}

/// Removes the groups of callers that are gone. For groups of other process namespaces that cannot be known.
fn remove_stale(parent: &Path) {
    let Some(namespace) = namespace() else { return };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let maker = name.strip_prefix(PREFIX).and_then(maker);
        let is_stale = |(of, pid, start): (u64, u32, u64)| of == namespace && started(pid) != Some(start);
        if maker.is_some_and(is_stale) {
            remove(&entry.path(), GRACE);
        }
    }
}

/// Who made a group, from the rest of its name: process namespace, process id and start time.
fn maker(name: &str) -> Option<(u64, u32, u64)> {
    let mut parts = name.split('-');
    let maker = (
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
        parts.next()?.parse().ok()?,
    );
    Some(maker)
}

/// Removes a group. After `grace` tries it kills everything in the group.
fn remove(folder: &Path, grace: u32) {
    for tries in 0..TRIES {
        if fs::remove_dir(folder).is_ok() || !folder.exists() {
            return;
        }
        if tries < grace {
            std::thread::sleep(PAUSE);
            continue;
        }

        // Older kernels cannot kill all at once.
        if write(&folder.join("cgroup.kill"), "1").is_err() {
            let inside = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
            for pid in inside
                .lines()
                .filter_map(|line| line.parse().ok())
                .filter(|pid| *pid > 0)
            {
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
        }

        std::thread::sleep(PAUSE);
    }
}

/// The number of this process namespace.
fn namespace() -> Option<u64> {
    let client = fs::read_link("/proc/self/ns/pid").ok()?;
    let client = client.to_string_lossy().into_owned();
    client.strip_prefix("pid:[")?.strip_suffix(']')?.parse().ok()
}

/// When a process was started, in clock ticks since boot.
fn started(pid: u32) -> Option<u64> {
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    text.rsplit_once(") ")?.1.split(' ').nth(19)?.parse().ok()
}

fn processor_time(folder: &Path) -> Option<u64> {
    Some(value(&folder.join("cpu.stat"), "usage_usec")? / 1000)
}

/// Processor time of this process, in milliseconds.
fn own_time() -> u64 {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_SELF) else {
        return 0;
    };
    let millis = |time: nix::sys::time::TimeVal| (time.tv_sec() * 1000 + time.tv_usec() / 1000) as u64;
    millis(usage.user_time()) + millis(usage.system_time())
}

/// The value of a name in a file of names and values.
fn value(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    line.trim().parse().ok()
}

fn write(switch: &Path, value: &str) -> io::Result<()> {
    OpenOptions::new().write(true).open(switch)?.write_all(value.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_own_group_is_found_among_the_mounts() {
        let unified = "24 1 0:20 / /proc rw - proc proc rw\n30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n";
        let own = own_folder(unified, "0::/user.slice/session-1.scope\n");
        assert_eq!(own, Some("/sys/fs/cgroup/user.slice/session-1.scope".into()));
        assert_eq!(
            own_folder(unified, "0::/../other\n"),
            None,
            "outside of a container's view"
        );

        let bound = "30 24 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        assert_eq!(own_folder(bound, "0::/docker/abc\n"), Some("/sys/fs/cgroup/".into()));
        assert_eq!(own_folder(bound, "0::/elsewhere\n"), None);
        assert_eq!(
            own_folder("30 24 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n", "0::/\n"),
            None
        );
    }

    #[test]
    fn only_groups_of_callers_that_are_gone_are_stale() {
        let parent = tempfile::tempdir().expect("a folder");
        let (namespace, pid) = (namespace().expect("known"), std::process::id());
        let start = started(pid).expect("known");
        let [live, dead, elsewhere, other] = [
            format!("{PREFIX}{namespace}-{pid}-{start}-0"),
            format!("{PREFIX}{namespace}-{pid}-{}-0", start + 1),
            format!("{PREFIX}{}-{pid}-1-0", namespace + 1),
            "someone-else".to_owned(),
        ]
        .map(|name| parent.path().join(name));

        for folder in [&live, &dead, &elsewhere, &other] {
            fs::create_dir(folder).expect("made");
        }

        remove_stale(parent.path());
        assert!(live.exists() && elsewhere.exists() && other.exists());
        assert!(!dead.exists());
    }

    #[test]
    fn values_are_found_by_their_full_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("memory.events");
        fs::write(&file, "low 0\noom_group_kill 7\noom 2\noom_kill 3\n").expect("written");
        assert_eq!(value(&file, "oom_kill"), Some(3));
        assert_eq!(value(&file, "oom_"), None);
    }
}
