//! `report rescore`: a changed rubric over saved submissions gives what grading under it would have given.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::C4grade;
use crate::cli::command::project;

/// Every kind of submission: right, another format, wrong, endless, crashing, another linkage or protocol, not
/// assembling, missing.
const STUDENTS: [&str; 9] = [
    "ada-adams",
    "yara-hassan",
    "rahul-gupta",
    "sofia-garcia",
    "kenji-tanaka",
    "igor-novak",
    "omar-farouk",
    "vera-kovacs",
    "zofia-wolska",
];

fn class() -> C4grade {
    let desk = STUDENTS.iter().fold(C4grade::new(), |desk, student| {
        let file = format!("{student}/connect4.asm");
        let program = project(&format!("reference/lc3-starter/submissions/{file}"));
        desk.file(&format!("class/{file}"), program)
    });
    desk.file("class/bad/connect4.asm", ".ORIG x3000\nADD R0 R9\n.END\n")
        .file("class/none/Thumbs.db", "what Windows leaves behind")
}

/// A few cases, so that grading is quick.
const CASES: &str = "\
- name: vertical\n  moves: 1 2 1 2 1 2 1\n  points: 30\n  tags: [win]\n\
- name: refused\n  moves: 1 9 1\n  ends: waiting\n  points: 5\n  tags: [other]\n\
- name: horizontal\n  moves: 1 1 2 2 3 3 4\n  points: 20\n  tags: [win]\n\
- name: start\n  moves: ''\n  ends: waiting\n  points: 12\n  tags: [other]\n";

fn small() -> C4grade {
    let reference = String::from_utf8(project("reference/lc3-starter/connect4.asm")).expect("text");
    C4grade::new()
        .file("cases.yaml", CASES)
        .file("class/ada/connect4.asm", &reference)
        .file("class/bob/connect4.asm", reference.replace("Wins.", "wins!"))
}

/// Every file below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a plain name");
        if entry.path().is_dir() {
            let below = self::files(&entry.path()).into_iter();
            files.extend(below.map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            files.insert(name, std::fs::read(entry.path()).expect("readable"));
        }
    }
    files
}

#[track_caller]
fn assert_same(desk: &C4grade, one: &str, other: &str) {
    let (one, other) = (files(&desk.path(one)), files(&desk.path(other)));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    for (name, bytes) in one {
        assert!(bytes == other[&name], "{name} differs");
    }
}

#[test]
fn a_changed_rubric_gives_what_grading_under_it_gives() {
    let desk = class();
    desk.run("grade class --repair 30 --reports first").code(0);
    let before = files(&desk.path("first"));
    desk.run("report rescore first --repair 30")
        .code(0)
        .prints("first/index.html");
    assert!(files(&desk.path("first")) == before, "the same rubric changes nothing");

    desk.run("assignment export lc3-starter course").code(0);
    let text = desk.read("course/assignment.yaml");
    let changed = text
        .replace("format: 50%", "format: 25%")
        .replace("misspelling: true", "{misspelling: false, trailing-space: false}")
        .replacen("rule: proportional", "rule: all-or-nothing", 1)
        .replacen("points: 15", "points: 35", 1);
    let desk = desk.file("course/assignment.yaml", changed);
    desk.run("grade class --repair 30 --assignment ./course --reports fresh")
        .code(0);
    desk.run("report rescore first --repair 30 --assignment ./course --reports elsewhere")
        .code(0);
    assert!(files(&desk.path("first")) == before, "what is read stays as it is");
    assert_same(&desk, "elsewhere", "fresh");
    assert!(files(&desk.path("fresh"))["scores.csv"] != before["scores.csv"]);
    // What is bundled is another assignment than a copy of it.
    desk.run("report rescore elsewhere --repair 30")
        .code(3)
        .says("the reports are of the assignment in ./course: name it, --assignment ./course");
    desk.run("grade class --repair 30 --assignment ./course").code(0);
    desk.run("report rescore").code(3).says("--assignment ./course");
    desk.run("report rescore elsewhere --repair 30 --jobs 1 --assignment lc3-starter")
        .code(0);
    assert_same(&desk, "elsewhere", "first");

    desk.run("grade class --repair 30 --strict --reports strict").code(0);
    desk.run("report rescore first --repair 30 --strict --reports elsewhere")
        .code(0);
    assert_same(&desk, "elsewhere", "strict");
    desk.run("report rescore strict --repair 30").code(0).says("--strict");
    assert_same(&desk, "strict", "first");
}

