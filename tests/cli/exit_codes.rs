//! The exit codes of `grade`, `case check` and `verify`.

use crate::C4grade;
use crate::command::project;

#[test]
fn nothing_to_grade_is_4() {
    let desk = C4grade::new().file("class/readme.txt", "nothing here");
    desk.run("grade class").code(4).says("connect4.asm");
    desk.run("grade nowhere").code(4).says("nowhere");
}

#[test]
fn a_bad_assignment_or_case_file_is_3() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("bad/assignment.yaml", "format: 1\nname: bad\nlimts: {}\n")
        .file("cases.yaml", "- name: one\n  moves: 1 2\n  tansript: x\n");
    desk.run("grade class --assignment bad").code(3).says("limts");
    desk.run("grade class --cases cases.yaml").code(3).says("tansript");
    desk.run("grade class --assignment lc3-startr")
        .code(3)
        .says("lc3-starter");
}

#[test]
fn a_wrong_command_line_is_2() {
    let desk = C4grade::new();
    desk.run("grade --jobs 0").code(2);
    desk.run("frobnicate").code(2);
}

#[test]
fn fail_under_is_1() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("class/bob/connect4.asm", ".ORIG x3000\nHALT\n.END\n");
    desk.run("grade class --fail-under 50").code(1);
    desk.run("grade class/ada --fail-under 50").code(0);
}

#[test]
fn the_bundled_packages_hold() {
    let desk = C4grade::new();
    desk.run("case check").code(0);
    desk.run("verify").code(0);
}
