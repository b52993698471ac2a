//! Reading files and memory that do not belong to the program.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use super::output::{failed, succeeded, tried};

/// How many bytes of each file are printed.
const SHOWN: u64 = 200;
/// How many open files of another process are tried.
const MOST_FILES: u32 = 64;

/// Tries to read files, and the memory, environment and open files of a process.
pub fn read(arguments: &[String]) {
    let Some((process, paths)) = arguments.split_first() else {
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
            // Reading from a pipe would wait.
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
        // The sandbox shows an empty file instead.
        Ok(bytes) if bytes.is_empty() => failed(&format!("{path}: empty")),
        Ok(bytes) => succeeded(&format!("read {path}: {}", String::from_utf8_lossy(&bytes))),
        Err(error) => failed(&format!("{path}: {error}")),
    }
}

/// Opens the memory or environment of a process. The first process of the program's own namespace has no secrets.
fn peek(file: &Path, process: &str) {
    let is_own_namespace = std::os::unix::process::parent_id() == 1;
    let opened = File::open(file).and_then(|mut file| {
        let mut byte = [0];
        // Reading at address 0 fails even where the memory may be read.
        match file.read(&mut byte) {
            Err(error) if error.raw_os_error() == Some(libc::EIO) => Ok(1),
            other => other,
        }
    });

    let name = file.display().to_string();
    match opened {
        Ok(0) => failed(&format!("{name}: empty")),
        Ok(_) if is_own_namespace && process != "self" => {
            failed(&format!("{name}: of the first process of its namespace"));
        }
        Ok(_) => succeeded(&format!("opened {name}")),
        Err(error) => failed(&format!("{name}: {error}")),
    }
}

/// Lists folders.
pub fn list(arguments: &[String]) {
    for folder in arguments {
        let listed = fs::read_dir(folder).and_then(|entries| {
            let names: io::Result<Vec<String>> = entries
                .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
                .collect();
            names
        });
        if let Some(names) = tried(&format!("listed {folder}"), listed) {
            succeeded(&format!("names in {folder}: {}", names.join(" ")));
        }
    }
}

/// Learns whether files exist.
pub fn names(arguments: &[String]) {
    for path in arguments {
        tried(&format!("saw that {path} exists"), fs::symlink_metadata(path));
    }
}
