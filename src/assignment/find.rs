//! Finds an assignment: a folder by path, or a bundled package by name.

use std::io;
use std::path::{Path, PathBuf};

use super::{Assignment, bundled, load, read_capped};
use crate::diagnostic::Source;
use crate::diagnostic::wording::all_of;
use crate::yaml::{BadFile, closest};

/// Why there is no such assignment.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// Neither a folder nor a bundled package.
    #[error("no assignment `{name}`: {hint}")]
    Unknown {
        /// The requested name.
        name: String,
        /// What could be meant, or what there is.
        hint: String,
    },
    /// A folder that is named like a package.
    #[error(
        "no bundled assignment is called `{name}`, but there is such a folder: write `./{name}` to use the folder \
         (names without a slash are those of `c4grade assignment list`)"
    )]
    Folder {
        /// The requested name.
        name: String,
    },
    /// Its file cannot be read.
    #[error("failed to read {}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Its file is wrong.
    #[error(transparent)]
    Bad(#[from] BadFile),
}

impl FindError {
    pub(super) fn unknown(name: &str) -> Self {
        let known = bundled::names();
        let hint = match closest(name, &known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!(
                "the bundled assignments are {}; write the path of a folder with a slash: `./my-course`",
                all_of(&known)
            ),
        };

        Self::Unknown {
            name: name.escape_debug().to_string(),
            hint,
        }
    }
}

/// Whether this names a folder or file, not a bundled package: it has a slash.
pub fn is_path(name_or_dir: &str) -> bool {
    name_or_dir.contains(std::path::is_separator) || matches!(name_or_dir, "." | "..")
}

/// Finds an assignment: a bundled package by its name, or a folder with an `assignment.yaml` (or that file itself) by a path
/// with a slash. So no folder, such as one that a student submitted, can be mistaken for a bundled package.
pub fn find(name_or_dir: &str) -> Result<Assignment, FindError> {
    let path = Path::new(name_or_dir);
    if !is_path(name_or_dir) {
        return find_bundled(name_or_dir).unwrap_or_else(|| Err(not_bundled(name_or_dir, path)));
    }

    let folder = if path.file_name().is_some_and(|name| name == "assignment.yaml") && path.is_file() {
        path.parent().map(|parent| {
            if parent.as_os_str().is_empty() {
                Path::new(".")
            } else {
                parent
            }
        })
    } else {
        Some(path).filter(|path| path.join("assignment.yaml").exists())
    };

    if let Some(folder) = folder {
        let file = folder.join("assignment.yaml");
        let bytes = read_capped(&file).map_err(|source| FindError::Read {
            path: file.clone(),
            source,
        })?;
        return parse(&file.display().to_string(), &bytes, Some(folder));
    }

    if path.exists() && !path.is_dir() {
        let source = io::ErrorKind::NotADirectory.into();
        let path = path.to_owned();
        return Err(FindError::Read { path, source });
    }
    let file = path.join("assignment.yaml");
    let source = io::Error::new(io::ErrorKind::NotFound, "there is no such file");
    Err(FindError::Read { path: file, source })
}

/// A bundled package; `None` where none has the name.
pub fn find_bundled(name: &str) -> Option<Result<Assignment, FindError>> {
    let bytes = bundled::assignment_file(name)?;
    Some(parse(&format!("{name}/assignment.yaml (bundled)"), bytes, None))
}

fn not_bundled(name: &str, path: &Path) -> FindError {
    let is_file = path.file_name().is_some_and(|file| file == "assignment.yaml") && path.is_file();
    if is_file || path.join("assignment.yaml").exists() {
        let name = name.escape_debug().to_string();
        return FindError::Folder { name };
    }
    FindError::unknown(name)
}

fn parse(name: &str, bytes: &[u8], folder: Option<&Path>) -> Result<Assignment, FindError> {
    let source = Source::read(name, bytes);
    match load(&source, folder) {
        Ok(assignment) => Ok(assignment),
        Err(diagnostics) => Err(FindError::Bad(BadFile {
            source: source.into(),
            diagnostics,
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundled_package_is_found_by_name_and_a_wrong_name_gets_a_suggestion() {
        assert_eq!(find("lc3-scratch").unwrap().folder, None);
        assert_eq!(
            find("lc3-scrach").unwrap_err().to_string(),
            "no assignment `lc3-scrach`: did you mean `lc3-scratch`?"
        );
        let other = find("poker").unwrap_err().to_string();
        assert!(other.contains("lc3-scratch, lc3-starter and native-scratch"), "{other}");
        assert!(find_bundled("./lc3-scratch").is_none());
    }

    #[test]
    fn a_folder_is_named_with_a_slash() {
        for (name, expected) in [
            ("./lc3-starter", true),
            ("my/course", true),
            ("..", true),
            ("lc3-starter", false),
        ] {
            assert_eq!(is_path(name), expected, "{name}");
        }
        let missing = find("./nowhere").unwrap_err();
        assert!(matches!(&missing, FindError::Read { path, .. } if path.ends_with("nowhere/assignment.yaml")));
    }

    #[test]
    fn a_folder_is_found_by_path_and_its_errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("assignment.yaml");
        std::fs::write(&file, bundled::assignment_file("lc3-starter").unwrap()).unwrap();
        assert!(find(folder.path().to_str().unwrap()).is_ok());
        assert_eq!(
            find(file.to_str().unwrap()).unwrap().folder.as_deref(),
            Some(folder.path())
        );
        std::fs::write(&file, "format: 2\n").unwrap();

        let error = find(folder.path().to_str().unwrap()).unwrap_err().to_string();
        assert!(error.contains("assignment.yaml:1:9: `format` is `2`"), "{error}");
    }
}
