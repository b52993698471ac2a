//! How a submission becomes something that runs: what it is called, how it is built, how it is started.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::sandbox::{self, Limits};

/// Commands are lists: a program and its arguments. No shell reads them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recipe {
    /// What the submission's file is called in the folder of its own, whatever it was called before.
    pub file: String,
    /// What builds it; empty where nothing has to be built.
    pub build: Vec<String>,
    /// What builds it so that it watches itself, to find out why it crashed; empty where there is no such thing.
    pub diagnose: Vec<String>,
    /// What starts it.
    pub run: Vec<String>,
    /// Folders that both may read besides the system's: a compiler under `/opt`.
    pub view: Vec<PathBuf>,
}

/// What makes the C and C++ compilers build programs that watch themselves.
const WATCHING: [&str; 3] = ["-g", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"];

/// Endings of sources, with what builds and what starts them. `{file}` is the file's name.
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
    /// The usual one for a file: by the ending of its name, else it is a program itself.
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
                Some(&("cc" | "c++")) => words(&[&build[..1], &WATCHING, &build[1..]].concat()),
                _ => Vec::new(),
            },
            run: words(run),
            view: Vec::new(),
        }
    }

    /// The first of its commands that is not there for programs behind a fence; those of the submission's own folder are
    /// another matter.
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

    /// The usual caps. A Java machine asks for far more addresses than it uses.
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

    /// Whether the name is that of a source in a language known here.
    pub fn is_source(name: &str) -> bool {
        !Self::usual(name).build.is_empty() || Path::new(name).extension().is_some_and(|ending| ending == "py")
    }
}
