//! One command at a time writes into a folder of reports.
//!
//! The lock is one of the operating system, on a hidden file in the folder. The system releases it when the process ends, however
//! it ends, so that no lock is left behind. The file says who holds the lock, and is removed with it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::visible::visible;
use super::write::{WriteError, unusable};

/// The file that is locked.
const LOCK: &str = ".c4grade.lock";
/// The most bytes that are read of it: anybody may have written it.
const MOST: u64 = 200;

/// A folder of reports into which nobody else writes while this exists.
#[derive(Debug)]
pub struct FolderLock {
    folder: PathBuf,
    _file: File,
}

impl FolderLock {
    /// Takes the lock of a folder, which is made where it does not exist. `command` is how messages name it to others.
    ///
    /// # Errors
    /// [`WriteError::Busy`] where another process has it, or that the folder cannot be used.
    pub fn take(folder: &Path, command: &str) -> Result<Self, WriteError> {
        loop {
            let mut file = open(folder).map_err(|error| unusable(folder, error))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(WriteError::Busy {
                        folder: folder.to_owned(),
                        holder: holder(&mut file),
                    });
                }
                // Some network disks have no locks: there it is the user who must not grade twice.
                Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                    return Err(unusable(folder, error));
                }
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }

            // Whoever had it before may have removed the file after it was opened here.
            if is_in(folder, &file) {
                // Who holds it is for messages only.
                let _ = file.set_len(0).and_then(|()| file.write_all(own(command).as_bytes()));
                return Ok(Self {
                    folder: folder.to_owned(),
                    _file: file,
                });
            }
        }
    }

    /// Removes the file while it is locked, before the process ends or the lock is released.
    pub fn remove_file(&self) {
        let _ = fs::remove_file(self.folder.join(LOCK));
    }

    /// The folder that is locked.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        self.remove_file();
    }
}

fn open(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let mut options = File::options();
    options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(folder.join(LOCK))
}

/// Whether the lock of a folder is on this file, and not on one that came later.
#[cfg(unix)]
fn is_in(folder: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let now = fs::metadata(folder.join(LOCK)).map(identity).ok();
    now.is_some() && now == file.metadata().map(identity).ok()
}

#[cfg(not(unix))]
fn is_in(folder: &Path, _: &File) -> bool {
    folder.join(LOCK).exists()
}

/// This process in words.
fn own(command: &str) -> String {
    let process = std::process::id();
    match host() {
        Some(host) => format!("c4grade {command}, process {process} on {host}"),
        None => format!("c4grade {command}, process {process}"),
    }
}

#[cfg(target_os = "linux")]
fn host() -> Option<String> {
    nix::unistd::gethostname().ok()?.into_string().ok()
}

#[cfg(not(target_os = "linux"))]
fn host() -> Option<String> {
    None
}

/// Who holds the lock, as the file says; there are systems on which a locked file cannot be read.
fn holder(file: &mut File) -> String {
    let mut bytes = Vec::new();
    let _ = file.take(MOST).read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    match text.trim() {
        "" => "another c4grade".to_owned(),
        text => visible(text).into_owned(),
    }
}
