//! Reading what is none of a program's business.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use super::{got, kept, tried};

/// Of each file so much is shown.
const SHOWN: u64 = 200;
/// Open files of another process that are tried.
const MOST_FILES: u32 = 64;

/// Tries to read files, and the memory, environment and open files of a process.
pub fn read(words: &[String]) {
    let Some((process, paths)) = words.split_first() else {
        return;
    };
    for path in paths {
        show(path);
    }
    for process in [process.as_str(), "1", "self/task/../../1"] {
        let folder = Path::new("/proc").join(process);
        for file in ["mem", "environ", "maps", "stack"] {
            peek(&folder.join(file), process);
        }
        for number in 0..MOST_FILES {
            let file = folder.join("fd").join(number.to_string());
            // Standard input and the like of a first process are pipes: reading would wait.
            if fs::metadata(&file).is_ok_and(|metadata| metadata.is_file()) {
                show(&file.to_string_lossy());
            }
        }
        for path in paths {
            for root in ["root", "cwd"] {
                let below = path.trim_start_matches('/');
                show(&folder.join(root).join(below).to_string_lossy());
            }
        }
    }
}

fn show(path: &str) {
    let opened = File::open(path).and_then(|file| {
        let mut bytes = Vec::new();
        file.take(SHOWN).read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    match opened {
        // Something empty stands in its place.
        Ok(bytes) if bytes.is_empty() => kept(&format!("{path}: empty")),
        Ok(bytes) => got(&format!("read {path}: {}", String::from_utf8_lossy(&bytes))),
        Err(error) => kept(&format!("{path}: {error}")),
    }
}

/// A process's memory and environment: to open them is enough. The first process of a namespace has none that matter.
fn peek(file: &Path, process: &str) {
    let is_own_world = std::os::unix::process::parent_id() == 1;
    let opened = File::open(file).and_then(|mut file| {
        let mut byte = [0];
        // Address 0 of a memory that may be read is no memory.
        match file.read(&mut byte) {
            Err(error) if error.raw_os_error() == Some(libc::EIO) => Ok(1),
            other => other,
        }
    });
    let name = file.display().to_string();
    match opened {
        Ok(0) => kept(&format!("{name}: empty")),
        Ok(_) if is_own_world && process != "self" => kept(&format!("{name}: of its own first process")),
        Ok(_) => got(&format!("opened {name}")),
        Err(error) => kept(&format!("{name}: {error}")),
    }
}

/// Tries to list folders.
pub fn list(words: &[String]) {
    for folder in words {
        let listed = fs::read_dir(folder).and_then(|entries| {
            let names: io::Result<Vec<String>> = entries
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                .collect();
            names
        });
        if let Some(names) = tried(&format!("listed {folder}"), listed) {
            got(&format!("names in {folder}: {}", names.join(" ")));
        }
    }
}

/// Tries to learn that files are there.
pub fn names(words: &[String]) {
    for path in words {
        tried(&format!("saw that {path} exists"), fs::symlink_metadata(path));
    }
}
