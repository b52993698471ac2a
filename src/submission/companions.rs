//! Programs of several files: which files of a folder belong together is for the machine to say.
//!
//! Only plain files are offered to it, opened like any submission: no links, no pipes, nothing too large, nothing from
//! another folder.

use std::path::{Path, PathBuf};

use super::layout::{Kind, Links, entries};
use super::place::{Place, last_part};
use super::{Content, SIZE_CAP, name, read};

/// The most files of a folder that are looked at.
const MOST_FILES: usize = 60;
/// The most bytes of them together.
const MOST_BYTES: usize = 4 << 20;

/// The program that the file at `path` is part of, where it is one of several files; the names of the files come with it.
pub fn together(path: &Path, links: Links) -> Option<(Content, Vec<String>)> {
    let folder = path.parent()?;
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    together_in(&folder.into(), &last_part(path), links)
}

/// The program that a file of a folder is part of, where it is one of several files.
pub(super) fn together_in(folder: &Place, own: &str, links: Links) -> Option<(Content, Vec<String>)> {
    together_of(plain_files(folder), own, links)
}

/// The program that one of these plain files is part of, where it is one of several.
pub(super) fn together_of(files: Vec<(String, Place)>, own: &str, links: Links) -> Option<(Content, Vec<String>)> {
    let files = read_plain(files);
    let chosen = files.iter().position(|(one, ..)| one == own)?;
    joined(files, Some(chosen), links)
}

/// The program of several files that is in a folder, where its main file is plain.
pub(super) fn program_in(folder: &Place, links: Links) -> Option<(Content, Vec<String>)> {
    joined(read_plain(plain_files(folder)), None, links)
}

/// The files that are linked, where there are several.
fn joined(files: Vec<(String, Place, Vec<u8>)>, chosen: Option<usize>, links: Links) -> Option<(Content, Vec<String>)> {
    if files.len() < 2 {
        return None;
    }

    let (mut places, mut texts) = (Vec::new(), Vec::new());
    for (name, place, bytes) in files {
        places.push(place);
        texts.push((name, bytes));
    }
    let program = links(&texts, chosen).filter(|program| program.len() > 1)?;

    let names: Vec<String> = program.iter().map(|index| texts[*index].0.clone()).collect();
    let on_disk = |index: &usize| Some((texts[*index].0.clone(), places[*index].path()?.to_owned()));
    let files: Option<Vec<(String, PathBuf)>> = program.iter().map(on_disk).collect();
    let content = files.map_or_else(
        || {
            let parts: Vec<_> = program.iter().map(|index| texts[*index].clone()).collect();
            bundle(&parts).map_or_else(Content::Refused, Content::Bytes)
        },
        Content::Files,
    );
    Some((content, names))
}

/// The plain files of a folder, by name.
fn plain_files(folder: &Place) -> Vec<(String, Place)> {
    let Ok(entries) = entries(folder) else {
        return Vec::new();
    };
    let plain = entries.filter(|entry| entry.kind == Kind::File);
    let mut plain: Vec<_> = plain.map(|entry| (entry.name, entry.place)).collect();
    plain.sort_by(|(one, _), (other, _)| one.cmp(other));
    plain
}

/// Those of the files that can be read, with their bytes.
fn read_plain(plain: Vec<(String, Place)>) -> Vec<(String, Place, Vec<u8>)> {
    let mut files = Vec::new();
    let mut total = 0;
    for (name, place) in plain.into_iter().filter(|(name, _)| !is_startup(name)).take(MOST_FILES) {
        let Ok(bytes) = place.read(&name, SIZE_CAP) else {
            continue;
        };
        total += bytes.len();
        if total > MOST_BYTES {
            break;
        }
        files.push((name, place, bytes));
    }
    files
}

/// The bytes of a program of several files, as a bundle.
pub(super) fn read_all(files: &[(String, PathBuf)]) -> Result<Vec<u8>, String> {
    let mut parts = Vec::new();
    for (file, path) in files {
        let bytes = read(path, &name::shown(file), SIZE_CAP).map_err(super::NoProgram::into_reason)?;
        parts.push((file.clone(), bytes));
    }

    bundle(&parts)
}

fn bundle(parts: &[(String, Vec<u8>)]) -> Result<Vec<u8>, String> {
    let bytes = crate::diagnostic::bundle::join(parts);
    if bytes.len() as u64 > SIZE_CAP {
        return Err(format!(
            "the {} files of the program have {} bytes; a program has at most {SIZE_CAP} (1 MiB)",
            parts.len(),
            bytes.len()
        ));
    }
    Ok(bytes)
}

/// Whether development tools use this name for startup code: `Startup.s`, `LPC2400.s`.
pub(super) fn is_startup(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["startup", "lpc2", "crt0", "init_"]
        .iter()
        .any(|start| name.starts_with(start))
}
