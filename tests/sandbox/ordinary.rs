//! Ordinary programs in every language and manner: what they print, how they end, and what is said of that.

use std::path::Path;

use crate::absent::skip;
use crate::fixture::{Fixture, User, project};

/// A C program with this body.
pub(crate) fn c(body: &str) -> String {
    format!(
        "#define _GNU_SOURCE\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <fcntl.h>\n\
         #include <termios.h>\n#include <unistd.h>\n#include <sys/resource.h>\nint main(void) {{ {body} }}\n"
    )
}

/// Whether a tool is where every program may read it.
pub(crate) fn has(tool: &str) -> bool {
    let there = Path::new("/usr/bin").join(tool).exists();
    if !there {
        skip(&format!("no /usr/bin/{tool}"));
    }
    there
}

#[test]
fn output_arrives_however_it_is_printed() {
    let fixture = Fixture::new(User::Own);
    for (body, printed) in [
        ("printf(\"buffered\"); return 0;", "buffered"),
        ("fputs(\"a\\r\\nb\\r\\n\", stdout); return 0;", "a\r\nb\r\n"),
        ("puts(\"no input read\"); return 0;", "no input read\n"),
        (
            "char all[99]; size_t n = fread(all, 1, 98, stdin); printf(\"%zu\", n); return 0;",
            "2",
        ),
        ("close(0); puts(\"closed\"); return 0;", "closed\n"),
        // Standard output first, whichever was written first; errors are apart.
        ("fputs(\"complaint\", stderr); puts(\"said\"); return 0;", "said\n"),
    ] {
        let outcome = fixture.program("connect4.c", &c(body), "--moves 12");
        assert_eq!(outcome.out, printed, "{body}: {}", outcome.err);
    }
    fixture.is_clean();
}

#[test]
fn every_ending_has_its_code_and_its_words() {
    let fixture = Fixture::new(User::Own);
    let segfault = "puts(\"x\"); fflush(stdout); volatile int *nowhere = 0; return *nowhere;";
    for (body, code, words) in [
        ("return 0;", 0, "halted"),
        ("return 3;", 0, "exit code 3"),
        (
            "getchar(); getchar(); printf(\"?\"); fflush(stdout); getchar(); return 0;",
            10,
            "waiting for a key",
        ),
        ("for (volatile int i = 0;; i++) {}", 11, "processor time"),
        (segfault, 12, "SIGSEGV"),
        ("abort();", 12, "SIGABRT"),
        (
            "volatile int zero = 0; volatile int some = 7; return some / zero;",
            12,
            "SIGFPE",
        ),
        ("raise(SIGKILL); return 0;", 12, "SIGKILL"),
        ("raise(SIGTERM); return 0;", 12, "SIGTERM"),
        ("raise(SIGUSR1); return 0;", 12, "signal 10"),
        ("raise(SIGRTMAX); return 0;", 12, "signal 64"),
        ("raise(SIGXFSZ); return 0;", 12, "SIGXFSZ"),
        (
            "int ends[2]; pipe(ends); close(ends[0]); write(ends[1], \"x\", 1); return 0;",
            12,
            "SIGPIPE",
        ),
        ("for (;;) puts(\"flood\");", 13, "it printed too much"),
        (
            "char *p; while ((p = malloc(1 << 20))) memset(p, 1, 1 << 20); abort();",
            12,
            "crashed",
        ),
        ("fputs(\"cannot go on\\n\", stderr); return 1;", 12, "cannot go on"),
    ] {
        let outcome = fixture.program("connect4.c", &c(body), "--moves 12");
        assert_eq!(outcome.code, code, "{body}: {}", outcome.err);
        assert!(outcome.err.contains(words), "{body}: {}", outcome.err);
    }
    fixture.is_clean();
}

// A pause with nothing left to read was taken for a wait for input, and what the program asked for later for its end.
#[test]
fn a_pause_is_no_question() {
    let fixture = Fixture::new(User::Own);
    let paused =
        "int key; while ((key = getchar()) != EOF) { usleep(120000); printf(\"%c?\", key); fflush(stdout); } return 0;";
    for rest in ["--moves 12", "--moves 12 --terminal"] {
        let outcome = fixture.program("connect4.c", &c(paused), rest);
        assert_eq!(outcome.out, "1?2?", "{rest}");
        outcome.code(10).says("waiting for a key");
    }
    // One that waits for its input to be ready asks too.
    let polls = "#include <poll.h>\nint main(void) { struct pollfd input = {0, POLLIN, 0}; char key; int got = 1; write(1, \"?\", 1); while (got > 0) \
                 { poll(&input, 1, -1); got = read(0, &key, 1); } return 0; }\n";
    fixture
        .program("connect4.c", &format!("#include <unistd.h>\n{polls}"), "--moves 12")
        .says("waiting for a key");
    fixture.is_clean();
}

