//! The files and folders of an archive, from names that may be anything.

use std::sync::Arc;

use super::super::place::{Folder, Node};
use super::super::{METADATA, METADATA_CAP, SIZE_CAP, name};
use super::{Limits, STUDENT, is_readable, too_many, too_much};

/// The most parts of a name, and the most bytes of a part.
const MOST_PARTS: usize = 32;
const LONGEST_PART: usize = 1_024;

/// How many of the names that were left out are kept for messages.
const NAMED: usize = 20;

/// An archive while it is read.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub root: Folder,
    pub left_out: Vec<String>,
    entries: usize,
    pub kept: u64,
}

/// Where a file of an archive belongs.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Path {
    /// The parts of its name.
    Parts(Vec<String>),
    /// Nowhere, because systems or version control left it there; the folder of version control is kept by its name.
    Junk(Option<Vec<String>>),
    /// Nowhere: the name leads out of the archive, or it cannot be a name.
    Outside,
}

impl Path {
    /// The path in a name. Zip files of some Windows programs have backslashes in place of slashes.
    pub fn of(text: &str, has_backslashes: bool) -> Self {
        let is_separator = |letter: char| letter == '/' || (has_backslashes && letter == '\\');
        let is_drive =
            text.as_bytes().get(1) == Some(&b':') && text.starts_with(|first: char| first.is_ascii_alphabetic());
        if text.starts_with(is_separator) || is_drive || text.contains('\0') {
            return Self::Outside;
        }

        let parts: Vec<&str> = text
            .split(is_separator)
            .filter(|part| !part.is_empty() && *part != ".")
            .collect();
        let is_wrong = |part: &&str| *part == ".." || part.len() > LONGEST_PART;
        if parts.iter().any(is_wrong) || parts.len() > MOST_PARTS || parts.is_empty() {
            return Self::Outside;
        }

        let own = |parts: &[&str]| parts.iter().map(|part| (*part).to_owned()).collect();
        let is_junk = |part: &&str| part.starts_with('.') || part.eq_ignore_ascii_case("__MACOSX");
        match parts.iter().position(is_junk) {
            Some(at) => Self::Junk((parts[at] == ".git").then(|| own(&parts[..=at]))),
            None => Self::Parts(own(&parts)),
        }
    }
}

impl Tree {
    /// Counts an entry.
    pub fn count(&mut self, limits: &Limits) -> Result<(), String> {
        self.entries += 1;
        if self.entries > limits.entries {
            return Err(too_many(limits.entries));
        }
        Ok(())
    }

    /// Notes a name that was left out.
    pub fn leave_out(&mut self, text: &str) {
        if self.left_out.len() < NAMED {
            self.left_out.push(name::shown(text));
        }
    }

    /// How many bytes of a file are kept: as many as a program may have, or of an archive as many as a student's.
    pub fn most(parts: &[String]) -> u64 {
        match parts.last() {
            Some(file) if is_readable(file) => STUDENT.packed,
            Some(file) if file == METADATA => METADATA_CAP,
            _ => SIZE_CAP,
        }
    }

    /// Puts a file that was read where it belongs.
    pub fn put_file(&mut self, parts: &[String], bytes: Vec<u8>, limits: &Limits) -> Result<(), String> {
        self.kept += bytes.len() as u64;
        if limits.kept_before + self.kept > limits.kept {
            return Err(too_much(limits.kept));
        }
        self.put(parts, Node::File(bytes));
        Ok(())
    }

    /// Puts anything where it belongs. What is there twice can be neither.
    pub fn put(&mut self, parts: &[String], node: Node) {
        put(&mut self.root, parts, node);
    }
}

fn put(folder: &mut Folder, parts: &[String], node: Node) {
    const TWICE: &str = "is in the archive more than once";
    let Some((first, rest)) = parts.split_first() else {
        return;
    };
    let is_folder = |node: &Node| matches!(node, Node::Folder(_));

    if rest.is_empty() {
        let twice = match folder.get(first) {
            None => false,
            Some(there) if is_folder(there) && is_folder(&node) => return,
            Some(_) => true,
        };
        let node = if twice { Node::Unusable(TWICE.to_owned()) } else { node };
        folder.insert(first.clone(), Arc::new(node));
        return;
    }

    let below = folder
        .entry(first.clone())
        .or_insert_with(|| Arc::new(Node::Folder(Folder::new())));
    // Nobody else has the node while the tree is built.
    match Arc::get_mut(below) {
        Some(Node::Folder(inner)) => put(inner, rest, node),
        Some(other) => *other = Node::Unusable(TWICE.to_owned()),
        None => {}
    }
}
