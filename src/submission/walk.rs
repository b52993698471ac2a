//! The walk through a student's folder and the archives in it: which files may be the program, and what else is there.

use std::collections::BTreeMap;
use std::io;

use super::doubt::Other;
use super::layout::{Entry, Kind, Wanted, entries};
use super::place::Place;
use super::{archive, doubt, name};
use crate::diagnostic::wording::system_words;

/// How deep below a student's folder a program is looked for: `ada/submission/src/connect4.asm`.
const DEPTH: usize = 3;

/// How many entries of a student's folder are looked at.
pub(super) const MOST_ENTRIES: usize = 1_000;

/// How many archives of a student are unpacked, and how deep one in another.
const MOST_ARCHIVES: usize = 20;
const NESTED: usize = 3;

/// A file that may be the program, and its path below the student's folder: `submission/connect4.asm`.
pub(super) struct Candidate {
    pub entry: Entry,
    pub folder: Place,
    pub below: String,
}

/// What a walk through the folder has seen so far.
pub(super) struct Walk {
    budget: usize,
    /// Whether some files were left out, because there are too many.
    pub cut: bool,
    /// Files by another name with a program's extension.
    pub others: Vec<Candidate>,
    /// Files that are no program by their names, but may be work.
    pub rest: Vec<Other>,
    /// Folders that were not looked into, and why.
    pub closed: Vec<String>,
    /// Archives that were not looked into yet.
    archives: Vec<(Place, String)>,
    /// Archives that cannot be unpacked, and why: `work.zip is damaged`.
    pub failed: Vec<String>,
    /// How many more archives are unpacked.
    unpacks: usize,
    /// How many bytes of archives are kept in memory.
    kept: u64,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            budget: MOST_ENTRIES,
            cut: false,
            others: Vec::new(),
            rest: Vec::new(),
            closed: Vec::new(),
            archives: Vec::new(),
            failed: Vec::new(),
            unpacks: MOST_ARCHIVES,
            kept: 0,
        }
    }
}

/// What one folder of the walk holds.
struct Listing {
    named: Vec<Candidate>,
    folders: Vec<(Place, String)>,
}

impl Walk {
    /// Looks for files of a wanted name in a student's folder or archive, which messages call `shown`. The error is that of
    /// the folder.
    pub fn all(&mut self, place: &Place, shown: &str, wanted: &Wanted) -> io::Result<Vec<Candidate>> {
        let mut named = Vec::new();
        if archive::is_readable(shown) && !place.is_folder() {
            self.archives.push((place.clone(), String::new()));
        } else {
            named = self.folder(place, "", wanted)?;
        }

        // Archives are unpacked only where the program is not beside them.
        for _ in 0..NESTED {
            if !named.is_empty() {
                return Ok(named);
            }
            for (place, below) in std::mem::take(&mut self.archives) {
                named.extend(self.archive(&place, shown, &below, wanted));
            }
        }
        for (_, below) in std::mem::take(&mut self.archives) {
            let nested = format!("{} is nested too deep in other archives", name::shown(&below));
            self.failed.push(nested);
        }
        Ok(named)
    }

    /// Looks for files of a wanted name, one level after the other. The error is that of the folder itself.
    fn folder(&mut self, place: &Place, prefix: &str, wanted: &Wanted) -> io::Result<Vec<Candidate>> {
        let mut level = vec![(place.clone(), prefix.to_owned())];
        let mut named = Vec::new();
        for depth in 1..=DEPTH {
            let mut next = Vec::new();
            for (place, prefix) in &level {
                match self.list(place, prefix, wanted) {
                    Ok(found) => {
                        named.extend(found.named);
                        next.extend(found.folders);
                    }
                    Err(error) if depth == 1 => return Err(error),
                    Err(error) => self.closed.push(format!("{prefix} ({})", system_words(&error))),
                }
            }
            level = next;
            if named.iter().any(|one: &Candidate| wanted.is_exact(&one.entry.name)) {
                break;
            }
        }

        let deeper = level.into_iter().map(|(_, prefix)| format!("{prefix} (too deep)"));
        self.closed.extend(deeper);
        Ok(named)
    }

    /// Looks for files of a wanted name in an archive, which is `below` the student's folder `shown`, or is it.
    fn archive(&mut self, place: &Place, shown: &str, below: &str, wanted: &Wanted) -> Vec<Candidate> {
        let file = if below.is_empty() { shown } else { below };
        let file = name::shown(file.rsplit('/').next().unwrap_or(file));
        let Some(unpacks) = self.unpacks.checked_sub(1) else {
            self.failed
                .push(format!("{file} is one of more than {MOST_ARCHIVES} archives"));
            return Vec::new();
        };
        self.unpacks = unpacks;

        let limits = archive::Limits {
            kept_before: self.kept,
            ..archive::STUDENT
        };
        let unpacked = match archive::unpack(place, &file, &limits) {
            Ok(unpacked) => unpacked,
            Err(reason) => {
                self.failed.push(format!("{file} {reason}"));
                return Vec::new();
            }
        };
        self.kept += unpacked.kept;
        if !unpacked.left_out.is_empty() {
            let names = name::list(unpacked.left_out.iter().map(String::as_str));
            self.failed
                .push(format!("{file} contains names that lead out of it: {names}"));
        }

        let prefix = if below.is_empty() {
            String::new()
        } else {
            format!("{below}/")
        };
        let seen = self.rest.len() + self.others.len();
        let named = self.folder(&unpacked.root, &prefix, wanted).unwrap_or_default();
        if named.is_empty() && self.rest.len() + self.others.len() == seen && self.archives.is_empty() {
            self.failed.push(format!("{file} contains no file"));
        }
        named
    }

    /// The archives that were not looked into.
    pub fn packed(&self) -> Vec<String> {
        self.archives.iter().map(|(_, below)| below.clone()).collect()
    }

    fn list(&mut self, place: &Place, prefix: &str, wanted: &Wanted) -> io::Result<Listing> {
        let mut listing = Listing {
            named: Vec::new(),
            folders: Vec::new(),
        };
        for entry in first_entries(place, wanted, self.budget, &mut self.cut)? {
            self.budget -= 1;
            let below = format!("{prefix}{}", entry.name);
            let is_file = entry.kind == Kind::File;
            if wanted.rank(&entry.name).is_some() {
                listing.named.push(Candidate::new(entry, place, below));
            } else if entry.kind == Kind::Folder {
                listing.folders.push((entry.place, format!("{below}/")));
            } else if wanted.extension_rank(&entry.name).is_some() {
                self.others.push(Candidate::new(entry, place, below));
            } else if is_file && archive::is_readable(&entry.name) && doubt::may_be_work(&entry) {
                self.archives.push((entry.place, below));
            } else if doubt::may_be_work(&entry) {
                self.rest.push(Other::of(&entry, below));
            }
        }

        Ok(listing)
    }
}

impl Candidate {
    fn new(entry: Entry, folder: &Place, below: String) -> Self {
        Self {
            entry,
            folder: folder.clone(),
            below,
        }
    }
}

/// At most `most` entries, those that may be programs before all others, then by name: which ones are left out does not
/// depend on the order in which the file system lists them.
fn first_entries(place: &Place, wanted: &Wanted, most: usize, cut: &mut bool) -> io::Result<Vec<Entry>> {
    let mut first = BTreeMap::new();
    for entry in entries(place)? {
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
