//! Namespaces: processes, network, queues and a file system of the program's own.
//!
//! The keeper enters its own once and prepares a root there with [`enter`] and [`prepare_root`]; for each run
//! [`next_processes`] makes a process namespace, whose first process calls [`enter_root`].

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, setns, unshare};
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{Gid, Uid, chdir, pivot_root};

use crate::sandbox::kind::SUBMISSION;
use crate::sandbox::protocol::Plan;

/// Devices that a program may use.
/// `/dev/zero` is none of them: shared memory that the keeper cannot count is made of it.
pub const DEVICES: [&str; 4] = ["null", "full", "random", "urandom"];
/// Files that a `/tmp` may have, for each MiB.
const FILES_PER_MIB: u64 = 256;

/// Enters new namespaces, but for that of processes.
pub fn enter() -> io::Result<()> {
    let kept = CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWUTS;
    let (user, group) = (Uid::effective(), Gid::effective());
    if user.is_root() && unshare(kept).is_ok() {
        return private_mounts();
    }
    unshare(kept | CloneFlags::CLONE_NEWUSER)?;
    replace("/proc/self/setgroups", "deny")?;
    replace("/proc/self/uid_map", &format!("0 {user} 1"))?;
    replace("/proc/self/gid_map", &format!("0 {group} 1"))?;
    private_mounts()
}

/// Whether this process is its user namespace's user 0 without being the machine's.
pub fn is_own_user() -> bool {
    fs::read_to_string("/proc/self/uid_map").is_ok_and(|map| {
        let whole = ["0", "0", "4294967295"];
        !map.split_whitespace().eq(whole)
    })
}

fn private_mounts() -> io::Result<()> {
    mount(
        None::<&str>,
        "/",
        None::<&str>,
        MsFlags::MS_REC | MsFlags::MS_PRIVATE,
        None::<&str>,
    )?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "these are switches of the kernel, not files")]
fn replace(switch: &str, value: &str) -> io::Result<()> {
    fs::write(switch, value)
}

/// From here on the next process that is started is the first of a new process namespace. `own` is this process's, to
/// which only root can return from that of an earlier one.
pub fn next_processes(own: &File) -> nix::Result<()> {
    setns(own, CloneFlags::CLONE_NEWPID)?;
    own_processes_for_children()
}

/// The same, once in the life of a process.
pub fn own_processes_for_children() -> nix::Result<()> {
    unshare(CloneFlags::CLONE_NEWPID)
}

/// The process namespace of this process.
pub fn own_processes() -> io::Result<File> {
    File::open("/proc/self/ns/pid")
}

/// Builds the file system that programs see, read-only, on an empty folder.
pub fn prepare_root(root: &Path, view: &[PathBuf], grader: &Path) -> io::Result<()> {
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    mount(Some("tmpfs"), root, Some("tmpfs"), safe, Some("size=1m,mode=755"))?;
    for folder in ["proc", "tmp", "dev", "submission", "home", "log"] {
        fs::create_dir(root.join(folder))?;
    }
    for path in view {
        show(root, path)?;
    }
    for device in DEVICES {
        let seen = root.join("dev").join(device);
        File::create(&seen)?;
        bind(&Path::new("/dev").join(device), &seen)?;
    }
    let grader = root.join(grader.strip_prefix("/").unwrap_or(grader));
    if grader.is_file() {
        bind(Path::new("/dev/null"), &grader)?;
    }
    for (name, to) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
        symlink(Path::new("/proc/self").join(to), root.join("dev").join(name))?;
    }
    let read_only = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | safe;
    mount(None::<&str>, root, None::<&str>, read_only, None::<&str>)?;
    Ok(())
}

/// Takes away what [`prepare_root`] built, if it did, and all that is mounted there.
pub fn leave_root(root: &Path) {
    let _ = umount2(root, MntFlags::MNT_DETACH);
}

