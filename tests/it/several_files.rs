//! Programs of several files are found, linked, graded and repeated as one; files that have nothing to do with each other stay a
//! question.

#![expect(clippy::disallowed_methods, reason = "what a test writes is gone when it ends")]

use std::fs;
use std::path::Path;
use std::process::Command;

use c4grade::assignment;
use c4grade::case;
use c4grade::grade::Grader;
use c4grade::grade::saved::{decode, encode};
use c4grade::machine::arm::assembler::link::linked;
use c4grade::result::{StudentReport, Verdict};
use c4grade::submission::{Content, Found, find_linked};

const PROGRAM: &str = include_str!("../../reference/arm-scan/submissions/amina-diallo/connect4.s");

/// The program as one file with everything but the console, and one with the console.
fn halves() -> (String, String) {
    let (console, texts) = PROGRAM.split_once("; from the lecture\n").expect("it is there");
    let (console, game, texts) = {
        let (own, rest) = texts.split_once("        LTORG\n").expect("it is there");
        (own, console, rest)
    };
    let names = ["inithw", "get", "put", "puts"];
    let each = |word: &str| names.map(|name| format!("        {word} {name}\n")).concat();

    let entry = "        ENTRY\n";
    let main = game.replacen(entry, &format!("{entry}{}", each("IMPORT")), 1);
    let console = format!(
        "        AREA console, CODE, READONLY\n{}{console}        END\n",
        each("EXPORT")
    );
    (format!("{main}        LTORG\n{texts}"), console)
}

/// A class with these files.
fn class(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }
    folder
}

fn found(folder: &Path) -> Found {
    find_linked(folder, &["connect4.s".to_owned()], Some(linked)).expect("there is a program")
}

/// The names of a submission's files, or why it has none.
fn files(found: &Found) -> Vec<String> {
    let of = |content: &Content| match content {
        Content::Files(files) => files
            .iter()
            .map(|(name, _)| name.as_str())
            .collect::<Vec<_>>()
            .join(" + "),
        Content::Path(_) => "one".to_owned(),
        Content::Refused(reason) => reason.clone(),
        other => format!("{other:?}"),
    };
    found
        .submissions
        .iter()
        .map(|one| format!("{}: {}", one.file, of(&one.content)))
        .collect()
}

fn graded(found: &Found) -> StudentReport {
    let assignment = assignment::find("arm-scan").expect("it is bundled");
    let suite = case::load(&assignment, None).expect("it is right");
    let grader = Grader::new(assignment, suite.cases, suite.has_rubric, false);
    let graded = grader.grade(&found.submissions[0]);

    // What is saved is graded alike.
    let bytes = encode(&graded.saved, "arm-scan").expect("encoded");
    let again = grader.grade_again(decode(&bytes).expect("decoded").0);
    assert_eq!(again.report.score, graded.report.score);
    graded.report
}

#[test]
fn files_that_refer_to_each_other_are_graded_as_one_program() {
    let (main, console) = halves();
    let class = class(&[
        ("ada/main.s", main.as_str()),
        ("ada/a_console.s", console.as_str()),
        ("ada/LPC2400.s", "        AREA RESET, CODE\n        IMPORT get\n"),
    ]);
    let found = found(class.path());
    assert_eq!(files(&found), ["ada/main.s: main.s + a_console.s"]);
    assert_eq!(
        found.remarks,
        [
            "ada: there is no connect4.s; main.s, a_console.s were graded together instead, because they refer to each other"
        ]
    );

    let report = graded(&found);
    assert_eq!((report.verdict, report.score), (Verdict::Pass, Some(100.0)));

    // A game that passed has no command.
    let hangs = main.replacen("        ENTRY\n", "        ENTRY\nhang    B       hang\n", 1);
    let class = self::class(&[("ada/main.s", hangs.as_str()), ("ada/a_console.s", console.as_str())]);
    let report = graded(&self::found(class.path()));
    let commands: Vec<&str> = report.cases().map(|case| case.command.as_str()).collect();
    assert!(
        commands.iter().all(|command| command.contains("c4grade run main.s ")),
        "{}",
        commands[0]
    );
}

