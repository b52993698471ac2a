//! From what a person typed to an assignment: a folder given by path, or a bundled package by name.

use std::io;
use std::path::{Path, PathBuf};

use super::{Assignment, bundled, load};
use crate::diagnostic::Source;
use crate::yaml::{self, BadFile, closest};

/// Why there is no such assignment.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    /// Neither a folder nor a bundled package.
    #[error("no assignment `{name}`: {hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What could be meant, or what there is.
        hint: String,
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
                "there is no folder of that name with an assignment.yaml, and bundled are only {}",
                known.join(", ")
            ),
        };
        Self::Unknown {
            name: name.escape_debug().to_string(),
            hint,
        }
    }
}

/// Finds an assignment. A folder with an `assignment.yaml` (or that file itself) wins over a bundled package's name.
pub fn find(name_or_dir: &str) -> Result<Assignment, FindError> {
    let path = Path::new(name_or_dir);
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
    let bytes = bundled::assignment_file(name_or_dir).ok_or_else(|| FindError::unknown(name_or_dir))?;
    parse(&format!("{name_or_dir}/assignment.yaml (bundled)"), bytes, None)
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

/// Reads a regular file, a little more than the largest that is accepted at most.
pub(crate) fn read_capped(path: &Path) -> io::Result<Vec<u8>> {
    use io::Read;
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path)?
        .take(yaml::MAX_BYTES as u64 + 1)
        .read_to_end(&mut bytes)?;
    Ok(bytes)
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
        assert!(other.contains("lc3-scratch, lc3-starter"), "{other}");
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
