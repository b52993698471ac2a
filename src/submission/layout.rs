//! The ways in which a class is laid out in a folder: one function per way, tried in the order of [`LAYOUTS`].
//!
//! A layout looks at one entry of the folder and says which student it belongs to, or that it does not know. A file is
//! the program itself; in a folder the program is looked for. A new layout is a new function in the list.

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use walkdir::WalkDir;

use super::name;
use super::place::{Node, Place};

/// Says which files make one program with the chosen one, by their indices, the main one first. Without a choice, the
/// program's main file is looked for; `None` where it is not plain.
pub type Links = fn(&[(String, Vec<u8>)], Option<usize>) -> Option<Vec<usize>>;

/// Names and name endings that a program may have.
pub(super) struct Wanted<'a> {
    /// The names, the preferred one first.
    pub files: &'a [String],
    /// Their extensions in lower case, the preferred one first; the build results of a source can replace it.
    extensions: Vec<String>,
    /// Which files are one program, where programs may have several.
    pub links: Option<Links>,
}

/// For a source's extension those that can replace it, the preferred one first.
const STAND_INS: [(&str, &[&str]); 2] = [("asm", &["obj"]), ("s", &["asm", "axf", "elf", "hex", "bin"])];

impl<'a> Wanted<'a> {
    pub fn new(files: &'a [String]) -> Self {
        let mut extensions: Vec<String> = Vec::new();
        let own = files
            .iter()
            .filter_map(|file| Some(file.rsplit_once('.')?.1.to_ascii_lowercase()));
        for extension in own {
            if !extensions.contains(&extension) {
                extensions.push(extension);
            }
        }

        for (source, others) in STAND_INS {
            if extensions.iter().any(|extension| extension == source) {
                let new = others
                    .iter()
                    .filter(|other| !extensions.iter().any(|own| own == *other));
                let new: Vec<String> = new.map(|other| (*other).to_owned()).collect();
                extensions.extend(new);
            }
        }

        Self {
            files,
            extensions,
            links: None,
        }
    }

    /// Which of the names this is, without regard to case; 0 is the preferred one. A copy of a name, such as `connect4
    /// (1).asm` or `connect4.asm.txt`, comes after all names.
    pub fn rank(&self, name: &str) -> Option<usize> {
        let position = |name: &str| self.files.iter().position(|file| file.eq_ignore_ascii_case(name));
        let copied = || position(&self.plain(name)).map(|rank| self.files.len() + rank);
        position(name).or_else(copied)
    }

    /// Whether this is one of the names, without regard to case.
    pub fn is_exact(&self, name: &str) -> bool {
        self.rank(name).is_some_and(|rank| rank < self.files.len())
    }

    /// Which of the extensions the name has; 0 is the preferred one.
    pub fn extension_rank(&self, name: &str) -> Option<usize> {
        self.own_extension_rank(&self.plain(name))
    }

    /// The same, without regard to what browsers and file managers add to names.
    pub fn own_extension_rank(&self, name: &str) -> Option<usize> {
        let (stem, extension) = name.rsplit_once('.')?;
        if stem.is_empty() {
            return None;
        }
        self.extensions
            .iter()
            .position(|own| own.eq_ignore_ascii_case(extension))
    }

    /// The name without what browsers, editors and file managers add to it: `connect4.asm` for `connect4 (1).asm`,
    /// `connect4 - Copy.asm` and `connect4.asm.txt`.
    pub fn plain(&self, name: &str) -> String {
        let is_text = |ending: &str| ["txt", "text"].iter().any(|text| ending.eq_ignore_ascii_case(text));
        let name = match name.rsplit_once('.') {
            Some((inner, ending)) if is_text(ending) && self.own_extension_rank(without_copy(inner)).is_some() => {
                without_copy(inner)
            }
            _ => name,
        };
        match name.rsplit_once('.') {
            Some((stem, extension)) => format!("{}.{extension}", without_copy(stem)),
            None => name.to_owned(),
        }
    }

    /// The names without their extensions.
    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.files
            .iter()
            .map(|file| file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem))
    }

    /// The names, for messages.
    pub fn listed(&self) -> String {
        self.files.join(" or ")
    }
}

