//! The files of a shard: a folder of reports on a part of a class, with a record of what became of the part.
//!
//! The record comes ready made. It is written last and removed first, so that a folder with a record is finished. Beside it are
//! the SHA-256 sums of every file that is merged, in the form of `sha256sum`, so that each damage is noticed.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use sha2::{Digest as _, Sha256};

use super::formats::student_writers;
use super::write::{Reports, SUBMISSIONS, WriteError, plain_slug, remove, saved_name, write_whole};
use super::writer::CASES;
use crate::result::CaseList;

/// The folder of the record, within that of the reports. No student's file has an extension of none.
const SHARD: &str = "shard";
/// The record.
const RECORD: &str = "shard.json";
/// The sources of the programs, one after the other.
const SOURCES: &str = "sources";
/// The sums of the files, within the same folder.
const SUMS: &str = "SHA256SUMS";
/// The most bytes of a record.
const MOST: u64 = 1 << 30;
/// The most bytes of a source that is read.
const LONGEST: u64 = 16 << 20;

impl Reports {
    /// Removes the record, and then the other files of the shard, because the reports are about to change: what would be left of
    /// it makes a whole class look like a shard that is not finished.
    pub(super) fn forget_shard(&self) -> Result<(), WriteError> {
        let folder = self.folder().join(SHARD);
        for name in [RECORD, SOURCES, SUMS] {
            remove(folder.join(name))?;
        }
        // What else may be in it is not ours, and stays.
        let _ = fs::remove_dir(folder);
        Ok(())
    }

    /// Writes the record of a part, the sources of its programs, and the sums of these and of the files of its students, when
    /// everything else is written.
    ///
    /// # Errors
    /// The file that cannot be read or written.
    pub fn write_shard(&self, record: &[u8], sources: &[u8], slugs: &[&str], is_saved: bool) -> Result<(), WriteError> {
        let mut files = vec![CASES.to_owned()];
        for slug in slugs {
            files.extend(names(slug, is_saved)?);
        }
        let sums: Result<Vec<String>, WriteError> = files.par_iter().map(|name| self.sum_line(name)).collect();
        let own = [(RECORD, record), (SOURCES, sources)];
        let own = own.map(|(name, bytes)| line(&sum(bytes), &format!("{SHARD}/{name}")));
        let sums = sums?.concat() + &own.concat();

        let folder = self.folder().join(SHARD);
        for (name, bytes) in [(SOURCES, sources), (SUMS, sums.as_bytes()), (RECORD, record)] {
            let written = fs::create_dir_all(&folder).and_then(|()| write_whole(&folder, name, bytes));
            written.map_err(|error| WriteError::File {
                file: folder.join(name),
                error,
            })?;
        }
        Ok(())
    }

    /// The line of a file that was written.
    fn sum_line(&self, name: &str) -> Result<String, WriteError> {
        let file = self.folder().join(name);
        match sum_of(&file) {
            Ok(sum) => Ok(line(&sum, name)),
            Err(error) => Err(WriteError::Unreadable { file, error }),
        }
    }

    /// Puts a student's reports of a shard in place, in which the JSON is removed first and written last.
    ///
    /// # Errors
    /// The file that cannot be written.
    pub fn adopt(&self, shard: &Path, slug: &str, is_saved: bool) -> Result<(), WriteError> {
        let names = names(slug, is_saved)?;
        if let Some(json) = names.first() {
            remove(self.folder().join(json))?;
        }
        if !is_saved {
            self.remove_submission(slug)?;
        }

        for name in names.iter().rev() {
            let target = self.folder().join(name);
            remove(target.clone())?;
            put(&shard.join(name), &target).map_err(|error| WriteError::File { file: target, error })?;
        }
        Ok(())
    }
}

/// One file under another name: a hard link where that is possible, for nothing writes into a report in place; else a copy.
fn put(from: &Path, to: &Path) -> io::Result<()> {
    let folder = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    if fs::hard_link(from, to).is_ok() {
        return Ok(());
    }
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    write_whole(folder, &name, &fs::read(from)?)
}

