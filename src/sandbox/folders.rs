//! Folders that a program wrote into: measuring and wiping them, whatever is in them.

use std::fs::{self, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use walkdir::WalkDir;

/// A folder with more entries than this is over every limit.
const MOST_ENTRIES: usize = 20_000;
/// A folder that is nested deeper than this is over every limit.
const DEEPEST: usize = 64;
/// The least that an entry counts, in bytes.
const ENTRY: u64 = 512;

/// The bytes in a folder, without link targets and holes in files. Stops above `enough`. `u64::MAX` for what cannot be
/// measured: a folder that is nested too deep, has too many entries or cannot be read.
pub fn size(folder: &Path, enough: u64) -> u64 {
    let mut size = 0_u64;
    for (index, entry) in WalkDir::new(folder).max_depth(DEEPEST).into_iter().enumerate() {
        if index > MOST_ENTRIES {
            return u64::MAX;
        }

        let metadata = match entry {
            Ok(entry) if entry.depth() == DEEPEST && entry.file_type().is_dir() => return u64::MAX,
            Ok(entry) => entry.metadata(),
            Err(error) => Err(error),
        };
        match metadata {
            Ok(metadata) => size = size.saturating_add(metadata.blocks() * 512 + ENTRY),
            Err(error) if is_gone(&error) => {}
            Err(_) => return u64::MAX,
        }

        if size > enough {
            return size;
        }
    }

    size
}

/// Whether the entry was removed during the walk.
fn is_gone(error: &walkdir::Error) -> bool {
    let kind = error.io_error().map(io::Error::kind);
    matches!(kind, Some(io::ErrorKind::NotFound | io::ErrorKind::NotADirectory))
}

/// The first bytes of a file that a program may have made. Anything but a regular file has none.
pub fn beginning(file: &Path, most: u64) -> io::Result<Vec<u8>> {
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK | libc::O_NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(file)?;
    let mut bytes = Vec::new();
    if file.metadata()?.is_file() {
        file.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Makes the executable `from` available at `to` for other users: as a hard link if that is possible, otherwise as a copy.
pub fn show_executable(from: &Path, to: &Path) -> io::Result<()> {
    const OPEN: u32 = 0o055;
    let mode = fs::metadata(from)?.permissions().mode();
    if mode & OPEN == OPEN && fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    fs::copy(from, to)?;
    fs::set_permissions(to, fs::Permissions::from_mode(0o755))
}

/// Removes a folder with everything in it. Nested folders are moved up before they are emptied, so that no nesting makes a
/// path, the stack or the table of descriptors too long.
pub fn wipe(folder: &Path) -> io::Result<()> {
    let mut moved = 0_u64;
    loop {
        let mut folders = 0;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if !entry.file_type()?.is_dir() {
                fs::remove_file(&path)?;
                continue;
            }

            // The program may have made it unreadable.
            let _ = fs::set_permissions(&path, fs::Permissions::from_mode(0o700));
            if fs::remove_dir(&path).is_ok() {
                continue;
            }

            folders += 1;
            empty(&path, folder, &mut moved)?;
            fs::remove_dir(&path)?;
        }

        if folders == 0 && fs::remove_dir(folder).is_ok() {
            return Ok(());
        }
    }
}

/// Empties a folder: removes its files and moves its folders up into `top` under unused names. `moved` counts those.
fn empty(folder: &Path, top: &Path, moved: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
            continue;
        }

        let _ = fs::set_permissions(entry.path(), fs::Permissions::from_mode(0o700));
        let unused = loop {
            *moved += 1;
            let name = top.join(format!(".wiped-{moved}"));
            if name.symlink_metadata().is_err() {
                break name;
            }
        };
        fs::rename(entry.path(), unused)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_wiped() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("scratch");
        fs::create_dir_all(folder.join("a/b/c")).unwrap();
        fs::write(folder.join("a/b/note"), "x").unwrap();
        fs::write(folder.join(".wiped-1"), "x").unwrap();

        let outside = work.path().join("outside");
        fs::write(&outside, "stays").unwrap();
        std::os::unix::fs::symlink(work.path(), folder.join("a/link")).unwrap();
        fs::set_permissions(folder.join("a/b"), fs::Permissions::from_mode(0o000)).unwrap();
        wipe(&folder).unwrap();
        assert!(!folder.exists());

        assert_eq!(fs::read_to_string(outside).unwrap(), "stays");
    }

    #[test]
    fn a_deeply_nested_folder_is_wiped() {
        let work = tempfile::tempdir().unwrap();
        let folder = work.path().join("scratch");
        fs::create_dir(&folder).unwrap();

        // Deeper than any path can be long: each new floor is built above the others.
        for floor in 0..3_000 {
            let above = work.path().join("above");
            fs::create_dir(&above).unwrap();
            if floor > 0 {
                fs::rename(folder.join("d"), above.join("d")).unwrap();
            }
            fs::rename(&above, folder.join("d")).unwrap();
        }

        wipe(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn sizes_are_measured_up_to_enough() {
        let folder = tempfile::tempdir().unwrap();
        assert!(size(folder.path(), 1 << 20) < 10_000);
        fs::write(folder.path().join("a"), vec![1; 100_000]).unwrap();
        assert!(size(folder.path(), 1 << 20) >= 100_000);
        std::os::unix::fs::symlink("/usr", folder.path().join("usr")).unwrap();
        assert!(size(folder.path(), 1 << 20) < 200_000);
    }

    #[test]
    fn a_folder_nested_too_deep_is_over_every_limit() {
        let folder = tempfile::tempdir().unwrap();
        let mut deep = folder.path().to_owned();
        for _ in 1..DEEPEST {
            deep.push("d");
        }
        fs::create_dir_all(&deep).unwrap();
        assert!(size(folder.path(), 1 << 20) < 1 << 20);
        fs::create_dir(deep.join("d")).unwrap();
        assert_eq!(size(folder.path(), 1 << 20), u64::MAX);
    }
}
