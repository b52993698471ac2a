//! What the entries of a folder are read as: which student each belongs to, and which program it holds.

use std::collections::BTreeSet;

use super::doubt::{self, Doubt, Other};
use super::folder::{self, Program};
use super::gradescope::Metadata;
use super::layout::{Entry, Kind, LAYOUTS, Layout, Wanted, entries, named_file};
use super::options::Options;
use super::place::Place;
use super::platform::{self, BlackboardStudents, Digits, Upload};
use super::{Content, METADATA, TYPED, archive, brightspace, choice, classroom, name, online_text};
use crate::diagnostic::wording::either;

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
    /// Archives that hold what is beside them.
    pub copies: Vec<String>,
    /// Entries that are nobody's.
    pub others: Vec<String>,
    /// Entries that an option excludes.
    excluded: Vec<String>,
    /// What else is to be said, safe to print.
    pub remarks: Vec<String>,
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

    /// Whether it is without doubt a class: a platform has named its uploads, or there are folders of several students with
    /// programs of the requested name. Several files may be one student's.
    pub fn is_class(&self) -> bool {
        const SEVERAL: usize = 3;
        let is_program = |program: &Program| {
            let is_there = matches!(
                program.content,
                Content::Path(_) | Content::Files(_) | Content::Bytes(_)
            );
            is_there && program.doubt.is_none() && program.layout == Some(Layout::Dirs)
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

/// How the entries of a folder are read.
struct Reader<'a> {
    wanted: &'a Wanted<'a>,
    /// The names of all entries.
    listed: BTreeSet<&'a str>,
    options: &'a Options,
    /// What the names of all repositories begin with.
    classroom: Option<String>,
    /// How many digits the ids of Canvas have, at least.
    digits: Digits,
    /// Whether it is a download of Brightspace.
    is_brightspace: bool,
    metadata: Metadata,
    blackboard: BlackboardStudents,
}

/// What these entries of a folder are read as. The error says in words why they cannot be read as they should.
pub(super) fn survey(folder: &Place, listed: &[Entry], wanted: &Wanted, options: &Options) -> Result<Survey, String> {
    let asked = options.layout;
    let metadata = matches!(asked, None | Some(Layout::Gradescope)).then(|| Metadata::read(folder));
    let metadata = metadata.flatten().transpose()?;
    if asked == Some(Layout::Gradescope) && metadata.is_none() {
        return Err(format!("there is no {METADATA}, as an export of Gradescope has"));
    }

    let reader = Reader {
        wanted,
        listed: listed.iter().map(|entry| entry.name.as_str()).collect(),
        options,
        classroom: classroom::prefix(folder, listed, asked),
        digits: Digits::of(listed, asked),
        is_brightspace: listed.iter().any(|entry| of_brightspace(entry, asked).is_some()),
        metadata: metadata.unwrap_or_default(),
        blackboard: BlackboardStudents::read(listed),
    };
    let mut survey = Survey::default();
    let mut without_files = Vec::new();
    for entry in listed {
        reader.enter(entry, &mut survey, &mut without_files);
    }
    reader.add_absent(listed, &mut survey, without_files);
    survey.remarks.extend(excluded(&survey.excluded, options));
    choice::apply(&mut survey.students, wanted, &options.choices)?;
    Ok(survey)
}

impl Reader<'_> {
    /// Enters what an entry is read as. A platform's own file about an attempt goes to `without_files`.
    fn enter(&self, entry: &Entry, survey: &mut Survey, without_files: &mut Vec<(Upload, String)>) {
        let uploads = self.metadata.uploads(&entry.name);
        if entry.kind == Kind::Folder && !uploads.is_empty() {
            survey.named_files += 1;
            for upload in uploads {
                survey.add(entry, uploaded(entry, upload, self.wanted));
            }
            return;
        }
        if let Some(mut upload) = self.upload(entry) {
            survey.named_files += 1;
            if upload.layout == Layout::Blackboard {
                self.blackboard.name(entry, &mut upload);
            }
            if upload.file.is_empty() && entry.kind != Kind::Folder && !upload.is_text {
                without_files.push((upload, entry.name.clone()));
            } else {
                survey.add(entry, uploaded(entry, upload, self.wanted));
            }
            return;
        }
        if entry.name == METADATA || self.is_brightspace && entry.name == brightspace::LIST {
            return;
        }
        if self.options.pattern.is_some() {
            survey.excluded.push(entry.name.clone());
            return;
        }
        self.enter_plain(entry, survey);
    }

    /// What the name of an entry says of the student.
    fn upload(&self, entry: &Entry) -> Option<Upload> {
        match &self.options.pattern {
            Some(pattern) => pattern.upload(entry, self.wanted),
            None => upload(entry, self.options.layout, self.digits),
        }
    }

    /// Enters a folder or file that no platform has named.
    fn enter_plain(&self, entry: &Entry, survey: &mut Survey) {
        let wanted = self.wanted;
        let is_read = match self.options.layout {
            None => true,
            Some(Layout::Dirs) => entry.kind != Kind::File || archive::is_readable(&entry.name),
            Some(Layout::Flat) => entry.kind != Kind::Folder,
            Some(Layout::Classroom) => entry.kind == Kind::Folder,
            Some(_) => false,
        };
        if !is_read {
            survey.excluded.push(entry.name.clone());
            return;
        }

        let is_archive = entry.kind == Kind::File && archive::is_readable(&entry.name);
        if is_archive && self.is_packed_class(entry) {
            survey.copies.push(entry.name.clone());
            return;
        }
        if is_archive && doubt::may_be_work(entry) {
            match doubt::student_of_archive(&entry.name, wanted) {
                Some(student) => survey.add_as(student, entry, archived(entry, wanted), Layout::Dirs),
                None => survey.nameless.push(entry.name.clone()),
            }
            return;
        }

        let Some(student) = LAYOUTS.iter().find_map(|layout| layout(entry, wanted)) else {
            if wanted.rank(&entry.name).is_some() {
                survey.nameless.push(entry.name.clone());
            } else if let Some(doubt) = doubt::at_top(entry, wanted) {
                survey.doubts.push(doubt);
            } else {
                survey.others.push(entry.name.clone());
            }
            return;
        };
        survey.named_files += usize::from(named_file(entry, wanted).is_some());
        let prefix = self.classroom.as_ref().filter(|_| entry.kind == Kind::Folder);
        if let Some(login) = prefix.and_then(|prefix| student.strip_prefix(prefix)) {
            let upload = Upload {
                student: login.to_owned(),
                login: Some(login.to_owned()),
                ..Upload::of(Layout::Classroom)
            };
            survey.add(entry, uploaded(entry, upload, wanted));
            return;
        }
        let (program, layout) = match entry.kind {
            Kind::Folder => (folder::program(&entry.place, &entry.name, wanted), Layout::Dirs),
            Kind::File | Kind::Link | Kind::Other => (Program::file(entry, entry.name.clone(), wanted), Layout::Flat),
        };
        survey.add_as(student, entry, program, layout);
    }

    /// Whether an archive holds what is beside it: the download, left where it was unpacked.
    fn is_packed_class(&self, entry: &Entry) -> bool {
        const SEVERAL: usize = 2;
        let Ok(unpacked) = archive::unpack(&entry.place, &entry.name, &archive::STUDENT) else {
            return false;
        };
        let names = |place: &Place| -> Vec<Entry> { entries(place).map(Iterator::collect).unwrap_or_default() };
        let mut inner = names(&unpacked.root);
        if let [only] = inner.as_slice()
            && only.kind == Kind::Folder
        {
            inner = names(&only.place);
        }
        inner.len() >= SEVERAL && inner.iter().all(|one| self.listed.contains(one.name.as_str()))
    }

    /// Adds those of whom a platform knows, and of whom no file is there: nobody is lost.
    fn add_absent(&self, listed: &[Entry], survey: &mut Survey, without_files: Vec<(Upload, String)>) {
        let is_there = |folder: &str| {
            listed
                .iter()
                .any(|entry| entry.name == folder && entry.kind == Kind::Folder)
        };
        for folder in self.metadata.folders().filter(|folder| !is_there(folder)) {
            let shown = name::shown(folder);
            for upload in self.metadata.uploads(folder) {
                let reason =
                    format!("{shown} is listed in {METADATA}, but the download has no such folder: download it again");
                let program = Program::without(format!("{folder}/"), Content::Unreadable(reason));
                survey.add_upload(program, upload);
            }
        }

        // The last attempt first.
        let mut seen = BTreeSet::new();
        for (upload, file) in without_files.into_iter().rev() {
            if !seen.insert((upload.student.clone(), upload.login.clone())) {
                continue;
            }
            let is_own = |(student, program): &&(String, Program)| {
                *student == upload.student && program.id() == upload.login.as_deref()
            };
            let own = survey.students.iter().filter(is_own);
            if let Some(last) = own
                .filter_map(|(_, program)| program.upload.as_ref())
                .map(|own| &own.attempt.date)
                .max()
            {
                if *last < upload.attempt.date {
                    survey.remarks.push(format!(
                        "{}: the last attempt has no file, and an earlier one was graded: look into {}",
                        name::shown(&upload.student),
                        name::shown(&file)
                    ));
                }
                continue;
            }
            let reason = format!(
                "the attempt has no file: look into {}, or ask the student for {}",
                name::shown(&file),
                self.wanted.listed()
            );
            survey.add_upload(Program::doubtful(file, reason), upload);
        }
    }
}

