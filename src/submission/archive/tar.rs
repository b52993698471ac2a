//! Tar files, also in gzip.

use std::io::{self, Read};

use tar::{Archive, Entry, EntryType};

use super::super::name;
use super::super::place::{Folder, Node};
use super::tree::{Path, Tree};
use super::{Limits, too_much};

/// Reads a tar file from beginning to end.
pub(super) fn read(reader: impl Read, limits: &Limits) -> Result<Tree, String> {
    let reader = Limited {
        reader,
        left: limits.unpacked,
    };
    let mut archive = Archive::new(reader);
    let mut tree = Tree::default();

    for entry in archive.entries().map_err(|error| damaged(&error, limits))? {
        let mut entry = entry.map_err(|error| damaged(&error, limits))?;
        tree.count(limits)?;
        let text = name::text_of(&entry.path_bytes());
        match Path::of(&text, false) {
            Path::Parts(parts) => enter(&mut tree, &mut entry, &parts, limits)?,
            Path::Junk(Some(parts)) => tree.put(&parts, Node::Folder(Folder::new())),
            Path::Junk(None) => {}
            // `./`, with which many a tar file begins, is the archive itself.
            Path::Outside if text.trim_end_matches('/') == "." => {}
            Path::Outside => tree.leave_out(&text),
        }
    }

    Ok(tree)
}

fn enter<R: Read>(tree: &mut Tree, entry: &mut Entry<'_, R>, parts: &[String], limits: &Limits) -> Result<(), String> {
    let most = Tree::most(parts);
    match entry.header().entry_type() {
        EntryType::Regular | EntryType::Continuous if entry.size() > most => tree.put(parts, Node::Large(entry.size())),
        EntryType::Regular | EntryType::Continuous => {
            let mut bytes = Vec::new();
            entry
                .take(most)
                .read_to_end(&mut bytes)
                .map_err(|error| damaged(&error, limits))?;
            tree.put_file(parts, bytes, limits)?;
        }
        EntryType::Directory => tree.put(parts, Node::Folder(Folder::new())),
        EntryType::Symlink | EntryType::Link => tree.put(parts, Node::Link),
        // What describes the archive, such as the name of the version that was packed.
        EntryType::XGlobalHeader => {}
        _ => tree.put(parts, Node::Other),
    }
    Ok(())
}

/// A limit that was reached, or an archive that ends too soon.
fn damaged(error: &io::Error, limits: &Limits) -> String {
    if error.kind() == io::ErrorKind::FileTooLarge || error.to_string().contains(TOO_LARGE) {
        return too_much(limits.unpacked);
    }
    "is damaged or is not an archive".to_owned()
}

const TOO_LARGE: &str = "more bytes than the limit";

/// Reads at most so many bytes, and then fails: a reader that only ended would look like an archive that was cut off.
struct Limited<R> {
    reader: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => return Err(io::Error::new(io::ErrorKind::FileTooLarge, TOO_LARGE)),
        }
        Ok(count)
    }
}
