//! Whether two paths are the same file: what is read must not be overwritten by what is made of it.

use std::io;
use std::path::{Path, PathBuf};

/// So many links are followed, one after the other.
const MOST_LINKS: usize = 40;

/// Whether two paths are one regular file, whatever it is called, or will be one when it is written.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.metadata(), other.metadata()) {
        (Ok(a), Ok(b)) => a.is_file() && b.is_file() && is_same(&a, &b, one, other),
        (Err(_), Err(_)) => matches!((place(one), place(other)), (Some(one), Some(other)) if one == other),
        _ => false,
    }
}

#[cfg(unix)]
fn is_same(a: &std::fs::Metadata, b: &std::fs::Metadata, _: &Path, _: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same(_: &std::fs::Metadata, _: &std::fs::Metadata, one: &Path, other: &Path) -> bool {
    one.canonicalize()
        .is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Where a file that is not there yet will be.
fn place(file: &Path) -> Option<PathBuf> {
    let target = target(file).ok()?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(target.file_name()?))
}

/// The file that a link leads to, also where that is not there yet; any other path as it is.
pub fn target(file: &Path) -> io::Result<PathBuf> {
    if let Ok(target) = file.canonicalize() {
        return Ok(target);
    }
    let mut target = file.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = target.read_link() else {
            return Ok(target);
        };
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("its links lead to each other, and to no file"))
}
