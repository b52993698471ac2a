//! From the path an instructor names to one submission per student.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::doubt::{self, Doubt};
use super::folder::{self, Program};
use super::gather::{Found, Survey, gather, one};
use super::layout::{Entry, Kind, LAYOUTS, Links, Wanted, entries, named_file};
use super::platform::{self, Upload};
use super::slug::slugs;
use super::{Content, Origin, Submission, in_words, name};
use crate::diagnostic::wording::all_of;

/// Why there is nothing to grade. The messages are safe to print.
#[derive(Debug, Error)]
pub enum FindError {
    /// The path cannot be looked at.
    #[error("cannot look for submissions in {}: {}", name::shown(&path.to_string_lossy()), in_words(source))]
    Path {
        /// As it was given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder holds no program.
    #[error(
        "no submission in {}: {there}\n\
         looked for a folder per student with {wanted} in it, or files named <student>_{wanted}",
        name::shown(&path.to_string_lossy())
    )]
    Nothing {
        /// As it was given.
        path: PathBuf,
        /// What a program is called.
        wanted: String,
        /// What the folder holds instead, in words.
        there: String,
    },
}

/// Submissions that are in memory already: student, file and bytes of each.
pub fn from_memory(programs: impl IntoIterator<Item = (String, String, Vec<u8>)>) -> Found {
    let programs: Vec<_> = programs.into_iter().collect();
    let names: Vec<String> = programs.iter().map(|(student, ..)| student.clone()).collect();
    let slugs = slugs(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let submissions = programs
        .into_iter()
        .zip(slugs)
        .map(|((student, file, bytes), slug)| Submission {
            student,
            slug,
            file,
            content: Content::Bytes(bytes),
            doubt: None,
            origin: Origin::default(),
        });

    let mut submissions: Vec<_> = submissions.collect();
    submissions.sort_by(|one, other| one.student.cmp(&other.student));
    Found {
        submissions,
        remarks: Vec::new(),
    }
}

/// Finds the submissions in a folder, or the one submission that a file or a single student's folder is.
///
/// `files` are the names a program may have, the preferred one first, such as `connect4.asm`. These are understood,
/// also mixed: `ada/connect4.asm` (also somewhat deeper, or as the only program by another name),
/// `ada_connect4.asm`, `ada-connect4.asm`, `ada.asm`. Letter case does not matter in the names that are looked for.
pub fn find(path: &Path, files: &[String]) -> Result<Found, FindError> {
    find_linked(path, files, None)
}

/// The same where a program may be several files of a student's folder, which `links` recognises.
pub fn find_linked(path: &Path, files: &[String], links: Option<Links>) -> Result<Found, FindError> {
    let mut wanted = Wanted::new(files);
    wanted.links = links;
    let failed = |source| FindError::Path {
        path: path.to_owned(),
        source,
    };
    // The instructor's own path may be a link; what is in the folder may not.
    if !fs::metadata(path).map_err(failed)?.is_dir() {
        return Ok(one(single_file(path, &wanted)));
    }
    let literal = literal(path);
    let mut listed: Vec<Entry> = entries(&literal).map_err(failed)?.collect();
    listed.sort_by(|one, other| one.name.cmp(&other.name));

    let survey = survey(&listed, &wanted);
    let student = folder_name(path);
    let own = survey.own_program(&literal, &student, &wanted);
    if let Some(mut program) = own {
        // The folder that is graded is the student's own, so its name is no part of the file's.
        let below = program.file.strip_prefix(&format!("{student}/")).unwrap_or_default();
        if !below.is_empty() {
            let below = below.to_owned();
            program.file = below;
        }
        return Ok(one((student, program)));
    }
    let found = gather(survey);
    if found
        .submissions
        .iter()
        .all(|submission| submission.content == Content::Missing)
    {
        return Err(FindError::Nothing {
            path: path.to_owned(),
            wanted: wanted.listed(),
            there: there(&listed),
        });
    }
    Ok(found)
}

/// The folder in the form through which each name in it is taken as it is. On Windows that is the verbatim form
/// (`\\?\C:\class`): only there are `aux.asm`, `Ada.` and a path of more than 260 characters files like any others.
#[cfg(windows)]
fn literal(folder: &Path) -> PathBuf {
    use std::path::{Component, Prefix};

    let Ok(whole) = std::path::absolute(folder) else {
        return folder.to_owned();
    };
    let mut parts = whole.components();
    let Some(Component::Prefix(prefix)) = parts.next() else {
        return whole;
    };
    let mut literal = std::ffi::OsString::from(r"\\?\");
    match prefix.kind() {
        Prefix::Disk(_) => literal.push(prefix.as_os_str()),
        Prefix::UNC(server, share) => {
            for part in ["UNC".as_ref(), r"\".as_ref(), server, r"\".as_ref(), share] {
                literal.push(part);
            }
        }
        _ => return whole,
    }
    literal.push(parts.as_path());
    literal.into()
}

#[cfg(not(windows))]
fn literal(folder: &Path) -> PathBuf {
    folder.to_owned()
}

impl Survey {
    /// The program, where the folder that is graded is one student's.
    fn own_program(&self, folder: &Path, student: &str, wanted: &Wanted) -> Option<Program> {
        let is_own = self.is_one_students();
        let may_be_own = !self.nameless.is_empty() && self.named_files == 0 && wanted.links.is_some();
        if !is_own && !may_be_own {
            return None;
        }

        let program = folder::program(folder, student, wanted);
        let is_part = |file: &str| program.files().any(|part| part == file);
        let files = self.students.iter().map(|(_, program)| program.file.as_str());
        (is_own || files.clone().all(is_part)).then_some(program)
    }

    /// A program is at the top, and there is no class around it. One further source is the student's own
    /// (`helper.asm`); several are taken for other students' programs.
    fn is_one_students(&self) -> bool {
        let (files, folders): (Vec<_>, Vec<_>) = self
            .students
            .iter()
            .partition(|(_, program)| !program.file.contains('/'));
        let is_nameless = |doubt: &Doubt| doubt.student.is_none();
        let is_the_only_work = self.students.is_empty() && self.doubts.iter().any(is_nameless);

        (!self.nameless.is_empty() || is_the_only_work)
            && self.named_files == 0
            && files.len() <= 1
            && folders
                .iter()
                .all(|(_, program)| program.content == Content::Missing || program.rank == usize::MAX)
    }
}

fn survey(listed: &[Entry], wanted: &Wanted) -> Survey {
    let mut survey = Survey::default();
    let classroom = platform::classroom_prefix(listed);
    for entry in listed {
        if let Some(upload) = platform::upload(entry) {
            survey.named_files += 1;
            // A platform's own file about an attempt is nobody's work.
            if !upload.file.is_empty() || entry.kind == Kind::Folder {
                let program = uploaded(entry, upload, wanted);
                survey.students.push((program.student(), program));
            }
            continue;
        }

        let Some(student) = LAYOUTS.iter().find_map(|layout| layout(entry, wanted)) else {
            if wanted.rank(&entry.name).is_some() {
                survey.nameless.push(entry.name.clone());
            } else if let Some(doubt) = doubt::at_top(entry, wanted) {
                survey.doubts.push(doubt);
            } else {
                survey.others.push(entry.name.clone());
            }
            continue;
        };
        let program = match entry.kind {
            Kind::Folder => folder::program(&entry.path, &entry.name, wanted),
            Kind::File | Kind::Link | Kind::Other => Program::file(entry, entry.name.clone(), wanted),
        };
        let student = classroom
            .as_ref()
            .and_then(|prefix| student.strip_prefix(prefix))
            .map_or_else(|| student.clone(), str::to_owned);
        survey.named_files += usize::from(named_file(entry, wanted).is_some());
        survey.students.push((student, program));
    }

    survey
}

/// The program in an upload that a learning platform has named.
fn uploaded(entry: &Entry, upload: Upload, wanted: &Wanted) -> Program {
    let mut program = match entry.kind {
        Kind::Folder => folder::program(&entry.path, &entry.name, wanted),
        _ if wanted.extension_rank(&upload.file).is_none() => {
            let files = [upload.file.clone()];
            Program::doubtful(entry.name.clone(), doubt::in_upload(&files, wanted))
        }
        _ => Program::file(entry, entry.name.clone(), wanted),
    };

    // The requested name goes before others.
    let has_own_name = wanted.rank(&upload.file).is_some();
    if entry.kind != Kind::Folder && !has_own_name && wanted.extension_rank(&upload.file).is_some() {
        program.rank += 1;
        program.doubt = Some(format!(
            "the file is called {}, not {}",
            name::shown(&upload.file),
            wanted.listed()
        ));
    }
    program.upload = Some(upload);
    program
}

/// A file is the program under any name; the student is in its name, or else in its folder's.
fn single_file(path: &Path, wanted: &Wanted) -> (String, Program) {
    let entry = Entry {
        name: path.file_name().map(name::text).unwrap_or_default(),
        path: path.to_owned(),
        kind: Kind::File,
    };
    let student = if wanted.rank(&entry.name).is_some() {
        folder_name(path.parent().unwrap_or(Path::new("")))
    } else {
        let stem = entry
            .name
            .rsplit_once('.')
            .map_or(entry.name.as_str(), |(stem, _)| stem);
        named_file(&entry, wanted).unwrap_or_else(|| stem.to_owned())
    };

    let program = Program::file(&entry, entry.name.clone(), wanted);
    // In a folder of many students' files, the others are not this one's.
    let is_in_own_folder = wanted.rank(&entry.name).is_some();
    (
        student,
        if is_in_own_folder {
            program.with_companions(path, wanted)
        } else {
            program
        },
    )
}

/// The folder's own name, also of `.` and `..`.
fn folder_name(folder: &Path) -> String {
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let whole = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    whole.file_name().map_or_else(|| "student".to_owned(), name::text)
}

/// What a folder without submissions holds, in words.
fn there(listed: &[Entry]) -> String {
    if listed.is_empty() {
        return "it is empty".to_owned();
    }

    let folders = listed.iter().filter(|entry| entry.kind == Kind::Folder);
    let files = listed.iter().filter(|entry| entry.kind != Kind::Folder);
    let mut parts = Vec::new();
    if folders.clone().next().is_some() {
        parts.push(format!(
            "folders without a program ({})",
            name::list(folders.map(|entry| entry.name.as_str()))
        ));
    }

    if files.clone().next().is_some() {
        parts.push(format!(
            "other files ({})",
            name::list(files.map(|entry| entry.name.as_str()))
        ));
    }

    format!("it contains {}", all_of(&parts))
}
