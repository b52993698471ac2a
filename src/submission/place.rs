//! Where a file or folder is: on disk, or in an archive that was unpacked into memory.
//!
//! What is unpacked never touches the disk: the names in an archive are no more than keys of a tree, so none of them leads
//! anywhere, and none is reserved, too long or the same as another one on some system.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Content, NoProgram, check_size, name, open};

/// A file or folder.
#[derive(Debug, Clone)]
pub(super) enum Place {
    /// On disk.
    Disk(PathBuf),
    /// In an archive.
    Packed(Arc<Node>),
}

/// The files and folders of a folder in an archive, by their names.
pub(super) type Folder = BTreeMap<String, Arc<Node>>;

/// What an archive holds under a name.
#[derive(Debug)]
pub(super) enum Node {
    /// A folder.
    Folder(Folder),
    /// A file.
    File(Vec<u8>),
    /// A file that is too large to be kept, with its size in bytes.
    Large(u64),
    /// A link.
    Link,
    /// A device, a pipe and the like.
    Other,
    /// A file that cannot be used, with the reason: `is encrypted`.
    Unusable(String),
}

impl From<&Path> for Place {
    fn from(path: &Path) -> Self {
        Self::Disk(path.to_owned())
    }
}

impl From<PathBuf> for Place {
    fn from(path: PathBuf) -> Self {
        Self::Disk(path)
    }
}

impl From<&str> for Place {
    fn from(path: &str) -> Self {
        Self::Disk(path.into())
    }
}

impl Place {
    /// What is in this folder under a name, where there is anything.
    pub fn child(&self, name: &str) -> Option<Self> {
        match self {
            Self::Disk(path) => {
                let path = path.join(name);
                path.symlink_metadata().is_ok().then_some(Self::Disk(path))
            }
            Self::Packed(node) => match &**node {
                Node::Folder(folder) => folder.get(name).cloned().map(Self::Packed),
                _ => None,
            },
        }
    }

    /// Whether it is a folder, links on disk followed.
    pub fn is_folder(&self) -> bool {
        match self {
            Self::Disk(path) => path.is_dir(),
            Self::Packed(node) => matches!(**node, Node::Folder(_)),
        }
    }

    /// Whether it is a file of no bytes.
    pub fn is_empty_file(&self) -> bool {
        match self {
            Self::Disk(path) => path.symlink_metadata().is_ok_and(|data| data.len() == 0),
            Self::Packed(node) => matches!(&**node, Node::File(bytes) if bytes.is_empty()),
        }
    }

    /// The path on disk.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Disk(path) => Some(path),
            Self::Packed(_) => None,
        }
    }

    /// The bytes of a plain file of at most `most` bytes, which messages call `shown`.
    pub fn read(&self, shown: &str, most: u64) -> Result<Vec<u8>, NoProgram> {
        match self {
            Self::Disk(path) => super::read(path, shown, most),
            Self::Packed(node) => packed(node, shown, most).map(<[u8]>::to_vec),
        }
    }

    /// The first bytes of a plain file, at most `most`; `None` where it is none.
    pub fn head(&self, most: u64) -> Option<Vec<u8>> {
        match self {
            Self::Disk(path) => {
                let mut head = Vec::new();
                let file = open(path, "", u64::MAX).ok()?;
                file.take(most).read_to_end(&mut head).ok()?;
                Some(head)
            }
            Self::Packed(node) => match &**node {
                Node::File(bytes) => Some(bytes.iter().take(usize::try_from(most).ok()?).copied().collect()),
                _ => None,
            },
        }
    }

    /// What can be made of the file as a program, which messages call `shown`. On disk nothing is read, and only a plain
    /// file is opened.
    pub fn content(&self, shown: &str) -> Content {
        let there = match self {
            Self::Disk(path) => open(path, shown, super::SIZE_CAP).map(|_| Content::Path(path.clone())),
            Self::Packed(node) => packed(node, shown, super::SIZE_CAP).map(|bytes| Content::Bytes(bytes.to_vec())),
        };
        there.unwrap_or_else(|no_program| match no_program {
            NoProgram::Refused(reason) => Content::Refused(format!("{reason}: ask the student for the program itself")),
            NoProgram::Unreadable(reason) => Content::Unreadable(format!("{reason}: fix that, then grade again")),
        })
    }
}

/// The bytes of a file in an archive.
fn packed<'a>(node: &'a Node, shown: &str, most: u64) -> Result<&'a [u8], NoProgram> {
    let refused = |what: &str| Err(NoProgram::Refused(format!("{shown} {what}")));
    match node {
        Node::File(bytes) => check_size(bytes.len() as u64, shown, most).map(|()| bytes.as_slice()),
        Node::Large(size) => check_size((*size).max(most + 1), shown, most).map(|()| [].as_slice()),
        Node::Folder(_) => refused("is a folder, not a file"),
        Node::Link => refused("is a link, not a file"),
        Node::Other => refused("is a device or a pipe, not a file"),
        Node::Unusable(reason) => refused(reason),
    }
}

/// The last part of a path, as text.
pub(super) fn last_part(path: &Path) -> String {
    path.file_name().map(name::text).unwrap_or_default()
}
