//! `c4grade mutate`: whether a suite notices single edits of the reference program.

use super::command::C4grade;

#[test]
fn the_bundled_suite_notices_a_sample_of_edits() {
    let desk = C4grade::new();
    let sample = desk
        .run("mutate --every 97 --games 50 --fail-under 100")
        .code(0)
        .prints("which is 100.00 %")
        .prints("Equivalent as far as they were explored");
    let alone = desk.run("mutate --every 97 --games 50 --jobs 1");
    assert_eq!(sample.stdout, alone.stdout, "any number of jobs");
}

#[test]
fn what_a_weak_suite_misses_is_shown_by_a_game_that_notices_it() {
    let desk = C4grade::new();
    let one = [
        "case",
        "new",
        "--file",
        "few.yaml",
        "--name",
        "won",
        "--moves",
        "1 2 1 2 1 2 1",
    ];
    desk.run_args(&one).code(0);
    // Line 87 decides that a refused key is no move: no case of this suite types one.
    desk.run("mutate --cases few.yaml --every 7 --games 50 --fail-under 99")
        .code(1)
        .prints("Not noticed; this game shows")
        .prints("  --moves \"0\"\n");

    let refused = ["case", "new", "--file", "few.yaml", "--name", "refused", "--moves", "0"];
    desk.run_args(&refused).code(0);
    let better = desk.run("mutate --cases few.yaml --every 7 --games 50");
    let text = String::from_utf8_lossy(&better.stdout).into_owned();
    assert!(!text.contains("--moves \"0\"\n"), "{text}");
}

#[test]
fn native_programs_have_no_edits() {
    C4grade::new()
        .run("mutate --assignment native-scratch")
        .code(2)
        .says("not supported");
}