#[test]
fn included_files_come_with_the_program_and_the_students_own_folder_is_one_submission() {
    let (board, rest) = PROGRAM.split_once("        AREA").expect("it is there");
    let main = format!("        GET defs.inc\n        AREA{rest}");
    let class = class(&[
        ("connect4.s", main.as_str()),
        ("defs.inc", board),
        ("notes.s", "; GET nothing"),
    ]);
    assert_eq!(files(&found(class.path())), ["connect4.s: connect4.s + defs.inc"]);
    assert_eq!(graded(&found(class.path())).score, Some(100.0));
}

#[test]
fn files_that_do_not_refer_to_each_other_stay_a_question() {
    let (main, console) = halves();
    let found = found(
        class(&[
            ("ada/one.s", PROGRAM),
            ("ada/two.s", PROGRAM),
            ("bob/main.s", main.as_str()),
            ("bob/console.s", console.as_str()),
            ("bob/old.s", PROGRAM),
        ])
        .path(),
    );
    let said = files(&found);
    assert!(
        said[0].starts_with("ada/: 2 files may be the program: one.s, two.s;"),
        "{said:?}"
    );
    assert!(said[1].starts_with("bob/: 3 files may be the program:"), "{said:?}");
}

#[cfg(unix)]
#[test]
fn nothing_but_plain_files_of_the_folder_is_read() {
    use std::os::unix::fs::symlink;

    let (main, console) = halves();
    let text = main.replace(
        "        END",
        "        GET pipe.s\n        GET big.s\n        GET far.s\n        END",
    );
    let class = class(&[
        ("ada/connect4.s", text.as_str()),
        ("zoe/far.s", "X EQU 1"),
        ("zoe/connect4.s", console.as_str()),
    ]);
    let at = |name: &str| class.path().join("ada").join(name);
    assert!(
        Command::new("mkfifo")
            .arg(at("pipe.s"))
            .status()
            .expect("it runs")
            .success()
    );
    symlink(class.path().join("zoe/far.s"), at("far.s")).expect("linked");
    symlink(class.path().join("zoe/connect4.s"), at("console.s")).expect("linked");
    fs::write(at("big.s"), vec![b' '; (1 << 20) + 1]).expect("written");

    let found = found(class.path());
    assert_eq!(files(&found)[0], "ada/connect4.s: one");
    let report = graded(&found);
    // They may be what it lacks, so it is no zero.
    assert_eq!(report.verdict, Verdict::NeedsAttention);
    let said: Vec<&str> = report.diagnostics.iter().map(|one| one.message.as_str()).collect();
    for file in ["pipe.s", "big.s", "far.s"] {
        let message = format!("there is no file `{file}` beside the program");
        assert!(said.contains(&message.as_str()), "{said:?}");
    }
}

#[test]
fn run_and_asm_take_the_files_beside_a_program() {
    let (main, console) = halves();
    let class = class(&[
        ("main.s", main.as_str()),
        ("console.s", &console.replace("MOV     R1, #97", "MOV R77, #97")),
    ]);
    let c4grade = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_c4grade"));
        command
            .args(arguments)
            .current_dir(class.path())
            .output()
            .expect("it runs")
    };

    let wrong = c4grade(&["asm", "main.s", "--format", "concise"]);
    assert_eq!(
        String::from_utf8_lossy(&wrong.stderr),
        "console.s:12:13: error[wrong-operand]: `R77` is not a register\n"
    );

    fs::write(class.path().join("console.s"), console).expect("written");
    // The other file names the same program.
    for file in ["main.s", "console.s"] {
        let run = c4grade(&["run", file, "--moves", "1 2 1 2 1 2 1"]);
        assert_eq!(run.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&run.stdout).contains("Red has won."), "{file}");
    }
}
