//! The files of a program as one text: each file that is assembled by itself (a unit), followed by the text of every file that it
//! includes. A file that is included twice is there twice, so that every place of the text belongs to one unit.
//!
//! Only files that came with the program are included: a name is compared with theirs, and nothing is opened here.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Source, bundle};
use crate::machine::assembly;

/// Bytes of all files together, included ones each time.
const MOST_BYTES: usize = 1 << 20;
/// Files, included ones each time.
const MOST_FILES: usize = 200;
/// How deep files may include each other.
const DEEPEST: usize = 8;

/// A file that is assembled by itself.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// Its own lines of the whole text, from 1.
    pub(super) rows: Range<usize>,
    /// Its own bytes of the whole text; what it includes comes after them.
    pub(super) bytes: Range<usize>,
}

/// What a line with GET or INCLUDE brings in: lines of the whole text, or the reason why not and what to do.
pub(super) type Included = Result<Range<usize>, (String, String)>;

/// The file that a line includes, as the line calls it.
type Includes = fn(&str) -> Option<String>;

/// The files of a program.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) source: Arc<Source>,
    /// The main one first.
    pub(super) units: Vec<Unit>,
    /// By the line that includes something.
    pub(super) included: HashMap<usize, Included>,
}

impl Files {
    /// The files in these bytes: a bundle, or one file that is called `name`. `includes` reads the name of a file in a line
    /// that includes it.
    pub(super) fn of(name: &str, bytes: &[u8], includes: Includes) -> Self {
        let read = |name: &str, bytes| Source::read(name, assembly::readable(bytes));
        let files: Vec<Source> = match bundle::split(bytes) {
            Some(parts) => parts
                .into_iter()
                .enumerate()
                .map(|(index, (part, bytes))| read(if index == 0 { name } else { &part }, bytes))
                .collect(),
            None => vec![read(name, bytes)],
        };

        let mut text = Text {
            included_files: files
                .iter()
                .flat_map(|file| included_by(file, includes))
                .filter_map(|(_, name)| find(&files, &name).ok())
                .collect(),
            files: &files,
            includes,
            parts: Vec::new(),
            row: 1,
            start: 0,
            included: HashMap::new(),
        };
        let units = text.units();
        let (parts, included) = (text.parts, text.included);

        let source = match files.len() {
            1 if parts.len() == 1 => files.into_iter().next().unwrap_or_else(|| Source::new(name, "")),
            _ => Source::joined(&parts.iter().map(|part| &files[*part]).collect::<Vec<_>>()),
        };
        Self {
            source: Arc::new(source),
            units,
            included,
        }
    }
}

impl Files {
    /// Whether the text is not the bytes of one file.
    pub(super) fn is_several(&self) -> bool {
        self.units.len() + self.included.len() > 1
    }
}

/// The text while it is put together.
struct Text<'a> {
    files: &'a [Source],
    includes: Includes,
    /// The files that some file includes.
    included_files: Vec<usize>,
    /// The files in the order of their texts.
    parts: Vec<usize>,
    /// The next line, and the next byte.
    row: usize,
    start: usize,
    included: HashMap<usize, Included>,
}

impl Text<'_> {
    fn units(&mut self) -> Vec<Unit> {
        let mut units = Vec::new();
        for file in 0..self.files.len() {
            if file == 0 || !self.included_files.contains(&file) {
                let start = self.start;
                let rows = self.add(file, &mut Vec::new());
                let bytes = start..start + self.files[file].text.len();
                units.push(Unit { rows, bytes });
            }
        }
        units
    }

    /// Adds a file and what it includes. Gives its lines.
    fn add(&mut self, file: usize, open: &mut Vec<usize>) -> Range<usize> {
        let source = &self.files[file];
        let rows = self.row..self.row + source.line_count();
        self.parts.push(file);
        self.row = rows.end;
        self.start += source.joined_length();

        open.push(file);
        for (line, name) in included_by(source, self.includes) {
            let included = self.include(&name, open);
            self.included.insert(rows.start + line - 1, included);
        }
        open.pop();
        rows
    }

    fn include(&mut self, name: &str, open: &mut Vec<usize>) -> Included {
        let refused = |reason: String, help: &str| Err((reason, help.to_owned()));
        let file = find(self.files, name)?;
        if open.contains(&file) {
            return refused(
                format!("`{name}` includes itself"),
                "remove one of the lines that include it",
            );
        }

        let is_much = self.start + self.files[file].text.len() > MOST_BYTES || self.parts.len() >= MOST_FILES;
        if is_much || open.len() >= DEEPEST {
            return refused(
                "the files that are included become too many here".to_owned(),
                "include each file once, in the main file",
            );
        }
        Ok(self.add(file, open))
    }
}

/// The lines of a file, from 1, that include another one, and what they call it.
fn included_by(file: &Source, includes: Includes) -> impl Iterator<Item = (usize, String)> {
    (1..=file.line_count()).filter_map(move |line| Some((line, includes(file.line(line)?)?)))
}

/// The file that a line calls by this name.
fn find(files: &[Source], name: &str) -> Result<usize, (String, String)> {
    let plain = name.trim_start_matches("./").trim_start_matches(".\\");
    if plain.contains(['/', '\\', ':']) || plain == ".." {
        let reason = format!("`{name}` is not in the folder of the program");
        return Err((
            reason,
            "put the file beside the program, and write its name alone".to_owned(),
        ));
    }

    // The main file may be shown with its folder.
    let names = || {
        let own = |file: &Source| file.name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        files.iter().map(own)
    };
    let found = names().position(|one| one == plain);
    found
        .or_else(|| names().position(|one| one.eq_ignore_ascii_case(plain)))
        .ok_or_else(|| {
            let reason = format!("there is no file `{name}` beside the program");
            (
                reason,
                "hand it in with the program, in the same folder, as plain text".to_owned(),
            )
        })
}

#[cfg(test)]
mod tests;
