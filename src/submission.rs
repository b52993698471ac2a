//! Finding the students' programs in a folder, and naming them safely.
//!
//! Takes the path an instructor names and the file names a program may have; returns one [`Submission`] per student, in
//! the order of their names, and remarks on everything that was read in a way the instructor may not expect. What
//! students hand in is hostile: a link, a pipe, a folder or a giant in the place of a program is refused with its
//! reason and never opened. Must not know what a program means, nor how it is graded.
//!
//! | module | what it is for |
//! |---|---|
//! | [`find`](mod@find) | the way through the folder, and what is made of it |
//! | `place` | files and folders, on disk or in an archive |
//! | `archive` | archives, unpacked into memory within limits |
//! | `platform` | uploads as Canvas, Moodle and Blackboard name them |
//! | `brightspace` | uploads as Brightspace names them |
//! | `classroom` | what the names of repositories of GitHub Classroom begin with |
//! | `gradescope` | the metadata of an export of Gradescope |
//! | `online_text` | text that was typed into a form, as a program |
//! | `options` | how the instructor wants a download to be read |
//! | `choice` | the files that the instructor has chosen |
//! | `roster` | who is in the class |
//! | `layout` | one function per way of laying out a class, in the order they are tried |
//! | `companions` | programs of several files |
//! | `folder` | which file in a student's folder is the program |
//! | `walk` | the walk through a student's folder and the archives in it |
//! | `survey` | what the entries of the folder are read as |
//! | `gather` | one submission per student, from everything that was found |
//! | `earlier_reports` | folders of reports among the submissions, which are nobody's |
//! | `doubt` | files that may be a student's work though they are no program by their names |
//! | `name` | file names as text, also when they are not |
//! | [`slug`](mod@slug) | safe, unique file names for report files |

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::diagnostic::wording::system_words;

mod archive;
mod brightspace;
mod choice;
mod classroom;
mod companions;
mod doubt;
mod earlier_reports;
pub mod find;
mod folder;
mod gather;
mod gradescope;
mod layout;
mod name;
mod online_text;
mod options;
mod place;
mod platform;
mod roster;
pub mod slug;
mod survey;
mod walk;

#[cfg(test)]
mod tests;

pub use companions::together;
pub use find::{FindError, find, find_linked, find_with, from_memory};
pub use gather::Found;
pub use layout::{Layout, Links};
pub use options::{NamePattern, Options};
pub use roster::Roster;
pub use slug::slug;

/// The largest program that is read, in bytes. Real ones have some ten thousand.
pub const SIZE_CAP: u64 = 1 << 20;

/// The file of an export of Gradescope that says whose the submissions are, and the most bytes of it that are read: it also
/// has every earlier attempt and its results.
const METADATA: &str = "submission_metadata.yml";
const METADATA_CAP: u64 = 64 << 20;

/// Why text that a student typed into a form may not be the program.
const TYPED: &str = "the student typed text into a form and uploaded no file";

/// One student's program, found in the folder that is graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The student, as the folder or file names them. May hold anything a file name can.
    pub student: String,
    /// A safe, unique file name made from it: for report files.
    pub slug: String,
    /// The file, as shown in messages: relative to the folder that is graded.
    pub file: String,
    /// Where to read it, or why there is nothing to read.
    pub content: Content,
    /// Why it may not be the requested program, in words, if that is a guess: `there is no connect4.asm; lab4.asm
    /// was graded instead`. Then it never gets a zero.
    pub doubt: Option<String>,
    /// What the student called the file, where that is not the requested name, and there is no doubt that it is the
    /// program: `connect4 (1).asm`.
    pub called: Option<String>,
    /// What the learning platform says of it, from which it was downloaded.
    pub origin: Origin,
}

/// What is known of a submission beside its program: most of it from a learning platform.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Origin {
    /// The student's name, as the platform or the roster has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number or code by which it knows the student.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The student's e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The name by which the student logs in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub login: Option<String>,
    /// Whether it was marked as late.
    pub late: bool,
    /// How many earlier attempts of the student there are.
    pub earlier: usize,
    /// What the submissions of a group have in common.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// How the student's name was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<Layout>,
    /// Other programs of the student.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_aside: Option<SetAside>,
}

/// Programs of a student that were not graded, because another one was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetAside {
    /// Their files.
    pub files: Vec<String>,
    /// Which was graded, why, and which were not, in words, safe to print.
    pub words: String,
}

/// Where a submission's bytes come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A file on disk.
    Path(PathBuf),
    /// Several files on disk that are one program, by their names, the main one first.
    Files(Vec<(String, PathBuf)>),
    /// Already in memory.
    Bytes(Vec<u8>),
    /// Nothing that can be graded, in words: `connect4.asm is a symbolic link`.
    Refused(String),
    /// Something that the system does not let us read, in words: no fault of the student's.
    Unreadable(String),
    /// The student handed in nothing: the folder holds nothing in which there could be work.
    Missing,
}

