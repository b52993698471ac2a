//! Programs built with sanitizers: only their own logs are believed, and limits apply to them.

use crate::fixture::{Fixture, SANDBOXES, User, project};

/// The report of one program of `tests/data/native/watched`.
fn report(fixture: &Fixture, source: &str, sandbox: &str) -> String {
    fixture.hostile(source, &format!("watched/{source}.c"));
    fixture
        .run(&format!(
            "grade class --assignment ./asg --cases cases.yaml --reports reports --sandbox {sandbox}"
        ))
        .code(0);
    fixture.is_clean();
    fixture.read(&format!("reports/{source}.txt"))
}

/// An assignment whose programs may use so many MiB.
fn limit_memory(fixture: &Fixture, mebibytes: u32) {
    fixture.assignment("1", "10");
    let limits = format!("memory: {mebibytes} ");
    let limited = fixture.read("asg/assignment.yaml").replace("memory: 256 ", &limits);
    assert!(limited.contains(&limits), "{limited}");
    fixture.file("asg/assignment.yaml", limited);
}

// A program could print such lines itself, and they were taken for what it had done wrong.
#[test]
fn what_a_program_prints_is_no_finding() {
    for sandbox in SANDBOXES {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        fixture.assignment("1", "10");
        let forged = report(&fixture, "forged", sandbox);
        assert!(forged.contains("crash"), "{sandbox}: {forged}");
        for cause in ["out-of-bounds access", "use after free"] {
            assert!(!forged.contains(cause), "{sandbox}: {forged}");
        }
        let real = report(&fixture, "real", sandbox);
        assert!(real.contains("board[key] = 1;"), "{sandbox}: {real}");
        assert!(!real.contains("division by zero"), "{sandbox}: {real}");
        // GCC takes the last array of a structure for one without end.
        let last = report(&fixture, "last-member", sandbox);
        assert!(last.contains("game.column[5 + key % 2] = 1;"), "{sandbox}: {last}");
    }
}

// Over a gigabyte of page tables was counted as no memory at all.
#[test]
fn page_tables_count_as_memory() {
    for sandbox in SANDBOXES {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        limit_memory(&fixture, 48);
        let report = report(&fixture, "page-tables", sandbox);
        assert!(report.contains("crash"), "{sandbox}: {report}");
        assert!(!report.contains("took_half_a_gibibyte"), "{sandbox}: {report}");
    }
}

// The memory of the sandbox's own process beside the program counted, too.
#[test]
fn a_program_has_all_the_memory_that_it_may_use() {
    for sandbox in SANDBOXES {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        limit_memory(&fixture, 6);
        fixture.file("class/ada/connect4.c", project("reference/native-scratch/connect4.c"));
        fixture
            .run(&format!(
                "grade class --assignment ./asg --cases cases.yaml --reports reports --sandbox {sandbox}"
            ))
            .code(0);
        let report = fixture.read("reports/ada.txt");
        assert!(report.contains("Verdict  pass"), "{sandbox}: {report}");
    }
}

// Where the machine was busy, a program in an endless loop was killed before its log said where it was.
#[test]
fn a_program_whose_time_is_up_may_take_seconds_to_say_where_it_was() {
    let fixture = Fixture::new(User::Own);
    let Some(sandbox) = SANDBOXES.iter().find(|sandbox| fixture.holds(sandbox)) else {
        return;
    };
    fixture.assignment("1", "10");
    let report = report(&fixture, "slow-log", sandbox);
    assert!(report.contains("infinite loop"), "{report}");
    assert!(report.contains("for (;;)"), "{report}");
}
