//! The folder of reports into which a command writes: nobody else may at the same time.

use std::path::Path;
use std::sync::Arc;

use c4grade::report::{FolderLock, WriteError};

/// A folder that a command keeps for itself until it ends. A command that grades several times keeps it all the time.
#[derive(Debug)]
pub struct Claim {
    command: &'static str,
    lock: Option<Arc<FolderLock>>,
}

impl Claim {
    /// No folder yet; `command` is how messages name it to others.
    pub fn new(command: &'static str) -> Self {
        Self { command, lock: None }
    }

    /// Takes a folder, in place of another one that was taken before.
    ///
    /// # Errors
    /// Another process writes into it, or it cannot be used.
    pub fn take(&mut self, folder: &Path) -> Result<(), WriteError> {
        let has_it = self.lock.as_ref().is_some_and(|lock| lock.folder() == folder);
        if !has_it {
            self.lock = Some(Arc::new(FolderLock::take(folder, self.command)?));
        }
        Ok(())
    }

    /// What a process does with the folder that ends without giving it back.
    pub fn at_exit(&self) -> impl FnOnce() + Send + 'static {
        let lock = self.lock.clone();
        move || lock.iter().for_each(|lock| lock.remove_file())
    }
}
