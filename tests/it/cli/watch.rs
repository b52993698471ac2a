//! `watch` as a process of its own: what changes is graded again, and nothing else is written.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, SystemTime};

use crate::cli::C4grade;
use crate::cli::command::project;

/// How long a pass over a few programs may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const SHORT: &str = ".ORIG x3000\nHALT\n.END\n";
const WATCH: &str = "watch class --reports reports --interval 0.1";

/// A watching process, and what it says.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(desk: &C4grade) -> Self {
        Self::start_with(desk, &WATCH.split_whitespace().collect::<Vec<_>>())
    }

    fn start_with(desk: &C4grade, args: &[&str]) -> Self {
        let mut child = desk.spawn(args);
        let (sender, lines) = mpsc::channel();
        let out = child.stdout.take().expect("piped");
        let err = child.stderr.take().expect("piped");
        let errors = sender.clone();
        std::thread::spawn(move || {
            BufReader::new(out)
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        std::thread::spawn(move || {
            BufReader::new(err)
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| errors.send(line))
        });
        Self { child, lines }
    }

    /// Waits for a line that begins so, and returns all lines up to it.
    #[track_caller]
    fn says(&self, start: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            said.push(line.unwrap_or_else(|error| panic!("{error}: {start:?} is not among {said:#?}")));
            if said.last().is_some_and(|line| line.starts_with(start)) {
                return said;
            }
        }
    }

    /// Whether nothing is said for a while in which it looks several times.
    fn is_silent(&self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(900)).is_err()
    }

    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill").success());
        self.says("Stopped watching. The class page is complete: ");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.child.kill();
    }
}

fn class() -> C4grade {
    let good = project("reference/lc3-starter/connect4.asm");
    C4grade::new()
        .file("class/ada/connect4.asm", &good)
        .file("class/bob/connect4.asm", SHORT)
        .file("class/eve/connect4.asm", SHORT)
}

fn written(path: &Path) -> SystemTime {
    let metadata = fs::metadata(path).expect("a report");
    metadata.modified().expect("a time")
}

/// The files of a folder of reports, with their contents.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("reports").flatten();
    let files = entries.filter(|entry| entry.path().is_file());
    let mut files: Vec<_> = files
        .map(|entry| {
            let name = entry.file_name().into_string().expect("plain");
            (name, fs::read(entry.path()).expect("read"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn what_changes_is_graded_again_and_nothing_else_is_written() {
    let desk = class();
    let watching = Watching::start(&desk);
    watching.says("Watching for changes.");
    let untouched = written(&desk.path("reports/bob.html"));

    // An editor's rename, with a half-written file before it.
    let good = project("reference/lc3-starter/connect4.asm");
    let desk = desk.file("class/eve/connect4.asm~", &good[..good.len() / 2]);
    let desk = desk.file("class/eve/connect4.asm~", &good);
    fs::rename(
        desk.path("class/eve/connect4.asm~"),
        desk.path("class/eve/connect4.asm"),
    )
    .expect("renamed");
    watching.says("eve: pass, 100 / 100 (before: wrong, ");
    watching.says("Graded again: 1 of 3");

    let desk = desk.file("class/zoe/connect4.asm", SHORT);
    watching.says("zoe: wrong, ");
    watching.says("Graded again: 1 of 4");
    fs::remove_dir_all(desk.path("class/ada")).expect("removed");
    watching.says("ada: removed");
    watching.says("Graded again: 0 of 3");
    assert!(!desk.path("reports/ada.html").exists());
    assert_eq!(written(&desk.path("reports/bob.html")), untouched);
    assert!(watching.is_silent(), "nothing changes any more");

    assert_eq!(watching.interrupt(), Some(0));
    assert!(!desk.read("reports/index.html").contains("Incomplete"));
    desk.run("grade class --reports whole").code(0);
    assert_eq!(contents(&desk.path("whole")), contents(&desk.path("reports")));
}

#[test]
fn a_folder_that_vanishes_for_a_moment_costs_nobody_a_report() {
    let desk = class();
    let watching = Watching::start(&desk);
    watching.says("Watching for changes.");
    let before = contents(&desk.path("reports"));

    fs::rename(desk.path("class"), desk.path("elsewhere")).expect("moved");
    watching.says("Waiting for the watched folder: ");
    assert!(watching.is_silent());
    assert_eq!(contents(&desk.path("reports")), before);

    fs::rename(desk.path("elsewhere"), desk.path("class")).expect("moved");
    let desk = desk.file("class/bob/connect4.asm", "ADD R0\n");
    watching.says("bob: build-failed, 0 / 100 (before: wrong, ");
    assert_eq!(watching.interrupt(), Some(0));
    drop(desk);
}

#[test]
fn a_changed_assignment_grades_everybody_and_a_broken_one_waits() {
    let desk = class();
    desk.run("assignment export lc3-starter mine").code(0);
    let mut line: Vec<&str> = WATCH.split_whitespace().collect();
    line.extend(["--assignment", "./mine"]);
    let watching = Watching::start_with(&desk, &line);
    watching.says("Watching for changes.");

    let known = desk.read("mine/assignment.yaml");
    let desk = desk.file("mine/assignment.yaml", known.replace("format: 1", "fromat: 1"));
    watching.says("Waiting for a change.");
    let desk = desk.file("mine/assignment.yaml", format!("{known}\n# A comment.\n"));
    watching.says("Graded again: 0 of 3");
    let desk = desk.file("mine/assignment.yaml", known.replace("title: ", "title: My "));
    watching.says("Graded again: 3 of 3");
    assert!(
        desk.read("reports/index.html").contains("My Connect"),
        "the class page has the new title"
    );
    assert_eq!(watching.interrupt(), Some(0));
}
