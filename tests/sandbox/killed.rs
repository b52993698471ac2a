//! The grader is killed in the middle of a class: within moments nothing of it is left.

use std::os::unix::process::CommandExt as _;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::fixture::{Fixture, SANDBOXES, User};
use crate::remains;

/// How long anything may live on: less than the limits by which it would end of itself, more than a busy machine takes to kill it.
const MOMENTS: Duration = Duration::from_secs(6);
/// How long a class may take to begin.
const PATIENCE: Duration = Duration::from_secs(20);

fn killed(sandbox: &str, whole_group: bool, after: Duration) {
    let fixture = Fixture::new(User::Own);
    if !fixture.holds(sandbox) {
        return;
    }
    fixture.assignment("1", "10");
    for attack in [
        "sleep",
        "daemon",
        "daemon-deaf",
        "fork-bomb",
        "spin",
        "close-all",
        "memory-many",
        "disk-deep",
    ] {
        fixture.hostile(attack, &format!("attacks/{attack}.c"));
    }
    let line =
        format!("grade class --assignment ./asg --cases cases.yaml --reports reports --sandbox {sandbox} --jobs 8");
    let words: Vec<&str> = line.split(' ').collect();
    let mut grader = fixture
        .command(&words)
        .process_group(0)
        .spawn()
        .expect("the binary starts");
    // The class is under way when the first program of a student runs.
    let began = Instant::now();
    while !remains::of(fixture.root())
        .iter()
        .any(|line| line.contains(": ./connect4"))
        && began.elapsed() < PATIENCE
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(after);
    let target = if whole_group {
        format!("-{}", grader.id())
    } else {
        grader.id().to_string()
    };
    let kill = Command::new("kill").args(["-KILL", "--", &target]).status();
    assert!(kill.is_ok_and(|status| status.success()), "it was still at work");
    grader.wait().expect("it is gone");
    let began = Instant::now();
    while !remains::of(fixture.root()).is_empty() && began.elapsed() < MOMENTS {
        std::thread::sleep(Duration::from_millis(20));
    }
    fixture.is_clean();
}

#[test]
fn a_killed_grader_leaves_nothing() {
    for sandbox in SANDBOXES {
        std::thread::scope(|scope| {
            scope.spawn(|| killed(sandbox, false, Duration::from_millis(900)));
            scope.spawn(|| killed(sandbox, true, Duration::from_millis(300)));
        });
    }
}
