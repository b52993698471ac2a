//! Puts reports on disk, each whole or not at all.
//!
//! Takes the result model; gives files in one folder: `<slug>.txt`, `<slug>.json`, `<slug>.html` for a student,
//! `index.html`, `scores.csv`, `class.json`, `cases.json` for the class, and in `submissions/` a copy of each submission, whose
//! bytes come ready made. `cases.json` is written before any student's JSON, which refers to it.
//! A file is written beside its place and then renamed, so that whoever reads the folder, or finds it after
//! a kill, sees whole files alone. A [`Draft`] does so for a whole class.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::audience::Audience;
use super::formats::{class_writers, full_student_writers, student_writers};
use super::html::class_page;
use super::json::compact_json;
use super::writer::{CASES, INDEX, RECORD, WriteStudent, Written};
use crate::result::{CaseList, ClassReport, StudentReport, Visibility};

mod draft;
mod failure;

pub use draft::Draft;
use failure::plain;
pub use failure::write_failure;

/// Names of files in the making begin and end like this.
const UNFINISHED: (&str, &str) = (".c4grade-", ".part");

/// Names that the class's own files have.
const RESERVED: [&str; 5] = ["index", "class", "scores", "cases", "identical"];

/// The folder of saved submissions, within that of the reports.
pub(super) const SUBMISSIONS: &str = "submissions";

/// A report that could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The folder cannot be made or read.
    #[error("cannot use {} as the folder for reports", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// Another process writes into the folder.
    #[error("{} is in use: {holder} writes into it. Wait until that has ended, or name another folder with --reports", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
        /// The process, in words.
        holder: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A file that must be there cannot be read.
    #[error("cannot read {}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A slug that would leave the folder, or take the name of a file of the class.
    #[error("cannot write reports named {slug:?}: index, class, scores, cases and identical are files of the class")]
    Slug {
        /// The slug.
        slug: String,
    },
}

/// Why a folder cannot have reports.
pub(super) fn unusable(folder: &Path, error: io::Error) -> WriteError {
    WriteError::Folder {
        folder: folder.to_owned(),
        error: match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                io::Error::new(error.kind(), "it is a file or is inside one; name a folder")
            }
            _ => error,
        },
    }
}

/// A folder of reports. Students may be written from many threads at once.
#[derive(Debug, Clone)]
pub struct Reports {
    folder: PathBuf,
    cases: Arc<CaseList>,
    has_full_text: bool,
    audience: Audience,
}

impl Reports {
    /// A folder for reports on these cases. Makes it where it does not exist, and clears what a killed grading left unfinished in it. Finished reports
    /// stay: [`Reports::begin`] removes those that a grading would leave out of date.
    pub fn create(folder: impl Into<PathBuf>, cases: CaseList) -> Result<Self, WriteError> {
        let folder = folder.into();
        fs::create_dir_all(&folder)
            .and_then(|()| clear_unfinished(&folder))
            .and_then(|()| match clear_unfinished(&folder.join(SUBMISSIONS)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                cleared => cleared,
            })
            .map_err(|error| unusable(&folder, error))?;

        Ok(Self {
            folder,
            cases: Arc::new(cases),
            has_full_text: false,
            audience: Audience::students(Visibility::default()),
        })
    }

    /// The same folder, with text reports that have everything in place of what an e-mail wants, where `is_full`.
    #[must_use]
    pub fn with_full_text(self, is_full: bool) -> Self {
        Self {
            has_full_text: is_full,
            ..self
        }
    }

    /// The same folder, with pages and texts for an audience. The JSON always has everything.
    #[must_use]
    pub fn for_audience(self, audience: Audience) -> Self {
        Self { audience, ..self }
    }

    /// For whom pages and texts are.
    pub(super) fn audience(&self) -> Audience {
        self.audience
    }

    /// Whether text reports have everything.
    pub(super) fn has_full_text(&self) -> bool {
        self.has_full_text
    }

