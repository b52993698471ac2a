//! The starter file that an assignment names: reads and validates it.

use std::io;
use std::path::{Path, PathBuf};

use crate::assignment::{Starter, bundled, read_capped, reference_folders};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::wording::all_of;
use crate::yaml::{At, Reader, Spot};

/// Reads `starter`. The file is looked for in the assignment's folder and next to its reference program; last, for a
/// copy of `assignment.yaml` alone, among the bundled package of the same name. A package without a folder is bundled.
pub(super) fn starter(reader: &mut Reader, at: &At, name: Option<&str>, folder: Option<&Path>) -> Option<Starter> {
    let fields = reader.fields(at, &["file", "until"])?;
    let file_at = reader.required(&fields, "file", "starter.asm");
    let file = file_at.as_ref().and_then(|at| super::file_name(reader, at));
    let until_at = fields.get("until");
    let until = match &until_at {
        Some(at) => reader.short_text(at, 200),
        None => Some(String::new()),
    };
    let (file_at, file, until) = (file_at?, file?, until?);
    let text = match read(&file, name?, folder) {
        Ok(text) => text,
        Err(problem) => {
            let diagnostic =
                Diagnostic::error("no-starter", problem).help("put it there, correct its name, or remove `starter`");
            reader.problem(&file_at, Spot::Value, diagnostic);
            return None;
        }
    };

    let starter = Starter::new(text, until);
    let (spot, problem) = match starter.given() {
        None => (
            until_at.as_ref().unwrap_or(&file_at),
            format!("no line of `{file}` contains `{}`", starter.until),
        ),
        Some([]) => (
            until_at.as_ref().unwrap_or(&file_at),
            format!("the given part of `{file}` has no instruction"),
        ),
        Some(_) => return Some(starter),
    };

    let diagnostic = Diagnostic::error("bad-starter", problem)
        .help("`until` is part of the line on which the student's part begins; the first line that contains it counts");
    reader.problem(spot, Spot::Value, diagnostic);
    None
}

/// The file's bytes, or why there are none.
fn read(file: &str, name: &str, folder: Option<&Path>) -> Result<Vec<u8>, String> {
    let Some(folder) = folder else {
        let bytes = bundled::beside_reference(name, file);
        return bytes
            .map(<[u8]>::to_vec)
            .ok_or_else(|| format!("the starter file `{file}` is not in the bundled package {name}"));
    };

    let [own, beside] = reference_folders(folder, name);
    let tried: Vec<PathBuf> = [folder.to_owned(), own, beside].map(|folder| folder.join(file)).into();
    for path in &tried {
        match read_capped(path) {
            Ok(bytes) => return Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                return Err(format!(
                    "the starter file `{file}` cannot be read from {}: {error}",
                    path.display()
                ));
            }
        }
    }

    if let Some(bytes) = bundled::beside_reference(name, file) {
        return Ok(bytes.to_vec());
    }

    let tried: Vec<String> = tried.iter().map(|path| path.display().to_string()).collect();
    Err(format!(
        "the starter file `{file}` was not found; looked for {}",
        all_of(&tried)
    ))
}