// How much of it was kept depended on how fast the program happened to run.
#[test]
fn what_is_printed_without_end_after_the_input_is_kept_to_the_same_byte() {
    let fixture = Fixture::new(User::Own);
    let printed = |pause: &str| {
        let body = format!(
            "int key; puts(\"ready\"); fflush(stdout); while ((key = getchar()) != EOF) {{}} for (;;) {{ puts(\"Invalid!\"); {pause} }}"
        );
        fixture.program("connect4.c", &c(&body), "--moves 12").out
    };
    let fast = printed("");
    assert_eq!(fast.len(), "ready\n".len() + (64 << 10));
    assert_eq!(fast, printed("if (key++ % 500 == 0) usleep(3000);"));
}

// After some runs without an end the others had so little time that slow, right ones were stopped too.
#[test]
fn runs_that_hang_cost_the_slow_ones_nothing() {
    for sandbox in ["namespaces", "landlock"] {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        let reference = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
        let hangs = "#include <time.h>\nstatic int first_key(void) { int key = getchar(); ungetc(key, stdin); for (;;) { if \
                     (key != '!' && clock() > CLOCKS_PER_SEC / 10) return key; } }\n";
        let text = reference
            .replace(
                "int main(void)\n{",
                &format!("{hangs}int main(void)\n{{\n    first_key();"),
            )
            .replace(
                "int main(void) {",
                &format!("{hangs}int main(void) {{\n    first_key();"),
            );
        assert!(text.contains("first_key();"), "the reference program begins otherwise");
        fixture.file("class/ada/connect4.c", text);
        let cases: String = ["! 1", "! 2", "! 3", "1", "1 2", "2 1"]
            .map(|moves| format!("- name: moves {moves}\n  moves: \"{moves}\"\n  ends: waiting\n"))
            .concat();
        fixture.file("cases.yaml", cases);
        fixture
            .run(&format!(
                "grade class --assignment native-scratch --cases cases.yaml --sandbox {sandbox}"
            ))
            .code(0);
        let report = fixture.read("reports/native-scratch/ada.txt");
        assert!(report.contains("Score    3 of 6"), "{sandbox}: {report}");
        fixture.is_clean();
    }
}

#[test]
fn a_failed_build_shows_what_the_compiler_said() {
    let fixture = Fixture::new(User::Own);
    let outcome = fixture.program("connect4.c", "int main(void) {\n    return 0\n}\n", "--moves 1");
    outcome.code(14).says("connect4.c:2").says("return 0");
    fixture
        .program(
            "connect4.c",
            "int drop(void);\nint main(void) { return drop(); }\n",
            "--moves 1",
        )
        .code(14)
        .says("drop");
    fixture.is_clean();
}

#[test]
fn scripts_and_executables_are_submissions_too() {
    let fixture = Fixture::new(User::Own);
    if has("python3") {
        let script = "#!/usr/bin/python3\nimport sys\nprint('read', len(sys.stdin.read()))\n";
        assert_eq!(fixture.program("connect4", script, "--moves 12").out, "read 2\n");
        assert_eq!(fixture.program("connect4.py", script, "--moves 12").out, "read 2\n");
        let outcome = fixture.program("connect4.py", "def f():\n    return 1 / 0\nf()\n", "--moves 1");
        outcome.code(12).says("ZeroDivisionError").says("line 2");
    }
    assert_eq!(
        fixture
            .program("play.sh", "#!/bin/sh\nwc -c\n", "--moves 12 --machine native")
            .out
            .trim(),
        "2"
    );
    // A dynamically linked program of this machine.
    let echo = std::fs::read("/bin/cat").expect("there is a cat");
    fixture.file("connect4", echo);
    let outcome = fixture.run("run connect4 --moves 12");
    assert_eq!((outcome.code, outcome.out.as_str()), (10, "12"), "{}", outcome.err);
    fixture.is_clean();
}

#[test]
fn other_languages_are_built_and_run() {
    let fixture = Fixture::new(User::Own);
    if has("c++") {
        let text = "#include <iostream>\nint main() { char key; while (std::cin >> key) std::cout << key << '.'; }\n";
        assert_eq!(fixture.program("connect4.cpp", text, "--moves 12").out, "1.2.");
    }
    if has("javac") {
        let text = "public class Connect4 { public static void main(String[] words) throws Exception { int key; while ((key = \
                    System.in.read()) >= 0) { System.out.print((char) key); } } }\n";
        let outcome = fixture.program("Connect4.java", text, "--moves 12");
        assert_eq!(outcome.out, "12", "{}", outcome.err);
    }
    fixture.is_clean();
}

