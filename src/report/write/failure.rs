//! Why a file could not be written, in words that say what to do.

use std::io;

/// Why a file could not be written, in words that say which limit it met.
pub fn write_failure(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::FileTooLarge => io::Error::other(match file_size_limit() {
            Some(limit) => format!("it would be larger than {limit} bytes, the limit on the size of files (ulimit -f)"),
            None => "it would be larger than the limit on the size of files allows".to_owned(),
        }),
        io::ErrorKind::StorageFull => io::Error::other("the disk is full"),
        io::ErrorKind::QuotaExceeded => io::Error::other("your quota on this disk is used up"),
        _ => error,
    }
}

#[cfg(target_os = "linux")]
fn file_size_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

#[cfg(not(target_os = "linux"))]
fn file_size_limit() -> Option<u64> {
    None
}

/// The cause without the name of the temporary file.
pub(super) fn plain(error: io::Error) -> io::Error {
    if cfg!(windows) && is_held_open(&error) {
        let advice = "another program has it open (such as Excel or a viewer), or it is write-protected; \
                      close it there, then run the same command again";
        return io::Error::new(error.kind(), advice);
    }
    match error.raw_os_error() {
        None if error.kind() != io::ErrorKind::Other => error.kind().into(),
        _ => error,
    }
}

/// Whether Windows refused to replace a file for `ERROR_ACCESS_DENIED`, `ERROR_SHARING_VIOLATION` or `ERROR_LOCK_VIOLATION`,
/// which is what a file in use is answered with.
fn is_held_open(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(5 | 32 | 33))
}
