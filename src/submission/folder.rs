//! Which file in a student's folder is the program.
//!
//! The requested name wins, the nearest to the top; else the only file that could be a program; else it is a
//! question to the instructor, and nothing is guessed.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use super::companions::{is_startup, program_in, together};
use super::layout::{Entry, Kind, Wanted, entries};
use super::platform::Upload;
use super::{Content, doubt, in_words, name};

/// How deep below a student's folder a program is looked for: `ada/submission/src/connect4.asm`.
const DEPTH: usize = 3;

/// How many entries of a student's folder are looked at.
const MOST_ENTRIES: usize = 1_000;

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
    /// What a learning platform says of it.
    pub upload: Option<Upload>,
    /// How many earlier attempts of the student there are.
    pub earlier: usize,
}

impl Program {
    /// The file itself is the program.
    pub fn file(entry: &Entry, file: String, wanted: &Wanted) -> Self {
        Self {
            content: Content::at(&entry.path, &name::shown(&entry.name)),
            file,
            rank: wanted.extension_rank(&entry.name).unwrap_or(usize::MAX),
            remarks: Vec::new(),
            doubt: None,
            upload: None,
            earlier: 0,
        }
    }

    /// The student, as the platform writes the name; empty where no platform has named it.
    pub fn student(&self) -> String {
        self.upload
            .as_ref()
            .map(|upload| upload.student.clone())
            .unwrap_or_default()
    }

    /// The number by which a platform knows the student.
    pub fn id(&self) -> Option<&str> {
        self.upload.as_ref()?.id.as_deref()
    }

    /// The program with the files that belong to it, where the file at `path` is one of several.
    pub fn with_companions(mut self, path: &Path, wanted: &Wanted) -> Self {
        let Some((content, names)) = wanted.links.and_then(|links| together(path, links)) else {
            return self;
        };
        if matches!(self.content, Content::Path(_)) {
            self.take(content, &names);
        }
        self
    }

    /// Takes several files for the program; the first one gives it its name.
    fn take(&mut self, content: Content, names: &[String]) {
        let folder = self.file.rfind('/').map_or(0, |slash| slash + 1);
        self.file.truncate(folder);
        self.file += &names[0];
        self.content = content;
    }

    /// The names of its files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let several = match &self.content {
            Content::Files(files) => &files[..],
            _ => &[],
        };
        several.iter().map(|(name, _)| name.as_str())
    }

    /// A file that may be the student's work, where nothing better is found.
    pub fn doubtful(file: String, reason: String) -> Self {
        Self {
            rank: usize::MAX,
            ..Self::without(file, Content::Refused(reason))
        }
    }

    fn without(file: String, content: Content) -> Self {
        Self {
            file,
            content,
            rank: 0,
            remarks: Vec::new(),
            doubt: None,
            upload: None,
            earlier: 0,
        }
    }
}

/// A file that may be the program, and its path below the student's folder: `submission/connect4.asm`.
struct Candidate {
    entry: Entry,
    below: String,
}

/// What a walk through the folder has seen so far.
struct Walk {
    budget: usize,
    cut: bool,
    /// Files by another name with a program's extension.
    others: Vec<Candidate>,
    /// Files that are no program by their names, but may be work.
    rest: Vec<String>,
    /// Folders that were not looked into, and why.
    closed: Vec<String>,
}

