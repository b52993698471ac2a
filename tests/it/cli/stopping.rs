//! Interrupting and killing a grading, and going on after it.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use c4grade::splitmix::SplitMix64;

use crate::cli::C4grade;
use crate::cli::command::{assert_same, files, project};

/// How long an interrupted command may take: a second, and what a busy machine takes to start and to schedule anything.
const SOON: Duration = Duration::from_secs(4);
/// A few students of the sample class: right, wrong, endless, not assembling.
const FEW: [&str; 6] = [
    "ada-adams",
    "aaron-levy",
    "bella-conti",
    "dora-szabo",
    "igor-novak",
    "yara-hassan",
];

fn spawn(desk: &C4grade, line: &str) -> Child {
    desk.spawn(&line.split_whitespace().collect::<Vec<_>>())
}

fn signal(child: &Child, name: &str) {
    // It may be gone already.
    let _ = Command::new("kill")
        .args([&format!("-{name}"), &child.id().to_string()])
        .stderr(Stdio::null())
        .status();
}

/// Waits until a command listens for signals: on a busy machine it takes a moment to start.
fn listens(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(30) {
        let Ok(status) = fs::read_to_string(&status) else {
            // Other systems do not say.
            return std::thread::sleep(Duration::from_secs(1));
        };
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        // SIGTERM is 15.
        if caught.is_some_and(|mask| mask & (1 << 14) != 0) {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The end of a command that was interrupted, and what it said.
#[track_caller]
fn ends_soon(mut child: Child) -> (ExitStatus, String, String) {
    let began = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        if began.elapsed() > SOON {
            let _ = child.kill();
            panic!("it was not stopped");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it is gone");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status, text(&output.stdout), text(&output.stderr))
}

/// Every report is whole, whatever happened.
#[track_caller]
fn assert_whole(folder: &Path) {
    for (name, bytes) in files(folder) {
        let is_lock = name == ".c4grade.lock";
        if is_lock || name.starts_with(".c4grade-") || name.starts_with("submissions/.c4grade-") {
            continue;
        }
        let extension = name.rsplit('.').next().unwrap_or_default();
        let is_whole = match extension {
            "json" => serde_json::from_slice::<serde_json::Value>(&bytes).is_ok(),
            "html" => bytes.ends_with(b"</html>") || bytes.ends_with(b"</html>\n"),
            "gz" => bytes.len() > 18,
            _ => bytes.ends_with(b"\n"),
        };
        assert!(is_whole, "half of {name} is there");
    }
}

fn class_of(students: &[&str]) -> C4grade {
    students.iter().fold(C4grade::new(), |desk, student| {
        let file = format!("{student}/connect4.asm");
        let program = project(&format!("reference/lc3-starter/submissions/{file}"));
        desk.file(&format!("class/{file}"), program)
    })
}

/// Stops gradings at pseudo-random moments, resumes each, and compares with one that nobody disturbed.
fn disturbed(students: &[&str], seed: u64, times: u64) {
    let desk = class_of(students);
    let began = Instant::now();
    desk.run("grade class --reports whole --jobs 2 --repair 0").code(0);
    let takes = began.elapsed().as_millis() as u64;
    let mut random = SplitMix64::new(seed);
    for time in 0..times {
        let reports = format!("reports-{time}");
        let line = format!("grade class --reports {reports} --jobs 2 --repair 0");
        let name = ["KILL", "INT", "TERM"][(random.next_u64() % 3) as usize];
        // Often more than once, each time going on.
        for resume in ["", " --resume"].into_iter().take(1 + (random.next_u64() % 2) as usize) {
            let child = spawn(&desk, &format!("{line}{resume}"));
            std::thread::sleep(Duration::from_millis(random.next_u64() % takes));
            signal(&child, name);
            let (status, out, err) = ends_soon(child);
            assert_whole(&desk.path(&reports));
            match status.code() {
                // Killed; or so early that nobody listened yet.
                None | Some(0) => {}
                Some(code) => {
                    assert_eq!(code, 130, "{err}");
                    let has_begun = err.contains("submissions are graded");
                    assert!(!has_begun || out.starts_with("Incomplete: "), "{out}");
                }
            }
        }
        desk.run(&format!("{line} --resume")).code(0);
        assert_same(&desk.path("whole"), &desk.path(&reports));
    }
}

#[test]
fn a_disturbed_grading_ends_like_an_undisturbed_one() {
    disturbed(&FEW, 11, 4);
}

#[test]
#[ignore = "takes minutes: half the sample class, twenty times; .ci/run does it"]
fn twenty_disturbed_gradings_of_half_the_sample_class_end_like_an_undisturbed_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/lc3-starter/submissions");
    let entries = fs::read_dir(folder).expect("the sample class").flatten();
    let students = entries.filter(|entry| entry.path().is_dir());
    let students: Vec<String> = students
        .map(|entry| entry.file_name().into_string().expect("plain"))
        .collect();
    disturbed(
        &students.iter().map(String::as_str).step_by(2).collect::<Vec<_>>(),
        20,
        20,
    );
}

/// An ARM program that never ends, which nothing short of all its 4 294 967 295 states proves: it would print if a
/// xorshift generator came to zero.
const ENDLESS: &str = "        AREA a, CODE, READONLY\n        ENTRY\nstart   MOV R0, #1\n        LDR R1, =0xE000C000\n\
                       loop    EOR R0, R0, R0, LSL #13\n        EOR R0, R0, R0, LSR #17\n        EOR R0, R0, R0, LSL #5\n        \
                       CMP R0, #0\n        BNE loop\n        STRB R0, [R1]\n        B loop\n        END\n";

#[test]
fn an_endless_program_is_dropped_and_no_verdict() {
    let desk = C4grade::new().file("class/ada/connect4.s", ENDLESS);
    let child = spawn(&desk, "grade class --assignment arm-falling --reports reports");
    let began = Instant::now();
    while !desk.path("reports/class.json").exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "INT");
    let (status, out, err) = ends_soon(child);
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(out.starts_with("Incomplete: 0 of 1 graded\n"), "{out}");
    assert!(
        err.contains("To grade the rest: c4grade grade --resume class --assignment arm-falling --reports reports"),
        "{err}"
    );
    assert!(!desk.path("reports/ada.html").exists(), "there is no verdict on it");
    let page = desk.read("reports/index.html");
    assert!(page.contains("Incomplete: 0 of 1 graded"), "{page}");
}

#[test]
fn every_command_can_be_interrupted() {
    // Assembling 200 000 labels takes long enough to be interrupted in the assembler.
    let labels = (0..200_000).map(|number| format!("L{number} ADD R0, R0, #1\n"));
    let labels = labels.collect::<Vec<String>>().concat();
    let desk = C4grade::new()
        .file("endless.s", ENDLESS)
        .file("labels.asm", format!(".ORIG x3000\n{labels}.END\n"));
    desk.run("grade --repair 0 --reports reports").code(0);
    for (line, after) in [
        ("run endless.s --machine arm --max-instructions 900000000000", 300),
        ("asm labels.asm", 60),
        ("verify --assignment arm-falling", 700),
        ("case check", 300),
        ("report rescore reports", 300),
    ] {
        let child = spawn(&desk, line);
        listens(&child);
        std::thread::sleep(Duration::from_millis(after));
        signal(&child, "TERM");
        let (status, _, err) = ends_soon(child);
        let is_over = line.starts_with("asm") && status.code() == Some(14);
        assert!(status.code() == Some(130) || is_over, "{line}: {status}\n{err}");
        assert!(is_over || err.contains("nterrupted"), "{line}: {err}");
    }
    let unfinished = files(&desk.path("reports"))
        .into_keys()
        .find(|name| name.contains(".part"));
    assert_eq!(unfinished, None);
}

#[test]
fn nobodys_page_is_left_from_another_grading() {
    let desk = class_of(&FEW);
    desk.run("grade class --reports reports").code(0);
    let desk = desk.file("reports/notes.txt", "my own\n");
    for student in &FEW[2..] {
        fs::remove_dir_all(desk.path("class").join(student)).expect("gone from the class");
    }
    desk.run("grade class --reports reports").code(0);
    desk.run("grade class --reports whole").code(0);
    fs::remove_file(desk.path("reports/notes.txt")).expect("it is left alone");
    assert_same(&desk.path("whole"), &desk.path("reports"));
}

#[test]
fn only_what_changed_is_graded_again() {
    let desk = class_of(&FEW);
    desk.run("grade class --reports reports").code(0);
    let all = "6 of 6 reports are up to date; nothing is left to grade";
    desk.run("grade class --reports reports --resume").code(0).says(all);
    desk.run("grade class --reports reports --resume --strict")
        .code(0)
        .says("0 of 6 reports are up to date; grading the other 6");
    let desk = desk.file("class/ada-adams/connect4.asm", ".ORIG x3000\nHALT\n.END\n");
    desk.run("grade class --reports reports --resume --strict")
        .code(0)
        .says("5 of 6 reports are up to date; grading the other 1");
    desk.run("grade class --reports whole --strict").code(0);
    assert_same(&desk.path("whole"), &desk.path("reports"));
}

#[test]
fn a_file_that_may_not_grow_is_named_with_the_limit() {
    let desk = class_of(&FEW[..2]);
    let limited = |line: &str| {
        let script = format!("ulimit -f 48; exec {} {line}", env!("CARGO_BIN_EXE_c4grade"));
        let mut command = Command::new("bash");
        let output = command.args(["-c", &script]).current_dir(desk.path(".")).output();
        let output = output.expect("bash");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (code, err) = limited("grade class --reports reports --jobs 1");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("reports/"), "{err}");
    assert!(err.contains("larger than 49152 bytes"), "{err}");
    assert!(
        err.contains("are complete. When that is solved, grade the rest with: c4grade grade --resume class"),
        "{err}"
    );
    assert!(!err.contains("disk"), "the disk has space: {err}");
    assert_whole(&desk.path("reports"));
}

/// A disk of its own for each step, in a mount namespace: full, then larger, then read-only.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_read_only_one_are_named_and_nothing_is_lost() {
    let desk = class_of(&FEW);
    desk.run("grade class --reports whole --repair 0").code(0);
    fs::create_dir(desk.path("disk")).expect("a folder");
    let script = "mount -t tmpfs -o size=160k,mode=777 tmpfs disk || exit 77
                  \"$0\" grade class --repair 0 --jobs 1 --reports disk/reports 2>full; echo $? >codes
                  cp -r disk/reports full-reports
                  mount -o remount,size=16m disk
                  \"$0\" grade class --resume --repair 0 --reports disk/reports 2>larger; echo $? >>codes
                  cp -r disk/reports larger-reports
                  mount -o remount,ro disk
                  \"$0\" grade class --repair 0 --reports disk/new 2>read-only; echo $? >>codes";
    let done = Command::new("unshare")
        .args([
            "--mount",
            "--map-root-user",
            "sh",
            "-c",
            script,
            env!("CARGO_BIN_EXE_c4grade"),
        ])
        .current_dir(desk.path("."))
        .output()
        .expect("unshare");
    if !desk.path("codes").exists() && std::env::var_os("CI").is_none() {
        eprintln!("left out: no file system can be mounted here");
        return;
    }

    let (full, read_only) = (desk.read("full"), desk.read("read-only"));
    assert_eq!(desk.read("codes"), "2\n0\n2\n", "{done:?}, {full}, {read_only}");
    assert!(full.contains("error: cannot write disk/reports/"), "{full}");
    assert!(full.contains(": the disk is full\n"), "{full}");
    assert!(
        full.contains("grade the rest with: c4grade grade --resume class"),
        "{full}"
    );
    assert_whole(&desk.path("full-reports"));
    assert_same(&desk.path("whole"), &desk.path("larger-reports"));
    assert!(
        read_only.contains("cannot use disk/new as the folder for reports: Read-only file system"),
        "{read_only}"
    );
}

#[test]
fn a_closed_pipe_is_no_failure_and_leaves_no_file_half_written() {
    let desk = C4grade::new();
    desk.run("assignment export lc3-scratch mine").code(0);
    let unblessed = |name: &str| {
        let text = desk.read(name);
        let mut transcripts = text.split("transcript: |\n");
        let first = transcripts.next().unwrap_or_default().to_owned();
        transcripts.fold(first, |text, rest| text + "transcript: |\n    wrong\n" + rest)
    };
    let names = ["mine/10-board-and-prompts.yaml", "mine/20-refused-moves.yaml"];
    let blessed = names.map(|name| desk.read(name));
    let broken = names.map(unblessed);
    let desk = names
        .iter()
        .zip(broken)
        .fold(desk, |desk, (name, text)| desk.file(name, text));
    for line in [
        "case bless --assignment ./mine --yes",
        "case list",
        "case check --assignment lc3-scratch",
        "--help",
    ] {
        let mut child = spawn(&desk, line);
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {err}");
        assert!(!err.contains("panicked"), "{line}: {err}");
    }
    assert_eq!(names.map(|name| desk.read(name)), blessed);
}
