//! Which file in a student's folder is the program.
//!
//! The requested name wins, the nearest to the top; else the only file that could be a program; else it is a
//! question to the instructor, and nothing is guessed.

use super::companions::{is_startup, program_in, together_in, together_of};
use super::layout::{Entry, Kind, Layout, Wanted};
use super::place::Place;
use super::platform::Upload;
use super::walk::{Candidate, MOST_ENTRIES, Walk};
use super::{Content, SetAside, archive, doubt, linked_file, name};
use crate::diagnostic::wording::{all_of, system_words};

/// Why a file goes before archives.
pub(super) const NOT_ARCHIVED: &str = "it is not in an archive";

/// What was found for one student.
#[derive(Debug, Clone)]
pub(super) struct Program {
    /// Relative to the folder that is graded; for messages.
    pub file: String,
    pub content: Content,
    /// Preference among several files of one student: lower is better.
    pub rank: usize,
    pub remarks: Vec<String>,
    /// Why it may not be the program, where that is a guess.
    pub doubt: Option<String>,
    /// What the student called the file, where that is not the requested name, but no doubt either.
    pub called: Option<String>,
    /// The names of its files, where there are several.
    pub parts: Vec<String>,
    /// The entry of the class folder in which it is.
    pub source: Option<Entry>,
    /// How the student's name was read.
    pub layout: Option<Layout>,
    /// What a learning platform says of it.
    pub upload: Option<Upload>,
    /// How many earlier attempts of the student there are.
    pub earlier: usize,
    /// Other programs of the student.
    pub set_aside: Option<SetAside>,
}

impl Program {
    /// The file itself is the program.
    pub fn file(entry: &Entry, file: String, wanted: &Wanted) -> Self {
        let is_called_otherwise = wanted.rank(&entry.name).is_some() && !wanted.files.contains(&entry.name);
        Self {
            rank: wanted.extension_rank(&entry.name).unwrap_or(usize::MAX),
            called: is_called_otherwise.then(|| entry.name.clone()),
            ..Self::without(file, entry.place.content(&name::shown(&entry.name)))
        }
    }

    /// The student, as the platform writes the name; empty where no platform has named it.
    pub fn student(&self) -> String {
        self.upload
            .as_ref()
            .map(|upload| upload.student.clone())
            .unwrap_or_default()
    }

    /// What distinguishes students of the same name, where a platform says it.
    pub fn id(&self) -> Option<&str> {
        let upload = self.upload.as_ref()?;
        [&upload.id, &upload.email, &upload.login]
            .into_iter()
            .find_map(Option::as_deref)
    }

    /// The program with the files that belong to it, where the file `own` of a folder is one of several.
    pub fn with_companions(mut self, folder: &Place, own: &str, wanted: &Wanted) -> Self {
        let Some((content, names)) = wanted.links.and_then(|links| together_in(folder, own, links)) else {
            return self;
        };
        if matches!(self.content, Content::Path(_) | Content::Bytes(_)) {
            self.take(content, names);
        }
        self
    }

    /// The program with the files that belong to it, where a platform has put each upload of the student beside the others.
    pub fn with_uploads(mut self, uploads: &[&Self], wanted: &Wanted) -> Self {
        let is_file = |entry: &&Entry| entry.kind == Kind::File;
        let files: Vec<(String, Place)> = uploads
            .iter()
            .filter_map(|upload| Some((upload.own_name(), upload.source.as_ref().filter(is_file)?.place.clone())))
            .collect();
        let links = wanted.links.filter(|_| self.upload.is_some() && !self.is_archived());
        let together = links.and_then(|links| together_of(files, &self.own_name(), links));
        if let Some((content, names)) = together {
            let main = uploads.iter().find(|upload| upload.own_name() == names[0]);
            self.file = main.map_or(self.file, |main| main.file.clone());
            self.content = content;
            self.parts = names;
        }
        self
    }

    /// What the student called the file.
    pub fn own_name(&self) -> String {
        self.upload
            .as_ref()
            .map(|upload| upload.file.clone())
            .unwrap_or_default()
    }

    /// Takes several files for the program; the first one gives it its name.
    fn take(&mut self, content: Content, names: Vec<String>) {
        let folder = self.file.rfind('/').map_or(0, |slash| slash + 1);
        self.file.truncate(folder);
        self.file += &names[0];
        self.content = content;
        self.parts = names;
    }

    /// A file that may be the student's work, where nothing better is found.
    pub fn doubtful(file: String, reason: String) -> Self {
        Self {
            rank: usize::MAX,
            ..Self::without(file, Content::Refused(reason))
        }
    }

