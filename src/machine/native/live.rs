//! How many programs are there to be run in this process: each occupies one of the workers of its class.

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
