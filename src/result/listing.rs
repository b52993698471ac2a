//! The source of a program, with what ran of it.

use std::collections::BTreeMap;

/// The source of a submission as it was graded, for its page. It is not written into the JSON of a report: the submission
/// is saved beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The files, the main one first.
    pub files: Vec<ListedFile>,
    /// What ran; `None` where that is not known, as for native programs.
    pub coverage: Option<Coverage>,
}

/// A file of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// Its name, where it is not the main one. Hostile text possible.
    pub name: Option<String>,
    /// Its lines. Hostile text possible.
    pub lines: Vec<ListedLine>,
}

/// A line of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedLine {
    /// What is written there, without the line end.
    pub text: String,
    /// What ran; `None` for a line without an instruction, or where nothing is known.
    pub ran: Option<Ran>,
}

/// How often an instruction ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ran {
    /// In the game of [`Coverage::case`].
    pub count: u64,
    /// Whether it ran in any game of the suite.
    pub ever: bool,
}

/// What the counts of a listing are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    /// The number of the case whose game is counted; `None` where it is not to be named.
    pub case: Option<usize>,
    /// Its instructions that are counted, where the game has more.
    pub first: Option<u64>,
}

impl Listing {
    /// A listing of lines in files, none of which is known to have run. Each line has the name of its file, where that is
    /// not the main one.
    pub fn new<'a>(lines: impl IntoIterator<Item = (Option<&'a str>, &'a str)>) -> Self {
        let mut files: Vec<ListedFile> = Vec::new();
        for (name, text) in lines {
            if files.last().is_none_or(|file| file.name.as_deref() != name) {
                files.push(ListedFile {
                    name: name.map(str::to_owned),
                    lines: Vec::new(),
                });
            }
            if let Some(file) = files.last_mut() {
                file.lines.push(ListedLine {
                    text: text.to_owned(),
                    ran: None,
                });
            }
        }
        Self { files, coverage: None }
    }

    /// Forgets what ran.
    pub fn forget(&mut self) {
        self.coverage = None;
        for line in self.files.iter_mut().flat_map(|file| &mut file.lines) {
            line.ran = None;
        }
    }

    /// Adds how often lines ran. Lines are counted from 1 through all files.
    pub fn cover(&mut self, coverage: Coverage, ran: &BTreeMap<u32, Ran>) {
        self.coverage = Some(coverage);
        let lines = self.files.iter_mut().flat_map(|file| &mut file.lines);
        for (number, line) in (1..).zip(lines) {
            line.ran = ran.get(&number).copied();
        }
    }
}
