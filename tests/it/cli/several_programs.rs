//! What a student hands in beside the program: other programs, files that belong to it, and what is no program at all.

use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::cli::C4grade;
use crate::cli::command::project;

const STUB: &str = ".ORIG x3000\nHALT\n.END\n";

fn good() -> Vec<u8> {
    project("reference/lc3-starter/connect4.asm")
}

/// A report's text on one line.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// The reference program in C as two files: `main`, and the game.
fn in_two_files() -> (&'static str, String) {
    let game = String::from_utf8(project("reference/native-scratch/connect4.c")).expect("text");
    let main = "#include \"game.h\"\nint main(void) { return play(); }\n";
    (main, game.replace("int main(void)", "int play(void)"))
}

#[test]
fn programs_that_are_not_graded_are_named_with_the_reason_in_every_layout() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive
        .start_file("connect4.asm", SimpleFileOptions::default())
        .expect("a name");
    archive.write_all(STUB.as_bytes()).expect("written");
    let archive = archive.finish().expect("a zip file").into_inner();

    let class = C4grade::new()
        .file("class/ada_1001_5051_connect4.asm", good())
        .file("class/ada_1001_5052_connect4_final.asm", STUB)
        .file("class/ada_1001_5053_connect4.obj", "\x30\0")
        .file("class/bob_1002_5054_connect4 (1).asm", good())
        .file("class/bob_1002_5055_work.zip", &archive)
        .file("class/cy/connect4.asm", good())
        .file("class/cy/old.asm", STUB)
        .file("class/cy/work.zip", &archive)
        .file("class/Dee_77_assignsubmission_file_connect4.asm", good())
        .file("class/Dee_77_assignsubmission_file_v2.asm", STUB);
    class.run("grade class").code(0);
    let remarks = class.read("reports/lc3-starter/class.json");
    for (slug, said) in [
        (
            "ada",
            "ada_1001_5051_connect4.asm was graded, because it has the required name; not graded: ada_1001_5052_connect4_final.asm",
        ),
        (
            "bob",
            "bob_1002_5054_connect4 (1).asm was graded, because it is not in an archive; not graded: \
             bob_1002_5055_work.zip/connect4.asm",
        ),
        (
            "cy",
            "connect4.asm was graded, because it has the required name and it is not in an archive; not graded: old.asm, work.zip",
        ),
        (
            "Dee",
            "Dee_77_assignsubmission_file_connect4.asm was graded, because it has the required name; not graded: \
             Dee_77_assignsubmission_file_v2.asm",
        ),
    ] {
        assert!(remarks.contains(&format!(": {said}\"")), "{said} is not in {remarks}");
        let report = unwrapped(&class.read(&format!("reports/lc3-starter/{slug}.txt")));
        assert!(report.contains(&format!("- {said}.")), "{said} is not in {report}");
    }

    // It is saved with the submission.
    let before = class.read("reports/lc3-starter/ada.txt");
    class.run("report rescore").code(0);
    assert_eq!(class.read("reports/lc3-starter/ada.txt"), before);
}

#[test]
fn who_earns_nothing_and_has_another_source_needs_attention() {
    let class = C4grade::new()
        .file("class/ada/connect4.asm", STUB)
        .file("class/ada/final.asm", good())
        .file("class/bob/connect4.asm", STUB)
        .file("class/bob/connect4.obj", "\x30\0");
    let outcome = class.run("grade class").code(5);
    let out = unwrapped(&outcome.out());
    let said = "the student has other files (connect4.asm was graded, because it has the required name; not graded: \
                final.asm): if they are not the program, remove them";
    assert!(out.contains(said), "{out}");
    assert_eq!(class.report("reports/lc3-starter/ada.json").score, None);
    assert_eq!(class.report("reports/lc3-starter/bob.json").score, Some(0.0));

    class.run("grade class --choose ada=connect4.asm").code(0);
    assert_eq!(class.report("reports/lc3-starter/ada.json").score, Some(0.0));
}

#[test]
fn a_web_page_is_no_program_with_errors() {
    let page =
        "\n<!-- saved from url=(0014)about:internet -->\n<HTML><body><pre>.ORIG x3000\nHALT\n.END</pre></body></HTML>";
    let utf16: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let class = C4grade::new()
        .file("class/ada/connect4.asm", page)
        .file("class/bob/connect4.asm", [&[0xFF, 0xFE][..], &utf16].concat());
    let outcome = class.run("grade class").code(5);
    let out = unwrapped(&outcome.out());
    for student in ["ada", "bob"] {
        let said = format!("{student}/connect4.asm: this is not LC-3 assembly: it is a web page (HTML); hand in");
        assert!(out.contains(&said), "{out}");
    }
}

