//! The folder of reports into which a command writes: nobody else may at the same time.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use c4grade::report::{FolderLock, WriteError};

use super::say;

/// How often a folder in use is looked at.
const INTERVAL: Duration = Duration::from_millis(500);

/// A folder that a command keeps for itself until it ends. A command that grades several times keeps it all the time.
#[derive(Debug)]
pub struct Claim {
    command: &'static str,
    /// Whether to wait for a folder that is in use.
    waits: bool,
    lock: Option<Arc<FolderLock>>,
}

impl Claim {
    /// No folder yet; `command` is how messages name it to others.
    pub fn new(command: &'static str) -> Self {
        Self {
            command,
            waits: false,
            lock: None,
        }
    }

    /// The same, which waits for a folder that is in use, where `waits`.
    #[must_use]
    pub fn waiting(self, waits: bool) -> Self {
        Self { waits, ..self }
    }

    /// Takes a folder, in place of another one that was taken before.
    ///
    /// # Errors
    /// Another process writes into it, or it cannot be used.
    pub fn take(&mut self, folder: &Path) -> Result<(), WriteError> {
        let has_it = self.lock.as_ref().is_some_and(|lock| lock.folder() == folder);
        if !has_it {
            self.lock = Some(Arc::new(self.lock_of(folder)?));
        }
        Ok(())
    }

    fn lock_of(&self, folder: &Path) -> Result<FolderLock, WriteError> {
        let mut is_said = false;
        loop {
            match FolderLock::take(folder, self.command) {
                Err(WriteError::Busy { folder, holder }) if self.waits => {
                    if !is_said {
                        say(&format!("Waiting: {holder} writes into {}.", folder.display()));
                    }
                    is_said = true;
                    thread::sleep(INTERVAL);
                }
                taken => return taken,
            }
        }
    }

    /// What a process does with the folder that ends without giving it back.
    pub fn at_exit(&self) -> impl FnOnce() + Send + 'static {
        let lock = self.lock.clone();
        move || lock.iter().for_each(|lock| lock.remove_file())
    }
}
