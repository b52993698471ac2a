//! What the entries of a folder are read as: which student each belongs to, and which program it holds.

use super::doubt::{self, Doubt};
use super::folder::{self, Program};
use super::layout::{Entry, Kind, LAYOUTS, Wanted, named_file};
use super::place::Place;
use super::platform::{self, Upload};
use super::{Content, archive, name};

/// What the entries of the folder were read as.
#[derive(Default)]
pub(super) struct Survey {
    /// Students with what was found for each.
    pub students: Vec<(String, Program)>,
    /// How many of them come from files that name both student and program.
    pub named_files: usize,
    /// Entries named exactly like a program: they name no student.
    pub nameless: Vec<String>,
    /// Files that may be a student's work, though they are no program by their names.
    pub doubts: Vec<Doubt>,
    /// Entries that are nobody's.
    pub others: Vec<String>,
}

impl Survey {
    /// The program, where the folder that is graded is one student's.
    pub fn own_program(&self, folder: &Place, student: &str, wanted: &Wanted) -> Option<Program> {
        let is_own = self.is_one_students();
        let may_be_own = !self.nameless.is_empty() && self.named_files == 0 && wanted.links.is_some();
        if !is_own && !may_be_own {
            return None;
        }

        let program = folder::program(folder, student, wanted);
        let is_part = |file: &str| program.parts.iter().any(|part| part == file);
        let files = self.students.iter().map(|(_, program)| program.file.as_str());
        (is_own || files.clone().all(is_part)).then_some(program)
    }

    /// Whether it is without doubt a class: a platform has named its uploads, or there are several students with programs.
    pub fn is_class(&self) -> bool {
        const SEVERAL: usize = 3;
        let is_program = |program: &Program| {
            matches!(
                program.content,
                Content::Path(_) | Content::Files(_) | Content::Bytes(_)
            )
        };
        let programs = self.students.iter().filter(|(_, program)| is_program(program)).count();
        let is_of_platform = self.students.iter().any(|(_, program)| program.upload.is_some());
        self.nameless.is_empty() && (is_of_platform || programs >= SEVERAL)
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

/// What these entries of a folder are read as.
pub(super) fn survey(listed: &[Entry], wanted: &Wanted) -> Survey {
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

        let is_archive = entry.kind == Kind::File && archive::is_readable(&entry.name);
        if is_archive && doubt::may_be_work(entry) {
            match doubt::student_of_archive(&entry.name, wanted) {
                Some(student) => survey.students.push((student, archived(entry, wanted))),
                None => survey.nameless.push(entry.name.clone()),
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
            Kind::Folder => folder::program(&entry.place, &entry.name, wanted),
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

/// The program in a student's archive. A file that is not in one goes before it.
fn archived(entry: &Entry, wanted: &Wanted) -> Program {
    const IN_ARCHIVE: usize = 100;
    let mut program = folder::program(&entry.place, &entry.name, wanted);
    if program.content == Content::Missing {
        let reason = format!(
            "{} contains no {}: ask the student for the program itself",
            name::shown(&entry.name),
            wanted.listed()
        );
        program = Program::doubtful(entry.name.clone(), reason);
    }
    program.rank = program.rank.saturating_add(IN_ARCHIVE);
    program
}

/// The program in an upload that a learning platform has named.
fn uploaded(entry: &Entry, upload: Upload, wanted: &Wanted) -> Program {
    let mut program = match entry.kind {
        Kind::Folder => folder::program(&entry.place, &entry.name, wanted),
        Kind::File if archive::is_readable(&upload.file) => archived(entry, wanted),
        _ if wanted.extension_rank(&upload.file).is_none() => {
            let files = [upload.file.clone()];
            Program::doubtful(entry.name.clone(), doubt::in_upload(&files, wanted))
        }
        _ => Program::file(entry, entry.name.clone(), wanted),
    };

    // The requested name goes before others.
    let is_copy = wanted.rank(&upload.file).is_some() && !wanted.files.contains(&upload.file);
    program.called = is_copy.then(|| upload.file.clone());
    let has_own_name = wanted.rank(&upload.file).is_some();
    if entry.kind != Kind::Folder && !has_own_name && wanted.extension_rank(&upload.file).is_some() {
        program.rank += 1;
        program.called = Some(upload.file.clone());
        program.doubt = Some(format!(
            "the file is called {}, not {}",
            name::shown(&upload.file),
            wanted.listed()
        ));
    }
    program.upload = Some(upload);
    program
}
