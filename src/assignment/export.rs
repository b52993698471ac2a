//! Writes a bundled package into a folder.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::{FindError, bundled};

/// Writes a package into a folder: `assignment.yaml` and the case files, and in `reference/` its programs and sample
/// class. Returns the files written. A folder that contains anything is an error.
pub fn export(name: &str, folder: &Path) -> Result<Vec<PathBuf>, ExportError> {
    let files = bundled::files(name).ok_or_else(|| FindError::unknown(name))?;
    write_all(folder, files)
}

/// Writes the files of a package into a folder, by their paths in it. Returns where they are. A folder that contains anything
/// is an error.
pub fn write_all(
    folder: &Path,
    files: impl IntoIterator<Item = (PathBuf, impl AsRef<[u8]>)>,
) -> Result<Vec<PathBuf>, ExportError> {
    require_empty(folder)?;
    let mut written = Vec::new();
    for (inner, bytes) in files {
        let target = folder.join(inner);
        write(&target, bytes.as_ref()).map_err(|source| ExportError::Write {
            path: target.clone(),
            source,
        })?;
        written.push(target);
    }
    Ok(written)
}

/// An error where a folder contains anything.
pub fn require_empty(folder: &Path) -> Result<(), ExportError> {
    if is_empty(folder)? {
        Ok(())
    } else {
        Err(ExportError::NotEmpty(folder.to_owned()))
    }
}

/// Whether a folder is empty or does not exist.
fn is_empty(folder: &Path) -> Result<bool, ExportError> {
    match folder.read_dir() {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(ExportError::Write {
            path: folder.to_owned(),
            source,
        }),
    }
}

fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::File::create_new(file)?.write_all(bytes)
}

/// Why a package was not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// There is no such package.
    #[error(transparent)]
    Unknown(#[from] FindError),
    /// Nothing is overwritten.
    #[error("{} is not empty; name a new folder, so that nothing is overwritten", .0.display())]
    NotEmpty(PathBuf),
    /// The system refused.
    #[error("failed to write {}", .path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// Its reason.
        source: io::Error,
    },
}

#[cfg(test)]
mod tests {
    use crate::assignment::{export, find};

    #[test]
    fn an_exported_package_is_the_same_assignment_and_nothing_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("new/mine");
        let written = export("lc3-starter", &target).unwrap();
        assert!(written.contains(&target.join("assignment.yaml")));

        let copy = find(target.to_str().unwrap()).unwrap();
        assert_eq!(copy.name, "lc3-starter");
        assert_eq!(copy.folder.as_deref(), Some(target.as_path()));
        let starter = std::fs::read(target.join("reference/starter.asm")).unwrap();
        assert_eq!(copy.starter.unwrap().text, starter);

        let again = export("lc3-starter", &target).unwrap_err().to_string();
        assert!(again.contains("is not empty"), "{again}");
        let unknown = export("lc3-startr", &folder.path().join("x")).unwrap_err().to_string();
        assert!(unknown.contains("did you mean `lc3-starter`?"), "{unknown}");
    }
}
