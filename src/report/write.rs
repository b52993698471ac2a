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

/// Reports in the making, in a hidden folder within the one they are for. Gone when it is dropped unpublished.
#[derive(Debug)]
pub struct Draft {
    reports: Reports,
    target: PathBuf,
    _folder: tempfile::TempDir,
}

impl Draft {
    /// Where to write them.
    pub fn reports(&self) -> &Reports {
        &self.reports
    }

    /// The folder in which they are made.
    pub fn folder(&self) -> &Path {
        &self.reports.folder
    }

    /// Puts them in place, the cases first and the class's other files last.
    pub fn publish(self) -> Result<(), WriteError> {
        let moved = move_files(&self.reports.folder, &self.target);
        moved.map_err(|(file, error)| WriteError::File {
            file,
            error: plain(error),
        })
    }
}

/// Moves every file into another folder of the same disk, those in folders before others. The error names the file to be.
fn move_files(from: &Path, to: &Path) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (to.to_owned(), error);
    fs::create_dir_all(to).map_err(failed)?;
    let entries = fs::read_dir(from).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(failed)?;

    // While a student's JSON is there the other reports are those of the same grading: the old one goes first, and the new
    // one comes last.
    for old in entries.iter().map(|entry| to.join(entry.file_name())) {
        if is_json(&old) && !is_of_the_class(&old) {
            remove_quietly(&old).map_err(|error| (old, error))?;
        }
    }

    entries.sort_by_key(|entry| {
        let path = entry.path();
        (
            !path.ends_with(CASES),
            !path.is_dir(),
            is_of_the_class(&path),
            is_json(&path),
            entry.file_name(),
        )
    });
    for entry in entries {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            move_files(&entry.path(), &target)?;
        } else {
            fs::rename(entry.path(), &target).map_err(|error| (target, error))?;
        }
    }
    Ok(())
}

fn is_of_the_class(path: &Path) -> bool {
    let stem = path.file_stem().and_then(std::ffi::OsStr::to_str);
    stem.is_some_and(|stem| RESERVED.contains(&stem))
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == RECORD)
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

/// Why a file could not be written, in words that say which limit it met.
pub fn write_failure(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::FileTooLarge => io::Error::other(match file_size_limit() {
            Some(limit) => format!("it would be larger than {limit} bytes, the limit on the size of files (ulimit -f)"),
            None => "it would be larger than the limit on the size of files allows".to_owned(),
        }),
        io::ErrorKind::StorageFull => io::Error::other("the disk is full"),
        io::ErrorKind::QuotaExceeded => io::Error::other("your quota on this disk is used up"),
        _ => error,
    }
}

#[cfg(target_os = "linux")]
fn file_size_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Fsize).current
}

#[cfg(not(target_os = "linux"))]
fn file_size_limit() -> Option<u64> {
    None
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

/// The cause without the name of the temporary file.
fn plain(error: io::Error) -> io::Error {
    if cfg!(windows) && is_held_open(&error) {
        let advice = "another program has it open (such as Excel or a viewer), or it is write-protected; \
                      close it there, then run the same command again";
        return io::Error::new(error.kind(), advice);
    }
    match error.raw_os_error() {
        None if error.kind() != io::ErrorKind::Other => error.kind().into(),
        _ => error,
    }
}

/// Whether Windows refused to replace a file for `ERROR_ACCESS_DENIED`, `ERROR_SHARING_VIOLATION` or `ERROR_LOCK_VIOLATION`,
/// which is what a file in use is answered with.
fn is_held_open(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(5 | 32 | 33))
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
mod tests {
    use std::fs;

    use super::{Reports, class_writers, plain_slug, student_writers};
    use crate::report::fixture;
    use crate::report::record::record;

    #[test]
    fn a_class_and_its_students_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let student = fixture::hostile_student();
        let reports = Reports::create(folder.path().join("new/reports"), fixture::cases_of(&student)).expect("made");
        reports.write_student(&student, None).expect("written");
        reports.write_class(&fixture::class()).expect("written");

        let mut names: Vec<String> = fs::read_dir(reports.folder())
            .expect("readable")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("plain"))
            .collect();
        names.sort();

        let slug = &student.slug;
        let of_class = class_writers().into_iter().map(|(name, _)| name.to_owned());
        let of_student = student_writers()
            .into_iter()
            .map(|(extension, _)| format!("{slug}.{extension}"));
        let mut expected: Vec<String> = of_class.chain(of_student).collect();
        expected.sort();
        for name in ["class.json", "index.html", "scores.csv"] {
            assert!(names.iter().any(|written| written == name), "{name}");
        }
        assert_eq!(names, expected);

        let json = fs::read(reports.folder().join(format!("{slug}.json"))).expect("readable");
        assert!(json.ends_with(b"}\n"));
        let back: crate::result::StudentRecord = serde_json::from_slice(&json).expect("the model again");
        assert_eq!(back, record(&student, reports.cases()));
    }

    #[test]
    fn what_a_killed_grading_left_is_cleared_and_reports_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join(".c4grade-x1y2z3.part"), "half").expect("written");
        fs::write(folder.path().join("former-student.html"), "whole").expect("written");
        Reports::create(folder.path(), fixture::cases_of(&fixture::good_student())).expect("made");
        let left: Vec<_> = fs::read_dir(folder.path())
            .expect("readable")
            .map(|entry| entry.expect("entry").file_name())
            .collect();
        assert_eq!(left, ["former-student.html"]);
    }

    #[cfg(unix)]
    #[test]
    fn reports_can_be_read_by_others() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let plain = folder.path().join("plain");
        fs::write(&plain, "").expect("written");
        Reports::create(folder.path(), fixture::cases_of(&fixture::good_student()))
            .and_then(|reports| reports.write_class(&fixture::class()))
            .expect("written");
        let mode = |path| fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode(folder.path().join("index.html")), mode(plain));
    }

    #[test]
    fn a_slug_that_leaves_the_folder_or_hides_the_index_is_refused() {
        for slug in ["", "..", "../x", "a/b", "a\\b", "c:x", "Index", "class", "a\nb"] {
            assert!(plain_slug(slug).is_err(), "{slug:?}");
        }
        assert!(plain_slug("ada-lovelace").is_ok());
    }
}
