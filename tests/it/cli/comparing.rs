//! `report compare`.

use crate::cli::C4grade;
use crate::cli::command::project;

/// Few cases, so that a grading takes no time.
const CASES: &str = "- name: first move\n  moves: 1\n  ends: waiting\n- name: vertical win\n  moves: 1 2 1 2 1 2 1\n";

/// Two gradings: in the second one Bob has handed in something that plays, and Cleo has come.
fn desk() -> C4grade {
    let reference = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("it is text");
    let without_moves = reference.replace("        STR     R1, R0, #0\n", "        NOP\n");
    let desk = C4grade::new()
        .file("cases.yaml", CASES)
        .file("one/ada/connect4.asm", &reference)
        .file("one/bob/connect4.asm", without_moves)
        .file("two/ada/connect4.asm", &reference)
        .file("two/bob/connect4.asm", &reference)
        .file("two/cleo/connect4.asm", &reference);
    desk.run("grade one --cases cases.yaml --reports old").code(0);
    desk.run("grade two --cases cases.yaml --reports new").code(0);
    desk
}

#[test]
fn changed_students_are_listed_with_the_reasons() {
    let desk = desk();
    let outcome = desk.run("report compare old new").code(0);
    assert_eq!(
        outcome.out(),
        "Changed: 1 of 2 students.\n\
         Only in the new grading: cleo\n\
         \n\
         bob: wrong 0 of 2 -> pass 2 of 2\n  \
         exact points: 0 -> 2\n  \
         game points: 0 -> 2\n  \
         apparently a different program: it executes a different number of instructions for the same moves\n  \
         Cases: 0 of 2 -> 2 of 2\n  \
         finding gone: the given part of the starter file was modified\n  \
         summary: 2 of 2 cases fail: a move does not appear on the board -> all 2 cases pass
  \
         2 cases: wrong -> pass\n    \
         first move\n    \
         vertical win\n"
    );
}

#[test]
fn nothing_changed_is_one_line_and_programs_read_json() {
    let desk = desk();
    let outcome = desk.run("report compare old old/class.json").code(0);
    assert_eq!(
        outcome.out(),
        "Nothing changed: 2 students, each with the same result in both gradings.\n"
    );
    let json = desk
        .run("report compare old/bob.json new/bob.json --format json")
        .code(0);
    let value: serde_json::Value = serde_json::from_str(&json.out()).expect("JSON");
    assert_eq!(value["students"][0]["student"], "bob");
    assert_eq!(value["students"][0]["new"]["verdict"], "pass");
}

#[test]
fn what_cannot_be_compared_has_its_exit_code() {
    let desk = desk()
        .file("broken/class.json", "{\"format\": 1, ")
        .file("other.json", "{\"a\": 1}");
    desk.run("report compare old broken").code(3).says("class.json");
    desk.run("report compare other.json new").code(3).says("other.json");
    desk.run("report compare one two").code(3).says("neither class.json");
    desk.run("report compare old nowhere").code(2).says("nowhere");
    desk.run("report compare old").code(2);
}

#[test]
fn the_same_result_is_no_change_however_it_is_explained() {
    let good = project("reference/lc3-starter/connect4.asm");
    let desk = C4grade::new()
        .file("one/ada/connect4.asm", &good)
        .file("two/ada/Connect4.asm", &good)
        .file("cases.yaml", "- name: first move\n  moves: 1\n  ends: waiting\n");
    desk.run("grade one --cases cases.yaml --reports old").code(0);
    desk.run("grade two --cases cases.yaml --reports new").code(0);
    let out = desk.run("report compare old new").code(0).out();
    let said = "Changed: 0 of 1 student.\n\nThe same result, explained differently: 1 student.\n\nada: pass 1 of 1 as before\n";
    assert!(out.starts_with(said), "{out}");
}