#[test]
fn other_cases_and_limits_give_what_grading_with_them_gives() {
    let desk = small();
    desk.run("grade class --cases cases.yaml --reports r").code(0);
    let more = format!("{CASES}- name: brand new\n  moves: 6 6\n  ends: waiting\n  points: 1\n");
    let fewer = CASES.split_inclusive("- name: start").next().expect("text");
    let fewer = fewer
        .trim_end_matches("- name: start")
        .replace("points: 30", "points: 3");
    desk.run("assignment export lc3-starter course").code(0);
    let text = desk.read("course/assignment.yaml");
    let desk = desk.file("more.yaml", more).file("fewer.yaml", fewer).file(
        "course/assignment.yaml",
        text.replace("instructions: 4000000", "instructions: 500"),
    );

    for options in [
        "--cases more.yaml",
        "--cases fewer.yaml",
        "",
        "--cases cases.yaml --assignment ./course",
    ] {
        desk.run(&format!("report rescore r {options}")).code(0);
        desk.run(&format!("grade class {options} --reports fresh")).code(0);
        assert_same(&desk, "r", "fresh");
    }
    let page = desk.read("r/ada.html");
    assert!(page.contains("infinite loop") || page.contains("instructions"));
}

#[test]
fn files_that_are_not_what_they_should_be_are_named() {
    let desk = small();
    desk.run("grade class --cases cases.yaml --reports r").code(0);
    let ada = std::fs::read(desk.path("r/submissions/ada.json.gz")).expect("there");
    let scores = desk.read("r/scores.csv");
    let rescore = "report rescore r --cases cases.yaml";
    let desk = desk.file("r/submissions/ada.json.gz", &ada[..ada.len() / 2]);
    desk.run(rescore).code(3).says("ada.json.gz").says("cut off");
    let desk = desk.file("r/submissions/ada.json.gz", "{}");
    desk.run(rescore).code(3).says("ada.json.gz").says("grade again");
    let bob = std::fs::read(desk.path("r/submissions/bob.json.gz")).expect("there");
    let desk = desk.file("r/submissions/ada.json.gz", bob);
    desk.run(rescore).code(3).says("another student, bob");
    std::fs::remove_file(desk.path("r/submissions/ada.json.gz")).expect("removed");
    desk.run(rescore).code(3).says("ada: the submission is not saved");
    desk.run("grade class --assignment lc3-scratch --reports other").code(0);
    let other = std::fs::read(desk.path("other/submissions/ada.json.gz")).expect("there");
    let desk = desk.file("r/submissions/ada.json.gz", other);
    desk.run(rescore)
        .code(3)
        .says("of the assignment lc3-scratch, not of lc3-starter");
    desk.run("report rescore other --assignment lc3-starter")
        .code(3)
        .says("of the assignment lc3-scratch");
    assert_eq!(desk.read("r/scores.csv"), scores, "nothing was changed");
    let hidden = std::fs::read_dir(desk.path("r")).expect("there").flatten();
    let hidden = hidden.filter(|entry| entry.file_name().to_string_lossy().starts_with('.'));
    assert_eq!(hidden.count(), 0, "something in the making was left");
    let desk = desk.file("r/submissions/ada.json.gz", ada);
    desk.run(rescore).code(0);
    let desk = desk.file("r/class.json", "{\"format\":1");
    desk.run(rescore).code(3).says("class.json");
    desk.run("report rescore nowhere")
        .code(2)
        .says("nowhere")
        .says("class.json");
}

#[test]
fn copies_are_left_out_on_request() {
    let desk = small();
    desk.run("grade class --cases cases.yaml --reports r").code(0);
    // Copies of an earlier grading would be taken for those of the reports.
    desk.run("grade class --cases cases.yaml --reports r --no-copies")
        .code(0);
    assert!(!desk.path("r/submissions/ada.json.gz").exists());
    desk.run("report rescore r --cases cases.yaml")
        .code(4)
        .says("no submissions are saved");
}
