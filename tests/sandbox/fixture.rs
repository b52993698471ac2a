//! A folder with the binary, an assignment and a class in it, and running the binary there.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::absent::skip;
use crate::remains;

/// An ordinary user: nobody.
const NOBODY: u32 = 65_534;
/// The kinds of sandbox.
pub(crate) const SANDBOXES: [&str; 3] = ["namespaces", "bubblewrap", "landlock"];
/// The content of the file that no program may read.
pub(crate) const SECRET: &str = "the-secret-of-this-test-7531";

/// Who runs the grader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum User {
    /// Whoever runs the test.
    Own,
    /// Nobody, which only root can choose.
    Nobody,
}

/// The users as whom this test can run the grader.
pub(crate) fn users() -> Vec<User> {
    if is_root() {
        vec![User::Own, User::Nobody]
    } else {
        eprintln!("skipped: only root can try this as another user");
        vec![User::Own]
    }
}

pub(crate) fn is_root() -> bool {
    let status = fs::read_to_string("/proc/self/status").expect("of this process");
    status.lines().any(|line| line.starts_with("Uid:\t0\t"))
}

/// What came out.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Outcome {
    #[track_caller]
    pub(crate) fn code(self, wanted: i32) -> Self {
        assert_eq!(self.code, wanted, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        let said = format!("{}\n{}", self.out, self.err);
        assert!(said.contains(text), "{text:?} is not in:\n{said}");
        self
    }
}

/// The folder.
pub(crate) struct Fixture {
    folder: tempfile::TempDir,
    user: User,
}

impl Fixture {
    /// A folder that everybody may read, and its user write.
    pub(crate) fn new(user: User) -> Self {
        let folder = tempfile::Builder::new()
            .prefix("native-test-")
            .tempdir()
            .expect("a folder");
        let fixture = Self { folder, user };
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(fixture.folder.path(), open.clone()).expect("opened");
        // A file of its own distinguishes the processes of this grader from all others.
        let built = std::env::var_os("C4GRADE_UNDER_TEST");
        let built = built.map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_c4grade")), PathBuf::from);
        if fs::hard_link(&built, fixture.path("c4grade")).is_err() {
            // Not by this process: a test that starts a program meanwhile would inherit the open file, which is then busy.
            let copied = Command::new("cp").arg(built).arg(fixture.path("c4grade")).status();
            assert!(copied.is_ok_and(|status| status.success()), "the binary is copied");
        }
        fs::set_permissions(fixture.path("c4grade"), open).expect("opened");
        fixture.file("secret", SECRET);
        for folder in ["tmp", "class", "reports"] {
            fs::create_dir(fixture.path(folder)).expect("a folder");
            if user == User::Nobody {
                std::os::unix::fs::chown(fixture.path(folder), Some(NOBODY), Some(NOBODY)).expect("given away");
            }
        }
        fixture
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
        let mut file = fs::File::create(&path).expect("a file");
        file.write_all(content.as_ref()).expect("written");
        path
    }

    /// The bundled assignment with tight limits on time, under `asg`, and short cases, in `cases.yaml`.
    pub(crate) fn assignment(&self, cpu: &str, wall: &str) {
        let bundled = project("cases/native-scratch/assignment.yaml");
        let bundled = String::from_utf8(bundled).expect("text");
        let limited = bundled
            .replace("cpu: 1 ", &format!("cpu: {cpu} "))
            .replace("wall: 10 ", &format!("wall: {wall} "));
        self.file("asg/assignment.yaml", limited);
        let case = |name: &str, moves: &str, ends: &str| {
            format!("- {{name: {name}, moves: \"{moves}\", tags: [display], ends: {ends}}}\n")
        };
        self.file("cases.yaml", case("two moves", "1 2", "waiting"));
        let cases = ["", "1 2", "1 1 1 1 1 1 1"].map(|moves| case(&format!("moves {moves}"), moves, "waiting"));
        let win = case("a win", "1 2 1 2 1 2 1", "halted");
        self.file("more-cases.yaml", cases.concat() + &win);
    }

