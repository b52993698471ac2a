//! A submission has a budget for all its runs together: counted instructions, so that every machine says the same.

#![expect(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn c4grade(folder: &Path, line: &str) -> Output {
    let words = line.split(' ');
    let mut command = Command::new(env!("CARGO_BIN_EXE_c4grade"));
    let output = command.args(words).current_dir(folder).env("NO_COLOR", "1").output();
    output.expect("the binary runs")
}

/// A package whose budget is this, and a class of two.
fn course(folder: &Path, budget: &str) {
    let exported = c4grade(folder, "assignment export lc3-starter course");
    assert!(
        exported.status.success(),
        "{}",
        String::from_utf8_lossy(&exported.stderr)
    );
    set_budget(folder, "4000000000", budget);
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference/lc3-starter/connect4.asm");
    let right = fs::read_to_string(reference).expect("the reference program");
    // Counts for a while behind the first key, over and over.
    let slow = ".ORIG x3000\nGETC\nLD R2, MANY\nOUTER LD R1, MANY\nL ADD R1, R1, #-1\nBRp L\nADD R2, R2, #-1\nBRp OUTER\n\
                HALT\nMANY .FILL #900\n.END\n";
    for (student, text) in [("right", right.as_str()), ("slow", slow)] {
        let home = folder.join("class").join(student);
        fs::create_dir_all(&home).expect("a folder");
        fs::write(home.join("connect4.asm"), text).expect("a program");
    }
}

fn set_budget(folder: &Path, from: &str, to: &str) {
    let file = folder.join("course/assignment.yaml");
    let text = fs::read_to_string(&file).expect("the package");
    let (before, after) = (
        format!("total-instructions: {from}"),
        format!("total-instructions: {to}"),
    );
    assert!(text.contains(&before), "{text}");
    fs::write(file, text.replace(&before, &after)).expect("changed");
}

fn report(folder: &Path, reports: &str, student: &str) -> String {
    fs::read_to_string(folder.join(reports).join(format!("{student}.txt"))).expect("a report")
}

// Each run was within its limit, and all of them together took as long as they liked.
#[test]
fn a_budget_that_is_used_up_is_reported_once_and_the_same_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    course(folder, "12000000");
    for (reports, jobs) in [("one", "1"), ("eight", "8")] {
        let graded = c4grade(
            folder,
            &format!("grade class --assignment ./course --reports {reports} --jobs {jobs} --format json"),
        );
        assert!(graded.status.success(), "{}", String::from_utf8_lossy(&graded.stderr));
    }
    let slow = report(folder, "one", "slow");
    let said = slow.split_whitespace().collect::<Vec<&str>>().join(" ");
    let note = "The budget is 12000000 instructions; `total-instructions` under `limits` in assignment.yaml sets it.";
    assert_eq!(said.matches(note).count(), 1, "{slow}");
    assert!(said.contains("were not run and count as timeouts"), "{slow}");
    assert!(
        !report(folder, "one", "right").contains("budget"),
        "an honest program is not touched"
    );
    for student in ["slow", "right"] {
        assert_eq!(report(folder, "one", student), report(folder, "eight", student));
    }

    // Graded again it is the same, and another budget counts.
    let again = "report rescore one --assignment ./course --reports again";
    assert!(c4grade(folder, again).status.success());
    assert_eq!(slow, report(folder, "again", "slow"));
    set_budget(folder, "12000000", "13000000");
    assert!(c4grade(folder, again).status.success());
    let said = report(folder, "again", "slow");
    let said = said.split_whitespace().collect::<Vec<&str>>().join(" ");
    assert!(said.contains("The budget is 13000000"), "{said}");
}

#[test]
fn a_budget_is_a_positive_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    course(folder, "0");
    for (before, wrong) in [("0", "-5"), ("-5", "many")] {
        let graded = c4grade(folder, "grade class --assignment ./course --reports reports");
        let said = String::from_utf8_lossy(&graded.stderr).into_owned();
        assert_eq!(graded.status.code(), Some(3), "{said}");
        assert!(said.contains("assignment.yaml:19:23"), "{said}");
        set_budget(folder, before, wrong);
    }
}
