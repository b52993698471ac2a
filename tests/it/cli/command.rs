//! A fluent builder around the binary and a folder of its own.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use c4grade::report::Grading;
use c4grade::result::StudentReport;

/// A student's report, from the JSON and the cases beside it.
pub(crate) fn student_report(path: &Path) -> StudentReport {
    let grading = Grading::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let report = grading.students[0].report().unwrap_or_else(|error| panic!("{error}"));
    report.expect("a report")
}

/// A working folder with files in it, and the binary to run there.
pub(crate) struct C4grade {
    folder: tempfile::TempDir,
    input: Vec<u8>,
}

/// What came out.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Outcome {
    pub(crate) fn out(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Panics with everything there is to see when the code is another one.
    #[track_caller]
    pub(crate) fn code(self, wanted: i32) -> Self {
        assert_eq!(self.code, wanted, "stdout:\n{}\nstderr:\n{}", self.out(), self.stderr);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(
            self.stderr.contains(text),
            "{text:?} is not in standard error:\n{}",
            self.stderr
        );
        self
    }

    #[track_caller]
    pub(crate) fn prints(self, text: &str) -> Self {
        assert!(
            self.out().contains(text),
            "{text:?} is not in standard output:\n{}",
            self.out()
        );
        self
    }
}

impl C4grade {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().expect("a temporary folder"),
            input: Vec::new(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("inside the folder")).expect("a folder");
        let mut file = std::fs::File::create(path).expect("a file");
        file.write_all(content.as_ref()).expect("written");
        self
    }

    pub(crate) fn input(mut self, bytes: &[u8]) -> Self {
        self.input = bytes.to_vec();
        self
    }

    /// A student's report, from the JSON with this name.
    pub(crate) fn report(&self, name: &str) -> StudentReport {
        student_report(&self.path(name))
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs the binary; the words of `line` are its arguments.
    pub(crate) fn run(&self, line: &str) -> Outcome {
        let words: Vec<&str> = line.split_whitespace().collect();
        self.run_args(&words)
    }

    pub(crate) fn run_args(&self, args: &[&str]) -> Outcome {
        let mut child = self.start(args, Stdio::piped());
        // A program that reads nothing may be gone before everything is written.
        let _ = child.stdin.take().expect("piped").write_all(&self.input);
        let output = child.wait_with_output().expect("the binary ends");
        Outcome {
            code: output.status.code().unwrap_or(-1),
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Starts the binary without input, and lets it run.
    pub(crate) fn spawn(&self, args: &[&str]) -> Child {
        self.start(args, Stdio::null())
    }

    fn start(&self, args: &[&str], input: Stdio) -> Child {
        Command::new(env!("CARGO_BIN_EXE_c4grade"))
            .args(args)
            .current_dir(self.folder.path())
            .env("NO_COLOR", "1")
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts")
    }
}

/// A file of the project.
pub(crate) fn project(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below a folder with its bytes; none where there is no folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").display().to_string();
                found.insert(name, fs::read(&path).expect("readable"));
            }
        }
    }
    found
}

/// Panics where two folders differ or have no files, and names the files.
#[track_caller]
pub(crate) fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    assert!(!one.is_empty(), "nothing is compared");
    let names = one.keys().chain(other.keys());
    let differ: Vec<&String> = names.filter(|name| one.get(*name) != other.get(*name)).collect();
    assert!(differ.is_empty(), "these files differ: {differ:?}");
}
