//! Reports of a whole class in the making: all of them are put in place, or none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::failure::plain;
use super::{CASES, RECORD, RESERVED, Reports, WriteError, remove_quietly};

/// Reports in the making, in a hidden folder within the one they are for. Gone when it is dropped unpublished.
#[derive(Debug)]
pub struct Draft {
    pub(super) reports: Reports,
    pub(super) target: PathBuf,
    pub(super) _folder: tempfile::TempDir,
}

impl Draft {
    /// Where to write them.
    pub fn reports(&self) -> &Reports {
        &self.reports
    }

    /// The folder in which they are made.
    pub fn folder(&self) -> &Path {
        &self.reports.folder
    }

    /// Puts them in place, the cases first and the class's other files last.
    pub fn publish(self) -> Result<(), WriteError> {
        let moved = move_files(&self.reports.folder, &self.target);
        moved.map_err(|(file, error)| WriteError::File {
            file,
            error: plain(error),
        })
    }
}

/// Moves every file into another folder of the same disk, those in folders before others. The error names the file to be.
fn move_files(from: &Path, to: &Path) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (to.to_owned(), error);
    fs::create_dir_all(to).map_err(failed)?;
    let entries = fs::read_dir(from).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(failed)?;

    // While a student's JSON is there the other reports are those of the same grading: the old one goes first, and the new
    // one comes last.
    for old in entries.iter().map(|entry| to.join(entry.file_name())) {
        if is_json(&old) && !is_of_the_class(&old) {
            remove_quietly(&old).map_err(|error| (old, error))?;
        }
    }

    entries.sort_by_key(|entry| {
        let path = entry.path();
        (
            !path.ends_with(CASES),
            !path.is_dir(),
            is_of_the_class(&path),
            is_json(&path),
            entry.file_name(),
        )
    });
    for entry in entries {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            move_files(&entry.path(), &target)?;
        } else {
            fs::rename(entry.path(), &target).map_err(|error| (target, error))?;
        }
    }
    Ok(())
}

fn is_of_the_class(path: &Path) -> bool {
    let stem = path.file_stem().and_then(std::ffi::OsStr::to_str);
    stem.is_some_and(|stem| RESERVED.contains(&stem))
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == RECORD)
}