/// `connect4` for `connect4 (1)`, `connect4(2)`, `connect4 copy` and `connect4 - Copy`; nothing that would leave no name.
fn without_copy(stem: &str) -> &str {
    let trimmed = stem.trim_end();
    let digits = trimmed
        .strip_suffix(')')
        .map(|rest| rest.trim_end_matches(|digit: char| digit.is_ascii_digit()));
    let numbered = digits.and_then(|rest| rest.strip_suffix('('));
    let numbered = numbered.filter(|rest| rest.len() + 2 < trimmed.len());
    let copy = [" - copy", " copy"].iter().find_map(|ending| {
        let at = trimmed.len().checked_sub(ending.len())?;
        let own = trimmed.get(at..)?;
        own.eq_ignore_ascii_case(ending).then(|| &trimmed[..at])
    });

    let bare = numbered.or(copy).map_or(trimmed, str::trim_end);
    if bare.is_empty() { stem } else { bare }
}

/// What an entry of a folder is, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    Other,
}

/// One entry of a folder.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Its name as text.
    pub name: String,
    pub place: Place,
    pub kind: Kind,
}

/// The entries of a folder, the usual junk left out. Links are not followed.
pub(super) fn entries(folder: &Place) -> io::Result<Box<dyn Iterator<Item = Entry> + '_>> {
    Ok(match folder {
        Place::Disk(path) => Box::new(listed(path)?.filter(|entry| !is_junk(entry))),
        Place::Packed(node) => Box::new(packed(node).filter(|entry| !is_junk(entry))),
    })
}

/// The entries of a folder in an archive.
fn packed(node: &Node) -> impl Iterator<Item = Entry> + '_ {
    let folder = match node {
        Node::Folder(folder) => Some(folder),
        _ => None,
    };
    folder.into_iter().flatten().map(|(name, node)| Entry {
        name: name.clone(),
        place: Place::Packed(node.clone()),
        kind: match **node {
            Node::Folder(_) => Kind::Folder,
            Node::File(_) | Node::Large(_) | Node::Unusable(_) => Kind::File,
            Node::Link => Kind::Link,
            Node::Other => Kind::Other,
        },
    })
}

/// The entries of a folder on disk.
fn listed(folder: &Path) -> io::Result<impl Iterator<Item = Entry>> {
    let mut listing = WalkDir::new(folder).min_depth(1).max_depth(1).into_iter().peekable();
    // A folder that cannot be listed is the first and only item of the walk.
    if let Some(Err(error)) = listing.next_if(|first| matches!(first, Err(error) if error.depth() == 0)) {
        return Err(error.into());
    }

    Ok(listing.filter_map(Result::ok).map(|entry| {
        let found = entry.file_type();
        let kind = if found.is_file() {
            Kind::File
        } else if found.is_dir() {
            Kind::Folder
        } else if found.is_symlink() {
            Kind::Link
        } else {
            Kind::Other
        };
        Entry {
            name: name::text(entry.file_name()),
            place: entry.into_path().into(),
            kind,
        }
    }))
}

/// Files left by operating systems, archivers, version control and this grader.
fn is_junk(entry: &Entry) -> bool {
    const NAMES: [&str; 4] = ["__MACOSX", "Thumbs.db", "desktop.ini", "$RECYCLE.BIN"];
    entry.name.starts_with('.')
        || NAMES.iter().any(|name| name.eq_ignore_ascii_case(&entry.name))
        || (entry.kind == Kind::Folder && entry.name == "reports")
}

/// How submissions are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// A folder, or an archive, per student.
    Dirs,
    /// A file per student.
    Flat,
    /// A download of Canvas.
    Canvas,
    /// A download of Moodle.
    Moodle,
    /// A download of Blackboard.
    Blackboard,
    /// A download of Brightspace (D2L).
    Brightspace,
    /// An export of Gradescope.
    Gradescope,
    /// The repositories of GitHub Classroom.
    Classroom,
    /// Names that a pattern of the instructor reads.
    Pattern,
}

impl Layout {
    /// The names of the layouts that can be asked for.
    pub const NAMES: [&'static str; 8] = [
        "dirs",
        "flat",
        "canvas",
        "moodle",
        "blackboard",
        "brightspace",
        "gradescope",
        "classroom",
    ];

    /// What a class of this layout is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Dirs => "a folder per student",
            Self::Flat => "a file per student",
            Self::Canvas => "a Canvas download",
            Self::Moodle => "a Moodle download",
            Self::Blackboard => "a Blackboard download",
            Self::Brightspace => "a Brightspace download",
            Self::Gradescope => "a Gradescope export",
            Self::Classroom => "repositories of GitHub Classroom",
            Self::Pattern => "names that match the pattern",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.get(*self as usize).copied().unwrap_or("pattern");
        formatter.write_str(name)
    }
}

