//! What is in the watched folders: every file with its size, its times and its number on the disk.
//!
//! The folders are read again and again in place of asking the system for changes: it reports none that another machine
//! makes on a network disk, and reading a thousand submissions takes a few milliseconds.

use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What changes with a file.
type Stamp = (u64, Option<SystemTime>, (u64, i64, i64));

/// The entries of the watched folders, in the order of their paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Snapshot(Vec<(PathBuf, Option<Stamp>)>);

impl Snapshot {
    /// Looks at files and folders, without what is in the folders `except`. An error where one of them is not there.
    pub(super) fn of(watched: &[PathBuf], except: &[PathBuf]) -> io::Result<Self> {
        let except: Vec<PathBuf> = except.iter().filter_map(|path| path.canonicalize().ok()).collect();
        let mut entries = Vec::new();
        for path in watched {
            let metadata = fs::metadata(path)?;
            if metadata.is_dir() {
                // It must be readable; within it, whatever is not may be in the making.
                fs::read_dir(path)?;
                walk(path, &except, &mut entries);
            } else {
                entries.push((path.clone(), Some(stamp(&metadata))));
            }
        }

        entries.sort();
        Ok(Self(entries))
    }
}

/// Adds what is in a folder. Links are not followed: nothing behind them is graded.
fn walk(folder: &Path, except: &[PathBuf], entries: &mut Vec<(PathBuf, Option<Stamp>)>) {
    let Ok(within) = fs::read_dir(folder) else {
        entries.push((folder.to_owned(), None));
        return;
    };

    for entry in within {
        let Ok(entry) = entry else {
            entries.push((folder.to_owned(), None));
            continue;
        };
        let path = entry.path();
        let metadata = fs::symlink_metadata(&path).ok();
        let is_folder = metadata.as_ref().is_some_and(Metadata::is_dir);
        let is_left_out = || path.canonicalize().is_ok_and(|path| except.contains(&path));
        if is_folder && (entry.file_name() == OsStr::new(".git") || is_left_out()) {
            continue;
        }
        if is_folder {
            walk(&path, except, entries);
        }
        // The times of a folder say nothing that its entries do not.
        let stamp = metadata.filter(|_| !is_folder).map(|metadata| stamp(&metadata));
        entries.push((path, stamp));
    }
}

fn stamp(metadata: &Metadata) -> Stamp {
    (metadata.len(), metadata.modified().ok(), identity(metadata))
}

/// The number of a file on its disk, and when it was last changed in any way: a file that takes another's place, or that is
/// written twice within the precision of its time, is another one.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, i64, i64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> (u64, i64, i64) {
    (0, 0, 0)
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")]
mod tests {
    use std::fs;

    use super::Snapshot;

    #[test]
    fn every_change_shows_but_in_what_is_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for made in ["ada", "reports", ".git"] {
            fs::create_dir(at(made)).expect("made");
        }
        fs::write(at("ada/connect4.asm"), "one").expect("written");

        let watched = [folder.path().to_owned()];
        let look = || Snapshot::of(&watched, &[at("reports")]).expect("there");
        let first = look();
        assert_eq!(first, look());
        fs::write(at("reports/index.html"), "page").expect("written");
        fs::write(at(".git/index"), "state").expect("written");
        assert_eq!(first, look());

        // Another file of the same size in its place, as editors do it.
        fs::write(at("ada/connect4.asm~"), "two").expect("written");
        fs::rename(at("ada/connect4.asm~"), at("ada/connect4.asm")).expect("renamed");
        let second = look();
        assert_ne!(first, second);
        fs::remove_dir_all(at("ada")).expect("removed");
        assert_ne!(second, look());

        drop(folder);
        assert!(Snapshot::of(&watched, &[]).is_err());
    }
}
