//! Hostile sources: what a compiler is made to read, to take and to write.

use std::time::{Duration, Instant};

use crate::desk::{Desk, FENCES, Outcome, SECRET, User, users};

fn build(desk: &Desk, source: &str, fence: &str) -> Outcome {
    desk.hostile(source, &format!("builds/{source}.c"));
    let began = Instant::now();
    let outcome = desk.run(&format!("run class/{source}/connect4.c --moves 1 --fence {fence}"));
    assert!(
        began.elapsed() < Duration::from_secs(100),
        "{source}: {:?}",
        began.elapsed()
    );
    let said = format!("{}{}", outcome.out, outcome.err);
    assert!(
        !said.contains("HARM") && !said.contains(SECRET),
        "{source} behind {fence}: {said}"
    );
    assert!(!said.contains('\u{1b}'), "{source} behind {fence}: {said:?}");
    outcome
}

#[test]
fn a_compiler_reads_nothing_that_a_program_may_not() {
    for user in users() {
        for fence in FENCES {
            let desk = Desk::new(user);
            if !desk.holds(fence) {
                continue;
            }
            for source in ["secret", "shadow", "incbin"] {
                build(&desk, source, fence).code(14);
            }
            build(&desk, "processes", fence);
            build(&desk, "input", fence);
            desk.is_clean();
        }
    }
}

#[test]
fn what_a_compiler_quotes_is_shown_and_never_obeyed() {
    let desk = Desk::new(User::Own);
    build(&desk, "escapes", "auto").code(14).says("[31mred");
    build(&desk, "pragmas", "auto").code(14);
    desk.is_clean();
}

#[test]
fn large_programs_are_built_and_too_large_ones_are_told_so() {
    let desk = Desk::new(User::Own);
    build(&desk, "array", "auto").code(0);
    build(&desk, "huge", "auto").code(14);
    desk.is_clean();
}

/// Builds that take all time and memory that builds have.
pub(crate) fn bombs(desk: &Desk, fence: &str) {
    for source in ["zero", "random", "includes", "macros"] {
        build(desk, source, fence).code(14).says("error");
    }
    desk.is_clean();
}
