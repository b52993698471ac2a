//! Which assignment a name stands for: bundled ones by name, folders by a path with a slash, none out of the class.

use crate::cli::C4grade;
use crate::cli::command::project;

/// An assignment that a student could plant: every submission would earn everything.
const PLANTED: &str = "format: 1\nname: lc3-starter\nplanted: yes\n";

fn class() -> C4grade {
    C4grade::new().file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
}

// A student's own lc3-starter/assignment.yaml once took the place of the bundled one, and could run native programs.
#[test]
fn a_folder_never_takes_the_place_of_a_bundled_assignment() {
    let desk = class()
        .file("lc3-starter/assignment.yaml", PLANTED)
        .file("lc3-scratch/assignment.yaml", PLANTED);
    desk.run("grade class")
        .code(0)
        .prints("Assignment: lc3-starter (bundled)");
    desk.run("grade class --assignment lc3-starter").code(0);
    desk.run("verify --assignment lc3-scratch").code(0);
    desk.run("report rescore reports/lc3-starter").code(0);
    desk.run("grade class --assignment ./lc3-starter")
        .code(3)
        .says("planted");
}

#[test]
fn a_folder_is_named_with_a_slash_and_the_error_says_so() {
    let desk = class();
    desk.run("assignment export lc3-starter my-course").code(0);
    for line in [
        "grade class --assignment my-course",
        "case check --assignment my-course",
        "case bless --assignment my-course",
        "verify --assignment my-course",
    ] {
        assert_ne!(desk.run(line).says("write `./my-course`").code, 0, "{line}");
    }
    let out = desk.run("grade class --assignment ./my-course").code(0);
    out.prints("Assignment: lc3-starter (from the folder ./my-course)");
    let page = desk.read("reports/lc3-starter/index.html");
    assert!(page.contains("lc3-starter (from the folder ./my-course)"));
    assert!(
        desk.read("reports/lc3-starter/class.json")
            .contains("\"loaded_from\": \"./my-course\"")
    );
    desk.run("grade class --assignment ./my-course/assignment.yaml").code(0);
    desk.run("grade class --assignment ./nowhere")
        .code(2)
        .says("nowhere/assignment.yaml");
}

#[test]
fn nothing_out_of_the_graded_folder_decides_over_points() {
    let desk = class().file("class/ada/cases.yaml", "- name: one\n  moves: 1\n  ends: waiting\n");
    desk.run("assignment export lc3-starter class/ada/mine").code(0);
    for line in [
        "grade class --assignment ./class/ada/mine",
        "grade class --assignment class/../class/ada/mine",
        "grade ./class --assignment class/ada/mine/assignment.yaml",
        "grade class/ada --assignment class/ada/mine",
        "grade class --cases class/ada/cases.yaml",
        "grade class --cases class/ada",
    ] {
        desk.run(line).code(2).says("inside the graded folder");
    }
    desk.run("assignment export lc3-starter course").code(0);
    desk.run("grade class --assignment ./course").code(0);
    desk.run("grade course/reference/submissions --assignment ./course --repair 0")
        .code(0);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_graded_folder_are_refused() {
    let desk = class();
    desk.run("assignment export lc3-starter course").code(0);
    std::os::unix::fs::symlink(desk.path("course"), desk.path("class/link")).expect("a link");
    std::os::unix::fs::symlink(desk.path("class/ada"), desk.path("into")).expect("a link");
    desk.run("assignment export lc3-starter into/mine").code(0);
    for line in [
        "grade class --assignment class/link",
        "grade class --assignment into/mine",
    ] {
        desk.run(line).code(2).says("inside the graded folder");
    }
}
