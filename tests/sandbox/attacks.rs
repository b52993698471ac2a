//! Hostile programs under each kind of fence, as root and as an ordinary user: no harm, no grader error, nothing left.

use std::time::{Duration, Instant};

use crate::desk::{Desk, FENCES, Outcome, SECRET, User, is_root, sources, users};

/// What is tried as every user behind every fence, even in a hurry.
const FOREMOST: [&str; 19] = [
    "children-ignored",
    "daemon-chain",
    "daemon-deaf",
    "disk-depth",
    "disk-hidden",
    "disk-mapped",
    "fork-sleepers",
    "identity",
    "ioctls",
    "kill",
    "kill-by-files",
    "notes",
    "protocol",
    "read-processes",
    "read-secret",
    "sockets",
    "stop-all",
    "thread-bomb",
    "network",
];

/// Grades a class of attackers and one good program.
pub(crate) fn grade(desk: &Desk, attacks: &[String], fence: &str, jobs: u32) -> Outcome {
    desk.assignment("0.3", "1");
    for attack in attacks {
        desk.hostile(attack, &format!("attacks/{attack}.c"));
    }
    desk.file(
        "class/good-one/connect4.c",
        crate::desk::project("reference/native-scratch/connect4.c"),
    );
    desk.run(&format!(
        "grade class --assignment ./asg --cases cases.yaml --reports reports --fence {fence} --jobs {jobs}"
    ))
}

/// Each attacker was run, and none succeeded in anything.
#[track_caller]
pub(crate) fn no_harm(desk: &Desk, attacks: &[String], fence: &str) {
    let mut wrong = Vec::new();
    for (name, text) in desk.reports("reports") {
        wrong.extend(
            text.lines()
                .filter(|line| line.contains("HARM"))
                .map(|line| format!("{fence}: {name}: {line}")),
        );
        if text.contains(SECRET) {
            wrong.push(format!("{fence}: {name} tells the secret"));
        }
    }
    for attack in attacks {
        let text = desk.read(&format!("reports/{attack}.json"));
        if !text.contains("TRIED") {
            wrong.push(format!("{fence}: {attack} was not run:\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        desk.read("reports/good-one.txt").contains("pass"),
        "the good program among them"
    );
    desk.is_clean();
}

fn no_harm_behind(user: User, fence: &str, attacks: &[String]) {
    let desk = Desk::new(user);
    if !desk.holds(fence) {
        return;
    }
    let began = Instant::now();
    grade(&desk, attacks, fence, 8).code(0);
    assert!(
        began.elapsed() < Duration::from_secs(100),
        "the runs end within their limits: {:?}",
        began.elapsed()
    );
    no_harm(&desk, attacks, fence);
}

#[test]
fn no_attack_does_harm_or_leaves_anything() {
    // The strongest that holds here.
    no_harm_behind(User::Own, "auto", &sources("attacks"));
}

#[test]
fn the_worst_attacks_fail_behind_every_fence_for_every_user() {
    let attacks = FOREMOST.map(str::to_owned);
    std::thread::scope(|scope| {
        for user in users() {
            for fence in FENCES {
                scope.spawn(move || no_harm_behind(user, fence, &FOREMOST.map(str::to_owned)));
            }
        }
    });
    assert!(attacks.iter().all(|attack| sources("attacks").contains(attack)));
}

#[test]
fn without_a_fence_the_same_attacks_succeed() {
    // Proves that the attacks can do harm: only such as harm nobody, and not as root.
    let user = if is_root() { User::Nobody } else { User::Own };
    let desk = Desk::new(user);
    desk.assignment("0.3", "1");
    for attack in ["network", "read-secret", "terminal"] {
        desk.hostile(attack, &format!("attacks/{attack}.c"));
    }
    desk.run("grade class --assignment ./asg --cases cases.yaml --reports reports --unsafe-no-sandbox")
        .code(0);
    for (attack, harm) in [("network", "HARM: a socket of family"), ("read-secret", "HARM: open")] {
        let text = desk.read(&format!("reports/{attack}.json"));
        assert!(text.contains(harm), "{text}");
    }
    desk.is_clean();
}