    /// Puts a program of `tests/data/native` into the class.
    pub(crate) fn hostile(&self, student: &str, source: &str) {
        let text = hostile(&self.path("secret"), &self.path("class"), &self.path("reports"), source);
        self.file(&format!("class/{student}/connect4.c"), text);
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(self.path("c4grade"));
        command
            .args(args)
            .current_dir(self.root())
            .env("TMPDIR", self.path("tmp"))
            .env("NO_COLOR", "1");
        if self.user == User::Nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn spawn(&self, line: &str) -> Child {
        let words: Vec<&str> = line.split_whitespace().collect();
        self.command(&words).spawn().expect("the binary starts")
    }

    /// Runs the binary; the words of `line` are its arguments.
    pub(crate) fn run(&self, line: &str) -> Outcome {
        let output = self.spawn(line).wait_with_output().expect("the binary ends");
        Outcome {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Runs one program, given as text, on moves.
    pub(crate) fn program(&self, name: &str, text: &str, rest: &str) -> Outcome {
        self.file(name, text);
        self.run(&format!("run {name} {rest}"))
    }

    /// Whether this kind of sandbox works here for this user; if not, the test is skipped.
    pub(crate) fn holds(&self, sandbox: &str) -> bool {
        let outcome = self.program(
            "test.c",
            "int main(void) { return 0; }\n",
            &format!("--moves 1 --sandbox {sandbox}"),
        );
        if outcome.code != 0 {
            skip(&format!(
                "no sandbox `{sandbox}` for {:?}: {}",
                self.user,
                outcome.err.trim()
            ));
        }
        outcome.code == 0
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// All reports of all students, as one text.
    pub(crate) fn reports(&self, folder: &str) -> Vec<(String, String)> {
        let mut reports: Vec<(String, String)> = fs::read_dir(self.path(folder))
            .expect("the reports")
            .flatten()
            .filter(|entry| entry.path().is_file())
            .map(|entry| {
                let text = String::from_utf8_lossy(&fs::read(entry.path()).expect("a report")).into_owned();
                (entry.file_name().to_string_lossy().into_owned(), text)
            })
            .collect();
        reports.sort();
        reports
    }

    /// Nothing that this fixture's grader started is left anywhere.
    #[track_caller]
    pub(crate) fn is_clean(&self) {
        let remains = remains::of(self.root());
        assert!(remains.is_empty(), "left behind:\n{}", remains.join("\n"));
    }
}

/// A program of `tests/data/native` with what it shares with others and what it has to know filled in.
fn hostile(secret: &Path, class: &Path, reports: &Path, source: &str) -> String {
    let text = String::from_utf8_lossy(&project(&format!("tests/data/native/{source}"))).into_owned();
    let shared = String::from_utf8_lossy(&project("tests/data/native/attack.h")).into_owned();
    text.replace("#include \"attack.h\"", &shared)
        .replace("@SECRET@", &secret.to_string_lossy())
        .replace("@CLASS@", &class.to_string_lossy())
        .replace("@REPORTS@", &reports.to_string_lossy())
}

/// The sources in a folder of `tests/data/native`, by name.
pub(crate) fn sources(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/native")
        .join(folder);
    let mut names: Vec<String> = fs::read_dir(path)
        .expect("the sources")
        .flatten()
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".c")?.to_owned()))
        .collect();
    names.sort();
    names
}

/// A file of the project.
pub(crate) fn project(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The case files of a bundled assignment, each with its name.
pub(crate) fn suite(assignment: &str) -> Vec<(String, Vec<u8>)> {
    let folder = format!("cases/{assignment}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
    let entries = std::fs::read_dir(path).expect("the project's cases");
    let names = entries.map(|entry| {
        entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a plain name")
    });
    let of_cases = names.filter(|name| name != "assignment.yaml");
    of_cases
        .map(|name| (name.clone(), project(&format!("{folder}/{name}"))))
        .collect()
}
