//! Which reports of an earlier grading stay in a folder: those that this grading would write again.
//!
//! `class.json` lists every student who has reports in the folder, also while a class is being graded: no other file is
//! ever removed. A student's JSON is taken away before any other report of the student changes and is written last, so
//! that all of them belong to it wherever it is.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::audience::FOR_STAFF;
use super::formats::student_writers;
use super::json::is_as_written;
use super::record;
use super::text;
use super::write::{Reports, WriteError, plain_slug, remove};
use super::writer::RECORD;
use crate::result::{ClassReport, StudentRecord, StudentReport};

/// The fingerprint is within this many bytes of the start of a student's JSON.
const HEAD: usize = 256;
/// More of a file is not read.
const MOST: u64 = 256 << 20;

/// What is read of a class report, of whatever version it is.
#[derive(Deserialize)]
struct Listed {
    students: Vec<Row>,
    #[serde(default)]
    left: Vec<String>,
}

#[derive(Deserialize)]
struct Row {
    slug: String,
    #[serde(default)]
    file: String,
}

impl Reports {
    /// Begins to grade a class: writes that nobody is graded yet, and removes the reports of an earlier grading, except
    /// those that `stays` names.
    pub fn begin(&self, class: &ClassReport, stays: &dyn Fn(&str) -> bool) -> Result<(), WriteError> {
        // The old page must not lead to what is removed, and the old list is needed until all is removed.
        self.write_index(class)?;
        self.retire(stays)?;
        // Whose reports stay has these cases already.
        self.write_cases()?;
        self.write_class(class)
    }

    /// Removes the reports of those students of an earlier grading whom `stays` does not name.
    pub fn retire(&self, stays: &dyn Fn(&str) -> bool) -> Result<(), WriteError> {
        self.forget_shard()?;
        for row in listed(self.folder()).iter().filter(|row| !stays(&row.slug)) {
            self.remove_student(&row.slug)?;
        }
        Ok(())
    }

    /// Whether the student's reports are there, all of them, with this fingerprint; with `is_saved` also the copy of
    /// the submission.
    pub fn is_current(&self, slug: &str, fingerprint: &str, is_saved: bool) -> bool {
        let Ok(files) = self.files(slug) else { return false };
        let Ok(copy) = self.submission_file(slug) else {
            return false;
        };

        let record = read_capped(&self.record(slug)).unwrap_or_default();
        has_fingerprint(&record, fingerprint)
            && is_as_written(&record)
            && files.iter().all(|file| file.is_file())
            && (!is_saved || copy.is_file())
            && self.has_text_as_wanted(slug)
            && self.has_page_as_wanted(slug)
    }

    /// Whether somebody has changed the student's JSON since it was written, with this fingerprint or so that it is no JSON.
    pub fn is_changed(&self, slug: &str, fingerprint: &str) -> bool {
        if plain_slug(slug).is_err() {
            return false;
        }
        let Ok(record) = read_capped(&self.record(slug)) else {
            return false;
        };
        let is_json = || serde_json::from_slice::<serde::de::IgnoredAny>(&record).is_ok();
        !is_as_written(&record) && (has_fingerprint(&record, fingerprint) || !is_json())
    }

    /// Whether the student's text is as long as it would be written now.
    fn has_text_as_wanted(&self, slug: &str) -> bool {
        let file = self.folder().join(format!("{slug}.{}", text::FULL.0));
        let bytes = read_capped(&file).unwrap_or_default();
        text::is_full(&String::from_utf8_lossy(&bytes)) == self.has_full_text()
    }

    /// Whether the student's page is for the audience for whom it would be written now.
    fn has_page_as_wanted(&self, slug: &str) -> bool {
        let bytes = read_capped(&self.folder().join(format!("{slug}.html"))).unwrap_or_default();
        String::from_utf8_lossy(&bytes).contains(FOR_STAFF) == self.audience().is_marked()
    }

    /// The student's report, where it is current.
    pub fn read_current(&self, slug: &str, fingerprint: &str, is_saved: bool) -> Option<StudentReport> {
        if !self.is_current(slug, fingerprint, is_saved) {
            return None;
        }
        let record: StudentRecord = serde_json::from_slice(&read_capped(&self.record(slug)).ok()?).ok()?;
        let report = record::report(&record, self.cases()).ok()?;
        (report.slug == slug && report.fingerprint.as_deref() == Some(fingerprint)).then_some(report)
    }

