//! Archives: unpacked into memory, within limits.
//!
//! An archive that a student made is hostile. No name in it is ever used as a path, links and devices are not followed, and
//! what it holds is counted before it is kept: an archive that is damaged, encrypted or beyond a limit is refused with its
//! reason. A file that is damaged or encrypted spoils no other file of the archive.
//!
//! | module | what it is for |
//! |---|---|
//! | `tree` | the files and folders of an archive, from names that may be anything |
//! | `zip` | zip files |
//! | `tar` | tar files, also in gzip |

use std::io::{BufReader, Cursor, Read, Seek};
use std::sync::Arc;

use super::place::{Node, Place};
use super::{NoProgram, open as open_file};
use crate::diagnostic::wording::system_words;

mod tar;
mod tree;
mod zip;

#[cfg(test)]
mod tests;

use tree::Tree;

/// Endings of archives that are unpacked.
const READABLE: [&str; 4] = [".tar.gz", ".tgz", ".zip", ".tar"];

/// Endings of all archives. Those of two parts come first.
const ARCHIVES: [&str; 15] = [
    ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tgz", ".tbz2", ".txz", ".zip", ".tar", ".7z", ".rar", ".gz",
    ".bz2", ".xz", ".zst",
];

/// How much an archive may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Its own bytes.
    pub packed: u64,
    /// Bytes that come out of it.
    pub unpacked: u64,
    /// Bytes of the files that are kept in memory, with those of other archives.
    pub kept: u64,
    /// Bytes that are kept already, of other archives of the same student.
    pub kept_before: u64,
    /// Files and folders.
    pub entries: usize,
}

const MIB: u64 = 1 << 20;

/// Of a student's archive.
pub(super) const STUDENT: Limits = Limits {
    packed: 64 * MIB,
    unpacked: 128 * MIB,
    kept: 64 * MIB,
    kept_before: 0,
    entries: 10_000,
};

/// Of the download of a whole class.
pub(super) const CLASS: Limits = Limits {
    packed: 4096 * MIB,
    unpacked: 4096 * MIB,
    kept: 1024 * MIB,
    kept_before: 0,
    entries: 500_000,
};

/// An archive that was unpacked.
#[derive(Debug)]
pub(super) struct Unpacked {
    /// Its files and folders.
    pub root: Place,
    /// How many bytes of them are kept in memory.
    pub kept: u64,
    /// Names that lead out of the archive or cannot be names, which were left out.
    pub left_out: Vec<String>,
}

/// A file's name without the ending of an archive; `None` where it is none by its name.
pub(super) fn stem(file: &str) -> Option<&str> {
    without_ending(file, &ARCHIVES)
}

/// Whether a file is an archive that can be unpacked, by its name.
pub(super) fn is_readable(file: &str) -> bool {
    without_ending(file, &READABLE).is_some()
}

fn without_ending<'a>(file: &'a str, endings: &[&str]) -> Option<&'a str> {
    endings.iter().find_map(|ending| {
        let stem = file.len().checked_sub(ending.len())?;
        let (stem, own) = (file.get(..stem)?, file.get(stem..)?);
        (own.eq_ignore_ascii_case(ending) && !stem.is_empty()).then_some(stem)
    })
}

/// Unpacks an archive. The error completes a sentence that begins with its name: `is encrypted`.
pub(super) fn unpack(place: &Place, shown: &str, limits: &Limits) -> Result<Unpacked, String> {
    let tree = match place {
        Place::Disk(path) => {
            let file = open_file(path, shown, limits.packed).map_err(|error| without_name(error, shown))?;
            read(BufReader::new(file), limits)
        }
        Place::Packed(_) => {
            let bytes = place
                .read(shown, limits.packed)
                .map_err(|error| without_name(error, shown))?;
            read(Cursor::new(bytes), limits)
        }
    }?;

    Ok(Unpacked {
        kept: tree.kept,
        root: Place::Packed(Arc::new(Node::Folder(tree.root))),
        left_out: tree.left_out,
    })
}

/// The reason why a file is not opened, without the file's name in front.
fn without_name(error: NoProgram, shown: &str) -> String {
    let reason = error.into_reason();
    match reason.strip_prefix(shown) {
        Some(rest) => rest.trim_start().to_owned(),
        None => reason,
    }
}

/// Reads an archive of whatever kind its first bytes say: browsers and students rename archives.
fn read(mut reader: impl Read + Seek, limits: &Limits) -> Result<Tree, String> {
    let mut start = [0; 4];
    let length = reader.read(&mut start).map_err(|error| unreadable(&error))?;
    reader.rewind().map_err(|error| unreadable(&error))?;

    match &start[..length] {
        [b'P', b'K', ..] => zip::read(reader, limits),
        [0x1f, 0x8b, ..] => tar::read(flate2::read::MultiGzDecoder::new(reader), limits),
        [] => Err("is empty".to_owned()),
        _ => tar::read(reader, limits),
    }
}

fn unreadable(error: &std::io::Error) -> String {
    format!("cannot be read: {}", system_words(error))
}

/// Why an archive beyond a limit is not unpacked.
fn too_much(most: u64) -> String {
    format!("unpacks to more than {} MiB", most / MIB)
}

fn too_many(most: usize) -> String {
    format!("has more than {most} entries")
}
