//! From the path an instructor names to one submission per student.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::earlier_reports::is_reports;
use super::folder::Program;
use super::gather::{Found, gather, one};
use super::layout::{Entry, Kind, Links, Wanted, entries, named_file};
use super::options::Options;
use super::place::{Place, last_part};
use super::platform::Digits;
use super::slug::slugs;
use super::survey::{self, survey};
use super::{Content, Origin, Submission, archive, name};
use crate::diagnostic::wording::{all_of, system_words};

/// Why there is nothing to grade. The messages are safe to print.
#[derive(Debug, Error)]
pub enum FindError {
    /// The path cannot be looked at.
    #[error("cannot look for submissions in {}: {}", name::shown(&path.to_string_lossy()), system_words(source))]
    Path {
        /// As it was given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The archive cannot be unpacked.
    #[error("cannot unpack {}: it {reason}", name::shown(&path.to_string_lossy()))]
    Archive {
        /// As it was given.
        path: PathBuf,
        /// Why, in words: `is damaged`.
        reason: String,
    },
    /// It cannot be read as the options want it.
    #[error("cannot read {}: {reason}", name::shown(&path.to_string_lossy()))]
    Options {
        /// As it was given.
        path: PathBuf,
        /// Why, in words.
        reason: String,
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
    /// Nothing in the folder is named as an option says.
    #[error("no submission in {}: {problem}; {there}\n{advice}", name::shown(&path.to_string_lossy()))]
    NotAsAsked {
        /// As it was given.
        path: PathBuf,
        /// The option with its value, and what was expected.
        problem: String,
        /// What the folder holds instead, in words.
        there: String,
        /// What to do.
        advice: String,
    },
}

impl FindError {
    /// Whether everything could be read as it was asked for, and there is no submission.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing { .. } | Self::NotAsAsked { .. })
    }
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
            called: None,
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
    find_with(path, files, links, &Options::default())
}

/// The same where the instructor says how the download is to be read.
pub fn find_with(path: &Path, files: &[String], links: Option<Links>, options: &Options) -> Result<Found, FindError> {
    let mut found = all(path, files, links, options)?;
    if let Some(roster) = &options.roster {
        found.submissions = roster.compare(found.submissions, &mut found.remarks);
    }
    Ok(found)
}

fn all(path: &Path, files: &[String], links: Option<Links>, options: &Options) -> Result<Found, FindError> {
    let mut wanted = Wanted::new(files);
    wanted.links = links;
    let failed = |source| FindError::Path {
        path: path.to_owned(),
        source,
    };
    // The instructor's own path may be a link; what is in the folder may not.
    let is_folder = fs::metadata(path).map_err(failed)?.is_dir();
    let file = last_part(path);
    let (place, student) = if is_folder {
        (Place::from(literal(path)), folder_name(path))
    } else if let Some(stem) = archive::stem(&file).filter(|_| archive::is_readable(&file)) {
        (unpacked(path)?, stem.to_owned())
    } else {
        return Ok(one(single_file(path, &wanted)));
    };
    let (place, listed) = class_folder(&place, &wanted, options).map_err(failed)?;

    let survey = survey(&place, &listed, &wanted, options).map_err(|reason| FindError::Options {
        path: path.to_owned(),
        reason,
    })?;
    let own = survey.own_program(&place, &student, &wanted);
    if let Some(mut program) = own {
        // The folder that is graded is the student's own, so its name is no part of the file's.
        let below = program.file.strip_prefix(&format!("{student}/")).unwrap_or_default();
        if !below.is_empty() {
            let below = below.to_owned();
            program.file = below;
        }
        return Ok(one((student, program)));
    }
    let found = gather(survey, &wanted);
    if let Some(error) = not_as_asked(path, &found, &listed, options) {
        return Err(error);
    }
    if found
        .submissions
        .iter()
        .all(|submission| submission.content == Content::Missing)
    {
        return Err(FindError::Nothing {
            path: path.to_owned(),
            wanted: wanted.listed(),
            there: there(&listed, "folders without a program"),
        });
    }
    Ok(found)
}

/// The files of a download that is an archive.
fn unpacked(path: &Path) -> Result<Place, FindError> {
    // The archive may be a link like any other path that the instructor names.
    let file = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let unpacked = archive::unpack(&file.into(), &last_part(path), &archive::CLASS);
    unpacked
        .map(|unpacked| unpacked.root)
        .map_err(|reason| FindError::Archive {
            path: path.to_owned(),
            reason,
        })
}

/// The folder in which the submissions are, with its entries in order: the one that was named, or the only folder or
/// archive in it, where that holds a class.
fn class_folder(place: &Place, wanted: &Wanted, options: &Options) -> std::io::Result<(Place, Vec<Entry>)> {
    const LEVELS: usize = 3;
    let (mut place, mut listed) = (place.clone(), in_order(place, wanted, options)?);
    for _ in 0..LEVELS {
        let [only] = listed.as_slice() else { break };
        let inner = match only.kind {
            Kind::Folder => only.place.clone(),
            Kind::File if archive::is_readable(&only.name) => {
                match archive::unpack(&only.place, &only.name, &archive::CLASS) {
                    Ok(unpacked) => unpacked.root,
                    Err(_) => break,
                }
            }
            _ => break,
        };
        let Ok(entries) = in_order(&inner, wanted, options) else {
            break;
        };
        let options = Options {
            choices: Vec::new(),
            ..options.clone()
        };
        let is_upload = survey::upload(only, options.layout, Digits::USUAL).is_some();
        let is_class = survey(&inner, &entries, wanted, &options).is_ok_and(|survey| survey.is_class());
        if is_upload || !is_class {
            break;
        }
        (place, listed) = (inner, entries);
    }
    Ok((place, listed))
}

/// The entries of a folder, by name, without folders of reports.
fn in_order(place: &Place, wanted: &Wanted, options: &Options) -> std::io::Result<Vec<Entry>> {
    let mut listed: Vec<Entry> = entries(place)?.collect();
    listed.retain(|entry| !is_reports(entry, wanted, options.reports.as_deref()));
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(listed)
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

/// A file is the program under any name; the student is in its name, or else in its folder's.
fn single_file(path: &Path, wanted: &Wanted) -> (String, Program) {
    let entry = Entry {
        name: path.file_name().map(name::text).unwrap_or_default(),
        place: path.into(),
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
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            program.with_companions(&folder.unwrap_or(Path::new(".")).into(), &entry.name, wanted)
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

/// The error where an option about names fits no name at all.
fn not_as_asked(path: &Path, found: &Found, listed: &[Entry], options: &Options) -> Option<FindError> {
    if listed.is_empty() || !found.submissions.is_empty() {
        return None;
    }
    let (problem, advice) = match (&options.pattern, options.layout) {
        (Some(pattern), _) => (
            format!(
                "no name in it matches `--name-regex {}`",
                name::shown(&pattern.to_string())
            ),
            "the expression must match names of files or folders in it; without --name-regex, c4grade recognizes the usual \
             names itself",
        ),
        (None, Some(layout)) => (
            format!(
                "nothing in it is named as `--layout {layout}` expects ({})",
                layout.words()
            ),
            "name another layout, or leave out --layout: c4grade then recognizes the layout itself",
        ),
        (None, None) => return None,
    };
    Some(FindError::NotAsAsked {
        path: path.to_owned(),
        problem,
        there: there(listed, "folders"),
        advice: advice.to_owned(),
    })
}

/// What a folder without submissions holds, in words; `folders` is what its folders are.
fn there(listed: &[Entry], folders: &str) -> String {
    if listed.is_empty() {
        return "it is empty".to_owned();
    }

    let inner = listed.iter().filter(|entry| entry.kind == Kind::Folder);
    let files = listed.iter().filter(|entry| entry.kind != Kind::Folder);
    let mut parts = Vec::new();
    if inner.clone().next().is_some() {
        parts.push(format!(
            "{folders} ({})",
            name::list(inner.map(|entry| entry.name.as_str()))
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
