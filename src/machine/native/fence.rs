//! The fence around a student's process.
//!
//! # Theory of operation
//!
//! Three programs stand between the grader and a student's code, all of them this same executable, started anew so that
//! nothing is ever run between a fork and an exec:
//!
//! - the *keeper*, one for each thread that grades: it holds the caps on time, memory, files and output, and kills. It
//!   sees no case and no report. When the grader is gone, however it went, the keeper ends and wipes its folder.
//! - the *init*, one for each run: it builds the walls around itself, one after the other, and starts the student's
//!   program within them. In a process namespace it is process 1, and all that the program left dies with it.
//! - the student's program, as a user that is nobody else's, where the grader may choose.
//!
//! There are three kinds of fence, of which the strongest that the machine grants is taken. With *namespaces* the program has a
//! file system of its own (what compilers and loaders need, read-only; its own folder, read-only; an empty `/tmp`),
//! processes, network and queues of its own. With *bubblewrap* the installed `bwrap` makes the same, where only it is
//! allowed to. With *Landlock* alone the program stands in the machine's file system and may open only those same parts
//! of it. Landlock's rules, the filter of system calls, the limits and the lost privileges are the same in each kind.
//!
//! Where the grader may make control groups (cgroup v2), each supervisor has one as a further layer.
//!
//! What a layer is worth is never taken for granted: [`probe`](super::probe) has programs try each attack.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

#[cfg(fenced)]
pub mod bubblewrap;
#[cfg(fenced)]
pub mod cgroup;
#[cfg(fenced)]
pub mod files;
#[cfg(fenced)]
pub mod identity;
#[cfg(fenced)]
pub mod landlock;
#[cfg(fenced)]
pub mod limits;
#[cfg(fenced)]
pub mod namespaces;
#[cfg(fenced)]
pub mod syscalls;

/// How processes are fenced in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// In namespaces of their own.
    Namespaces,
    /// In namespaces that `bwrap` makes.
    Bubblewrap,
    /// By Landlock and the filter of system calls.
    Landlock,
    /// Not: caps hold, and nothing else does.
    Open,
}

impl Kind {
    /// The kinds that fence, the strongest first.
    pub const FENCES: [Self; 3] = [Self::Namespaces, Self::Bubblewrap, Self::Landlock];

    /// Its name, as people type it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
            Self::Open => "none",
        }
    }

    /// Whether the program has a file system view of its own, with its folder at [`SUBMISSION`] and a `/tmp` of its own.
    pub fn has_root(self) -> bool {
        matches!(self, Self::Namespaces | Self::Bubblewrap)
    }
}

/// Where a program with a view of its own finds its folder.
pub const SUBMISSION: &str = "/submission";

/// Where one that watches itself says what it finds.
pub const LOG: &str = "/log";

/// What programs, their loader and compilers need to read. What is not there is left out.
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

/// What a program may read besides its own folder: the system's programs and libraries, and what the assignment names.
pub fn view(more: &[PathBuf]) -> Vec<PathBuf> {
    let mut view: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).collect();
    // Debian's JDK has its configuration there, one folder for each version.
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

/// The same view without one file: folders that hold it are replaced by what else is in them.
pub fn without(view: &[PathBuf], file: &Path) -> Vec<PathBuf> {
    let mut seen = Vec::new();
    for path in view {
        if !file.starts_with(path.canonicalize().as_ref().unwrap_or(path)) {
            seen.push(path.clone());
        } else if let Ok(entries) = std::fs::read_dir(path) {
            let mut inner: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            inner.sort();
            // A link back into the folder would show it again; what it leads to is within view by itself.
            inner.retain(|path| !path.is_symlink());
            seen.extend(without(&inner, file));
        }
    }
    seen
}

/// Where commands are looked for: the folders `bin` of what the assignment names, then the system's.
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
