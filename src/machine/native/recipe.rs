//! The commands that build and start a submission.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::sandbox::{self, Limits};

/// Each command is a program and its arguments; no shell is involved.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recipe {
    /// The name of the submission's file in its folder, whatever its name was before.
    pub file: String,
    /// The command that builds it; empty if nothing has to be built.
    pub build: Vec<String>,
    /// The command that builds it with sanitizers, to find out why it crashed; empty if there is none.
    pub diagnose: Vec<String>,
    /// The command that starts it.
    pub run: Vec<String>,
    /// Folders that these commands may read in addition to the system's, such as a compiler in `/opt`.
    pub view: Vec<PathBuf>,
}

/// The options with which C and C++ compilers add sanitizers.
const SANITIZERS: [&str; 3] = [
    "-g",
    "-fsanitize=address,undefined,bounds-strict",
    "-fno-omit-frame-pointer",
];

/// Extensions of sources, the file's name, and the commands that build and start it. `{file}` is that name.
const KNOWN: [(&str, &str, &[&str], &[&str]); 6] = [
    (
        "c",
        "connect4.c",
        &["cc", "-std=c11", "-O1", "-o", "connect4", "{file}", "-lm"],
        &["./connect4"],
    ),
    (
        "cpp",
        "connect4.cpp",
        &["c++", "-O1", "-o", "connect4", "{file}"],
        &["./connect4"],
    ),
    (
        "cc",
        "connect4.cc",
        &["c++", "-O1", "-o", "connect4", "{file}"],
        &["./connect4"],
    ),
    (
        "rs",
        "connect4.rs",
        &["rustc", "-O", "-o", "connect4", "{file}"],
        &["./connect4"],
    ),
    ("py", "connect4.py", &[], &["python3", "{file}"]),
    (
        "java",
        "Connect4.java",
        &["javac", "{file}"],
        &["java", "-cp", ".", "Connect4"],
    ),
];

impl Recipe {
    /// The default for a file, by its extension; any other file is started as it is.
    pub fn usual(name: &str) -> Self {
        let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
        let extension = extension.map(str::to_ascii_lowercase);
        let known = KNOWN.iter().find(|(ending, ..)| extension.as_deref() == Some(ending));
        let Some((_, file, build, run)) = known else {
            return Self {
                file: "connect4".to_owned(),
                build: Vec::new(),
                diagnose: Vec::new(),
                run: vec!["./connect4".to_owned()],
                view: Vec::new(),
            };
        };

        let words = |words: &[&str]| words.iter().map(|word| word.replace("{file}", file)).collect();
        Self {
            file: (*file).to_owned(),
            build: words(build),
            diagnose: match build.first() {
                Some(&("cc" | "c++")) => words(&[&build[..1], &SANITIZERS, &build[1..]].concat()),
                _ => Vec::new(),
            },
            run: words(run),
            view: Vec::new(),
        }
    }

    /// The first of its commands that programs in the sandbox cannot find, except commands in the submission's own folder.
    pub fn missing(&self) -> Option<&str> {
        let view = sandbox::visible_paths(&self.view);
        let path = sandbox::search_path(&view);
        let is_there = |command: &str| {
            if command.starts_with('/') {
                return Path::new(command).is_file();
            }
            command.contains('/') || path.split(':').any(|folder| Path::new(folder).join(command).is_file())
        };

        let commands = [self.build.first(), self.run.first()];
        let mut missing = commands.into_iter().flatten().filter(|command| !is_there(command));
        missing.next().map(String::as_str)
    }

    /// The default limits. Java reserves far more address space than it uses.
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        if self.run.first().is_some_and(|program| program == "java") {
            return Limits {
                cpu: 5 * usual.cpu,
                memory: 2 * usual.memory,
                address_space: Limits::BUILD.address_space,
                processes: 64,
                ..usual
            };
        }

        usual
    }

    /// Whether a file with this name is a source in a known language.
    pub fn is_source(name: &str) -> bool {
        !Self::usual(name).build.is_empty() || Path::new(name).extension().is_some_and(|ending| ending == "py")
    }
}
