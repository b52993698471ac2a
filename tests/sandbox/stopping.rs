//! Interrupting and killing the grading of native programs, and going on after it.

use std::fs;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use c4grade::splitmix::SplitMix64;

use crate::fixture::{Fixture, User, project};
use crate::remains;

/// How long an interrupted grading may take: a second, and what a busy machine takes to schedule anything.
const SOON: Duration = Duration::from_secs(4);
/// How long a class may take to begin.
const PATIENCE: Duration = Duration::from_secs(60);

/// It reads a key, prints a board's worth, and sleeps for longer than anybody waits.
const SLEEPS: &str = "#include <stdio.h>\n#include <unistd.h>\nint main(void) {\n  puts(\"hello\"); fflush(stdout);\n  \
                      while (getchar() != EOF) sleep(100);\n  sleep(100);\n  return 0;\n}\n";

fn signal(child: &Child, name: &str) {
    // It may be gone already.
    let _ = Command::new("kill").args([name, &child.id().to_string()]).output();
}

fn wait_until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() && began.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Whether a program of a student runs.
fn is_playing(fixture: &Fixture) -> bool {
    remains::of(fixture.root())
        .iter()
        .any(|line| line.contains(": ./connect4"))
}

#[track_caller]
fn is_clean_soon(fixture: &Fixture) {
    let began = Instant::now();
    while !remains::of(fixture.root()).is_empty() && began.elapsed() < SOON {
        std::thread::sleep(Duration::from_millis(20));
    }
    fixture.is_clean();
}

#[test]
fn a_program_that_sleeps_between_keys_is_dropped_and_leaves_nothing() {
    for name in ["-INT", "-TERM"] {
        let fixture = Fixture::new(User::Own);
        fixture.assignment("1", "60");
        fixture.file("class/sleeper/connect4.c", SLEEPS);
        let child = fixture.spawn("grade class --assignment ./asg --cases cases.yaml --reports reports");
        wait_until(|| is_playing(&fixture));
        signal(&child, name);
        let began = Instant::now();
        let output = child.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(began.elapsed() < SOON, "{err}");
        assert_eq!(output.status.code(), Some(130), "{err}");
        assert!(err.contains("To grade the rest: c4grade grade --resume class"), "{err}");
        let out = String::from_utf8_lossy(&output.stdout);
        assert!(out.starts_with("Incomplete: 0 of 1 graded\n"), "{out}");
        assert!(
            !fixture.path("reports/sleeper.json").exists(),
            "there is no verdict on it"
        );
        is_clean_soon(&fixture);
    }
}

#[test]
fn a_second_signal_ends_at_once_and_leaves_nothing() {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("1", "60");
    fixture.file("class/sleeper/connect4.c", SLEEPS);
    let mut child = fixture.spawn("grade class --assignment ./asg --cases cases.yaml --reports reports");
    wait_until(|| is_playing(&fixture));
    signal(&child, "-INT");
    signal(&child, "-INT");
    let began = Instant::now();
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(began.elapsed() < SOON);
    is_clean_soon(&fixture);
}

/// Stops gradings at pseudo-random moments, resumes each, and compares with one that nobody disturbed.
fn disturbed(seed: u64, times: u64) {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("1", "10");
    for student in ["abel-okoro", "cosmo-ferrari", "birgit-lund", "anton-beck"] {
        let file = format!("{student}/connect4.c");
        let program = project(&format!("reference/native-scratch/submissions/{file}"));
        fixture.file(&format!("class/{file}"), program);
    }
    fixture.file("class/broken/connect4.c", "int main(void) { return 0 }\n");
    let line = "grade class --assignment ./asg --cases more-cases.yaml --jobs 2 --reports";
    let began = Instant::now();
    fixture.run(&format!("{line} whole")).code(0);
    let takes = began.elapsed().as_millis() as u64;
    let mut random = SplitMix64::new(seed);
    let mut left_behind = 0;
    for time in 0..times {
        let name = ["-KILL", "-INT", "-TERM"][random.below(3)];
        let mut child = fixture.spawn(&format!("{line} reports-{time}"));
        std::thread::sleep(Duration::from_millis(random.next_u64() % takes));
        signal(&child, name);
        let code = child.wait().expect("it ends").code();
        assert!([None, Some(0), Some(130)].contains(&code), "{code:?}");
        fixture.run(&format!("{line} reports-{time} --resume")).code(0);
        assert_eq!(fixture.reports("whole"), fixture.reports(&format!("reports-{time}")));
        assert_eq!(
            fixture.reports("whole/submissions"),
            fixture.reports(&format!("reports-{time}/submissions"))
        );
        left_behind += clear_temporary_folders(&fixture);
        is_clean_soon(&fixture);
        fs::remove_dir_all(fixture.path(&format!("reports-{time}"))).expect("there");
    }
    assert!(left_behind <= 1, "{left_behind} temporary folders were left");
}

/// Removes the temporary folders that are still there when all processes had time to end; gives their number. A process that
/// is killed right after making one, before the supervisor knows of it, leaves it.
fn clear_temporary_folders(fixture: &Fixture) -> usize {
    let began = Instant::now();
    while !remains::of(fixture.root()).is_empty() && began.elapsed() < SOON {
        std::thread::sleep(Duration::from_millis(20));
    }

    let folders = remains::of(fixture.root()).into_iter().filter_map(|line| {
        let folder = line.strip_prefix("in its folder for temporary files: ")?.to_owned();
        fs::remove_dir_all(folder).ok()
    });
    folders.count()
}

#[test]
fn a_disturbed_grading_ends_like_an_undisturbed_one() {
    disturbed(11, 3);
}

#[test]
#[ignore = "takes minutes: twenty gradings of native programs; .ci/long does it"]
fn twenty_disturbed_gradings_end_like_an_undisturbed_one() {
    disturbed(20, 20);
}
