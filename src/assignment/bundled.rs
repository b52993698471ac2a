//! The packages embedded in the binary: assignments with their cases, reference programs and sample classes.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};

/// How the first line of a YAML file names a schema in the folder `schema/` of its package, before the schema's file name.
pub const SCHEMA_LINE: &str = "# yaml-language-server: $schema=./schema/";

static CASES: Dir = include_dir!("$CARGO_MANIFEST_DIR/cases");
static REFERENCE: Dir = include_dir!("$CARGO_MANIFEST_DIR/reference");

/// A program of a sample class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleFile {
    /// The student, as a folder or the beginning of a file name names them.
    pub student: &'static str,
    /// Its path below `submissions/`.
    pub file: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

/// The names of the bundled packages, in order.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = CASES
        .dirs()
        .filter(|dir| dir.get_file(dir.path().join("assignment.yaml")).is_some())
        .filter_map(|dir| dir.path().to_str())
        .collect();
    names.sort_unstable();
    names
}

/// The text of a package's `assignment.yaml`.
pub fn assignment_file(name: &str) -> Option<&'static [u8]> {
    Some(CASES.get_file(format!("{name}/assignment.yaml"))?.contents())
}

/// A package's case files, by name.
pub fn case_files(name: &str) -> Vec<(&'static str, &'static [u8])> {
    let mut files: Vec<_> = CASES
        .get_dir(name)
        .into_iter()
        .flat_map(Dir::files)
        .filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents())))
        .filter(|(file, _)| is_case_file(file))
        .collect();
    files.sort_unstable();
    files
}

/// Whether a file of an assignment's folder holds cases.
pub fn is_case_file(name: &str) -> bool {
    let yaml = Path::new(name)
        .extension()
        .is_some_and(|extension| extension == "yaml" || extension == "yml");
    yaml && name != "assignment.yaml" && !name.starts_with('.')
}

/// A package's reference program, or a file next to it: the starter file.
pub fn beside_reference(name: &str, file: &str) -> Option<&'static [u8]> {
    Some(REFERENCE.get_file(format!("{name}/{file}"))?.contents())
}

/// The programs of a package's sample class, by student and file.
pub fn submissions(name: &str) -> Vec<SampleFile> {
    let root = format!("{name}/submissions");
    let mut files = Vec::new();
    if let Some(dir) = REFERENCE.get_dir(&root) {
        walk(dir, &mut files);
    }

    let mut samples: Vec<_> = files
        .into_iter()
        .filter_map(|(path, bytes)| {
            let file = path.strip_prefix(&root).ok()?.to_str()?;
            let student = match file.split_once('/') {
                Some((folder, _)) => folder,
                None => file.split(['_', '.']).next()?,
            };
            Some(SampleFile { student, file, bytes })
        })
        .filter(|sample| sample.file != "expected.yaml")
        .collect();

    samples.sort_unstable_by_key(|sample| (sample.student, sample.file));
    samples
}

/// The known verdicts of a package's sample class: the text of its `expected.yaml`.
pub fn expected(name: &str) -> Option<&'static str> {
    [
        format!("{name}/submissions/expected.yaml"),
        format!("{name}/expected.yaml"),
    ]
    .iter()
    .find_map(|path| REFERENCE.get_file(path)?.contents_utf8())
}

/// The files of a package by their paths in an exported copy: `assignment.yaml` and the case files, and in `reference/` its
/// programs and sample class. `None` if there is no such package.
pub fn files(name: &str) -> Option<Vec<(PathBuf, Cow<'static, [u8]>)>> {
    let mut files = Vec::new();
    let below = |folder: &str, dir: Option<&'static Dir>| {
        let mut found = Vec::new();
        if let Some(dir) = dir {
            walk(dir, &mut found);
        }
        let folder = PathBuf::from(folder);
        let inner = move |(path, bytes): (&'static Path, _)| {
            Some((folder.join(path.strip_prefix(name).ok()?), with_own_schema(bytes)))
        };
        found.into_iter().filter_map(inner).collect::<Vec<_>>()
    };

    files.extend(below("", Some(CASES.get_dir(name)?)));
    files.extend(below("reference", REFERENCE.get_dir(name)));
    Some(files)
}

/// A file as an exported copy has it: all packages share the schemas here, and the copy has its own.
fn with_own_schema(bytes: &'static [u8]) -> Cow<'static, [u8]> {
    const SHARED: &[u8] = b"# yaml-language-server: $schema=../schema/";
    match bytes.strip_prefix(SHARED) {
        Some(rest) => [SCHEMA_LINE.as_bytes(), rest].concat().into(),
        None => bytes.into(),
    }
}

fn walk(dir: &'static Dir, files: &mut Vec<(&'static Path, &'static [u8])>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(dir) => walk(dir, files),
            DirEntry::File(file) => files.push((file.path(), file.contents())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_folder_of_cases_is_a_package_in_the_binary() {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
        let folders = std::fs::read_dir(cases).expect("readable").flatten();
        let folders: BTreeSet<String> = folders
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|folder| folder != "schema")
            .collect();
        assert!(folders.len() >= 8 && folders.iter().eq(names()), "{folders:?}");

        assert!(names().into_iter().all(|name| expected(name).is_some()));
        assert!(assignment_file("lc3-starter").is_some());
        assert!(assignment_file("lc3").is_none());
    }
}