    /// What is written for each student.
    fn student_writers(&self) -> Vec<(&'static str, WriteStudent)> {
        if self.has_full_text {
            full_student_writers()
        } else {
            student_writers()
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The cases of the class.
    pub(super) fn cases(&self) -> &CaseList {
        &self.cases
    }

    /// Where the class page is, or will be.
    pub fn index(&self) -> PathBuf {
        self.folder.join(INDEX)
    }

    /// Writes a student's reports in every format, and the copy of the submission. The JSON is removed first and written
    /// last: while it is there, the others are those of the same grading.
    pub fn write_student(&self, report: &StudentReport, copy: Option<&[u8]>) -> Result<(), WriteError> {
        let slug = plain_slug(&report.slug)?;
        remove(self.folder.join(format!("{slug}.{RECORD}")))?;

        match copy {
            Some(bytes) => self.write_submission(slug, bytes)?,
            None => self.remove_submission(slug)?,
        }

        let seen = self.audience.view(report);
        let seen = Written::new(&seen, &self.cases);
        let whole = Written::new(report, &self.cases);
        for (extension, content) in self.student_writers() {
            let written = if extension == RECORD { &whole } else { &seen };
            self.write(&format!("{slug}.{extension}"), content(written))?;
        }

        Ok(())
    }

    /// Writes the class's reports in every format; the page last, so that it never links to what is not there yet.
    pub fn write_class(&self, class: &ClassReport) -> Result<(), WriteError> {
        for (name, content) in class_writers() {
            self.write(name, content(class))?;
        }

        Ok(())
    }

    /// Writes what all students share.
    pub(super) fn write_cases(&self) -> Result<(), WriteError> {
        self.write(CASES, compact_json(&*self.cases).map_err(io::Error::from))
    }

    /// Writes the class's page.
    pub(super) fn write_index(&self, class: &ClassReport) -> Result<(), WriteError> {
        self.write(INDEX, Ok(class_page(class).into_bytes()))
    }

    /// Writes the copy of a submission.
    fn write_submission(&self, slug: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let file = self.submission_file(slug)?;
        let folder = self.folder.join(SUBMISSIONS);
        let made = fs::create_dir_all(&folder).and_then(|()| write_whole(&folder, &saved_name(slug), bytes));
        made.map_err(|error| WriteError::File {
            file,
            error: plain(write_failure(error)),
        })
    }

    /// Removes the copy of a submission that an earlier grading saved, if it did: another one than that of the report would be
    /// taken for theirs.
    pub fn remove_submission(&self, slug: &str) -> Result<(), WriteError> {
        remove(self.submission_file(slug)?)
    }

    /// Where the copy of a submission is, or would be.
    pub(super) fn submission_file(&self, slug: &str) -> Result<PathBuf, WriteError> {
        saved_submission(&self.folder, slug)
    }

    /// Begins to write the folder's reports again.
    pub fn draft(&self) -> Result<Draft, WriteError> {
        let mut builder = tempfile::Builder::new();
        let folder = builder
            .prefix(UNFINISHED.0)
            .suffix(UNFINISHED.1)
            .tempdir_in(&self.folder);
        let folder = folder.map_err(|error| WriteError::Folder {
            folder: self.folder.clone(),
            error: plain(error),
        })?;

        let reports = Self {
            folder: folder.path().to_owned(),
            cases: Arc::clone(&self.cases),
            has_full_text: self.has_full_text,
            audience: self.audience,
        };
        reports.write_cases()?;
        Ok(Draft {
            reports,
            target: self.folder.clone(),
            _folder: folder,
        })
    }

    fn write(&self, name: &str, content: io::Result<Vec<u8>>) -> Result<(), WriteError> {
        content
            .and_then(|bytes| write_whole(&self.folder, name, &bytes))
            .map_err(|error| self.failed(name, error))
    }

    fn failed(&self, name: &str, error: io::Error) -> WriteError {
        WriteError::File {
            file: self.folder.join(name),
            error: plain(write_failure(error)),
        }
    }
}

/// Where a folder of reports has the copy of a submission, or would have it.
pub fn saved_submission(folder: &Path, slug: &str) -> Result<PathBuf, WriteError> {
    Ok(folder.join(SUBMISSIONS).join(saved_name(plain_slug(slug)?)))
}

/// Removes a file that need not be there.
pub(super) fn remove(file: PathBuf) -> Result<(), WriteError> {
    remove_quietly(&file).map_err(|error| WriteError::File { file, error })
}

/// Removes a file that need not be there.
fn remove_quietly(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The name of the copy of a submission, within the folder of those.
pub(super) fn saved_name(slug: &str) -> String {
    format!("{slug}.json.gz")
}

/// Writes a file beside its place and renames it.
pub(super) fn write_whole(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED.0).suffix(UNFINISHED.1);
    // Without this a report would be its owner's alone; the umask still holds.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(folder.join(name)).map_err(|error| error.error)?;
    Ok(())
}

fn clear_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let unfinished = name
            .to_str()
            .is_some_and(|name| name.starts_with(UNFINISHED.0) && name.ends_with(UNFINISHED.1));
        if unfinished && entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else if unfinished {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Slugs are made to be safe; this refuses one that is not.
pub(super) fn plain_slug(slug: &str) -> Result<&str, WriteError> {
    let plain = !slug.is_empty()
        && !slug.starts_with('.')
        && !slug.contains(|character: char| matches!(character, '/' | '\\' | ':') || character.is_control())
        && !RESERVED.contains(&slug.to_ascii_lowercase().as_str());
    if plain {
        Ok(slug)
    } else {
        Err(WriteError::Slug { slug: slug.to_owned() })
    }
}

#[cfg(test)]
mod tests;
