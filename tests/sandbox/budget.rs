//! A submission has a budget for all its runs together.

use crate::fixture::{Fixture, User};

// Four hundred cases of a program that sleeps in each took over an hour.
#[test]
fn sleep_in_every_case_uses_up_the_budget() {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("1", "5");
    let limited = fixture
        .read("asg/assignment.yaml")
        .replace("total: 300 ", "total: 2.5 ");
    fixture.file("asg/assignment.yaml", limited);
    let sleeps =
        "#include <stdio.h>\n#include <unistd.h>\nint main(void) { while (getchar() != EOF) {} sleep(1); return 0; }\n";
    fixture.file("class/sleepy/connect4.c", sleeps);
    let reference = crate::fixture::project("reference/native-scratch/connect4.c");
    fixture.file("class/quick/connect4.c", reference);
    fixture
        .run("grade class --assignment ./asg --cases more-cases.yaml --reports reports --jobs 2")
        .code(0);
    let report = fixture.read("reports/sleepy.txt");
    let said = report.split_whitespace().collect::<Vec<&str>>().join(" ");
    for text in [
        "The budget for all runs of a submission was used up after",
        "were not run and count as timeouts.",
        "2.5 seconds of computing and sleeping; `total` under `limits` in assignment.yaml sets it",
    ] {
        assert!(said.contains(text), "{text}: {report}");
    }
    let quick = fixture.read("reports/quick.txt");
    assert!(quick.contains("Verdict  pass") && !quick.contains("budget"), "{quick}");
    // Nothing is run again, and the same is said.
    fixture
        .run("report rescore reports --assignment ./asg --cases more-cases.yaml --reports again")
        .code(0);
    assert_eq!(report, fixture.read("again/sleepy.txt"));

    // With fewer cases the budget is enough: what was not run then is run now.
    fixture
        .run("report rescore reports --assignment ./asg --cases cases.yaml --reports few")
        .code(0);
    assert!(
        !fixture.read("few/sleepy.txt").contains("budget"),
        "{}",
        fixture.read("few/sleepy.txt")
    );
    fixture.is_clean();
}

// Either used up the budget, then of a minute, after some fifty cases: each run had the whole limit on processor time.
#[test]
fn a_program_that_hangs_and_one_that_never_ends_are_graded_within_the_budget() {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("0.3", "10");
    let limited = fixture.read("asg/assignment.yaml").replace("total: 300 ", "total: 30 ");
    fixture.file("asg/assignment.yaml", limited);
    for (name, text) in crate::fixture::suite("native-scratch") {
        fixture.file(&format!("suite/{name}"), text);
    }
    let hangs = reference(&[("print_board(&board);\n        if", "for (;;) player ^= 3;\n        if")]);
    let spins = reference(&[("if (key == EOF) {", "while (key == EOF) {\n        key = getchar();")]);
    fixture.file("class/hangs/connect4.c", hangs);
    fixture.file("class/spins/connect4.c", spins);
    fixture
        .run("grade class --assignment ./asg --cases suite --reports reports --jobs 2 --repair 0")
        .code(0);

    let hangs = fixture.read("reports/hangs.txt");
    assert!(hangs.contains("cases fail: infinite loop"), "{hangs}");
    assert!(!hangs.contains("budget"), "{hangs}");
    let spins = fixture.read("reports/spins.txt");
    assert!(spins.contains("Verdict  pass"), "{spins}");
    fixture.is_clean();
}

// All that it printed was lost with it in the pipe, and nearly every case with that.
#[test]
fn what_a_program_holds_back_is_not_lost_where_it_never_ends() {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("0.3", "10");
    let flush = "        fflush(stdout); /* there is no line end after a prompt */\n";
    let never_ends = "if (key == EOF) {\n        while (getchar() != '\\n') {}";
    fixture.file(
        "class/spins/connect4.c",
        reference(&[(flush, ""), ("if (key == EOF) {", never_ends)]),
    );
    fixture
        .run("grade class --assignment ./asg --cases more-cases.yaml --reports reports --jobs 1")
        .code(0);
    let report = fixture.read("reports/spins.txt");
    assert!(report.contains("Verdict  pass"), "{report}");
    fixture.is_clean();
}

/// The reference program in C with some texts in place of others.
fn reference(edits: &[(&str, &str)]) -> String {
    let bytes = crate::fixture::project("reference/native-scratch/connect4.c");
    let mut text = String::from_utf8(bytes).expect("text");
    for (right, wrong) in edits {
        assert!(text.contains(right), "the reference has changed: {right}");
        text = text.replace(right, wrong);
    }
    text
}