/// Looks for the program in a student's folder, which messages call `shown`.
pub(super) fn program(folder: &Path, shown: &str, wanted: &Wanted) -> Program {
    let mut walk = Walk {
        budget: MOST_ENTRIES,
        cut: false,
        others: Vec::new(),
        rest: Vec::new(),
        closed: Vec::new(),
    };
    let mut level = vec![(folder.to_owned(), String::new())];
    let mut named = Vec::new();

    for depth in 1..=DEPTH {
        let mut next = Vec::new();
        for (path, prefix) in &level {
            match walk.list(path, prefix, wanted) {
                Ok(found) => {
                    named.extend(found.named);
                    next.extend(found.folders);
                }
                Err(error) if depth == 1 => {
                    let reason = format!(
                        "the folder cannot be read ({}): make it readable, then grade again",
                        in_words(&error)
                    );
                    return Program::without(format!("{shown}/"), Content::Unreadable(reason));
                }
                Err(error) => walk.closed.push(format!("{prefix} ({})", in_words(&error))),
            }
        }
        if !named.is_empty() {
            break;
        }
        level = next;
    }

    let deeper = level.into_iter().map(|(_, prefix)| format!("{prefix} (too deep)"));
    walk.closed.extend(deeper);
    let mut program = choose(named, &mut walk, shown, wanted);
    if walk.cut {
        program.remarks.push(format!(
            "{}: the folder contains more than {MOST_ENTRIES} files; only the first were considered",
            name::shown(shown)
        ));
    }

    program
}

/// What one folder of the walk holds.
struct Listing {
    named: Vec<Candidate>,
    folders: Vec<(PathBuf, String)>,
}

impl Walk {
    fn list(&mut self, path: &Path, prefix: &str, wanted: &Wanted) -> io::Result<Listing> {
        let mut listing = Listing {
            named: Vec::new(),
            folders: Vec::new(),
        };
        for entry in first_entries(path, wanted, self.budget, &mut self.cut)? {
            self.budget -= 1;
            let below = format!("{prefix}{}", entry.name);
            if wanted.rank(&entry.name).is_some() {
                listing.named.push(Candidate { entry, below });
            } else if entry.kind == Kind::Folder {
                listing.folders.push((entry.path, format!("{below}/")));
            } else if wanted.extension_rank(&entry.name).is_some() {
                self.others.push(Candidate { entry, below });
            } else if doubt::may_be_work(&entry) {
                self.rest.push(below);
            }
        }

        Ok(listing)
    }
}

/// At most `most` entries, those that may be programs before all others, then by name: which ones are left out does not
/// depend on the order in which the file system lists them.
fn first_entries(path: &Path, wanted: &Wanted, most: usize, cut: &mut bool) -> io::Result<Vec<Entry>> {
    let mut first = BTreeMap::new();
    for entry in entries(path)? {
        let rank = wanted.rank(&entry.name);
        let extension = wanted.extension_rank(&entry.name);
        first.insert((rank.is_none(), extension.is_none(), entry.name.clone()), entry);
        if first.len() > most {
            first.pop_last();
            *cut = true;
        }
    }

    Ok(first.into_values().collect())
}

/// Chooses among the files that bear a wanted name, or else among the others seen on the walk.
fn choose(named: Vec<Candidate>, walk: &mut Walk, shown: &str, wanted: &Wanted) -> Program {
    let student = name::shown(shown);
    let best = named
        .iter()
        .filter_map(|candidate| wanted.rank(&candidate.entry.name))
        .min();
    let named = preferred(named, |candidate| wanted.rank(&candidate.entry.name) == best);

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
        let is_part = |other: &&Candidate| program.files().any(|part| *part == *other.entry.name);
        let others: Vec<&Candidate> = walk.others.iter().filter(|other| !is_part(other)).collect();
        if !others.is_empty() {
            let others = name::list(others.iter().map(|other| other.below.as_str()));
            program.remarks.push(format!(
                "{student}: {} was graded, not {others}",
                name::shown(&only.below)
            ));
        }
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
    let (content, names) = program_in(first.entry.path.parent()?, wanted.links?)?;
    let below = |name: &String| first.below.replace(&first.entry.name, name);
    let is_part = |candidate: &Candidate| names.iter().any(|name| below(name) == candidate.below);
    if !candidates.iter().all(is_part) {
        return None;
    }

    let mut program = taken(first, shown, wanted);
    program.take(content, &names);
    let guess = format!(
        "there is no {}; {} were graded together instead, because they refer to each other",
        wanted.listed(),
        name::list(names.iter().map(String::as_str))
    );
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
    let program = Program::file(&candidate.entry, format!("{shown}/{}", candidate.below), wanted);
    program.with_companions(&candidate.entry.path, wanted)
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
