//! Hostile programs in each kind of sandbox, as root and as an ordinary user: no harm, no grader error, nothing left.

use std::time::{Duration, Instant};

use crate::fixture::{Fixture, Outcome, SANDBOXES, SECRET, User, is_root, sources, users};

/// The attacks that are tried as every user in every sandbox.
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
pub(crate) fn grade(fixture: &Fixture, attacks: &[String], sandbox: &str, jobs: u32) -> Outcome {
    fixture.assignment("0.3", "1");
    for attack in attacks {
        fixture.hostile(attack, &format!("attacks/{attack}.c"));
    }
    fixture.file(
        "class/good-one/connect4.c",
        crate::fixture::project("reference/native-scratch/connect4.c"),
    );
    // Programs that are edited to find a fault are tried elsewhere.
    fixture.run(&format!(
        "grade class --assignment ./asg --cases cases.yaml --repair 0 --reports reports --sandbox {sandbox} --jobs {jobs}"
    ))
}

/// Each attacker was run, and none succeeded in anything.
#[track_caller]
pub(crate) fn no_harm(fixture: &Fixture, attacks: &[String], sandbox: &str) {
    let mut wrong = Vec::new();
    for (name, text) in fixture.reports("reports") {
        wrong.extend(
            text.lines()
                .filter(|line| line.contains("HARM"))
                .map(|line| format!("{sandbox}: {name}: {line}")),
        );
        if text.contains(SECRET) {
            wrong.push(format!("{sandbox}: {name} tells the secret"));
        }
    }
    for attack in attacks {
        let text = fixture.read(&format!("reports/{attack}.json"));
        if !text.contains("TRIED") {
            wrong.push(format!("{sandbox}: {attack} was not run:\n{text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        fixture.read("reports/good-one.txt").contains("pass"),
        "the good program among them"
    );
    fixture.is_clean();
}

fn no_harm_in(user: User, sandbox: &str, attacks: &[String]) {
    let fixture = Fixture::new(user);
    if !fixture.holds(sandbox) {
        return;
    }
    let began = Instant::now();
    grade(&fixture, attacks, sandbox, 8).code(0);
    // Far more than the limits add up to: other tests run at the same time.
    assert!(
        began.elapsed() < Duration::from_secs(400),
        "the runs end within their limits: {:?}",
        began.elapsed()
    );
    no_harm(&fixture, attacks, sandbox);
}

#[test]
fn no_attack_does_harm_or_leaves_anything() {
    // The strongest that holds here.
    no_harm_in(User::Own, "auto", &sources("attacks"));
}

#[test]
fn the_worst_attacks_fail_in_every_sandbox_for_every_user() {
    let attacks = FOREMOST.map(str::to_owned);
    std::thread::scope(|scope| {
        for user in users() {
            for sandbox in SANDBOXES {
                // That is `auto` above, which tries them all.
                if (user, sandbox) == (User::Own, "namespaces") {
                    continue;
                }
                scope.spawn(move || no_harm_in(user, sandbox, &FOREMOST.map(str::to_owned)));
            }
        }
    });
    assert!(attacks.iter().all(|attack| sources("attacks").contains(attack)));
}

#[test]
fn without_a_sandbox_the_same_attacks_succeed() {
    // Proves that the attacks can do harm. Only attacks that harm nobody, and not as root.
    let user = if is_root() { User::Nobody } else { User::Own };
    let fixture = Fixture::new(user);
    fixture.assignment("0.3", "1");
    for attack in ["network", "read-secret", "terminal"] {
        fixture.hostile(attack, &format!("attacks/{attack}.c"));
    }
    fixture
        .run("grade class --assignment ./asg --cases cases.yaml --reports reports --unsafe-no-sandbox")
        .code(0);
    for (attack, harm) in [("network", "HARM: a socket of family"), ("read-secret", "HARM: open")] {
        let text = fixture.read(&format!("reports/{attack}.json"));
        assert!(text.contains(harm), "{text}");
    }
    fixture.is_clean();
}