    /// Nothing that can be graded, or what is filled in later.
    pub fn without(file: String, content: Content) -> Self {
        Self {
            file,
            content,
            rank: 0,
            remarks: Vec::new(),
            doubt: None,
            called: None,
            parts: Vec::new(),
            source: None,
            layout: None,
            upload: None,
            earlier: 0,
            set_aside: None,
        }
    }

    /// Whether it is in an archive that was handed in.
    pub fn is_archived(&self) -> bool {
        let is_archive = |entry: &Entry| entry.kind == Kind::File && archive::is_readable(&entry.name);
        self.source.as_ref().is_some_and(is_archive)
    }

    /// Whether it is a program by its name, and no text that was typed into a form.
    pub fn is_program(&self) -> bool {
        let is_text = self.upload.as_ref().is_some_and(|upload| upload.is_text);
        self.rank != usize::MAX && !is_text
    }

    /// Why it goes before files with other names.
    pub fn preferred_name(&self) -> &'static str {
        if self.called.is_none() {
            "it has the required name"
        } else {
            "its name is closest to the required one"
        }
    }

    /// Says that other programs of the student were not graded, and why the file `own` was: for each file the reason.
    pub fn note_others(&mut self, student: &str, own: &str, mut others: Vec<(&'static str, String)>) {
        others.retain(|(_, file)| is_made(own) || !is_made(file));
        if others.is_empty() {
            return;
        }
        let mut reasons: Vec<&str> = others.iter().map(|(reason, _)| *reason).collect();
        reasons.sort_unstable();
        reasons.dedup();
        let files: Vec<String> = others.into_iter().map(|(_, file)| file).collect();

        // What is said of what is not graded says nothing of others.
        if !matches!(self.content, Content::Path(_) | Content::Files(_) | Content::Bytes(_)) {
            return;
        }
        let words = format!(
            "{} was graded, because {}; not graded: {}",
            name::shown(own),
            all_of(&reasons),
            name::list(files.iter().map(String::as_str))
        );
        self.remarks.push(format!("{}: {words}", name::shown(student)));
        self.set_aside = Some(SetAside { files, words });
    }
}

/// Whether assemblers and linkers make such a file of a source.
fn is_made(file: &str) -> bool {
    let extension = file
        .rsplit_once('.')
        .map(|(_, extension)| extension.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("obj" | "axf" | "elf" | "hex" | "bin"))
}

/// Looks for the program in a student's folder or archive, which messages call `shown`.
pub(super) fn program(place: &Place, shown: &str, wanted: &Wanted) -> Program {
    let mut walk = Walk::default();
    let named = match walk.all(place, shown, wanted) {
        Ok(named) => named,
        Err(error) => {
            let reason = format!(
                "the folder cannot be read ({}): make it readable, then grade again",
                system_words(&error)
            );
            return Program::without(format!("{shown}/"), Content::Unreadable(reason));
        }
    };

    let mut program = choose(named, &mut walk, shown, wanted);
    if walk.cut {
        program.remarks.push(format!(
            "{}: the folder contains more than {MOST_ENTRIES} files; only the first were considered",
            name::shown(shown)
        ));
    }

    program
}

/// Chooses among the files that bear a wanted name, or else among the others seen on the walk.
fn choose(named: Vec<Candidate>, walk: &mut Walk, shown: &str, wanted: &Wanted) -> Program {
    let student = name::shown(shown);
    let best = named
        .iter()
        .filter_map(|candidate| wanted.rank(&candidate.entry.name))
        .min();
    // What is only called like `connect4 (1).asm` comes after `connect4.asm`.
    let is_best = |candidate: &Candidate| wanted.rank(&candidate.entry.name) == best;
    let (named, lesser): (Vec<_>, Vec<_>) = named.into_iter().partition(is_best);
    walk.others.extend(lesser);

    // `connect4.asm` and `Connect4.asm`: the requested spelling wins.
    let named = preferred(named, |candidate| wanted.files.contains(&candidate.entry.name));
    if let [only] = named.as_slice() {
        let mut program = taken(only, shown, wanted);
        if only.below.contains('/') {
            program.remarks.push(format!(
                "{student}: the program was found in {}",
                name::shown(&only.below)
            ));
        }
        let is_part = |other: &&Candidate| program.parts.contains(&other.entry.name);
        let others = walk.others.iter().filter(|other| !is_part(other));
        let others = others.map(|other| (program.preferred_name(), other.below.clone()));
        let packed = walk.packed().into_iter().map(|archive| (NOT_ARCHIVED, archive));
        let others = others.chain(packed).collect();
        program.note_others(shown, &only.below, others);
        return program;
    }

    if !named.is_empty() {
        return question(&named, shown, wanted);
    }

    let best = walk
        .others
        .iter()
        .filter_map(|candidate| wanted.extension_rank(&candidate.entry.name))
        .min();
    let others = preferred(std::mem::take(&mut walk.others), |candidate| {
        wanted.extension_rank(&candidate.entry.name) == best
    });

    // A project of Keil's uVision brings a startup file that nobody wrote.
    let others = preferred(others, |candidate| !is_startup(&candidate.entry.name));
    match others.as_slice() {
        [] => nothing(walk, shown, wanted),
        [only] => {
            let mut program = taken(only, shown, wanted);
            let guess = format!(
                "there is no {}; {} was graded instead, the only file that may be a program",
                wanted.listed(),
                name::shown(&only.below)
            );
            program.remarks.push(format!("{student}: {guess}"));
            program.doubt = Some(guess);
            program
        }
        several => linked(several, shown, wanted).unwrap_or_else(|| question(several, shown, wanted)),
    }
}

