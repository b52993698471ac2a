//! Namespaces: the program has processes, a network, message queues and a file system of its own.
//!
//! The supervisor calls [`unshare_all`] and [`prepare_root`] once. For each run, [`next_processes`] makes a process
//! namespace, whose first process calls [`enter`].

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sched::{CloneFlags, setns, unshare};
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{Gid, Uid, chdir, pivot_root};

use super::{RestrictionError, failed};
use crate::sandbox::kind::{Kind, PROGRAM};
use crate::sandbox::protocol::Plan;

/// Devices that a program may use.
/// `/dev/zero` is not one of them: it makes shared memory that the supervisor cannot count.
pub const DEVICES: [&str; 4] = ["null", "full", "random", "urandom"];
/// Files that a `/tmp` may have, for each MiB.
const FILES_PER_MIB: u64 = 256;

/// Enters new namespaces of every kind except processes.
pub fn unshare_all() -> io::Result<()> {
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

/// Whether this process is user 0 of a user namespace, and not of the machine.
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

#[expect(clippy::disallowed_methods, reason = "these are settings of the kernel, not files")]
fn replace(switch: &str, value: &str) -> io::Result<()> {
    fs::write(switch, value)
}

/// The next process that this one starts is the first of a new process namespace. `own` is the process namespace of this
/// process; only root can return to it from an earlier one.
pub fn next_processes(own: &File) -> nix::Result<()> {
    setns(own, CloneFlags::CLONE_NEWPID)?;
    unshare_processes()
}

/// The same, for a process that does this only once.
pub fn unshare_processes() -> nix::Result<()> {
    unshare(CloneFlags::CLONE_NEWPID)
}

/// The process namespace of this process.
pub fn own_processes() -> io::Result<File> {
    File::open("/proc/self/ns/pid")
}

/// Builds the read-only file system that programs see, on an empty folder. An empty file hides this executable.
pub fn prepare_root(root: &Path, view: &[PathBuf], executable: &Path) -> io::Result<()> {
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

    let executable = root.join(executable.strip_prefix("/").unwrap_or(executable));
    if executable.is_file() {
        bind(Path::new("/dev/null"), &executable)?;
    }

    for (name, to) in [("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")] {
        symlink(Path::new("/proc/self").join(to), root.join("dev").join(name))?;
    }

    let read_only = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | safe;
    mount(None::<&str>, root, None::<&str>, read_only, None::<&str>)?;
    Ok(())
}

/// Unmounts what [`prepare_root`] built, if it did.
pub fn leave_root(root: &Path) {
    let _ = umount2(root, MntFlags::MNT_DETACH);
}

/// Shows a file or folder of the machine at the same path in a root. Links stay links.
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

/// Makes the mount at a place, and every mount below it, read-only.
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

/// Decodes a mount point: spaces and the like are written in octal (`proc_pid_mountinfo(5)`).
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
    // In a user namespace, flags that the mount has already cannot be cleared and must be repeated.
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

/// Enters the prepared root, where the sandbox has one; `bwrap` has entered its own. Elsewhere the program's folder becomes
/// the current one.
pub fn enter(plan: &Plan) -> Result<(), RestrictionError> {
    if let Some(root) = &plan.root {
        enter_root(root, plan).map_err(failed("the file system"))?;
    } else if plan.kind != Kind::Bubblewrap {
        std::env::set_current_dir(&plan.folder).map_err(failed("the folder"))?;
    }
    Ok(())
}

/// Moves into the prepared root for good, with the program's folder and a `/tmp` for this run.
fn enter_root(root: &Path, plan: &Plan) -> io::Result<()> {
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

    // In some containers the kernel refuses it; the program then has no `/proc`.
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
    chdir(PROGRAM)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::unescaped;

    #[test]
    fn mount_points_with_spaces_are_decoded() {
        assert_eq!(unescaped(r"/mnt/my\040disk"), "/mnt/my disk");
        assert_eq!(unescaped(r"/a\134b\"), r"/a\b\");
    }
}