/// Shows a file or folder of the machine in a root, at the same place; links stay links.
fn show(root: &Path, path: &Path) -> io::Result<()> {
    let seen = root.join(path.strip_prefix("/").unwrap_or(path));
    if seen.symlink_metadata().is_ok() {
        return Ok(());
    }
    if let Some(parent) = seen.parent() {
        fs::create_dir_all(parent)?;
    }
    let metadata = path.symlink_metadata()?;
    if metadata.is_symlink() {
        return symlink(fs::read_link(path)?, seen);
    }
    if metadata.is_dir() {
        fs::create_dir(&seen)?;
    } else {
        File::create(&seen)?;
    }
    bind(path, &seen)?;
    read_only_below(&seen)
}

fn bind(from: &Path, to: &Path) -> io::Result<()> {
    let flags = MsFlags::MS_BIND | MsFlags::MS_REC;
    mount(Some(from), to, None::<&str>, flags, None::<&str>)?;
    Ok(())
}

/// Makes what is mounted at a place, and all that is mounted below it, read-only.
fn read_only_below(place: &Path) -> io::Result<()> {
    let table = fs::read_to_string("/proc/self/mountinfo")?;
    for line in table.lines() {
        let Some(point) = line.split(' ').nth(4) else { continue };
        let point = PathBuf::from(unescaped(point));
        if point.starts_with(place) {
            read_only(&point)?;
        }
    }
    Ok(())
}

/// Mount points are written with blanks and the like in octal.
fn unescaped(point: &str) -> String {
    let mut text = String::new();
    let mut rest = point;
    while let Some((before, after)) = rest.split_once('\\') {
        text += before;
        let code = after.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        let Some(code) = code else {
            text.push('\\');
            rest = after;
            continue;
        };
        text.push(char::from(code));
        rest = &after[3..];
    }
    text + rest
}

fn read_only(point: &Path) -> io::Result<()> {
    // What the mount forbids already cannot be allowed again in a user namespace, and must be named.
    let known = statvfs(point)?.flags();
    let mut flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | MsFlags::MS_NOSUID;
    for (has, flag) in [
        (FsFlags::ST_NODEV, MsFlags::MS_NODEV),
        (FsFlags::ST_NOEXEC, MsFlags::MS_NOEXEC),
        (FsFlags::ST_NOATIME, MsFlags::MS_NOATIME),
        (FsFlags::ST_NODIRATIME, MsFlags::MS_NODIRATIME),
        (FsFlags::ST_RELATIME, MsFlags::MS_RELATIME),
    ] {
        if known.contains(has) {
            flags |= flag;
        }
    }
    mount(None::<&str>, point, None::<&str>, flags, None::<&str>)?;
    Ok(())
}

/// Goes into the prepared root for good, with the submission's folder and a `/tmp` of this run's own.
pub fn enter_root(root: &Path, plan: &Plan) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWNS | CloneFlags::CLONE_NEWIPC)?;
    let place = root.join("submission");
    bind(&plan.folder, &place)?;
    if !plan.writes {
        read_only(&place)?;
    }
    if let Some(log) = &plan.log {
        bind(log, &root.join("log"))?;
    }
    let safe = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    let files = (plan.limits.disk >> 20).max(1) * FILES_PER_MIB;
    let size = format!("size={},nr_inodes={files},mode=1777", plan.limits.disk);
    mount(
        Some("tmpfs"),
        &root.join("tmp"),
        Some("tmpfs"),
        safe,
        Some(size.as_str()),
    )?;
    // Where the kernel does not let a container have it, a program has none.
    let _ = mount(
        Some("proc"),
        &root.join("proc"),
        Some("proc"),
        safe | MsFlags::MS_NOEXEC,
        None::<&str>,
    );
    chdir(root)?;
    pivot_root(".", ".")?;
    umount2(".", MntFlags::MNT_DETACH)?;
    chdir(SUBMISSION)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn mount_points_with_blanks_are_found() {
        assert_eq!(unescaped(r"/mnt/my\040disk"), "/mnt/my disk");
        assert_eq!(unescaped(r"/a\134b\"), r"/a\b\");
    }
}
