//! The questions of `c4grade assignment new`, answered on a terminal.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use nix::fcntl::OFlag;
use nix::pty::{PtyMaster, grantpt, posix_openpt, ptsname_r, unlockpt};
use nix::sys::termios::{SetArg, cfmakeraw, tcgetattr, tcsetattr};

use super::command::C4grade;

/// The terminal's two ends. Its line discipline changes nothing, so that what is read is what was printed.
fn terminal() -> (PtyMaster, File) {
    let master = posix_openpt(OFlag::O_RDWR | OFlag::O_NOCTTY).expect("a terminal");
    grantpt(&master).expect("granted");
    unlockpt(&master).expect("unlocked");
    let name = ptsname_r(&master).expect("it has a name");
    let mut options = OpenOptions::new();
    let slave = options.read(true).write(true).open(name).expect("the other end");
    let mut raw = tcgetattr(&slave).expect("settings");
    cfmakeraw(&mut raw);
    tcsetattr(&slave, SetArg::TCSANOW, &raw).expect("set");
    (master, slave)
}

#[test]
fn an_instructor_answers_the_questions_and_grades() {
    let desk = C4grade::new();
    let (mut screen, terminal) = terminal();
    let mut command = Command::new(env!("CARGO_BIN_EXE_c4grade"));
    command
        .args(["assignment", "new", "drop-four"])
        .current_dir(desk.path("."))
        .env("NO_COLOR", "1")
        .stdin(terminal.try_clone().expect("a copy"))
        .stderr(terminal)
        .stdout(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    // The program's ends are then the only ones: where it ends, so does what can be read.
    drop(command);

    let answers = [
        "lc3",
        "7",
        "7 6 4",
        "R Y -",
        "Red,Yellow",
        "",
        "{player}, where do you drop? ",
        "That is not a column.",
        "That column is full.",
        "{player} has four in a line!",
        "Nobody wins.",
        "",
        "",
        "",
        "",
        "",
        "",
        "Drop four",
    ];
    let mut shown = Vec::new();
    let mut buffer = [0; 4096];
    for answer in answers {
        while !shown.ends_with(b"]: ") {
            let count = screen.read(&mut buffer).expect("a question");
            shown.extend_from_slice(&buffer[..count]);
        }
        shown.push(b'\n');
        screen.write_all(format!("{answer}\n").as_bytes()).expect("typed");
    }
    // Where the other end is closed, reading is an error.
    while let Ok(count @ 1..) = screen.read(&mut buffer) {
        shown.extend_from_slice(&buffer[..count]);
    }

    let shown = String::from_utf8_lossy(&shown);
    assert!(child.wait().expect("it ends").success(), "{shown}");
    for words in [
        "write 3 values with spaces between them",
        "Text that refuses a full column [That is not a column.]: ",
        "which the reference program passes; 13 sample submissions with known verdicts",
        "The same assignment in one command: c4grade assignment new drop-four --machine=lc3 --columns=7 --rows=6",
    ] {
        assert!(shown.contains(words), "{words:?} is not in\n{shown}");
    }
    desk.run("verify --assignment ./drop-four")
        .code(0)
        .prints("get the known verdicts");
}