/// Several files without the requested name, where they are one program.
fn linked(candidates: &[Candidate], shown: &str, wanted: &Wanted) -> Option<Program> {
    let first = &candidates[0];
    let (content, names) = program_in(&first.folder, wanted.links?)?;
    let below = |name: &String| first.below.replace(&first.entry.name, name);
    let is_part = |candidate: &Candidate| names.iter().any(|name| below(name) == candidate.below);
    if !candidates.iter().all(is_part) {
        return None;
    }

    let mut program = taken(first, shown, wanted);
    let guess = format!(
        "there is no {}; {} were graded together instead, because they refer to each other",
        wanted.listed(),
        name::list(names.iter().map(String::as_str))
    );
    program.take(content, names);
    program.remarks.push(format!("{}: {guess}", name::shown(shown)));
    program.doubt = Some(guess);
    Some(program)
}

/// Those that satisfy `rule`; all if none does.
fn preferred(candidates: Vec<Candidate>, rule: impl Fn(&Candidate) -> bool) -> Vec<Candidate> {
    if candidates.iter().any(&rule) {
        candidates.into_iter().filter(rule).collect()
    } else {
        candidates
    }
}

fn taken(candidate: &Candidate, shown: &str, wanted: &Wanted) -> Program {
    let mut program = Program::file(&candidate.entry, format!("{shown}/{}", candidate.below), wanted);
    // Links are not followed, but what is in the student's own folder can be put in their place.
    if let Some(target) = candidate.entry.place.path().and_then(linked_file) {
        let (file, target) = (name::shown(&candidate.entry.name), name::shown(&target));
        program.content = Content::Refused(format!(
            "{file} is a symbolic link to {target}, not a file: put {target} in its place, or ask the student for the program \
             itself"
        ));
    }
    program.with_companions(&candidate.folder, &candidate.entry.name, wanted)
}

fn question(candidates: &[Candidate], shown: &str, wanted: &Wanted) -> Program {
    let names = name::list(candidates.iter().map(|candidate| candidate.below.as_str()));
    let reason = format!(
        "{} files may be the program: {names}; keep one of them, or rename the right one to {}",
        candidates.len(),
        wanted.listed()
    );
    Program::without(format!("{shown}/"), Content::Refused(reason))
}

/// Where no file can be the program by its name: work in another form, or nothing at all.
fn nothing(walk: &Walk, shown: &str, wanted: &Wanted) -> Program {
    let file = format!("{shown}/");
    if !walk.failed.is_empty() {
        let reason = format!(
            "there is no {} that can be read: {}; ask the student for the program itself",
            wanted.listed(),
            walk.failed.join("; ")
        );
        return Program::without(file, Content::Refused(reason));
    }
    if !walk.rest.is_empty() {
        let program = Program::doubtful(file, doubt::in_folder(&walk.rest, wanted));
        let rank = if doubt::is_likely(&walk.rest, wanted) {
            0
        } else {
            program.rank
        };
        return Program { rank, ..program };
    }

    if !walk.closed.is_empty() {
        let reason = format!(
            "the folder has no {}, and these folders were not searched: {}; put the program at the top, or make them \
             readable",
            wanted.listed(),
            name::list(walk.closed.iter().map(String::as_str))
        );
        return Program::without(file, Content::Unreadable(reason));
    }

    Program {
        remarks: vec![format!(
            "{}: there is no {}; the folder is empty",
            name::shown(shown),
            wanted.listed()
        )],
        ..Program::without(file, Content::Missing)
    }
}