/// The names of a student's files, the JSON first, within the folder of the reports.
fn names(slug: &str, is_saved: bool) -> Result<Vec<String>, WriteError> {
    let slug = plain_slug(slug)?;
    let reports = student_writers().into_iter().rev();
    let reports = reports.map(|(extension, _)| format!("{slug}.{extension}"));
    Ok(reports
        .chain(is_saved.then(|| format!("{SUBMISSIONS}/{}", saved_name(slug))))
        .collect())
}

/// A line of the sums, as `sha256sum --check` reads it.
fn line(sum: &str, name: &str) -> String {
    format!("{sum}  {name}\n")
}

/// The SHA-256 of some bytes in hexadecimal digits.
fn sum(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes);
    digits
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// The sum of a file. A link is none.
fn sum_of(file: &Path) -> io::Result<String> {
    if !fs::symlink_metadata(file)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(MOST).read_to_end(&mut bytes)?;
    Ok(sum(&bytes))
}

/// The sums of a shard, by the names of the files.
pub struct Sums(HashMap<String, String>);

/// A finished shard on disk.
pub struct ShardFolder<'a>(pub &'a Path);

impl ShardFolder<'_> {
    /// The bytes of the record; `None` where the part is not finished.
    ///
    /// # Errors
    /// What the system says, or that the file is too large.
    pub fn record(&self) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        let file = match File::open(self.0.join(SHARD).join(RECORD)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        file.take(MOST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST {
            return Err(io::Error::other(format!("it has more than {MOST} bytes")));
        }
        Ok(Some(bytes))
    }

    /// A part of the sources.
    ///
    /// # Errors
    /// What the system says, or that they are not there.
    pub fn source(&self, start: u64, length: u64) -> io::Result<String> {
        let mut file = File::open(self.0.join(SHARD).join(SOURCES))?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(length.min(LONGEST)).read_to_end(&mut bytes)?;
        let text = String::from_utf8(bytes).map_err(io::Error::other)?;
        let is_whole = text.len() as u64 == length;
        is_whole
            .then_some(text)
            .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    /// What all students share.
    ///
    /// # Errors
    /// What the system says, or that the file is none of c4grade.
    pub fn cases(&self) -> io::Result<CaseList> {
        let mut bytes = Vec::new();
        File::open(self.0.join(CASES))?.take(MOST).read_to_end(&mut bytes)?;
        Ok(serde_json::from_slice(&bytes)?)
    }

    /// The sums of its files.
    ///
    /// # Errors
    /// What the system says, or that they are no text.
    pub fn sums(&self) -> io::Result<Sums> {
        let mut text = String::new();
        let file = File::open(self.0.join(SHARD).join(SUMS))?;
        file.take(MOST).read_to_string(&mut text)?;
        let lines = text.lines().filter_map(|line| line.split_once("  "));
        Ok(Sums(
            lines.map(|(sum, name)| (name.to_owned(), sum.to_owned())).collect(),
        ))
    }

    /// The first file of the shard itself that is not as it was written.
    pub fn damaged(&self, sums: &Sums) -> Option<String> {
        let own = [RECORD, SOURCES].map(|name| format!("{SHARD}/{name}"));
        let mut files = own.into_iter().chain([CASES.to_owned()]);
        files.find(|name| !self.is_as_written(name, sums))
    }

    /// Whether a student's files are there as they were written.
    pub fn has(&self, slug: &str, is_saved: bool, sums: &Sums) -> bool {
        names(slug, is_saved).is_ok_and(|names| names.iter().all(|name| self.is_as_written(name, sums)))
    }

    fn is_as_written(&self, name: &str, Sums(sums): &Sums) -> bool {
        let there = sum_of(&self.0.join(name)).ok();
        there.is_some() && there.as_ref() == sums.get(name)
    }
}