impl FromStr for Layout {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const ALL: [Layout; 8] = [
            Layout::Dirs,
            Layout::Flat,
            Layout::Canvas,
            Layout::Moodle,
            Layout::Blackboard,
            Layout::Brightspace,
            Layout::Gradescope,
            Layout::Classroom,
        ];
        let at = Self::NAMES.iter().position(|name| *name == text);
        at.map(|at| ALL[at])
            .ok_or_else(|| format!("expected one of {}", Self::NAMES.join(", ")))
    }
}

/// Says which student an entry belongs to, or `None` where this layout does not know it.
pub(super) type Reader = fn(&Entry, &Wanted) -> Option<String>;

/// Every layout, in the order they are tried: the most specific one first.
pub(super) const LAYOUTS: [Reader; 3] = [named_file, plain_file, folder];

/// `ada_connect4.asm` or `ada-connect4.asm`: the student before the requested name.
pub(super) fn named_file(entry: &Entry, wanted: &Wanted) -> Option<String> {
    if entry.kind == Kind::Folder {
        return None;
    }

    wanted.extension_rank(&entry.name)?;
    let plain = wanted.plain(&entry.name);
    let (stem, _) = plain.rsplit_once('.')?;
    wanted.files.iter().find_map(|file| {
        let asked = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        let student = stem.get(..stem.len().checked_sub(asked.len() + 1)?)?;
        let behind = stem.get(student.len()..)?;
        let separated = behind.starts_with(['_', '-']) && behind[1..].eq_ignore_ascii_case(asked);
        (separated && !student.is_empty()).then(|| student.to_owned())
    })
}

/// `ada.asm`: the student and nothing else.
fn plain_file(entry: &Entry, wanted: &Wanted) -> Option<String> {
    if entry.kind == Kind::Folder || wanted.rank(&entry.name).is_some() {
        return None;
    }
    wanted.extension_rank(&entry.name)?;
    let plain = wanted.plain(&entry.name);
    let (stem, _) = plain.rsplit_once('.')?;
    Some(stem.to_owned())
}

/// `ada/`: a folder per student. A link to a folder is a student's too, whose program is then refused.
fn folder(entry: &Entry, wanted: &Wanted) -> Option<String> {
    let is_folder = match entry.kind {
        Kind::Folder => true,
        Kind::Link => entry.place.is_folder(),
        Kind::File | Kind::Other => false,
    };
    (is_folder && wanted.rank(&entry.name).is_none()).then(|| entry.name.clone())
}

#[cfg(test)]
mod tests {
    use super::{Entry, Kind, LAYOUTS, Layout, Wanted};

    fn student(name: &str, kind: Kind) -> Option<String> {
        let files = ["connect4.asm".to_owned()];
        let wanted = Wanted::new(&files);
        let entry = Entry {
            name: name.to_owned(),
            place: name.into(),
            kind,
        };
        LAYOUTS.iter().find_map(|layout| layout(&entry, &wanted))
    }

    #[test]
    fn files_name_their_students() {
        for (file, expected) in [
            ("ada_connect4.asm", Some("ada")),
            ("ada-connect4.asm", Some("ada")),
            ("Ada Lovelace_Connect4.ASM", Some("Ada Lovelace")),
            ("ada_b_connect4.obj", Some("ada_b")),
            ("ada.asm", Some("ada")),
            ("adaconnect4.asm", Some("adaconnect4")),
            ("\u{738b}_connect4.asm", Some("\u{738b}")),
            ("\u{738b}.asm", Some("\u{738b}")),
            ("connect4.asm", None),
            ("ada.txt", None),
            (".asm", None),
            ("asm", None),
        ] {
            assert_eq!(student(file, Kind::File).as_deref(), expected, "{file}");
        }
    }

    #[test]
    fn folders_name_their_students_but_for_one_named_like_the_program() {
        assert_eq!(student("ada.asm", Kind::Folder).as_deref(), Some("ada.asm"));
        assert_eq!(student("connect4.asm", Kind::Folder), None);
    }

    #[test]
    fn names_of_layouts_are_read_and_shown() {
        for name in Layout::NAMES {
            assert_eq!(
                name.parse::<Layout>().map(|layout| layout.to_string()),
                Ok(name.to_owned())
            );
        }
        assert!("zip".parse::<Layout>().is_err());
    }
}