#[test]
fn a_terminal_is_one() {
    let fixture = Fixture::new(User::Own);
    let echo = "setvbuf(stdout, 0, _IONBF, 0); printf(\"%d%d\", isatty(0), isatty(1)); \
                int key; while ((key = getchar()) != EOF) printf(\"[%c]\", key); puts(\"end\"); return 0;";
    let outcome = fixture.program("connect4.c", &c(echo), "--moves 12 --terminal");
    assert_eq!(outcome.out, "11[1][2]end\n", "{}", outcome.err);
    let all = "char keys[8192]; size_t got, length = 0; \
               while ((got = fread(keys + length, 1, sizeof keys - length, stdin)) > 0) length += got; \
               printf(\"%zu keys\\n\", length); return 0;";
    let outcome = fixture.program("connect4.c", &c(all), "--moves 12 --terminal");
    assert_eq!((outcome.code, outcome.out.as_str()), (0, "2 keys\n"), "{}", outcome.err);
    let raw = "struct termios how; tcgetattr(0, &how); cfmakeraw(&how); how.c_cc[VMIN] = 1; how.c_cc[VTIME] = 0; \
               printf(\"%d\", tcsetattr(0, TCSANOW, &how)); fflush(stdout); char key; \
               while (read(0, &key, 1) == 1) { printf(\"[%c]\", key); fflush(stdout); } return 0;";
    let outcome = fixture.program("connect4.c", &c(raw), "--moves 12 --terminal").code(10);
    assert_eq!(outcome.out, "0[1][2]");
    fixture
        .program("connect4.c", &c(echo), "--moves 12")
        .code(10)
        .says("00");
    fixture.is_clean();
}

/// A right program in Python, by way of the reference: it starts the C program that it finds beside itself.
const PYTHON: &str = include_str!("../data/native/connect4.py");

#[test]
fn assignments_may_be_in_python_or_for_a_terminal() {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("1", "5");
    let text = fixture.read("asg/assignment.yaml");
    let machine = |instead: &str| {
        let (before, rest) = text.split_once("machine:\n").expect("a machine");
        let (_, after) = rest.split_once("\n# Caps on each run").expect("what follows it");
        format!("{before}{instead}\n# Caps on each run{after}")
    };
    let c_reference = project("reference/native-scratch/connect4.c");
    fixture.file("class-c/ada/connect4.c", c_reference);
    let terminal = "machine: {kind: native, build: [cc, -o, connect4, connect4.c], run: [./connect4], terminal: true}";
    fixture.file("terminal/assignment.yaml", machine(terminal));
    fixture
        .run("grade class-c --assignment ./terminal --cases more-cases.yaml --reports at-terminal")
        .code(0);
    assert!(
        fixture.read("at-terminal/ada.txt").contains("Verdict  pass"),
        "{}",
        fixture.read("at-terminal/ada.txt")
    );
    if has("python3") {
        fixture.file("class-py/ada/connect4.py", PYTHON);
        let python = machine("machine: {kind: native, run: [python3, connect4.py]}");
        fixture.file(
            "python/assignment.yaml",
            python.replace("files: [connect4.c]", "files: [connect4.py]"),
        );
        fixture
            .run("grade class-py --assignment ./python --cases more-cases.yaml --reports in-python")
            .code(0);
        assert!(
            fixture.read("in-python/ada.txt").contains("Verdict  pass"),
            "{}",
            fixture.read("in-python/ada.txt")
        );
    }
    for (wrong, said) in [
        (
            "machine: {kind: native, build: cc connect4.c, run: [./connect4]}",
            "list",
        ),
        ("machine: {kind: foreign, run: [./connect4]}", "foreign"),
        ("machine: {kind: native, run: [./connect4], view: [jdk]}", "view"),
        ("machine: {kind: native, run: []}", "run"),
    ] {
        let yaml = machine(wrong);
        let line = yaml
            .lines()
            .position(|line| line.starts_with("machine:"))
            .expect("a line")
            + 1;
        fixture.file("wrong/assignment.yaml", yaml);
        let outcome = fixture.run("grade class-c --assignment ./wrong --cases more-cases.yaml --reports r");
        assert!(outcome.code != 0 && outcome.code != 101, "{wrong}");
        outcome.says(said).says(&format!("assignment.yaml:{line}"));
    }
    fixture.is_clean();
}
