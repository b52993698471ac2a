//! Hostile sources: what a compiler is made to read, to take and to write.

use std::time::{Duration, Instant};

use crate::fixture::{Fixture, Outcome, SANDBOXES, SECRET, User, users};

fn build(fixture: &Fixture, source: &str, sandbox: &str) -> Outcome {
    fixture.hostile(source, &format!("builds/{source}.c"));
    let began = Instant::now();
    let outcome = fixture.run(&format!("run class/{source}/connect4.c --moves 1 --sandbox {sandbox}"));
    assert!(
        began.elapsed() < Duration::from_secs(100),
        "{source}: {:?}",
        began.elapsed()
    );
    let said = format!("{}{}", outcome.out, outcome.err);
    assert!(
        !said.contains("HARM") && !said.contains(SECRET),
        "{source} in {sandbox}: {said}"
    );
    assert!(!said.contains('\u{1b}'), "{source} in {sandbox}: {said:?}");
    outcome
}

#[test]
fn a_compiler_reads_nothing_that_a_program_may_not() {
    for user in users() {
        for sandbox in SANDBOXES {
            let fixture = Fixture::new(user);
            if !fixture.holds(sandbox) {
                continue;
            }
            for source in ["secret", "shadow", "incbin"] {
                build(&fixture, source, sandbox).code(14);
            }
            build(&fixture, "processes", sandbox);
            build(&fixture, "input", sandbox);
            fixture.is_clean();
        }
    }
}

#[test]
fn what_a_compiler_quotes_is_shown_and_never_obeyed() {
    let fixture = Fixture::new(User::Own);
    build(&fixture, "escapes", "auto").code(14).says("[31mred");
    build(&fixture, "pragmas", "auto").code(14);
    fixture.is_clean();
}

#[test]
fn large_programs_are_built_and_too_large_ones_are_told_so() {
    let fixture = Fixture::new(User::Own);
    build(&fixture, "array", "auto").code(0);
    build(&fixture, "huge", "auto").code(14);
    fixture.is_clean();
}

/// Builds that take all time and memory that builds have.
pub(crate) fn bombs(fixture: &Fixture, sandbox: &str) {
    for source in ["zero", "random", "includes", "macros"] {
        build(fixture, source, sandbox).code(14).says("error");
    }
    fixture.is_clean();
}