impl Survey {
    /// Adds the program of an upload, of which an entry is part.
    fn add(&mut self, entry: &Entry, mut program: Program) {
        program.source = Some(entry.clone());
        self.students.push((program.student(), program));
    }

    fn add_upload(&mut self, mut program: Program, upload: Upload) {
        self.named_files += 1;
        program.layout = Some(upload.layout);
        program.upload = Some(upload);
        self.students.push((program.student(), program));
    }

    fn add_as(&mut self, student: String, entry: &Entry, mut program: Program, layout: Layout) {
        program.source = Some(entry.clone());
        program.layout = Some(layout);
        self.students.push((student, program));
    }
}

/// What the name of an entry says; `None` where no platform names its uploads so, or not the one that was asked for.
pub(super) fn upload(entry: &Entry, asked: Option<Layout>, digits: Digits) -> Option<Upload> {
    platform::upload(entry, asked, digits).or_else(|| of_brightspace(entry, asked))
}

/// The same, of Brightspace alone.
fn of_brightspace(entry: &Entry, asked: Option<Layout>) -> Option<Upload> {
    let is_asked = matches!(asked, None | Some(Layout::Brightspace));
    brightspace::upload(entry).filter(|_| is_asked)
}

/// What is said of entries that an option excludes.
fn excluded(entries: &[String], options: &Options) -> Option<String> {
    let reason = match (&options.pattern, options.layout) {
        (Some(pattern), _) => format!("`--name-regex {}` does not match", name::shown(&pattern.to_string())),
        (None, Some(layout)) => format!("`--layout {layout}` ({}) excludes", layout.words()),
        (None, None) => return None,
    };
    let names = name::list(entries.iter().map(String::as_str));
    let them = either(entries.len(), "it", "them");
    (!entries.is_empty()).then(|| format!("ignored, because {reason} {them}: {names}"))
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
        _ if upload.is_text => typed(entry),
        Kind::Folder => folder::program(&entry.place, &entry.name, wanted),
        Kind::File if archive::is_readable(&upload.file) => archived(entry, wanted),
        _ if wanted.extension_rank(&upload.file).is_none() => {
            let others = [Other::of(entry, upload.file.clone())];
            Program::doubtful(entry.name.clone(), doubt::in_upload(&others, wanted))
        }
        _ => Program::file(entry, entry.name.clone(), wanted),
    };

    // The requested name goes before others.
    let is_file = entry.kind != Kind::Folder && !upload.is_text && wanted.extension_rank(&upload.file).is_some();
    let has_own_name = wanted.rank(&upload.file).is_some();
    if is_file {
        program.called = (!wanted.files.contains(&upload.file)).then(|| upload.file.clone());
    }
    // Canvas numbers the attempts, and its download only has the last one.
    let mut upload = upload;
    if upload.layout == Layout::Canvas && has_own_name {
        upload.earlier = usize::try_from(upload.attempt.number).unwrap_or_default();
    }
    if is_file && !has_own_name {
        program.rank += 1;
        program.doubt = Some(format!(
            "the file is called {}, not {}",
            name::shown(&upload.file),
            wanted.listed()
        ));
    }
    program.layout = Some(upload.layout);
    program.upload = Some(upload);
    program
}

/// What a student has typed into a form. Every file goes before it.
fn typed(entry: &Entry) -> Program {
    const AFTER_FILES: usize = 1_000;
    let (file, content) = online_text::program(&entry.place, &entry.name);
    Program {
        rank: AFTER_FILES,
        doubt: Some(TYPED.to_owned()),
        ..Program::without(file, content)
    }
}
