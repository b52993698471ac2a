//! Everything at once, for longer.

use crate::attacks::{grade, no_harm};
use crate::fixture::{Fixture, SANDBOXES, User, project, sources};
use crate::remains::Scale;

/// MiB that a grader of eight jobs and all below it may have: each job's limit, the sandbox's own processes, and what a
/// program allocates between two checks of its supervisor.
const MEMORY: u64 = 8 * 512 + 512;

#[test]
#[ignore = "minutes; .ci/long runs it"]
fn everything_at_once_for_longer() {
    let attacks = sources("attacks");
    for sandbox in SANDBOXES {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        for student in ["abel-okoro", "birgit-lund", "cosmo-ferrari"] {
            let file = format!("{student}/connect4.c");
            fixture.file(
                &format!("class/{file}"),
                project(&format!("reference/native-scratch/submissions/{file}")),
            );
        }
        let scale = Scale::on(std::process::id());
        grade(&fixture, &attacks, sandbox, 8).code(0);
        let (memory, processes) = scale.peak();
        eprintln!("{sandbox}: {memory} MiB and {processes} processes at most");
        assert!(memory < MEMORY, "{memory} MiB");
        no_harm(&fixture, &attacks, sandbox);
        for student in ["abel-okoro", "birgit-lund"] {
            assert!(
                fixture
                    .read(&format!("reports/{student}.txt"))
                    .contains("Verdict  pass"),
                "{student}"
            );
        }
    }
}

/// Student, verdict and points. Why a program hangs is looked for within seconds, which a crowded machine may not have; that
/// changes no verdict.
fn verdicts(fixture: &Fixture) -> Vec<(String, String, String)> {
    let class: serde_json::Value = serde_json::from_str(&fixture.read("reports/class.json")).expect("JSON");
    let students = class["students"].as_array().expect("a list").iter();
    let texts = |student: &serde_json::Value| ["slug", "verdict", "score"].map(|key| student[key].to_string());
    students.map(|student| texts(student).into()).collect()
}

#[test]
#[ignore = "minutes; .ci/long runs it"]
fn verdicts_are_the_same_one_at_a_time_and_eight_at_a_time() {
    let fixture = Fixture::new(User::Own);
    let mut attacks = sources("attacks");
    // Whether these end by one cap, by another or by themselves is a race.
    let races = [
        "fork-",
        "memory-",
        "flood-",
        "daemon-chain",
        "daemon-exec",
        "signals",
        "disk-",
        "read-walk",
    ];
    attacks.retain(|attack| !races.iter().any(|race| attack.starts_with(race)));
    grade(&fixture, &attacks, "auto", 8).code(0);
    let crowded = verdicts(&fixture);
    grade(&fixture, &attacks, "auto", 1).code(0);
    assert_eq!(crowded, verdicts(&fixture));
    no_harm(&fixture, &attacks, "auto");
}

#[test]
#[ignore = "minutes; .ci/long runs it"]
fn bombs_for_compilers_are_stopped() {
    crate::builds::bombs(&Fixture::new(User::Own), "auto");
}
