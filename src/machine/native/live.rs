//! How many programs are there to be run in this process: each occupies one of the workers of its class. And the folders that
//! programs have as long as they are there.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

static PROGRAMS: AtomicUsize = AtomicUsize::new(0);

/// Counts a program as long as it is there.
#[derive(Debug)]
pub struct Counted(());

impl Counted {
    /// Counts a program.
    pub fn new() -> Self {
        PROGRAMS.fetch_add(1, Ordering::Relaxed);
        Self(())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        PROGRAMS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How many there are.
pub fn programs() -> usize {
    PROGRAMS.load(Ordering::Relaxed)
}

/// A folder that is removed with the last program in it.
#[derive(Debug)]
pub struct OwnFolder(PathBuf);

impl Drop for OwnFolder {
    fn drop(&mut self) {
        // What is left of it is removed with the supervisor.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl OwnFolder {
    /// Removes a folder once it is not needed.
    pub fn new(folder: PathBuf) -> Self {
        Self(folder)
    }
}
