//! What a program may open, who may open what is a program's, and what the grader itself must be able to see.

use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::fixture::{Fixture, SANDBOXES, User, is_root, users};
use crate::ordinary::{c, has};
use crate::remains;

// A program that opened its own input or output by path was refused.
#[test]
fn standard_files_can_be_opened_by_path() {
    let body = "FILE *in = fopen(\"/dev/stdin\", \"r\"), *out = fopen(\"/dev/stdout\", \"w\"), *err = fopen(\"/dev/stderr\", \"a\"); \
                if (!in || !out || !err) { perror(\"fopen\"); return 1; } int key = getc(in); fprintf(out, \"[%c]\", key); \
                fflush(out); fputs(\"said\\n\", err); return 0;";
    for user in users() {
        for sandbox in SANDBOXES {
            let fixture = Fixture::new(user);
            if !fixture.holds(sandbox) {
                continue;
            }
            for terminal in ["", " --terminal"] {
                let rest = format!("--moves 1 --sandbox {sandbox}{terminal}");
                let outcome = fixture.program("connect4.c", &c(body), &rest);
                assert!(outcome.out.starts_with("[1]"), "{user:?} {rest}: {outcome:?}");
                assert_eq!(outcome.code, 0, "{user:?} {rest}: {outcome:?}");
            }
            fixture.is_clean();
        }
    }
}

// Any user of the machine could read submissions while they ran.
#[test]
fn a_run_has_folders_that_nobody_else_can_enter() {
    for user in users() {
        for sandbox in SANDBOXES {
            let fixture = Fixture::new(user);
            if !fixture.holds(sandbox) {
                continue;
            }
            fixture.file("connect4.c", c("puts(\"x\"); fflush(stdout); sleep(2); return 0;"));
            let mut grader = fixture.spawn(&format!("run connect4.c --moves 1 --sandbox {sandbox}"));
            let began = std::time::Instant::now();
            let runs = || {
                remains::of(fixture.root())
                    .iter()
                    .any(|line| line.contains(": ./connect4"))
            };
            while !runs() && began.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(5));
            }
            let folders: Vec<PathBuf> = std::fs::read_dir(fixture.path("tmp"))
                .expect("it is there")
                .flatten()
                .map(|entry| entry.path())
                .collect();
            assert!(!folders.is_empty(), "{sandbox}: the run has a folder");
            for folder in folders {
                let mode = std::fs::metadata(&folder).expect("it is there").permissions().mode();
                assert_eq!(mode & 0o007, 0, "{user:?} {sandbox}: {} {mode:o}", folder.display());
                if is_root() {
                    // Everybody else is nobody, or, where that is the grader, another one.
                    let list = Command::new("/bin/ls").arg(&folder).uid(60_001).gid(60_001).output();
                    assert!(list.is_ok_and(|list| !list.status.success()), "{user:?} {sandbox}");
                }
            }
            assert!(grader.wait().expect("it ends").success(), "{user:?} {sandbox}");
            fixture.is_clean();
        }
    }
}

// In a container root may not look at the files of other users' processes; that is no fault of theirs.
#[test]
fn without_the_right_to_trace_programs_are_watched_all_the_same() {
    let fixture = Fixture::new(User::Own);
    if !is_root() || !fixture.holds("landlock") || !has("setpriv") {
        return;
    }
    let run = |body: &str| {
        fixture.file("connect4.c", c(body));
        let binary = fixture.path("c4grade");
        let words = "run connect4.c --moves 12 --sandbox landlock".split(' ');
        let output = Command::new("/usr/bin/setpriv")
            .args(["--bounding-set", "-sys_ptrace", "--"])
            .arg(binary)
            .args(words)
            .current_dir(fixture.root())
            .env("TMPDIR", fixture.path("tmp"))
            .output()
            .expect("setpriv runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, said) = run("usleep(300000); puts(\"x\"); fflush(stdout); return 0;");
    assert_eq!(code, Some(0), "{said}");
    let hides = "static char block[1 << 20]; memset(block, 1, sizeof block); chdir(getenv(\"TMPDIR\")); \
                 for (int i = 0; i < 40; i++) { int file = open(\"x\", O_RDWR | O_CREAT, 0600); unlink(\"x\"); \
                 write(file, block, sizeof block); } usleep(400000); return 0;";
    let (code, said) = run(hides);
    assert!(code == Some(12) && said.contains("to files"), "{code:?}: {said}");
    fixture.is_clean();
}
