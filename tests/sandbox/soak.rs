//! Everything at once, for longer.

use crate::attacks::{grade, no_harm};
use crate::desk::{Desk, FENCES, User, project, sources};
use crate::remains::Scale;

/// MiB that a grader of eight jobs and all below it may have: each job's cap, the fence's own processes, and what a
/// program takes between two looks of its keeper.
const MEMORY: u64 = 8 * 512 + 512;

#[test]
#[ignore = "minutes; .ci/run runs it"]
fn everything_at_once_for_longer() {
    let attacks = sources("attacks");
    for fence in FENCES {
        let desk = Desk::new(User::Own);
        if !desk.holds(fence) {
            continue;
        }
        for student in ["abel-okoro", "birgit-lund", "cosmo-ferrari"] {
            let file = format!("{student}/connect4.c");
            desk.file(
                &format!("class/{file}"),
                project(&format!("reference/native-scratch/submissions/{file}")),
            );
        }
        let scale = Scale::on(std::process::id());
        grade(&desk, &attacks, fence, 8).code(0);
        let (memory, processes) = scale.peak();
        eprintln!("{fence}: {memory} MiB and {processes} processes at most");
        assert!(memory < MEMORY, "{memory} MiB");
        no_harm(&desk, &attacks, fence);
        for student in ["abel-okoro", "birgit-lund"] {
            assert!(
                desk.read(&format!("reports/{student}.txt")).contains("Verdict  pass"),
                "{student}"
            );
        }
    }
}

#[test]
#[ignore = "minutes; .ci/run runs it"]
fn verdicts_are_the_same_one_at_a_time_and_eight_at_a_time() {
    let desk = Desk::new(User::Own);
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
    grade(&desk, &attacks, "auto", 8).code(0);
    let crowded = desk.read("reports/class.json");
    grade(&desk, &attacks, "auto", 1).code(0);
    let alone = desk.read("reports/class.json");
    let lines = crowded.lines().zip(alone.lines()).enumerate();
    let differ: Vec<_> = lines.filter(|(_, (one, other))| one != other).collect();
    assert!(crowded == alone, "{differ:#?}");
    no_harm(&desk, &attacks, "auto");
}

#[test]
#[ignore = "minutes; .ci/run runs it"]
fn bombs_for_compilers_are_stopped() {
    crate::builds::bombs(&Desk::new(User::Own), "auto");
}
