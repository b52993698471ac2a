//! `report export` and `report gradescope-bundle`.

use crate::cli::C4grade;
use crate::cli::command::project;

/// One who passes, one who misses wins, one whose program does not assemble, and one who needs attention.
fn class() -> C4grade {
    let missed = project("reference/lc3-starter/submissions/yara-hassan/connect4.asm");
    let desk = C4grade::new()
        .file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"))
        .file("class/yara/connect4.asm", missed)
        .file("class/bob/connect4.asm", ".ORIG x3000\nADD R0, R0, BAD:NAME,x\n.END\n")
        .file("class/<b>|@pdf/work.pdf", "%PDF-1.7");
    desk.run("grade class --reports r").code(5);
    desk
}

#[test]
fn a_class_is_junit_xml_with_a_suite_for_each_student() {
    let desk = class();
    let xml = desk.run("report export junit r").code(0).out();
    assert_eq!(xml.matches("<testsuite ").count(), 4, "{xml}");
    let ada = xml.lines().find(|line| line.contains("<testsuite name=\"ada\""));
    let ada = ada.expect("a suite");
    assert!(ada.contains("failures=\"0\"") && ada.contains("errors=\"0\""), "{ada}");
    assert_eq!(xml.matches("<error ").count(), 1, "who needs attention");
    assert!(xml.contains("type=\"build-failed\"") && xml.contains("type=\"wrong\""));

    desk.run("report export junit r --output out.xml").code(0);
    assert_eq!(desk.read("out.xml"), xml);
    let one = desk.run("report export junit r/ada.json").code(0).out();
    assert_eq!(one.matches("<testsuite ").count(), 1);
}

#[test]
fn annotations_are_at_the_lines_of_the_program() {
    let desk = class();
    let faults = desk.run("report export github r/yara.json").code(0).out();
    assert!(
        faults.lines().next().is_some_and(|line| line.starts_with("::error ")),
        "{faults}"
    );
    assert!(faults.contains("title=Fault 1::"), "{faults}");
    let build = desk.run("report export github r/bob.json").code(0).out();
    assert!(
        build.starts_with("::error file=bob/connect4.asm,line=2,col="),
        "{build}"
    );
    for line in build.lines() {
        assert!(line.starts_with("::"), "{line}");
    }
}

#[test]
fn markdown_is_a_table_of_the_class_or_a_students_result() {
    let desk = class();
    let table = desk.run("report export markdown r").code(0).out();
    assert!(table.contains("| ada | pass | 100 of 100 |"), "{table}");
    assert!(
        table.contains("| \\<b\\>\\|@<!-- -->pdf | needs-attention | no score |"),
        "{table}"
    );
    let student = desk.run("report export markdown r/yara.json").code(0).out();
    assert!(student.contains("### What went wrong\n\n1. **"), "{student}");
}

