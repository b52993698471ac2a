//! Reading the files of an assignment.

use std::io::{self, Read as _};
use std::path::Path;

use crate::yaml;

/// Reads a regular file, a little more than the largest that is accepted at most.
pub(crate) fn read_capped(path: &Path) -> io::Result<Vec<u8>> {
    let metadata = path.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(yaml::MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
}
