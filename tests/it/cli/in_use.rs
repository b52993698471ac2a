//! Two commands that write into the same folder of reports: the second says so and stops.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::cli::C4grade;

const SHORT: &str = ".ORIG x3000\nHALT\n.END\n";
/// An ARM program that runs for longer than any test.
const ENDLESS: &str = "        AREA a, CODE, READONLY\n        ENTRY\nstart   MOV R0, #1\n        LDR R1, =0xE000C000\n\
                       loop    EOR R0, R0, R0, LSL #13\n        EOR R0, R0, R0, LSR #17\n        EOR R0, R0, R0, LSL #5\n        \
                       CMP R0, #0\n        BNE loop\n        STRB R0, [R1]\n        B loop\n        END\n";

fn spawn(desk: &C4grade, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_c4grade"))
        .args(line.split_whitespace())
        .current_dir(desk.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts")
}

/// A grading into `reports` that does not end.
fn endless(desk: &C4grade) -> Child {
    let child = spawn(desk, "grade endless --assignment arm-falling --reports reports");
    let began = Instant::now();
    while !desk.path("reports/class.json").exists() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

#[test]
fn the_second_command_stops_and_a_killed_one_is_not_in_the_way() {
    let desk = C4grade::new()
        .file("endless/ada/connect4.s", ENDLESS)
        .file("class/bob/connect4.asm", SHORT);
    let mut first = endless(&desk);
    let before = fs::read(desk.path("reports/class.json")).expect("begun");

    let said = format!("reports is in use: c4grade grade, process {}", first.id());
    for line in [
        "grade class --reports reports",
        "watch class --reports reports",
        "report rescore reports",
    ] {
        let outcome = desk.run(line).code(2).says(&said);
        outcome.says("writes into it. Wait until that has ended, or name another folder with --reports");
    }
    assert_eq!(fs::read(desk.path("reports/class.json")).expect("left alone"), before);
    desk.run("grade class --reports others").code(0);

    let mut waiting = spawn(&desk, "grade class --reports reports --wait");
    std::thread::sleep(Duration::from_millis(500));
    assert!(waiting.try_wait().expect("a state").is_none(), "it waits");

    first.kill().expect("killed");
    first.wait().expect("ended");
    assert!(waiting.wait().expect("ended").success());
    assert!(desk.path("reports/bob.html").exists(), "it was graded then");
    desk.run("grade class --reports reports").code(0);
    assert!(!desk.path("reports/.c4grade.lock").exists(), "nobody holds it");
}
