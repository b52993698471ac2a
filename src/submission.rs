//! Finding the students' programs in a folder, and naming them safely.

use std::path::PathBuf;

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
}

/// Where a submission's bytes come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A file on disk.
    Path(PathBuf),
    /// Already in memory.
    Bytes(Vec<u8>),
    /// Nothing that can be graded, in words: `connect4.asm is a symbolic link`.
    Refused(String),
    /// The student's folder holds no program.
    Missing,
}

impl Submission {
    /// Reads the program.
    pub fn read(&self) -> Result<Vec<u8>, String> {
        unimplemented!()
    }
}
