//! The exit codes of `grade`, `case check` and `verify`.

use crate::cli::C4grade;
use crate::cli::command::project;

#[test]
fn nothing_to_grade_is_4() {
    let desk = C4grade::new().file("class/readme.txt", "nothing here");
    desk.run("grade class").code(4).says("connect4.asm");
}

#[test]
fn a_path_that_is_not_there_is_2() {
    let desk = C4grade::new().file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"));
    for line in [
        "grade nowhere",
        "grade class --roster nowhere",
        "grade class --cases nowhere",
        "grade class --assignment ./nowhere",
        "roster nowhere",
        "explore nowhere",
        "case check --cases nowhere",
        "report rescore nowhere",
        "report gradebook nowhere --canvas grades.csv",
        "report feedback nowhere --platform canvas",
        "report export junit nowhere",
        "report merge nowhere",
        "report compare nowhere class",
    ] {
        desk.run(line).code(2).says("nowhere");
    }
    desk.run("grade class --choose eve=x.asm")
        .code(2)
        .says("--choose eve=x.asm");
}

#[test]
fn what_the_system_says_of_a_path_is_in_plain_words() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("out/class.json", "{}");
    for (line, said) in [
        (
            "roster class --roster class",
            "cannot read class: it is a folder, not a file",
        ),
        (
            "roster class --roster nowhere",
            "cannot read nowhere: no such file or folder",
        ),
        (
            "grade class --cases nowhere",
            "failed to read nowhere: no such file or folder",
        ),
        (
            "run class/ada/connect4.asm --input nowhere",
            "cannot read the input `nowhere`: no such file or folder",
        ),
        (
            "run class/ada/connect4.asm --input class",
            "cannot read the input `class`: it is a folder",
        ),
        ("asm nowhere", "failed to open nowhere: no such file or folder"),
        (
            "report compare nowhere class",
            "failed to read nowhere: no such file or folder",
        ),
        (
            "case import nowhere",
            "nowhere: not imported: it cannot be read: no such file or folder",
        ),
    ] {
        let outcome = desk.run(line).says(said);
        assert!(!outcome.stderr.contains("os error"), "{}", outcome.stderr);
    }
}

#[test]
fn a_bad_assignment_or_case_file_is_3() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("bad/assignment.yaml", "format: 1\nname: bad\nlimts: {}\n")
        .file("cases.yaml", "- name: one\n  moves: 1 2\n  tansript: x\n");
    desk.run("grade class --assignment ./bad").code(3).says("limts");
    desk.run("grade class --cases cases.yaml").code(3).says("tansript");
    desk.run("grade class --assignment lc3-startr")
        .code(3)
        .says("lc3-starter");
}

#[test]
fn an_entry_of_a_case_file_is_named_by_its_number() {
    let desk = C4grade::new()
        .file("cases.yaml", "-\n")
        .file("tab.yaml", "- name: a\n\tmoves: 1\n");
    desk.run("case check --assignment lc3-starter --cases cases.yaml")
        .code(3)
        .says("cases.yaml:1:2: entry 1 is empty, but must be fields (name, moves,");
    desk.run("case check --assignment lc3-starter --cases tab.yaml")
        .code(3)
        .says("tab.yaml:2:1: line 2 is indented with a tab, but YAML is indented with spaces")
        .says("replace each tab at the beginning of the line with spaces");
}

#[test]
fn an_assignment_that_is_not_there_is_3_also_where_it_is_exported() {
    for line in ["assignment export nosuch copy", "verify --assignment nosuch"] {
        let desk = C4grade::new();
        desk.run(line).code(3).says("no assignment `nosuch`");
        assert!(!desk.path("copy").exists());
    }
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
    let who = "Below 50 % of the points: bob\n";
    desk.run("grade class --fail-under 50").code(1).prints(who);
    desk.run("grade class --fail-under 50 --format json").code(1).says(who);
    let outcome = desk.run("grade class/ada --fail-under 50").code(0);
    assert!(!outcome.out().contains("Below"), "{}", outcome.out());
}

#[test]
fn the_bundled_packages_hold() {
    let desk = C4grade::new();
    desk.run("case check").code(0);
    desk.run("verify --assignment lc3-scratch").code(0);
}

#[test]
fn a_reports_folder_that_is_a_file_is_told_and_left_as_it_is() {
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", ".ORIG x3000\nHALT\n.END\n")
        .file("notes", "mine");
    for folder in ["notes", "notes/below"] {
        let outcome = desk.run(&format!("grade class --reports {folder}")).code(2);
        outcome.says(folder).says("name a folder");
    }
    assert_eq!(desk.read("notes"), "mine");
}

// A full disk behind standard error must not turn a result into another one.
#[cfg(target_os = "linux")]
#[test]
fn the_exit_code_holds_where_standard_error_takes_nothing() {
    let desk = C4grade::new()
        .file("halt.asm", ".ORIG x3000\nHALT\n.END\n")
        .file("wait.asm", ".ORIG x3000\nGETC\nHALT\n.END\n")
        .file("bad.asm", ".ORIG x3000\nADD R0\n.END\n")
        .file("cases.yaml", "- name: one\n  tansript: x\n");
    for (line, code) in [
        ("run halt.asm", 0),
        ("run wait.asm", 10),
        ("run bad.asm", 14),
        ("run nowhere.asm", 2),
        ("case new --name one --moves 1", 0),
        ("case check --cases cases.yaml", 3),
        ("grade nowhere", 2),
    ] {
        let full = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .expect("a full device");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_c4grade"))
            .args(line.split(' '))
            .current_dir(desk.path(""))
            .stdin(std::process::Stdio::null())
            .stdout(std::process::Stdio::null())
            .stderr(full)
            .status()
            .expect("the binary starts");
        assert_eq!(status.code(), Some(code), "{line}");
    }
}