#[test]
fn a_later_attempt_without_a_file_is_named() {
    let about = |day: u8, file: &str| {
        let name = format!("Lab 4_hal_attempt_2026-11-0{day}-10-00-00");
        (
            format!("class/{name}.txt"),
            format!("class/{name}_{file}"),
            "Name: Hal Retry (hal)\nSubmission Field:\n.ORIG x3000\n",
        )
    };
    let (first, program, text) = about(1, "connect4.asm");
    let (second, ..) = about(2, "");
    let (third, ..) = about(3, "");
    let class = C4grade::new()
        .file(&program, good())
        .file(&first, text)
        .file(&third, text)
        .file(&second, text);
    let out = class.run("roster class").code(0).out();
    let said = "Hal Retry: the last attempt has no file, and an earlier one was graded: look into Lab \
                4_hal_attempt_2026-11-03-10-00-00.txt\n";
    assert_eq!(out.matches("Hal Retry:").count(), 1, "{out}");
    assert!(out.ends_with(said), "{out}");
}

#[test]
fn what_an_option_excludes_is_not_called_misnamed() {
    let class = C4grade::new()
        .file("class/ada_connect4.asm", good())
        .file("class/bob_connect4.asm", good())
        .file("class/cy/connect4.asm", good());
    class
        .run("roster class --name-regex (?<name>ada)_")
        .code(0)
        .prints("ignored, because `--name-regex (?<name>ada)_` does not match them: bob_connect4.asm, cy");
    class
        .run("roster class --layout flat")
        .code(0)
        .prints("ignored, because `--layout flat` (a file per student) excludes it: cy");
}

#[test]
fn a_program_of_several_files_in_c_is_compiled_from_all_of_them() {
    let (main, game) = in_two_files();
    let header = "int play(void);\n";
    let class = C4grade::new()
        .file("class/ada/connect4.c", main)
        .file("class/ada/game.h", header)
        .file("class/ada/game.c", &game)
        .file("class/ada/old.c", "int main(void) { return 1; }\n")
        .file("class/bob_12_345_connect4.c", main)
        .file("class/bob_12_346_game.h", header)
        .file("class/bob_12_347_game.c", &game)
        .file("class/cy/connect4.c", main)
        .file(
            "class/dee/connect4.c",
            main.replace("#include \"game.h\"", "int play(void);"),
        )
        .file("class/dee/other.c", "int main(void) { return 1; }\n")
        .file("class/eve/connect4.c", main)
        .file("class/eve/game.h", header)
        .file("class/eve/game.c", format!("{game}\nint x = ;\n"))
        .file("few.yaml", "- name: first\n  moves: 1\n  ends: waiting\n  points: 10\n");
    let graded = class.run("grade class --assignment native-scratch --cases few.yaml --reports out");
    if graded.code == 6 && std::env::var_os("CI").is_none() {
        return;
    }
    let out = unwrapped(&graded.code(5).out());
    for said in [
        "cy/connect4.c includes game.h, which was not found beside it: ask the student for that file",
        "it earns nothing (it does not compile: undefined reference to `play'), and the student has other files (connect4.c \
         was graded, because it has the required name; not graded: other.c)",
        "ada pass 10 / 10",
        "bob pass 10 / 10",
        "eve build-failed 0 / 10",
    ] {
        assert!(out.contains(said), "{said} is not in {out}");
    }
    let eve = unwrapped(&class.read("out/eve.txt"));
    assert!(eve.contains("it does not compile: game.c, line "), "{eve}");
    class.run("report rescore out --cases few.yaml").code(5);
    class
        .run("run class/ada/connect4.c --moves 1")
        .code(10)
        .prints("Player 2, choose a column: ");
}

#[test]
fn the_points_of_faults_are_those_that_all_or_nothing_takes() {
    let class = C4grade::new().file(
        "class/ada/connect4.asm",
        project("reference/lc3-starter/submissions/selma-arslan/connect4.asm"),
    );
    class.run("assignment export lc3-starter course").code(0);
    let yaml = class.read("course/assignment.yaml");
    let class = class.file(
        "course/assignment.yaml",
        yaml.replace("    rule: proportional\n", "")
            .replace("    tags: [", "    rule: all-or-nothing\n    tags: ["),
    );
    class
        .run("grade class --assignment ./course --repair 0 --reports reports/lc3-starter")
        .code(0);
    let report = class.report("reports/lc3-starter/ada.json");
    let lost: f64 = report.faults.iter().map(|fault| fault.lost).sum();
    let score = report.score.expect("a score");
    assert!(
        score < 1.0 && (report.max - score - lost).abs() < 0.02,
        "{score} and {lost}"
    );
}
