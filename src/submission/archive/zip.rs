//! Zip files.

use std::borrow::Cow;
use std::io::{Read, Seek};

use zip::ZipArchive;
use zip::read::ZipFile;

use super::super::place::{Folder, Node};
use super::tree::{Path, Tree};
use super::{Limits, too_many, too_much};

const DAMAGED: &str = "is damaged";

/// Reads a zip file.
pub(super) fn read(reader: impl Read + Seek, limits: &Limits) -> Result<Tree, String> {
    let mut archive = ZipArchive::new(reader).map_err(|_| "is damaged or is not a zip file".to_owned())?;
    if archive.has_duplicate_names() {
        return Err("has several files of the same name".to_owned());
    }
    if archive.len() > limits.entries {
        return Err(too_many(limits.entries));
    }

    let mut tree = Tree::default();
    let mut unpacked = 0;
    for index in 0..archive.len() {
        tree.count(limits)?;
        // The entry as it is stored: an encrypted one cannot be opened, but has a name.
        let Ok(entry) = archive.by_index_raw(index) else {
            tree.leave_out("an entry that is damaged");
            continue;
        };
        let text = name_of(&entry);
        let parts = match Path::of(&text, true) {
            Path::Parts(parts) => parts,
            Path::Junk(Some(parts)) => {
                tree.put(&parts, Node::Folder(Folder::new()));
                continue;
            }
            Path::Junk(None) => continue,
            Path::Outside => {
                tree.leave_out(&text);
                continue;
            }
        };
        if let Some(node) = without_content(&entry, &text, &parts) {
            tree.put(&parts, node);
            continue;
        }
        drop(entry);

        match file(&mut archive, index, &parts, limits.unpacked - unpacked) {
            Ok(Some(bytes)) => {
                unpacked += bytes.len() as u64;
                tree.put_file(&parts, bytes, limits)?;
            }
            Ok(None) => return Err(too_much(limits.unpacked)),
            Err(node) => tree.put(&parts, node),
        }
    }

    Ok(tree)
}

/// The name of an entry. Many programs write UTF-8 and do not say so; what is none is CP437, as of old.
fn name_of<R: Read>(entry: &ZipFile<'_, R>) -> String {
    match std::str::from_utf8(entry.name_raw()) {
        Ok(text) => text.to_owned(),
        Err(_) => entry
            .name()
            .unwrap_or_else(|_| String::from_utf8_lossy(entry.name_raw()))
            .into_owned(),
    }
}

/// What an entry is of which nothing is read.
fn without_content<R: Read>(entry: &ZipFile<'_, R>, text: &str, parts: &[String]) -> Option<Node> {
    const KIND: u32 = 0o170_000;
    const FILE: u32 = 0o100_000;
    let kind = entry.unix_mode().map_or(0, |mode| mode & KIND);
    if entry.is_dir() || text.ends_with('\\') {
        return Some(Node::Folder(Folder::new()));
    }
    if entry.is_symlink() {
        return Some(Node::Link);
    }
    if kind != 0 && kind != FILE {
        return Some(Node::Other);
    }
    if entry.encrypted() {
        return Some(Node::Unusable("is encrypted".to_owned()));
    }
    (entry.size() > Tree::most(parts)).then(|| Node::Large(entry.size()))
}

/// The bytes of a file; `None` where there are more than `left`, and an error where it cannot be used.
fn file<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    index: usize,
    parts: &[String],
    left: u64,
) -> Result<Option<Vec<u8>>, Node> {
    let unusable = |reason: Cow<'static, str>| Node::Unusable(reason.into_owned());
    let entry = archive.by_index(index).map_err(|error| match error {
        zip::result::ZipError::UnsupportedArchive(_) => {
            unusable("is packed in a way that c4grade cannot unpack".into())
        }
        _ => unusable(DAMAGED.into()),
    })?;

    // One byte beyond the limit shows an entry that is larger than it says.
    let most = Tree::most(parts);
    let mut bytes = Vec::new();
    entry
        .take(most.min(left) + 1)
        .read_to_end(&mut bytes)
        .map_err(|_| unusable(DAMAGED.into()))?;
    if bytes.len() as u64 > left {
        return Ok(None);
    }
    if bytes.len() as u64 > most {
        return Err(Node::Large(bytes.len() as u64));
    }
    Ok(Some(bytes))
}
