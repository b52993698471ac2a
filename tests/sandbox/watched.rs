//! Programs that watch themselves: what they report is theirs alone, and they are held to their caps.

use crate::desk::{Desk, FENCES, User};

/// The report of one program of `tests/data/native/watched`.
fn report(desk: &Desk, source: &str, fence: &str) -> String {
    desk.hostile(source, &format!("watched/{source}.c"));
    desk.run(&format!(
        "grade class --assignment ./asg --cases cases.yaml --reports reports --fence {fence}"
    ))
    .code(0);
    desk.is_clean();
    desk.read(&format!("reports/{source}.txt"))
}

// A program could print such lines itself, and they were taken for what it had done wrong.
#[test]
fn what_a_program_prints_is_no_finding() {
    for fence in FENCES {
        let desk = Desk::new(User::Own);
        if !desk.holds(fence) {
            continue;
        }
        desk.assignment("1", "10");
        let forged = report(&desk, "forged", fence);
        assert!(forged.contains("crash"), "{fence}: {forged}");
        for cause in ["an array is left", "memory is used that was given back"] {
            assert!(!forged.contains(cause), "{fence}: {forged}");
        }
        let real = report(&desk, "real", fence);
        assert!(real.contains("board[key] = 1;"), "{fence}: {real}");
        assert!(!real.contains("divides by zero"), "{fence}: {real}");
    }
}

// Over a gigabyte of page tables was counted as no memory at all.
#[test]
fn page_tables_count_as_memory() {
    for fence in FENCES {
        let desk = Desk::new(User::Own);
        if !desk.holds(fence) {
            continue;
        }
        desk.assignment("1", "10");
        let limited = desk.read("asg/assignment.yaml").replace("memory: 256 ", "memory: 48 ");
        desk.file("asg/assignment.yaml", limited);
        let report = report(&desk, "page-tables", fence);
        assert!(report.contains("crash"), "{fence}: {report}");
        assert!(!report.contains("took_half_a_gibibyte"), "{fence}: {report}");
    }
}