impl Submission {
    /// The program's bytes; several files are a [bundle](crate::diagnostic::bundle).
    ///
    /// The error says in words why there are none. The file is looked at again before and after it is opened, and no
    /// more than [`SIZE_CAP`] bytes are accepted, even if it changed since it was found.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::Path(path) => read(path, &self.shown_file(), SIZE_CAP).map_err(NoProgram::into_reason),
            Content::Files(files) => companions::read_all(files),
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Refused(reason) | Content::Unreadable(reason) => Err(reason.clone()),
            Content::Missing => Err("there is no program".to_owned()),
        }
    }

    /// Whether it is text that was typed into a form, which no other name makes a file.
    pub fn is_typed(&self) -> bool {
        self.doubt.as_deref() == Some(TYPED)
    }

    /// Other sources of the student, in words: perhaps one of them is the program, or belongs to it.
    pub fn other_sources(&self) -> Option<&str> {
        let extension = |file: &str| {
            file.rsplit_once('.')
                .map(|(_, extension)| extension.to_ascii_lowercase())
        };
        let set_aside = self.origin.set_aside.as_ref()?;
        let is_source = |file: &String| extension(file) == extension(&self.file);
        set_aside.files.iter().any(is_source).then_some(&set_aside.words[..])
    }

    fn shown_file(&self) -> String {
        name::shown(self.file.rsplit('/').next().unwrap_or(&self.file))
    }
}

/// Why a path is no program.
#[derive(Debug)]
enum NoProgram {
    /// What is there is nothing to grade.
    Refused(String),
    /// The system does not let us read it.
    Unreadable(String),
}

impl NoProgram {
    fn into_reason(self) -> String {
        match self {
            Self::Refused(reason) | Self::Unreadable(reason) => reason,
        }
    }

    fn unreadable(shown: &str, error: &io::Error) -> Self {
        Self::Unreadable(format!("{shown} cannot be read: {}", system_words(error)))
    }
}

fn read(path: &Path, shown: &str, most: u64) -> Result<Vec<u8>, NoProgram> {
    let file = open(path, shown, most)?;
    let mut bytes = Vec::new();
    // One byte beyond the cap detects a file that grew since it was checked.
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| NoProgram::unreadable(shown, &error))?;
    check_size(bytes.len() as u64, shown, most)?;
    Ok(bytes)
}

/// Opens a plain file of at most `most` bytes.
///
/// Opening a pipe would wait forever and opening a device may do anything, so the kind is known before. It is asked
/// again of the open file, which nobody can exchange any more.
fn open(path: &Path, shown: &str, most: u64) -> Result<File, NoProgram> {
    let unreadable = |error: io::Error| NoProgram::unreadable(shown, &error);
    let before = fs::symlink_metadata(path).map_err(unreadable)?;
    check_kind(before.file_type(), shown)?;
    check_size(before.len(), shown, most)?;

    let file = File::open(path).map_err(unreadable)?;
    let opened = file.metadata().map_err(unreadable)?;
    check_kind(opened.file_type(), shown)?;
    if !same_file(&before, &opened) {
        return Err(NoProgram::Refused(format!(
            "{shown} was replaced while it was being opened"
        )));
    }

    check_size(opened.len(), shown, most)?;
    Ok(file)
}

/// The file of the same folder, or of one in it, to which a symbolic link leads.
fn linked_file(path: &Path) -> Option<String> {
    let target = path.read_link().ok()?;
    let mut parts = target.components();
    let is_inside = parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let file = path.parent()?.join(&target).symlink_metadata().ok()?;
    (is_inside && file.is_file()).then(|| name::text(target.as_os_str()))
}

#[cfg(unix)]
fn same_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

fn check_kind(kind: FileType, shown: &str) -> Result<(), NoProgram> {
    if kind.is_file() {
        Ok(())
    } else {
        let reason = format!("{shown} is {}, not a file", kind_in_words(kind));
        Err(NoProgram::Refused(reason))
    }
}

fn kind_in_words(kind: FileType) -> &'static str {
    if kind.is_symlink() {
        return "a symbolic link";
    }
    if kind.is_dir() {
        return "a folder";
    }

    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;

        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }

    "something else"
}

fn check_size(size: u64, shown: &str, most: u64) -> Result<(), NoProgram> {
    if size <= most {
        return Ok(());
    }
    let what = if most == SIZE_CAP {
        "a program has"
    } else {
        "c4grade unpacks"
    };
    let reason = format!("{shown} has {size} bytes; {what} at most {most} ({} MiB)", most >> 20);
    Err(NoProgram::Refused(reason))
}
