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

// The init of a run is a copy of its supervisor, which has files and a memory that are none of the program's business.
#[test]
fn the_init_keeps_no_file_of_the_supervisor_and_shows_nothing_to_the_program() {
    let body = "char name[64]; \
                for (int number = 0; number < 64; number++) { \
                snprintf(name, sizeof name, \"/proc/1/fd/%d\", number); if (fopen(name, \"r\")) printf(\"opened %s\\n\", name); } \
                const char *files[] = {\"environ\", \"mem\", \"maps\", \"stack\", \"exe\", \"fd\", \"root\"}; \
                for (int index = 0; index < 7; index++) { \
                snprintf(name, sizeof name, \"/proc/1/%s\", files[index]); if (fopen(name, \"r\")) printf(\"opened %s\\n\", name); } \
                FILE *line = fopen(\"/proc/1/cmdline\", \"r\"); int letter; \
                while (line && (letter = getc(line)) != EOF) putchar(letter ? letter : ' '); \
                puts(\".\"); fflush(stdout); sleep(2); return 0;";
    for user in users() {
        let fixture = Fixture::new(user);
        if !fixture.holds("namespaces") {
            continue;
        }
        let outcome = fixture.program("connect4.c", &c(body), "--moves 1 --sandbox namespaces");
        assert_eq!(outcome.code, 0, "{user:?}: {outcome:?}");
        assert!(outcome.out.starts_with("c4grade"), "{user:?}: {outcome:?}");
        assert!(
            !outcome.out.contains("opened") && !outcome.out.contains('/'),
            "{user:?}: {outcome:?}"
        );

        let mut grader = fixture.spawn("run connect4.c --moves 1 --sandbox namespaces");
        let began = std::time::Instant::now();
        let mut program = None;
        while program.is_none() && began.elapsed() < Duration::from_secs(60) {
            let left = remains::of(fixture.root());
            program = left.iter().find_map(|line| {
                let (number, command) = line.strip_prefix("process ")?.split_once(": ")?;
                command.starts_with("./connect4").then(|| number.to_owned())
            });
            std::thread::sleep(Duration::from_millis(5));
        }

        let program = program.expect("the program runs");
        let stat = std::fs::read_to_string(format!("/proc/{program}/stat")).expect("it runs");
        let init = stat
            .rsplit_once(") ")
            .and_then(|(_, rest)| rest.split(' ').nth(1))
            .expect("a parent");
        let open: Vec<String> = std::fs::read_dir(format!("/proc/{init}/fd"))
            .expect("it is there")
            .flatten()
            .map(|file| {
                std::fs::read_link(file.path())
                    .unwrap_or_default()
                    .display()
                    .to_string()
            })
            .collect();
        let others: Vec<&String> = open.iter().filter(|file| *file != "/dev/null").collect();
        assert!(
            others.len() == 1 && others[0].starts_with("pipe:"),
            "{user:?}: {open:?}"
        );
        assert!(grader.wait().expect("it ends").success(), "{user:?}");
        fixture.is_clean();
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
