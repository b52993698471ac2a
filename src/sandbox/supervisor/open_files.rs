//! The files and sockets that a run's processes have open, which no limit of the kernel counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::PathBuf;

use nix::unistd::{Gid, Uid, setfsgid, setfsuid};

use super::processes::stat;
use crate::sandbox::helper::EXECUTABLE;

/// What processes have open.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct OpenFiles {
    /// Bytes in files that were deleted while open.
    pub deleted: u64,
    /// Ends of sockets.
    pub sockets: usize,
    /// Whether at least one process cannot be inspected.
    pub is_hidden: bool,
}

/// Does something with the file permissions of another user, where those are needed to inspect its processes.
pub fn as_user<T>(user: Option<u32>, action: impl FnOnce() -> T) -> T {
    let Some(user) = user else { return action() };
    let (group, own) = (setfsgid(Gid::from_raw(user)), setfsuid(Uid::from_raw(user)));
    let result = action();
    setfsuid(own);
    setfsgid(group);
    result
}

/// Counts what processes have open, and the files that they have mapped into their memory.
pub fn count(processes: &[i32]) -> OpenFiles {
    let mut deleted = BTreeMap::new();
    let mut sockets = BTreeSet::new();
    let mut is_hidden = false;
    for pid in processes {
        match inspect(*pid, &mut deleted, &mut sockets) {
            // A process that is ending has no memory any more, and its files belong to root.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                is_hidden |= stat(*pid).is_some_and(|stat| stat.addresses > 0);
            }
            Ok(()) | Err(_) => {}
        }
    }

    // This executable, which the init has mapped, may have been replaced since.
    if let Ok(own) = fs::metadata(EXECUTABLE) {
        deleted.remove(&(own.dev(), own.ino()));
    }

    OpenFiles {
        deleted: deleted.values().fold(0, |sum: u64, size| sum.saturating_add(*size)),
        sockets: sockets.len(),
        is_hidden,
    }
}

/// Adds what one process has open.
fn inspect(pid: i32, deleted: &mut BTreeMap<(u64, u64), u64>, sockets: &mut BTreeSet<PathBuf>) -> io::Result<()> {
    for file in fs::read_dir(format!("/proc/{pid}/fd"))? {
        let file = file?.path();
        let Ok(metadata) = fs::metadata(&file) else { continue };
        if metadata.is_file() && metadata.nlink() == 0 {
            deleted.insert((metadata.dev(), metadata.ino()), metadata.blocks() * 512);
        } else if metadata.file_type().is_socket() {
            sockets.extend(fs::read_link(&file));
        }
    }

    let maps = fs::read(format!("/proc/{pid}/maps"))?;
    for line in String::from_utf8_lossy(&maps).lines() {
        if let Some((file, size)) = deleted_map(line) {
            let known = deleted.entry(file).or_default();
            *known = size.max(*known);
        }
    }

    Ok(())
}

/// A deleted file in a line of `/proc/PID/maps`: device and inode, and its bytes up to the end of the mapping.
fn deleted_map(line: &str) -> Option<((u64, u64), u64)> {
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

#[cfg(test)]
mod tests {
    use super::deleted_map;

    #[test]
    fn a_deleted_mapped_file_counts_up_to_the_end_of_its_mapping() {
        let line = "7f0000001000-7f0000003000 rw-s 00002000 fe:01 1234                  /tmp/a b (deleted)";
        let device = nix::sys::stat::makedev(0xfe, 1);
        assert_eq!(deleted_map(line), Some(((device, 1234), 0x4000)));
        assert_eq!(
            deleted_map("7f0000001000-7f0000003000 rw-s 00002000 fe:01 1234 /tmp/a"),
            None
        );
        assert_eq!(deleted_map("x (deleted)"), None);
    }
}
