//! What a sandboxed program can see of the file system.

use std::path::{Path, PathBuf};

/// What programs, the dynamic loader and compilers need to read. Paths that do not exist are left out.
const SYSTEM: [&str; 14] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/nsswitch.conf",
];

/// The paths that a program may read in addition to its own folder: the system's programs and libraries, and `more`.
pub fn visible_paths(more: &[PathBuf]) -> Vec<PathBuf> {
    let mut view: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    // Debian keeps the JDK's configuration there, in one folder for each version.
    if let Ok(entries) = std::fs::read_dir("/etc") {
        let mut java: Vec<PathBuf> = entries
            .flatten()
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("java"))
            .map(|entry| entry.path())
            .collect();
        java.sort();
        view.extend(java);
    }

    view.extend(more.iter().cloned());
    view.retain(|path| path.symlink_metadata().is_ok());
    view
}

/// The same paths without one file: each folder that contains it is replaced by the other entries of that folder.
pub fn without(view: &[PathBuf], file: &Path) -> Vec<PathBuf> {
    let mut seen = Vec::new();
    for path in view {
        if !file.starts_with(path.canonicalize().as_ref().unwrap_or(path)) {
            seen.push(path.clone());
        } else if let Ok(entries) = std::fs::read_dir(path) {
            let mut inner: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            inner.sort();
            // A link back into the folder would show the file again. Its target is visible by itself.
            inner.retain(|path| !path.is_symlink());
            seen.extend(without(&inner, file));
        }
    }

    seen
}

/// The `PATH` of programs: the folder `bin` in each path that is not the system's, then the system's folders.
pub fn search_path(view: &[PathBuf]) -> String {
    let system = |path: &&PathBuf| SYSTEM.iter().any(|known| path.as_path() == Path::new(known));
    let own = view.iter().filter(|path| !system(path)).map(|path| path.join("bin"));
    let mut folders: Vec<String> = own
        .filter(|path| path.is_dir())
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    folders.extend(["/usr/local/bin", "/usr/bin", "/bin"].map(str::to_owned));
    folders.join(":")
}
