//! Programs that do not exit, and programs that wait for their children.

use crate::absent::skip;
use crate::fixture::{Fixture, SANDBOXES, User, project};

/// Background commands, `wait` with and without a process, and a trap, all of which need dash to learn when a child ends.
const SCRIPT: &str = "#!/bin/sh\n(echo child) & wait\ncat > /dev/null &\nwait $!\ntrap 'echo trapped' CHLD\nsleep 0.05 &\nwait\n\
                      echo end\n";

// It has the same ending, the same deduction and the same report every time: it is stopped for sleeping, not for what the
// clock says.
#[test]
fn a_correct_program_that_sleeps_after_the_game_loses_one_deduction() {
    let fixture = Fixture::new(User::Own);
    fixture.assignment("1", "2");
    let reference = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
    let win = "puts(WINS[player - 1]);";
    let sleeps = reference.replace(win, &format!("{win} fflush(stdout); for (;;) pause();"));
    assert_ne!(sleeps, reference, "the reference program reports a win differently");
    fixture.file("class/ada/connect4.c", format!("#include <unistd.h>\n{sleeps}"));

    let grade = "grade class --assignment ./asg --cases more-cases.yaml --reports";
    fixture.run(&format!("{grade} first --jobs 1")).code(0);
    fixture.run(&format!("{grade} second --jobs 8")).code(0);
    let report = fixture.read("first/ada.txt");
    assert_eq!(report, fixture.read("second/ada.txt"));
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains("Verdict pass"), "{report}");
    assert!(report.contains("End of the program (3.25 points deducted)"), "{report}");
    assert!(report.contains("9.75 of 13"), "{report}");
    assert!(report.contains("it was idle until its time was up"), "{report}");
    fixture.is_clean();
}

// dash was refused its handler for SIGCHLD, and `wait` never returned.
#[test]
fn shell_scripts_can_wait_for_background_commands() {
    for sandbox in SANDBOXES {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        let rest = format!("--machine native --moves 12 --sandbox {sandbox}");
        let outcome = fixture.program("script.sh", SCRIPT, &rest);
        if outcome.out != "child\ntrapped\nend\n" && !has_control_group(&fixture, sandbox) {
            skip(&format!(
                "no control group in `{sandbox}`, without which `wait` is not possible"
            ));
            continue;
        }
        assert_eq!(outcome.out, "child\ntrapped\nend\n", "{sandbox}: {}", outcome.err);
        assert_eq!(outcome.code, 0, "{sandbox}: {}", outcome.err);
        fixture.is_clean();
    }
}

/// Whether `doctor` finds that this user can make a control group.
fn has_control_group(fixture: &Fixture, sandbox: &str) -> bool {
    let doctor = fixture.run(&format!("doctor --sandbox {sandbox} --format json"));
    let json: serde_json::Value = serde_json::from_str(&doctor.out).expect("JSON");
    let layers = json["sandboxes"][0]["layers"].as_array().expect("layers");
    let group = layers.iter().find(|layer| layer["name"] == "control group");
    group.is_some_and(|layer| layer["state"] != "absent")
}

// A build may do what a Makefile's recipe does, with or without a control group.
#[test]
fn build_commands_can_wait_for_background_commands() {
    for sandbox in SANDBOXES {
        let fixture = Fixture::new(User::Own);
        if !fixture.holds(sandbox) {
            continue;
        }
        fixture.assignment("1", "5");
        let text = fixture.read("asg/assignment.yaml");
        let build = text
            .lines()
            .find(|line| line.trim_start().starts_with("build: [cc"))
            .expect("a build command");
        let shell = "  build: [sh, -c, \"cc -std=c11 -o connect4 connect4.c & wait\"]";
        fixture.file("asg/assignment.yaml", text.replace(build, shell));
        fixture.file("class/ada/connect4.c", project("reference/native-scratch/connect4.c"));
        fixture
            .run(&format!(
                "grade class --assignment ./asg --cases cases.yaml --reports reports --sandbox {sandbox}"
            ))
            .code(0);
        let report = fixture.read("reports/ada.txt");
        assert!(report.contains("Verdict  pass"), "{sandbox}: {report}");
        fixture.is_clean();
    }
}
