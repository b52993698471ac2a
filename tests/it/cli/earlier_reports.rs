//! Reports in a folder on students who are not in the class that is graded into it: many are never removed unasked.

use crate::cli::C4grade;

const SHORT: &str = ".ORIG x3000\nHALT\n.END\n";

fn class(folder: &str, students: &[&str]) -> C4grade {
    students.iter().fold(C4grade::new(), |desk, student| {
        desk.file(&format!("{folder}/{student}/connect4.asm"), SHORT)
    })
}

#[test]
fn another_class_does_not_take_the_place_of_one() {
    let desk = class("section1", &["ada", "bob", "cleo", "dan"]).file("section2/eve/connect4.asm", SHORT);
    desk.run("grade section1 --reports out").code(0);
    let before = desk.read("out/class.json");

    for line in [
        "grade section2 --reports out",
        "grade section1/bob/connect4.asm --reports out",
        "grade section1 --shard 1/2 --reports out",
    ] {
        let outcome = desk.run(line).code(2);
        outcome.says("out has reports on 4 students").says("add --replace");
        assert_eq!(desk.read("out/class.json"), before, "{line}");
        assert!(desk.path("out/submissions/ada.json.gz").exists(), "{line}");
    }

    desk.run("grade section2 --reports out --replace")
        .code(0)
        .says("out had reports on ada, bob, cleo and 1 more, who are not in this class; they are removed");
    assert!(!desk.path("out/ada.html").exists() && desk.path("out/eve.html").exists());
}

#[test]
fn a_student_who_left_is_named_and_nobody_is_asked() {
    let desk = class("class", &["ada", "bob", "cleo"]);
    desk.run("grade class --reports out").code(0);
    std::fs::remove_dir_all(desk.path("class/bob")).expect("removed");
    desk.run("grade class --reports out")
        .code(0)
        .says("out had reports on bob, who is not in this class; they are removed");
    assert!(!desk.path("out/bob.html").exists());

    // Nor where somebody tries one program after the other.
    desk.run("grade class/ada/connect4.asm --reports one").code(0);
    desk.run("grade class/cleo/connect4.asm --reports one").code(0);
}

#[test]
fn a_class_whose_students_get_other_names_is_the_same_class() {
    let list = "name,login\nAda Lovelace,ada\nBob Bell,bob\nCleo Cruz,cleo\n";
    let desk = class("class", &["ada", "bob", "cleo"]).file("class.csv", list);
    desk.run("grade class --reports out").code(0);
    let outcome = desk.run("grade class --reports out --roster class.csv").code(0);
    assert!(!outcome.stderr.contains("are removed"), "{}", outcome.stderr);
    assert!(!desk.path("out/ada.html").exists());
    assert!(desk.read("out/class.json").contains("Ada_Lovelace"));
}

#[test]
fn the_sample_class_makes_way_for_the_own_one() {
    let desk = class("class", &["nobody-else"]);
    desk.run("grade --assignment lc3-scratch").code(0);
    assert!(desk.path("reports/lc3-scratch/alma-berg.html").exists());
    desk.run("grade class --assignment lc3-scratch").code(0);
    assert!(!desk.path("reports/lc3-scratch/alma-berg.html").exists());
}