#[test]
fn gradescope_gets_a_score_or_a_failure() {
    let desk = class();
    let json = desk.run("report export gradescope r/ada.json").code(0).out();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["score"], 100.0);
    assert!(
        json["tests"]
            .as_array()
            .expect("tests")
            .iter()
            .all(|test| test["status"] == "passed")
    );

    desk.run("report export gradescope r")
        .code(2)
        .says("name a student's JSON");
    let entries = std::fs::read_dir(desk.path("r")).expect("reports").flatten();
    let names = entries.map(|entry| entry.file_name().into_string().expect("plain"));
    let pdf = names
        .filter(|name| name.contains("pdf") && name.strip_suffix(".json").is_some())
        .collect::<Vec<_>>();
    let outcome = desk.run(&format!("report export gradescope r/{} --output x.json", pdf[0]));
    outcome.code(5).says("there is no score");
    assert!(!desk.path("x.json").exists());
    desk.run("report export junit nowhere").code(2);
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod bundle {
    #![allow(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")]

    use std::io::Read as _;
    use std::path::Path;
    use std::process::Command;

    use super::{C4grade, project};

    /// Lays a bundle out as Gradescope does: `run_autograder` beside `source/`, `submission/` and `results/`.
    fn laid_out(desk: &C4grade) {
        let bytes = std::fs::read(desk.path("autograder.zip")).expect("a bundle");
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("a zip");
        let source = desk.path("autograder/source");
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).expect("a file");
            let mut content = Vec::new();
            file.read_to_end(&mut content).expect("its content");
            let path = source.join(&*file.name().expect("a name"));
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            let mode = file.unix_mode().expect("a mode");
            std::fs::write(&path, content).expect("written");
            std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(mode)).expect("set");
        }
        std::fs::create_dir_all(desk.path("autograder/submission")).expect("made");
        std::fs::create_dir_all(desk.path("autograder/results")).expect("made");
        std::fs::write(desk.path("autograder/submission_metadata.json"), "{}").expect("written");
        std::fs::copy(source.join("run_autograder"), desk.path("autograder/run_autograder")).expect("copied");
        let setup = Command::new("bash")
            .arg(source.join("setup.sh"))
            .status()
            .expect("bash");
        assert!(setup.success());
    }

    /// Runs the autograder on one file; gives whether it ended well, and the results, if there are any.
    fn graded(desk: &C4grade, name: &str, content: &[u8]) -> (bool, Option<serde_json::Value>) {
        let submission = desk.path("autograder/submission");
        std::fs::remove_dir_all(&submission).expect("removed");
        std::fs::create_dir_all(&submission).expect("made");
        std::fs::write(submission.join(name), content).expect("written");
        let run = Command::new(desk.path("autograder/run_autograder"))
            .current_dir("/")
            .output();
        let run = run.expect("it runs");
        let results = std::fs::read(Path::new(&desk.path("autograder/results/results.json"))).ok();
        let results = results.map(|bytes| serde_json::from_slice(&bytes).expect("JSON"));
        (run.status.success(), results)
    }

    #[test]
    fn a_bundle_grades_a_submission_where_gradescope_puts_it() {
        let desk = C4grade::new();
        let binary = env!("CARGO_BIN_EXE_c4grade");
        desk.run("assignment export lc3-starter mine").code(0);
        desk.run(&format!(
            "report gradescope-bundle --assignment ./mine --binary {binary}"
        ))
        .code(0)
        .says(&format!("warning: {binary} needs the libraries of this machine"));
        desk.run(&format!("report gradescope-bundle --binary {binary}"))
            .code(2)
            .says("--force");
        laid_out(&desk);

        let (is_done, results) = graded(&desk, "connect4.asm", &project("reference/lc3-starter/connect4.asm"));
        assert!(is_done);
        assert_eq!(results.expect("results")["score"], 100.0);
        let (is_done, results) = graded(&desk, "connect4.asm", b".ORIG x3000\nADD R0\n.END\n");
        assert!(is_done);
        let results = results.expect("results");
        assert_eq!(results["score"], 0.0);
        assert!(
            results["output"]
                .as_str()
                .is_some_and(|output| output.contains("line 2")),
            "{results}"
        );

        let (is_done, results) = graded(&desk, "work.pdf", b"%PDF-1.7");
        assert_eq!((is_done, results), (false, None), "no score is no zero");
    }

    #[test]
    fn a_binary_that_cannot_run_there_is_refused() {
        let desk = C4grade::new().file("program", "#!/bin/sh\n");
        desk.run("report gradescope-bundle --binary program")
            .code(2)
            .says("is not a program for Linux on x86-64: build one with")
            .says("x86_64-unknown-linux-musl");
        assert!(!desk.path("autograder.zip").exists());
    }
}

#[cfg(unix)]
#[test]
fn an_export_does_not_write_over_the_reports() {
    let desk = C4grade::new().file("class/ada/connect4.asm", project("reference/lc3-starter/connect4.asm"));
    desk.run("grade class --reports r").code(0);
    std::fs::hard_link(desk.path("r/class.json"), desk.path("elsewhere.json")).expect("a link");
    let class = desk.read("r/class.json");
    for (read, output, report) in [
        ("r", "r/class.json", "r/class.json"),
        ("r", "elsewhere.json", "r/class.json"),
        ("r", "r/ada.json", "r/ada.json"),
        ("r", "r/ada.html", "r/ada.html"),
        ("r/ada.json", "r/ada.json", "r/ada.json"),
        ("r/ada.json", "r/cases.json", "r/cases.json"),
    ] {
        desk.run(&format!("report export markdown {read} --output {output}"))
            .code(2)
            .says(&format!(
                "--output {output} would replace the report {report}: name another file"
            ));
    }
    assert_eq!(desk.read("r/class.json"), class);

    // A result of its own may be beside them, also once more.
    for _ in 0..2 {
        desk.run("report export gradescope r/ada.json --output r/results.json")
            .code(0);
    }
}
