//! A grading read back from its files.
//!
//! Takes a folder of reports, a `class.json` or one student's JSON; gives the class's rows, and each student's report
//! when it is asked for: the student's JSON with what all students share, the `cases.json` beside it. What is read may come from anywhere: sizes are capped, names of files are held to the folder,
//! and a file that is not a report of c4grade is an error.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::record;
use super::visible::visible;
use super::write::plain_slug;
use super::writer::{CASES, RECORD};
use crate::result::{CaseList, ClassReport, FORMAT, StudentRecord, StudentReport};

/// The largest file that is read. The report of a thousand cases has some megabytes.
const LONGEST: u64 = 256 << 20;

/// Why a grading cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system refuses.
    #[error("failed to read {}", visible(&path.display().to_string()))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is not a report of c4grade, or a damaged one.
    #[error("{} is not a report of this version of c4grade: {problem}", visible(&path.display().to_string()))]
    Foreign {
        /// The file or folder.
        path: PathBuf,
        /// What was seen, and what was expected.
        problem: String,
    },
}

impl ReadError {
    /// Whether there is nothing at all at the path.
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// A grading on disk.
#[derive(Debug)]
pub struct Grading {
    /// The class report, where there is one.
    pub class: Option<ClassReport>,
    /// Who was graded, in the order of the class or of the file names.
    pub students: Vec<Student>,
}

/// One student of a grading on disk.
#[derive(Debug, Clone)]
pub struct Student {
    /// The student, as found. Hostile text possible.
    pub student: String,
    /// The safe file name made from it.
    pub slug: String,
    /// The student's report, where there is one.
    file: Option<PathBuf>,
    /// The cases of the class, where they are there.
    cases: Option<Arc<CaseList>>,
}

impl Student {
    /// The student's report; `None` where only the class's row is there.
    pub fn report(&self) -> Result<Option<StudentReport>, ReadError> {
        let Some(file) = &self.file else { return Ok(None) };
        let Some(cases) = &self.cases else {
            return Err(foreign(file, "there is no cases.json beside it, to which it refers"));
        };
        let report = record::report(&record(file)?, cases);
        report.map(Some).map_err(|problem| foreign(file, &problem))
    }
}

impl Grading {
    /// Reads a folder of reports, a class report, or a student's.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let metadata = fs::metadata(path).map_err(|source| io_error(path, source))?;
        if !metadata.is_dir() {
            return file(path);
        }
        let class = path.join("class.json");
        if class.exists() {
            return of_class(&class, parse(&class, &read(&class)?)?);
        }

        let cases = cases_beside(&class)?;
        let mut students = Vec::new();
        for file in json_files(path)? {
            students.push(one_student(&file, cases.clone())?);
        }

        if students.is_empty() {
            return Err(foreign(
                path,
                "the folder contains neither class.json nor a student's report",
            ));
        }
        Ok(Self { class: None, students })
    }
}

/// What distinguishes a class report from a student's.
#[derive(Deserialize)]
struct Kind {
    students: Option<IgnoredAny>,
}

/// One file: a class, recognised by its students, or a student.
fn file(path: &Path) -> Result<Grading, ReadError> {
    let bytes = read(path)?;
    let kind: Kind = parse(path, &bytes)?;
    if kind.students.is_some() {
        return of_class(path, parse(path, &bytes)?);
    }

    Ok(Grading {
        class: None,
        students: vec![one_student(path, cases_beside(path)?)?],
    })
}

fn one_student(file: &Path, cases: Option<Arc<CaseList>>) -> Result<Student, ReadError> {
    let record = record(file)?;
    Ok(Student {
        student: record.student,
        slug: record.slug,
        file: Some(file.to_owned()),
        cases,
    })
}

/// The cases of the class, which are in the same folder as a file; `None` where there are none.
fn cases_beside(file: &Path) -> Result<Option<Arc<CaseList>>, ReadError> {
    let path = file.with_file_name(CASES);
    match read(&path) {
        Err(error) if error.is_not_found() => Ok(None),
        bytes => Ok(Some(Arc::new(parse(&path, &bytes?)?))),
    }
}

fn of_class(path: &Path, class: ClassReport) -> Result<Grading, ReadError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let cases = cases_beside(path)?;
    let mut students = Vec::with_capacity(class.students.len());
    for row in &class.students {
        let slug = plain_slug(&row.slug).map_err(|error| foreign(path, &error.to_string()))?;
        let file = folder.join(format!("{slug}.json"));
        students.push(Student {
            student: row.student.clone(),
            slug: row.slug.clone(),
            file: file.is_file().then_some(file),
            cases: cases.clone(),
        });
    }

    Ok(Grading {
        class: Some(class),
        students,
    })
}

fn json_files(folder: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let entries = fs::read_dir(folder).map_err(|source| io_error(folder, source))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|source| io_error(folder, source))?.path();
        let is_hidden = path
            .file_name()
            .is_none_or(|name| name.to_string_lossy().starts_with('.'));
        let is_record = path.extension().is_some_and(|extension| extension == RECORD) && !path.ends_with(CASES);
        if is_record && !is_hidden && path.is_file() {
            files.push(path);
        }
    }

    files.sort();
    Ok(files)
}

fn record(path: &Path) -> Result<StudentRecord, ReadError> {
    parse(path, &read(path)?)
}

fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    let metadata = fs::metadata(path).map_err(|source| io_error(path, source))?;
    if !metadata.is_file() {
        return Err(foreign(path, "it is not a regular file"));
    }

    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes))
        .map_err(|source| io_error(path, source))?;

    if bytes.len() as u64 > LONGEST {
        return Err(foreign(path, "it is larger than 256 MiB"));
    }
    Ok(bytes)
}

/// The number of the shape is looked at first: of another one everything else may be different.
fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, ReadError> {
    #[derive(Deserialize)]
    struct Numbered {
        format: Option<u64>,
    }
    // A list of the right values would pass for the fields of a report.
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(foreign(path, "it does not begin with `{`"));
    }

    let numbered: Numbered = parse_any(path, bytes)?;
    match numbered.format {
        Some(format) if format == u64::from(FORMAT) => parse_any(path, bytes),
        Some(format) => Err(foreign(
            path,
            &format!("it has format {format}, and this c4grade reads format {FORMAT}; grade again with this version"),
        )),
        None => Err(foreign(path, "it has no field `format`")),
    }
}

fn parse_any<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, ReadError> {
    serde_json::from_slice(bytes).map_err(|error| foreign(path, &error.to_string()))
}

fn io_error(path: &Path, source: io::Error) -> ReadError {
    ReadError::Io {
        path: path.to_owned(),
        source,
    }
}

fn foreign(path: &Path, problem: &str) -> ReadError {
    ReadError::Foreign {
        path: path.to_owned(),
        problem: visible(problem).into_owned(),
    }
}