    fn remove_student(&self, slug: &str) -> Result<(), WriteError> {
        // No report of ours has such a name.
        let Ok(files) = self.files(slug) else { return Ok(()) };

        for file in files {
            remove(file)?;
        }

        self.remove_submission(slug)
    }

    /// A student's reports in every format, the JSON first: once it is gone, the others belong to no grading.
    fn files(&self, slug: &str) -> Result<Vec<PathBuf>, WriteError> {
        let plain = plain_slug(slug)?;
        let files = student_writers().into_iter().rev();
        Ok(files
            .map(|(extension, _)| self.folder().join(format!("{plain}.{extension}")))
            .collect())
    }

    /// A student's JSON. The slug is a plain one.
    fn record(&self, slug: &str) -> PathBuf {
        self.folder().join(format!("{slug}.{RECORD}"))
    }
}

/// The students who have reports in a folder, by what its `class.json` lists: the slug of each with the file that was handed in.
pub fn students_with_reports(folder: &Path) -> Vec<(String, String)> {
    let has_report =
        |row: &Row| plain_slug(&row.slug).is_ok() && folder.join(format!("{}.{RECORD}", row.slug)).is_file();
    listed(folder)
        .into_iter()
        .filter(has_report)
        .map(|row| (row.slug, row.file))
        .collect()
}

/// All students who may have reports in a folder.
fn listed(folder: &Path) -> Vec<Row> {
    let listed = read_capped(&folder.join("class.json"));

    let listed = listed
        .ok()
        .and_then(|bytes| serde_json::from_slice::<Listed>(&bytes).ok());
    let Some(Listed { students, left }) = listed else {
        return Vec::new();
    };
    let file = String::new;
    let left = left.into_iter().map(|slug| Row { slug, file: file() });
    students.into_iter().chain(left).collect()
}

/// Whether a student's JSON has this fingerprint.
fn has_fingerprint(record: &[u8], fingerprint: &str) -> bool {
    let wanted = format!("\"fingerprint\":\"{fingerprint}\"");
    let head = &record[..record.len().min(HEAD)];
    head.windows(wanted.len()).any(|part| part == wanted.as_bytes())
}

fn read_capped(path: &PathBuf) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::report::fixture;

    fn folder_with(students: &[&str]) -> (tempfile::TempDir, Reports) {
        let folder = tempfile::tempdir().expect("a folder");
        let reports = Reports::create(folder.path(), fixture::cases_of(&fixture::good_student())).expect("made");
        for slug in students {
            let report = StudentReport {
                slug: (*slug).to_owned(),
                fingerprint: Some(format!("of-{slug}")),
                ..fixture::good_student()
            };
            reports.write_student(&report, Some(b"copy")).expect("written");
        }

        (folder, reports)
    }

    fn class(left: &[&str]) -> ClassReport {
        ClassReport {
            students: Vec::new(),
            left: left.iter().map(|slug| (*slug).to_owned()).collect(),
            ..fixture::class()
        }
    }

    #[test]
    fn only_listed_students_are_removed_and_nothing_of_anybody_else() {
        let (folder, reports) = folder_with(&["ada", "bob", "own"]);
        reports
            .write_class(&class(&["ada", "bob", "../ada", "index"]))
            .expect("written");
        fs::write(folder.path().join("ada.md"), "my notes").expect("written");
        reports.begin(&class(&["bob"]), &|slug| slug == "bob").expect("begun");

        let there = |name: &str| folder.path().join(name).exists();
        for gone in ["ada.txt", "ada.html", "ada.json", "submissions/ada.json.gz"] {
            assert!(!there(gone), "{gone}");
        }

        for stays in [
            "ada.md",
            "bob.json",
            "submissions/bob.json.gz",
            "own.html",
            "index.html",
            "class.json",
        ] {
            assert!(there(stays), "{stays}");
        }
    }

    #[test]
    fn a_report_is_current_with_its_fingerprint_and_all_its_files() {
        let (folder, reports) = folder_with(&["ada"]);
        assert!(reports.is_current("ada", "of-ada", true));
        assert!(!reports.is_current("ada", "of-bob", true));
        let report = reports.read_current("ada", "of-ada", true).expect("read");
        assert_eq!(report.slug, "ada");
        fs::remove_file(folder.path().join("submissions/ada.json.gz")).expect("removed");
        assert!(!reports.is_current("ada", "of-ada", true));
        assert!(reports.is_current("ada", "of-ada", false));
        fs::remove_file(folder.path().join("ada.txt")).expect("removed");
        assert!(!reports.is_current("ada", "of-ada", false));
    }
}
